// A partition as claims: in every state each thing has a case, and no thing has two of them.
#include "compiler/elaborate/claims.h"
#include "compiler/elaborate/expressions.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

using ast::ExprKind;

ast::Expr joined(ExprKind kind, ast::Expr left, ast::Expr right) {
    ast::Expr expr;
    expr.kind = kind;
    expr.span = right.span;
    expr.args = {std::move(left), std::move(right)};
    return expr;
}

ast::Expr denied(ast::Expr what) {
    ast::Expr expr;
    expr.kind = ExprKind::Not;
    expr.span = what.span;
    expr.args = {std::move(what)};
    return expr;
}

class Partition {
public:
    Partition(World& world, const ast::Item& item) : world_(world), expressions_(world), item_(item) {
        clause_ = world.add_clause(item.title, "partition", world.excerpt(item.span), item.rows, item.span);
    }

    void claim() {
        ast::Expr any = item_.exprs[1];
        for (std::size_t i = 2; i < item_.exprs.size(); ++i)
            any = joined(ExprKind::Or, std::move(any), item_.exprs[i]);
        claim_never("no case", FindingCode::GapUndefined, denied(any));
        for (std::size_t i = 0; i < item_.names.size(); ++i) {
            for (std::size_t j = i + 1; j < item_.names.size(); ++j) {
                claim_never("'" + item_.names[i] + "' and '" + item_.names[j] + "'",
                            FindingCode::ContradictionDefinition,
                            joined(ExprKind::And, item_.exprs[i + 1], item_.exprs[j + 1]));
            }
        }
    }

private:
    // That nothing the partition is about fits `breach`.
    void claim_never(const std::string& what, FindingCode code, const ast::Expr& breach) {
        const ast::Expr applies = joined(ExprKind::And, item_.exprs[0], breach);
        ast::Expr some = applies;
        if (!item_.binders.empty()) {
            some = {};
            some.kind = ExprKind::Some;
            some.span = item_.span;
            some.binders = item_.binders;
            some.args = {applies};
        }
        const auto condition = expressions_.condition(some, Scope{});
        if (!condition) return;
        Claim claim;
        claim.kind = ClaimKind::Never;
        claim.name = item_.title + ": " + what;
        claim.code = code;
        claim.condition = *condition;
        claim.premise = world_.model.terms.truth(true);
        claim.clause = clause_;
        claim.span = item_.span;
        name_things(claim, applies, Scope{}, "", world_.model.terms.truth(true));
        world_.model.claims.push_back(std::move(claim));
    }

    // One term for each thing, so that a finding can name those that break the claim.
    void name_things(Claim& claim, const ast::Expr& breach, const Scope& scope, const std::string& named,
                     TermId exists) {
        const std::size_t binder = scope.locals.size();
        if (binder == item_.binders.size()) {
            const auto term = expressions_.condition(breach, scope);
            if (term && !named.empty())
                claim.things.emplace_back(named, world_.model.terms.land({exists, *term}));
            return;
        }
        const TypeId domain = expressions_.domain_of(item_.binders[binder].type, scope);
        if (!domain.is_valid()) return;
        const Type type = world_.type(domain);
        for (Value value = type.first(); value <= type.hi; ++value) {
            if (claim.things.size() >= most_things) return;
            Scope inner = scope;
            const TermId object = world_.model.terms.constant(value);
            inner.add(item_.binders[binder].name, {object, domain});
            const auto position = static_cast<std::size_t>(value);
            const std::string label =
                value >= 0 && position < type.labels.size() ? type.labels[position] : std::to_string(value);
            name_things(claim, breach, inner, named.empty() ? label : named + ", " + label,
                        world_.model.terms.land({exists, expressions_.existing(domain, object)}));
        }
    }

    static constexpr std::size_t most_things = 256;

    World& world_;
    Expressions expressions_;
    const ast::Item& item_;
    ClauseId clause_;
};

}  // namespace

void elaborate_partitions(World& world, const Modules& modules) {
    for_items(modules, ast::ItemKind::Partition,
              [&](const ast::Item& item) { Partition(world, item).claim(); });
}

}  // namespace errata::compiler
