// Distributions: an amount is divided between things of one kind or several, as somebody decides.
#include <algorithm>

#include "compiler/typed/named.h"
#include "compiler/typed/statement_kinds.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

// What a binder of a part may go through: things that can be told apart, few enough for a set.
bool can_get_some(const Typing& t, const Binder& binder, const std::vector<TypeId>& before) {
    const Type& kind = t.type(binder.domain.type);
    if (kind.form != TypeForm::Enum || kind.optional) {
        t.reporter.error(DiagnosticKind::type_mismatch, binder.span,
                         "shares are for objects, players or squares, found " + kind.name);
        return false;
    }
    if (kind.size() > most_set_elements) {
        t.reporter.error(
            DiagnosticKind::too_large, binder.span,
            "an amount is divided between at most " + std::to_string(most_set_elements) + " things");
        return false;
    }
    if (std::find(before.begin(), before.end(), binder.domain.type) == before.end()) return true;
    t.reporter.error(DiagnosticKind::duplicate_name, binder.span,
                     "this distribution has a part for each " + kind.name + " already",
                     "one part with 'or' in its condition, and 'if' in its block");
    return false;
}

// Who may get some and how much; what is said of shares comes later, when all kinds are known.
std::optional<Option> part(const Typing& t, const ast::Option& written, const std::vector<TypeId>& before,
                           Scope& inner) {
    Option result;
    result.span = written.span;
    auto binder = bind(t, written.binders.front(), inner);
    if (!binder || !can_get_some(t, *binder, before)) return std::nullopt;
    result.binders.push_back(std::move(*binder));
    auto condition = conditions(t, written.condition, inner);
    for (const ast::Expr& most : written.most) {
        auto number = of_type(t, most, inner, t.number_type());
        if (!number) return std::nullopt;
        result.most.push_back(std::move(*number));
    }
    if (!condition) return std::nullopt;
    result.condition = std::move(*condition);
    return result;
}

}  // namespace

// How much somebody gets of what is distributed.
std::optional<Expr> share(const Typing& t, const ast::Expr& expr, const SharesInSight& shares,
                          const Scope& scope) {
    if (expr.args.size() != 1) {
        t.reporter.error(
            DiagnosticKind::argument_count, expr.span,
            "'" + expr.name + "' is of one thing, found " + dsl::count_of(expr.args.size(), "argument"));
        return std::nullopt;
    }
    const TypeId expected = shares.kinds.size() == 1 ? shares.kinds.front() : TypeId();
    auto whose = expression(t, expr.args[0], scope, expected);
    if (!whose) return std::nullopt;
    const TypeId kind = t.program.types.base(whose->type);
    if (std::find(shares.kinds.begin(), shares.kinds.end(), kind) == shares.kinds.end()) {
        std::vector<std::string> kinds;
        for (const TypeId one : shares.kinds) kinds.push_back(t.program.types.name(one));
        t.reporter.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'" + expr.name + "' is what a " + dsl::join(kinds, " or a ") + " gets, found " +
                             t.program.types.name(whose->type));
        return std::nullopt;
    }
    Expr result;
    result.kind = ExprKind::Share;
    result.type = t.number_type();
    result.args.push_back(std::move(*whose));
    result.local = shares.local;
    result.name = expr.name;
    return result;
}

std::optional<Stmt> distribute(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Distribute, stmt);
    result.quantity = stmt.quantity == ast::Quantity::One ? ast::Quantity::Exactly : stmt.quantity;
    auto owner = chooser(t, stmt.exprs[0], scope);
    auto amount = of_type(t, stmt.exprs[1], scope, t.number_type());
    bool good = owner && amount;
    SharesInSight shares{stmt.name, t.new_local(), {}};
    result.local = shares.local;
    std::vector<Scope> inside;
    for (const ast::Option& written : stmt.options) {
        inside.push_back(scope);
        auto one = part(t, written, shares.kinds, inside.back());
        good = good && one;
        if (!one) continue;
        shares.kinds.push_back(one->binders.front().domain.type);
        result.options.push_back(std::move(*one));
    }
    for (const auto& otherwise : stmt.blocks) result.blocks.push_back(block(t, otherwise, scope));
    if (!good) return std::nullopt;
    result.chooser = std::move(*owner);
    result.exprs.push_back(std::move(*amount));
    for (std::size_t i = 0; i < result.options.size(); ++i) {
        Option& option = result.options[i];
        option.share = t.add(inside[i], stmt.name, t.number_type());
        inside[i].shares.push_back(shares);
        auto only_if = conditions(t, stmt.options[i].only_if, inside[i]);
        good = good && only_if;
        if (only_if) option.only_if = std::move(*only_if);
        option.body = block(t, stmt.options[i].body, inside[i]);
    }
    Option& first = result.options.front();
    first.label = stmt.label.empty() ? "assigns" : stmt.label;
    const std::string hole = "{" + stmt.name + "}";
    if (first.label.find(hole) == std::string::npos) first.label += " " + hole;
    Binder split;
    split.name = stmt.name;
    first.shown = shown(t, first.label, {split}, stmt.span, scope);
    if (!good) return std::nullopt;
    return result;
}

}  // namespace errata::compiler::typed
