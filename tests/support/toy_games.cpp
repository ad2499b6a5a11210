#include "tests/support/toy_games.h"

#include "compiler/ir/term_kinds.h"

namespace errata::tests {

using namespace errata::compiler;

HeapGame::HeapGame(Value size) {
    ModelBuilder m;
    const TypeId heaps = m.enumeration("heap", {"left", "right"});
    const TypeId player = m.enumeration("player", {"Ann", "Bob"});
    const TypeId amount = m.range(1, 2);
    heap = m.variable("heap.size", m.range(0, size), size, {heaps});
    to_move = m.variable("to_move", player);
    m.registers = 2;
    const PointId turn = m.point("turn");
    m.at(turn).owner = OwnerKind::Player;
    m.at(turn).player = m.cell(to_move);
    const ClauseId taking = m.clause("taking");
    const TermId chosen = m.reg(0, heaps);
    const TermId taken = m.reg(1, amount);
    m.in(taking);
    const LabelId take = m.label(
        "take",
        m.sequence({m.increase(heap, m.make(TermKind::Subtract, {m.c(0), taken}), {chosen}),
                    m.set(to_move, m.make(TermKind::Subtract, {m.c(1), m.cell(to_move)})), m.stop(turn)}));
    m.option(turn, "takes {b1} from {b0}", m.make(TermKind::LessEqual, {taken, m.cell(heap, {chosen})}), take,
             {heaps, amount}, taking);
    const ClauseId end = m.clause("end");
    m.in(end);
    const EndingId empty = m.ending("empty");
    const TermId each = m.bound(0, heaps);
    m.state_check(m.quantifier(TermKind::Forall, 0, heaps, {m.equal(m.cell(heap, {each}), m.c(0))}),
                  m.finish(empty), end);
    m.setup("full");
    Setup& odd = m.model().setups[m.setup("odd")];
    odd.open = {0, 1};
    TermId is_odd = m.c(0);
    const TermId sum = m.add(m.cell(heap, {m.c(0)}), m.cell(heap, {m.c(1)}));
    for (Value n = 1; n <= 2 * size; n += 2) is_odd = m.make(TermKind::Or, {is_odd, m.equal(sum, m.c(n))});
    odd.requirements = {{is_odd, end}};
    model = m.build();
}

Model ring_walk(Value size, bool back) {
    ModelBuilder m;
    const VarId place = m.variable("place", m.range(0, size - 1));
    const PointId turn = m.point("turn");
    const auto step_to = [&](const std::string& name, Value edge, Value other_side, Value distance) {
        const TermId at_edge = m.equal(m.cell(place), m.c(edge));
        const CodeId step = m.when(at_edge, m.set(place, m.c(other_side)), m.increase(place, m.c(distance)));
        m.option(turn, name, m.c(1), m.label(name, m.sequence({step, m.stop(turn)})));
    };
    step_to("on", size - 1, 0, 1);
    if (back) step_to("back", 0, size - 1, -1);
    m.setup("start");
    return m.build();
}

Model trigger_game() {
    ModelBuilder m;
    m.frames = 3;
    m.pending = 2;
    const VarId x = m.variable("x", m.range(0, 7), 1);
    const PointId turn = m.point("turn");
    const auto item = [&](const std::string& name, TermId value) {
        const ClauseId clause = m.clause(name);
        m.in(clause);
        const PointId entry = m.point(name);
        m.at(entry).control = false;
        m.at(entry).stage = Stage::Resolution;
        m.option(entry, "resolve", m.c(1), m.label(name, m.sequence({m.set(x, value), m.leave()})), {},
                 clause);
        const TriggerId trigger = m.trigger(name, entry);
        m.model().rules.triggers[trigger.index].clause = clause;
        return trigger;
    };
    const TriggerId more = item("one more", m.add(m.cell(x), m.c(1)));
    const TriggerId twice = item("twice", m.add(m.cell(x), m.cell(x)));
    const ClauseId hit = m.clause("hit");
    m.in(hit);
    m.option(turn, "hit", m.c(1), m.label("hit", m.sequence({m.pend(more), m.pend(twice), m.stop(turn)})), {},
             hit);
    m.setup("start");
    return m.build();
}

}  // namespace errata::tests
