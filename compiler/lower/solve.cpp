// `solve NAME { } if none { } if several { }`: a system of equations, solved here and kept for the block.
#include "compiler/lower/answers.h"
#include "compiler/lower/body.h"

namespace errata::compiler {

CodeId solve(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const auto system = GameAnswers::system_of(l, stmt.computed, stmt.span);
    if (!system) return nothing(l);
    const auto part = [&](const std::vector<typed::Block>& written) -> std::optional<CodeId> {
        return written.empty() ? std::nullopt : std::optional(straight(l, written[0], place));
    };
    Code node;
    node.kind = CodeKind::Solve;
    node.clause = place.clause;
    node.equations = *system;
    node.children = {straight(l, stmt.blocks[0], place)};
    const auto none = part(stmt.cases.none);
    const auto several = part(stmt.cases.several);
    const IncidentId unsolved = l.model.functions.equations[system->index].none;
    if (none || several) node.children.push_back(none ? *none : report(l, unsolved, place.clause));
    if (several) node.children.push_back(*several);
    return l.model.flow.code.add(std::move(node));
}

}  // namespace errata::compiler
