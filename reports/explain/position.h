// One position in words: the board, the values of fields, what is still to be done. The counterpart of a
// step: a report tells what changes, `play` also shows where one stands.
#pragma once

#include "compiler/ir/evaluate.h"
#include "reports/report.h"

namespace errata::reports {

struct PositionLines {
    std::vector<std::string> board;
    std::vector<StartLine>
        cells;  // beside the board; `matters`: of the game as a whole, or no longer as declared
    std::vector<std::string> agenda;  // the next item first, without the turn
    std::vector<std::string> pending;
    std::string ending;  // empty while the game runs
};

// Fields of objects that are not there are left out.
PositionLines explain_position(const compiler::Model& model, const compiler::State& state);

// "Gardener (this: first)": what waits in a frame of the agenda, 0 on top; empty if the frame is.
std::string frame_name(const compiler::Model& model, const compiler::State& state, std::size_t frame);

// "Martyr (A, 2)": what was set off and is not placed yet.
std::vector<std::string> pending_names(const compiler::Model& model, const compiler::State& state);

// Empty while the game runs.
std::string ending_name(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::reports
