#include "compiler/lower/targets.h"

#include <algorithm>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/typed/walk.h"

namespace errata::compiler {

using typed::Targets;

namespace {

TypeId kind_aimed_at(const Lowering& l, const Targets& targets) {
    return l.model.types.base(targets.binders[0].domain.type);
}

TypeId set_type(const Lowering& l, const Targets& targets) {
    return l.model.types.set_of(kind_aimed_at(l, targets));
}

TypeId number_type(const Lowering& l, const Targets& targets) { return l.model.types.range(0, targets.most); }

// How many things there are that a demand could take.
TermId number_of_candidates(const Lowering& l, const Targets& targets, const Place& place) {
    Place search = place;
    const typed::Binder& binder = targets.binders[0];
    const TypeId domain = l.terms.domain(binder.domain, search);
    const TermId object = l.terms.bind(search, binder.local, binder.name, domain);
    const TermId fits =
        l.pool().land({l.terms.existing(domain, object), l.terms.all(targets.condition, search)});
    return l.terms.quantified(TermKind::Count, {fits}, place.level, domain);
}

}  // namespace

TermId look_for(const Lowering& l, const std::vector<typed::Binder>& binders,
                const std::vector<typed::Expr>& condition, const Place& place, const Bind& bind) {
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : binders) {
        const TypeId domain = l.terms.domain(binder.domain, place);
        conjuncts.push_back(l.terms.existing(domain, bind(binder.local, binder.name, domain)));
    }
    conjuncts.push_back(l.terms.all(condition, place));
    return l.pool().land(conjuncts);
}

bool takes_several(const typed::Ability& ability) {
    return std::ranges::any_of(ability.targets, &Targets::takes_several);
}

std::vector<Numbers> numbers_of_targets(const typed::Ability& ability) {
    std::vector<Numbers> ways(1);
    for (const Targets& targets : ability.targets) {
        const bool is_fixed = !targets.takes_several() || targets.quantity == ast::Quantity::Exactly;
        std::vector<Numbers> longer;
        for (const Numbers& way : ways) {
            for (Value number = is_fixed ? targets.most : 0; number <= targets.most; ++number) {
                longer.push_back(way);
                longer.back().push_back(number);
            }
        }
        ways = std::move(longer);
    }
    return ways;
}

namespace {

// So many things of one kind, in the order of the kind, so that each set is chosen in one way only.
TermId aim_at_several(const Lowering& l, const Targets& targets, Value number, Place& place,
                      const Bind& bind) {
    TermPool& pool = l.pool();
    const typed::Binder& binder = targets.binders[0];
    const TypeId domain = l.terms.domain(binder.domain, place);
    l.terms.tell_apart(domain, l.model.clause(place.clause).span);
    std::vector<TermId> conjuncts;
    TermId set = pool.constant(0);
    TermId last;
    for (Value i = 0; i < number; ++i) {
        const TermId object = bind({}, binder.name, domain);
        if (last.is_valid()) conjuncts.push_back(pool.make(TermKind::Less, {last, object}));
        conjuncts.push_back(l.terms.existing(domain, object));
        Place each = place;
        each.add(binder.local, binder.name, {object, domain});
        conjuncts.push_back(l.terms.all(targets.condition, each));
        // Who is destroyed by what is paid is no target any more.
        const TermId with_it = pool.make(TermKind::SetInsert, {set, object});
        set = exists_sometimes(l, domain)
                  ? pool.make(TermKind::Ite, {l.terms.existing(domain, object), with_it, set})
                  : with_it;
        last = object;
    }
    if (targets.quantity == ast::Quantity::AsManyAs && number < targets.most)
        conjuncts.push_back(pool.equal(number_of_candidates(l, targets, place), pool.constant(number)));
    place.add(targets.all, binder.name, {set, set_type(l, targets)});
    place.add(targets.number, "", {pool.constant(number), number_type(l, targets)});
    return pool.land(conjuncts);
}

}  // namespace

TermId aim(const Lowering& l, const typed::Ability& ability, const Numbers& numbers, Place& place,
           const Bind& bind) {
    std::vector<TermId> conjuncts;
    for (std::size_t i = 0; i < ability.targets.size(); ++i) {
        const Targets& targets = ability.targets[i];
        conjuncts.push_back(targets.takes_several()
                                ? aim_at_several(l, targets, numbers[i], place, bind)
                                : look_for(l, targets.binders, targets.condition, place, bind));
    }
    return l.pool().land(conjuncts);
}

void show_targets(const Lowering& l, PointOption& option, const typed::Ability& ability, const Place& place) {
    for (const Targets& targets : ability.targets) {
        if (!targets.takes_several()) continue;
        const TypedTerm all = place.find(targets.all)->value;
        if (!l.pool().is_constant(all.term)) continue;  // the binders show them
        option.shown.push_back({targets.binders[0].name, all.term, kept(l.terms, all.type)});
    }
}

std::vector<KeptTarget> kept_targets(const Lowering& l, const typed::Ability& ability) {
    std::vector<KeptTarget> result;
    for (const Targets& targets : ability.targets) {
        if (targets.takes_several()) {
            const std::string& name = targets.binders[0].name;
            result.push_back({targets.all, name, set_type(l, targets)});
            result.push_back({targets.number, "number of " + name, number_type(l, targets)});
            continue;
        }
        for (const typed::Binder& binder : targets.binders)
            result.push_back({binder.local, binder.name, binder.domain.type});
    }
    return result;
}

namespace {

bool speaks_of(const typed::Expr& expr, const std::vector<typed::LocalId>& locals);

bool speaks_of(const typed::Block& block, const std::vector<typed::LocalId>& locals) {
    bool found = false;
    typed::walk(block, [&](const typed::Expr& expr) { found = found || speaks_of(expr, locals); });
    return found;
}

bool speaks_of(const typed::Expr& expr, const std::vector<typed::LocalId>& locals) {
    bool found = false;
    typed::walk(expr, [&](const typed::Expr& inner) {
        found = found ||
                (inner.kind == typed::ExprKind::Local && std::ranges::count(locals, inner.local) > 0) ||
                (inner.block && speaks_of(*inner.block, locals));
    });
    return found;
}

bool speaks_of(const std::vector<typed::Expr>& exprs, const std::vector<typed::LocalId>& locals) {
    return std::ranges::any_of(exprs, [&](const typed::Expr& expr) { return speaks_of(expr, locals); });
}

// What a demand is found to be when it is asked again: whether it is legal; of several, those that are.
struct AskedTarget {
    std::vector<typed::LocalId> locals;
    TermId legal;
    bool is_set = false;
};

class AskedAgain {
public:
    AskedAgain(const Lowering& l, const PlacedAbility& placed, const Place& place)
        : l_(l), placed_(placed), place_(place) {
        Place asking = place;
        for (const Targets& targets : placed.ability->targets) {
            if (targets.takes_several()) {
                asked_.push_back({{targets.all}, legal_of(targets, asking), true});
                // Further demands speak of those that are legal still.
                asking.add(targets.all, "", {asked_.back().legal, set_type(l, targets)});
            } else {
                asked_.push_back({{}, is_legal(targets, asking), false});
                for (const typed::Binder& binder : targets.binders)
                    asked_.back().locals.push_back(binder.local);
            }
        }
    }

    CodeId carry_out(const std::function<CodeId(const Place&)>& body) {
        const CodeId none = leaf(l_, CodeKind::Return);
        if (asked_.size() == 1 && !asked_[0].is_set)
            return if_else(l_, asked_[0].legal, body(place_), none, placed_.clause);
        const bool cancels_all = l_.names.meta.targets_each == false;
        const CodeId done = cancels_all ? body(place_) : without_the_illegal(body);
        TermId legal = all();
        if (!cancels_all) {
            const TermId some_alone = l_.pool().land({some(), each_for_itself()});
            legal = l_.pool().make(TermKind::Ite, {legal, l_.pool().truth(true), some_alone});
        }
        return if_else(l_, legal, done, none, placed_.clause);
    }

private:
    TermId is_legal(const Targets& targets, const Place& asking) const {
        std::vector<TermId> conjuncts;
        // It may speak of what an earlier demand is about.
        for (const AskedTarget& earlier : asked_) {
            if (!earlier.is_set && speaks_of(targets.condition, earlier.locals))
                conjuncts.push_back(earlier.legal);
        }
        for (const typed::Binder& target : targets.binders) {
            const Bound* const bound = asking.find(target.local);
            if (!bound || !is_mortal(l_, bound->value.type)) continue;
            const TermId none = l_.pool().constant(none_value);
            conjuncts.push_back(l_.pool().lnot(l_.pool().equal(bound->value.term, none)));
            conjuncts.push_back(l_.terms.existing(bound->value.type, bound->value.term));
        }
        conjuncts.push_back(l_.terms.all(targets.condition, asking));
        return l_.pool().land(conjuncts);
    }

    TermId legal_of(const Targets& targets, const Place& asking) const {
        const TypeId kind = kind_aimed_at(l_, targets);
        Place each = asking;
        const TermId object = l_.terms.bind(each, targets.binders[0].local, targets.binders[0].name, kind);
        std::vector<TermId> conjuncts{
            l_.pool().make(TermKind::SetHas, {asking.find(targets.all)->value.term, object}),
            l_.terms.existing(kind, object)};
        for (const AskedTarget& earlier : asked_) {
            if (!earlier.is_set && speaks_of(targets.condition, earlier.locals))
                conjuncts.push_back(earlier.legal);
        }
        conjuncts.push_back(l_.terms.all(targets.condition, each));
        const TermId bit = bit_of(l_, object, kind);
        return l_.terms.quantified(TermKind::Sum, {l_.pool().land(conjuncts), bit}, asking.level, kind);
    }

    TermId all() const {
        std::vector<TermId> conjuncts;
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            const AskedTarget& asked = asked_[i];
            if (!asked.is_set) {
                conjuncts.push_back(asked.legal);
                continue;
            }
            const TermId announced = place_.find(placed_.ability->targets[i].number)->value.term;
            conjuncts.push_back(l_.pool().equal(l_.pool().make(TermKind::SetSize, {asked.legal}), announced));
        }
        return l_.pool().land(conjuncts);
    }

    TermId some() const {
        std::vector<TermId> cases;
        for (const AskedTarget& asked : asked_) {
            const TermId is_empty = l_.pool().equal(asked.legal, l_.pool().constant(0));
            cases.push_back(asked.is_set ? l_.pool().lnot(is_empty) : asked.legal);
        }
        return l_.pool().lor(cases);
    }

    // Does an illegal target cancel its part alone? Where the game does not say, nobody decides, and that is
    // told where some play comes to it.
    TermId each_for_itself() const {
        if (const auto& stated = l_.names.meta.targets_each) return l_.pool().truth(*stated);
        const std::string& ability = l_.clause_name(placed_.clause);
        OpenFunction open;
        open.name = "one illegal target of " + ability + " cancels no more than its part";
        open.type = l_.names.vocabulary.bool_type;
        open.span = placed_.ability->span;
        Incident gap;
        gap.code = FindingCode::GapUndefined;
        gap.kind = IncidentKind::TargetsDiffer;
        for (const char* const value : {"no", "yes"}) gap.outcomes.push_back(open.name + ": " + value);
        gap.clauses = {placed_.clause};
        gap.settings = {"targets: each", "targets: all"};
        gap.span = open.span;
        open.gap = add_incident(l_, gap);
        open.contradiction = open.gap;  // no statement speaks of it
        const std::size_t id = l_.model.functions.open.size();
        l_.model.functions.open.push_back(std::move(open));
        return l_.pool().make_leaf(TermKind::Open, static_cast<Value>(id), {},
                                   l_.type(l_.names.vocabulary.bool_type));
    }

    // What is found is fixed before anything happens: of several, those that are left; of others, whether to
    // go on with what speaks of them.
    CodeId without_the_illegal(const std::function<CodeId(const Place&)>& body) const {
        Place inner = place_;
        std::vector<CodeId> parts;
        for (const AskedTarget& asked : asked_) {
            if (asked.is_set) {
                const Term kept = l_.pool()[place_.find(asked.locals[0])->value.term];
                parts.push_back(set_register(l_, static_cast<std::uint32_t>(kept.payload), asked.legal));
                continue;
            }
            const std::uint32_t reg = claim_internal(l_, inner, "is legal", l_.names.vocabulary.bool_type);
            parts.push_back(set_register(l_, reg, asked.legal));
            inner.aimed.push_back({asked.locals, last_claimed(l_, inner)});
        }
        parts.push_back(body(inner));
        return sequence(l_, std::move(parts));
    }

    const Lowering& l_;
    const PlacedAbility& placed_;
    const Place& place_;
    std::vector<AskedTarget> asked_;
};

}  // namespace

CodeId as_far_as_legal(const Lowering& l, const PlacedAbility& placed, const Place& place,
                       const std::function<CodeId(const Place&)>& body) {
    return placed.ability->targets.empty() ? body(place) : AskedAgain(l, placed, place).carry_out(body);
}

namespace {

// In what it says itself; what stands in its blocks is asked there.
bool speaks_itself_of(const typed::Stmt& stmt, const std::vector<typed::LocalId>& locals) {
    const bool is_whole = stmt.kind == typed::StmtKind::Later || stmt.kind == typed::StmtKind::Secretly ||
                          stmt.kind == typed::StmtKind::Solve;
    if (is_whole) return speaks_of(typed::Block{stmt}, locals);
    typed::Stmt head = stmt;
    head.blocks.clear();
    head.cases = {};
    for (typed::Option& option : head.options) option.body.clear();
    return speaks_of(typed::Block{std::move(head)}, locals);
}

template <class SpeaksOf>
std::optional<TermId> all_legal(const Lowering& l, const Place& place, SpeaksOf speaks) {
    std::vector<TermId> conjuncts;
    for (const Aimed& aimed : place.aimed) {
        if (speaks(aimed.locals)) conjuncts.push_back(aimed.legal);
    }
    if (conjuncts.empty()) return std::nullopt;
    return l.pool().land(conjuncts);
}

}  // namespace

std::optional<TermId> speaks_of_legal(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    return all_legal(l, place, [&](const auto& locals) { return speaks_itself_of(stmt, locals); });
}

std::optional<TermId> speaks_of_legal(const Lowering& l, const typed::Block& block, const Place& place) {
    return all_legal(l, place, [&](const auto& locals) { return speaks_of(block, locals); });
}

}  // namespace errata::compiler
