// The textual IR: names, labels of values, structure of code, stability.
#include "compiler/ir/print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/term_kinds.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::HasSubstr;

TEST(Print, Terms) {
    ModelBuilder m;
    const TypeId player = m.enumeration("player", {"Ann", "Bob"});
    const VarId owner = m.variable("card.owner", player, 0, {m.optional_range(3)});
    const VarId hand = m.variable("hand", m.set_of(player));
    const TermId bound = m.bound(0, m.range(0, 3));
    const auto text = [&](TermId term) { return print(m.model(), term); };
    EXPECT_EQ(text(m.equal(m.cell(owner, {m.c(-1)}), m.c(1))), "(card.owner(none) = Bob)");
    EXPECT_EQ(
        text(m.quantifier(TermKind::Exists, 0, m.range(0, 3), {m.less(m.cell(owner, {bound}), m.c(1))})),
        "(exists b0: 0..3 with (card.owner(b0) < Bob))");
    EXPECT_EQ(text(m.make(TermKind::SetHas, {m.cell(hand), m.reg(2, player)})), "has(hand, r2)");
    EXPECT_EQ(text(m.both(m.negation(m.c(0)), m.enabled(m.clause("c")))), "(not 0 and enabled(c0))");
    EXPECT_EQ(text(m.make(TermKind::Ite, {m.c(1), m.c(2), m.add(m.c(3), m.c(4))})),
              "(if 1 then 2 else (3 + 4))");
    const TypeId small = m.range(0, 3);
    EXPECT_EQ(text(m.reach(1, player, m.c(0), m.cell(owner, {bound}),
                           m.less(m.bound(1, small), m.bound(2, small)))),
              "(reach from Ann to card.owner(b0) by b1: player, b2 with (b1 < b2))");
    EXPECT_EQ(print(m.model(), m.model().variable(hand).type, 3), "{Ann, Bob}");
    EXPECT_EQ(print(m.model(), m.model().variable(hand).type, 0), "{}");
}

TEST(Print, CodeNamesAClauseWhereItChanges) {
    ModelBuilder m;
    const TypeId digit = m.range(0, 9);
    const VarId x = m.variable("x", digit);
    const PointId turn = m.point("turn");
    const IncidentId silent = m.incident("gap");
    m.in(m.clause("a"));
    const CodeId first = m.when(m.c(1), m.set(x, m.c(3)));
    m.in(m.clause("b"));
    const CodeId second = m.for_each(
        0, digit, m.c(1), m.simultaneously(m.fork(silent, {m.increase(x, m.c(1)), m.report(silent)})));
    EXPECT_EQ(print(m.model(), m.sequence({first, second, m.stop(turn)})),
              "if 1  [c0]\n"
              "  set x := 3\n"
              "for each b0: 0..9 with 1  [c1]\n"
              "  simultaneously\n"
              "    fork i3\n"
              "    outcome 0\n"
              "      increase x by 1\n"
              "    outcome 1\n"
              "      report i3\n"
              "stop turn  [c1]\n");
}

TEST(Print, CodeThatReachesOtherFrames) {
    ModelBuilder m;
    const TypeId card = m.enumeration("card", {"Ace", "Two"});
    const PointId turn = m.point("turn");
    const TriggerId told = m.trigger("told", m.point("told"), {card, card});
    const TermId held = m.reg(0, card);
    EXPECT_EQ(print(m.model(), m.sequence({m.forget(card, held), m.forget(card, m.c(1)),
                                           m.pend(told, {held, held}), m.call(told, {held, m.c(1)}, turn)})),
              "forget r0 of card\n"
              "forget Two of card\n"
              "pend told(r0, r0)\n"
              "call told(r0, 1), wait at turn\n");
}

TEST(Print, WhatAGameStatesRarely) {
    ModelBuilder m;
    const TypeId card = m.enumeration("card", {"Ace", "Two"});
    m.optional(card);
    m.model().types[card.index].interchangeable = true;
    m.at(m.point("bid")).unseen = true;
    m.model().policies.agenda = Agenda::Bag;
    m.model().policies.loops = LoopPolicy::Cap;
    m.model().policies.loop_cap = 3;
    m.model().policies.hidden_zones = {{card, 1}};
    const std::string text = print(m.build());
    EXPECT_THAT(text, HasSubstr("\ntype card enum 0..1 {Ace, Two} interchangeable\n"));
    EXPECT_THAT(text, HasSubstr("\ntype card? enum? -1..1 {Ace, Two} without none card\n"));
    EXPECT_THAT(text,
                HasSubstr("\npoint bid: rules, stage turn, control frame, settled, unseen, no option i2"));
    EXPECT_THAT(text, HasSubstr("\nagenda bag 1 frames"));
    EXPECT_THAT(text, HasSubstr("\nloops cap 3\nhidden Two\n"));
}

TEST(Print, AModelHasEveryPart) {
    const HeapGame game;
    const std::string text = print(game.model);
    EXPECT_THAT(text, HasSubstr("type heap enum 0..1 {left, right}\n"));
    EXPECT_THAT(text, HasSubstr("var heap.size(heap): 0..4 = 4  cells 0..1\n"));
    EXPECT_THAT(
        text,
        HasSubstr("point turn: player to_move, stage turn, control frame, settled, no option i2, start\n"
                  "  option \"takes {b1} from {b0}\" b0: heap = r0, b1: 1..2 = r1 if "
                  "(r1 <= heap.size(r0)) -> take  [c0]\n"));
    EXPECT_THAT(text, HasSubstr("label take\n  increase heap.size(r0) by (0 - r1)  [c0]\n"));
    EXPECT_THAT(
        text, HasSubstr("check if (forall b0: heap with (heap.size(b0) = 0))  [c1]\n  finish empty  [c1]\n"));
    EXPECT_THAT(text, HasSubstr("setup \"odd\"\n  heap.size = ? ?\n  to_move = Ann\n  require "));
    EXPECT_EQ(text, print(HeapGame().model));
}

}  // namespace
}  // namespace errata::tests
