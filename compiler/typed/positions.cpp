// The statements of a position: what a setup sets, creates and requires.
#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

static std::optional<Stmt> set_up(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto target = expression(t, stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell && target->kind != ExprKind::Define) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "this cannot be set",
                         "a setup sets fields, state and relations");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    const Type& type = t.type(target->type);
    if (stmt.exprs[1].kind == ast::ExprKind::Any) {
        if (!type.is_finite()) {
            t.reporter.error(DiagnosticKind::not_finite, stmt.exprs[1].span, "a counter cannot be 'any'",
                             "give a number");
            return std::nullopt;
        }
        result.exprs.push_back(std::move(*target));
        return result;
    }
    auto value = expression(t, stmt.exprs[1], scope, target->type);
    if (!value) return std::nullopt;
    const bool one = type.form == TypeForm::Set && result.change != ast::Change::Set &&
                     t.program.types.fits(value->type, type.element);
    if (!one && !t.program.types.fits(value->type, target->type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                         "expected " + t.program.types.name(target->type) + ", found " +
                             t.program.types.name(value->type));
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

static std::optional<Stmt> require(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto test = condition(t, stmt.exprs[0], scope);
    if (!test) return std::nullopt;
    Stmt result = made(StmtKind::Require, stmt);
    result.exprs.push_back(std::move(*test));
    return result;
}

static std::optional<Stmt> conditional(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = condition(t, stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) {
        Scope inner = scope;
        result.blocks.push_back(position(t, written, inner));
    }
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

// `for each` and `create`: the names of what is created are in sight behind it, too.
static std::optional<Stmt> with_binders(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    const bool creates = stmt.kind == Kind::Create;
    Stmt result = made(creates ? StmtKind::Create : StmtKind::ForEach, stmt);
    Scope inner = scope;
    for (const ast::Binder& written : stmt.binders) {
        auto binder = bind(t, written, inner);
        if (!binder) return std::nullopt;
        result.binders.push_back(std::move(*binder));
    }
    auto test = conditions(t, stmt.exprs, inner);
    const Scope with_names = inner;
    result.blocks = {position(t, stmt.blocks[0], inner)};
    if (creates) scope = with_names;
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

static std::optional<Stmt> placed(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    switch (stmt.kind) {
        case Kind::Assign:
        case Kind::Increase:
        case Kind::Decrease:
            return set_up(t, stmt, scope);
        case Kind::Require:
            return require(t, stmt, scope);
        case Kind::Let:
            return let(t, stmt, scope);
        case Kind::If:
            return conditional(t, stmt, scope);
        case Kind::ForEach:
            if (goes_in_turn(stmt))
                return misplaced(t, stmt, "a setup describes a position; nobody takes turns in it",
                                 "leave out the order");
            return with_binders(t, stmt, scope);
        case Kind::Create:
            return with_binders(t, stmt, scope);
        case Kind::Nothing:
            return made(StmtKind::Nothing, stmt);
        case Kind::Error:
            return std::nullopt;
        case Kind::Simultaneously:
        case Kind::Repeat:
        case Kind::While:
        case Kind::Choose:
        case Kind::Distribute:
        case Kind::Secretly:
        case Kind::Later:
        case Kind::OpenWindow:
        case Kind::Cancel:
        case Kind::Solve:
        case Kind::Mark:
        case Kind::MarkFirst:
        case Kind::Unmark:
        case Kind::Perform:
        case Kind::Try:
        case Kind::Phase:
        case Kind::Settle:
        case Kind::End:
        case Kind::DoThen:
        case Kind::Destroy:
        case Kind::Insert:
        case Kind::Take:
        case Kind::Until:
        case Kind::Then:
            return misplaced(t, stmt, "a setup describes a position; nothing happens in it",
                             "set fields and state here, and let the turn act");
        case Kind::Place:
            return misplaced(t, stmt, "'place' is only for screens, and not within another statement",
                             "a setup sets fields: 'for each u: unit { ... }'");
    }
    return std::nullopt;
}

Block position(const Typing& t, const std::vector<ast::Stmt>& body, Scope& scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = placed(t, stmt, scope);
        if (!one && stmt.kind == Kind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

}  // namespace errata::compiler::typed
