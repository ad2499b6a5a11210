#include "tests/metamorphic/rows.h"

#include <algorithm>

#include "dsl/ast/dump.h"

namespace errata::metamorphic {

using ast::Expr;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;

const std::vector<Rewriting>& all_rewritings() {
    static const std::vector<Rewriting> rows = {
#define ERRATA_REWRITING(name, keeps, condition) {#name, condition, keeps, &name},
#include "tests/metamorphic/rewritings.def"
#undef ERRATA_REWRITING
    };
    return rows;
}

std::size_t below(std::size_t bound, Random& random) { return random() % bound; }

std::optional<Spec> Chosen::rewrite(const Spec& spec, Random& random,
                                    const std::function<void(Spec&, Chosen&)>& pass) {
    Chosen counting;
    counting.counts_ = true;
    Spec copy = spec;
    pass(copy, counting);
    if (counting.next_ == 0) return std::nullopt;
    Chosen chosen;
    if (below(3, random) != 0) chosen.only_ = below(counting.next_, random);
    copy = spec;
    pass(copy, chosen);
    return copy;
}

Expr name_expr(const std::string& name, dsl::Span at) {
    Expr expr;
    expr.kind = ExprKind::Name;
    expr.name = name;
    expr.span = at;
    return expr;
}

Expr number_expr(std::int64_t number, dsl::Span at) {
    Expr expr;
    expr.kind = ExprKind::Number;
    expr.number = number < 0 ? -number : number;
    expr.span = at;
    if (number >= 0) return expr;
    Expr negative;
    negative.kind = ExprKind::Negate;
    negative.span = at;
    negative.args = {std::move(expr)};
    return negative;
}

Expr call_expr(const std::string& name, std::vector<Expr> args, dsl::Span at) {
    Expr expr;
    expr.kind = ExprKind::Call;
    expr.name = name;
    expr.args = std::move(args);
    expr.span = at;
    return expr;
}

Expr joined(ExprKind kind, Expr left, Expr right) {
    Expr expr;
    expr.kind = kind;
    expr.span = left.span;
    expr.args = {std::move(left), std::move(right)};
    return expr;
}

Expr negated(Expr condition) {
    Expr expr;
    expr.kind = ExprKind::Not;
    expr.span = condition.span;
    condition.unless = false;
    expr.args = {std::move(condition)};
    return expr;
}

bool is_same(const Expr& a, const Expr& b) { return dump(a) == dump(b); }

std::optional<std::int64_t> literal(const Expr& expr) {
    if (expr.kind == ExprKind::Number) return expr.number;
    if (expr.kind != ExprKind::Negate || expr.args[0].kind != ExprKind::Number) return std::nullopt;
    return -expr.args[0].number;
}

bool is_unwritten(const Expr& expr) {
    return expr.kind == ExprKind::Bool && expr.span.begin == expr.span.end;
}

static bool is_number_type(const ast::TypeExpr& type) {
    return type.kind == ast::TypeKind::Range || type.kind == ast::TypeKind::Number ||
           type.kind == ast::TypeKind::Counter;
}

bool is_number(const Expr& expr, const Vocabulary& known, const Place& place) {
    const auto all = [&] {
        return std::ranges::all_of(expr.args, [&](const Expr& arg) { return is_number(arg, known, place); });
    };
    if (expr.kind == ExprKind::Number || expr.kind == ExprKind::NumberOf || expr.kind == ExprKind::Sum)
        return true;
    if (expr.kind == ExprKind::Add || expr.kind == ExprKind::Subtract || expr.kind == ExprKind::Multiply ||
        expr.kind == ExprKind::Negate)
        return all();
    if (expr.kind == ExprKind::Field) return known.is_number_cell(expr.name);
    if (expr.kind == ExprKind::Name) {
        const auto local = place.locals.find(expr.name);
        if (local != place.locals.end()) return is_number_type(local->second);
        return !known.twice.contains(expr.name) && known.is_number_cell(expr.name);
    }
    if (expr.kind != ExprKind::Call) return false;
    const auto result = known.results.find(expr.name);
    return expr.name == "size" || expr.name == "distance" ||
           ((expr.name == "min" || expr.name == "max") && all()) ||
           (result != known.results.end() && is_number_type(result->second));
}

bool is_constant(const Expr& expr, const Vocabulary& known, const Place& place) {
    return (expr.kind == ExprKind::Name || expr.kind == ExprKind::Quoted) &&
           !known.twice.contains(expr.name) && known.enum_of.contains(expr.name) &&
           !place.locals.contains(expr.name);
}

bool only_assigns(const std::vector<Stmt>& block) {
    return std::ranges::all_of(block, [](const Stmt& stmt) {
        return stmt.kind == StmtKind::Assign || stmt.kind == StmtKind::Increase ||
               stmt.kind == StmtKind::Decrease || stmt.kind == StmtKind::Nothing;
    });
}

bool has_setting(const Spec& spec, const std::string& name) {
    bool found = false;
    for (const ast::Module& module : spec.modules) {
        for (const ast::Item& item : module.items) {
            for (const ast::Setting& setting : item.contents.settings)
                found = found || (item.kind == ast::ItemKind::Meta && setting.name == name);
        }
    }
    return found;
}

std::optional<Rewritten> change_exprs(const Original& original, Random& random, const ExprChange& change) {
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        Places places{original.vocabulary, {}, {}};
        places.expr = [&](Expr& expr, const Place& place) {
            if (is_unwritten(expr)) return;
            auto changed = change(expr, place);
            if (changed && chosen.here()) expr = std::move(*changed);
        };
        places.go(copy);
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

std::optional<Rewritten> change_stmts(const Original& original, Random& random, const StmtChange& change) {
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        Places places{original.vocabulary, {}, {}};
        places.block = [&](std::vector<Stmt>& block, const Place& place) {
            std::vector<Stmt> result;
            Place inside = place;
            for (Stmt& stmt : block) {
                const bool binds = stmt.kind == StmtKind::Let;
                const std::string name = stmt.name;
                auto changed = change(stmt, inside);
                if (changed && chosen.here()) {
                    for (Stmt& one : *changed) result.push_back(std::move(one));
                } else {
                    result.push_back(std::move(stmt));
                }
                if (binds) inside.locals[name] = {};
            }
            block = std::move(result);
        };
        places.go(copy);
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

}  // namespace errata::metamorphic
