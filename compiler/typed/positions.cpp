// The statements of a position: what a setup sets, creates and requires.
#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

static std::optional<Stmt> set_up(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
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

static std::optional<Stmt> require(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    auto test = condition(t, stmt.exprs[0], scope);
    if (!test) return std::nullopt;
    Stmt result = made(StmtKind::Require, stmt);
    result.exprs.push_back(std::move(*test));
    return result;
}

static std::optional<Stmt> conditional(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
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

static std::optional<Stmt> for_each_placed(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    if (goes_in_turn(stmt))
        return misplaced(t, stmt, "a setup describes a position; nobody takes turns in it",
                         "leave out the order");
    return with_binders(t, stmt, scope);
}

static std::optional<Stmt> only_of_screens(const Typing& t, const ast::Stmt& stmt, Scope&) {
    return misplaced(t, stmt, "'place' is only for screens, and not within another statement",
                     "a setup sets fields: 'for each u: unit { ... }'");
}

static std::optional<Stmt> nothing(const Typing&, const ast::Stmt& stmt, Scope&) {
    return made(StmtKind::Nothing, stmt);
}

static std::optional<Stmt> said_already(const Typing&, const ast::Stmt&, Scope&) { return std::nullopt; }

namespace {

// What may stand in a position. To add one: a row here, and its part in `Position::run` (lower/setups.cpp).
struct PlacedKind {
    Kind kind;
    std::optional<Stmt> (*typed)(const Typing& t, const ast::Stmt& stmt, Scope& scope);
};

constexpr PlacedKind placed_kinds[] = {
    {Kind::Assign, set_up},
    {Kind::Increase, set_up},
    {Kind::Decrease, set_up},
    {Kind::Require, require},
    {Kind::Let, let},
    {Kind::If, conditional},
    {Kind::Create, with_binders},
    {Kind::ForEach, for_each_placed},
    {Kind::Nothing, nothing},
    {Kind::Error, said_already},
    {Kind::Place, only_of_screens},
};

}  // namespace

static std::optional<Stmt> placed(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    for (const PlacedKind& row : placed_kinds) {
        if (row.kind == stmt.kind) return row.typed(t, stmt, scope);
    }
    return misplaced(t, stmt, "a setup describes a position; nothing happens in it",
                     "set fields and state here, and let the turn act");
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
