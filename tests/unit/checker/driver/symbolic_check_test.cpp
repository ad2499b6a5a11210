// Setups too open to list: which obligations are planned, and what the shared search and its boards give.
#include <gtest/gtest.h>

#include <algorithm>

#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// Twenty open squares; Ann may wait on square 0 or go on, and goes on only if square 3 lets her.
struct SymbolicCheck : testing::Test {
    SymbolicCheck() {
        m.model().player_type = m.enumeration("player", {"Ann", "Bob"});
        square = m.range(0, 19);
        kind = m.range(0, 4);
        squares = m.variable("kind", kind, 0, {square});
        gone = m.variable("gone", m.boolean());
        ann = m.point("ann");
        end = m.point("end");
        m.at(ann).owner = OwnerKind::Player;
        m.at(ann).player = m.c(0);
        m.option(ann, "waits", m.c(1), m.label("waits", m.stop(ann)));
        m.option(end, "rests", m.c(1), m.label("rests", m.stop(end)));
    }
    TermId is(Value at, Value what) { return m.equal(m.cell(squares, {m.c(at)}), m.c(what)); }

    CheckResult check(const std::vector<std::string>& only, std::size_t depth = 4) {
        m.setup("any board");
        for (std::size_t i = 0; i < 20; ++i) m.model().setups[0].open.push_back(i);
        model = m.build();
        model.scope.depth = depth;
        options.only_codes = only;
        return checker::check(model, options);
    }
    static std::vector<std::string> codes(const CheckResult& result) {
        std::vector<std::string> list;
        for (const Finding& finding : result.findings) list.emplace_back(code_name(finding.code));
        return list;
    }
    using Codes = std::vector<std::string>;

    ModelBuilder m;
    Model model;
    CheckOptions options;
    TypeId square, kind;
    VarId squares, gone;
    PointId ann, end;
};

TEST_F(SymbolicCheck, a_setup_too_open_to_list_is_searched_symbolically) {
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.option(ann, "goes", is(3, 2), m.label("goes", m.sequence({m.report(incident), m.stop(end)})));
    const CheckResult result = check({"contradiction.must-cannot"});
    const std::vector<Obligation> obligations = plan(model, options);
    ASSERT_EQ(obligations.size(), 1U);
    EXPECT_EQ(print(obligations[0].id), "incidents@any_board/symbolic");
    ASSERT_EQ(codes(result), Codes{"contradiction.must-cannot"});
    const Finding& finding = result.findings[0];
    EXPECT_EQ(finding.status, Status::Refuted);
    EXPECT_TRUE(finding.minimal_proved);
    ASSERT_EQ(finding.witness->steps.size(), 1U);
    EXPECT_EQ(finding.witness->initial[3], 2);
}

TEST_F(SymbolicCheck, nothing_up_to_the_declared_depth_is_conclusive) {
    // Nobody makes `gone` 1, but a well-formed state may have it.
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.option(ann, "goes", m.equal(m.cell(gone), m.c(1)),
             m.label("goes", m.sequence({m.report(incident), m.stop(end)})));
    const CheckResult result = check({"contradiction.must-cannot"});
    EXPECT_TRUE(result.findings.empty());
    EXPECT_FALSE(result.inconclusive);
    EXPECT_EQ(result.verdicts.at(0).status, Status::Bounded);
}

TEST_F(SymbolicCheck, without_a_declared_depth_it_is_not) {
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.option(ann, "goes", m.equal(m.cell(gone), m.c(1)),
             m.label("goes", m.sequence({m.report(incident), m.stop(end)})));
    EXPECT_TRUE(check({"contradiction.must-cannot"}, 0).inconclusive);
}

TEST_F(SymbolicCheck, what_no_well_formed_state_allows_is_proved_absent) {
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.option(ann, "goes", m.both(is(3, 2), is(3, 1)),
             m.label("goes", m.sequence({m.report(incident), m.stop(end)})));
    const CheckResult result = check({"contradiction.must-cannot"}, 0);
    EXPECT_FALSE(result.inconclusive);
    EXPECT_EQ(result.verdicts.at(0).status, Status::Proved);
}

TEST_F(SymbolicCheck, waits_are_looked_for_on_the_boards_found) {
    m.option(ann, "goes", is(3, 2), m.label("goes", m.sequence({m.set(gone, m.c(1)), m.stop(end)})));
    Claim claim;
    claim.kind = ClaimKind::Eventually;
    claim.name = "Ann goes";
    claim.condition = m.equal(m.cell(gone), m.c(1));
    claim.premise = is(3, 2);
    m.model().asked.claims.push_back(claim);
    const CheckResult result = check({"loop.wait"});
    ASSERT_EQ(codes(result), Codes{"loop.wait"});
    EXPECT_EQ(result.findings[0].witness->initial[3], 2);
    EXPECT_FALSE(result.findings[0].minimal_proved);
}

TEST_F(SymbolicCheck, what_no_step_brings_about_is_proved_absent) {
    m.option(ann, "goes", is(3, 2), m.label("goes", m.stop(end)));
    PrintedItem dead;
    dead.name = "Swampwalk";
    dead.kind = "keyword";
    dead.functions = m.equal(m.cell(gone), m.c(1));  // nothing ever sets it
    PrintedItem live;
    live.name = "Void";
    live.kind = "terrain";
    live.functions = is(7, 4);
    m.model().printed_items = {dead, live};
    const CheckResult result = check({"unreachable.card"});
    ASSERT_EQ(codes(result), Codes{"unreachable.card"});
    EXPECT_EQ(headline(m.model(), result.findings[0]), (Fact{FactKind::NeverInEffect, {"Swampwalk"}}));
    EXPECT_EQ(result.findings[0].status, Status::Proved);
}

TEST_F(SymbolicCheck, an_unfinished_explicit_search_is_followed_by_the_symbolic_one) {
    const IncidentId incident = m.incident("contradiction.must-cannot");
    m.option(ann, "goes", m.c(1), m.label("goes", m.sequence({m.report(incident), m.stop(end)})));
    for (Value i = 0; i < 20; ++i) {
        m.option(ann, "turns", m.c(1),
                 m.label("turns", m.sequence({m.set(squares, m.c(1), {m.c(i)}), m.stop(ann)})));
    }
    Claim claim;
    claim.kind = ClaimKind::Never;
    claim.name = "two";
    claim.condition = is(0, 2);
    m.model().asked.claims.push_back(claim);
    m.setup("one board");
    model = m.build();
    model.scope.depth = 3;
    options.only_codes = {"contradiction.invariant"};
    options.budget.states = 100;
    const CheckResult result = checker::check(model, options);
    ASSERT_EQ(result.verdicts.size(), 1U);
    EXPECT_EQ(print(result.verdicts[0].obligation), "claims@one_board/symbolic");
    EXPECT_EQ(result.verdicts[0].status, Status::Bounded);
    EXPECT_FALSE(result.inconclusive);
    EXPECT_TRUE(has(result.verdicts[0].facts, FactKind::StatesToDepth))
        << "what the explicit search saw is said, too";
}

}  // namespace
}  // namespace errata::checker
