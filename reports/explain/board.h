// A picture of a position on a grid: one box per square with the pieces that stand on it and the first
// letters of what the square is, and a legend.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::reports {

struct Board {
    std::vector<std::string> lines;
    std::vector<compiler::VarId> shown;  // variables that the picture tells completely
};

// Empty if the model has no grid or nothing stands on it.
// `names`: what objects are called that have no names of their own.
Board draw_board(const compiler::Model& model, const compiler::State& state,
                 const std::map<std::string, std::string>& names = {});

// Is this the type of a grid's squares?
bool is_grid(const compiler::Type& type);

}  // namespace errata::reports
