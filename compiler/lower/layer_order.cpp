#include "compiler/lower/layer_order.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Each turn compares what every two of them do.
constexpr Value most_instances = 16;

const Computed& head(const Lowering& l, ComputedId what) { return l.names.callables.computed[what.index]; }

std::vector<ComputedId> values_in(const Lowering& l, std::int64_t layer) {
    std::vector<ComputedId> result;
    for (std::size_t i = 0; i < l.names.callables.computed.size(); ++i) {
        const Computed& what = head(l, ComputedId(i));
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
        const Computed& value = head(l, what);
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
    return known == l.arranged.orders.end() || head(l, what).kind != ComputedKind::Derived ? nullptr
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

}  // namespace errata::compiler
