// `solve NAME { } if none { } if several { }`: a system of equations, solved here and kept for the block.
#include "compiler/elaborate/statements.h"

namespace errata::compiler {

CodeId Statements::solve(const ast::Stmt& stmt, const Scope& scope) {
    const auto system = world_.systems.find(stmt.name);
    if (system == world_.systems.end()) {
        std::vector<std::string> known;
        for (const auto& [name, id] : world_.systems) known.push_back(name);
        world_.unknown(stmt.span, "system of equations", stmt.name, known);
        return nothing();
    }
    const auto part = [&](ast::SolveCase which) -> std::optional<CodeId> {
        for (const ast::Option& option : stmt.options) {
            if (option.solve_case == which) return straight(option.body, scope);
        }
        return std::nullopt;
    };
    Code node;
    node.kind = CodeKind::Solve;
    node.clause = scope.clause;
    node.equations = system->second;
    node.children = {straight(stmt.blocks[0], scope)};
    const auto none = part(ast::SolveCase::None);
    const auto several = part(ast::SolveCase::Several);
    const IncidentId unsolved = world_.model.equations[system->second.index].none;
    if (none || several) node.children.push_back(none ? *none : report(unsolved, scope.clause));
    if (several) node.children.push_back(*several);
    return world_.model.code.add(std::move(node));
}

}  // namespace errata::compiler
