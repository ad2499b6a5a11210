// What the value of a term is put together from: evaluate_terms goes by the kind of a term and leaves
// conjunctions, open functions and unknowns to files of their own.
#pragma once

#include <span>
#include <vector>

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

Value recalled(TermEvaluator& t, TermId id, const Term& term);
Value looked_at(TermEvaluator& t, TermId id, const Term& term);

// Inside an evaluation: the state does not change, so what is `remembered` (term.h) is evaluated once.
// Inline, for nothing is done more often, and mostly of a leaf.
inline Value value_of(TermEvaluator& t, TermId id) {
    const Term& term = t.model.terms[id];
    if (term.kind == TermKind::Const) return term.payload;
    if (term.kind == TermKind::Bound && !t.failed()) return t.binders[static_cast<std::size_t>(term.payload)];
    return term.remembered ? recalled(t, id, term) : looked_at(t, id, term);
}
// position_of inside an evaluation.
std::size_t place_of(TermEvaluator& t, std::span<const TermId> arguments, const std::vector<TypeId>& params);

// evaluate_readings.cpp. Beginning with one of the term's children.
Value conjunction(TermEvaluator& t, const Term& term, std::size_t from);
inline void ask(TermEvaluator& t, ReadingId reading) {
    if (t.asked != nullptr && reading.is_valid()) (*t.asked)[reading.index] = true;
}

// evaluate_open.cpp
Value open_function(TermEvaluator& t, const Term& term);
// evaluate_unknowns.cpp
Value unknown(TermEvaluator& t, const Term& term);
Value solutions(TermEvaluator& t, const Term& term);
inline bool is_enabled(const TermEvaluator& t, ClauseId clause) {
    return t.enabled.empty() || !clause.is_valid() || t.enabled[clause.index];
}

}  // namespace errata::compiler
