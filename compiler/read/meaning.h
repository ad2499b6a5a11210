// What a reading of a text comes to, as a key: two readings with equal keys have the same meaning in every
// state. (Different keys may still mean the same; then play has to tell.) A meaning is made of the statements
// and abilities of the phrases in their order, so that "A and B and C" is one sequence however it is grouped,
// and of conditions and values as terms.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/terms/terms.h"

namespace errata::compiler {

// What forbids an action, and what computed values are, is the same for both sides of a comparison,
// whatever it is.
class Uninterpreted : public Answers {
public:
    Uninterpreted(const Names& names, Model& model) : names_(names), model_(model) {}
    TermId can(ActionId action, const std::vector<TypedTerm>& roles, const Scope& scope,
               dsl::Span span) override;
    TermId computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope& scope,
                    dsl::Span span) override;
    TermId open(OpenId open, std::vector<TermId> arguments) override;
    TermId solutions(ComputedId what, dsl::Span span) override;
    // Never the same twice: what fills its holes is not looked at here.
    TermId payable(const typed::Block& block, const Scope& scope) override;

private:
    const Names& names_;
    Model& model_;
    Value payments_ = 0;
};

// What a condition or value in a text comes to, as a key: the terms that it becomes in a model of their own,
// by what `and`, `or` and `not` make of their parts. What can be asked only of a whole game stands for itself
// in them.
class TermMeanings {
public:
    TermMeanings(const typed::Program& program, typed::Phrases& phrases, const Reporter& reporter,
                 const std::vector<TypeId>& antecedents);

    // Of what fills a hole in a text of this bearer.
    std::string of(const Bearer& bearer, const Hole& hole);

private:
    std::optional<std::string> in_all_cases(const Bearer& bearer, const Hole& hole,
                                            const std::vector<TypeId>& given);
    // Typing the bodies of phrases may have added types.
    void take_types();

    const typed::Program& program_;
    typed::Phrases& phrases_;
    const std::vector<TypeId>& antecedents_;
    dsl::Sink unheard_;
    Reporter aside_;
    Model model_;
    Uninterpreted answers_;
    Effort effort_;
    std::map<TypeId, dsl::Span> told_apart_;
    std::optional<Terms> terms_;
    std::size_t types_taken_ = 0;
};

class Meanings {
public:
    Meanings(const typed::Program& program, typed::Phrases& phrases, const Reporter& reporter,
             const std::vector<TypeId>& antecedents);

    // Of a text of this bearer; `root` is filled by its `line` phrase, whose bodies have been typed.
    std::string of(const Bearer& bearer, const Hole& root);

private:
    using Arguments = std::map<std::string, std::string>;  // what is handed over, by name

    std::string key(const Hole& hole);
    std::string abilities(const Hole& hole);
    std::string statements(const Hole& hole, const Arguments& given);
    std::string statement(const ast::Stmt& stmt, const Holes& holes, const Arguments& given);
    std::string term(const Hole& hole);
    // Something written in a phrase, with what its names stand for there.
    template <class Node>
    std::string written(const Node& node, const std::set<std::string>& names, const Holes& holes,
                        const Arguments& given);
    // The same for the same words, wherever they are written.
    template <class Node>
    std::size_t number_of(const Node& node);

    const typed::Program& program_;
    const typed::Phrases& phrases_;
    TermMeanings terms_;
    const Bearer* bearer_ = nullptr;
    std::map<std::string, std::size_t> numbers_;  // of conditions and values, and of what is written
    std::map<const void*, std::size_t> numbers_of_nodes_;
};

}  // namespace errata::compiler
