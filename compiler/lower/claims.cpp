// What is claimed: checks, rulings, partitions; and what the author expects to be found.
#include <algorithm>

#include "compiler/lower/events.h"
#include "compiler/lower/setups.h"

namespace errata::compiler {

using ast::ItemKind;

namespace {

ClaimKind kind_of(ast::CheckMode mode) {
    switch (mode) {
        case ast::CheckMode::Always:
            return ClaimKind::Always;
        case ast::CheckMode::Never:
            return ClaimKind::Never;
        case ast::CheckMode::Reachable:
            return ClaimKind::Reachable;
        case ast::CheckMode::Possible:
            return ClaimKind::Possible;
        case ast::CheckMode::Eventually:
            return ClaimKind::Eventually;
        case ast::CheckMode::Terminates:
            return ClaimKind::Terminates;
        case ast::CheckMode::Unique:
            return ClaimKind::Unique;
    }
    return ClaimKind::Always;
}

ClauseId clause_of(const Lowering& l, const ast::Item& item, ClauseKind kind) {
    return add_clause(l, item.title, kind, l.reporter.excerpt(item.span), item.rows, item.span);
}

void lower_check(const Lowering& l, const typed::Check& check) {
    const ast::Item& item = *check.item;
    Claim claim;
    claim.name = item.title;
    claim.span = item.span;
    claim.kind = kind_of(item.sort.check);
    claim.clause = clause_of(l, item, ClauseKind::Check);
    claim.condition = l.terms.all(check.condition, Scope{});
    // What is awaited without a premise is awaited from the start, not in every state anew.
    if (claim.kind != ClaimKind::Eventually || !check.premise.empty())
        claim.premise = l.terms.all(check.premise, Scope{});
    l.model.asked.claims.push_back(std::move(claim));
}

void lower_state_ruling(const Lowering& l, const typed::Check& check) {
    const ast::Item& item = *check.item;
    Claim claim;
    claim.ruling = true;
    claim.name = item.title;
    claim.span = item.span;
    claim.clause = clause_of(l, item, ClauseKind::Ruling);
    claim.condition = l.terms.all(check.condition, Scope{});
    claim.premise = l.terms.all(check.premise, Scope{});
    if (!check.premise.empty())  // when A then B
        claim.condition = l.pool().make(TermKind::Implies, {claim.premise, claim.condition});
    l.model.asked.claims.push_back(std::move(claim));
}

TermId breach_of(const Lowering& l, const typed::Ruling& ruling, const std::vector<TypeId>& types) {
    Scope scope;
    std::vector<TypedTerm> roles;
    roles.reserve(types.size());
    for (const TypeId type : types) roles.push_back({l.terms.bind(scope, {}, "", type), type});
    const TermId fits = l.terms.match(ruling.params, roles, scope);
    const TermId premise = l.terms.all(ruling.premise, scope);
    return l.pool().land({fits, premise, l.pool().lnot(l.terms.term(ruling.holds, scope))});
}

void lower_event_rulings(const Lowering& l, const ast::Item& item) {
    for (const ActionRules& rules : l.arranged.actions) {
        for (const AfterRuling& after : rules.rulings) {
            if (after.ruling->item != &item) continue;
            Claim claim;
            claim.kind = ClaimKind::After;
            claim.ruling = true;
            claim.name = item.title;
            claim.span = item.span;
            claim.condition = l.pool().truth(true);
            claim.premise = l.pool().truth(true);
            claim.roles = l.names.callables.actions[after.ruling->action.index].params;
            claim.breach = breach_of(l, *after.ruling, claim.roles);
            claim.clause = after.clause;
            claim.incident = after.incident;
            l.model.asked.claims.push_back(std::move(claim));
        }
    }
}

// A partition as claims: in every state each thing has a case, and no thing has two of them.
class PartitionClaims {
public:
    PartitionClaims(const Lowering& l, const typed::Partition& partition)
        : l_(l), partition_(partition), item_(*partition.item) {
        clause_ = clause_of(l, item_, ClauseKind::Partition);
    }

    void claim() {
        claim_never("no case", FindingCode::GapUndefined, [&](const Scope& scope) {
            std::vector<TermId> cases;
            for (const typed::Expr& one : partition_.cases) cases.push_back(l_.terms.term(one, scope));
            return l_.pool().lnot(l_.pool().lor(cases));
        });
        for (std::size_t i = 0; i < partition_.cases.size(); ++i) {
            for (std::size_t j = i + 1; j < partition_.cases.size(); ++j) {
                claim_never("'" + item_.names.all[i] + "' and '" + item_.names.all[j] + "'",
                            FindingCode::ContradictionDefinition, [&](const Scope& scope) {
                                const TermId a = l_.terms.term(partition_.cases[i], scope);
                                return l_.pool().land({a, l_.terms.term(partition_.cases[j], scope)});
                            });
            }
        }
    }

private:
    using Breach = std::function<TermId(const Scope&)>;

    TermId applies(const Breach& breach, const Scope& scope) {
        const TermId about = l_.terms.term(partition_.condition, scope);
        return l_.pool().land({about, breach(scope)});
    }

    // That nothing the partition is about fits the breach.
    void claim_never(const std::string& what, FindingCode code, const Breach& breach) {
        Claim claim;
        claim.kind = ClaimKind::Never;
        claim.name = item_.title + ": " + what;
        claim.code = code;
        claim.condition = some_objects(l_, partition_.binders, Scope{},
                                       [&](const Scope& scope) { return applies(breach, scope); });
        claim.premise = l_.pool().truth(true);
        claim.clause = clause_;
        claim.span = item_.span;
        name_things(claim, breach, Scope{}, 0, "", l_.pool().truth(true));
        l_.model.asked.claims.push_back(std::move(claim));
    }

    // One term for each thing, so that a finding can name those that break the claim.
    void name_things(Claim& claim, const Breach& breach, const Scope& scope, std::size_t binder,
                     const std::string& named, TermId exists) {
        if (binder == partition_.binders.size()) {
            if (!named.empty())
                claim.things.emplace_back(named, l_.pool().land({exists, applies(breach, scope)}));
            return;
        }
        const typed::Binder& about = partition_.binders[binder];
        const TypeId domain = l_.terms.domain(about.domain, scope);
        const Type type = l_.type(domain);
        for (Value value = type.first(); value <= type.hi; ++value) {
            if (claim.things.size() >= most_things) return;
            Scope inner = scope;
            const TermId object = l_.pool().constant(value);
            inner.add(about.local, about.name, {object, domain});
            const auto position = static_cast<std::size_t>(value);
            const std::string label =
                value >= 0 && position < type.labels.size() ? type.labels[position] : std::to_string(value);
            name_things(claim, breach, inner, binder + 1, named.empty() ? label : named + ", " + label,
                        l_.pool().land({exists, l_.terms.existing(domain, object)}));
        }
    }

    static constexpr std::size_t most_things = 256;

    const Lowering& l_;
    const typed::Partition& partition_;
    const ast::Item& item_;
    ClauseId clause_;
};

}  // namespace

void lower_claims(const Lowering& l, const Modules& modules) {
    for (const typed::Check& check : l.program.claims.checks) {
        if (check.item->kind == ItemKind::Check) lower_check(l, check);
    }
    // In the order of the spec.
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        lower_event_rulings(l, item);
        for (const typed::Check& check : l.program.claims.checks) {
            if (check.item == &item) lower_state_ruling(l, check);
        }
    });
    for_items(modules, ItemKind::Expect, [&](const ast::Item& item) {
        l.model.asked.expectations.push_back(
            {item.name, item.title, item.names.all.empty() ? "" : item.names.all[0], item.span});
    });
    for_items(modules, ItemKind::Accept, [&](const ast::Item& item) {
        l.model.asked.acceptances.push_back(
            {item.title, item.name, item.span, item.accepting.by, dsl::read_date(item.accepting.until)});
    });
    for (const typed::Partition& partition : l.program.claims.partitions)
        PartitionClaims(l, partition).claim();
}

}  // namespace errata::compiler
