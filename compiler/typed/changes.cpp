// Statements that change what is stored, and objects that come and go.
#include <algorithm>

#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

// `tree := u` in a phrase that introduces `tree`: kept if a later word refers to it.
static std::optional<Stmt> introduce(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto value = of_type(t, stmt.exprs[1], scope, scope.phrase->antecedents.at(stmt.exprs[0].name));
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Introduce, stmt);
    result.name = stmt.exprs[0].name;
    result.exprs.push_back(std::move(*value));
    return result;
}

// A hole or a definition may stand for something that changes; what they come to is seen later.
static bool is_changeable(const Typing& t, const Expr& target, dsl::Span span) {
    if (target.kind == ExprKind::Cell || target.kind == ExprKind::Hole || target.kind == ExprKind::Define)
        return true;
    t.reporter.error(DiagnosticKind::wrong_kind_of_name, span,
                     target.kind == ExprKind::Local ? "this name stands for a value and cannot be changed"
                                                    : "this cannot be changed",
                     "only fields, state and relations change");
    return false;
}

static bool fits_set(const Typing& t, const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    const Type& type = t.type(target.type);
    const bool many = t.type(value.type).form == TypeForm::Set;
    if (t.program.types.fits(value.type, many ? target.type : type.element)) return true;
    t.reporter.error(
        DiagnosticKind::type_mismatch, stmt.exprs[1].span,
        "expected " + t.program.types.name(type.element) + ", found " + t.program.types.name(value.type));
    return false;
}

static bool is_settable(const Typing& t, const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    if (!t.program.types.fits(value.type, target.type)) {
        t.reporter.error(
            DiagnosticKind::type_mismatch, stmt.exprs[1].span,
            "expected " + t.program.types.name(target.type) + ", found " + t.program.types.name(value.type));
        return false;
    }
    const Type& type = t.type(target.type);
    const auto constant = constant_of(t.program, value);
    if (constant && !type.contains(*constant)) {
        const bool missing = stmt.exprs[1].kind == ast::ExprKind::None;
        const bool is_thing = type.form == TypeForm::Enum;
        t.reporter.error(
            DiagnosticKind::value_out_of_range, stmt.exprs[1].span,
            missing ? "this always holds a " + (is_thing ? type.name : std::string("number"))
                    : std::to_string(*constant) + " is not in " + type.name,
            missing && is_thing ? "declare its type as '" + type.name + "?' if it may be none" : "");
        return false;
    }
    if (t.names.store.orders.count(target.type) == 0) return true;
    t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "an order cannot be set",
                     "write 'mark' before it: then this object is the latest; or 'unmark'");
    return false;
}

std::optional<Stmt> change(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const ast::Expr& written = stmt.exprs[0];
    if (written.kind == ast::ExprKind::Name && stmt.kind == Kind::Assign && !scope.find(written.name) &&
        !scope.hole(written.name) && scope.is_antecedent(written.name))
        return introduce(t, stmt, scope);
    auto target = expression(t, written, scope);
    auto value = expression(t, stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value || !is_changeable(t, *target, written.span)) return std::nullopt;
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    if (result.change == ast::Change::Set) {
        if (!is_settable(t, stmt, *target, *value)) return std::nullopt;
    } else if (t.type(target->type).form == TypeForm::Set) {
        if (!fits_set(t, stmt, *target, *value)) return std::nullopt;
    } else if (!t.program.types.is_numeric(target->type) || !t.program.types.is_numeric(value->type)) {
        t.reporter.error(
            DiagnosticKind::type_mismatch, stmt.span,
            "'+=' and '-=' are for numbers and sets, found " + t.program.types.name(target->type));
        return std::nullopt;
    } else if (t.names.store.orders.count(target->type) > 0) {
        is_settable(t, stmt, *target, *value);
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

std::optional<Stmt> mark(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto target = expression(t, stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell || t.names.store.orders.count(target->type) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                         "only a field of type order is marked", "declare the field with the type 'order'");
        return std::nullopt;
    }
    Stmt result = made(stmt.kind == Kind::Mark        ? StmtKind::Mark
                       : stmt.kind == Kind::MarkFirst ? StmtKind::MarkFirst
                                                      : StmtKind::Unmark,
                       stmt);
    result.exprs.push_back(std::move(*target));
    return result;
}

std::optional<Stmt> create(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const ast::Binder& written = stmt.binders[0];
    Scope inner = scope;
    auto binder = bind(t, written, inner);
    if (!binder) return std::nullopt;
    if (t.names.store.exists.count(binder->domain.type) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, written.span,
                         "a " + t.program.types.name(binder->domain.type) + " cannot be created",
                         "only objects of a kind declared with 'kind' can");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Create, stmt);
    result.binders.push_back(std::move(*binder));
    result.blocks = {block(t, stmt.blocks[0], inner)};
    return result;
}

std::optional<Stmt> destroy(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto object = expression(t, stmt.exprs[0], scope);
    if (!object) return std::nullopt;
    const TypeId kind = t.program.types.base(object->type);
    if (t.names.store.exists.count(kind) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                         "a " + t.program.types.name(kind) + " cannot be destroyed",
                         "only objects of a kind that some statement creates come and go");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Destroy, stmt);
    result.exprs.push_back(std::move(*object));
    return result;
}

}  // namespace errata::compiler::typed
