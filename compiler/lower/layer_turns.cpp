// What the unknowns of a layer with an order mean: layer_order.h in terms of turns and instances.
#include <algorithm>

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

    Asking(const Lowering& l, const LayerOrder& order) : l_(l), pool_(l.pool()), order_(order) {}

    TermId ask(UnknownId unknown, std::vector<TermId> arguments) {
        const Type type = l_.type(l_.model.functions.unknowns[unknown.index].type);
        return pool_.make_leaf(TermKind::Unknown, unknown.index, std::move(arguments), type);
    }

    TermId before(TermId turn) { return pool_.make(TermKind::Subtract, {turn, pool_.constant(1)}); }
    TermId is_first(TermId turn) { return pool_.equal(turn, pool_.constant(0)); }

    template <class Body>
    TermId some_instance(Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const TermId one = l_.terms.bind(scope, {}, "", order_.instances);
        return l_.terms.quantified(TermKind::Exists, {body(one)}, level, order_.instances);
    }

    template <class Body>
    TermId first(Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const TermId one = l_.terms.bind(scope, {}, "", order_.instances);
        const TermId condition = body(one, scope);
        return l_.terms.quantified(TermKind::First, {condition}, level, order_.instances);
    }

    // For some arguments of a value.
    template <class Body>
    TermId some_arguments(ComputedId what, Scope scope, Body body) {
        const std::uint32_t level = scope.level;
        const std::vector<TypeId>& params = head(l_, what).params;
        const Arguments args = parameters(l_, params, scope);
        TermId term = body(args, scope);
        for (std::size_t i = params.size(); i-- > 0;) {
            const auto own = level + static_cast<std::uint32_t>(i);
            term = l_.terms.quantified(TermKind::Exists, {term}, own, params[i]);
        }
        return term;
    }

    const std::vector<ContinuousEffect>& effects(ComputedId what) const {
        return l_.arranged.effects[what.index];
    }

    Applied applied(ComputedId what, const ContinuousEffect& effect, TermId instance, const Arguments& args,
                    const Scope& scope, TermId turns, std::optional<TermId> supposed = {}) {
        const LayerOrder::Instances& own = order_.of(effect.whole, effect.placed.clause);
        const Turn turn{instance, own.first, own.count, Moment{order_.layer, turns, supposed}};
        return apply(l_, {what, {}, false}, effect, args, scope, &turn);
    }

    const Lowering& l_;
    TermPool& pool_;
    const LayerOrder& order_;
};

// What is said of one layer, in terms of turns and instances.
class Definitions : Asking {
public:
    Definitions(const Lowering& l, const LayerOrder& order) : Asking(l, order) {}

    void run() {
        for (const auto& [what, values] : order_.values) {
            define(values.at, [&](Arguments of, Scope&) { return at(what, std::move(of)); });
            define(values.supposing,
                   [&](Arguments of, Scope& scope) { return supposing(what, std::move(of), scope); });
        }
        define(order_.left, [&](Arguments of, Scope&) { return left(of[0].term, of[1].term); });
        define(order_.needs.front(),
               [&](Arguments of, Scope& scope) { return needs(of[0].term, of[1].term, of[2].term, scope); });
        for (std::size_t i = 1; i < order_.needs.size(); ++i)
            define(order_.needs[i], [&](Arguments of, Scope& scope) { return by_way(i - 1, of, scope); });
        define(order_.waits, [&](Arguments of, Scope& scope) {
            return some_instance(scope, [&](TermId other) {
                return pool_.land({ask(order_.needs.front(), {of[0].term, of[1].term, other}),
                                   pool_.lnot(ask(order_.needs.back(), {of[0].term, other, of[1].term}))});
            });
        });
        define(order_.turn, [&](Arguments of, Scope& scope) { return next(of[0].term, scope); });
        define(order_.turn_of, [&](Arguments of, Scope& scope) {
            return first(scope, [&](TermId turn, Scope&) {
                return pool_.equal(ask(order_.turn, {turn}), of[0].term);
            });
        });
    }

private:
    template <class Body>
    void define(UnknownId unknown, Body body) {
        Scope scope;
        scope.layer = order_.layer;
        const Arguments of = parameters(l_, l_.model.functions.unknowns[unknown.index].params, scope);
        const TermId term = body(of, scope);
        l_.model.functions.unknowns[unknown.index].definition = term;
    }

    // After the turn before this one.
    TermId at(ComputedId what, Arguments of) {
        const TermId turns = of.front().term;
        Scope scope;
        scope.level = static_cast<std::uint32_t>(of.size());
        of.erase(of.begin());
        std::vector<TermId> arguments{before(turns), ask(order_.turn, {before(turns)})};
        for (const TypedTerm& argument : of) arguments.push_back(argument.term);
        const TermId after = ask(order_.values.at(what).supposing, std::move(arguments));
        return pool_.make(TermKind::Ite, {is_first(turns), declared_value(l_, what, of, scope), after});
    }

    TermId supposing(ComputedId what, Arguments of, const Scope& scope) {
        const TermId turns = of[0].term;
        const TermId instance = of[1].term;
        of.erase(of.begin(), of.begin() + 2);
        std::vector<TermId> arguments{turns};
        for (const TypedTerm& argument : of) arguments.push_back(argument.term);
        TermId value = ask(order_.values.at(what).at, std::move(arguments));
        for (const bool setting : {true, false}) {
            for (const ContinuousEffect& effect : effects(what)) {
                if (sets(effect) != setting) continue;
                const Applied one = applied(what, effect, instance, of, scope, turns);
                const bool adds = effect.placed.ability->said.change == ast::Change::Add;
                const TermId changed =
                    setting ? one.value
                            : pool_.make(adds ? TermKind::Add : TermKind::Subtract, {value, one.value});
                value = pool_.make(TermKind::Ite, {one.condition, changed, value});
            }
        }
        return value;
    }

    TermId left(TermId turn, TermId instance) {
        const TermId had_none = ask(order_.left, {before(turn), instance});
        const TermId was_not = pool_.lnot(pool_.equal(ask(order_.turn, {before(turn)}), instance));
        return pool_.lor({is_first(turn), pool_.land({had_none, was_not})});
    }

    // That applying the other one would change what this one does, or that it sets what this one adds to.
    TermId needs(TermId turn, TermId instance, TermId other, const Scope& scope) {
        std::vector<TermId> cases;
        for (const auto& [what, values] : order_.values) {
            for (const ContinuousEffect& effect : effects(what)) {
                cases.push_back(some_arguments(what, scope, [&](const Arguments& args, const Scope& inner) {
                    const Applied now = applied(what, effect, instance, args, inner, turn);
                    const Applied then = applied(what, effect, instance, args, inner, turn, other);
                    return pool_.lor({pool_.lnot(pool_.equal(now.condition, then.condition)),
                                      pool_.land({now.condition, then.condition,
                                                  pool_.lnot(pool_.equal(now.value, then.value))}),
                                      pool_.land({pool_.truth(!sets(effect)), now.condition,
                                                  is_set_by(what, other, args, inner, turn)})});
                }));
            }
        }
        return pool_.land({pool_.lnot(pool_.equal(instance, other)), ask(order_.left, {turn, instance}),
                           ask(order_.left, {turn, other}), pool_.lor(cases)});
    }

    TermId is_set_by(ComputedId what, TermId instance, const Arguments& args, const Scope& scope,
                     TermId turn) {
        std::vector<TermId> cases;
        for (const ContinuousEffect& effect : effects(what)) {
            if (sets(effect)) cases.push_back(applied(what, effect, instance, args, scope, turn).condition);
        }
        return pool_.lor(cases);
    }

    TermId by_way(std::size_t shorter, const Arguments& of, const Scope& scope) {
        const UnknownId known = order_.needs[shorter];
        const TermId turn = of[0].term;
        return pool_.lor(
            {ask(known, {turn, of[1].term, of[2].term}), some_instance(scope, [&](TermId between) {
                 return pool_.land(
                     {ask(known, {turn, of[1].term, between}), ask(known, {turn, between, of[2].term})});
             })});
    }

    // That both set one value, to different things.
    TermId clash(TermId turn, TermId one, TermId other, const Scope& scope) {
        std::vector<TermId> cases;
        for (const auto& [what, values] : order_.values) {
            for (const ContinuousEffect& left : effects(what)) {
                for (const ContinuousEffect& right : effects(what)) {
                    if (!sets(left) || !sets(right)) continue;
                    cases.push_back(
                        some_arguments(what, scope, [&](const Arguments& args, const Scope& inner) {
                            const Applied a = applied(what, left, one, args, inner, turn);
                            const Applied b = applied(what, right, other, args, inner, turn);
                            return pool_.land(
                                {a.condition, b.condition, pool_.lnot(pool_.equal(a.value, b.value))});
                        }));
                }
            }
        }
        return pool_.lor(cases);
    }

    TermId is_ready(TermId turn, TermId instance) {
        return pool_.land(
            {ask(order_.left, {turn, instance}), pool_.lnot(ask(order_.waits, {turn, instance}))});
    }

    TermId mark(TermId instance) {
        TermId result = pool_.constant(0);
        for (const LayerOrder::Instances& own : order_.effects) {
            if (!own.on) continue;
            const Value shift = own.first - l_.type(*own.on).lo;
            const TermId self = pool_.make(TermKind::Subtract, {instance, pool_.constant(shift)});
            const TermId is_own =
                pool_.land({pool_.make(TermKind::LessEqual, {pool_.constant(own.first), instance}),
                            pool_.make(TermKind::Less, {instance, pool_.constant(own.first + own.count)})});
            const TermId since = marked(l_, l_.names.meta.effect_order, *own.on, self);
            result = pool_.make(TermKind::Ite, {is_own, since, result});
        }
        return result;
    }

    TermId next(TermId turn, const Scope& scope) {
        return first(scope, [&](TermId one, Scope& inner) {
            const TermId earlier = some_instance(inner, [&](TermId other) {
                return pool_.land(
                    {is_ready(turn, other), pool_.make(TermKind::Less, {mark(other), mark(one)})});
            });
            Scope within = inner;
            ++within.level;
            const TermId at_once = some_instance(inner, [&](TermId other) {
                const UnknownId needs = order_.needs.front();
                return pool_.land({pool_.lnot(pool_.equal(one, other)), is_ready(turn, other),
                                   pool_.equal(mark(one), mark(other)),
                                   pool_.lor({ask(needs, {turn, one, other}), ask(needs, {turn, other, one}),
                                              clash(turn, one, other, within)})});
            });
            return pool_.land({is_ready(turn, one), pool_.lnot(earlier), pool_.lnot(at_once)});
        });
    }
};

}  // namespace

void define_layer_order(const Lowering& l, const LayerOrder& order) { Definitions(l, order).run(); }

}  // namespace errata::compiler
