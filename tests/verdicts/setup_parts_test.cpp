// A setup that is searched in parts: for the litmus specs, split as finely as can be, the findings and
// verdicts are those of the whole setup, but for notes on text that matters nowhere, which need all states at
// once.
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "checker/driver/specs_in.h"
#include "checker/search/workbench.h"
#include "dsl/source/file_reader.h"

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

std::set<std::string> findings_of(const CheckResult& result) {
    std::set<std::string> found;
    for (const Finding& finding : result.findings) {
        if (needs_all_states(finding.code)) continue;
        found.insert(finding.title + " #" + finding.fingerprint + " " +
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
        result += checker::number_of_parts(model, setup, options.budget, options.reductions) > 1 ? 1U : 0U;
    return result;
}

// How many setups were split.
std::size_t compare(const Model& model) {
    CheckOptions options;
    options.engine = checker::Engine::Explicit;
    const CheckResult whole = checker::check(model, options);
    options.budget.initial_states = 2;
    const std::size_t setups = splits(model, options);
    if (setups == 0) return 0;
    const CheckResult in_parts = checker::check(model, options);
    EXPECT_EQ(findings_of(in_parts), findings_of(whole));
    EXPECT_EQ(verdicts_of(in_parts), verdicts_of(whole));
    return setups;
}

TEST(SetupParts, SayWhatTheWholeSetupSays) {
    const dsl::DiskReader disk;
    std::size_t split = 0;
    for (const std::string& spec :
         checker::specs_in(disk, std::string(ERRATA_SOURCE_DIR) + "/specs/litmus")) {
        SCOPED_TRACE(spec);
        const checker::Session session = checker::open_session(disk, spec, {});
        ASSERT_FALSE(session.parts.empty());
        split += compare(session.parts.front().model);
    }
    EXPECT_GE(split, 40U);
}

// What is said of all states, and how many of them were computed again.
struct SaidOfAll {
    std::set<std::string> details;
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
    for (const checker::Verdict& verdict : result.verdicts) said.details.insert(verdict.detail);
    said.states = result.stats.at(checker::Statistic::States);
    said.again = result.stats.at(checker::Statistic::CertifiedStates);
    return said;
}

TEST(SetupParts, AreLookedAtAgainInASampleBeyondSoManyStates) {
    const dsl::MemoryReader reader(std::map<std::string, std::string>{{"dial.rules", R"(
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
    for (const std::string& detail : all.details) EXPECT_THAT(detail, Not(HasSubstr("again"))) << detail;

    const SaidOfAll sample = said_of_all(model, 0);
    EXPECT_EQ(sample.states, all.states);
    EXPECT_GT(sample.again, 0);
    EXPECT_LT(sample.again, all.states / 4);
    ASSERT_FALSE(sample.details.empty());
    for (const std::string& detail : sample.details) {
        EXPECT_THAT(detail,
                    HasSubstr("that no state is missing was not computed again: of so many a sample is "
                              "(--second-look) (in "));
        EXPECT_THAT(detail, HasSubstr(" of 40 parts)"));
    }
}

}  // namespace
}  // namespace errata::tests
