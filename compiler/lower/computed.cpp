#include "compiler/lower/computed.h"

#include <algorithm>

#include "compiler/lower/events.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

const Computed& head(const Lowering& l, ComputedId what) { return l.names.callables.computed[what.index]; }

const std::vector<ContinuousEffect>& effects_on(const Lowering& l, ComputedId what) {
    return l.arranged.effects[what.index];
}

bool is_without(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect) {
    if (!of.without) return false;
    const ContinuousEffect& left_out = effects_on(l, of.of)[*of.without];
    return left_out.whole == effect.whole && left_out.placed.clause == effect.placed.clause;
}

// Outside its range a value is none: looked up in a table that has none there.
TermId in_range(const Lowering& l, TypeId type_id, TermId term) {
    const Type& type = l.type(type_id);
    const Term& value = l.pool()[term];
    const bool is_inside = value.bounded && type.lo <= value.lo && value.hi <= type.hi;
    if (!l.model.types.is_numeric(type_id) || is_inside) return term;
    auto known = l.memory.tables.itself.find(type_id);
    if (known == l.memory.tables.itself.end()) {
        std::vector<Value> values;
        for (Value v = type.lo; v <= type.hi; ++v) values.push_back(v);
        const TableId table = add_table(l, type.name, {type_id}, type_id, std::move(values));
        known = l.memory.tables.itself.emplace(type_id, table).first;
    }
    return l.terms.table(known->second, {term});
}

std::vector<TermId> terms_of(const std::vector<TypedTerm>& args) {
    return dsl::mapped(args, &TypedTerm::term);
}

// A continuous effect on these arguments, for one bearer.
struct Applied {
    TermId condition;
    TermId value;
    TermId since;                        // invalid: nothing is `latest`
    std::optional<std::uint32_t> level;  // of the bearer, if one has to be looked for
    TypeId on;
};

Applied apply(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect,
              const std::vector<TypedTerm>& args, const Scope& scope) {
    const Computed& what = head(l, of.of);
    const PlacedAbility& placed = effect.placed;
    const std::string& latest = what.item->title;
    const std::vector<TypedTerm> own(args.begin(),
                                     args.begin() + static_cast<std::ptrdiff_t>(what.params.size()));
    Applied result;
    Scope inner = at_ability(placed, scope);
    inner.layer = effect.layer;
    inner.unapplied.reset();
    if (effect.layer > 0) inner.unapplied = Unapplied{effect.whole, placed.clause, std::nullopt};
    std::vector<TermId> conjuncts{enabling(l, placed)};
    TermId since = l.pool().constant(0);
    if (placed.bearer) {
        const auto known = bearer_among(placed, own);
        if (!known) result.level = inner.level;
        result.on = placed.bearer->on;
        const TermId self = known ? known->term : l.terms.bind(inner, {}, "this", placed.bearer->on);
        l.terms.add_bearer(inner, *placed.bearer, self);
        if (inner.unapplied) inner.unapplied->bearer = TypedTerm{self, placed.bearer->on};
        if (is_without(l, of, effect))
            conjuncts.push_back(l.pool().lnot(l.pool().equal(self, args.back().term)));
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
        const auto field = l.names.store.fields.find({l.model.types.base(placed.bearer->on), latest});
        if (!latest.empty() && field != l.names.store.fields.end())
            since = l.terms.cell(field->second, {self});
    } else if (is_without(l, of, effect)) {
        conjuncts.push_back(l.pool().truth(false));
    }
    if (!latest.empty()) result.since = since;
    conjuncts.push_back(applies(l, *placed.ability, own, inner));
    inner.layer = layer_of(l, of.of);
    result.value = l.terms.term(placed.ability->said.value[0], inner);
    result.condition = l.pool().land(conjuncts);
    return result;
}

TermId somebody(const Lowering& l, const Applied& applied, TermId condition) {
    return applied.level ? l.terms.quantified(TermKind::Exists, {condition}, *applied.level, applied.on)
                         : condition;
}

bool sets(const ContinuousEffect& effect) { return effect.placed.ability->said.change == ast::Change::Set; }

// That none that was marked later sets it, too.
TermId is_latest(const Lowering& l, const ComputedCase& of, const Applied& applied,
                 const std::vector<TypedTerm>& args, Scope within) {
    if (applied.level) within.level = *applied.level + 1;
    std::vector<TermId> later;
    for (const ContinuousEffect& other : effects_on(l, of.of)) {
        if (!sets(other)) continue;
        const Applied rival = apply(l, of, other, args, within);
        const TermId is_later = l.pool().make(TermKind::Less, {applied.since, rival.since});
        later.push_back(somebody(l, rival, l.pool().land({rival.condition, is_later})));
    }
    return l.pool().lnot(l.pool().lor(later));
}

}  // namespace

std::int64_t layer_of(const Lowering& l, ComputedId what) { return head(l, what).item->number; }

ComputedCase case_asked(const Lowering& l, ComputedId what, const Scope& scope) {
    if (!scope.unapplied || layer_of(l, what) != scope.layer) return {what, {}, false};
    const Unapplied& unapplied = *scope.unapplied;
    const auto& effects = effects_on(l, what);
    const auto found = std::find_if(effects.begin(), effects.end(), [&](const ContinuousEffect& effect) {
        return effect.whole == unapplied.whole && effect.placed.clause == unapplied.clause;
    });
    if (found == effects.end()) return {what, {}, false};
    return {what, static_cast<std::size_t>(found - effects.begin()), unapplied.bearer.has_value()};
}

bool is_as_printed(const Lowering& l, ComputedId what, const Scope& scope) {
    return scope.layer > 0 && layer_of(l, what) > scope.layer;
}

std::string name_of(const Lowering& l, const ComputedCase& of) {
    const std::string& name = head(l, of.of).name;
    if (!of.without) return name;
    return name + " before " + l.clause_name(effects_on(l, of.of)[*of.without].placed.clause) + " (" +
           std::to_string(*of.without + 1) + ")";
}

std::vector<TypeId> params_of(const Lowering& l, const ComputedCase& of, TypeId bearer) {
    std::vector<TypeId> params = head(l, of.of).params;
    if (of.has_bearer) params.push_back(bearer);
    return params;
}

TermId printed_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                     const Scope& scope) {
    const typed::ComputedBody& body = l.program.computed[what.index];
    if (body.definition.empty()) return l.pool().constant(0);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < body.params.size(); ++i)
        inner.add(body.params[i].local, body.params[i].name, args[i]);
    return in_range(l, head(l, what).type, l.terms.term(body.definition[0], inner));
}

std::vector<Statement> settings(const Lowering& l, const ComputedCase& of, const std::vector<TypedTerm>& args,
                                const Scope& scope) {
    std::vector<Statement> result;
    for (const ContinuousEffect& effect : effects_on(l, of.of)) {
        if (!sets(effect)) continue;
        const Applied applied = apply(l, of, effect, args, scope);
        TermId condition = applied.condition;
        if (applied.since.is_valid())
            condition = l.pool().land({condition, is_latest(l, of, applied, args, scope)});
        if (l.pool().is_constant(applied.value) || !applied.level) {
            result.push_back({true, somebody(l, applied, condition), applied.value, effect.placed.clause});
            continue;
        }
        // A value that depends on the bearer: one statement for each.
        const Type& type = l.type(head(l, of.of).type);
        for (Value v = type.lo; v <= type.hi; ++v) {
            const TermId value = l.pool().constant(v);
            const TermId sets_it = l.pool().land({condition, l.pool().equal(applied.value, value)});
            result.push_back({true, somebody(l, applied, sets_it), value, effect.placed.clause});
        }
    }
    return result;
}

TermId present_value(const Lowering& l, const ComputedCase& of, std::optional<OpenId> settled,
                     const std::vector<TypedTerm>& args, const Scope& scope) {
    TermPool& pool = l.pool();
    const TypeId type = head(l, of.of).type;
    TermId sum = printed_value(l, of.of, args, scope);
    if (settled) {
        sum = pool.make_leaf(TermKind::Open, settled->index, terms_of(args), l.type(type));
    } else {
        for (const Statement& statement : settings(l, of, args, scope))
            sum = pool.make(TermKind::Ite, {statement.condition, statement.value, sum});
    }
    for (const ContinuousEffect& effect : effects_on(l, of.of)) {
        if (sets(effect)) continue;
        const Applied applied = apply(l, of, effect, args, scope);
        const TermId zero = pool.constant(0);
        const TermId amount = effect.placed.ability->said.change == ast::Change::Add
                                  ? applied.value
                                  : pool.make(TermKind::Subtract, {zero, applied.value});
        const TermId added = applied.level ? l.terms.quantified(TermKind::Sum, {applied.condition, amount},
                                                                *applied.level, applied.on)
                                           : pool.make(TermKind::Ite, {applied.condition, amount, zero});
        sum = pool.make(TermKind::Add, {sum, added});
    }
    return in_range(l, type, sum);
}

}  // namespace errata::compiler
