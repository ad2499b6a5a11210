#include "checker/symbolic/loop_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/certify/replay.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Four permanents; each is a stone or an exiler. "When this enters, exile another permanent until this
// leaves."
struct Exilers {
    enum Card : Value { Stone, Exiler };
    enum Place : Value { Field, Exiled, Hand };

    explicit Exilers(Place back = Field, bool counts = false) {
        ModelBuilder m;
        m.frames = 3;
        m.registers = 2;
        m.pending = 2;
        m.pending_arguments = 1;
        const TypeId unit = m.enumeration("unit", {"a", "b", "c", "d"});
        const TypeId some_unit = m.optional(unit);
        card = m.variable("card", m.enumeration("card", {"Stone", "Exiler"}), Stone, {unit});
        at = m.variable("at", m.enumeration("place", {"field", "exiled", "hand"}), Hand, {unit});
        holds = m.variable("holds", some_unit, none_value, {unit});
        const VarId rounds = m.variable("rounds", m.counter());
        const PointId turn = m.point("turn");
        m.option(turn, "wait", m.c(1), m.label("wait", m.stop(turn)));
        const PointId entering = m.point("Exiler");
        m.at(entering).control = false;
        m.live(entering, 0, unit);
        const TriggerId enters = m.trigger("enters", entering, {unit});
        exiling = m.clause("Exiler");
        m.in(exiling);
        const TermId self = m.reg(0, unit);
        const TermId other = m.reg(1, unit);
        const TermId kept = m.bound(0, some_unit);
        const auto is = [&](VarId variable, TermId of, Value value) {
            return m.equal(m.cell(variable, {of}), m.c(value));
        };
        const CodeId comes_back =
            m.sequence({m.set(at, m.c(back), {kept}),
                        m.when(m.both(is(card, kept, Exiler), m.c(back == Field)), m.pend(enters, {kept}))});
        const TermId may_come = m.both(m.less(m.c(none_value), kept), is(at, kept, Exiled));
        m.option(
            entering, "exiles {other}",
            m.both(m.both(m.negation(m.equal(self, other)), is(at, other, Field)), is(at, self, Field)),
            m.label("exile", m.sequence({m.set(at, m.c(Exiled), {other}),
                                         m.let(0, m.cell(holds, {other}), m.when(may_come, comes_back)),
                                         m.set(holds, m.c(none_value), {other}), m.set(holds, other, {self}),
                                         counts ? m.increase(rounds, m.c(1)) : m.sequence({}), m.leave()})),
            {}, exiling);
        m.model().flow.points[entering.index].options[0].binders = {{1, unit, "other"}};
        m.at(entering).otherwise = m.label("nothing", m.leave());
        m.setup("any");
        model = m.build();
    }

    Value value(VarId variable, Value of, const State& state) const {
        return state[cell_of(model, variable, {of})];
    }

    Model model;
    VarId card, at, holds;
    ClauseId exiling;
};

const LoopQueryOptions up_to_six = [] {
    LoopQueryOptions options;
    options.length = 6;
    return options;
}();

LoopQueryReport ask(const Model& model) { return find_forced_loops(model, up_to_six); }

bool is_replayed(const Model& model, const AnyBoardLoop& loop) {
    return loop.play.loop_start == 0U && replay(Evaluator(model), {}, loop.play).trace.has_value();
}

TEST(LoopQuery, FindsThreeExilersOnSomeBoard) {
    const Exilers game;
    const LoopQueryReport report = ask(game.model);
    ASSERT_EQ(report.loops.size(), 1U);
    const AnyBoardLoop& loop = report.loops[0];
    EXPECT_EQ(loop.play.steps.size(), 6U);
    EXPECT_TRUE(is_replayed(game.model, loop));
    EXPECT_THAT(loop.clauses, testing::ElementsAre(game.exiling));
    Value exilers = 0, away = 0;
    for (Value unit = 0; unit < 4; ++unit) {
        exilers += game.value(game.card, unit, loop.play.initial) == Exilers::Exiler ? 1 : 0;
        away += game.value(game.at, unit, loop.play.initial) == Exilers::Hand ? 1 : 0;
    }
    EXPECT_EQ(exilers, 3);  // the fourth is left as it comes: a stone in the hand
    EXPECT_EQ(away, 1);
    EXPECT_EQ(report.decided, 6U);
    EXPECT_EQ(report.lengths[4].answer, LoopAnswer::None);
    EXPECT_EQ(report.lengths[5].answer, LoopAnswer::Found);
    EXPECT_TRUE(report.lengths[5].all_found);
}

TEST(LoopQuery, LooksAtOneOrderOfInterchangeableObjects) {
    Exilers game;
    const TypeId unit = game.model.variable(game.card).params[0];
    game.model.types[unit.index].interchangeable = true;
    const LoopQueryReport report = ask(game.model);
    ASSERT_EQ(report.loops.size(), 1U);
    EXPECT_TRUE(is_replayed(game.model, report.loops[0]));
    EXPECT_EQ(report.decided, 6U);
    for (Value i = 1; i < 4; ++i) {
        const State& board = report.loops[0].play.initial;
        const Value at_before = game.value(game.at, i - 1, board);
        EXPECT_LE(at_before, game.value(game.at, i, board));
    }
}

TEST(LoopQuery, ExcludesWhatComesBackToTheHand) {
    const Exilers game(Exilers::Hand);
    const LoopQueryReport report = ask(game.model);
    EXPECT_THAT(report.loops, testing::IsEmpty());
    EXPECT_EQ(report.decided, 6U);
}

TEST(LoopQuery, CountersMustReturnToo) {
    const Exilers game(Exilers::Field, true);
    const LoopQueryReport report = ask(game.model);
    EXPECT_THAT(report.loops, testing::IsEmpty());
    EXPECT_EQ(report.decided, 6U);
}

TEST(LoopQuery, WhatIsGivenHolds) {
    Exilers game;
    TermPool& terms = game.model.terms;
    std::vector<TermId> stones;  // of the units there are, at least two are stones
    for (Value unit = 0; unit < 4; ++unit) {
        const Type& card = game.model.type(game.model.variable(game.card).type);
        const TermId cell = terms.make_leaf(TermKind::Cell, game.card.index, {terms.constant(unit)}, card);
        stones.push_back(terms.equal(cell, terms.constant(Exilers::Stone)));
    }
    LoopQueryOptions options = up_to_six;
    options.given = {terms.make(TermKind::And, {stones[1], stones[3]})};
    EXPECT_THAT(find_forced_loops(game.model, options).loops, testing::IsEmpty());
    options.given = {terms.make(TermKind::And, {stones[3]})};
    EXPECT_THAT(find_forced_loops(game.model, options).loops, testing::SizeIs(1));
}

TEST(LoopQuery, SaysWhereTheBudgetEnds) {
    const Exilers game;
    LoopQueryOptions options = up_to_six;
    options.resources = 2000;
    const LoopQueryReport report = find_forced_loops(game.model, options);
    EXPECT_LT(report.decided, 6U);
    EXPECT_EQ(report.lengths.back().answer, LoopAnswer::Unknown);
    EXPECT_TRUE(report.lengths.back().reason);
}

// Items that put themselves back: `ping` by way of `pong`, `echo` directly, `burst` twice at once; and two
// state checks that undo each other. `doubt` is left to nobody.
struct Echoes : ModelBuilder {
    Echoes() {
        frames = 3;
        pending = 3;
        const VarId flag = variable("flag", boolean());
        const VarId on = variable("on", boolean());
        turn = point("turn");
        option(turn, "wait", c(1), label("wait", stop(turn)));
        const TriggerId ping = item("ping"), pong = item("pong"), echo = item("echo");
        resolve(ping, {pend(pong), leave()});
        resolve(pong, {pend(ping), leave()});
        resolve(echo, {pend(echo), leave()});
        in(clause("lit"));
        state_check(both(cell(on), cell(flag)), set(flag, c(0)), clause("lit"));
        in(clause("dark"));
        state_check(both(cell(on), negation(cell(flag))), set(flag, c(1)), clause("dark"));
        setup("any");
    }

    TriggerId item(const std::string& name) {
        const PointId entry = point(name);
        at(entry).control = false;
        return trigger(name, entry);
    }

    void resolve(TriggerId item, std::vector<CodeId> code) {
        const PointId entry = model().rules.triggers[item.index].entry;
        const ClauseId speaker = clause(at(entry).name);
        option(entry, "resolve", c(1), label(at(entry).name, sequence(std::move(code))), {}, speaker);
    }

    PointId turn;
};

std::vector<std::size_t> lengths_of(const LoopQueryReport& report) {
    std::vector<std::size_t> lengths;
    for (const AnyBoardLoop& loop : report.loops) lengths.push_back(loop.play.steps.size());
    return lengths;
}

TEST(LoopQuery, ListsEachSortOnce) {
    for (const Agenda agenda : {Agenda::Stack, Agenda::Queue, Agenda::Bag}) {
        Echoes game;
        game.model().policies.agenda = agenda;
        const Model model = game.build();
        const LoopQueryReport report = ask(model);
        EXPECT_THAT(lengths_of(report), testing::ElementsAre(2, 2, 4));  // the checks, echo, ping and pong
        for (const AnyBoardLoop& loop : report.loops) EXPECT_TRUE(is_replayed(model, loop));
        EXPECT_EQ(report.decided, 6U);
        EXPECT_THAT(report.refused, testing::IsEmpty());
    }
}

TEST(LoopQuery, StopsWhenThereAreEnough) {
    Echoes game;
    const Model model = game.build();
    LoopQueryOptions options = up_to_six;
    options.loops = 1;
    const LoopQueryReport report = find_forced_loops(model, options);
    EXPECT_EQ(report.loops.size(), 1U);
    EXPECT_EQ(report.decided, 1U);
}

TEST(LoopQuery, ACalledItemGoesRoundInOneTransition) {
    ModelBuilder m;
    m.frames = 3;
    const PointId turn = m.point("turn");
    m.option(turn, "wait", m.c(1), m.label("wait", m.stop(turn)));
    const PointId caller = m.point("caller");
    const PointId called = m.point("called");
    m.at(caller).control = m.at(called).control = false;
    const TriggerId asks = m.trigger("asks", called);
    m.option(caller, "ask", m.c(1), m.label("ask", m.call(asks, {}, caller)));
    m.option(called, "answer", m.c(1), m.label("answer", m.leave()));
    m.setup("any");
    const Model model = m.build();
    const LoopQueryReport report = ask(model);
    EXPECT_THAT(lengths_of(report), testing::ElementsAre(2));
    EXPECT_EQ(report.decided, 6U);
}

TEST(LoopQuery, WhatIsLeftToNobodyIsNotForced) {
    for (const bool forks : {false, true}) {
        ModelBuilder m;
        m.frames = 2;
        m.pending = 1;
        const PointId turn = m.point("turn");
        m.option(turn, "wait", m.c(1), m.label("wait", m.stop(turn)));
        const PointId entry = m.point("echo");
        m.at(entry).control = false;
        const TriggerId echo = m.trigger("echo", entry);
        const CodeId again = m.pend(echo);
        const CodeId perhaps = forks ? m.fork(m.incident("doubt"), {again, m.sequence({})}) : again;
        m.option(entry, "resolve", m.c(1), m.label("resolve", m.sequence({perhaps, m.leave()})));
        m.setup("any");
        const Model model = m.build();
        const LoopQueryReport report = ask(model);
        EXPECT_EQ(report.loops.empty(), forks);
        EXPECT_THAT(report.refused, testing::IsEmpty());
        EXPECT_EQ(report.decided, 6U);
    }
}

// What the encoding takes for a loop and the evaluator does not is refused: here the two get different
// models.

LoopQueryReport ask_of(const Model& encoded, const Model& evaluated) {
    return find_forced_loops(encoded, Evaluator(evaluated), up_to_six);
}

TEST(LoopQueryRefuses, ACounterThatMoves) {
    const LoopQueryReport report = ask_of(Exilers(Exilers::Field).model, Exilers(Exilers::Field, true).model);
    EXPECT_THAT(report.refused, testing::SizeIs(1));
    EXPECT_THAT(report.loops, testing::IsEmpty());
}

Model bursts(int each) {
    ModelBuilder m;
    m.frames = 3;
    m.pending = 3;
    const PointId turn = m.point("turn");
    m.option(turn, "wait", m.c(1), m.label("wait", m.stop(turn)));
    const PointId entry = m.point("burst");
    m.at(entry).control = false;
    const TriggerId burst = m.trigger("burst", entry);
    const CodeId another = each > 1 ? m.pend(burst) : m.sequence({});
    m.option(entry, "resolve", m.c(1), m.label("resolve", m.sequence({m.pend(burst), another, m.leave()})));
    m.setup("any");
    return m.build();
}

TEST(LoopQueryRefuses, AnAgendaThatGrows) {
    EXPECT_THAT(ask(bursts(2)).loops, testing::IsEmpty());
    const LoopQueryReport report = ask_of(bursts(1), bursts(2));
    EXPECT_THAT(report.refused, testing::SizeIs(1));
    EXPECT_THAT(report.loops, testing::IsEmpty());
}

// The trigger comes again, by itself or as somebody wants.
Model echoes(bool forced) {
    ModelBuilder m;
    m.frames = 2;
    m.pending = 1;
    const PointId turn = m.point("turn");
    m.option(turn, "wait", m.c(1), m.label("wait", m.stop(turn)));
    const PointId entry = m.point("echo");
    m.at(entry).control = false;
    const TriggerId echo = m.trigger("echo", entry);
    m.option(entry, "again", m.c(1), m.label("again", m.sequence({m.pend(echo), m.leave()})));
    m.option(entry, "enough", m.c(forced ? 0 : 1), m.label("enough", m.leave()));
    m.setup("any");
    return m.build();
}

TEST(LoopQueryRefuses, AChoice) {
    const LoopQueryReport sound = ask(echoes(false));
    EXPECT_THAT(sound.loops, testing::IsEmpty());
    EXPECT_EQ(sound.decided, 6U);
    const LoopQueryReport report = ask_of(echoes(true), echoes(false));
    EXPECT_THAT(report.refused, testing::ElementsAre(testing::HasSubstr("something else")));
    EXPECT_THAT(report.loops, testing::IsEmpty());
}

TEST(LoopQueryRefuses, APlayThatDoesNotReturn) {
    const Model model = bursts(2);
    const Evaluator evaluator(model);
    Trace play;
    play.initial = tests::initial_state(model);
    play.initial[model.layout.slot(0)] = 1;
    play.steps.push_back(evaluator.expand(play.initial).successors.at(0));
    EXPECT_EQ(objection_to_loop(evaluator, play), "the state does not return");
    play.initial = tests::initial_state(model);
    play.steps = {evaluator.expand(play.initial).successors.at(0)};
    EXPECT_EQ(objection_to_loop(evaluator, play), "the turn has a say");
}

}  // namespace
}  // namespace errata::checker
