// Computed values in expressions: what they are without and with the continuous effects on them.
//
// Effects that set a value come first, then those that add to it. Where several may set different values, an
// open function holds what each of them says, and what it means that they disagree is what it means for open
// functions. In the condition of an effect that belongs to a layer, values of later layers are as printed,
// and those of its own layer are as they are without it: it has not been applied yet. So an effect that began
// to apply goes on applying.
#include <algorithm>

#include "compiler/elaborate/expressions.h"

namespace errata::compiler {

namespace {

std::vector<TermId> terms_of(const std::vector<Typed>& args) {
    std::vector<TermId> terms;
    for (const Typed& arg : args) terms.push_back(arg.term);
    return terms;
}

}  // namespace

std::string Expressions::without(const std::string& name, const Unapplied& effect) {
    const Computed& whole = world_.computed.at(name);
    const auto found = std::find_if(whole.effects.begin(), whole.effects.end(), [&](const Effect& each) {
        return each.whole == effect.whole && each.placed.clause == effect.clause;
    });
    if (found == whole.effects.end()) return name;
    const std::string part = name + " before " + world_.model.clause(effect.clause).name + " (" +
                             std::to_string(found - whole.effects.begin() + 1) + ")";
    if (world_.computed.count(part) == 0) {
        Computed rest = whole;
        rest.settled.reset();
        rest.unknown.reset();
        rest.unapplied = Unapplied{effect.whole, effect.clause, std::nullopt};
        if (effect.bearer) rest.params.push_back(effect.bearer->type);
        world_.computed.emplace(part, std::move(rest));
    }
    return part;
}

std::optional<Typed> Expressions::computed(const std::string& of, const std::vector<Typed>& given,
                                           const Scope& scope) {
    const bool is_same = scope.unapplied && world_.computed.at(of).item->number == scope.layer;
    const std::string name = is_same ? without(of, *scope.unapplied) : of;
    const Computed& what = world_.computed.at(name);
    std::vector<Typed> args = given;
    if (name != of && scope.unapplied->bearer) args.push_back(*scope.unapplied->bearer);
    const TypeId type = what.type;
    const bool is_later = scope.layer > 0 && what.item->number > scope.layer;
    const auto typed = [&](std::optional<TermId> term) -> std::optional<Typed> {
        if (!term) return std::nullopt;
        return Typed{*term, world_.is_numeric(type) ? world_.number_type : type};
    };
    if (is_later) return typed(printed_value(what, args, scope));
    if (world_.asked) world_.asked->insert(name);
    if (!world_.asked && !what.unknown) {
        if (!world_.underway.enter(&what)) {
            world_.report_recursion(&what, world_.at,
                                    "'" + what.item->name + "' leans on itself by way of what can happen",
                                    "say what it is by what is on the table: fields and state");
            return std::nullopt;
        }
        const auto value = present_value(what, args, scope);
        world_.underway.leave(&what);
        return typed(value);
    }
    // While definitions are tried, unknowns have no numbers yet.
    const Value number = world_.asked ? 0 : Value{what.unknown->index};
    return typed(world_.model.terms.make_leaf(TermKind::Unknown, number, terms_of(args), world_.type(type)));
}

std::optional<TermId> Expressions::printed_value(const Computed& what, const std::vector<Typed>& args,
                                                 const Scope& scope) {
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < what.binders->size(); ++i) inner.add((*what.binders)[i].name, args[i]);
    const auto term = as(*what.definition, inner, what.type);
    if (!term) return std::nullopt;
    return in_range(what.type, *term);
}

// Outside its range a value is none: looked up in a table that has none there.
TermId Expressions::in_range(TypeId type_id, TermId term) {
    const Type& type = world_.type(type_id);
    const Term& value = world_.model.terms[term];
    if (!world_.is_numeric(type_id) || (value.bounded && type.lo <= value.lo && value.hi <= type.hi))
        return term;
    const auto key = std::pair(type_id, std::string("itself"));
    if (world_.attributes.count(key) == 0) {
        std::vector<Value> values;
        for (Value v = type.lo; v <= type.hi; ++v) values.push_back(v);
        world_.attributes[key] = world_.add_table(type.name, {type_id}, type_id, std::move(values));
    }
    return world_.model.terms.make_leaf(TermKind::Table, world_.attributes.at(key).index, {term},
                                        world_.type(type_id));
}

std::optional<Expressions::Applied> Expressions::apply(const Computed& what, const Effect& effect,
                                                       const std::vector<Typed>& args, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const PlacedAbility& placed = effect.placed;
    const std::vector<Typed> own(args.begin(),
                                 args.begin() + static_cast<std::ptrdiff_t>(what.binders->size()));
    Applied result;
    Scope inner = scope.inside();
    inner.layer = effect.layer;
    inner.unapplied.reset();
    if (effect.layer > 0) inner.unapplied = Unapplied{effect.whole, placed.clause, std::nullopt};
    inner.holes = placed.holes;
    inner.clause = placed.clause;
    std::vector<TermId> conjuncts{enabling(placed)};
    TermId since = terms.constant(0);
    if (placed.bearer) {
        const auto known = bearer_among(placed, own);
        if (!known) result.level = inner.level;
        result.on = placed.bearer->on;
        const TermId self = known ? known->term : bind(inner, "this", placed.bearer->on);
        if (known) inner.add("this", {self, placed.bearer->on});
        inner.add("it", placed.bearer->identity);
        if (inner.unapplied) inner.unapplied->bearer = Typed{self, placed.bearer->on};
        if (what.is_without(effect)) conjuncts.push_back(terms.lnot(terms.equal(self, args.back().term)));
        const auto active = functioning(*placed.bearer, self, inner);
        if (!active) return std::nullopt;
        conjuncts.push_back(*active);
        const auto field = world_.fields.find({world_.base(placed.bearer->on), what.item->title});
        if (!what.item->title.empty() && field != world_.fields.end()) since = cell(field->second, {self});
    } else if (what.is_without(effect)) {
        conjuncts.push_back(terms.truth(false));
    }
    if (!what.item->title.empty()) result.since = since;
    const auto fits = match(*placed.ability, own, inner);
    const auto test = conditions({placed.ability->exprs.begin() + 1, placed.ability->exprs.end()}, inner);
    inner.layer = what.item->number;
    const auto value = as(placed.ability->exprs[0], inner,
                          placed.ability->change == ast::Change::Set ? what.type : world_.number_type);
    if (!fits || !test || !value) return std::nullopt;
    conjuncts.push_back(*fits);
    conjuncts.push_back(*test);
    result.condition = terms.land(conjuncts);
    result.value = *value;
    return result;
}

TermId Expressions::somebody(const Applied& applied, TermId condition) {
    return applied.level ? quantified(TermKind::Exists, {condition}, *applied.level, applied.on) : condition;
}

std::vector<Statement> Expressions::settings(const Computed& what, const std::vector<Typed>& args,
                                             const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<Statement> result;
    for (const Effect& effect : what.effects) {
        if (effect.placed.ability->change != ast::Change::Set) continue;
        const auto applied = apply(what, effect, args, scope);
        if (!applied) continue;
        TermId condition = applied->condition;
        if (applied->since.is_valid()) {
            // None that was marked later sets it, too.
            Scope within = scope;
            if (applied->level) within.level = *applied->level + 1;
            std::vector<TermId> later;
            for (const Effect& other : what.effects) {
                if (other.placed.ability->change != ast::Change::Set) continue;
                const auto rival = apply(what, other, args, within);
                if (!rival) continue;
                later.push_back(somebody(
                    *rival, terms.land({rival->condition,
                                        terms.make(TermKind::Less, {applied->since, rival->since})})));
            }
            condition = terms.land({condition, terms.lnot(terms.lor(std::move(later)))});
        }
        if (terms.is_constant(applied->value) || !applied->level) {
            result.push_back({true, somebody(*applied, condition), applied->value, effect.placed.clause});
            continue;
        }
        // A value that depends on the bearer: one statement for each.
        const Type type = world_.type(what.type);
        for (Value v = type.lo; v <= type.hi; ++v) {
            const TermId value = terms.constant(v);
            const TermId sets = terms.land({condition, terms.equal(applied->value, value)});
            result.push_back({true, somebody(*applied, sets), value, effect.placed.clause});
        }
    }
    return result;
}

std::optional<TermId> Expressions::present_value(const Computed& what, const std::vector<Typed>& args,
                                                 const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto printed = printed_value(what, args, scope);
    bool is_good = printed.has_value();
    TermId value = printed.value_or(terms.constant(0));
    if (what.settled) {
        value = terms.make_leaf(TermKind::Open, what.settled->index, terms_of(args), world_.type(what.type));
    } else {
        for (const Statement& statement : settings(what, args, scope))
            value = terms.make(TermKind::Ite, {statement.condition, statement.value, value});
    }
    std::vector<TermId> added{value};
    for (const Effect& effect : what.effects) {
        const ast::Change change = effect.placed.ability->change;
        if (change == ast::Change::Set) continue;
        const auto applied = apply(what, effect, args, scope);
        is_good = is_good && applied.has_value();
        if (!applied) continue;
        const TermId zero = terms.constant(0);
        const TermId amount = change == ast::Change::Add
                                  ? applied->value
                                  : terms.make(TermKind::Subtract, {zero, applied->value});
        if (applied->level) {
            added.push_back(
                quantified(TermKind::Sum, {applied->condition, amount}, *applied->level, applied->on));
        } else {
            added.push_back(terms.make(TermKind::Ite, {applied->condition, amount, zero}));
        }
    }
    if (!is_good) return std::nullopt;
    TermId sum = added.front();
    for (std::size_t i = 1; i < added.size(); ++i) sum = terms.make(TermKind::Add, {sum, added[i]});
    return in_range(what.type, sum);
}

}  // namespace errata::compiler
