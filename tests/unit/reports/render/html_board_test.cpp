// Boards as drawings: which fields are neighbours is seen, boards side by side are drawn to one scale, and
// variables that are pieces move.
#include "reports/render/html_board.h"

#include <array>
#include <cstdlib>
#include <map>
#include <regex>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/render/html_finding.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Left, top, width and height.
using Box = std::array<int, 4>;

// By the names of the squares; of several drawings that of the last.
std::map<std::string, Box> boxes(const std::string& drawing) {
    static const std::regex square(R"re(data-square="(\w+)"[^>]*><rect class="tint\d+" )re"
                                   R"re(x="(\d+)" y="(\d+)" width="(\d+)" height="(\d+)")re");
    std::map<std::string, Box> result;
    for (std::sregex_iterator match(drawing.begin(), drawing.end(), square), end; match != end; ++match) {
        for (std::size_t i = 0; i < 4; ++i) result[(*match)[1]][i] = std::stoi((*match)[i + 2]);
    }
    return result;
}

// How much of a side they have in common.
int common_side(const Box& a, const Box& b) {
    const auto [left, top, width, height] = a;
    if (left == b[0]) return std::abs(top - b[1]) == height ? width : 0;
    return std::abs(left - b[0]) == width ? std::max(0, height - std::abs(top - b[1])) : 0;
}

WitnessLines with_board(const std::vector<std::string>& lines) {
    WitnessLines witness;
    witness.board = lines;
    return witness;
}

const std::string lower = "every second column (b) lies half a field lower";
const std::vector<std::string> hexes = {"| A |   | C |  1", "|   | B |   |  2", "|   |   |   |  3",
                                        "  a   b   c", lower};

TEST(HtmlBoard, OfHexesNeighboursHaveASideInCommon) {
    std::map<std::string, Box> drawn = boxes(html::board(with_board(hexes)).code);
    ASSERT_EQ(drawn.size(), 9U);
    for (const char* neighbour : {"b1", "b3", "a2", "a3", "c2", "c3"})
        EXPECT_GT(common_side(drawn["b2"], drawn[neighbour]), 0) << neighbour;
    for (const char* other : {"a1", "c1"}) EXPECT_EQ(common_side(drawn["b2"], drawn[other]), 0) << other;
    EXPECT_GT(common_side(drawn["a1"], drawn["b1"]), 0);
    EXPECT_EQ(common_side(drawn["a1"], drawn["b2"]), 0);
}

TEST(HtmlBoard, OfSquaresLiesInStraightRows) {
    std::map<std::string, Box> drawn = boxes(html::board(with_board({hexes.begin(), hexes.end() - 1})).code);
    ASSERT_EQ(drawn.size(), 9U);
    EXPECT_EQ(drawn["a2"][1], drawn["b2"][1]);
    EXPECT_EQ(common_side(drawn["b2"], drawn["a2"]), drawn["b2"][3]);
    EXPECT_EQ(common_side(drawn["b2"], drawn["a3"]), 0);
}

TEST(HtmlBoard, OfHexesHoldsItsLowestField) {
    const std::string drawing = html::board(with_board(hexes)).code;
    const Box lowest = boxes(drawing)["b3"];
    std::smatch size;
    ASSERT_TRUE(std::regex_search(drawing, size, std::regex(R"re(viewBox="0 0 (\d+) (\d+)")re")));
    EXPECT_GT(std::stoi(size[2]), lowest[1] + lowest[3]);
}

TEST(HtmlBoard, OfHexesIsHeardToBeOne) {
    EXPECT_THAT(html::board(with_board(hexes)).code, HasSubstr("a1: A; b2: B; c1: C; " + lower + "\""));
    std::optional<html::Grid> grid =
        html::read_grid({"| M |  1", "  a", lower, "M = Meadow", "Tim: owner Ann"});
    ASSERT_TRUE(grid) << "with all that may stand below it";
    EXPECT_EQ(grid->legend.size(), 1U);
    EXPECT_THAT(grid->whose, ElementsAre("Tim: owner Ann"));
}

const std::vector<OutcomeLine> ends = {
    {"stays", {"in the end Tim.at = a1"}, {"| Tim |   |  1", "  a     b", "Tim: owner Ann"}},
    {"calls",
     {"in the end Tim.at = b1"},
     {"|   | Tim M Grandmother |  1", "  a   b", "M = Meadow", "Tim: owner Ann   Grandmother: owner Bob"}}};

TEST(HtmlBoard, OutcomesAreDrawnToOneScale) {
    const std::string text = html::outcomes(ends).code;
    const std::size_t second = text.rfind("<figure");
    ASSERT_NE(text.find("<figure"), second);
    EXPECT_EQ(boxes(text.substr(0, second)), boxes(text.substr(second)));
    EXPECT_GT(boxes(text)["a1"][2], boxes(html::board(with_board(ends[0].board)).code)["a1"][2]);
}

TEST(HtmlBoard, StartsToTheScaleOfItsOutcomes) {
    WitnessLines witness = with_board(ends[0].board);
    EXPECT_EQ(boxes(html::board(witness, {}, ends).code), boxes(html::outcomes(ends).code));
    witness.steps.push_back({"Ann", "calls", "", {{"A very long name of a thing.at", "none", "b1"}}});
    const html::Measures room = html::room_for(&witness, ends);
    EXPECT_GT(room.width, html::room_for(nullptr, ends).width) << "what comes in the course of the play";
    EXPECT_EQ(static_cast<std::size_t>(boxes(html::board(witness, {}, ends).code)["a1"][2]), room.width);
}

TEST(HtmlBoard, OfAnOutcomeSaysWhoseTheThingsAre) {
    const std::string text = html::outcomes(ends).code;
    EXPECT_THAT(text, HasSubstr("<li>Tim: owner Ann</li></ul>"));
    EXPECT_THAT(text, HasSubstr("<li>Grandmother: owner Bob</li>"));
    EXPECT_THAT(text, HasSubstr(">M</span> Meadow</li>")) << "grounds may be new as well";
}

TEST(HtmlBoard, VariablesThatStandOnItMove) {
    std::optional<html::Grid> grid =
        html::read_grid({"| ogre |   |  1", "  a      b", "thief: off the board   Tim: owner Ann"});
    ASSERT_TRUE(grid);
    EXPECT_THAT(grid->away, ElementsAre("thief"));
    EXPECT_THAT(grid->whose, ElementsAre("Tim: owner Ann"));
    const auto change = [&](const ChangeLine& line) {
        return html::board_changes({"Bob", "moves", "", {line}}, *grid);
    };
    EXPECT_EQ(change({"ogre", "a1", "b1"}), "a1\nb1 ogre");
    EXPECT_EQ(change({"thief", "none", "b1"}), "b1 thief ogre");
    EXPECT_EQ(change({"ogre", "b1", "none"}), "b1 thief");
    EXPECT_EQ(change({"ogre", "none", "a1"}), "a1 ogre") << "it comes back";
}

TEST(HtmlBoard, VariablesThatPointToASquareAreNotDrawn) {
    std::optional<html::Grid> grid = html::read_grid({"| Tim |   |  1", "  a     b"});
    ASSERT_TRUE(grid);
    EXPECT_THAT(
        html::apply({{"target", "none", "b1"}, {"target", "b1", "a1"}, {"target", "a1", "none"}}, *grid),
        IsEmpty());
    EXPECT_THAT(grid->squares["a1"], ElementsAre("Tim"));
}

TEST(HtmlBoard, SaysAloudWhatIsOffTheBoardAtTheStart) {
    const std::string drawn = html::board(with_board({"| A |  1", "  a", "ogre: off the board"})).code;
    EXPECT_THAT(drawn, HasSubstr("a1: A; ogre: off the board\""));
    EXPECT_THAT(drawn, Not(HasSubstr("<li>"))) << "it may come onto the board in the course of the play";
}

}  // namespace
}  // namespace errata::tests
