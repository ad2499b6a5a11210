// The picture of a position: which way a board lies, and what counts as a piece on it.
#include "reports/explain/board.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/compile.h"
#include "tests/support/model_builder.h"
#include "tests/support/spec_text.h"

namespace errata::tests {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::UnorderedElementsAre;

struct Drawn {
    std::vector<std::string> lines;
    std::vector<std::string> shown;  // variables, by name
};

// The start of the first setup.
Drawn drawn(const std::string& declarations) {
    SpecText spec("game \"Boards\"\nplayer Ann\n" + declarations +
                  "turn { phase day { nothing } end \"night\" }\n");
    const auto model = compiler::compile(spec.sources, spec.modules, {}, spec.sink);
    EXPECT_THAT(spec.errors(), IsEmpty());
    if (!model) return {};
    const compiler::State start = compiler::Evaluator(*model).initial(model->setups.at(0), {});
    const reports::Board board = reports::draw_board(*model, start);
    Drawn result{board.lines, {}};
    for (const VarId id : board.shown) result.shown.push_back(model->variable(id).name);
    return result;
}

TEST(Board, OfHexesSaysWhichColumnsLieLower) {
    EXPECT_THAT(drawn("grid hex 2 x 2 hex\nkind figure: hero { at: hex = a2 }\n").lines,
                ElementsAre("|      |      |  1", "| hero |      |  2", "  a      b",
                            "every second column (b) lies half a field lower"));
    EXPECT_THAT(drawn("grid cell 4 x 1 hex\nkind bee: Buz { at: cell }\n").lines,
                Contains("every second column (b, d) lies half a field lower"))
        << "whatever the fields are called, and in a single row";
    EXPECT_THAT(drawn("grid cell 6 x 2 hex ring\nkind bee: Buz { at: cell }\n").lines,
                Contains("every second column (b, d, ...) lies half a field lower"));
}

TEST(Board, OfSquaresSaysNothingOfTheKind) {
    for (const char* grid : {"grid hex 3 x 2", "grid hex 3 x 2 diagonal", "grid hex 4 x 1 ring diagonal",
                             "grid hex 2 x 2 ring", "grid hex 1 x 3 hex"}) {
        const auto lines = drawn(std::string(grid) + "\nkind figure: hero { at: hex }\n").lines;
        EXPECT_THAT(lines, Not(IsEmpty())) << grid;
        EXPECT_THAT(lines, Not(Contains(HasSubstr("lies half")))) << grid;
    }
    EXPECT_THAT(drawn("grid square 3 x 2 diagonal\ngrid hex 3 x 2 hex\n"
                      "kind figure: hero { at: square  lair: hex }\n")
                    .lines,
                Not(Contains(HasSubstr("lies half"))))
        << "beside a board of hexes";
}

TEST(Board, OfHexesSaysItAboveTheLegend) {
    EXPECT_THAT(drawn("enum ground: Moor, Rock\ngrid hex 2 x 1 hex { ground: ground }\n").lines,
                ElementsAre("| M | M |  1", "  a   b", "every second column (b) lies half a field lower",
                            "M = Moor"));
}

TEST(Board, VariablesArePiecesWhereNothingElseStandsOnIt) {
    const Drawn bridge = drawn(
        "grid square 2 x 1 { wet: bool }\nstate { caravan: square  ogre: square? = b1  fire: 0..2 }\n"
        "setup \"ebb\" { b1.wet := yes }\n");
    EXPECT_THAT(bridge.lines, ElementsAre("| caravan  | ogre wet |  1", "  a          b"));
    EXPECT_THAT(bridge.shown, UnorderedElementsAre("caravan", "ogre", "square.wet"))
        << "told by the picture alone";
}

TEST(Board, SaysOfAPieceThatIsAVariableThatItStandsNowhere) {
    const Drawn bridge =
        drawn("grid square 2 x 1\nstate { caravan: square  ogre: square?  thief: square? }\n");
    EXPECT_THAT(bridge.lines, ElementsAre("| caravan |         |  1", "  a         b",
                                          "ogre: off the board   thief: off the board"));
    EXPECT_THAT(bridge.shown, ElementsAre("caravan"));
    EXPECT_THAT(drawn("grid square 2 x 1\nstate { ogre: square? }\n").lines, IsEmpty());
}

TEST(Board, VariablesOnlyPointToSquaresOnWhichOtherThingsStand) {
    for (const char* pieces : {"grid square 2 x 1\nkind boat: Kay { at: square }\n",
                               "grid square 2 x 1\nkind boat: Kay { at: square? = a1 }\n",
                               "kind boat: Kay\ngrid square 2 x 1 { boat: boat? = Kay }\n"}) {
        const Drawn target = drawn(std::string(pieces) + "state { target: square = b1 }\n");
        EXPECT_THAT(target.lines, Contains(HasSubstr("Kay"))) << pieces;
        EXPECT_THAT(target.lines, Not(Contains(HasSubstr("target")))) << pieces;
        EXPECT_THAT(target.shown, Not(Contains("target"))) << "it is told beside the picture: " << pieces;
    }
}

TEST(Board, WhatHasArgumentsIsNoPiece) {
    EXPECT_THAT(drawn("grid square 2 x 1\nkind boat: Kay\nrelation seen(b: boat, q: square): bool\n"
                      "relation last(b: boat, c: boat): square?\nstate { route: set of square }\n")
                    .lines,
                IsEmpty());
}

}  // namespace
}  // namespace errata::tests
