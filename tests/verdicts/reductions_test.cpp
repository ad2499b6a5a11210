// A reduction makes a search smaller and loses nothing: each litmus spec is checked without each of them and
// without all, and the findings are the same.
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

// Each finding's fingerprint, code, title, status, severity and clauses.
std::set<std::string> findings_with(const std::string& spec, const std::vector<std::string>& switches) {
    std::vector<std::string> arguments = {"check", spec, "--format", "json"};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const Json report = Json::parse(run_errata(arguments).out, nullptr, false);
    EXPECT_FALSE(report.is_discarded());
    std::set<std::string> found;
    for (const Json& finding : report.value("findings", Json::array())) {
        std::string line;
        for (const char* part : {"fingerprint", "code", "title", "status", "severity"})
            line += finding[part].get<std::string>() + " ";
        for (const Json& clause : finding["clauses"]) line += clause.dump() + " ";
        found.insert(line);
    }
    return found;
}

class Reductions : public testing::TestWithParam<std::string> {};

std::vector<std::string> all_switches() {
    std::vector<std::string> result;
    for (const checker::ReductionInfo& reduction : checker::all_reductions())
        result.push_back("--no-" + std::string(reduction.name));
    return result;
}

TEST_P(Reductions, LeaveTheFindingsUnchanged) {
    EXPECT_EQ(findings_with(GetParam(), all_switches()), findings_with(GetParam(), {}));
}

// Each by itself takes three times as long: tests/night.
TEST_P(Reductions, DISABLED_LeaveTheFindingsUnchangedEachByItself) {
    const std::set<std::string> all = findings_with(GetParam(), {});
    for (const std::string& off : all_switches()) EXPECT_EQ(findings_with(GetParam(), {off}), all) << off;
}

INSTANTIATE_TEST_SUITE_P(Litmus, Reductions, testing::ValuesIn(specs_under("/specs/litmus")), name_of_spec);

}  // namespace
}  // namespace errata::tests
