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
    EXPECT_EQ(codes_and_titles(report),
              (std::set<std::string>{
                  "ambiguous.reading: What Attack+0 keeps from a summon",
                  "ambiguous.reading: What a summon cannot do in its first round",
                  "ambiguous.reading: What an empty hex is",
                  "ambiguous.reading: What credit for a kill is",
                  "ambiguous.reading: What is not in its player's hands",
                  "ambiguous.reading: When an attack of several blows is over",
                  "ambiguous.reading: When the distance of a retaliate counts",
                  "ambiguous.reading: Whether added retaliates are one damage",
                  "ambiguous.reading: Which reach added retaliates have",
                  "ambiguous.reading: Whose ally a summon is",
                  "contradiction.definition: 'needs_view' both holds and does not",
                  "contradiction.definition: 'waits_for_older_summons' both holds and does not",
                  "deadlock: no way on: Tokens",
                  "gap.undefined: 'acts_without_its_summoner' is left open",
                  "gap.undefined: 'an_unhurt_figure_is_healed' is left open",
                  "gap.undefined: 'deck_for_modifiers' is left open",
                  "gap.undefined: 'ends_the_other_summon_of_the_card' is left open",
                  "gap.undefined: 'goes_on_attacking_after_its_fall' is left open",
                  "gap.undefined: 'killed_by_the_attack' is left open",
                  "gap.undefined: 'may_exceed_printed_hit_points' is left open",
                  "gap.undefined: 'may_use_a_hex_that_comes_free' is left open",
                  "gap.undefined: 'retaliates_for_a_blow_it_survived' is left open",
                  "gap.undefined: 'retaliates_though_off_the_board' is left open",
                  "gap.undefined: 'summon_card_is_discarded' is left open",
                  "order.unowned: An empty hex beside: nobody decides",
                  "overridden: A turn of its own gives way to The round of summoning: takes_turn",
                  "overridden: Before its summoner gives way to The older one first: place",
                  "overridden: For each attack gives way to Fallen by the attack: gives_back"}));
    EXPECT_EQ(scenarios_that_hold(report), 26U);
}

TEST(Maatatahay, ShowsItsDefectsAndNothingElse) {
    const nlohmann::json report = report_of("check", "maatatahay");
    ASSERT_FALSE(report.is_discarded());
    EXPECT_EQ(codes_and_titles(report),
              (std::set<std::string>{
                  "ambiguous.reading: Living warriors at the end",
                  "ambiguous.reading: Now fully surrounded",
                  "ambiguous.reading: Several enemies around one tile",
                  "ambiguous.reading: Six deaths of any player",
                  "ambiguous.reading: The tile played last is a target",
                  "ambiguous.reading: What lies face down",
                  "ambiguous.reading: Whether a tile that lies face down is a tile beside others",
                  "ambiguous.reading: Which tiles can be surrounded",
                  "contradiction.definition: 'whose_turn' cannot be all that is said of it",
                  "gap.no-option: no option: A new pair",
                  "gap.undefined: 'bonus_counts_in_hand' is left open",
                  "gap.undefined: 'crystals_on_tiles_pay' is left open",
                  "gap.undefined: 'reward_goes_to_storage' is left open",
                  "gap.undefined: 'several_pairs_are_on_offer' is left open",
                  "gap.undefined: 'sixth_relic_may_be_taken' is left open",
                  "gap.undefined: 'supply_is_endless' is left open",
                  "gap.undefined: 'survives' is left open",
                  "gap.undefined: 'survivor_is_settled_again' is left open",
                  "gap.undefined: 'tile_may_cover_another' is left open",
                  "gap.undefined: 'tile_may_lie_alone' is left open",
                  "gap.undefined: 'tiles_are_picked_one_by_one' is left open",
                  "gap.undefined: 'track_ends_the_game' is left open",
                  "gap.undefined: 'what_is_paid_goes_into_the_bag' is left open",
                  "gap.undefined: 'winner' is left open",
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
                  "ambiguous.reading: A burning zone",
                  "ambiguous.reading: A corrupt unit and a choice to corrupt one",
                  "ambiguous.reading: An additional damage",
                  "ambiguous.reading: Counterstrike that nobody wants",
                  "ambiguous.reading: Out of the combat and back",
                  "ambiguous.reading: The least that destroys a defender",
                  "ambiguous.reading: What a copy is",
                  "ambiguous.reading: Who says which attacker counterstrike damages",
                  "ambiguous.reading: Whose controller",
                  "ambiguous.reading: Whose damage is enough for all units",
                  "contradiction.definition: 'counts_as_played' both holds and does not",
                  "contradiction.definition: 'dealt' both holds and does not",
                  "contradiction.definition: 'falls_at_once' both holds and does not",
                  "contradiction.definition: 'part_without_target_resolves' both holds and does not",
                  "contradiction.definition: 'play_tactic counts as enter_play' both holds and does not",
                  "contradiction.definition: 'reveal counts as enter_play' both holds and does not",
                  "contradiction.ruling: Only what was added to the pool and applied",
                  "contradiction.scenario: Rip Dere 'Eads Off! on Grimgor",
                  "contradiction.scenario: Slaanesh's Domination",
                  "gap.no-option: Burning zones leaves no option: A hail of stones",
                  "gap.no-option: Burning zones leaves no option: Warpstone Meteor",
                  "gap.no-option: no option: An ultimatum",
                  "gap.undefined: 'all_damage_must_be_assigned' is left open",
                  "gap.undefined: 'cancelled_damage_is_success' is left open",
                  "gap.undefined: 'damage_of_gone_attackers_stands' is left open",
                  "gap.undefined: 'decree_outlasts_the_turn' is left open",
                  "gap.undefined: 'done_to_one_of_two_is_success' is left open",
                  "gap.undefined: 'fate_of_revealed' is left open",
                  "gap.undefined: 'no_damage_is_success' is left open",
                  "gap.undefined: 'quest_loses_its_tokens' is left open",
                  "gap.undefined: 'search_succeeds' is left open",
                  "gap.undefined: 'section_burns' is left open",
                  "gap.undefined: 'tokens_of_a_gone_defender_are_assigned_anew' is left open",
                  "gap.undefined: 'uncancellable_damage_uses_up_a_shield' is left open",
                  "gap.undefined: 'waiting_damage_takes_room' is left open",
                  "loop.optional: Assigned damage and A cannon: as often as somebody likes",
                  "order.unowned: The window at the beginning of the turn and Warpstone Meteor at once",
                  "order.unowned: Warpstone Meteor and A miasma at once",
                  "order.unowned: replacing deal: Toughness and Damage to be cancelled this turn"}));
    EXPECT_EQ(scenarios_that_hold(report), 83U);
}

}  // namespace
}  // namespace errata::tests
