// A setup that is searched in parts: for the litmus specs, split as finely as can be, the findings and
// verdicts are those of the whole setup, but for notes on text that matters nowhere, which need all states at
// once.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "checker/fact_kinds.h"
#include "checker/search/workbench.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/source/file_reader.h"
#include "tests/support/memory_reader.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using checker::CheckOptions;
using checker::CheckResult;
using checker::Finding;
using compiler::Model;
using testing::HasSubstr;
using testing::Not;

bool needs_all_states(compiler::FindingCode code) {
    return code == compiler::FindingCode::DeadText || code == compiler::FindingCode::Redundant ||
           code == compiler::FindingCode::Shadowed;
}

std::set<std::string> telling_findings(const CheckResult& result) {
    std::set<std::string> found;
    for (const Finding& finding : result.findings) {
        if (needs_all_states(finding.code)) continue;
        found.insert(std::string(checker::code_name(finding.code)) + " #" + finding.fingerprint + " " +
                     std::string(checker::word(finding.status)) + " " +
                     std::to_string(finding.witness ? finding.witness->steps.size() : 0));
    }
    return found;
}

std::map<std::string, std::string> verdicts_of(const CheckResult& result) {
    std::map<std::string, std::string> said;
    for (const checker::Verdict& verdict : result.verdicts) {
        if (verdict.obligation.analysis == checker::AnalysisName::Text) continue;
        said[verdict.claim + " @" + verdict.obligation.place] =
            std::string(checker::word(verdict.status)) + (verdict.vacuous ? ", vacuous" : "");
    }
    return said;
}

std::size_t splits(const Model& model, const CheckOptions& options) {
    std::size_t result = 0;
    for (std::size_t setup = 0; setup < model.setups.size(); ++setup)
        result += checker::number_of_parts(compiler::Evaluator(model), setup, options.budget,
                                           options.reductions) > 1
                      ? 1U
                      : 0U;
    return result;
}

class SetupsInParts : public testing::TestWithParam<std::string> {};

TEST_P(SetupsInParts, SayWhatTheWholeSetupSays) {
    const checker::Session session = checker::open_session(dsl::DiskReader(), GetParam(), {});
    ASSERT_FALSE(session.parts.empty());
    const Model& model = session.parts.front().model;
    CheckOptions in_parts;
    in_parts.engine = checker::Engine::Explicit;
    in_parts.budget.initial_states = 2;
    if (splits(model, in_parts) == 0) GTEST_SKIP() << "no setup of it has parts";
    CheckOptions whole;
    whole.engine = checker::Engine::Explicit;
    const CheckResult by_parts = checker::check(model, in_parts);
    const CheckResult at_once = checker::check(model, whole);
    EXPECT_EQ(telling_findings(by_parts), telling_findings(at_once));
    EXPECT_EQ(verdicts_of(by_parts), verdicts_of(at_once));
}

INSTANTIATE_TEST_SUITE_P(Litmus, SetupsInParts, testing::ValuesIn(specs_under("/specs/litmus")),
                         name_of_spec);

// The specs above would show nothing if none of them were split.
TEST(SetupParts, AreMadeOfManyLitmusSpecs) {
    CheckOptions in_parts;
    in_parts.budget.initial_states = 2;
    std::size_t split = 0;
    for (const std::string& spec : specs_under("/specs/litmus"))
        split += splits(checker::open_session(dsl::DiskReader(), spec, {}).parts.front().model, in_parts);
    EXPECT_GE(split, 40U);
}

// What is said of all states, and how many of them were computed again.
struct SaidOfAll {
    std::set<checker::Facts> facts;
    double states = 0;
    double again = 0;
};

SaidOfAll said_of_all(const Model& model, std::size_t second_look) {
    CheckOptions options;
    options.engine = checker::Engine::Explicit;
    options.only_analyses = {checker::AnalysisName::Deadlocks};
    options.budget.initial_states = 1;
    options.budget.second_look = second_look;
    const CheckResult result = checker::check(model, options);
    SaidOfAll said;
    for (const checker::Verdict& verdict : result.verdicts) said.facts.insert(verdict.facts);
    said.states = result.stats.at(checker::Statistic::States);
    said.again = result.stats.at(checker::Statistic::CertifiedStates);
    return said;
}

TEST(SetupParts, AreLookedAtAgainInASampleBeyondSoManyStates) {
    const tests::MemoryReader reader(std::map<std::string, std::string>{{"dial.rules", R"(
game "dial"
player Ann
state { dial: 0..39 }
setup "any" { dial := any }
turn { choose by Ann { option "turns" if dial > 0 { dial -= 1 } option "waits" { nothing } } }
)"}});
    const checker::Session session = checker::open_session(reader, "dial.rules", {});
    ASSERT_FALSE(session.parts.empty());
    const Model& model = session.parts.front().model;
    const SaidOfAll all = said_of_all(model, 1'000'000);
    EXPECT_EQ(all.again, all.states);
    for (const checker::Facts& facts : all.facts) EXPECT_FALSE(has(facts, checker::FactKind::InSomeParts));

    const SaidOfAll sample = said_of_all(model, 0);
    EXPECT_EQ(sample.states, all.states);
    EXPECT_GT(sample.again, 0);
    EXPECT_LT(sample.again, all.states / 4);
    const checker::Argument left_out{
        checker::Fact{checker::FactKind::StateUnseenAgain, {checker::Fact{checker::FactKind::OnlyASample}}}};
    ASSERT_FALSE(sample.facts.empty());
    for (const checker::Facts& facts : sample.facts) {
        const checker::Fact* const again = find(facts, checker::FactKind::InSomeParts);
        ASSERT_NE(again, nullptr);
        EXPECT_EQ(again->arguments[0], left_out);
        EXPECT_EQ(again->arguments[2], checker::Argument(std::size_t{40}));
    }
}

}  // namespace
}  // namespace errata::tests
