// The part of CodeEncoder for instances that are carried out in an order that nobody decides. In rounds: the
// runs that are in round r have taken r instances, and which one comes next is a variable of the round,
// restricted to the ways to go.
#include <algorithm>

#include "compiler/smt/at_least.h"
#include "compiler/smt/encode_alike.h"
#include "compiler/smt/encode_code.h"

namespace errata::compiler {

std::vector<CodeEncoder::OrderInstance> CodeEncoder::instances_of(const Code& code) {
    std::vector<OrderInstance> result;
    const Formula no = pool_.truth(false);
    for (const CodeId child : code.children) {
        const Code& part = model_.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, no, no, no});
            continue;
        }
        const Type& domain = model_.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, no, no, no});
    }
    return result;
}

void CodeEncoder::bind(const Code& part, Formula value, Path& path) {
    if (part.kind != CodeKind::ForEach) return;
    if (path.binders.size() <= part.level) path.binders.resize(part.level + 1, pool_.truth(false));
    path.binders[part.level] = value;
}

void CodeEncoder::ask_instances(std::vector<OrderInstance>& instances, Path& path) {
    for (OrderInstance& instance : instances) {
        instance.ready = pool_.truth(false);
        Path asking = path;
        asking.alive = pool_.land(path.alive, pool_.lnot(instance.taken));
        if (pool_.is_false(asking.alive)) continue;
        bind(*instance.code, pool_.constant(instance.value), asking);
        const Formula holds =
            pool_.equal(evaluate(instance.code->terms[0], asking, instance.code->clause), 1);
        path.failed = asking.failed;
        path.taken = std::move(asking.taken);
        instance.ready = pool_.land(pool_.lnot(instance.taken), holds);
        instance.may_be_over = pool_.lor(instance.may_be_over, pool_.lnot(holds));
    }
}

// Nothing that registers and binders say tells the two objects apart.
Formula CodeEncoder::same_in_sight(const OrderInstance& a, const OrderInstance& b, Path& path) {
    std::vector<Formula> same;
    for (std::size_t i = 1; i < a.code->terms.size(); ++i) {
        const auto said_of = [&](const OrderInstance& instance) {
            bind(*instance.code, pool_.constant(instance.value), path);
            return evaluate(a.code->terms[i], path, a.code->clause);
        };
        const Formula of_a = said_of(a);
        same.push_back(pool_.equal(of_a, said_of(b)));
    }
    return pool_.land(std::move(same));
}

// Of instances of one ForEach that are alike the first.
std::vector<Formula> CodeEncoder::told_apart(const std::vector<OrderInstance>& instances, Path& path) {
    std::vector<Formula> result;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const OrderInstance& later = instances[i];
        std::vector<Formula> like_an_earlier;
        for (std::size_t k = 0; k < i; ++k) {
            const OrderInstance& earlier = instances[k];
            const Formula both =
                pool_.land({earlier.ready, later.ready, pool_.equal(earlier.may_be_over, later.may_be_over)});
            if (earlier.code != later.code || later.code->kind != CodeKind::ForEach || pool_.is_false(both))
                continue;
            like_an_earlier.push_back(pool_.land(
                {both, same_in_sight(earlier, later, path),
                 are_alike(model_, pool_, path.cells, later.code->domain, earlier.value, later.value)}));
        }
        result.push_back(pool_.land(later.ready, pool_.lnot(pool_.lor(std::move(like_an_earlier)))));
    }
    return result;
}

CodeEncoder::NextInstance CodeEncoder::next_of(const Code& code, const std::vector<OrderInstance>& instances,
                                               OrdersSoFar& so_far, Path& path) {
    std::vector<Formula> ready;
    std::vector<Formula> all_over;
    for (const OrderInstance& instance : instances) {
        ready.push_back(instance.ready);
        all_over.push_back(pool_.lor(pool_.lnot(instance.ready), instance.may_be_over));
    }
    const Formula any = pool_.lor(std::move(ready));
    std::vector<Formula> ways = told_apart(instances, path);
    ways.push_back(pool_.land(any, pool_.land(std::move(all_over))));

    const Formula open = at_least(pool_, ways).two;
    Formula sum = pool_.constant(0);
    for (const Formula way : ways) sum = pool_.add(sum, way);
    const auto more_than = [&](Value few) { return pool_.less(pool_.constant(few), sum); };
    const Formula cost = pool_.add(open, pool_.add(more_than(2), more_than(4)));
    const Formula spent = pool_.add(so_far.cost, pool_.ite(so_far.decided, cost, pool_.constant(0)));
    const Formula too_much = pool_.less(pool_.constant(Value{order_budget}), spent);
    cut(path, pool_.land({so_far.decided, open, too_much}));
    // Beyond the budget nothing counts any more.
    so_far.cost = pool_.ite(pool_.less(spent, pool_.constant(Value{order_budget})), spent,
                            pool_.constant(Value{order_budget}));
    so_far.decided = pool_.lor(so_far.decided, open);
    incident(path, {code.incident, code.clause}, open);
    left_to_nobody(path, open);

    const auto behind = static_cast<Value>(instances.size());
    const Formula next = pool_.variable(ValueSet(0, behind));
    std::vector<Formula> possible = {pool_.land(pool_.lnot(any), pool_.equal(next, behind))};
    for (std::size_t i = 0; i < ways.size(); ++i)
        possible.push_back(pool_.land(ways[i], pool_.equal(next, static_cast<Value>(i))));
    exclude(path, pool_.lnot(pool_.lor(std::move(possible))));
    return {next, pool_.equal(next, behind)};
}

Path CodeEncoder::take(const Code& part, Formula value, Path path) {
    const Formula outer = path.speaker;
    const std::vector<Formula> binders = path.binders;
    if (part.clause.is_valid()) path.speaker = pool_.constant(number_of(part.clause));
    bind(part, value, path);
    path = run_child(part.children[0], std::move(path));
    path.speaker = outer;
    path.binders = binders;
    return path;
}

// What a ForEach does is encoded once, for whichever of its values comes next.
CodeEncoder::Running CodeEncoder::take_next(std::vector<OrderInstance>& instances, Formula next,
                                            const Path& path) {
    Running after;
    for (std::size_t first = 0; first < instances.size();) {
        const Code& part = *instances[first].code;
        std::vector<Formula> of_this_part;
        std::vector<Formula> ready;
        Formula value;
        std::size_t i = first;
        for (; i < instances.size() && instances[i].code == &part; ++i) {
            const Formula is_next = pool_.equal(next, static_cast<Value>(i));
            of_this_part.push_back(is_next);
            instances[i].taken = pool_.lor(instances[i].taken, is_next);
            if (pool_.is_false(instances[i].ready)) continue;
            ready.push_back(pool_.land(is_next, instances[i].ready));
            const Formula own = pool_.constant(instances[i].value);
            value = value.is_valid() ? pool_.ite(is_next, own, value) : own;
        }
        first = i;
        Path copy = path;
        copy.alive = pool_.land(path.alive, pool_.lor(std::move(ready)));
        if (pool_.is_false(copy.alive)) continue;
        after = branches_joined(pool_.lor(std::move(of_this_part)), take(part, value, std::move(copy)),
                                std::move(after));
    }
    return after;
}

Path CodeEncoder::run_any_order(const Code& code, Path path) {
    std::vector<OrderInstance> instances = instances_of(code);
    std::vector<std::pair<Formula, Path>> gone_on;  // by round: where it goes on behind the node
    OrdersSoFar so_far{pool_.truth(false), pool_.constant(0)};
    const std::size_t rounds = std::min(instances.size(), options_.round_limit);
    for (std::size_t round = 0; round < rounds && !terms_.gives_up(); ++round) {
        ask_instances(instances, path);
        const NextInstance next = next_of(code, instances, so_far, path);
        gone_on.emplace_back(next.goes_on, path);
        gone_on.back().second.alive = pool_.land(path.alive, next.goes_on);
        path.alive = pool_.land(path.alive, pool_.lnot(next.goes_on));
        Running after = take_next(instances, next.number, path);
        if (!after) break;
        path = std::move(*after);
    }
    if (instances.size() > rounds) {
        terms_.not_analysed("more than " + std::to_string(rounds) +
                            " things in one order that nobody decides");
        cut(path, pool_.truth(true));
    }
    gone_on.emplace_back(pool_.truth(true), std::move(path));
    Path result = std::move(gone_on.back().second);
    for (std::size_t round = gone_on.size() - 1; round-- > 0;) {
        auto& [condition, earlier] = gone_on[round];
        result = std::move(*branches_joined(condition, std::move(earlier), std::move(result)));
    }
    return result;
}

}  // namespace errata::compiler
