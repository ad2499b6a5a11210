// What a reader has to know of the position in which a play begins, beside its picture.
#pragma once

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/trace.h"
#include "compiler/ir/model.h"
#include "reports/explain/board.h"
#include "reports/report.h"

namespace errata::reports {

using Object = std::pair<compiler::TypeId, compiler::Value>;

// The object a cell is a field of, if it is one.
std::optional<Object> object_of(const compiler::Model& model, std::size_t cell);

// What changes in a play, and what is named in its moves.
std::set<Object> touched_objects(const compiler::Model& model, const checker::Trace& trace);

// What the setup leaves open, as it is in this play, and what the clauses read of what the setup gives.
std::vector<StartLine> start_lines(const compiler::Model& model, const checker::Trace& trace,
                                   const std::vector<compiler::ClauseId>& clauses, const Board& board);

// Of a position that no setup describes: what is not as it is declared.
std::vector<StartLine> whole_position(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::reports
