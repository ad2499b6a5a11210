// Rows about conditions.
#include <algorithm>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Expr;
using ast::ExprKind;

namespace {

using ChangedExpr = std::optional<Expr>;

// a OP b is b turned(OP) a.
std::optional<ExprKind> turned(ExprKind kind) {
    if (kind == ExprKind::Less) return ExprKind::Greater;
    if (kind == ExprKind::LessEqual) return ExprKind::GreaterEqual;
    if (kind == ExprKind::Greater) return ExprKind::Less;
    if (kind == ExprKind::GreaterEqual) return ExprKind::LessEqual;
    return std::nullopt;
}

// a OP b is not (a opposite(OP) b).
std::optional<ExprKind> opposite(ExprKind kind) {
    if (kind == ExprKind::Less) return ExprKind::GreaterEqual;
    if (kind == ExprKind::LessEqual) return ExprKind::Greater;
    if (kind == ExprKind::Greater) return ExprKind::LessEqual;
    if (kind == ExprKind::GreaterEqual) return ExprKind::Less;
    return std::nullopt;
}

// Has a value whatever the object: compares fields of these, numbers and named values.
bool is_total(const Expr& expr, const std::set<std::string>& objects, const Vocabulary& known,
              const Place& place) {
    if (expr.kind == ExprKind::Number || expr.kind == ExprKind::Bool || expr.kind == ExprKind::None)
        return true;
    if (expr.kind == ExprKind::Name && objects.contains(expr.name)) return true;
    if (is_constant(expr, known, place)) return true;
    if (expr.kind == ExprKind::Field)
        return expr.args[0].kind == ExprKind::Name && objects.contains(expr.args[0].name);
    const bool joins = expr.kind == ExprKind::And || expr.kind == ExprKind::Or || expr.kind == ExprKind::Not;
    const bool compares = expr.kind == ExprKind::Equal || expr.kind == ExprKind::NotEqual ||
                          expr.kind == ExprKind::Is || expr.kind == ExprKind::IsNot;
    return (joins || compares) && std::ranges::all_of(expr.args, [&](const Expr& arg) {
               return is_total(arg, objects, known, place);
           });
}

// An enum whose values are few enough for a set.
bool has_small_type(const Vocabulary& known, const std::string& name) {
    const std::string type = known.enum_of.at(name);
    return std::ranges::count_if(known.enum_of, [&](const auto& one) { return one.second == type; }) <= 30;
}

}  // namespace

std::optional<Rewritten> comparison_turned(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place&) -> ChangedExpr {
        const auto kind = turned(expr.kind);
        if (!kind) return std::nullopt;
        return joined(*kind, expr.args[1], expr.args[0]);
    });
}

std::optional<Rewritten> comparison_negated(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const auto kind = opposite(expr.kind);
        const auto number = [&](const Expr& arg) { return is_number(arg, original.vocabulary, place); };
        if (!kind || !number(expr.args[0]) || !number(expr.args[1])) return std::nullopt;
        return negated(joined(*kind, expr.args[0], expr.args[1]));
    });
}

// `a + 3 <= 5` as `a <= 2`, and `a <= 2` as `3 <= 5 - a`.
std::optional<Rewritten> constant_moved(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        if (!turned(expr.kind)) return std::nullopt;
        const Expr& left = expr.args[0];
        const auto right = literal(expr.args[1]);
        if (!right || literal(left) || !is_number(left, original.vocabulary, place)) return std::nullopt;
        if (left.kind == ExprKind::Add && literal(left.args[1]))
            return joined(expr.kind, left.args[0], number_expr(*right - *literal(left.args[1]), expr.span));
        if (left.kind == ExprKind::Subtract && literal(left.args[1]))
            return joined(expr.kind, left.args[0], number_expr(*right + *literal(left.args[1]), expr.span));
        Expr moved = joined(ExprKind::Subtract, number_expr(*right + 3, expr.span), left);
        return joined(expr.kind, number_expr(3, expr.span), std::move(moved));
    });
}

std::optional<Rewritten> strictness_turned(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const auto right = turned(expr.kind) ? literal(expr.args[1]) : std::nullopt;
        if (!right || !is_number(expr.args[0], original.vocabulary, place)) return std::nullopt;
        const bool is_strict = expr.kind == ExprKind::Less || expr.kind == ExprKind::Greater;
        const bool is_below = expr.kind == ExprKind::Less || expr.kind == ExprKind::LessEqual;
        const ExprKind kind = is_below ? (is_strict ? ExprKind::LessEqual : ExprKind::Less)
                                       : (is_strict ? ExprKind::GreaterEqual : ExprKind::Greater);
        const std::int64_t other = *right + (is_strict == is_below ? -1 : 1);
        return joined(kind, expr.args[0], number_expr(other, expr.span));
    });
}

// `n > 0` as `n != 0`.
std::optional<Rewritten> positive_as_nonzero(const Original& original, Random& random) {
    const Vocabulary& known = original.vocabulary;
    const auto begins_at_zero = [](const ast::TypeExpr& type) {
        return type.kind == ast::TypeKind::Range && literal(type.bounds[0]) == 0;
    };
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const bool is_cell = expr.kind == ExprKind::Greater &&
                             (expr.args[0].kind == ExprKind::Field || expr.args[0].kind == ExprKind::Name);
        if (!is_cell || literal(expr.args[1]) != 0 || place.locals.contains(expr.args[0].name))
            return std::nullopt;
        const auto cell = known.cells.find(expr.args[0].name);
        if (cell == known.cells.end() || !std::ranges::all_of(cell->second, begins_at_zero))
            return std::nullopt;
        return joined(ExprKind::NotEqual, expr.args[0], expr.args[1]);
    });
}

std::optional<Rewritten> sum_turned(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const bool joins = expr.kind == ExprKind::Add || expr.kind == ExprKind::Multiply;
        if (!joins || !is_number(expr, original.vocabulary, place)) return std::nullopt;
        return joined(expr.kind, expr.args[1], expr.args[0]);
    });
}

// `u.flies` as `u.flies = yes`.
std::optional<Rewritten> flag_compared(const Original& original, Random& random) {
    const Vocabulary& known = original.vocabulary;
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const bool is_cell = expr.kind == ExprKind::Field || expr.kind == ExprKind::Name;
        if (!is_cell || !place.is_condition || place.locals.contains(expr.name)) return std::nullopt;
        const auto cell = known.cells.find(expr.name);
        const auto is_flag = [](const ast::TypeExpr& type) { return type.kind == ast::TypeKind::Bool; };
        if (cell == known.cells.end() || !std::ranges::all_of(cell->second, is_flag)) return std::nullopt;
        Expr yes;
        yes.kind = ExprKind::Bool;
        yes.number = 1;
        yes.span = expr.span;
        return joined(ExprKind::Equal, expr, std::move(yes));
    });
}

std::optional<Rewritten> in_spelled_out(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        const bool is_in = expr.kind == ExprKind::In || expr.kind == ExprKind::NotIn;
        if (!is_in || expr.args[1].kind != ExprKind::SetLiteral) return std::nullopt;
        const std::vector<Expr>& values = expr.args[1].args;
        const auto constant = [&](const Expr& one) {
            return literal(one) || is_constant(one, original.vocabulary, place);
        };
        if (values.empty() || !std::ranges::all_of(values, constant)) return std::nullopt;
        const bool is_not = expr.kind == ExprKind::NotIn;
        std::optional<Expr> result;
        for (const Expr& value : values) {
            Expr one = joined(is_not ? ExprKind::NotEqual : ExprKind::Equal, expr.args[0], value);
            result = result ? joined(is_not ? ExprKind::And : ExprKind::Or, *result, std::move(one)) : one;
        }
        return result;
    });
}

std::optional<Rewritten> in_rolled_up(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        if (expr.kind != ExprKind::Or && expr.kind != ExprKind::And) return std::nullopt;
        const bool is_not = expr.kind == ExprKind::And;
        const ExprKind compares = is_not ? ExprKind::NotEqual : ExprKind::Equal;
        const Expr& a = expr.args[0];
        const Expr& b = expr.args[1];
        if (a.kind != compares || b.kind != compares || !is_same(a.args[0], b.args[0])) return std::nullopt;
        const Vocabulary& known = original.vocabulary;
        if (!is_constant(a.args[1], known, place) || !is_constant(b.args[1], known, place))
            return std::nullopt;
        if (!has_small_type(known, a.args[1].name) || is_constant(a.args[0], known, place))
            return std::nullopt;
        Expr set;
        set.kind = ExprKind::SetLiteral;
        set.span = b.span;
        set.args = {a.args[1], b.args[1]};
        return joined(is_not ? ExprKind::NotIn : ExprKind::In, a.args[0], std::move(set));
    });
}

std::optional<Rewritten> unless_spelled_out(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place& place) -> ChangedExpr {
        if (expr.kind != ExprKind::Not || !place.is_condition || !expr.unless) return std::nullopt;
        Expr result = expr;
        result.unless = false;
        return result;
    });
}

std::optional<Rewritten> quantifier_turned(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place&) -> ChangedExpr {
        Expr result = expr;
        if (expr.kind == ExprKind::No) {
            result.kind = ExprKind::Some;
            return negated(std::move(result));
        }
        if (expr.kind == ExprKind::Some) {
            result.kind = ExprKind::No;
            return negated(std::move(result));
        }
        if (expr.kind != ExprKind::Every) return std::nullopt;
        result.kind = ExprKind::No;
        Expr body = negated(expr.args[1]);
        const bool all = is_unwritten(expr.args[0]);
        result.args = {all ? std::move(body) : joined(ExprKind::And, expr.args[0], std::move(body))};
        return result;
    });
}

std::optional<Rewritten> equality_negated(const Original& original, Random& random) {
    static const std::map<ExprKind, ExprKind> opposites = {{ExprKind::Equal, ExprKind::NotEqual},
                                                           {ExprKind::NotEqual, ExprKind::Equal},
                                                           {ExprKind::Is, ExprKind::IsNot},
                                                           {ExprKind::IsNot, ExprKind::Is}};
    return change_exprs(original, random, [](const Expr& expr, const Place&) -> ChangedExpr {
        const auto kind = opposites.find(expr.kind);
        if (kind == opposites.end()) return std::nullopt;
        return negated(joined(kind->second, expr.args[0], expr.args[1]));
    });
}

std::optional<Rewritten> de_morgan(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place&) -> ChangedExpr {
        const bool is_and = expr.kind == ExprKind::And;
        if (!is_and && expr.kind != ExprKind::Or) return std::nullopt;
        return negated(
            joined(is_and ? ExprKind::Or : ExprKind::And, negated(expr.args[0]), negated(expr.args[1])));
    });
}

std::optional<Rewritten> implies_spelled_out(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place& place) -> ChangedExpr {
        if (expr.kind != ExprKind::Implies || place.is_claim) return std::nullopt;
        return joined(ExprKind::Or, negated(expr.args[0]), expr.args[1]);
    });
}

std::optional<Rewritten> some_counted(const Original& original, Random& random) {
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> ChangedExpr {
        if (expr.kind != ExprKind::Some && expr.kind != ExprKind::No) return std::nullopt;
        std::set<std::string> objects;
        for (const ast::Binder& binder : expr.binders) objects.insert(binder.name);
        if (!is_total(expr.args[0], objects, original.vocabulary, place)) return std::nullopt;
        Expr count = expr;
        count.kind = ExprKind::NumberOf;
        const ExprKind kind = expr.kind == ExprKind::Some ? ExprKind::GreaterEqual : ExprKind::Less;
        return joined(kind, std::move(count), number_expr(1, expr.span));
    });
}

std::optional<Rewritten> minimum_spelled_out(const Original& original, Random& random) {
    return change_exprs(original, random, [](const Expr& expr, const Place&) -> ChangedExpr {
        const bool is_least = expr.kind == ExprKind::Call && expr.name == "min";
        const bool is_most = expr.kind == ExprKind::Call && expr.name == "max";
        if ((!is_least && !is_most) || expr.args.size() != 2) return std::nullopt;
        Expr result;
        result.kind = ExprKind::If;
        result.span = expr.span;
        result.args = {
            joined(is_least ? ExprKind::LessEqual : ExprKind::GreaterEqual, expr.args[0], expr.args[1]),
            expr.args[0], expr.args[1]};
        return result;
    });
}

std::optional<Rewritten> prohibition_turned(const Original& original, Random& random) {
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        Everywhere everywhere;
        everywhere.ability = [&](ast::Ability& ability) {
            const bool forbids = ability.kind == ast::AbilityKind::Prohibition;
            const bool allows = ability.kind == ast::AbilityKind::OnlyIf && ability.value.empty() &&
                                original.vocabulary.actions.contains(ability.name);
            if ((!forbids && !allows) || ability.exprs.empty() || !chosen.here()) return;
            ability.kind = forbids ? ast::AbilityKind::OnlyIf : ast::AbilityKind::Prohibition;
            ability.exprs[0] = negated(ability.exprs[0]);
        };
        everywhere.go(copy);
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

}  // namespace errata::metamorphic
