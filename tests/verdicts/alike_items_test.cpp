// Printed items that nothing tells apart are laid out once: what is found, counted and said of each is what
// laying out all of them shows; and whatever tells two apart keeps them apart.
#include <filesystem>
#include <fstream>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "dsl/source/file_reader.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/titles.h"

namespace errata::tests {
namespace {

using checker::CheckResult;
using testing::_;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::Pair;

checker::Session opened(const std::string& text, const compiler::CompileOptions& options) {
    const auto path = scratch_file("alike.rules");
    std::ofstream(path) << text;
    const dsl::DiskReader disk;
    checker::Session session = checker::open_session(disk, path.string(), options);
    std::filesystem::remove(path);
    return session;
}

// Bell, Chime and Knell say the same, in two wordings; so do Saint and Angel; Gong costs more.
constexpr const char* court_of_alike = R"(game "Court"
player Ann, Bob
enum sound: none_yet, ding, dong
kind player of 2 { gold: 0..3 = 3 }
kind seat of 3 { card: card?  there: bool  hurt: bool }
state { last: sound }
printed card on seat if this.card = it and this.there { price: 0..9 = 1 }
card Bell
  When ding is said, say dong.
card Chime
  When ding is said, say dong.
card Knell
  After somebody says ding, say dong.
card Gong, price: 2
  When ding is said, say dong.
card Echo
  When dong is said, say ding.
card Reaper
  When this comes, hurt the others.
card Saint
  Nobody is hurt.
card Angel
  Nobody is hurt.
action say(s: sound) { last := s }
action come(s: seat) { s.there := yes }
action harm(s: seat) { s.hurt := yes }
turn {
    choose by Ann {
        option "says ding" { say(ding) }
        option "waits" { nothing }
    }
    choose s: seat with s.card is not none and not s.there and Ann.gold >= s.card.price by Ann "plays {s}" {
        come(s)
    } otherwise { nothing }
    end "over"
}
category effect is statements
phrase line "When {s: sound} is said, {e: effect}." = { when say(s) { e } }
phrase line "After somebody says {s: sound}, {e: effect}." = { when say(s) { e } }
phrase line "When this comes, {e: effect}." = { when come(this) { e } }
phrase line "Nobody is hurt." = { cannot harm(s) }
phrase effect "say {s: sound}" = do { say(s) }
phrase effect "hurt the others" = do { for each s: seat with s.there and s != this { harm(s) } }
phrase effect "hurt {c: card}" = do { for each s: seat with s.there and s.card = c { harm(s) } }
)";
constexpr const char* alike_screens = R"(
screen "there" of card, size: 2 { place s: seat { s.there := yes } }
screen "to come" of card, size: 3 { place s: seat { } }
)";

// Which item stands for which.
std::map<std::string, std::string> stood_for(const std::string& text, compiler::CompileOptions options = {}) {
    const checker::Session session = opened(text, options);
    std::string problems;
    for (const dsl::Diagnostic& diagnostic : session.sink.sorted()) problems += diagnostic.message + "\n";
    EXPECT_FALSE(session.parts.empty()) << problems;
    if (session.parts.empty()) return {};
    const auto& items = session.parts.front().model.printed_items;
    std::map<std::string, std::string> result;
    for (const compiler::PrintedItem& item : items) {
        if (item.same_as) result[item.name] = items[*item.same_as].name;
    }
    return result;
}

struct CourtChecked {
    CheckResult result;
    std::set<std::string> titles;  // with the code
};

CourtChecked court_checked(bool tells_all_apart) {
    compiler::CompileOptions options;
    options.screens.tells_all_apart = tells_all_apart;
    const checker::Session session = opened(std::string(court_of_alike) + alike_screens, options);
    checker::CheckOptions only;
    only.screens_only = true;
    const compiler::Model& model = session.parts.front().model;
    CourtChecked court{checker::check(model, only), {}};
    for (const checker::Finding& finding : court.result.findings)
        court.titles.insert(std::string(code_name(finding.code)) + " " + title(model, finding));
    return court;
}

// The titles, each item under the name of the one that stands for it.
std::set<std::string> titles_of(const CourtChecked& court) {
    std::set<std::string> found;
    for (std::string title : court.titles) {
        for (const auto& [name, other] : stood_for(std::string(court_of_alike) + alike_screens)) {
            for (std::size_t at; (at = title.find(name)) != std::string::npos;)
                title.replace(at, name.size(), other);
        }
        found.insert(title);
    }
    return found;
}

TEST(AlikeItems, AreThoseWithTheSameAttributesAndTheSameMeaning) {
    const std::map<std::string, std::string> expected{
        {"Chime", "Bell"}, {"Knell", "Bell"}, {"Angel", "Saint"}};
    EXPECT_EQ(stood_for(std::string(court_of_alike) + alike_screens), expected);
}

TEST(AlikeItems, FindWhatAllOfThemFind) {
    const CourtChecked once = court_checked(false);
    const CourtChecked all = court_checked(true);
    EXPECT_EQ(titles_of(once), titles_of(all));
    EXPECT_THAT(titles_of(once), Contains(HasSubstr("loop.mandatory")));
    EXPECT_LT(once.result.findings.size(), all.result.findings.size());
}

TEST(AlikeItems, AreCountedAsAllOfThem) {
    const CheckResult once = court_checked(false).result;
    const CheckResult all = court_checked(true).result;
    ASSERT_TRUE(once.screened && all.screened);
    const auto counted = [](const CheckResult& result) {
        std::vector<std::pair<std::size_t, std::size_t>> sets;
        for (const auto& one : result.screened->sets) sets.emplace_back(one.sets, one.open);
        return sets;
    };
    EXPECT_THAT(counted(once), ElementsAre(Pair(8, 0), Pair(36, 0), Pair(8, 0), Pair(36, 0), Pair(120, _)));
    EXPECT_EQ(counted(once), counted(all));
    ASSERT_EQ(once.screened->items.size(), all.screened->items.size());
    for (std::size_t i = 0; i < once.screened->items.size(); ++i) {
        const checker::ItemUse& use = once.screened->items[i];
        EXPECT_EQ(use.name, all.screened->items[i].name);
        EXPECT_EQ(use.is_playable, all.screened->items[i].is_playable) << use.name;
        EXPECT_EQ(use.acts_with.size(), all.screened->items[i].acts_with.size()) << use.name;
        EXPECT_THAT(use.acts_with, testing::AnyOf(IsEmpty(), Contains(use.name)));
    }
}

// Each line tells Bell and Chime apart, or all.
TEST(AlikeItems, AreNoneThatSomethingTellsApart) {
    const std::string lines[] = {
        "rule \"Loud\" { when say(s) if some x: seat with x.there and x.card = Chime { Ann.gold := 0 } }",
        "define loud(c: card): bool = c = Bell\ncheck \"c\" always no x: seat with loud(x.card) and x.hurt",
        "define loud(c: card): bool = c in {Bell, Gong}\n"
        "rule \"Loud\" { when say(s) if some x: seat with x.there and loud(x.card) { Ann.gold := 0 } }",
        "card Ringer\n  When ding is said, hurt Bell.",
        "state { named: card = Chime }",
        "state { first_card: card? }\n"
        "rule \"Loud\" { when say(s) { first_card := first c: card with c.price = 1 } }",
        "state { count: 0..9 }\n"
        "rule \"Loud\" { when say(s) { for each c: card with c.price = 1 { count := c.price } } }",
        "screen \"loud\" of card, size: 1 { seat2.card := Chime  place s: seat { s.there := yes } }",
        "open loudest(): card default Chime",
    };
    for (const std::string& line : lines) {
        const auto alike = stood_for(std::string(court_of_alike) + alike_screens + line + "\n");
        const bool same = alike.contains("Chime") && alike.at("Chime") == "Bell";
        EXPECT_FALSE(same) << line;
    }
}

// What names no item, or all of them alike, tells none apart.
TEST(AlikeItems, StayAlikeWhereAllAreTreatedAlike) {
    const std::string lines[] = {
        "rule \"Pair\" { when say(s) if some x: seat, y: seat with x != y and x.card = y.card { Ann.gold := "
        "0 } "
        "}",
        "rule \"Many\" { when say(s) if (number of c: card with c.price = 1) > 2 { Ann.gold := 0 } }",
        "rule \"Dear\" { when say(s) if some x: seat with x.card = Gong { Ann.gold := 0 } }",
        "setup \"by hand\" { seat1.card := Chime seat1.there := yes }",
    };
    for (const std::string& line : lines) {
        const auto alike = stood_for(std::string(court_of_alike) + alike_screens + line + "\n");
        EXPECT_TRUE(alike.contains("Chime")) << line;
    }
}

TEST(AlikeItems, ThatAreAskedForStandForThemselves) {
    compiler::CompileOptions options;
    options.screens.items = {"Chime"};
    const auto alike = stood_for(std::string(court_of_alike) + alike_screens, options);
    EXPECT_FALSE(alike.contains("Chime"));
    EXPECT_EQ(alike.at("Knell"), "Bell");
}

TEST(AlikeItems, AreNamedInTheReport) {
    const auto path = scratch_file("alike_told.rules");
    std::ofstream(path) << court_of_alike << alike_screens;
    const Ran ran = run_errata({"screen", "--verbose", path.string()});
    EXPECT_THAT(ran.out, HasSubstr("The same with Chime or Knell for Bell"));
    EXPECT_THAT(ran.out, HasSubstr("nothing tells them apart."));
    EXPECT_THAT(run_errata({"screen", "--verbose", "--no-alike", path.string()}).out,
                Not(HasSubstr("The same with Chime or")));
    std::filesystem::remove(path);
}

}  // namespace
}  // namespace errata::tests
