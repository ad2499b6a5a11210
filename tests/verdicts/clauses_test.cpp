// Which rules a contradiction names: those that cannot all hold, and no bystander that holds with them.
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"

namespace errata::tests {
namespace {

nlohmann::json findings_of(const std::string& spec) {
    const Ran ran = run_errata({"check", std::string(ERRATA_SOURCE_DIR) + spec, "--format", "json"});
    const nlohmann::json report = nlohmann::json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ran.out << ran.err;
    return report.is_discarded() ? nlohmann::json::array() : report.at("findings");
}

std::set<std::string> clause_names(const nlohmann::json& finding) {
    std::set<std::string> names;
    for (const auto& clause : finding.at("clauses")) names.insert(clause.at("rule").get<std::string>());
    return names;
}

TEST(ClausesOfAContradiction, AreAMinimalSet) {
    for (const auto& finding : findings_of("/specs/litmus/three-omens.rules")) {
        if (finding.at("code") != "contradiction.definition") continue;
        EXPECT_EQ(finding.at("title"), "'outcome' is lives and dies");
        EXPECT_EQ(clause_names(finding), (std::set<std::string>{"Blessing", "Plague"}));
        return;
    }
    FAIL() << "nothing contradicts";
}

TEST(ClausesOfAContradiction, AreSeveralFindingsWhereSeveralSetsContradict) {
    std::set<std::set<std::string>> sets;
    for (const auto& finding : findings_of("/tests/verdicts/regressions/two-quarrels.rules")) {
        if (finding.at("code") == "contradiction.definition") sets.insert(clause_names(finding));
    }
    const std::set<std::set<std::string>> expected{{"Shield", "Curse"}, {"Shield", "Rust"}};
    EXPECT_EQ(sets, expected);
}

}  // namespace
}  // namespace errata::tests
