// The picture of a board (WitnessLines::board) as a drawing, and how it goes on: the lines of text are read
// back into squares and what stands on them, and changes of a play move things from square to square. Text
// that is no such grid stays text. Hexes are drawn as boxes, too, every second column half a box lower: so a
// field has a side in common with each of its six neighbours and with nothing else.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// What stands on each square, in the letters of the picture: "b1" -> {"Tim", "M"}.
struct Grid {
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::map<std::string, std::vector<std::string>> squares;
    std::vector<std::pair<std::string, std::string>> legend;  // letters, name: of what a square is
    std::vector<std::string> whose = {};                      // "Tim: owner Ann"
    std::set<std::string> away = {};  // variables that are pieces and stand on no square
    std::string lower_columns = {};   // of hexes: the line that says which they are; else empty
};

// Nothing: these lines draw no grid.
std::optional<Grid> read_grid(const std::vector<std::string>& lines);

// The squares that these changes touch, with what stands there afterwards; the grid is changed, too.
std::vector<std::string> apply(const std::vector<ChangeLine>& changes, Grid& grid);

// By the name of a ground, its colour: the same on all boards of a page.
using Tints = std::map<std::string, std::size_t>;
// Those of the board that have none yet.
void add_tints(const WitnessLines& witness, Tints& tints);

// How large a square is drawn, in the drawing's own units.
struct Measures {
    std::size_t width = 0;
    std::size_t height = 0;
};

// Room for all that comes onto a square in the course of the play (or nullptr) and for all that stands there
// in one of its outcomes: boards that are compared with each other are drawn to one scale.
Measures room_for(const WitnessLines* witness, const std::vector<OutcomeLine>& outcomes);

// As a figure: the position before the play, to the scale of those that its outcomes end with.
Html board(const WitnessLines& witness, const Tints& tints = {},
           const std::vector<OutcomeLine>& outcomes = {});

// Squares on which not the same stands in all of these pictures; none if one of them draws no grid.
std::set<std::string> differing_squares(const std::vector<std::vector<std::string>>& boards);

// The end of one way as a figure: marked are the squares in which the ways differ.
Html end_board(const std::vector<std::string>& lines, const std::set<std::string>& marked,
               const Measures& measures, const Tints& tints);

// What a step changes in the drawing, in the form that the script reads: a line for each square touched, its
// name and what stands there, with blanks between.
std::string board_changes(const StepLine& step, Grid& grid);

}  // namespace errata::reports::html
