// What a reader has to know of the position in which a play begins, beside its picture.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "checker/trace.h"
#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "reports/report.h"
#include "reports/words/naming.h"

namespace errata::reports {

using Object = std::pair<compiler::TypeId, compiler::Value>;

// The object a cell is a field of, if it is one.
std::optional<Object> object_of(const compiler::Model& model, std::size_t cell);

// What changes in a play, and what is named in its moves.
std::set<Object> touched_objects(const compiler::Model& model, const checker::Trace& trace);

// A cell that is told, as it is where the play begins; as StartLine.
struct StartCell {
    std::size_t cell = 0;
    bool matters = true;
};
std::vector<StartLine> start_lines(const compiler::Model& model, const compiler::State& state,
                                   const std::vector<StartCell>& cells, const Naming& naming);

// What the setup leaves open, as it is in this play, and what the clauses read of what the setup gives.
std::vector<StartCell> start_cells(const compiler::Model& model, const checker::Trace& trace,
                                   const std::vector<compiler::ClauseId>& clauses);

// What is not as it is declared of the players and of what play touches, in fields of these names that no
// line tells yet; none where it is much.
std::vector<StartCell> named_values(const compiler::Model& model, const checker::Trace& trace,
                                    const std::set<std::string>& named, const std::vector<StartCell>& told);

// The same of objects that only its outcomes, its ways out or what is said of it name ("Ann corrupts copy3",
// "Here the question is may_pass(Ida)") and of those that bear its cards and of which no line speaks, and
// where it is not much also what the clauses read of them. The finding has a witness.
std::vector<StartCell> values_of_named(const compiler::Model& model, const checker::Finding& finding,
                                       const std::vector<StartCell>& told);

// Marks those cells that the play does not depend on as aside.
void set_aside_what_does_not_matter(const compiler::Model& model, const checker::Finding& finding,
                                    std::vector<StartCell>& told);

// Of a position that no setup describes: what is not as it is declared.
std::vector<StartCell> whole_position(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::reports
