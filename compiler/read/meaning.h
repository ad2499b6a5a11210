// What a reading of a text comes to, as a key: two readings with equal keys have the same meaning in every
// state. (Different keys may still mean the same; then play has to tell.) A meaning is made of the statements
// and abilities of the phrases in their order, so that "A and B and C" is one sequence however it is grouped,
// and of conditions and values as terms (term_meaning.h).
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "compiler/read/term_meaning.h"

namespace errata::compiler {

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
    TermMeanings terms_;
    const Bearer* bearer_ = nullptr;
    std::map<std::string, std::size_t> numbers_;  // of conditions and values, and of what is written
    std::map<const void*, std::size_t> numbers_of_nodes_;
};

}  // namespace errata::compiler
