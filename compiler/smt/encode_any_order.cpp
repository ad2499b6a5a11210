// How code is encoded: instances that are carried out in an order that nobody decides. In rounds: the
// runs that are in round r have taken r instances, and which one comes next is a variable of the round,
// restricted to the ways to go.
#include <algorithm>

#include "compiler/smt/at_least.h"
#include "compiler/smt/encode_alike.h"
#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

// One of an AnyOrder, in the round under way.
struct OrderInstance {
    const Code* code = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    Formula taken;               // in a round before
    Formula ready;               // not taken, and its condition holds
    Formula may_be_over;         // its condition did not hold in some round
};

struct NextInstance {
    Formula number;   // among all of the node; their count: none
    Formula goes_on;  // behind the node: none is ready, or none is taken
};

struct OrdersSoFar {
    Formula decided;  // there was a round with several ways
    Formula cost;     // of such rounds after the first
};

std::vector<OrderInstance> instances_of(CodeEncoding& e, const Code& code) {
    std::vector<OrderInstance> result;
    const Formula no = e.pool.truth(false);
    for (const CodeId child : code.children) {
        const Code& part = e.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, no, no, no});
            continue;
        }
        const Type& domain = e.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, no, no, no});
    }
    return result;
}

void bind(CodeEncoding& e, const Code& part, Formula value, Path& path) {
    if (part.kind != CodeKind::ForEach) return;
    if (path.binders.size() <= part.level) path.binders.resize(part.level + 1, e.pool.truth(false));
    path.binders[part.level] = value;
}

void ask_instances(CodeEncoding& e, std::vector<OrderInstance>& instances, Path& path) {
    for (OrderInstance& instance : instances) {
        instance.ready = e.pool.truth(false);
        Path asking = path;
        asking.alive = e.pool.land(path.alive, e.pool.lnot(instance.taken));
        if (is_false(asking.alive)) continue;
        bind(e, *instance.code, e.pool.constant(instance.value), asking);
        const Formula holds =
            e.pool.equal(evaluate(e, instance.code->terms[0], asking, instance.code->clause), 1);
        path.failed = asking.failed;
        path.taken = std::move(asking.taken);
        instance.ready = e.pool.land(e.pool.lnot(instance.taken), holds);
        instance.may_be_over = e.pool.lor(instance.may_be_over, e.pool.lnot(holds));
    }
}

// Nothing that registers and binders say tells the two objects apart.
Formula same_in_sight(CodeEncoding& e, const OrderInstance& a, const OrderInstance& b, Path& path) {
    std::vector<Formula> same;
    for (std::size_t i = 1; i < a.code->terms.size(); ++i) {
        const auto said_of = [&](const OrderInstance& instance) {
            bind(e, *instance.code, e.pool.constant(instance.value), path);
            return evaluate(e, a.code->terms[i], path, a.code->clause);
        };
        const Formula of_a = said_of(a);
        same.push_back(e.pool.equal(of_a, said_of(b)));
    }
    return e.pool.land(std::move(same));
}

// Of instances of one ForEach that are alike the first.
std::vector<Formula> told_apart(CodeEncoding& e, const std::vector<OrderInstance>& instances, Path& path) {
    std::vector<Formula> result;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const OrderInstance& later = instances[i];
        std::vector<Formula> like_an_earlier;
        for (std::size_t k = 0; k < i; ++k) {
            const OrderInstance& earlier = instances[k];
            const Formula both = e.pool.land(
                {earlier.ready, later.ready, e.pool.equal(earlier.may_be_over, later.may_be_over)});
            if (earlier.code != later.code || later.code->kind != CodeKind::ForEach || is_false(both))
                continue;
            like_an_earlier.push_back(e.pool.land(
                {both, same_in_sight(e, earlier, later, path),
                 are_alike(e.model, e.pool, path.cells, later.code->domain, earlier.value, later.value)}));
        }
        result.push_back(e.pool.land(later.ready, e.pool.lnot(e.pool.lor(std::move(like_an_earlier)))));
    }
    return result;
}

NextInstance next_of(CodeEncoding& e, const Code& code, const std::vector<OrderInstance>& instances,
                     OrdersSoFar& so_far, Path& path) {
    std::vector<Formula> ready;
    std::vector<Formula> all_over;
    for (const OrderInstance& instance : instances) {
        ready.push_back(instance.ready);
        all_over.push_back(e.pool.lor(e.pool.lnot(instance.ready), instance.may_be_over));
    }
    const Formula any = e.pool.lor(std::move(ready));
    std::vector<Formula> ways = told_apart(e, instances, path);
    ways.push_back(e.pool.land(any, e.pool.land(std::move(all_over))));

    const Formula open = at_least(e.pool, ways).two;
    Formula sum = e.pool.constant(0);
    for (const Formula way : ways) sum = add(e.pool, sum, way);
    const auto more_than = [&](Value few) { return less(e.pool, e.pool.constant(few), sum); };
    const Formula cost = add(e.pool, open, add(e.pool, more_than(2), more_than(4)));
    const Formula spent = add(e.pool, so_far.cost, e.pool.ite(so_far.decided, cost, e.pool.constant(0)));
    const Formula too_much = less(e.pool, e.pool.constant(Value{order_budget}), spent);
    cut(e, path, e.pool.land({so_far.decided, open, too_much}));
    // Beyond the budget nothing counts any more.
    so_far.cost = e.pool.ite(less(e.pool, spent, e.pool.constant(Value{order_budget})), spent,
                             e.pool.constant(Value{order_budget}));
    so_far.decided = e.pool.lor(so_far.decided, open);
    incident(e, path, {code.incident, code.clause}, open);
    left_to_nobody(e, path, open);

    const auto behind = static_cast<Value>(instances.size());
    const Formula next = e.pool.variable(ValueSet(0, behind));
    std::vector<Formula> possible = {e.pool.land(e.pool.lnot(any), e.pool.equal(next, behind))};
    for (std::size_t i = 0; i < ways.size(); ++i)
        possible.push_back(e.pool.land(ways[i], e.pool.equal(next, static_cast<Value>(i))));
    exclude(e, path, e.pool.lnot(e.pool.lor(std::move(possible))));
    return {next, e.pool.equal(next, behind)};
}

Path take(CodeEncoding& e, const Code& part, Formula value, Path path) {
    const Formula outer = path.speaker;
    const std::vector<Formula> binders = path.binders;
    if (part.clause.is_valid()) path.speaker = e.pool.constant(number_of(part.clause));
    bind(e, part, value, path);
    path = run_child(e, part.children[0], std::move(path));
    path.speaker = outer;
    path.binders = binders;
    return path;
}

// What a ForEach does is encoded once, for whichever of its values comes next.
Running take_next(CodeEncoding& e, std::vector<OrderInstance>& instances, Formula next, const Path& path) {
    Running after;
    for (std::size_t first = 0; first < instances.size();) {
        const Code& part = *instances[first].code;
        std::vector<Formula> of_this_part;
        std::vector<Formula> ready;
        Formula value;
        std::size_t i = first;
        for (; i < instances.size() && instances[i].code == &part; ++i) {
            const Formula is_next = e.pool.equal(next, static_cast<Value>(i));
            of_this_part.push_back(is_next);
            instances[i].taken = e.pool.lor(instances[i].taken, is_next);
            if (is_false(instances[i].ready)) continue;
            ready.push_back(e.pool.land(is_next, instances[i].ready));
            const Formula own = e.pool.constant(instances[i].value);
            value = value.is_valid() ? e.pool.ite(is_next, own, value) : own;
        }
        first = i;
        Path copy = path;
        copy.alive = e.pool.land(path.alive, e.pool.lor(std::move(ready)));
        if (is_false(copy.alive)) continue;
        after = branches_joined(e, e.pool.lor(std::move(of_this_part)), take(e, part, value, std::move(copy)),
                                std::move(after));
    }
    return after;
}

}  // namespace

Path run_any_order(CodeEncoding& e, const Code& code, Path path) {
    std::vector<OrderInstance> instances = instances_of(e, code);
    std::vector<std::pair<Formula, Path>> gone_on;  // by round: where it goes on behind the node
    OrdersSoFar so_far{e.pool.truth(false), e.pool.constant(0)};
    const std::size_t rounds = std::min(instances.size(), e.options.round_limit);
    for (std::size_t round = 0; round < rounds && !e.terms.limits.gives_up(); ++round) {
        ask_instances(e, instances, path);
        const NextInstance next = next_of(e, code, instances, so_far, path);
        gone_on.emplace_back(next.goes_on, path);
        gone_on.back().second.alive = e.pool.land(path.alive, next.goes_on);
        path.alive = e.pool.land(path.alive, e.pool.lnot(next.goes_on));
        Running after = take_next(e, instances, next.number, path);
        if (!after) break;
        path = std::move(*after);
    }
    if (instances.size() > rounds) {
        e.terms.limits.not_analysed("more than " + std::to_string(rounds) +
                                    " things in one order that nobody decides");
        cut(e, path, e.pool.truth(true));
    }
    gone_on.emplace_back(e.pool.truth(true), std::move(path));
    Path result = std::move(gone_on.back().second);
    for (std::size_t round = gone_on.size() - 1; round-- > 0;) {
        auto& [condition, earlier] = gone_on[round];
        result = std::move(*branches_joined(e, condition, std::move(earlier), std::move(result)));
    }
    return result;
}

}  // namespace errata::compiler
