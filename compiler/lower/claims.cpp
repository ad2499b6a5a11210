#include "compiler/lower/claims.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/events.h"
#include "compiler/lower/setups.h"
#include "compiler/typed/expressions.h"
#include "dsl/ast/print.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;

namespace {

// Scenarios: a position and steps, the options that are taken found by their labels.

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

// An option answers to its whole text and to its words before the first hole.
bool answers_to(const PointOption& option, const std::string& label) {
    return option.text == label || trimmed(option.text.substr(0, option.text.find('{'))) == trimmed(label);
}

// Which options a step takes, with the condition on what their names stand for. Those names are the model's:
// the condition is typed here, for each option.
class Taking {
public:
    // `scratch`: a copy of the program, for typing. `names`, `values`: what the position calls its things.
    Taking(const Lowering& l, typed::Program& scratch, const std::vector<typed::InSight>& names,
           const Scope& values, const typed::Step& written, ScenarioStep& step)
        : l_(l), scratch_(scratch), names_(names), values_(values), written_(written), step_(step) {}

    void find() {
        step_.label = written_.label;
        switch (written_.chooser.kind) {
            case typed::ChooserKind::Chance:
                step_.owner_kind = OwnerKind::Chance;
                break;
            case typed::ChooserKind::Nobody:
                step_.owner_kind = OwnerKind::Nobody;
                break;
            case typed::ChooserKind::Elsewhere:
                step_.owner_kind = OwnerKind::Elsewhere;
                break;
            case typed::ChooserKind::Player:
                step_.owner = l_.terms.term(written_.chooser.player[0], values_);
                break;
        }
        // The order of triggers is chosen by their names.
        std::vector<std::string> labels;
        for (const Trigger& trigger : l_.model.rules.triggers) {
            if (trigger.name == step_.label && !has_condition()) return;
            labels.push_back(trigger.name);
        }
        for (std::size_t p = 0; p < l_.model.flow.points.size(); ++p) {
            if (l_.model.flow.points[p].owner == OwnerKind::Rules) continue;
            for (std::size_t o = 0; o < l_.model.flow.points[p].options.size(); ++o) {
                labels.push_back(l_.model.flow.points[p].options[o].text);
                if (answers_to(l_.model.flow.points[p].options[o], step_.label)) take(p, o);
            }
        }
        if (!step_.take.empty()) return;
        if (problem_) {
            l_.reporter.report(*problem_);
        } else {
            l_.reporter.unknown(written_.span, "option", step_.label, labels);
        }
    }

private:
    // Options of one label may have different holes: the condition concerns those that have its names.
    void take(std::size_t p, std::size_t o) {
        const auto key = std::pair(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(o));
        if (!has_condition()) {
            step_.take[key] = l_.pool().truth(true);
            return;
        }
        const Point point = l_.model.flow.points[p];
        const PointOption& option = point.options[o];
        typed::Scope names;
        names.locals = names_;
        Scope values = values_;
        std::size_t next = l_.program.locals;  // behind all locals of the program
        const auto add = [&](const std::string& name, TermId term, TypeId type) {
            const typed::LocalId local(next++);
            names.locals.push_back({name, local, type});
            values.add(local, name, {term, type});
        };
        for (const BinderRegister& each : point.live_registers)
            add(each.name, l_.terms.reg(each.reg, each.type), each.type);
        for (const ShownName& shown : option.shown) add(shown.name, shown.term, shown.type);
        for (const BinderRegister& each : option.binders) {
            const auto [term, type] = all_called(option, each);
            add(each.name, term, type);
        }
        if (!option.shares.empty()) add_shares(option, typed::LocalId(next++), names, values);
        dsl::Sink unheard;
        const Reporter aside = l_.reporter.into(unheard);
        const std::size_t types = l_.model.types.size();
        const std::size_t tables = l_.model.functions.tables.size();
        swap_types_and_tables();
        scratch_.locals = next;
        const typed::Typing typing{l_.names, scratch_, aside};
        std::vector<typed::Expr> conditions;
        bool good = true;
        if (written_.taken_if) {
            auto condition = typed::condition(typing, *written_.taken_if, names);
            good = condition.has_value();
            if (condition) conditions.push_back(std::move(*condition));
        }
        if (written_.filled) good = good && filled(typing, option, names, conditions);
        swap_types_and_tables();
        if (good) {
            step_.take[key] = l_.terms.all(conditions, values);
            return;
        }
        l_.model.types.forget_from(types);
        l_.model.functions.tables.resize(tables);
        if (!problem_ && !unheard.sorted().empty()) problem_ = unheard.sorted().front();
    }

    bool has_condition() const { return written_.taken_if || written_.filled; }

    // That the holes of the label, in their order, are filled with what is written behind it. There a name
    // means a thing of the position first.
    bool filled(const typed::Typing& typing, const PointOption& option, typed::Scope& names,
                std::vector<typed::Expr>& conditions) const {
        const std::vector<std::string> holes = typed::names_in_braces(option.text);
        if (written_.filled->size() > holes.size()) {
            typing.reporter.error(dsl::DiagnosticKind::argument_count, (*written_.filled)[holes.size()].span,
                                  holes.empty()
                                      ? "\"" + option.text + "\" has no holes to be filled"
                                      : "\"" + option.text + "\" has " + dsl::count_of(holes.size(), "hole"));
            return false;
        }
        typed::Scope written = names;
        std::ranges::copy(names_, std::back_inserter(written.locals));
        bool good = true;
        for (std::size_t i = 0; i < written_.filled->size(); ++i) {
            const typed::InSight* const hole = names.find(holes[i]);
            if (hole == nullptr) return false;
            written.locals.push_back({"{" + holes[i] + "}", hole->local, hole->type});
            ast::Expr is_it;
            is_it.kind = ast::ExprKind::Equal;
            is_it.span = (*written_.filled)[i].span;
            ast::Expr& name = is_it.args.emplace_back();
            name.kind = ast::ExprKind::Name;
            name.span = is_it.span;
            name.name = written.locals.back().name;
            is_it.args.push_back((*written_.filled)[i]);
            auto condition = typed::condition(typing, is_it, written);
            good = good && condition.has_value();
            if (condition) conditions.push_back(std::move(*condition));
        }
        return good;
    }

    // They belong to the model. Typing adds to those of its program; to copy them for each option takes
    // longer than all else here.
    void swap_types_and_tables() {
        std::swap(scratch_.types, l_.model.types);
        std::swap(scratch_.tables, l_.model.functions.tables);
    }

    // What the name of a binder stands for: where several have it, the set of them.
    TypedTerm all_called(const PointOption& option, const BinderRegister& binder) const {
        if (std::ranges::count(option.binders, binder.name, &BinderRegister::name) == 1)
            return {l_.terms.reg(binder.reg, binder.type), binder.type};
        TermId set = l_.pool().constant(0);
        for (const BinderRegister& each : option.binders) {
            if (each.name != binder.name) continue;
            set = l_.pool().make(TermKind::SetInsert, {set, l_.terms.reg(each.reg, each.type)});
        }
        return {set, l_.model.types.set_of(binder.type)};
    }

    // `k(Wolf)`: what a way to distribute something gives to somebody.
    void add_shares(const PointOption& option, typed::LocalId local, typed::Scope& names,
                    Scope& values) const {
        const BinderRegister& split = option.binders.front();
        Shares shares{local, {}};
        names.shares.push_back({split.name, local, {}});
        for (const TableId table : option.shares) {
            const TypeId kind = l_.model.functions.tables[table.index].params.back();
            names.shares.back().kinds.push_back(kind);
            shares.kinds.push_back({kind, l_.terms.reg(split.reg, split.type), table, {}});
        }
        values.shares.push_back(std::move(shares));
    }

    const Lowering& l_;
    typed::Program& scratch_;
    const std::vector<typed::InSight>& names_;
    const Scope& values_;
    const typed::Step& written_;
    ScenarioStep& step_;
    std::optional<dsl::Diagnostic> problem_;
};

}  // namespace

void lower_scenarios(const Lowering& l) {
    if (l.program.scenarios.empty()) return;
    typed::Program scratch = l.program;
    for (const typed::Scenario& written : l.program.scenarios) {
        const ast::Item& item = *written.item;
        Scenario scenario;
        scenario.name = item.title;
        scenario.span = item.span;
        scenario.clause = add_clause(l, item.title, ClauseKind::Scenario, l.reporter.excerpt(item.span),
                                     item.rows, item.span);
        Position position(l, item.title, item.span);
        Scope values;
        position.run(written.position, values);
        for (const typed::Step& each : written.steps) {
            ScenarioStep step;
            step.span = each.span;
            step.kind = each.kind;
            if (each.kind == StepKind::Take) {
                Taking(l, scratch, written.names, values, each, step).find();
            } else {
                step.label = l.reporter.excerpt(each.span);
                step.condition = l.terms.term(each.condition[0], values);
            }
            scenario.steps.push_back(std::move(step));
        }
        scenario.setup = position.take();
        l.model.asked.scenarios.push_back(std::move(scenario));
    }
}

namespace {

// What is claimed: checks, rulings, partitions; and what the author expects to be found.

ClaimKind claim_kind(ast::CheckMode mode) {
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

ClauseId add_claim_clause(const Lowering& l, const ast::Item& item, ClauseKind kind) {
    return add_clause(l, item.title, kind, l.reporter.excerpt(item.span), item.rows, item.span);
}

void lower_check(const Lowering& l, const typed::Check& check) {
    const ast::Item& item = *check.item;
    Claim claim;
    claim.name = item.title;
    claim.span = item.span;
    claim.kind = claim_kind(item.sort.check);
    claim.clause = add_claim_clause(l, item, ClauseKind::Check);
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
    claim.clause = add_claim_clause(l, item, ClauseKind::Ruling);
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
        clause_ = add_claim_clause(l, item_, ClauseKind::Partition);
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
                     const Phrase& named, TermId exists) {
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
            const Phrase label = l_.model.types.named(domain, value);
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
        l.model.asked.acceptances.push_back({ast::accepted_text(item), item.accepting.code, item.names.all,
                                             static_cast<std::size_t>(item.number), item.name, item.span,
                                             item.accepting.by, dsl::read_date(item.accepting.until),
                                             item.accepting.digest});
    });
    for (const typed::Partition& partition : l.program.claims.partitions)
        PartitionClaims(l, partition).claim();
}

}  // namespace errata::compiler
