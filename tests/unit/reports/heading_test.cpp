// Headings: every code has one, and each says what it is about in the words of the clauses.
#include "reports/render/heading.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"

namespace errata::reports {
namespace {

FindingLines finding_about(compiler::FindingCode code, const std::string& title,
                           const std::vector<std::pair<std::string, std::string>>& clauses = {}) {
    FindingLines lines;
    lines.code = code;
    lines.title = title;
    for (const auto& [name, text] : clauses) lines.clauses.push_back({"card", name, text, "", 0, {}});
    return lines;
}

// The same about an incident.
FindingLines finding_of(compiler::IncidentKind kind, const std::string& name, FindingLines lines) {
    lines.about.sort = checker::AboutSort::Incident;
    lines.about.incident = kind;
    if (!name.empty()) lines.about.names = {name};
    return lines;
}

TEST(Headings, AreThereForEveryCode) {
    const std::vector<compiler::FindingCode> codes = codes_with_heading();
    for (const compiler::CodeInfo& info : compiler::all_codes())
        EXPECT_EQ(std::ranges::count(codes, info.code), 1) << info.name;
    EXPECT_EQ(codes.size(), compiler::all_codes().size());
}

// With two cards, or none, there are words for every code, and they are sentences without a dangling name.
TEST(Headings, AreWordsWhateverIsKnown) {
    for (const compiler::FindingCode code : codes_with_heading()) {
        for (const auto& clauses : {std::vector<std::pair<std::string, std::string>>{},
                                    {{"Lantern", "Shine."}, {"Echo", "Ring."}}}) {
            const FindingLines lines = finding_about(code, "Lantern and Echo at once", clauses);
            EXPECT_NE(heading_or_title(lines), "") << code;
            EXPECT_EQ(heading_or_title(lines).find("''"), std::string::npos) << code;
            EXPECT_NE(heading_or_title(lines).front(), ' ') << code;
        }
    }
}

TEST(Headings, SayWhoContradictsWhom) {
    using enum compiler::IncidentKind;
    EXPECT_EQ(heading(finding_of(
                  DemandedAndForbidden, "fall",
                  finding_about(compiler::FindingCode::ContradictionMustCannot, "Chasm against Feather: fall",
                                {{"Chasm", "Fall."}, {"Feather", "Do not fall."}}))),
              "\"Chasm\" demands \"fall\", and \"Feather\" forbids it");
    const auto definition = [](compiler::IncidentKind kind, const std::string& name, const std::string& title,
                               const std::vector<std::pair<std::string, std::string>>& clauses) {
        return heading(finding_of(
            kind, name, finding_about(compiler::FindingCode::ContradictionDefinition, title, clauses)));
    };
    FindingLines falls = finding_of(
        HoldsAndNot, "falls",
        finding_about(compiler::FindingCode::ContradictionDefinition, "'falls' both holds and does not",
                      {{"Feather", "not falls(m) if m.winged"}, {"Chasm", "falls(m) if m.at = Chasm"}}));
    falls.clauses[0].denies = true;
    EXPECT_EQ(heading(falls), "Falls, or not? \"Chasm\" says yes, and \"Feather\" says no");
    EXPECT_EQ(definition(HoldsAndNot, "falls", "'falls' both holds and does not",
                         {{"Chasm", "Who is here falls."}, {"Feather", "You never fall."}}),
              "Falls, or not? \"Chasm\" and \"Feather\" disagree");
    EXPECT_EQ(definition(NoAnswerFits, "fate", "'fate' is lives and dies",
                         {{"Chasm", "Dies."}, {"Feather", "Lives."}}),
              "\"Chasm\" and \"Feather\" disagree: 'fate' is lives and dies");
}

// Names are facts: whatever they say, no sentence is taken from them.
TEST(Headings, TakeNoNameForASentence) {
    FindingLines check =
        finding_about(compiler::FindingCode::ContradictionInvariant, "a value leaves its range: gold",
                      {{"a value leaves its range: gold", "gold < 4"}});
    check.about = {checker::AboutSort::Claim, {}, {"a value leaves its range: gold"}};
    EXPECT_EQ(heading(check), "\"a value leaves its range: gold\" is not always true");
    FindingLines real =
        finding_of(compiler::IncidentKind::OutOfRange, "",
                   finding_about(compiler::FindingCode::ContradictionInvariant, "whatever", {{"Salt", "n"}}));
    real.about.variable = "player.gold";
    EXPECT_EQ(heading(real), "\"Salt\" takes \"gold\" out of its range");
}

TEST(Headings, AskWhatIsNotSaid) {
    using enum compiler::OrderKind;
    const auto unowned = [](compiler::OrderKind kind, const std::string& name, const std::string& title,
                            const std::vector<std::pair<std::string, std::string>>& clauses) {
        FindingLines lines = finding_about(compiler::FindingCode::OrderUnowned, title, clauses);
        lines.order = kind;
        lines.about.sort = checker::AboutSort::Point;
        if (!name.empty()) lines.about.names = {name};
        return heading(lines);
    };
    EXPECT_EQ(unowned(Triggers, "", "Lantern and Echo at once", {{"Lantern", "Shine."}, {"Echo", "Ring."}}),
              "Lantern and Echo at once, and no rule says which goes first");
    EXPECT_EQ(unowned(Objects, "minion", "Lava: which minion comes first", {{"Lava", "Burn."}}),
              "Lava: which minion comes first?");
    EXPECT_EQ(unowned(Changes, "lake", "Sluice, Rain: lake is set and added to at once",
                      {{"Sluice", "Fill."}, {"Rain", "Rain."}}),
              "\"Sluice\" and \"Rain\" set a value and add to it at the same moment, and no rule says which "
              "comes first");
    EXPECT_EQ(unowned(Choice, "evening", "evening: nobody decides", {}), "evening: no rule says who decides");
    EXPECT_EQ(unowned(Replacements, "deal", "whatever", {{"Shield", "Block."}, {"Ward", "Stop."}}),
              "\"Shield\" and \"Ward\" replace \"deal\", and the rules do not say which comes first");
    FindingLines open = finding_of(
        compiler::IncidentKind::LeftOpen, "falls",
        finding_about(compiler::FindingCode::GapUndefined, "'falls' is left open", {{"Chasm", "Falls."}}));
    open.about.is_predicate = true;
    EXPECT_EQ(heading(open), "Falls, or not? No rule says");
    open.about.is_predicate = false;
    EXPECT_EQ(heading(open), "Falls: the rules allow several answers");
    EXPECT_EQ(heading(finding_of(compiler::IncidentKind::NoOption, "evening",
                                 finding_about(compiler::FindingCode::GapNoOption,
                                               "Frost leaves no option: evening", {{"Frost", "Stay."}}))),
              "Nothing can be chosen at \"evening\", and no rule says what happens then");
}

TEST(Headings, SayWhoKeepsALoopUp) {
    FindingLines loop = finding_about(compiler::FindingCode::LoopMandatory, "Lantern and Echo: for ever",
                                      {{"Lantern", "Shine."}, {"Echo", "Ring."}});
    EXPECT_EQ(heading(loop), "\"Lantern\" and \"Echo\" repeat for ever, and no player has a choice");
    loop.code = compiler::FindingCode::LoopOptional;
    EXPECT_EQ(heading(loop), "Somebody can repeat \"Lantern\" and \"Echo\" for ever");
    loop.loop = LoopLines{"turn", {"Ann"}, {}, {}};
    EXPECT_EQ(heading(loop), "Ann can repeat \"Lantern\" and \"Echo\" for ever");
}

TEST(Headings, AreLeftOutWhereTheTitleSaysItAll) {
    EXPECT_EQ(heading(finding_about(compiler::FindingCode::ContradictionMustCannot, "something")), "");
    EXPECT_EQ(heading_or_title(finding_about(compiler::FindingCode::ContradictionMustCannot, "something")),
              "something");
}

}  // namespace
}  // namespace errata::reports
