// What the unknowns of a layer with an order mean: layer_order.h in terms of turns and instances.
#include <algorithm>
#include <array>

#include "compiler/ir/walk.h"
#include "compiler/lower/applied.h"
#include "compiler/lower/events.h"
#include "compiler/lower/layer_order.h"

namespace errata::compiler {

namespace {

const Computed& head(const Lowering& l, ComputedId what) { return l.names.callables.computed[what.index]; }

// What the unknowns of one layer are asked by, and what an effect does at a moment.
class Asking {
protected:
    using Arguments = std::vector<TypedTerm>;

    Asking(const Lowering& lowering, const LayerOrder& layer)
        : l(lowering), pool(lowering.pool()), order(layer) {}

    TermId ask(UnknownId unknown, std::vector<TermId> arguments) {
        const Type type = l.type(l.model.functions.unknowns[unknown.index].type);
        return pool.make_leaf(TermKind::Unknown, unknown.index, std::move(arguments), type);
    }

    TermId before(TermId turn) { return pool.make(TermKind::Subtract, {turn, pool.constant(1)}); }
    TermId is_first(TermId turn) { return pool.equal(turn, pool.constant(0)); }

    template <class Body>
    TermId some_instance(Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const TermId one = l.terms.bind(scope, {}, "", order.instances);
        return l.terms.quantified(TermKind::Exists, {body(one)}, level, order.instances);
    }

    template <class Body>
    TermId first(Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const TermId one = l.terms.bind(scope, {}, "", order.instances);
        const TermId condition = body(one, scope);
        return l.terms.quantified(TermKind::First, {condition}, level, order.instances);
    }

    // For some arguments of a value.
    template <class Body>
    TermId some_arguments(ComputedId what, Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const std::vector<TypeId>& params = head(l, what).params;
        const Arguments args = parameters(l, params, scope);
        TermId term = body(args, scope);
        for (std::size_t i = params.size(); i-- > 0;) {
            const auto own = level + static_cast<std::uint32_t>(i);
            term = l.terms.quantified(TermKind::Exists, {term}, own, params[i]);
        }
        return term;
    }

    const std::vector<ContinuousEffect>& effects(ComputedId what) const {
        return l.arranged.effects[what.index];
    }

    Applied applied(ComputedId what, const ContinuousEffect& effect, TermId instance, const Arguments& args,
                    const Scope& scope, TermId turns, std::optional<TermId> supposed = {}) {
        const LayerOrder::Instances& own = order.of(effect.whole, effect.placed.clause);
        const Turn turn{instance, own.first, own.count, Moment{order.layer, turns, supposed}};
        return apply(l, {what, {}, false}, effect, args, scope, &turn);
    }

    const Lowering& l;
    TermPool& pool;
    const LayerOrder& order;
};

// What is said of one layer, in terms of turns and instances.
class Definitions : Asking {
public:
    Definitions(const Lowering& lowering, const LayerOrder& layer) : Asking(lowering, layer) {}

    void run() {
        for (const auto& entry : order.values) {
            const ComputedId what = entry.first;
            const auto& values = entry.second;
            define(values.at, [&](Arguments of, Scope&) { return at(what, std::move(of)); });
            define(values.supposing,
                   [&](Arguments of, Scope& scope) { return supposing(what, std::move(of), scope); });
        }
        define(order.left, [&](const Arguments& of, Scope&) { return left(of[0].term, of[1].term); });
        define(order.needs.front(), [&](const Arguments& of, Scope& scope) {
            return needs(of[0].term, of[1].term, of[2].term, scope);
        });
        for (std::size_t i = 1; i < order.needs.size(); ++i)
            define(order.needs[i],
                   [&](const Arguments& of, Scope& scope) { return by_way(i - 1, of, scope); });
        define(order.waits, [&](const Arguments& of, Scope& scope) {
            return some_instance(scope, [&](TermId other) {
                return pool.land({ask(order.needs.front(), {of[0].term, of[1].term, other}),
                                  pool.lnot(ask(order.needs.back(), {of[0].term, other, of[1].term}))});
            });
        });
        define(order.turn, [&](const Arguments& of, Scope& scope) { return next(of[0].term, scope); });
        define(order.turn_of, [&](const Arguments& of, Scope& scope) {
            return first(
                scope, [&](TermId turn, Scope&) { return pool.equal(ask(order.turn, {turn}), of[0].term); });
        });
    }

private:
    template <class Body>
    void define(UnknownId unknown, Body body) {
        Scope scope;
        scope.layer = order.layer;
        const Arguments of = parameters(l, l.model.functions.unknowns[unknown.index].params, scope);
        const TermId term = body(of, scope);
        l.model.functions.unknowns[unknown.index].definition = term;
    }

    // After the turn before this one.
    TermId at(ComputedId what, Arguments of) {
        const TermId turns = of.front().term;
        Scope scope;
        scope.level = static_cast<std::uint32_t>(of.size());
        of.erase(of.begin());
        std::vector<TermId> arguments{before(turns), ask(order.turn, {before(turns)})};
        for (const TypedTerm& argument : of) arguments.push_back(argument.term);
        const TermId after = ask(order.values.at(what).supposing, std::move(arguments));
        return pool.make(TermKind::Ite, {is_first(turns), declared_value(l, what, of, scope), after});
    }

    TermId supposing(ComputedId what, Arguments of, const Scope& scope) {
        const TermId turns = of[0].term;
        const TermId instance = of[1].term;
        of.erase(of.begin(), of.begin() + 2);
        std::vector<TermId> arguments{turns};
        for (const TypedTerm& argument : of) arguments.push_back(argument.term);
        TermId value = ask(order.values.at(what).at, std::move(arguments));
        for (const bool setting : {true, false}) {
            for (const ContinuousEffect& effect : effects(what)) {
                if (sets(effect) != setting) continue;
                const Applied one = applied(what, effect, instance, of, scope, turns);
                const bool adds = effect.placed.ability->said.change == ast::Change::Add;
                const TermId changed =
                    setting ? one.value
                            : pool.make(adds ? TermKind::Add : TermKind::Subtract, {value, one.value});
                value = pool.make(TermKind::Ite, {one.condition, changed, value});
            }
        }
        return value;
    }

    TermId left(TermId turn, TermId instance) {
        const TermId had_none = ask(order.left, {before(turn), instance});
        const TermId was_not = pool.lnot(pool.equal(ask(order.turn, {before(turn)}), instance));
        return pool.lor({is_first(turn), pool.land({had_none, was_not})});
    }

    // That applying the other one would change what this one does, or that it sets what this one adds to.
    TermId needs(TermId turn, TermId instance, TermId other, const Scope& scope) {
        std::vector<TermId> cases;
        for (const auto& entry : order.values) {
            const ComputedId what = entry.first;
            for (const ContinuousEffect& effect : effects(what)) {
                cases.push_back(some_arguments(what, scope, [&](const Arguments& args, const Scope& inner) {
                    const Applied now = applied(what, effect, instance, args, inner, turn);
                    const Applied then = applied(what, effect, instance, args, inner, turn, other);
                    return pool.lor(
                        {differ(now, then), pool.land({pool.truth(!sets(effect)), now.condition,
                                                       is_set_by(what, other, args, inner, turn)})});
                }));
            }
        }
        return pool.land({pool.lnot(pool.equal(instance, other)), ask(order.left, {turn, instance}),
                          ask(order.left, {turn, other}), pool.lor(cases)});
    }

    TermId is_set_by(ComputedId what, TermId instance, const Arguments& args, const Scope& scope,
                     TermId turn) {
        std::vector<TermId> cases;
        for (const ContinuousEffect& effect : effects(what)) {
            if (sets(effect)) cases.push_back(applied(what, effect, instance, args, scope, turn).condition);
        }
        return pool.lor(cases);
    }

    TermId by_way(std::size_t shorter, const Arguments& of, const Scope& scope) {
        const UnknownId known = order.needs[shorter];
        const TermId turn = of[0].term;
        return pool.lor(
            {ask(known, {turn, of[1].term, of[2].term}), some_instance(scope, [&](TermId between) {
                 return pool.land(
                     {ask(known, {turn, of[1].term, between}), ask(known, {turn, between, of[2].term})});
             })});
    }

    // That both set one value, to different things.
    TermId clash(TermId turn, TermId one, TermId other, const Scope& scope) {
        std::vector<TermId> cases;
        for (const auto& entry : order.values) {
            const ComputedId what = entry.first;
            for (const ContinuousEffect& left : effects(what)) {
                for (const ContinuousEffect& right : effects(what)) {
                    if (!sets(left) || !sets(right)) continue;
                    cases.push_back(
                        some_arguments(what, scope, [&](const Arguments& args, const Scope& inner) {
                            const Applied a = applied(what, left, one, args, inner, turn);
                            const Applied b = applied(what, right, other, args, inner, turn);
                            return pool.land(
                                {a.condition, b.condition, pool.lnot(pool.equal(a.value, b.value))});
                        }));
                }
            }
        }
        return pool.lor(cases);
    }

    // What the two do is the same now, and so is what each still does behind the other, when nobody else does
    // anything: two copies of a text that silences both. Then it comes to the same who is first. Those that
    // go on to do something for their own bearers, in other layers, are not alike.
    TermId are_alike(TermId turn, TermId one, TermId other, const Scope& scope) {
        std::vector<TermId> differences{others_act(turn, one, other, scope)};
        for (const auto& entry : order.values) {
            const ComputedId what = entry.first;
            for (const ContinuousEffect& effect : effects(what)) {
                const TermId goes_on = pool.truth(goes_on_for_bearer(effect));
                differences.push_back(
                    some_arguments(what, scope, [&](const Arguments& args, const Scope& inner) {
                        const auto does = [&](TermId instance, std::optional<TermId> supposed) {
                            return applied(what, effect, instance, args, inner, turn, supposed);
                        };
                        const Applied now = does(one, {});
                        return pool.lor({pool.land({goes_on, now.condition}), differ(now, does(other, {})),
                                         differ(does(one, other), does(other, one))});
                    }));
            }
        }
        return pool.lnot(pool.lor(differences));
    }

    // Somebody else who is left does something behind the first of the two.
    TermId others_act(TermId turn, TermId one, TermId other, const Scope& scope) {
        Scope within = scope;
        ++within.level;
        return some_instance(scope, [&](TermId third) {
            std::vector<TermId> acts;
            for (const auto& entry : order.values) {
                const ComputedId what = entry.first;
                for (const ContinuousEffect& effect : effects(what)) {
                    acts.push_back(
                        some_arguments(what, within, [&](const Arguments& args, const Scope& inner) {
                            return applied(what, effect, third, args, inner, turn, one).condition;
                        }));
                }
            }
            return pool.land({pool.lnot(pool.equal(third, one)), pool.lnot(pool.equal(third, other)),
                              ask(order.left, {turn, third}), pool.lor(acts)});
        });
    }

    TermId differ(const Applied& a, const Applied& b) {
        return pool.lor({pool.lnot(pool.equal(a.condition, b.condition)),
                         pool.land({a.condition, b.condition, pool.lnot(pool.equal(a.value, b.value))})});
    }

    // Has it a part in another layer that speaks of its bearer?
    bool goes_on_for_bearer(const ContinuousEffect& effect) {
        for (std::size_t i = 0; i < l.arranged.effects.size(); ++i) {
            for (const ContinuousEffect& part : l.arranged.effects[i]) {
                const bool is_of_it =
                    part.whole == effect.whole && part.placed.clause == effect.placed.clause;
                if (is_of_it && !order.values.contains(ComputedId(i)) &&
                    speaks_of_bearer(ComputedId(i), part))
                    return true;
            }
        }
        return false;
    }

    bool speaks_of_bearer(ComputedId what, const ContinuousEffect& part) {
        if (!part.placed.bearer) return false;
        Scope scope;
        const Arguments args = parameters(l, head(l, what).params, scope);
        Scope inner = at_ability(part.placed, scope);
        const auto level = Value{inner.level};
        const TermId self = l.terms.bind(inner, {}, "this", part.placed.bearer->on);
        l.terms.add_bearer(inner, *part.placed.bearer, self);
        const TermId condition = applies(l, *part.placed.ability, args, inner);
        const TermId value = l.terms.term(part.placed.ability->said.value[0], inner);
        bool speaks = false;
        walk_terms(pool, std::array{condition, value}, [&](TermId, const Term& term) {
            speaks = speaks || (term.kind == TermKind::Bound && term.payload == level);
        });
        return speaks;
    }

    TermId is_ready(TermId turn, TermId instance) {
        return pool.land({ask(order.left, {turn, instance}), pool.lnot(ask(order.waits, {turn, instance}))});
    }

    TermId mark(TermId instance) {
        TermId result = pool.constant(0);
        for (const LayerOrder::Instances& own : order.effects) {
            if (!own.on) continue;
            const Value shift = own.first - l.type(*own.on).lo;
            const TermId self = pool.make(TermKind::Subtract, {instance, pool.constant(shift)});
            const TermId is_own =
                pool.land({pool.make(TermKind::LessEqual, {pool.constant(own.first), instance}),
                           pool.make(TermKind::Less, {instance, pool.constant(own.first + own.count)})});
            const TermId since = marked(l, l.names.meta.effect_order, *own.on, self);
            result = pool.make(TermKind::Ite, {is_own, since, result});
        }
        return result;
    }

    TermId next(TermId turn, const Scope& scope) {
        return first(scope, [&](TermId one, Scope& inner) {
            const TermId earlier = some_instance(inner, [&](TermId other) {
                return pool.land(
                    {is_ready(turn, other), pool.make(TermKind::Less, {mark(other), mark(one)})});
            });
            Scope within = inner;
            ++within.level;
            const TermId at_once = some_instance(inner, [&](TermId other) {
                const UnknownId needs = order.needs.front();
                return pool.land({pool.lnot(pool.equal(one, other)), is_ready(turn, other),
                                  pool.equal(mark(one), mark(other)),
                                  pool.lor({ask(needs, {turn, one, other}), ask(needs, {turn, other, one}),
                                            clash(turn, one, other, within)}),
                                  pool.lnot(are_alike(turn, one, other, within))});
            });
            return pool.land({is_ready(turn, one), pool.lnot(earlier), pool.lnot(at_once)});
        });
    }
};

}  // namespace

void define_layer_order(const Lowering& l, const LayerOrder& order) { Definitions(l, order).run(); }

}  // namespace errata::compiler
