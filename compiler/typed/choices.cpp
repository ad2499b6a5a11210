// Choices: who decides, between what, and what is shown of it. A distribution is a choice, too: an amount is
// divided between things of one kind or several, as somebody decides.
#include <algorithm>

#include "compiler/resolve/source_words.h"
#include "compiler/typed/named.h"
#include "compiler/typed/statement_kinds.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

std::vector<std::string> names_in_braces(const std::string& label) {
    std::vector<std::string> names;
    for (std::size_t open = label.find('{'); open != std::string::npos; open = label.find('{', open + 1)) {
        const std::size_t close = label.find('}', open);
        if (close == std::string::npos) break;
        names.push_back(label.substr(open + 1, close - open - 1));
    }
    return names;
}

namespace {

// `option "passes" { nothing }`: how a player may decline.
bool is_pass(const ast::Option& option) {
    const std::string first_word = dsl::lower(option.label.substr(0, option.label.find(' ')));
    const auto is_nothing = [](const ast::Stmt& stmt) { return stmt.kind == ast::StmtKind::Nothing; };
    return option.binders.empty() && (first_word == "passes" || option.label == "pass") &&
           std::all_of(option.body.begin(), option.body.end(), is_nothing);
}

}  // namespace

std::optional<ChooserKind> chooser_word(const ast::Expr& owner, const Scope& scope) {
    if (owner.kind != ast::ExprKind::Name || scope.find(owner.name)) return std::nullopt;
    if (owner.name == "chance") return ChooserKind::Chance;
    if (owner.name == "nobody") return ChooserKind::Nobody;
    if (owner.name == "elsewhere") return ChooserKind::Elsewhere;
    return std::nullopt;
}

std::optional<Chooser> chooser(const Typing& t, const ast::Expr& owner, const Scope& scope) {
    if (const auto kind = chooser_word(owner, scope)) return Chooser{*kind, {}};
    auto player = typed::player(t, owner, scope);
    if (!player) return std::nullopt;
    return Chooser{ChooserKind::Player, {std::move(*player)}};
}

std::vector<Shown> shown(const Typing& t, const std::string& label, const std::vector<Binder>& binders,
                         dsl::Span span, const Scope& scope) {
    std::vector<Shown> result;
    for (const std::string& name : names_in_braces(label)) {
        const bool is_bound = std::any_of(binders.begin(), binders.end(),
                                          [&](const Binder& binder) { return binder.name == name; });
        if (is_bound) continue;
        ast::Expr written;
        written.kind = ast::ExprKind::Name;
        written.name = name;
        written.span = narrowed(t.reporter.sources(), span, name);
        const bool is_name = dsl::grammar::is_plain_name(name);
        auto value = is_name ? typed::name(t, written, scope, {}) : std::nullopt;
        if (is_name && !value) continue;
        const bool has_name = value && (value->kind == ExprKind::Local || value->kind == ExprKind::Constant ||
                                        value->kind == ExprKind::Literal || value->kind == ExprKind::Hole ||
                                        value->kind == ExprKind::Antecedent);
        if (!has_name) {
            t.reporter.error(
                DiagnosticKind::wrong_kind_of_name, written.span, "a label cannot show '{" + name + "}'",
                "it shows what has a name here: what is chosen, a role, a 'let'; write 'let' before the "
                "choice");
            continue;
        }
        value->span = written.span;
        result.push_back({name, std::move(*value)});
    }
    return result;
}

namespace {

std::optional<Option> option(const Typing& t, const ast::Option& written, const Scope& scope) {
    Option result;
    result.span = written.span;
    result.label = written.label;
    result.passes = is_pass(written);
    Scope inner = scope;
    bool good = true;
    for (const ast::Binder& each : written.binders) {
        auto binder = bind(t, each, inner);
        good = good && binder.has_value();
        if (binder) result.binders.push_back(std::move(*binder));
    }
    if (!good) return std::nullopt;
    auto test = conditions(t, written.condition, inner);
    if (result.label.empty()) {
        std::vector<std::string> parts;
        for (const Binder& binder : result.binders) parts.push_back("{" + binder.name + "}");
        result.label = "chooses " + dsl::join(parts, ", ");
    }
    if (test) result.shown = shown(t, result.label, result.binders, written.span, inner);
    result.body = block(t, written.body, inner);
    if (!test) return std::nullopt;
    result.condition = std::move(*test);
    if (written.complete) result.condition.push_back(payable(t, result.body, written.span));
    return result;
}

}  // namespace

std::optional<Stmt> choose(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result =
        made(stmt.quantity == ast::Quantity::One ? StmtKind::Choose : StmtKind::ChooseSeveral, stmt);
    result.quantity = stmt.quantity;
    const bool several = result.kind == StmtKind::ChooseSeveral;
    bool good = true;
    if (several && stmt.options.front().binders.size() != 1) {
        t.reporter.error(DiagnosticKind::argument_count, stmt.span,
                         "a choice of several goes through one kind of thing",
                         "write one name: choose exactly 2 m: unit with ...");
        return std::nullopt;
    }
    if (several) {
        auto count = of_type(t, stmt.exprs[1], scope, t.number_type());
        good = count.has_value();
        if (count) result.exprs.push_back(std::move(*count));
    }
    auto owner = chooser(t, stmt.exprs[0], scope);
    good = good && owner.has_value();
    for (const ast::Option& written : stmt.options) {
        auto one = option(t, written, scope);
        good = good && one.has_value();
        if (one) result.options.push_back(std::move(*one));
    }
    for (const auto& otherwise : stmt.blocks) result.blocks.push_back(block(t, otherwise, scope));
    if (!good) return std::nullopt;
    result.chooser = std::move(*owner);
    if (!several) return result;
    const Type& about = t.type(result.options[0].binders[0].domain.type);
    if (about.is_finite() && about.size() <= most_set_elements && about.lo >= 0) return result;
    t.reporter.error(DiagnosticKind::too_large, stmt.options.front().binders[0].span,
                     "several can be chosen among at most " + std::to_string(most_set_elements) + " things");
    return std::nullopt;
}

std::optional<Stmt> secretly(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Secretly, stmt);
    result.order.by = stmt.order;
    for (const ast::Stmt& choice : stmt.blocks[0]) {
        const bool is_simple = choice.kind == ast::StmtKind::Choose && choice.quantity == ast::Quantity::One;
        if (choice.kind == ast::StmtKind::Error || is_simple) continue;
        t.reporter.error(DiagnosticKind::choice_in_simultaneous, choice.span,
                         "only simple choices are made in secret",
                         "write 'choose by ... { option ... }' here, and anything else before or after");
        return std::nullopt;
    }
    result.blocks = {block(t, stmt.blocks[0], scope)};
    return result;
}

namespace {

// Distributions.

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
