// What a reading of a text comes to, as a key: two readings with equal keys have the same meaning in every
// state. (Different keys may still mean the same; then play has to tell.) A meaning is made of the statements
// and abilities of the phrases in their order, so that "A and B and C" is one sequence however it is grouped,
// and of conditions and values as terms, compared by what `and`, `or` and `not` make of their parts. Nothing
// of it enters the model.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/elaborate/scope.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

class Meanings {
public:
    explicit Meanings(World& world) : world_(world), terms_(world.model.terms) {}

    // Of a text of this bearer; `root` is filled by its `line` phrase.
    std::string of(const Bearer& bearer, const Hole& root);

private:
    using Arguments = std::map<std::string, std::string>;  // what is handed over, by name

    std::string key(const Hole& hole);
    std::string abilities(const Hole& hole);
    std::string statements(const Hole& hole, const Arguments& given);
    std::string statement(const ast::Stmt& stmt, const Holes& holes, const Arguments& given);
    std::string term(const Hole& hole);
    std::string terms_of_all_types(const Hole& hole);
    std::optional<std::string> terms_in_all_cases(const Hole& hole, const std::vector<TypeId>& given);
    void bind_antecedents(Scope& scope);
    // Something written in a phrase, with what its names stand for there.
    template <class Node>
    std::string written(const Node& node, const std::set<std::string>& names, const Holes& holes,
                        const Arguments& given);
    // The same for the same words, wherever they are written.
    template <class Node>
    std::size_t number_of(const Node& node);
    const Category& category(const Hole& hole) const;
    const ast::Item& phrase(const Hole& hole) const;
    Arguments own_names(const Category& category) const;

    World& world_;
    TermPool terms_;  // takes the place of the model's while a meaning is made
    const Bearer* bearer_ = nullptr;
    std::map<std::string, std::size_t>
        numbers_;  // of meanings of conditions and values, and of what is written
    std::map<const void*, std::size_t> numbers_of_nodes_;
};

}  // namespace errata::compiler
