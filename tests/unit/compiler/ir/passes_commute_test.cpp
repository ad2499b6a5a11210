// What is said to commute does: whatever two pieces of code stand in either order, the state that comes of it
// is the same. And what commutes for a reason that commute.h names is recognized; what does not is not.
#include "compiler/ir/passes/commute.h"

#include <gtest/gtest.h>

#include <set>

#include "compiler/ir/term_kinds.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace compiler;

// Numbers, fields of three crates, a set of them and a reference; an effect with two parts, or that goes
// through the crates.
struct Pieces {
    ModelBuilder m;
    TypeId digit = m.range(0, 20);
    TypeId crate = m.enumeration("crate", {"c1", "c2", "c3"});
    VarId x = m.variable("x", digit, 1);
    VarId y = m.variable("y", digit, 2);
    VarId weight = m.variable("weight", digit, 1, {crate});
    VarId gold = m.variable("gold", m.counter(), 3);
    VarId marked = m.variable("marked", m.set_of(crate), 2);
    VarId leader = m.variable("leader", m.optional(crate), 1);
    VarId friends = m.variable("friend", m.optional(crate), 1, {crate});
    PointId idle = m.point("idle");
    IncidentId order = m.incident("order.unowned");

    TermId own() { return m.bound(0, crate); }
    TermId least(TermId a, TermId b) { return m.make(TermKind::Minimum, {a, b}); }
    TermId times(TermId a, Value b) { return m.make(TermKind::Multiply, {a, m.c(b)}); }

    // By number, so that a fresh model has the same.
    static constexpr int count = 24;
    CodeId piece(int number) {
        switch (number) {
            case 0:
                return m.increase(x, m.c(1));
            case 1:
                return m.increase(x, m.c(-1));
            case 2:
                return m.set(x, m.c(4));
            case 3:
                return m.set(x, m.c(5));
            case 4:
                return m.set(x, times(m.cell(x), 2));
            case 5:
                return m.set(y, m.cell(x));
            case 6:
                return m.increase(y, m.c(2));
            case 7:
                return m.set(x, least(m.add(m.cell(x), m.c(3)), m.c(6)));
            case 8:
                return m.increase(gold, m.c(2));
            case 9:
                return m.increase(gold, m.c(-3));
            case 10:
                return m.set(marked, m.make(TermKind::SetInsert, {m.cell(marked), m.c(0)}));
            case 11:
                return m.set(marked, m.make(TermKind::SetErase, {m.cell(marked), m.c(0)}));
            case 12:
                return m.set(weight, m.c(2), {m.c(0)});
            case 13:
                return m.set(weight, m.cell(x), {m.c(1)});
            case 14:
                return m.when(m.equal(m.cell(x), m.c(4)), m.set(y, m.c(7)));
            case 15:
                return m.set(x, m.cell(weight, {m.c(0)}));
            case 16:
                return m.set(x, least(m.add(m.cell(x), m.c(2)), m.c(6)));
            case 17:
                return m.set(x, m.c(6));
            case 18:
                return m.set(marked, m.c(0));
            case 19:
                return m.lose(marked, m.c(2));
            case 20:
                return m.gain(marked, m.c(5));
            case 21:
                return m.set(leader, m.c(none_value));
            case 22:
                return m.lose(leader, m.c(1));
            default:
                return m.set(leader, m.c(2));
        }
    }
    static constexpr int loops = 22;
    CodeId loop_body(int number) {
        switch (number) {
            case 0:
                return m.increase(weight, m.c(1), {own()});
            case 1:
                return m.set(weight, m.cell(x), {own()});
            case 2:
                return m.set(x, m.add(m.cell(x), m.cell(weight, {own()})));
            case 3:
                return m.set(x, own());
            case 4:
                return m.increase(x, own());
            case 5:
                return m.set(weight, m.cell(weight, {m.c(0)}), {own()});
            case 6:
                return m.set(marked, m.make(TermKind::SetInsert, {m.cell(marked), own()}));
            case 7:
                return m.set(x, m.add(times(m.cell(x), 2), own()));
            case 8:
                return m.sequence({m.set(y, m.cell(x)), m.increase(x, m.c(1))});
            // An object leaves, and a reference to it elsewhere goes.
            case 9:
                return m.sequence({drop_elsewhere(), m.set(friends, m.c(none_value), {own()})});
            case 10:
                return m.sequence({drop_elsewhere(), m.reset(friends, m.c(none_value), {own()})});
            case 11:
                return m.sequence({drop_elsewhere(), m.set(friends, m.c(2), {own()})});
            // What a name stands for, not the name, is the value.
            case 12:
                return m.when(is_first(), m.let(1, m.c(1), m.set(leader, m.bound(1, crate))),
                              m.let(1, m.c(2), m.set(leader, m.bound(1, crate))));
            case 13:
                return m.let(1, m.c(2), m.set(leader, m.bound(1, crate)));
            case 14:
                return m.when(is_first(), m.set(x, m.c(4)), m.set(x, m.c(5)));
            case 15:
                return m.when(is_first(), m.set(x, m.c(6)), m.increase(x, m.c(1)));
            case 16:
                return m.when(is_first(), m.reset(x, m.c(6)), m.set(x, m.c(5)));
            case 17:
                return m.when(is_first(), m.gain(marked, m.c(1)), m.lose(marked, m.c(1)));
            case 18:
                return m.when(is_first(), m.set(marked, m.c(0)), m.lose(marked, m.c(1)));
            case 19:
                return m.when(is_first(), m.reset(x, m.c(6)), m.reset(x, m.c(5)));
            case 20:
                return m.when(is_first(), m.lose(leader, m.c(1)), m.set(leader, m.c(1)));
            default:
                return m.when(is_first(), m.set(x, least(m.add(m.cell(x), m.c(3)), m.c(6))),
                              m.set(x, m.c(6)));
        }
    }
    TermId is_first() { return m.equal(own(), m.c(0)); }
    CodeId drop_elsewhere() {
        const TermId other = m.bound(1, crate);
        return m.for_each(1, crate, m.negation(m.equal(other, own())), m.lose(friends, own(), {other}));
    }
    CodeId condition(int number, CodeId body) {
        const TermId conditions[] = {m.c(1), m.equal(m.cell(x), m.c(1)), m.equal(m.cell(x), m.c(4)),
                                     m.less(m.cell(y), m.c(3))};
        return m.when(conditions[number], body);
    }
    std::vector<Group> grouped(const std::vector<CodeId>& parts) {
        const CodeId any = m.any_order(order, parts);
        m.option(idle, "act", m.c(1), m.label("act", m.sequence({any, m.stop(idle)})));
        model = m.build();
        return groups(model, model.flow.code[any]);
    }
    Model model;
};

// Every end of the effect from a few boards.
std::set<std::vector<State>> ends(const Model& model) {
    std::set<std::vector<State>> result;
    for (const Value x : {1, 4, 5}) {
        for (const Value marked : {0, 1, 7}) {
            State state = initial_state(model);
            state[model.variables[0].base] = x;
            state[model.variables[2].base] = x + 1;
            state[model.variables[4].base] = marked;
            std::vector<State> after{state};
            std::set<State> reached;
            for (const Successor& successor : Evaluator(model).expand(state).successors)
                reached.insert(successor.next.value_or(State()));
            after.insert(after.end(), reached.begin(), reached.end());
            result.insert(after);
        }
    }
    return result;
}

class Pairs : public testing::TestWithParam<int> {};

TEST_P(Pairs, ThatAreSaidToCommuteEndAlikeInEitherOrder) {
    constexpr int conditions = 4;
    std::size_t commuting = 0;
    for (int second = 0; second < Pieces::count; ++second) {
        for (int which = 0; which < conditions * conditions; ++which) {
            const auto parts = [&](Pieces& p) {
                return std::vector{p.condition(which / conditions, p.piece(GetParam())),
                                   p.condition(which % conditions, p.piece(second))};
            };
            Pieces any;
            if (any.grouped(parts(any)).size() < 2) continue;
            ++commuting;
            const auto in_order = [&](bool backwards) {
                Pieces p;
                std::vector<CodeId> steps = parts(p);
                if (backwards) std::swap(steps[0], steps[1]);
                steps.push_back(p.m.stop(p.idle));
                p.m.option(p.idle, "act", p.m.c(1), p.m.label("act", p.m.sequence(steps)));
                return ends(p.m.build());
            };
            EXPECT_EQ(in_order(false), in_order(true)) << GetParam() << " " << second << " " << which;
            EXPECT_EQ(in_order(false), ends(any.model)) << GetParam() << " " << second << " " << which;
        }
    }
    EXPECT_GT(commuting, 0U);
}

INSTANTIATE_TEST_SUITE_P(Commute, Pairs, testing::Range(0, Pieces::count));

TEST(Commute, LoopsThatAreSaidToDoSoHaveOneEnd) {
    for (int body = 0; body < Pieces::loops; ++body) {
        Pieces p;
        const auto parts = p.grouped({p.m.for_each(0, p.crate, p.m.c(1), p.loop_body(body))});
        ASSERT_EQ(parts.size(), 1U);
        if (!parts[0].commutes) continue;
        for (const std::vector<State>& end : ends(p.model)) EXPECT_EQ(end.size(), 2U) << body;
    }
}

// Where all read the state before, and the instances are carried out from the first object to the last, or
// from the last to the first.
TEST(Commute, LoopsThatAreSaidToDoSoAtOnceHaveOneEndAndMeetTheSame) {
    std::size_t commuting = 0;
    for (int body = 0; body < Pieces::loops; ++body) {
        Pieces said;
        const CodeId loop = said.m.for_each(0, said.crate, said.m.c(1), said.loop_body(body));
        said.grouped({loop});
        if (!commutes_at_once(said.model, loop)) continue;
        ++commuting;
        const auto carried_out = [&](bool backwards) {
            Pieces p;
            std::vector<CodeId> steps;
            for (const Value crate : {0, 1, 2})
                steps.push_back(p.m.let(0, p.m.c(backwards ? 2 - crate : crate), p.loop_body(body)));
            const CodeId block = p.m.simultaneously(p.m.sequence(steps), p.order);
            p.m.option(p.idle, "act", p.m.c(1), p.m.label("act", p.m.sequence({block, p.m.stop(p.idle)})));
            const Model model = p.m.build();
            const Expansion all = Evaluator(model).expand(initial_state(model));
            return std::pair(ends(model), all.successors.at(0).incidents.size());
        };
        EXPECT_EQ(carried_out(false), carried_out(true)) << body;
    }
    EXPECT_GT(commuting, 6U);
}

bool commute(int a, int b) {
    Pieces p;
    return p.grouped({p.condition(0, p.piece(a)), p.condition(0, p.piece(b))}).size() == 2;
}

TEST(Commute, WhatDoesNotMindTheOrder) {
    EXPECT_TRUE(commute(0, 0));    // added twice
    EXPECT_TRUE(commute(2, 2));    // one value put there
    EXPECT_TRUE(commute(4, 4));    // the same function
    EXPECT_TRUE(commute(7, 7));    // up to one bound
    EXPECT_TRUE(commute(10, 10));  // members put into a set
    EXPECT_TRUE(commute(0, 6));    // different cells
    EXPECT_TRUE(commute(12, 13));  // of one variable
    EXPECT_TRUE(commute(18, 19));  // emptied, and a member taken out
    EXPECT_TRUE(commute(18, 11));
    EXPECT_TRUE(commute(21, 22));  // no reference is left
    EXPECT_TRUE(commute(11, 19));
    EXPECT_TRUE(commute(10, 20));
    EXPECT_TRUE(commute(17, 7));  // put at the bound
}

TEST(Commute, WhatDoes) {
    EXPECT_FALSE(commute(0, 1));  // a bound may be met on the way
    EXPECT_FALSE(commute(0, 2));
    EXPECT_FALSE(commute(2, 3));
    EXPECT_FALSE(commute(0, 4));
    EXPECT_FALSE(commute(0, 5));
    EXPECT_FALSE(commute(0, 7));
    EXPECT_FALSE(commute(10, 11));
    EXPECT_FALSE(commute(12, 15));
    EXPECT_FALSE(commute(2, 14));
    EXPECT_FALSE(commute(18, 20));
    EXPECT_FALSE(commute(19, 20));
    EXPECT_FALSE(commute(22, 23));  // the reference that is lost is the one that is put there, or not
    EXPECT_FALSE(commute(21, 23));
    EXPECT_FALSE(commute(2, 7));
}

TEST(Commute, AtOnceOnlyWhatIsWrittenCounts) {
    const auto commutes = [](int body) {
        Pieces p;
        const CodeId loop = p.m.for_each(0, p.crate, p.m.c(1), p.loop_body(body));
        p.grouped({loop});
        return commutes_at_once(p.model, loop);
    };
    EXPECT_TRUE(commutes(5));
    EXPECT_TRUE(commutes(9));   // what is lost is collected apart from what is set
    EXPECT_TRUE(commutes(10));  // and from what is reset
    EXPECT_TRUE(commutes(13));
    EXPECT_TRUE(commutes(15));
    EXPECT_TRUE(commutes(16));
    EXPECT_FALSE(commutes(3));
    EXPECT_FALSE(commutes(6));   // two values for one set
    EXPECT_FALSE(commutes(12));  // two values by one name
    EXPECT_FALSE(commutes(14));
    EXPECT_FALSE(commutes(17));
    EXPECT_FALSE(commutes(19));
    EXPECT_FALSE(commutes(21));
}

TEST(Commute, WhatIsNeverDoneInOneRunNeedsNoOrder) {
    Pieces p;
    EXPECT_EQ(p.grouped({p.condition(1, p.piece(5)), p.condition(2, p.piece(6))}).size(), 2U);
    Pieces q;  // the first makes the second's condition true
    EXPECT_EQ(q.grouped({q.condition(1, q.piece(2)), q.condition(2, q.piece(6))}).size(), 1U);
}

TEST(Commute, LoopsOverOwnFieldsDo) {
    const auto loop = [](int body) {
        Pieces p;
        return p.grouped({p.m.for_each(0, p.crate, p.m.c(1), p.loop_body(body))})[0].commutes;
    };
    EXPECT_TRUE(loop(0));
    EXPECT_TRUE(loop(1));
    EXPECT_TRUE(loop(6));
    EXPECT_FALSE(loop(3));
    EXPECT_FALSE(loop(5));
    EXPECT_FALSE(loop(7));
    EXPECT_FALSE(loop(8));
    EXPECT_TRUE(loop(9));
    EXPECT_TRUE(loop(10));
    EXPECT_FALSE(loop(11));
    EXPECT_FALSE(loop(12));
    EXPECT_TRUE(loop(13));
    EXPECT_TRUE(loop(18));
}

// Through others: the first and the last have nothing in common.
TEST(Commute, GroupsAreWhatHangsTogether) {
    Pieces p;
    const auto all = p.grouped({p.condition(0, p.piece(6)), p.condition(0, p.piece(8)),
                                p.condition(0, p.piece(5)), p.condition(0, p.piece(3))});
    ASSERT_EQ(all.size(), 2U);
    EXPECT_EQ(all[0].children, (std::vector<std::size_t>{0, 2, 3}));
    EXPECT_FALSE(all[0].commutes);
    EXPECT_EQ(all[1].children, (std::vector<std::size_t>{1}));
    EXPECT_TRUE(all[1].commutes);
}

}  // namespace
}  // namespace errata::tests
