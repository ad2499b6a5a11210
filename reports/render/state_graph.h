// A graph as text, a line for each thing said:
//
//     setup "one of each in hand"
//     begins in state 0
//
//     state 0: Ann
//       now: phase = main, first.card = Gardener
//       to do: card Gardener, rule Falling
//       -> 1: plays first
//         uses: turn main, action enter
#pragma once

#include <string>

#include "reports/explain/state_graph.h"

namespace errata::reports {

std::string render_graph(const StateGraph& graph);

}  // namespace errata::reports
