// Sanctum's terrains, walks and boardhops: what must be found in its setups, and nothing else; that its
// worked examples go as written; and that every row of its catalogue is accounted for by something that makes
// a difference.
#include <set>
#include <string>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/codes.h"
#include "tests/support/program.h"
#include "tests/support/report_schema.h"

namespace errata::tests {
namespace {

const std::string sanctum_folder = std::string(ERRATA_SOURCE_DIR) + "/specs/games/sanctum";

const std::set<std::string> expected_findings = {
    "ambiguous.reading: A boardhop that has expired while its square is taken",
    "ambiguous.reading: A slide and what blocks movement",
    "ambiguous.reading: A spell that bars a square of the Ice",
    "ambiguous.reading: Damaging terrain made at the start of the turn",
    "ambiguous.reading: Individual spells on members of a group that is off the board",
    "ambiguous.reading: Opponents that fly",
    "ambiguous.reading: Removed from the game",
    "ambiguous.reading: Squares with groups on them under a spell on an area",
    "ambiguous.reading: The clock of a boardhop",
    "ambiguous.reading: The direction from which a group entered",
    "ambiguous.reading: The mark 3x3 behind a list of names",
    "ambiguous.reading: The same terrain once more",
    "ambiguous.reading: The square changed by a group that moves",
    "ambiguous.reading: What a swamp remembers",
    "ambiguous.reading: When concealment counts",
    "ambiguous.reading: When the exit square is looked at",
    "ambiguous.reading: When the target of a square spell must be unoccupied",
    "ambiguous.reading: Whom a damaging terrain spares",
    "contradiction.definition: 'arrives' both holds and does not",
    "contradiction.definition: 'comes_to_stay' both holds and does not",
    "contradiction.definition: 'goes_alone' both holds and does not",
    "contradiction.definition: 'joins' both holds and does not",
    "contradiction.definition: 'may_appear' both holds and does not",
    "contradiction.definition: 'survives_void' both holds and does not",
    "contradiction.definition: 'survives_water' both holds and does not",
    "contradiction.definition: 'swamp_exit' both holds and does not",
    "contradiction.definition: 'takes' both holds and does not",
    "contradiction.invariant: Room for one thing",
    "contradiction.invariant: What is off the board has an exit square",
    "contradiction.invariant: who has walked into a swamp may get out of it some day",
    "contradiction.must-cannot: Ice against A barrier: enter",
    "contradiction.must-cannot: Ice against Mountain: enter",
    "contradiction.must-cannot: Ice against Volcano: enter",
    "contradiction.must-cannot: Ice against Water: enter",
    "contradiction.ruling: A helper is a square spell, and a square spell needs an unoccupied square",
    "contradiction.ruling: A spell that changes the terrain saves a group from the Water",
    "contradiction.ruling: Forest does nothing while spells execute",
    "contradiction.ruling: On a mountain the group is stuck unless a climber becomes another climber",
    "gap.undefined: 'changes_back' is left open",
    "gap.undefined: 'checked' is left open",
    "gap.undefined: 'crosses' is left open",
    "gap.undefined: 'defends' is left open",
    "gap.undefined: 'friendly' is left open",
    "gap.undefined: 'hears_off_board' is left open",
    "gap.undefined: 'is_still_there' is left open",
    "gap.undefined: 'looks_at_arrivals' is left open",
    "gap.undefined: 'lost_with_its_spell' is left open",
    "gap.undefined: 'rests' is left open",
    "gap.undefined: 'spells_go_along' is left open",
    "gap.undefined: 'stays_on_board' is left open",
    "gap.undefined: 'stops_before' is left open",
    "gap.undefined: 'swamp_exit' is left open",
    "gap.undefined: 'time_stops' is left open",
    "gap.undefined: 'vacant' is left open",
    "loop.wait: A group whose time is over comes back",
    "loop.wait: A monster whose time is over comes back",
    "loop.wait: A recruit that left its group comes back to the board",
    "loop.wait: A town whose time is over comes back",
    "loop.wait: Whoever is away comes back",
    "order.unowned: Awaiting: nobody decides",
    "order.unowned: Desert: which minion comes first",
    "order.unowned: Encampment and Faerie Circle at once",
    "order.unowned: Encampment and Lost Mine at once",
    "order.unowned: Encampment and Seelie Court at once",
    "order.unowned: Encampment and Soul Jar at once",
    "order.unowned: Encampment and Vision Quest at once",
    "order.unowned: Encampment and Void at once",
    "order.unowned: Encampment and Water at once",
    "order.unowned: Encampment and Will o' the Wisp at once",
    "order.unowned: Encampment twice at once",
    "order.unowned: Faerie Circle and Lost Mine at once",
    "order.unowned: Faerie Circle and Seelie Court at once",
    "order.unowned: Faerie Circle and Soul Jar at once",
    "order.unowned: Faerie Circle and Vision Quest at once",
    "order.unowned: Faerie Circle and Will o' the Wisp at once",
    "order.unowned: Faerie Circle twice at once",
    "order.unowned: Gatemouth twice at once",
    "order.unowned: Gatemouth: which group comes first",
    "order.unowned: Justicars and Ice at once",
    "order.unowned: Lava: which minion comes first",
    "order.unowned: Lost Mine and Seelie Court at once",
    "order.unowned: Lost Mine and Soul Jar at once",
    "order.unowned: Lost Mine and Vision Quest at once",
    "order.unowned: Lost Mine and Will o' the Wisp at once",
    "order.unowned: Lost Mine twice at once",
    "order.unowned: Volcano: which minion comes first",
    "order.unowned: Will o' the Wisp and Seelie Court at once",
    "order.unowned: Will o' the Wisp and Soul Jar at once",
    "order.unowned: Will o' the Wisp and Vision Quest at once",
    "overridden: Drowning gives way to Flight: survives_water",
    "overridden: Limits of Flight gives way to Who can swim or fly: survives_void",
    "overridden: Limits of Flight gives way to Who can swim or fly: survives_water",
    "overridden: The Void takes all gives way to Flight: survives_void",
    "unreachable.ability: orders: \"orders ... on a structure\" and \"orders ... on a group to a square\" "
    "and "
    "\"orders ... on a minion and a minion\" and \"orders ...\" never possible",
    "unreachable.card: Swampwalk never comes into effect",
};

void hold_findings(const nlohmann::json& report) {
    std::set<std::string> found;
    for (const auto& finding : report.at("findings")) {
        found.insert(finding.at("code").get<std::string>() + ": " + finding.at("title").get<std::string>());
        EXPECT_FALSE(finding.at("clauses").empty() && finding.at("code") != "unreachable.card") << finding;
    }
    EXPECT_EQ(found, expected_findings);
}

void hold_scenarios(const nlohmann::json& report) {
    std::size_t scenarios = 0;
    for (const auto& verdict : report.at("verdicts")) {
        const std::string claim = verdict.at("claim").get<std::string>();
        if (claim.rfind("scenario ", 0) != 0) continue;
        ++scenarios;
        EXPECT_EQ(verdict.at("status"), "complete") << claim << ": " << verdict.at("detail");
    }
    EXPECT_GE(scenarios, 120U);
}

// One long run, looked at from both sides.
TEST(Sanctum, ShowsItsDefectsAndNothingElseAndPlaysItsWorkedExamples) {
    const Ran ran = run_errata({"check", sanctum_folder, "--format", "json"});
    EXPECT_EQ(ran.code, 1) << ran.err;
    EXPECT_EQ(schema_offence(ran.out), "");
    const nlohmann::json report = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(report.is_discarded()) << ran.out;
    hold_findings(report);
    hold_scenarios(report);
}

// Each cited row is left out once, which takes minutes: tests/night.
TEST(Sanctum, DISABLED_AccountsForEveryRow) {
    const Ran ran = run_errata({"coverage", sanctum_folder, "--against", sanctum_folder + "/catalogue.md",
                                "--scope", "readings=0", "--format", "json"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    const nlohmann::json coverage = nlohmann::json::parse(ran.out, nullptr, false);
    ASSERT_FALSE(coverage.is_discarded()) << ran.out;
    const auto& all = coverage.at("totals").back();
    EXPECT_EQ(all.at("rows"), 222) << all;
    EXPECT_EQ(all.at("missing"), 0) << all;
    EXPECT_EQ(all.at("idle"), 0) << all;
    EXPECT_LE(all.at("left_out"), 10) << all;
}

}  // namespace
}  // namespace errata::tests
