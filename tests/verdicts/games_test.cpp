// What the games beside Sanctum show: the findings that their READMEs tell of and no other, and worked
// examples that go as written, but for those that their pages contradict.
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/program.h"
#include "tests/support/report_schema.h"

namespace errata::tests {
namespace {

nlohmann::json report_of(const std::string& command, const std::string& game) {
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/specs/games/" + game;
    const Ran ran = run_errata({command, folder, "--format", "json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(schema_offence(ran.out), "");
    return nlohmann::json::parse(ran.out, nullptr, false);
}

std::set<std::string> codes_and_titles(const nlohmann::json& report) {
    std::set<std::string> found;
    for (const auto& finding : report.at("findings"))
        found.insert(finding.at("code").get<std::string>() + ": " + finding.at("title").get<std::string>());
    return found;
}

std::size_t scenarios_that_hold(const nlohmann::json& report) {
    std::size_t result = 0;
    for (const auto& verdict : report.at("verdicts")) {
        const bool is_scenario = verdict.at("claim").get<std::string>().rfind("scenario ", 0) == 0;
        result += is_scenario && verdict.at("status") == "complete" ? 1U : 0U;
    }
    return result;
}

TEST(Gloomhaven, ShowsItsDefectsAndNothingElse) {
    const nlohmann::json report = report_of("check", "gloomhaven");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(
        codes_and_titles(report),
        (std::set<std::string>{
            "ambiguous.reading: When the distance of a retaliate counts",
            "contradiction.definition: 'needs_view' both holds and does not", "deadlock: no way on: Tokens",
            "overridden: A turn of its own gives way to The round of summoning: takes_turn",
            "overridden: For each attack gives way to Fallen by the attack: gives_back"}));
    EXPECT_EQ(scenarios_that_hold(report), 22U);
}

TEST(Maatatahay, ShowsItsDefectsAndNothingElse) {
    const nlohmann::json report = report_of("check", "maatatahay");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(codes_and_titles(report),
              (std::set<std::string>{
                  "ambiguous.reading: Six deaths of any player", "ambiguous.reading: What lies face down",
                  "ambiguous.reading: Which tiles can be surrounded", "gap.no-option: no option: A new pair",
                  "gap.undefined: 'survives' is left open", "gap.undefined: 'winner' is left open",
                  "order.chosen: One by one: which tile comes first",
                  "overridden: Convert gives way to What shows its face: bolsters",
                  "overridden: Elder gives way to What shows its face: bolsters",
                  "overridden: Spirits go to the newest tile gives way to Spirits of the newest tile are "
                  "lost: hands_on"}));
    EXPECT_EQ(scenarios_that_hold(report), 30U);
}

TEST(Invasion, ShowsItsDefectsAndNothingElse) {
    const nlohmann::json report = report_of("check", "invasion");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(codes_and_titles(report),
              (std::set<std::string>{
                  "ambiguous.reading: For how long a unit is kept from it",
                  "ambiguous.reading: The least that destroys a defender",
                  "ambiguous.reading: When a search has succeeded",
                  "ambiguous.reading: Who says which attacker counterstrike damages",
                  "ambiguous.reading: Whose controller",
                  "contradiction.definition: 'counts_as_played' both holds and does not",
                  "contradiction.definition: 'dealt' both holds and does not",
                  "contradiction.definition: 'falls_at_once' both holds and does not",
                  "contradiction.definition: 'reveal counts as enter_play' both holds and does not",
                  "contradiction.ruling: Only what was added to the pool and applied",
                  "contradiction.scenario: Rip Dere 'Eads Off! on Grimgor",
                  "contradiction.scenario: Slaanesh's Domination",
                  "deadlock: A burning zone is assigned no damage leaves no way on: battlefield_phase",
                  "gap.no-option: A burning zone is assigned no damage leaves no option: A hail of stones",
                  "gap.no-option: A burning zone is assigned no damage leaves no option: Warpstone Meteor",
                  "gap.no-option: no option: An ultimatum",
                  "loop.optional: A cannon: as often as somebody likes",
                  "order.unowned: The window at the beginning of the turn and Warpstone Meteor at once",
                  "order.unowned: Warpstone Meteor and A miasma at once",
                  "order.unowned: replacing deal: Toughness and Damage to be cancelled this turn"}));
    EXPECT_GE(scenarios_that_hold(report), 78U);
}

}  // namespace
}  // namespace errata::tests
