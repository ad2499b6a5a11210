// A picture of a position on a grid: one box per square with the pieces that stand on it and the first
// letters of what the square is, and a legend. The boxes of hexes stand in straight rows like squares; a line
// below them says which columns lie lower.
//
// A piece is an object whose field says where it stands. In a game in which neither an object has a square
// nor a square something that may be none, the variables of the game that are squares (`ogre: square`) are
// the pieces. In any other game such a variable only points to a square (the newest, the one attacked) and is
// told beside the picture.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "reports/words/naming.h"

namespace errata::reports {

struct Board {
    std::vector<std::string> lines;
    std::vector<compiler::VarId> shown;  // variables that the picture tells completely
};

// What reports/render reads back: how the line begins that says which columns lie lower, and what is said of
// a variable that is a piece and stands on no square ("ogre: off the board").
inline constexpr std::string_view lower_columns = "every second column";
inline constexpr std::string_view off_the_board = "off the board";

// Empty if the model has no grid or nothing stands on it.
// `names`: what objects are called that have no names of their own.
Board draw_board(const compiler::Model& model, const compiler::State& state, const Naming& names = {});

// Is this the type of a grid's squares?
bool is_grid(const compiler::Type& type);

}  // namespace errata::reports
