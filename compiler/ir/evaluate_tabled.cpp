#include "compiler/ir/evaluate_tabled.h"

#include <utility>

#include "compiler/ir/term_tables.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

// Of the known answers, those that are worked out all the same: our own bug if it comes to another.
constexpr std::size_t worked_out_every = 1'021;

Value value_read(const TermEvaluator& t, std::uint32_t read) {
    if (read >= CellTrace::first_binder) return t.binders[read - CellTrace::first_binder];
    if (read >= CellTrace::first_register) return t.registers[read - CellTrace::first_register];
    return t.cells[read];
}

// Notes that this was read in the trace under way.
void pass_on(TermEvaluator& t, std::uint32_t read) {
    if (read >= CellTrace::first_binder)
        t.trace->read_binder(t.binders.range().base, read - CellTrace::first_binder);
    else
        t.trace->read(read);
}

}  // namespace

void take_over(TermEvaluator& t, const TracedValue& part) {
    for (const ClauseId clause : part.used) t.journal.use(clause);
    if (t.trace == nullptr) return;
    t.trace->all |= part.trace.all;
    for (const std::uint32_t read : part.trace.cells) pass_on(t, read);
}

Value tabled(TermEvaluator& t, TermId id, const CompiledTerm& term) {
    TermTables& tables = *t.tables;
    if (t.failed()) return 0;
    if (!tables.is_of_use(term.table)) return carried_out(t, id, term);
    const TermTables::Answer* const known = tables.find(term.table, [&](std::uint32_t read) {
        if (t.trace != nullptr) pass_on(t, read);
        return value_read(t, read);
    });
    const auto worked_out = [&] { return traced(t, [&] { return carried_out(t, id, term); }); };
    if (known != nullptr) {
        for (const ClauseId clause : known->used) t.journal.use(clause);
        if (tables.known() % worked_out_every != 0) return known->value;
        const TermTables::Answer answer = *known;  // what is kept meanwhile may make it forgotten
        const TracedValue again = worked_out();
        ERRATA_CHECK(again.value == answer.value && again.used == answer.used);
        return answer.value;
    }
    const TracedValue made = worked_out();
    take_over(t, made);
    if (!made.trace.all)
        tables.keep(term.table, made.trace.cells, [&](std::uint32_t read) { return value_read(t, read); },
                    {made.value, made.used});
    return made.value;
}

}  // namespace errata::compiler
