// Which readings are asked: those without which an expansion or a term might come out otherwise.
#include <gtest/gtest.h>

#include <set>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

struct AskedReadings : testing::Test {
    AskedReadings() {
        for (const VarId reading : {who, when}) m.reading(reading);
        m.point("turn");
        m.setup("start");
    }

    TermId is(VarId var, Value value) { return m.equal(m.cell(var), m.c(value)); }
    TermId all(std::vector<TermId> conjuncts) { return m.make(TermKind::And, std::move(conjuncts)); }

    // With these alternatives in force.
    std::set<std::string> asked_by(TermId term, Value who_value = 0, Value when_value = 0) {
        const Model model = m.build();
        State state = initial_state(model);
        state[model.variable(who).base] = who_value;
        state[model.variable(when).base] = when_value;
        ReadingSet asked;
        const auto watched = Evaluator(model).watched(asked).value(term, state);
        EXPECT_EQ(watched, Evaluator(model).value(term, state)) << "watching changes nothing";
        std::set<std::string> result;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (asked[i]) result.insert(model.variable(model.readings.all[i].variable).name);
        }
        return result;
    }
    using Names = std::set<std::string>;

    ModelBuilder m;
    VarId who = m.variable("who", m.range(0, 2));
    VarId when = m.variable("when", m.range(0, 1));
    VarId x = m.variable("x", m.range(0, 3));
    TableId row = m.table("row", m.boolean(), {m.range(0, 0)}, {1});
    TermId undefined() { return m.look_up(row, {m.add(m.cell(x), m.c(1))}); }
};

TEST_F(AskedReadings, AreThoseLookedAt) {
    EXPECT_EQ(asked_by(is(x, 1)), Names{});
    EXPECT_EQ(asked_by(is(who, 1)), Names{"who"});
    EXPECT_EQ(asked_by(m.negation(m.less(m.cell(who), m.cell(when)))), (Names{"who", "when"}));
}

TEST_F(AskedReadings, AreNotThoseWhoseRestIsFalseAnyway) {
    for (const Value alternative : {0, 1, 2}) {
        EXPECT_EQ(asked_by(all({is(who, 1), is(x, 3)}), alternative), Names{});
        EXPECT_EQ(asked_by(all({is(who, 1), is(x, 0)}), alternative), Names{"who"});
        EXPECT_EQ(asked_by(all({is(x, 3), is(who, 1)}), alternative), Names{});
        EXPECT_EQ(asked_by(all({is(who, 1), is(when, 1), is(x, 3)}), alternative), Names{});
    }
}

TEST_F(AskedReadings, AreAllThatItTakesToBeFalse) {
    const TermId both = all({is(who, 1), is(when, 1), is(x, 0)});
    EXPECT_EQ(asked_by(both, 0, 0), Names{"when"}) << "false, whoever it is, as long as 'when' is as it is";
    EXPECT_EQ(asked_by(both, 0, 1), (Names{"who", "when"}));
    EXPECT_EQ(asked_by(both, 1, 1), (Names{"who", "when"}));
    EXPECT_EQ(asked_by(all({is(who, 1), m.make(TermKind::Or, {is(who, 2), is(x, 3)})})), Names{"who"});
}

TEST_F(AskedReadings, AreThoseUnderWhichSomethingIsUndefined) {
    EXPECT_EQ(asked_by(all({is(who, 1), undefined()}), 0), Names{"who"});
    EXPECT_EQ(asked_by(all({is(who, 1), undefined()}), 1), Names{"who"});
    EXPECT_EQ(asked_by(all({is(who, 1), is(x, 3), undefined()}), 0), Names{});
    EXPECT_EQ(asked_by(all({undefined(), is(who, 1)}), 0), Names{}) << "not reached";
}

TEST_F(AskedReadings, AreThoseUnderWhichAnOpenFunctionIsAsked) {
    const OpenId open = m.open_function("may", {}, false);
    m.statement(open, true, all({is(who, 1), is(x, 0)}), m.clause("a"));
    EXPECT_EQ(asked_by(m.holds(open)), Names{"who"});
    const OpenId gap = m.open_function("unclear", {});
    EXPECT_EQ(asked_by(all({is(when, 1), m.holds(gap)})), Names{"when"}) << "a trace is left";
    const OpenId never = m.open_function("never", {}, false);
    m.statement(never, true, all({is(who, 1), is(x, 3)}), m.clause("b"));
    EXPECT_EQ(asked_by(all({is(when, 1), m.holds(never)})), Names{});
}

TEST_F(AskedReadings, AreThoseAnEquationAsks) {
    const EquationsId system = m.equations("system");
    const UnknownId unknown = m.unknown("u", m.boolean());
    m.define(unknown, is(who, 1));
    EXPECT_EQ(asked_by(m.ask(unknown)), Names{"who"});
    EXPECT_EQ(asked_by(m.equal(m.solutions(system), m.c(2))), Names{"who"});
}

}  // namespace
}  // namespace errata::tests
