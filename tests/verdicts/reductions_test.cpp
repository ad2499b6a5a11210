// A reduction makes a search smaller and loses nothing: each litmus spec is checked without each of them and
// without all, and the findings are the same. Where a search comes to no end without them, it may find less.
#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/reductions.h"
#include "tests/support/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;

struct Told {
    std::set<std::string> findings;  // fingerprint, code, title, status, severity and clauses of each
    bool came_to_an_end = true;
};

Told told_with(const std::string& spec, const std::vector<std::string>& switches) {
    std::vector<std::string> arguments = {"check", spec, "--format", "json"};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const Json report = Json::parse(run_errata(arguments).out, nullptr, false);
    EXPECT_FALSE(report.is_discarded());
    Told told;
    for (const Json& verdict : report.value("verdicts", Json::array()))
        told.came_to_an_end = told.came_to_an_end && verdict["status"] != "bounded";
    for (const Json& finding : report.value("findings", Json::array())) {
        std::string line;
        for (const char* part : {"fingerprint", "code", "title", "status", "severity"})
            line += finding[part].get<std::string>() + " ";
        for (const Json& clause : finding["clauses"]) line += clause.dump() + " ";
        told.findings.insert(line);
    }
    return told;
}

void expect_no_more(const Told& without, const Told& with, const std::string& off) {
    if (without.came_to_an_end || !with.came_to_an_end)
        EXPECT_EQ(without.findings, with.findings) << off;
    else
        EXPECT_TRUE(std::ranges::includes(with.findings, without.findings)) << off;
}

class Reductions : public testing::TestWithParam<std::string> {};

std::vector<std::string> all_switches() {
    std::vector<std::string> result;
    for (const checker::ReductionInfo& reduction : checker::all_reductions())
        result.push_back("--no-" + std::string(reduction.name));
    return result;
}

TEST_P(Reductions, LeaveTheFindingsUnchanged) {
    expect_no_more(told_with(GetParam(), all_switches()), told_with(GetParam(), {}), "all");
}

// Each by itself takes three times as long: tests/night.
TEST_P(Reductions, DISABLED_LeaveTheFindingsUnchangedEachByItself) {
    const Told all = told_with(GetParam(), {});
    for (const std::string& off : all_switches()) expect_no_more(told_with(GetParam(), {off}), all, off);
}

INSTANTIATE_TEST_SUITE_P(Litmus, Reductions, testing::ValuesIn(specs_under("/specs/litmus")), name_of_spec);

}  // namespace
}  // namespace errata::tests
