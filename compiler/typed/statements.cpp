#include "compiler/typed/statements.h"

#include <algorithm>
#include <set>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/abilities.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

Stmt made(StmtKind kind, const ast::Stmt& written) {
    Stmt stmt;
    stmt.kind = kind;
    stmt.span = written.span;
    stmt.name = written.name;
    return stmt;
}

ast::Change change_of(ast::StmtKind kind) {
    if (kind == Kind::Increase) return ast::Change::Add;
    return kind == Kind::Decrease ? ast::Change::Subtract : ast::Change::Set;
}

Block Statements::block(const std::vector<ast::Stmt>& body, Scope scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = statement(stmt, scope);
        if (!one && stmt.kind == Kind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

void Statements::misplaced(const ast::Stmt& stmt, std::string message, std::string hint) {
    reporter_.error(DiagnosticKind::misplaced_statement, stmt.span, std::move(message), std::move(hint));
}

std::optional<Stmt> Statements::statement(const ast::Stmt& stmt, Scope& scope) {
    switch (stmt.kind) {
        case Kind::Assign:
        case Kind::Increase:
        case Kind::Decrease:
            return change(stmt, scope);
        case Kind::Let:
            return let(stmt, scope);
        case Kind::If:
            return conditional(stmt, scope);
        case Kind::ForEach:
            return for_each(stmt, scope);
        case Kind::Simultaneously: {
            Stmt result = made(StmtKind::Simultaneously, stmt);
            result.blocks = {block(stmt.blocks[0], scope)};
            return result;
        }
        case Kind::Repeat:
        case Kind::While: {
            Stmt result = made(StmtKind::Repeat, stmt);
            auto test = expressions_.conditions(stmt.exprs, scope);
            result.blocks = {block(stmt.blocks[0], scope)};
            if (!test) return std::nullopt;
            result.exprs = std::move(*test);
            return result;
        }
        case Kind::Choose:
            return choose(stmt, scope);
        case Kind::Secretly:
            return secretly(stmt, scope);
        case Kind::Later:
            return later(stmt, scope);
        case Kind::OpenWindow: {
            const auto window = find_window(names_, reporter_, stmt.name, stmt.span);
            if (!window) return std::nullopt;
            Stmt result = made(StmtKind::OpenWindow, stmt);
            result.window = *window;
            return result;
        }
        case Kind::Cancel:
            return made(StmtKind::Cancel, stmt);
        case Kind::Solve:
            return solve(stmt, scope);
        case Kind::Mark:
            return mark(stmt, scope);
        case Kind::Perform:
        case Kind::Try:
            return perform(stmt, scope);
        case Kind::Phase: {
            Stmt result = made(StmtKind::Phase, stmt);
            const auto value = names_.vocabulary.phase_type.is_valid()
                                   ? names_.vocabulary.constant(stmt.name, names_.vocabulary.phase_type)
                                   : std::nullopt;
            if (!stmt.blocks.empty()) result.blocks = {block(stmt.blocks[0], scope)};
            if (!value) return std::nullopt;  // the game has a type of that name: said already
            result.phase = *value;
            return result;
        }
        case Kind::Settle:
            return made(StmtKind::Settle, stmt);
        case Kind::End:
            return made(StmtKind::End, stmt);
        case Kind::Create:
            return create(stmt, scope);
        case Kind::Destroy:
            return destroy(stmt, scope);
        case Kind::Nothing:
            return made(StmtKind::Nothing, stmt);
        case Kind::Insert:
            return insert(stmt, scope);
        case Kind::Require:
            misplaced(stmt, "'require' is only for setups", "use 'if' here, or declare a 'check'");
            return std::nullopt;
        case Kind::Take:
        case Kind::Until:
        case Kind::Then:
            misplaced(stmt, "this step is only for scenarios");
            return std::nullopt;
        case Kind::Error:
            return std::nullopt;
    }
    return std::nullopt;
}

std::optional<Stmt> Statements::let(const ast::Stmt& stmt, Scope& scope) {
    auto value = expressions_.typed(stmt.exprs[0], scope);
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Let, stmt);
    result.local = typing_.add(scope, stmt.name, value->type);
    result.exprs.push_back(std::move(*value));
    return result;
}

std::optional<Stmt> Statements::conditional(const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = expressions_.condition(stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) result.blocks.push_back(block(written, scope));
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

// Loops over several things are loops within each other, the condition inside.
std::optional<Stmt> Statements::for_each(const ast::Stmt& stmt, const Scope& scope) {
    Scope inner = scope;
    std::vector<Binder> binders;
    for (const ast::Binder& written : stmt.binders) {
        auto binder = expressions_.bind(written, inner);
        if (!binder) return std::nullopt;
        binders.push_back(std::move(*binder));
    }
    auto test = expressions_.conditions(stmt.exprs, inner);
    Block body = block(stmt.blocks[0], inner);
    if (!test) return std::nullopt;
    std::vector<Expr> condition = std::move(*test);
    for (;;) {
        Stmt result = made(StmtKind::ForEach, stmt);
        result.in_order = stmt.in_order;
        result.exprs = std::move(condition);
        result.blocks.push_back(std::move(body));
        result.binders.push_back(std::move(binders.back()));
        binders.pop_back();
        if (binders.empty()) return result;
        condition.clear();
        body.clear();
        body.push_back(std::move(result));
    }
}

std::optional<Stmt> Statements::later(const ast::Stmt& stmt, const Scope& scope) {
    const ast::Ability& written = stmt.abilities.front();
    if (written.kind == ast::AbilityKind::Error) return std::nullopt;
    auto ability = Abilities(typing_).waiting(written, scope);
    if (!ability) return std::nullopt;
    Stmt result = made(StmtKind::Later, stmt);
    // What the ability speaks of, and what a hole may be filled with: that may speak of the bearer.
    const std::set<LocalId> mentioned = locals_of(*ability);
    for (const InSight& one : scope.locals) {
        const bool is_innermost = scope.find(one.name) == &one;
        const bool matters = mentioned.count(one.local) > 0 || (scope.phrase && one.local == this_local);
        if (is_innermost && matters) result.captures.push_back({one.local, one.name});
    }
    result.abilities.push_back(std::move(*ability));
    return result;
}

std::optional<Stmt> Statements::solve(const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Solve, stmt);
    std::vector<std::string> known;
    for (std::size_t i = 0; i < names_.callables.computed.size() && !result.computed.is_valid(); ++i) {
        known.push_back(names_.callables.computed[i].item->name);
        if (known.back() == stmt.name) result.computed = ComputedId(i);
    }
    if (!result.computed.is_valid()) reporter_.unknown(stmt.span, "system of equations", stmt.name, known);
    result.blocks = {block(stmt.blocks[0], scope)};
    for (const ast::Option& option : stmt.options) {
        auto& part = option.solve_case == ast::SolveCase::None ? result.if_none : result.if_several;
        part = {block(option.body, scope)};
    }
    if (!result.computed.is_valid()) return std::nullopt;
    return result;
}

std::optional<Stmt> Statements::perform(const ast::Stmt& stmt, const Scope& scope) {
    if (scope.hole(stmt.name)) return insert(stmt, scope);
    const auto action = find_action(names_, reporter_, stmt.name, stmt.span);
    if (!action) return std::nullopt;
    auto roles = expressions_.roles(*action, stmt.exprs, stmt.span, scope);
    if (!roles) return std::nullopt;
    Stmt result = made(StmtKind::Perform, stmt);
    result.action = *action;
    result.attempt = stmt.kind == Kind::Try;
    result.exprs = std::move(*roles);
    return result;
}

// A hole that holds statements.
std::optional<Stmt> Statements::insert(const ast::Stmt& stmt, const Scope& scope) {
    const HoleKind* const hole = scope.hole(stmt.name);
    if (!hole) {
        std::vector<std::string> known;
        if (scope.phrase) known = keys_of(scope.phrase->holes);
        for (const auto& [name, id] : names_.callables.action_named) known.push_back(name + "(...)");
        reporter_.unknown(stmt.span, "statement", stmt.name, known);
        return std::nullopt;
    }
    if (!hole->category || hole->category->sort != ast::CategorySort::Statements) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, stmt.span,
                        "this hole holds a value, not something to do");
        return std::nullopt;
    }
    auto given = expressions_.given(*hole->category, stmt.exprs, stmt.span, scope);
    if (!given) return std::nullopt;
    Stmt result = made(StmtKind::Insert, stmt);
    result.exprs = std::move(*given);
    return result;
}

}  // namespace errata::compiler::typed
