// How the columns of a table are understood.
#include "reports/begin/table_columns.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;
using testing::SizeIs;

const WantedFields of_duel = {{"cost", "power"}, "sort", {"hand", "copy"}};

UnderstoodTable understood(const std::string& text) { return understand(dsl::read_table(text), of_duel); }

TEST(TableColumns, AreUnderstoodByTheirHeadings) {
    const UnderstoodTable table = understood(
        "Card Name;Card_Type;Mana Cost (total);Attack;Rules text;Flavour;Collector number\n"
        "Fox;Beast;2;3;Draw.;It runs.;1\nOwl;Spell;0;;\"Fly.\nHoot.\";;2\n");
    ASSERT_THAT(table.columns, SizeIs(7));
    EXPECT_EQ(table.cards, 2U);
    EXPECT_EQ(table.columns[0].use, ColumnUse::Name);
    EXPECT_EQ(table.columns[1].field, "sort");
    EXPECT_THAT(table.columns[1].words, ElementsAre(Pair("Beast", 1), Pair("Spell", 1)));
    EXPECT_EQ(table.columns[2].field, "cost");
    EXPECT_EQ(table.columns[2].most, 2);
    EXPECT_EQ(table.columns[3].field, "power");
    EXPECT_THAT(table.columns[3].questions, ElementsAre(ColumnQuestion::EmptyCells));
    EXPECT_THAT(table.columns[3].asked_about, ElementsAre("Owl"));
    EXPECT_EQ(table.columns[4].use, ColumnUse::Text);
    EXPECT_EQ(table.columns[5].use, ColumnUse::Unread);
    EXPECT_THAT(table.columns[5].questions, IsEmpty());
    EXPECT_EQ(table.columns[6].use, ColumnUse::Unread);
}

TEST(TableColumns, AreUnderstoodByWhatTheyHold) {
    const UnderstoodTable table = understood(
        "What,Does,House,Unique,Tags,Size,Code word\n"
        "Fox,Draw a card.,Red,yes,\"swift, sly\",-1,abc\nOwl,Fly away.,Red,no,sly,4,def\n"
        "Ox,Pull a cart.,Blue,no,,2,ghi\nElk,,Blue,no,swift,2,jkl\n");
    ASSERT_THAT(table.columns, SizeIs(7));
    EXPECT_EQ(table.columns[0].use, ColumnUse::Name);
    EXPECT_EQ(table.columns[1].use, ColumnUse::Text);
    EXPECT_EQ(table.columns[2].sort, ValueSort::Word);
    EXPECT_EQ(table.columns[2].field, "house");
    EXPECT_EQ(table.columns[3].sort, ValueSort::YesOrNo);
    EXPECT_EQ(table.columns[4].sort, ValueSort::Words);
    EXPECT_THAT(table.columns[4].words, ElementsAre(Pair("swift", 2), Pair("sly", 2)));
    EXPECT_EQ(table.columns[5].sort, ValueSort::Number);
    EXPECT_EQ(table.columns[5].least, -1);
    EXPECT_THAT(table.columns[6].questions, ElementsAre(ColumnQuestion::NoSort));
}

TEST(TableColumns, AreAskedAboutWhereTheyAreNotPlain) {
    const UnderstoodTable table = understood(
        "Name,Cost,Text,Second text,\nFox,X,Draw (not discard) a card. (A reminder.),Sleep well.,?\n"
        "Owl,1,Hoot.,,\n");
    ASSERT_THAT(table.columns, SizeIs(5));
    EXPECT_EQ(table.columns[1].use, ColumnUse::Unread);
    EXPECT_THAT(table.columns[1].questions, ElementsAre(ColumnQuestion::OddCells));
    EXPECT_THAT(table.columns[1].asked_about, ElementsAre("X"));
    EXPECT_EQ(table.columns[3].use, ColumnUse::Unread);
    EXPECT_THAT(table.columns[3].questions, ElementsAre(ColumnQuestion::IsRulesText));
    EXPECT_THAT(table.columns[4].questions, ElementsAre(ColumnQuestion::NoHeading));
    ASSERT_THAT(table.bracketed, SizeIs(1));
    EXPECT_EQ(table.bracketed[0].card, "Fox");
    EXPECT_EQ(table.bracketed[0].words, "not discard");
}

TEST(TableColumns, GetNamesThatTheLanguageTakes) {
    const UnderstoodTable table =
        understood("Name,Text,Hand,if,2nd Colour,Größe,rule\nFox,Draw.,1,2,3,4,5\nOwl,Hoot.,1,2,3,4,5\n");
    ASSERT_THAT(table.columns, SizeIs(7));
    EXPECT_EQ(table.columns[2].field, "hand_value");
    EXPECT_EQ(table.columns[3].field, "if_value");
    EXPECT_EQ(table.columns[4].field, "value_2nd_colour");
    EXPECT_EQ(table.columns[5].field, "gr_e");
    EXPECT_EQ(table.columns[6].field, "rule_value");
}

TEST(TableColumns, KnowSpellsByTheirWords) {
    EXPECT_TRUE(is_of_group("Event", "spell"));
    EXPECT_TRUE(is_of_group("Spell", "spell"));
    EXPECT_FALSE(is_of_group("Minion", "spell"));
}

}  // namespace
}  // namespace errata::tests
