// Terms whose answers are kept (term_tables.h). Part of the evaluator: where a compiled term has a table, its
// value is looked up there before it is carried out.
#pragma once

#include <utility>
#include <vector>

#include "compiler/ir/evaluate_compiled.h"

namespace errata::compiler {

// A longer way through the tree of answers takes longer than the term.
inline constexpr std::size_t most_reads = 100;

// Runs the body with a trace and a list of used clauses of its own. Those of the evaluator stay as they were.
template <class Body>
TracedValue traced(TermEvaluator& t, Body&& body) {
    TracedValue result;
    result.trace.base = t.binders.range().base;
    result.trace.depth = t.binders.depth();
    result.trace.most = most_reads;
    CellTrace* const outer = std::exchange(t.trace, &result.trace);
    std::vector<ClauseId> used_before = std::exchange(t.journal.used, {});
    result.value = body();
    t.trace = outer;
    result.used = std::exchange(t.journal.used, std::move(used_before));
    return result;
}

// Adds what the part read and used to what the evaluator has read and used. The part may have been traced
// earlier, under the same values of the binders.
void take_over(TermEvaluator& t, const TracedValue& part);

// The same value, and the same journal, as carried_out. The term has a table, and the evaluator has tables.
Value tabled(TermEvaluator& t, TermId id, const CompiledTerm& term);

}  // namespace errata::compiler
