// Which of model.h's cases applies in a state, and what can be chosen there: what the next state
// (encode_step), the questions about a state (encode_state) and about its owner (encode_owner) share.
#pragma once

#include <optional>
#include <vector>

#include "compiler/smt/encode_code.h"

namespace errata::compiler {

// Which of model.h's cases applies.
struct Cases {
    Path checked;                  // the state after its state checks were looked at
    std::vector<Formula> enabled;  // by state check
    Formula settle;
    Formula place;
    Formula choose;
    Formula undefined;  // of a state check's condition
};
Cases cases(CodeEncoding& code, const std::vector<Formula>& cells);

// What nobody decides has come out as something possible everywhere.
Formula legal(CodeEncoding& code);
Formula waits_at(CodeEncoding& code, const std::vector<Formula>& cells, std::size_t point);
// Which of the pending instances is placed makes no difference.
// By slot of the pending bag: an instance is there that may be placed next.
std::vector<Formula> placeable(CodeEncoding& code, const std::vector<Formula>& cells);
Formula pending_alike(CodeEncoding& code, const std::vector<Formula>& cells);

// The point's options with all values of their binders: whether each is possible; `met`: what looking at
// them all met. Nothing if they are too many to look at; then the path is cut.
std::optional<std::vector<Formula>> possibilities(CodeEncoding& code, Path& path, const Point& point,
                                                  std::vector<StepIncident>& met);
Formula none_possible(CodeEncoding& code, Path& path, const Point& point, std::vector<StepIncident>& met);
// What evaluating the option's guard meets on the path, given that it is looked at.
void consider(CodeEncoding& code, const PointOption& option, const Path& path, Formula looked_at,
              std::vector<StepIncident>& met);
void add_under(FormulaPool& pool, Formula condition, const std::vector<StepIncident>& incidents,
               std::vector<StepIncident>& to);

}  // namespace errata::compiler
