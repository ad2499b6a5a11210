// Statements that change what is stored, and objects that come and go.
#include <algorithm>

#include "compiler/typed/statements.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

// `tree := u` in a phrase that introduces `tree`: kept if a later word refers to it.
std::optional<Stmt> Statements::introduce(const ast::Stmt& stmt, const Scope& scope) {
    auto value = expressions_.as(stmt.exprs[1], scope, scope.phrase->antecedents.at(stmt.exprs[0].name));
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Introduce, stmt);
    result.name = stmt.exprs[0].name;
    result.exprs.push_back(std::move(*value));
    return result;
}

// A hole or a definition may stand for something that changes; what they come to is seen later.
bool Statements::is_changeable(const Expr& target, dsl::Span span) {
    if (target.kind == ExprKind::Cell || target.kind == ExprKind::Hole || target.kind == ExprKind::Define)
        return true;
    reporter_.error(DiagnosticKind::wrong_kind_of_name, span,
                    target.kind == ExprKind::Local ? "this name stands for a value and cannot be changed"
                                                   : "this cannot be changed",
                    "only fields, state and relations change");
    return false;
}

bool Statements::fits_set(const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    const Type& type = types_[target.type];
    const bool many = types_[value.type].form == TypeForm::Set;
    if (types_.fits(value.type, many ? target.type : type.element)) return true;
    reporter_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                    "expected " + types_.name(type.element) + ", found " + types_.name(value.type));
    return false;
}

bool Statements::is_settable(const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    if (!types_.fits(value.type, target.type)) {
        reporter_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                        "expected " + types_.name(target.type) + ", found " + types_.name(value.type));
        return false;
    }
    const Type& type = types_[target.type];
    const auto constant = constant_of(typing_.program, value);
    if (constant && !type.contains(*constant)) {
        const bool missing = stmt.exprs[1].kind == ast::ExprKind::None;
        const bool is_thing = type.form == TypeForm::Enum;
        reporter_.error(
            DiagnosticKind::value_out_of_range, stmt.exprs[1].span,
            missing ? "this always holds a " + (is_thing ? type.name : std::string("number"))
                    : std::to_string(*constant) + " is not in " + type.name,
            missing && is_thing ? "declare its type as '" + type.name + "?' if it may be none" : "");
        return false;
    }
    if (names_.store.orders.count(target.type) == 0) return true;
    reporter_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "an order cannot be set",
                    "write 'mark' before it: then this object is the latest");
    return false;
}

std::optional<Stmt> Statements::change(const ast::Stmt& stmt, const Scope& scope) {
    const ast::Expr& written = stmt.exprs[0];
    if (written.kind == ast::ExprKind::Name && stmt.kind == Kind::Assign && !scope.find(written.name) &&
        !scope.hole(written.name) && scope.is_antecedent(written.name))
        return introduce(stmt, scope);
    auto target = expressions_.typed(written, scope);
    auto value = expressions_.typed(stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value || !is_changeable(*target, written.span)) return std::nullopt;
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    if (result.change == ast::Change::Set) {
        if (!is_settable(stmt, *target, *value)) return std::nullopt;
    } else if (types_[target->type].form == TypeForm::Set) {
        if (!fits_set(stmt, *target, *value)) return std::nullopt;
    } else if (!types_.is_numeric(target->type) || !types_.is_numeric(value->type)) {
        reporter_.error(DiagnosticKind::type_mismatch, stmt.span,
                        "'+=' and '-=' are for numbers and sets, found " + types_.name(target->type));
        return std::nullopt;
    } else if (names_.store.orders.count(target->type) > 0) {
        is_settable(stmt, *target, *value);
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

std::optional<Stmt> Statements::mark(const ast::Stmt& stmt, const Scope& scope) {
    auto target = expressions_.typed(stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell || names_.store.orders.count(target->type) == 0) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                        "only a field of type order is marked", "declare the field with the type 'order'");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Mark, stmt);
    result.exprs.push_back(std::move(*target));
    return result;
}

std::optional<Stmt> Statements::create(const ast::Stmt& stmt, const Scope& scope) {
    const ast::Binder& written = stmt.binders[0];
    Scope inner = scope;
    auto binder = expressions_.bind(written, inner);
    if (!binder) return std::nullopt;
    if (names_.store.exists.count(binder->domain.type) == 0) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, written.span,
                        "a " + types_.name(binder->domain.type) + " cannot be created",
                        "only objects of a kind declared with 'kind' can");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Create, stmt);
    result.binders.push_back(std::move(*binder));
    result.blocks = {block(stmt.blocks[0], inner)};
    return result;
}

std::optional<Stmt> Statements::destroy(const ast::Stmt& stmt, const Scope& scope) {
    auto object = expressions_.typed(stmt.exprs[0], scope);
    if (!object) return std::nullopt;
    const TypeId kind = types_.base(object->type);
    if (names_.store.exists.count(kind) == 0) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                        "a " + types_.name(kind) + " cannot be destroyed",
                        "only objects of a kind that some statement creates come and go");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Destroy, stmt);
    result.exprs.push_back(std::move(*object));
    return result;
}

// --- positions

Block Statements::position(const std::vector<ast::Stmt>& body, Scope& scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = placed(stmt, scope);
        if (!one && stmt.kind == Kind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

std::optional<Stmt> Statements::set_up(const ast::Stmt& stmt, const Scope& scope) {
    auto target = expressions_.typed(stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell && target->kind != ExprKind::Define) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "this cannot be set",
                        "a setup sets fields, state and relations");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    const Type& type = types_[target->type];
    if (stmt.exprs[1].kind == ast::ExprKind::Any) {
        if (!type.is_finite()) {
            reporter_.error(DiagnosticKind::not_finite, stmt.exprs[1].span, "a counter cannot be 'any'",
                            "give a number");
            return std::nullopt;
        }
        result.exprs.push_back(std::move(*target));
        return result;
    }
    auto value = expressions_.typed(stmt.exprs[1], scope, target->type);
    if (!value) return std::nullopt;
    const bool one = type.form == TypeForm::Set && result.change != ast::Change::Set &&
                     types_.fits(value->type, type.element);
    if (!one && !types_.fits(value->type, target->type)) {
        reporter_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                        "expected " + types_.name(target->type) + ", found " + types_.name(value->type));
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

std::optional<Stmt> Statements::placed_if(const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = expressions_.condition(stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) {
        Scope inner = scope;
        result.blocks.push_back(position(written, inner));
    }
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

std::optional<Stmt> Statements::placed_each(const ast::Stmt& stmt, Scope& scope) {
    const bool creates = stmt.kind == Kind::Create;
    Stmt result = made(creates ? StmtKind::Create : StmtKind::ForEach, stmt);
    Scope inner = scope;
    for (const ast::Binder& written : stmt.binders) {
        auto binder = expressions_.bind(written, inner);
        if (!binder) return std::nullopt;
        result.binders.push_back(std::move(*binder));
    }
    auto test = expressions_.conditions(stmt.exprs, inner);
    const Scope with_names = inner;
    result.blocks = {position(stmt.blocks[0], inner)};
    if (creates) scope = with_names;
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

std::optional<Stmt> Statements::placed(const ast::Stmt& stmt, Scope& scope) {
    const bool changes =
        stmt.kind == Kind::Assign || stmt.kind == Kind::Increase || stmt.kind == Kind::Decrease;
    if (changes) return set_up(stmt, scope);
    if (stmt.kind == Kind::Let) return let(stmt, scope);
    if (stmt.kind == Kind::If) return placed_if(stmt, scope);
    if (stmt.kind == Kind::ForEach || stmt.kind == Kind::Create) return placed_each(stmt, scope);
    if (stmt.kind == Kind::Nothing) return made(StmtKind::Nothing, stmt);
    if (stmt.kind == Kind::Error) return std::nullopt;
    if (stmt.kind != Kind::Require) {
        misplaced(stmt, "a setup describes a position; nothing happens in it",
                  "set fields and state here, and let the turn act");
        return std::nullopt;
    }
    auto test = expressions_.condition(stmt.exprs[0], scope);
    if (!test) return std::nullopt;
    Stmt result = made(StmtKind::Require, stmt);
    result.exprs.push_back(std::move(*test));
    return result;
}

}  // namespace errata::compiler::typed
