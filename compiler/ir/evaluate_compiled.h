// The value of a compiled term (compiled_terms.h). Part of the evaluator: evaluate_terms asks it where there
// is one, and is asked for whatever is not compiled. Both come to the same value, the same failure, and the
// same journal.
#pragma once

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

// How the term is evaluated here: nothing, it has to be interpreted. Readings that are asked have to be noted
// in conjunctions as a whole (evaluate_terms.cpp), which a compiled term does not do.
inline const CompiledTerm* compiled(const TermEvaluator& t, TermId id) {
    if (t.shortcuts == nullptr || id.index >= t.shortcuts->terms.terms.size()) return nullptr;
    const CompiledTerm& term = t.shortcuts->terms.terms[id.index];
    return term.kind == CompiledKind::Interpreted || (term.asks && t.asked != nullptr) ? nullptr : &term;
}

// The value of a binder, and of a register. The trace, if there is one, notes the read.
inline Value bound(TermEvaluator& t, std::size_t level) {
    if (t.trace != nullptr) t.trace->read_binder(t.binders.range().base, level);
    return t.binders[level];
}
inline Value register_at(TermEvaluator& t, std::size_t number) {
    if (t.trace != nullptr) t.trace->read(CellTrace::first_register + number);
    return t.registers[number];
}

// Whether its answers are kept here.
inline bool has_table(const TermEvaluator& t, const CompiledTerm& term) {
    return term.table != CompiledTerm::no_table && t.tables != nullptr;
}

// Of a set, which is a mask.
inline bool is_position(Value value) { return 0 <= value && value < most_set_elements; }
inline Value bit(Value position) { return Value{1} << position; }

// Without looking it up, or remembering it.
Value carried_out(TermEvaluator& t, TermId id, const CompiledTerm& term);

// evaluate_terms.cpp: as the term stands; the same, or what is remembered of it; the value of an open
// function.
Value interpreted(TermEvaluator& t, TermId id);
Value recalled(TermEvaluator& t, TermId id);
Value open_function(TermEvaluator& t, const Term& term);

}  // namespace errata::compiler
