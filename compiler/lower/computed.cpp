#include "compiler/lower/computed.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/code.h"
#include "compiler/lower/events.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

const std::vector<ContinuousEffect>& effects_on(const Lowering& l, ComputedId what) {
    return l.arranged.effects[what.index];
}

std::vector<TermId> terms_of(const std::vector<TypedTerm>& args) {
    return dsl::mapped(args, &TypedTerm::term);
}

TermId somebody(const Lowering& l, const Applied& applied, TermId condition) {
    for (auto it = applied.sought.rbegin(); it != applied.sought.rend(); ++it)
        condition = l.terms.quantified(TermKind::Exists, {condition}, it->level, it->among);
    return condition;
}

// That none that was marked later sets it, too.
TermId is_latest(const Lowering& l, const ComputedCase& of, const Applied& applied,
                 const std::vector<TypedTerm>& args, Scope within) {
    if (!applied.sought.empty()) within.level = applied.sought.back().level + 1;
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

std::int64_t layer_of(const Lowering& l, ComputedId what) { return declared(l, what).item->number; }

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
    const std::string& name = declared(l, of.of).name;
    if (!of.without) return name;
    return name + " before " + l.clause_name(effects_on(l, of.of)[*of.without].placed.clause) + " (" +
           std::to_string(*of.without + 1) + ")";
}

std::vector<TypeId> params_of(const Lowering& l, const ComputedCase& of, TypeId bearer) {
    std::vector<TypeId> params = declared(l, of.of).params;
    if (of.has_bearer) params.push_back(bearer);
    return params;
}

TermId declared_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                      const Scope& scope) {
    const typed::ComputedBody& body = l.program.computed[what.index];
    if (body.definition.empty()) return l.pool().constant(0);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < body.params.size(); ++i)
        inner.add(body.params[i].local, body.params[i].name, args[i]);
    return l.terms.term(body.definition[0], inner);
}

namespace {

// Outside its range a value is none: looked up in a table that has none there.
TermId in_range(const Lowering& l, TypeId type_id, TermId term) {
    const Type& type = l.type(type_id);
    const Term& value = l.pool()[term];
    const bool is_inside = value.bounded && type.lo <= value.lo && value.hi <= type.hi;
    if (!l.model.types.is_numeric(type_id) || is_inside) return term;
    return itself(l, type_id, type.name, term);
}

}  // namespace

TermId held(const Lowering& l, ComputedId what, TermId value) {
    for (const ast::Setting& end : declared(l, what).item->contents.settings) {
        const TermKind kind = end.name == "least" ? TermKind::Maximum : TermKind::Minimum;
        value = l.pool().make(kind, {value, l.pool().constant(end.value.number)});
    }
    return in_range(l, declared(l, what).type, value);
}

TermId printed_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                     const Scope& scope) {
    return held(l, what, declared_value(l, what, args, scope));
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
        if (l.pool().is_constant(applied.value) || applied.sought.empty()) {
            result.push_back({true, somebody(l, applied, condition), applied.value, effect.placed.clause});
            continue;
        }
        // A value that depends on the bearer: one statement for each.
        const Type& type = l.type(declared(l, of.of).type);
        for (Value v = type.lo; v <= type.hi; ++v) {
            const TermId value = l.pool().constant(v);
            const TermId sets_it = l.pool().land({condition, l.pool().equal(applied.value, value)});
            result.push_back({true, somebody(l, applied, sets_it), value, effect.placed.clause});
        }
    }
    return result;
}

// The amount, once for each of those who were looked for.
static TermId added_by_all(const Lowering& l, const Applied& applied, TermId amount) {
    if (applied.sought.empty())
        return l.pool().make(TermKind::Ite, {applied.condition, amount, l.pool().constant(0)});
    TermId condition = applied.condition;
    TermId sum = amount;
    for (auto it = applied.sought.rbegin(); it != applied.sought.rend(); ++it) {
        sum = l.terms.quantified(TermKind::Sum, {condition, sum}, it->level, it->among);
        condition = l.pool().truth(true);
    }
    return sum;
}

TermId present_value(const Lowering& l, const ComputedCase& of, std::optional<OpenId> settled,
                     const std::vector<TypedTerm>& args, const Scope& scope) {
    TermPool& pool = l.pool();
    const TypeId type = declared(l, of.of).type;
    TermId sum = declared_value(l, of.of, args, scope);
    // Only where it stops may what others add bring it back into its range.
    if (declared(l, of.of).item->contents.settings.empty()) sum = in_range(l, type, sum);
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
        sum = pool.make(TermKind::Add, {sum, added_by_all(l, applied, amount)});
    }
    return held(l, of.of, sum);
}

namespace {

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
    const ast::Item& item = *declared(l, what).item;
    const bool is_ordered = item.title.empty() && item.number > 0;
    return is_ordered ? l.names.meta.effect_order : item.title;
}

TermId marked(const Lowering& l, const std::string& field, TypeId on, TermId self) {
    const auto known = l.names.store.fields.find({l.model.types.base(on), field});
    return known == l.names.store.fields.end() ? l.pool().constant(0) : l.terms.cell(known->second, {self});
}

Applied apply(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect,
              const std::vector<TypedTerm>& args, const Scope& scope, const Turn* turn) {
    const PlacedAbility& placed = effect.placed;
    const std::string& latest = latest_by(l, of.of);
    const auto roles = static_cast<std::ptrdiff_t>(declared(l, of.of).params.size());
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
        const TypeId on = placed.bearer->on;
        Bearing bearing;
        if (turn)
            bearing.self = bearer_of(l, *turn, on);
        else
            bearing = look_for_bearer(l, placed, own, inner);
        const TermId self = bearing.self;
        result.sought = bearing.sought;
        if (inner.unapplied) inner.unapplied->bearer = TypedTerm{self, on};
        if (is_without(l, of, effect))
            conjuncts.push_back(l.pool().lnot(l.pool().equal(self, args.back().term)));
        conjuncts.push_back(functions(l, placed, bearing, inner));
        l.terms.add_bearer(inner, *placed.bearer, self);
        if (!latest.empty()) since = marked(l, latest, on, self);
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
