// Every kind of incident there is, in the smallest model that meets it: the evaluator does, and so does the
// encoding.
#include "tests/differential/incident_kinds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>

#include "compiler/ir/term_kinds.h"
#include "tests/differential/comparison.h"
#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;

// One point with one option, which carries this out and comes back; or something else that a kind needs.
class Tiny {
public:
    Tiny() : x(m.variable("x", m.range(0, 3))), idle(m.point("idle")) { m.in(m.clause("rule")); }

    Model done(std::vector<CodeId> code) {
        code.push_back(m.stop(idle));
        m.option(idle, "go", m.c(1), m.label("go", m.sequence(std::move(code))));
        return m.build();
    }
    Model asks(TermId term) { return done({m.when(term, m.set(x, m.c(1)))}); }

    ModelBuilder m;
    VarId x;
    PointId idle;
};

Model with_equation(bool is_solvable) {
    Tiny t;
    t.m.equations("system");
    const UnknownId u = t.m.unknown("u", t.m.boolean());
    t.m.define(u, is_solvable ? t.m.ask(u) : t.m.negation(t.m.ask(u)));
    return t.asks(t.m.ask(u));
}

Model with_open_function(bool is_contradicted) {
    Tiny t;
    const OpenId open = t.m.open_function("open", {});
    if (is_contradicted) {
        t.m.statement(open, true, t.m.c(1), t.m.clause("yes"));
        t.m.statement(open, false, t.m.c(1), t.m.clause("no"));
    }
    return t.asks(t.m.holds(open));
}

// Two state checks that do something to `x` at one moment.
Model with_two_checks(Tiny& t, CodeId one, CodeId two) {
    const TermId idle = t.m.equal(t.m.cell(t.x), t.m.c(0));
    t.m.state_check(idle, one, t.m.clause("one"));
    t.m.state_check(idle, two, t.m.clause("two"));
    return t.done({});
}

Model with_checks() {
    Tiny t;
    t.m.model().incidents.settle_conflict = t.m.incident("checks");
    return with_two_checks(t, t.m.set(t.x, t.m.c(1)), t.m.set(t.x, t.m.c(2)));
}

Model with_set_and_added() {
    Tiny t;
    t.m.model().rules.moment_orders.push_back({t.x, t.m.incident("order of checks"), t.m.clause("one")});
    return with_two_checks(t, t.m.set(t.x, t.m.c(1)), t.m.increase(t.x, t.m.c(1)));
}

Model with_limit() {
    Tiny t;
    t.m.frames = 2;
    t.m.registers = t.m.pending = t.m.pending_arguments = 1;
    const PointId item = t.m.point("item");
    t.m.live(item, 0, t.m.range(0, 3));
    const TriggerId told = t.m.trigger("told", item, {t.m.range(0, 3)});
    const VarId uses = t.m.variable("uses", t.m.range(0, 1));
    Trigger& trigger = t.m.model().rules.triggers[told.index];
    trigger.clause = t.m.clause("told");
    trigger.limit = {uses, 1, t.m.incident("which")};
    const auto caught = [&](Value what) {
        return t.m.sequence({t.m.increase(uses, t.m.c(1)), t.m.pend(told, {t.m.c(what)})});
    };
    return t.done({t.m.simultaneously(t.m.sequence({caught(1), caught(2)}))});
}

Model with_block() {
    Tiny t;
    const CodeId both = t.m.sequence({t.m.set(t.x, t.m.c(1)), t.m.set(t.x, t.m.c(2))});
    return t.done({t.m.simultaneously(both, t.m.incident("block"))});
}

Model model_of(IncidentKind kind) {
    Tiny t;
    switch (kind) {
        case IncidentKind::Undefined:
            return t.asks(
                t.m.look_up(t.m.table("table", t.m.boolean(), {t.m.boolean()}, {1, 1}), {t.m.c(2)}));
        case IncidentKind::Overflow:
            return t.done({t.m.set(t.x, t.m.c(4))});
        case IncidentKind::ChecksConflict:
            return with_checks();
        case IncidentKind::MomentOrder:
            return with_set_and_added();
        case IncidentKind::TriggerLimit:
            return with_limit();
        case IncidentKind::Contradiction:
            return with_open_function(true);
        case IncidentKind::Gap:
            return with_open_function(false);
        case IncidentKind::NoSolution:
            return with_equation(false);
        case IncidentKind::SeveralSolutions:
            return with_equation(true);
        case IncidentKind::NoOption:
            return t.m.build();
        case IncidentKind::BlockConflict:
            return with_block();
        case IncidentKind::Fork:
            return t.done({t.m.fork(t.m.incident("fork"), {t.m.set(t.x, t.m.c(1)), t.m.sequence({})})});
        case IncidentKind::Order:
            return t.done(
                {t.m.any_order(t.m.incident("order"), {t.m.when(t.m.c(1), t.m.set(t.x, t.m.c(1))),
                                                       t.m.when(t.m.c(1), t.m.set(t.x, t.m.c(2)))})});
        case IncidentKind::Rounds:
            return t.done({t.m.rounds(
                t.m.incident("rounds"), 0, {t.m.c(2)},
                {t.m.when(t.m.c(1), t.m.again(0, {t.m.c(1)})), t.m.when(t.m.c(1), t.m.set(t.x, t.m.c(1)))},
                t.m.set(t.x, t.m.bound(0, t.m.range(0, 3))))});
        case IncidentKind::Report:
            return t.done({t.m.report(t.m.incident("report"))});
    }
    return {};
}

class EachIncidentKind : public testing::TestWithParam<IncidentKindInfo> {};

TEST_P(EachIncidentKind, IsMetInBothReadings) {
    const Model model = model_of(GetParam().kind);
    const State state = initial_state(model);
    const Expansion expansion = Evaluator(model).expand(state);
    std::set<IncidentId> met;
    for (const Occurrence& occurrence : expansion.incidents) met.insert(occurrence.incident);
    for (const Successor& successor : expansion.successors) {
        for (const Occurrence& occurrence : successor.incidents) met.insert(occurrence.incident);
    }
    EXPECT_EQ(met, incidents_of(model, GetParam().kind));
    // As the encoding stands, and with the state put into it.
    Comparison comparison(model, {});
    for (int i = 0; i < 2; ++i) EXPECT_EQ(comparison.compare(state), std::nullopt);
    EXPECT_THAT(comparison.not_analysed(), testing::IsEmpty());
}

std::string name_of_kind(const testing::TestParamInfo<IncidentKindInfo>& info) { return info.param.name; }
INSTANTIATE_TEST_SUITE_P(IncidentKinds, EachIncidentKind, testing::ValuesIn(all_incident_kinds()),
                         name_of_kind);

// The grown system has a solution, though it asks one that has none; the check does not hold, and yet
// something was met.
TEST(IncidentKinds, WhatAStateCheckMeetsIsMetThoughItDoesNotHold) {
    Tiny t;
    t.m.equations("without");
    const UnknownId u = t.m.unknown("u", t.m.boolean());
    t.m.define(u, t.m.negation(t.m.ask(u)));
    t.m.equations("with");
    const UnknownId v = t.m.unknown("v", t.m.boolean());
    t.m.define(v, t.m.make(TermKind::Or, {t.m.c(1), t.m.ask(u)}));
    t.m.state_check(t.m.negation(t.m.ask(v)), t.m.set(t.x, t.m.c(1)), t.m.clause("check"));
    const Model model = t.done({});
    const State state = initial_state(model);
    const Successor successor = only_successor(model, state);
    ASSERT_EQ(successor.incidents.size(), 1U);
    EXPECT_EQ(successor.incidents[0].incident, model.functions.equations[0].none);
    Comparison comparison(model, {});
    for (int i = 0; i < 2; ++i) EXPECT_EQ(comparison.compare(state), std::nullopt);
}

// The fields of structures in a header of the model that name an incident: "OpenFunction::gap".
std::set<std::string> fields_naming_incidents(const std::string& header) {
    std::ifstream file(std::string(ERRATA_SOURCE_DIR) + "/compiler/ir/" + header);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::regex wanted(R"(struct (\w+) \{|IncidentId\s+(\w+);)");
    std::set<std::string> result;
    std::string structure;
    for (std::sregex_iterator it(text.begin(), text.end(), wanted), end; it != end; ++it) {
        if ((*it)[1].matched) {
            structure = (*it)[1];
        } else {
            result.insert(structure + "::" + std::string((*it)[2]));
        }
    }
    return result;
}

TEST(IncidentKinds, CoverEveryFieldOfTheModel) {
    std::set<std::string> declared = fields_naming_incidents("model.h");
    declared.merge(fields_naming_incidents("state.h"));
    declared.merge(fields_naming_incidents("play.h"));
    declared.merge(fields_naming_incidents("code.h"));
    declared.erase("Claim::incident");  // that of a Report in the action that the claim is about
    std::set<std::string> listed;
    for (const IncidentKindInfo& info : all_incident_kinds()) listed.insert(info.field);
    EXPECT_EQ(listed, declared);
}

}  // namespace
}  // namespace errata::tests
