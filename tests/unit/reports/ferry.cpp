#include "tests/unit/reports/ferry.h"

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/check.h"
#include "reports/explain/names.h"
#include "tests/support/codes.h"

namespace errata::tests {

using namespace errata::compiler;

Ferry ferry(bool tidal) {
    Ferry game;
    const std::uint32_t file =
        game.sources.add("games/ferry.rules", "rowing: [FER-1]\n  rows a boat\nnight: turn the tide\n");

    ModelBuilder m;
    const TypeId player = m.enumeration("player", {"Ann", "Bob"});
    const TypeId boat = m.enumeration("boat", {"A", "B"});
    const TypeId square = m.enumeration("square", {"a1", "b1", "a2", "b2"});
    m.model().types[square.index].columns = 2;
    const TypeId ground = m.enumeration("ground", {"Land", "Bog"});
    game.at = m.variable("boat.at", square, 0, {boat});
    game.ground = m.variable("square.ground", ground, 0, {square});
    game.tide = m.variable("tide", m.boolean());
    m.variable("flags", m.set_of(boat), 2);
    const VarId nights = m.variable("nights", m.range(0, 9));
    for (const VarId field : {game.at, game.ground}) m.model().variables[field.index].is_field = true;
    m.model().player_type = player;

    game.rowing = m.clause("Rowing");
    game.night = m.clause("Night");
    m.model().clauses[0].span = {file, 0, 7};
    m.model().clauses[0].text = "rows\n    a boat";
    m.model().clauses[0].rows = {"FER-1"};
    m.model().clauses[1].span = {file, 30, 35};
    m.model().clauses[1].text = "turn the tide";

    const PointId day = m.point("day");
    const PointId night = m.point("night");
    m.at(day).owner = OwnerKind::Player;
    m.at(day).player = m.c(0);
    m.registers = 2;
    m.in(game.rowing);
    const TermId moved = m.negation(m.equal(m.cell(game.at, {m.reg(0, boat)}), m.reg(1, square)));
    m.option(day, "rows {b0} to {b1}", moved,
             m.label("row", m.sequence({m.set(game.at, m.reg(1, square), {m.reg(0, boat)}), m.stop(night)})),
             {boat, square}, game.rowing);
    m.option(day, "waits", m.c(1), m.label("wait", m.stop(night)));
    m.option(day, "wrecks", m.c(1), m.label("wreck", m.finish(m.ending("wrecked"))));
    m.option(day, "counts", m.c(1),
             m.label("count", m.sequence({m.increase(nights, m.c(1)), m.stop(night)})));
    m.in(game.night);
    const CodeId turn = m.set(game.tide, tidal ? m.negation(m.cell(game.tide)) : m.cell(game.tide));
    m.option(night, "", m.c(1), m.label("dusk", m.sequence({turn, m.stop(day)})));

    m.setup("any tide");
    m.model().setups[0].open = {m.model().variable(game.tide).base};
    m.model().printed_items.push_back({"Oar", "tool", 0, {}, {}, {game.rowing}, {}});
    game.model = m.build();
    return game;
}

checker::Trace play(const Model& model, const std::vector<std::string>& moves) {
    const Evaluator evaluator(model);
    checker::Trace trace;
    trace.initial = evaluator.initial(model.setups[0], {1});
    State state = trace.initial;
    for (const std::string& name : moves) {
        const Expansion expansion = evaluator.expand(state);
        bool found = false;
        for (const Successor& successor : expansion.successors) {
            if (found || reports::move_name(model, state, successor.move).text() != name) continue;
            trace.steps.push_back(successor);
            found = true;
        }
        ERRATA_CHECK(found);
        if (trace.steps.back().next) state = *trace.steps.back().next;
    }
    return trace;
}

checker::Finding finding_with(const Ferry& game, const std::vector<std::string>& moves) {
    checker::Finding finding;
    finding.code = checker::FindingCode::ContradictionMustCannot;
    finding.facts = {{checker::FactKind::WaysAgree}};
    finding.clauses = {game.rowing, game.night};
    finding.witness = play(game.model, moves);
    finding.fingerprint = "0123abcd";
    return finding;
}

}  // namespace errata::tests
