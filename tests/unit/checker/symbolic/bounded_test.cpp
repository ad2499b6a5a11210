#include "checker/symbolic/bounded.h"
#include "checker/fact_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/certify/replay.h"
#include "checker/claims/induction.h"
#include "checker/symbolic/well_formed.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::checker {
namespace {

using compiler::Evaluator;
using compiler::Model;
using compiler::TermKind;
using compiler::Value;
using tests::ModelBuilder;

bool replays(const Model& model, std::size_t setup, const SymbolicPlay& play,
             std::optional<compiler::IncidentId> last = {}) {
    Evaluator evaluator(model);
    return replay(evaluator, {&model.setups[setup], setup}, play.states, last).trace.has_value();
}

Target target_of(const std::string& id, TargetKind kind) {
    Target target;
    target.id = id;
    target.kind = kind;
    return target;
}

Target incident_target(compiler::IncidentId incident) {
    Target target = target_of("incident", TargetKind::Incident);
    target.incident = incident;
    return target;
}

Target condition_target(compiler::TermId condition) {
    Target target = target_of("condition", TargetKind::Condition);
    target.condition = condition;
    return target;
}

Target ending_target() {
    Target target = target_of("ending", TargetKind::Ending);
    target.ending = compiler::EndingId(0);
    return target;
}

TEST(BoundedSearch, FindsTheShortestPlayToAnEnding) {
    tests::HeapGame game(4);
    Target target = ending_target();
    SearchReport report = BoundedSearch(game.model, game.model.setups[0], {}).run({target});
    ASSERT_EQ(report.results[0].status, SearchStatus::Found);
    EXPECT_EQ(report.results[0].depth, 5U);  // four times two, then the state check
    EXPECT_EQ(report.results[0].play->states.size(), 6U);
    EXPECT_TRUE(replays(game.model, 0, *report.results[0].play));
}

TEST(BoundedSearch, FormulasCountTowardTheBudget) {
    tests::HeapGame game(4);
    SearchOptions options;
    const SearchReport whole =
        BoundedSearch(game.model, game.model.setups[0], options).run({ending_target()});
    options.formula_units = static_cast<unsigned>(whole.formulas / 2);
    SearchReport report = BoundedSearch(game.model, game.model.setups[0], options).run({ending_target()});
    EXPECT_EQ(report.results[0].status, SearchStatus::Unknown);
    EXPECT_EQ(report.results[0].reason, Fact{FactKind::UnitsSpentOnFormulas});
    EXPECT_LT(report.results[0].depth, 5U);
    EXPECT_LT(report.formulas, whole.formulas);
}

TEST(WellFormed, FormulasCountTowardTheBudget) {
    tests::HeapGame game(4);
    const compiler::TermId never = game.model.terms.truth(false);
    const WellFormedAnswer answer = well_formed_query(game.model, never, {}, {.resources = 1});
    EXPECT_EQ(answer.answer, Answer::Unknown);
}

// Well-formed, but the heaps only get smaller and Ann begins.
compiler::TermId full_with_bob_to_move(tests::HeapGame& game) {
    compiler::TermPool& terms = game.model.terms;
    auto cell = [&](compiler::VarId var, std::vector<compiler::TermId> arguments) {
        return terms.make_leaf(TermKind::Cell, var.index, std::move(arguments),
                               game.model.type(game.model.variable(var).type));
    };
    Value size = game.model.type(game.model.variable(game.heap).type).hi;
    return terms.land({terms.equal(cell(game.heap, {terms.constant(0)}), terms.constant(size)),
                       terms.equal(cell(game.heap, {terms.constant(1)}), terms.constant(size)),
                       terms.equal(cell(game.to_move, {}), terms.constant(1))});
}

TEST(BoundedSearch, RulesOutWhatIsInNoWellFormedState) {
    tests::HeapGame game(4);
    SearchReport report = BoundedSearch(game.model, game.model.setups[0], {})
                              .run({condition_target(game.model.terms.constant(0)),
                                    target_of("deadlock", TargetKind::Deadlock), ending_target()});
    EXPECT_EQ(report.results[0].status, SearchStatus::Impossible);
    EXPECT_EQ(report.results[1].status, SearchStatus::Impossible);  // an empty table ends the game first
    EXPECT_EQ(report.results[2].status, SearchStatus::Found);
}

TEST(BoundedSearch, KnowsWhenNoPlayGoesOn) {
    tests::HeapGame game(2);
    Target target = condition_target(full_with_bob_to_move(game));
    SearchReport report = BoundedSearch(game.model, game.model.setups[0], {}).run({target});
    EXPECT_EQ(report.results[0].status, SearchStatus::Exhausted);
    EXPECT_EQ(report.results[0].depth, 5U + 1U);  // four times one, and the state check
    SearchOptions short_search;
    short_search.depth = 3;
    report = BoundedSearch(game.model, game.model.setups[0], short_search).run({target});
    EXPECT_EQ(report.results[0].status, SearchStatus::Clear);
    EXPECT_EQ(report.results[0].depth, 3U);
}

TEST(BoundedSearch, ChoosesOpenCellsAndMinimises) {
    ModelBuilder m;
    compiler::TypeId card = m.range(0, 3);
    compiler::TypeId slot = m.range(0, 2);
    compiler::VarId hand = m.variable("hand", card, 0, {slot});
    compiler::PointId point = m.point("point");
    compiler::IncidentId incident = m.incident("clash");
    compiler::TermId has_three =
        m.quantifier(TermKind::Exists, 0, slot, {m.equal(m.cell(hand, {m.bound(0, slot)}), m.c(3))});
    m.option(point, "play", has_three, m.label("play", m.sequence({m.report(incident), m.stop(point)})));
    m.setup("any hand");
    m.model().setups[0].open = {0, 1, 2};
    Target target = incident_target(incident);
    for (Value i = 0; i < 3; ++i)
        target.minimise.push_back(m.negation(m.equal(m.cell(hand, {m.c(i)}), m.c(0))));
    Model model = m.build();
    SearchReport report = BoundedSearch(model, model.setups[0], {}).run({target});
    ASSERT_EQ(report.results[0].status, SearchStatus::Found);
    EXPECT_EQ(report.results[0].depth, 1U);
    const SymbolicPlay& play = *report.results[0].play;
    int cards = 0;
    for (std::size_t i = 0; i < 3; ++i) cards += play.states[0][i] != 0 ? 1 : 0;
    EXPECT_EQ(cards, 1);
    EXPECT_TRUE(replays(model, 0, play, incident));
}

TEST(BoundedSearch, AnErrorEndsThePlay) {
    ModelBuilder m;
    compiler::VarId x = m.variable("x", m.range(0, 3));
    compiler::PointId point = m.point("point");
    m.option(point, "up", m.c(1), m.label("up", m.sequence({m.increase(x, m.c(1)), m.stop(point)})));
    m.setup("start");
    Model model = m.build();
    SearchReport report =
        BoundedSearch(model, model.setups[0], {}).run({incident_target(model.incidents.overflow)});
    ASSERT_EQ(report.results[0].status, SearchStatus::Found);
    EXPECT_EQ(report.results[0].depth, 4U);
    EXPECT_TRUE(report.results[0].play->is_broken_off);
    EXPECT_EQ(report.results[0].play->states.size(), 4U);
    EXPECT_TRUE(replays(model, 0, *report.results[0].play, model.incidents.overflow));
}

TEST(BoundedSearch, FindsDeadlocksAndTheIncidentOfThePoint) {
    ModelBuilder m;
    compiler::VarId x = m.variable("x", m.range(0, 9));
    compiler::PointId point = m.point("point");
    m.option(point, "up", m.less(m.cell(x), m.c(2)),
             m.label("up", m.sequence({m.increase(x, m.c(1)), m.stop(point)})));
    m.setup("start");
    Model model = m.build();
    SearchReport report = BoundedSearch(model, model.setups[0], {})
                              .run({target_of("deadlock", TargetKind::Deadlock),
                                    incident_target(model.flow.points[0].no_option)});
    for (const SearchResult& result : report.results) {
        ASSERT_EQ(result.status, SearchStatus::Found);
        EXPECT_EQ(result.depth, 2U);
    }
    EXPECT_TRUE(replays(model, 0, *report.results[1].play, model.flow.points[0].no_option));
}

TEST(BoundedSearch, BringsStatesInWhichTwoTriggersWaitUntilOneIsAccepted) {
    Model model = tests::trigger_game();
    std::size_t looked = 0;
    Target target = target_of("order", TargetKind::Pending);
    target.trigger = compiler::TriggerId(0);
    target.other = compiler::TriggerId(1);
    target.accept = [&](const SymbolicPlay&) { return ++looked == 2; };
    SearchReport report = BoundedSearch(model, model.setups[0], {}).run({target});
    ASSERT_EQ(report.results[0].status, SearchStatus::Found);
    EXPECT_EQ(looked, 2U);
    EXPECT_TRUE(replays(model, 0, *report.results[0].play));
}

TEST(BoundedSearch, SaysWhenABudgetEnds) {
    tests::HeapGame game(4);
    SearchOptions options;
    options.resources = 1;
    Target target = ending_target();
    SearchReport report = BoundedSearch(game.model, game.model.setups[1], options).run({target});
    EXPECT_EQ(report.results[0].status, SearchStatus::Unknown);
    EXPECT_TRUE(report.results[0].reason);
}

TEST(BoundedSearch, NotesWhatABoundCutsOff) {
    ModelBuilder m;
    compiler::VarId x = m.variable("x", m.boolean());
    compiler::PointId point = m.point("point");
    m.option(point, "set", m.c(1), m.label("set", m.sequence({m.set(x, m.c(1)), m.stop(point)})));
    m.option(point, "leave", m.cell(x), m.label("leave", m.cut()));
    Target never = condition_target(m.cell(m.variable("never set", m.boolean())));
    m.setup("start");
    Model model = m.build();
    SearchOptions options;
    options.depth = 4;
    EXPECT_EQ(BoundedSearch(model, model.setups[0], options).run({never}).cut_at, 2U);
}

TEST(WellFormed, AsksAboutAnyWellFormedState) {
    ModelBuilder m;
    compiler::VarId x = m.variable("x", m.range(0, 5));
    compiler::VarId y = m.variable("y", m.range(3, 9));
    m.point("point");
    compiler::TermId sum = m.add(m.cell(x), m.cell(y));
    compiler::TermId fourteen = m.equal(sum, m.c(14));
    compiler::TermId fifteen = m.equal(sum, m.c(15));
    compiler::TermId small = m.less(m.cell(x), m.c(5));
    Model model = m.build();
    WellFormedAnswer answer = well_formed_query(model, fourteen);
    ASSERT_EQ(answer.answer, Answer::Sat);
    EXPECT_TRUE(Evaluator(model).is_well_formed(*answer.state));
    EXPECT_EQ(Evaluator(model).value(fourteen, *answer.state), 1);
    EXPECT_EQ(well_formed_query(model, fifteen).answer, Answer::Unsat);
    EXPECT_EQ(well_formed_query(model, fourteen, {small}).answer, Answer::Unsat);
}

// A symbolic state holds counters up to a bound; that none beyond it is found shows nothing.
TEST(WellFormed, CountersHaveNoEnd) {
    ModelBuilder m;
    const compiler::VarId n = m.variable("n", m.counter());
    const compiler::VarId x = m.variable("x", m.range(0, 5));
    m.point("point");
    const compiler::TermId large = m.less(m.c(50'000), m.cell(n));
    const compiler::TermId impossible = m.less(m.c(5), m.cell(x));
    const Model model = m.build();
    EXPECT_EQ(well_formed_query(model, large).answer, Answer::Unknown);
    EXPECT_EQ(well_formed_query(model, impossible).answer, Answer::Unsat);
}

// Nor does it that no step within the bound makes something true.
TEST(Induction, CountersHaveNoEnd) {
    ModelBuilder m;
    const compiler::VarId n = m.variable("n", m.counter());
    const compiler::VarId x = m.variable("x", m.range(0, 5));
    const compiler::PointId point = m.point("point");
    const compiler::TermId large = m.less(m.c(50'000), m.cell(n));
    m.option(point, "go", large, m.label("go", m.sequence({m.set(x, m.c(1)), m.stop(point)})));
    const compiler::TermId is_one = m.equal(m.cell(x), m.c(1));
    m.setup("start");
    const Model model = m.build();
    EXPECT_EQ(true_at_first(model, model.setups[0], is_one, {}), Answer::Unsat);
    EXPECT_EQ(made_true_by_a_step(model, is_one, {}), Answer::Unknown);
}

Target breach_target(compiler::TermId condition, bool wanted) {
    Target target = target_of("breach", TargetKind::Breach);
    target.condition = condition;
    target.wanted = wanted;
    return target;
}

// What has no value is neither as it must be nor as it must not be.
TEST(BoundedSearch, AClaimWithoutAValueIsBroken) {
    ModelBuilder m;
    const compiler::VarId x = m.variable("x", m.range(0, 3));
    const compiler::TableId odd = m.table("odd", m.boolean(), {m.boolean()}, {0, 1});
    const compiler::PointId point = m.point("point");
    m.option(point, "go", m.c(1), m.label("go", m.sequence({m.set(x, m.c(2)), m.stop(point)})));
    const compiler::TermId is_odd = m.look_up(odd, {m.cell(x)});
    const compiler::TermId never = m.less(m.cell(x), m.c(0));
    m.setup("start");
    const Model model = m.build();
    const SearchReport report =
        BoundedSearch(model, model.setups[0], {})
            .run({breach_target(is_odd, false), breach_target(is_odd, true), breach_target(never, false)});
    ASSERT_EQ(report.results[0].status, SearchStatus::Found);
    EXPECT_EQ(report.results[0].depth, 1U);
    ASSERT_EQ(report.results[1].status, SearchStatus::Found);
    EXPECT_EQ(report.results[1].depth, 0U);
    EXPECT_NE(report.results[2].status, SearchStatus::Found);
}

}  // namespace
}  // namespace errata::checker
