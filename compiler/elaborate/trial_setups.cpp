// The names and types of setups and scenarios. What they describe is carried out by claims.cpp, which sees
// only the branches taken.
#include <algorithm>

#include "compiler/elaborate/trial.h"

namespace errata::compiler {

using ast::ItemKind;
using ast::StmtKind;
using dsl::DiagnosticKind;

namespace {

class SetupTrial {
public:
    explicit SetupTrial(World& world) : world_(world), expressions_(world) {}

    void run(const std::vector<ast::Stmt>& body, Scope scope) {
        for (const ast::Stmt& stmt : body) run(stmt, scope);
    }

private:
    // What it introduces is added to the scope.
    void run(const ast::Stmt& stmt, Scope& scope) {
        switch (stmt.kind) {
            case StmtKind::Assign:
            case StmtKind::Increase:
            case StmtKind::Decrease:
                change(stmt, scope);
                return;
            case StmtKind::Require:
                expressions_.condition(stmt.exprs[0], scope);
                return;
            case StmtKind::Let:
                if (const auto value = expressions_.elaborate(stmt.exprs[0], scope))
                    expressions_.bind(scope, stmt.name, value->type);
                return;
            case StmtKind::If:
                expressions_.condition(stmt.exprs[0], scope);
                for (const auto& block : stmt.blocks) run(block, scope);
                return;
            case StmtKind::ForEach:
            case StmtKind::Create: {
                Scope inner = scope;
                for (const ast::Binder& binder : stmt.binders) {
                    const TypeId domain = expressions_.domain_of(binder.type, inner);
                    if (!domain.is_valid()) return;
                    expressions_.bind(inner, binder.name, domain);
                }
                expressions_.conditions(stmt.exprs, inner);
                run(stmt.blocks[0], inner);
                if (stmt.kind == StmtKind::Create) scope = inner;
                return;
            }
            default:
                return;
        }
    }

    void change(const ast::Stmt& stmt, const Scope& scope) {
        const auto target = expressions_.elaborate(stmt.exprs[0], scope);
        if (!target || stmt.exprs[1].kind == ast::ExprKind::Any) return;
        const auto value = expressions_.elaborate(stmt.exprs[1], scope, target->type);
        // A set gains or loses a member or several.
        const Type& type = world_.type(target->type);
        const bool one = type.form == TypeForm::Set && stmt.kind != StmtKind::Assign;
        if (!value || world_.fits(value->type, target->type) ||
            (one && world_.fits(value->type, type.element)))
            return;
        world_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                     "expected " + world_.name(target->type) + ", found " + world_.name(value->type));
    }

    World& world_;
    Expressions expressions_;
};

}  // namespace

void try_setups(World& world, const Modules& modules, const std::string& scenario) {
    std::vector<dsl::Diagnostic> found;
    world.trying = true;
    {
        const Aside aside(world);
        SetupTrial trial(world);
        for_items(modules, ItemKind::Setup, [&](const ast::Item& item) {
            if (scenario.empty()) trial.run(item.body, Scope{});
        });
        for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
            if (scenario.empty() ? item.settings.empty() : item.title == scenario)
                trial.run(item.body, Scope{});
        });
        found = aside.said().sorted();
    }
    world.trying = false;
    keep_new_errors(world, found);
}

}  // namespace errata::compiler
