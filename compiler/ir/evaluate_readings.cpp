// Which readings are asked. Every term that looks at a reading's variable asks it, but for one case: in a
// conjunction such as
//     Who pays = strict and s.afloat and not s.paid
// (what belongs to an alternative begins with such a test) the reading is asked only where the rest does not
// make it false anyway, whichever alternative is in force, and without any trace: no incident, nothing
// decided, nothing that is undefined. The rest itself may ask readings, and then it is false for the
// alternatives of these that are in force. Where nobody wants to know what is asked a conjunction is
// evaluated as it stands, from left to right.
#include <utility>

#include "compiler/ir/term_values.h"

namespace errata::compiler {

namespace {

// The reading of which the term says no more than whether an alternative is in force (of two, the cell itself
// says it).
ReadingId reading_tested(const Model& model, TermId id) {
    const Term* test = &model.terms[id];
    while (test->kind == TermKind::Not || test->kind == TermKind::Equal) {
        if (test->kind == TermKind::Equal && !model.terms.is_constant(test->children[1])) return {};
        test = &model.terms[test->children[0]];
    }
    if (test->kind != TermKind::Cell || !test->children.empty()) return {};
    return model.variables[static_cast<std::size_t>(test->payload)].reading;
}

bool has_grown(const Journal& journal, const Journal& before) {
    return journal.outcomes.size() != before.outcomes.size() ||
           journal.incidents.size() != before.incidents.size() || journal.used.size() != before.used.size() ||
           journal.open_values.size() != before.open_values.size() ||
           journal.taken.size() != before.taken.size();
}

// Leaves everything as it was.
bool is_false_anyway(TermEvaluator& t, const Term& term, std::size_t from) {
    if (t.unknowns != nullptr) return false;  // to ask an unknown is a step of the solver
    Journal journal = t.journal;
    Decisions* const decisions = std::exchange(t.decisions, nullptr);
    const ClauseId clause = t.clause;
    const BinderRange here = t.binders.range();
    const bool is_false = conjunction(t, term, from) == 0 && !t.failed() && !has_grown(t.journal, journal);
    t.failure = Failure::None;
    t.binders.leave(here);
    t.clause = clause;
    t.decisions = decisions;
    t.journal = std::move(journal);
    return is_false;
}

}  // namespace

Value conjunction(TermEvaluator& t, const Term& term, std::size_t from) {
    for (std::size_t i = from; i < term.children.size(); ++i) {
        if (t.asked != nullptr && !t.failed()) {
            const ReadingId reading = reading_tested(t.model, term.children[i]);
            const bool is_new = reading.is_valid() && !(*t.asked)[reading.index];
            if (is_new && is_false_anyway(t, term, i + 1)) return 0;
        }
        if (value_of(t, term.children[i]) == 0) return 0;
    }
    return 1;
}

}  // namespace errata::compiler
