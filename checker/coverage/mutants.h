// Mutants: the game with one cited construct taken away, silenced or changed. What a construct does is what
// some mutant of it does differently. Only the tree is changed; the text of the spec, and so every place in
// it, stays.
//
// How to add a kind of mutant: a function and a row in the table of mutants.cpp, a line in reports/README.md,
// a case in the test.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/coverage/citations.h"
#include "checker/fact.h"

namespace errata::checker {

// What is done to a construct, which says how much it shows. Removed: if the game cannot be read then, it
// was needed. Changed: other words in its place, which may not fit. Stopped: nothing of it happens any more;
// that this is missed shows that something has to stand here, and no more.
enum class MutantSort { Removed, Changed, Stopped };

struct Mutant {
    Fact how;                            // without it, if it never applies
    std::optional<dsl::ast::Item> item;  // in place of the construct's item; nothing: the item is gone
    MutantSort sort = MutantSort::Removed;
};

// The most telling first. Empty: the construct only declares.
std::vector<Mutant> mutants_of(const Modules& modules, const Construct& construct);

Modules mutated(const Modules& modules, const Construct& construct, const Mutant& mutant);

}  // namespace errata::checker
