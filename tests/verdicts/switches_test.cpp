// A reduction makes a search smaller and loses nothing: every litmus spec is checked without each of them and
// without all, and the findings are the same.
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/reductions.h"
#include "tests/support/program.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;

// By spec: each finding's fingerprint, code, title, status and severity.
using Findings = std::map<std::string, std::set<std::string>>;

Findings findings_with(const std::vector<std::string>& switches) {
    std::vector<std::string> arguments = {"check", std::string(ERRATA_SOURCE_DIR) + "/specs/litmus",
                                          "--format", "json"};
    arguments.insert(arguments.end(), switches.begin(), switches.end());
    const Ran ran = run_errata(arguments);
    Findings result;
    for (const Json& report : Json::parse(ran.out)) {
        std::set<std::string>& found = result[report["spec"].get<std::string>()];
        for (const Json& finding : report.value("findings", Json::array())) {
            std::string line;
            for (const char* part : {"fingerprint", "code", "title", "status", "severity"})
                line += finding[part].get<std::string>() + " ";
            for (const Json& clause : finding["clauses"]) line += clause.dump() + " ";
            found.insert(line);
        }
    }
    return result;
}

TEST(Switches, LeaveTheFindingsUnchanged) {
    const Findings all = findings_with({});
    ASSERT_GE(all.size(), 50U);
    std::vector<std::string> every;
    for (const checker::ReductionInfo& reduction : checker::all_reductions()) {
        const std::string off = "--no-" + std::string(reduction.name);
        every.push_back(off);
        EXPECT_EQ(findings_with({off}), all) << off;
    }
    EXPECT_EQ(findings_with(every), all) << "all off";
}

}  // namespace
}  // namespace errata::tests
