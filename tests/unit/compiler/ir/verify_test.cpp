// A model made well has no problems; each mistake is named.
#include "compiler/ir/verify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Verify, ToyGamesAreModels) {
    EXPECT_THAT(verify(HeapGame().model), IsEmpty());
    EXPECT_THAT(verify(ring_walk(5, true)), IsEmpty());
    EXPECT_THAT(verify(trigger_game()), IsEmpty());
}

// One mistake at a time in an otherwise sound model.
struct VerifyMistake : testing::Test {
    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId x = m.variable("x", digit);
    PointId turn = m.point("turn");
    EndingId win = m.ending("win");

    VerifyMistake() { m.registers = 1; }
    void act(CodeId code) { m.option(turn, "act", m.c(1), m.label("act", code)); }
    void expect(const std::string& text) { EXPECT_THAT(verify(m.build()), Contains(HasSubstr(text))); }
    CodeId set_x() { return m.set(x, m.c(1)); }
};

TEST_F(VerifyMistake, None) {
    act(m.sequence({set_x(), m.when(m.c(1), m.stop(turn), m.finish(win))}));
    EXPECT_THAT(verify(m.build()), IsEmpty());
}

TEST_F(VerifyMistake, FallsThrough) {
    act(m.sequence({set_x(), m.when(m.c(1), m.stop(turn))}));
    expect("label act: falls through its end");
}

TEST_F(VerifyMistake, EndsTooEarly) {
    act(m.sequence({m.when(m.c(1), m.finish(win)), m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, EndsInsideForEach) {
    act(m.sequence({m.for_each(0, digit, m.c(1), m.finish(win)), m.stop(turn)}));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, EndsInsideSimultaneously) {
    act(m.simultaneously(m.stop(turn)));
    expect("ends where more follows");
}

TEST_F(VerifyMistake, GotoCycle) {
    const LabelId one = m.label("one", m.stop(turn));
    const LabelId two = m.label("two", m.go_to(one));
    m.model().labels[one.index].code = m.sequence({set_x(), m.go_to(two)});
    expect("comes back without a stop");
}

TEST_F(VerifyMistake, TheTurnReturns) {
    act(m.leave());
    expect("the turn returns");
}

TEST_F(VerifyMistake, TheTurnStopsAtAnItem) {
    const PointId item = m.point("item");
    m.at(item).control = false;
    act(m.stop(item));
    expect("the turn stops at item of an agenda item");
}

TEST_F(VerifyMistake, AStateCheckStops) {
    m.state_check(m.c(1), m.stop(turn));
    expect("a state check stops or goes elsewhere");
}

TEST_F(VerifyMistake, AStateCheckReadsARegister) {
    m.state_check(m.c(1), m.set(x, m.reg(0, digit)));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyMistake, AGuardReadsADeadRegister) {
    m.option(turn, "act", m.less(m.reg(0, digit), m.c(3)), m.label("act", m.stop(turn)));
    expect("register 0 holds nothing here");
}

TEST_F(VerifyMistake, AGuardIsNoTruthValue) {
    m.option(turn, "act", m.cell(x), m.label("act", m.stop(turn)));
    expect("not a truth value");
}

TEST_F(VerifyMistake, AConditionInsideATermIsNoTruthValue) {
    m.option(turn, "act", m.negation(m.cell(x)), m.label("act", m.stop(turn)));
    expect("child 0 is not a truth value");
}

TEST_F(VerifyMistake, ABinderOutOfScope) {
    act(m.sequence({m.set(x, m.bound(0, digit)), m.stop(turn)}));
    expect("binder 0 is not in scope");
}

TEST_F(VerifyMistake, ALevelTakenTwice) {
    act(m.sequence({m.for_each(0, digit, m.c(1), m.let(0, m.c(1), set_x())), m.stop(turn)}));
    expect("level 0 is taken");
}

TEST_F(VerifyMistake, AQuantifierInsideWithoutAHigherLevel) {
    const TermId inner = m.quantifier(TermKind::Exists, 0, digit, {m.less(m.bound(0, digit), m.c(3))});
    m.state_check(m.quantifier(TermKind::Exists, 0, digit, {inner}), set_x());
    expect("does not have a higher level");
}

TEST_F(VerifyMistake, ABinderWithTooNarrowAnInterval) {
    const TermId narrow = m.less(m.bound(0, m.range(0, 3)), m.c(3));
    m.state_check(m.quantifier(TermKind::Exists, 0, digit, {narrow}), set_x());
    expect("leaves out values of the domain");
}

TEST_F(VerifyMistake, WrongNumberOfArguments) {
    act(m.sequence({m.set(x, m.c(1), {m.c(2)}), m.stop(turn)}));
    expect("a write to x has the wrong number of arguments");
}

TEST_F(VerifyMistake, AForkWithoutIncident) {
    act(m.sequence({m.fork({}, {set_x()}), m.stop(turn)}));
    expect("a node names no incident");
}

TEST_F(VerifyMistake, ATriggerThatDoesNotFit) {
    const PointId item = m.point("item");
    m.at(item).control = false;
    m.live(item, 0, digit);
    m.trigger("t", item, {digit});
    expect("trigger t does not fit");
}

TEST_F(VerifyMistake, StatementsThatDependOnThemselves) {
    const OpenId p = m.open_predicate("p", {});
    const OpenId q = m.open_predicate("q", {});
    m.statement(p, true, m.holds(q));
    m.statement(q, false, m.holds(p));
    expect("statements about p depend on itself");
}

TEST_F(VerifyMistake, ASetupOutsideTheTypes) {
    m.model().setups[m.setup("bad")].values[0] = 12;
    expect("cell 0 of x is outside its type");
}

TEST_F(VerifyMistake, CellsOutOfPlace) {
    Model model = m.build();
    model.variables[0].base = 1;
    EXPECT_THAT(verify(model), Contains(HasSubstr("does not follow")));
}

TEST_F(VerifyMistake, AMissingPoint) {
    act(m.stop(PointId(7)));
    expect("a node names no point");
}

}  // namespace
}  // namespace errata::tests
