// An index of long lists whose entries are each about one value of some cell. Hundreds of printed cards make
// hundreds of entries "for each seat with this card" at every event, and only those can do something whose
// card some seat holds now. For a state the index says which entries these are; whoever goes over the list
// goes over these alone, and comes to the same: an entry left out holds for nothing, meets nothing, decides
// nothing and asks no reading. passes/index_cases makes it. The evaluator does without it where it is told to
// (Evaluator::plain), and is held against itself.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "compiler/ir/code.h"
#include "compiler/ir/term.h"

namespace errata::compiler {

struct CaseList {
    // Cells that follow each other, those of one variable.
    std::size_t base = 0;
    std::size_t cells = 0;
    std::vector<std::uint32_t> always;  // entries to look at in any case, increasing
    // A value that some of the cells must hold, and an entry that does nothing else; increasing.
    std::vector<std::pair<Value, std::uint32_t>> by_value;

    // The entries to look at while the cells of the state are these, increasing.
    std::vector<std::uint32_t> entries(const Value* state) const;
};

// Visits the entries of a list of so many, in order: those that the index has for this state, or all where it
// has none (null). False as soon as `visit` is.
template <class Visit>
bool each_entry(const CaseList* list, const Value* state, std::size_t count, Visit&& visit) {
    if (list != nullptr) {
        for (const std::uint32_t entry : list->entries(state)) {
            if (!visit(entry)) return false;
        }
        return true;
    }
    for (std::size_t entry = 0; entry < count; ++entry) {
        if (!visit(static_cast<std::uint32_t>(entry))) return false;
    }
    return true;
}

// A term that is put together from those of the list: a disjunction, or a sum of several.
struct IndexedTerm {
    CaseList list;
    std::vector<TermId> entries;
};

struct CaseIndex {
    static constexpr std::uint32_t none = 0;

    // By id: a number counted from 1, or none. Shorter than there are ids: the others have none.
    std::vector<std::uint32_t> of_code;   // Sequences: their children
    std::vector<std::uint32_t> of_term;   // disjunctions, outermost sums
    std::vector<std::uint32_t> of_point;  // their options
    std::vector<CaseList> lists;          // of code and points
    std::vector<IndexedTerm> terms;
    std::uint32_t of_checks = none;  // all state checks

    const CaseList* code(CodeId id) const { return list(of_code, id.index); }
    const CaseList* point(PointId id) const { return list(of_point, id.index); }
    const CaseList* checks() const { return of_checks == none ? nullptr : &lists[of_checks - 1]; }
    const IndexedTerm* term(TermId id) const {
        const std::uint32_t number = id.index < of_term.size() ? of_term[id.index] : none;
        return number == none ? nullptr : &terms[number - 1];
    }

private:
    const CaseList* list(const std::vector<std::uint32_t>& numbers, std::size_t id) const {
        const std::uint32_t number = id < numbers.size() ? numbers[id] : none;
        return number == none ? nullptr : &lists[number - 1];
    }
};

}  // namespace errata::compiler
