#include "compiler/lower/layer_order.h"

#include <algorithm>
#include <array>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "compiler/lower/computed.h"
#include "compiler/lower/events.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Each turn compares what every two of them do.
constexpr Value most_instances = 16;

std::vector<ComputedId> values_in(const Lowering& l, std::int64_t layer) {
    std::vector<ComputedId> result;
    for (std::size_t i = 0; i < l.names.callables.computed.size(); ++i) {
        const Computed& what = declared(l, ComputedId(i));
        if (what.kind == ComputedKind::Derived && what.item->number == layer) result.emplace_back(i);
    }
    return result;
}

// Does the text of such an item function for one of its items alone: `this.card = it`?
bool is_borne_alone(const Lowering& l, PrintedId printed) {
    const auto names_it = [](const typed::Expr& test) {
        if (test.kind != typed::ExprKind::Equal) return false;
        const auto is = [&](std::size_t arg, typed::LocalId local) {
            return test.args[arg].kind == typed::ExprKind::Local && test.args[arg].local == local;
        };
        const auto is_field = [&](std::size_t arg) {
            const typed::Expr& field = test.args[arg];
            return field.kind == typed::ExprKind::Cell && field.args.size() == 1 &&
                   field.args[0].kind == typed::ExprKind::Local && field.args[0].local == typed::this_local;
        };
        return (is(1, typed::it_local) && is_field(0)) || (is(0, typed::it_local) && is_field(1));
    };
    std::vector<const typed::Expr*> open;
    for (const typed::Expr& test : l.program.functions[printed.index]) open.push_back(&test);
    while (!open.empty()) {
        const typed::Expr& test = *open.back();
        open.pop_back();
        if (names_it(test)) return true;
        if (test.kind != typed::ExprKind::Operator || test.op != TermKind::And) continue;
        for (const typed::Expr& part : test.args) open.push_back(&part);
    }
    return false;
}

// Gives numbers to the instances of all effects in the layer. Where an object bears one item at a time, the
// first effects of all items are one number for each object, and so are the second ones.
class Numbering {
public:
    Numbering(const Lowering& l, LayerOrder& order) : l_(l), order_(order) {}

    Value run() {
        for (const ComputedId what : values_in(l_, order_.layer)) {
            for (const ContinuousEffect& effect : l_.arranged.effects[what.index]) add(effect);
        }
        return next_;
    }

private:
    void add(const ContinuousEffect& effect) {
        const ClauseId clause = effect.placed.clause;
        const bool is_known = std::ranges::any_of(order_.effects, [&](const LayerOrder::Instances& one) {
            return one.whole == effect.whole && one.clause == clause;
        });
        if (is_known) return;
        LayerOrder::Instances own{effect.whole, clause, {}, next_, 1};
        const auto& bearer = effect.placed.bearer;
        if (bearer) {
            own.on = bearer->on;
            own.count = l_.type(bearer->on).hi - l_.type(bearer->on).lo + 1;
        }
        if (bearer && is_borne_alone(l_, bearer->printed)) {
            const Value rank = ranks_[{bearer->printed, bearer->identity}]++;
            own.first = shared_.emplace(std::pair(bearer->printed, rank), next_).first->second;
        }
        next_ = std::max(next_, own.first + own.count);
        order_.effects.push_back(own);
    }

    const Lowering& l_;
    LayerOrder& order_;
    Value next_ = 0;
    std::map<std::pair<PrintedId, Value>, Value> ranks_;   // by item: how many effects it has
    std::map<std::pair<PrintedId, Value>, Value> shared_;  // by rank: the first number
};

UnknownId add_unknown(const Lowering& l, std::string name, std::vector<TypeId> params, TypeId type,
                      dsl::Span span, ClauseId clause) {
    Value count = 1;
    for (const TypeId param : params) count *= l.type(param).size();
    if (count > most_unknowns_of_a_family) {
        l.reporter.error(DiagnosticKind::too_large, span,
                         "'" + name + "' would have " + std::to_string(count) +
                             " values, all of them solved together: at most " +
                             std::to_string(most_unknowns_of_a_family),
                         "use fewer objects in 'scope'");
    }
    Unknown unknown;
    unknown.name = std::move(name);
    unknown.params = std::move(params);
    unknown.type = type;
    unknown.span = span;
    unknown.clause = clause;
    l.model.functions.unknowns.push_back(std::move(unknown));
    return UnknownId(l.model.functions.unknowns.size() - 1);
}

// What comes out in the end is in its range; on the way it may leave it.
TypeId on_the_way(const Lowering& l, TypeId type) {
    if (!l.model.types.is_numeric(type)) return type;
    const Value lo = l.type(type).lo;
    const Value hi = l.type(type).hi;
    return l.model.types.range(lo - 4 * (hi - lo + 1), hi + 4 * (hi - lo + 1));
}

}  // namespace

const LayerOrder::Instances& LayerOrder::of(const typed::Ability* whole, ClauseId clause) const {
    const auto found = std::ranges::find_if(
        effects, [&](const Instances& one) { return one.whole == whole && one.clause == clause; });
    ERRATA_CHECK(found != effects.end());
    return *found;
}

void add_layer_order(const Lowering& l, std::int64_t layer, dsl::Span span, ClauseId clause) {
    LayerOrder order;
    order.layer = layer;
    const Value count = Numbering(l, order).run();
    const std::string name = "layer " + std::to_string(layer);
    if (count > most_instances) {
        l.reporter.error(
            DiagnosticKind::too_large, span,
            "the effects of " + name + " may have " + std::to_string(count) +
                " bearers, one after the other: at most " + std::to_string(most_instances),
            "use fewer objects in 'scope', or put effects that need no others into other layers");
    }
    order.instances = l.model.types.range(0, count - 1);
    const TypeId moments = l.model.types.range(0, count);
    const TypeId truth = l.names.vocabulary.bool_type;
    const auto add = [&](const std::string& what, std::vector<TypeId> params, TypeId type) {
        return add_unknown(l, what, std::move(params), type, span, clause);
    };
    for (const ComputedId what : values_in(l, layer)) {
        const Computed& value = declared(l, what);
        const TypeId type = on_the_way(l, value.type);
        std::vector<TypeId> at{moments};
        std::vector<TypeId> supposing{order.instances, order.instances};
        at.insert(at.end(), value.params.begin(), value.params.end());
        supposing.insert(supposing.end(), value.params.begin(), value.params.end());
        order.values[what] = {add(value.name + " in turn", at, type),
                              add(value.name + " supposing", supposing, type)};
        l.model.functions.unknowns[order.values[what].at.index].course_of = value.name;
    }
    order.turn = add("turn of " + name, {order.instances}, order.instances);
    order.turn_of = add("place in " + name, {order.instances}, order.instances);
    order.left = add("left in " + name, {order.instances, order.instances}, truth);
    const std::vector<TypeId> pairs{order.instances, order.instances, order.instances};
    for (Value steps = 1;; steps *= 2) {
        order.needs.push_back(add("needs in " + name, pairs, truth));
        if (steps >= count - 1) break;
    }
    order.waits = add("waits in " + name, {order.instances, order.instances}, truth);
    l.arranged.orders.emplace(layer, std::move(order));
}

const LayerOrder* order_of(const Lowering& l, ComputedId what) {
    const auto known = l.arranged.orders.find(layer_of(l, what));
    return known == l.arranged.orders.end() || declared(l, what).kind != ComputedKind::Derived
               ? nullptr
               : &known->second;
}

TermId value_in_order(const Lowering& l, const LayerOrder& order, ComputedId what,
                      const std::vector<TypedTerm>& args, const Scope& scope) {
    const LayerOrder::Values& values = order.values.at(what);
    TermPool& pool = l.pool();
    UnknownId asked = values.at;
    std::vector<TermId> arguments;
    const auto ask = [&](UnknownId unknown, std::vector<TermId> with) {
        const Type type = l.type(l.model.functions.unknowns[unknown.index].type);
        return pool.make_leaf(TermKind::Unknown, unknown.index, std::move(with), type);
    };
    if (scope.moment && scope.moment->layer == order.layer) {
        arguments.push_back(scope.moment->turns);
        if (scope.moment->supposed) {
            asked = values.supposing;
            arguments.push_back(*scope.moment->supposed);
        }
    } else if (scope.unapplied && scope.layer == order.layer) {
        const LayerOrder::Instances& own = order.of(scope.unapplied->whole, scope.unapplied->clause);
        TermId instance = pool.constant(own.first);
        if (scope.unapplied->bearer) {
            const Value shift = own.first - l.type(*own.on).lo;
            instance = pool.make(TermKind::Add, {scope.unapplied->bearer->term, pool.constant(shift)});
        }
        arguments.push_back(ask(order.turn_of, {instance}));
    } else {
        arguments.push_back(pool.constant(l.type(order.instances).hi + 1));
    }
    for (const TypedTerm& argument : args) arguments.push_back(argument.term);
    return held(l, what, ask(asked, std::move(arguments)));
}

namespace {

// What the unknowns mean, in terms of turns and instances.

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
        const std::vector<TypeId>& params = declared(l, what).params;
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
        const Turn turn{instance, own.first, own.count, LayerMoment{order.layer, turns, supposed}};
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
        const Arguments args = parameters(l, declared(l, what).params, scope);
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
