// Sanctum's terrains, walks and boardhops: what must be found from the one open setup, and nothing else; and that the findings do
// not come from the worked examples: without scenarios and readings they are the same.
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/report_schema.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

const std::set<std::string> expected_findings = {
    // Flight against Water and against the Void, from statements that stand apart.
    "contradiction.definition: 'survives_water' both holds and does not",
    "contradiction.definition: 'survives_void' both holds and does not",
    // The slide that ends in, or before, the square that blocks.
    "contradiction.must-cannot: Ice against Mountain: enter",
    "contradiction.must-cannot: Ice against Volcano: enter",
    "contradiction.must-cannot: Ice against Water: enter",
    // The swamp that nobody entered.
    "gap.undefined: 'swamp_exit' is left open",
    // The group that waits behind a parked one.
    "loop.wait: a group taken off the board comes back",
    // Two boardhops with one exit square.
    "order.unowned: Encampment twice at once",
    "order.unowned: Will o' the Wisp and Encampment at once",
    "unreachable.card: Swampwalk never comes into effect",
};

std::set<std::string> findings_of(const std::string& spec) {
    const Ran ran = run_errata({"check", spec, "--format", "json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(schema_offence(ran.out), "");
    std::set<std::string> result;
    const nlohmann::json report = nlohmann::json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ran.out;
    if (report.is_discarded()) return result;
    for (const auto& finding : report.at("findings")) {
        result.insert(finding.at("code").get<std::string>() + ": " + finding.at("title").get<std::string>());
        EXPECT_FALSE(finding.at("clauses").empty() && finding.at("code") != "unreachable.card") << finding;
    }
    return result;
}

// A copy of the spec without its scenarios and readings.
std::string bare_copy(const fs::path& spec) {
    const fs::path copy = fs::path(testing::TempDir()) / "sanctum_without_examples";
    fs::remove_all(copy);
    fs::create_directories(copy);
    for (const auto& entry : fs::directory_iterator(spec)) {
        if (entry.path().extension() != ".rules") continue;
        std::ifstream in(entry.path());
        std::ofstream out(copy / entry.path().filename());
        bool is_example = false;
        bool has_items = false;
        for (std::string line; std::getline(in, line);) {
            const bool begins_item = !line.empty() && line[0] != ' ' && line[0] != '}' && line[0] != '-';
            if (begins_item) is_example = line.rfind("scenario ", 0) == 0 || line.rfind("reading ", 0) == 0;
            if (is_example) continue;
            has_items = has_items || begins_item;
            out << line << '\n';
        }
        out.close();
        if (!has_items) fs::remove(copy / entry.path().filename());
    }
    return copy.string();
}

TEST(Sanctum, ShowsItsDefectsAndNothingElse) {
    EXPECT_EQ(findings_of(std::string(ERRATA_SOURCE_DIR) + "/specs/games/sanctum"), expected_findings);
}

TEST(Sanctum, ShowsTheSameWithoutScenariosAndReadings) {
    EXPECT_EQ(findings_of(bare_copy(fs::path(ERRATA_SOURCE_DIR) / "specs/games/sanctum")), expected_findings);
}

TEST(Sanctum, PlaysItsWorkedExamplesAsWritten) {
    const Ran ran = run_errata({"test", std::string(ERRATA_SOURCE_DIR) + "/specs/games/sanctum"});
    EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
}

}  // namespace
}  // namespace errata::tests
