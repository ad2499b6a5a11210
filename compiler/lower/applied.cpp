#include "compiler/lower/applied.h"

#include "compiler/lower/events.h"

namespace errata::compiler {

namespace {

const Computed& head(const Lowering& l, ComputedId what) { return l.names.callables.computed[what.index]; }

bool is_without(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect) {
    if (!of.without) return false;
    const ContinuousEffect& left_out = l.arranged.effects[of.of.index][*of.without];
    return left_out.whole == effect.whole && left_out.placed.clause == effect.placed.clause;
}

// The bearer whose turn it is, and that it is one of these.
TermId bearer_of(const Lowering& l, const Turn& turn, TypeId on) {
    const Value shift = turn.first - l.type(on).lo;
    return l.pool().make(TermKind::Subtract, {turn.instance, l.pool().constant(shift)});
}

TermId is_turn_of(const Lowering& l, const Turn& turn) {
    TermPool& pool = l.pool();
    const TermId first = pool.constant(turn.first);
    if (turn.count == 1) return pool.equal(turn.instance, first);
    const TermId last = pool.constant(turn.first + turn.count - 1);
    return pool.land({pool.make(TermKind::LessEqual, {first, turn.instance}),
                      pool.make(TermKind::LessEqual, {turn.instance, last})});
}

}  // namespace

bool sets(const ContinuousEffect& effect) { return effect.placed.ability->said.change == ast::Change::Set; }

const std::string& latest_by(const Lowering& l, ComputedId what) {
    const ast::Item& item = *head(l, what).item;
    const bool is_ordered = item.title.empty() && item.number > 0;
    return is_ordered ? l.names.meta.effect_order : item.title;
}

TermId marked(const Lowering& l, const std::string& field, TypeId on, TermId self) {
    const auto known = l.names.store.fields.find({l.model.types.base(on), field});
    return known == l.names.store.fields.end() ? l.pool().constant(0) : l.terms.cell(known->second, {self});
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

Applied apply(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect,
              const std::vector<TypedTerm>& args, const Scope& scope, const Turn* turn) {
    const PlacedAbility& placed = effect.placed;
    const std::string& latest = latest_by(l, of.of);
    const auto roles = static_cast<std::ptrdiff_t>(head(l, of.of).params.size());
    const std::vector<TypedTerm> own(args.begin(), args.begin() + roles);
    Applied result;
    Scope inner = at_ability(placed, scope);
    inner.layer = effect.layer;
    inner.unapplied.reset();
    inner.moment.reset();
    if (turn) inner.moment = turn->moment;
    if (effect.layer > 0) inner.unapplied = Unapplied{effect.whole, placed.clause, std::nullopt};
    std::vector<TermId> conjuncts{enabling(l, placed)};
    if (turn) conjuncts.push_back(is_turn_of(l, *turn));
    TermId since = l.pool().constant(0);
    if (placed.bearer) {
        const auto known = bearer_among(placed, own);
        result.on = placed.bearer->on;
        if (!known && !turn) result.level = inner.level;
        const TermId self = turn           ? bearer_of(l, *turn, result.on)
                            : result.level ? l.terms.bind(inner, {}, "this", result.on)
                                           : known->term;
        l.terms.add_bearer(inner, *placed.bearer, self);
        if (inner.unapplied) inner.unapplied->bearer = TypedTerm{self, result.on};
        if (is_without(l, of, effect))
            conjuncts.push_back(l.pool().lnot(l.pool().equal(self, args.back().term)));
        conjuncts.push_back(l.terms.functioning(*placed.bearer, self, inner));
        if (!latest.empty()) since = marked(l, latest, result.on, self);
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

}  // namespace errata::compiler
