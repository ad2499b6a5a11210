// How code is encoded: instances that are carried out in an order that nobody decides. In rounds: the
// runs that are in round r have taken r instances, and which one comes next is a variable of the round,
// restricted to the ways to go.
#include <algorithm>

#include "compiler/smt/encode_alike.h"
#include "compiler/smt/encode_orders.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

struct NextInstance {
    Formula number;   // among all of the node; their count: none
    Formula goes_on;  // behind the node: none is ready, or none is taken
};

// Nothing that registers and binders say tells the two objects apart.
Formula same_in_sight(CodeEncoding& e, const EncodedInstance& a, const EncodedInstance& b, Path& path) {
    std::vector<Formula> same;
    for (std::size_t i = 1; i < a.code->terms.size(); ++i) {
        const auto said_of = [&](const EncodedInstance& instance) {
            bind_instance(e, *instance.code, e.pool.constant(instance.value), path);
            return evaluate(e, a.code->terms[i], path, a.code->clause);
        };
        const Formula of_a = said_of(a);
        same.push_back(e.pool.equal(of_a, said_of(b)));
    }
    return e.pool.land(std::move(same));
}

// Of instances of one ForEach that are alike the first.
std::vector<Formula> told_apart(CodeEncoding& e, const std::vector<EncodedInstance>& instances, Path& path) {
    std::vector<Formula> result;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const EncodedInstance& later = instances[i];
        std::vector<Formula> like_an_earlier;
        for (std::size_t k = 0; k < i; ++k) {
            const EncodedInstance& earlier = instances[k];
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

NextInstance next_of(CodeEncoding& e, const Code& code, const std::vector<EncodedInstance>& instances,
                     OrdersSoFar& so_far, Path& path) {
    std::vector<Formula> ready;
    std::vector<Formula> all_over;
    for (const EncodedInstance& instance : instances) {
        ready.push_back(instance.ready);
        all_over.push_back(e.pool.lor(e.pool.lnot(instance.ready), instance.may_be_over));
    }
    const Formula any = e.pool.lor(std::move(ready));
    std::vector<Formula> ways = told_apart(e, instances, path);
    ways.push_back(e.pool.land(any, e.pool.land(std::move(all_over))));

    meet_ways(e, code, ways, so_far, path);

    const auto behind = static_cast<Value>(instances.size());
    const Formula next = e.pool.variable(ValueSet(0, behind));
    std::vector<Formula> possible = {e.pool.land(e.pool.lnot(any), e.pool.equal(next, behind))};
    for (std::size_t i = 0; i < ways.size(); ++i)
        possible.push_back(e.pool.land(ways[i], e.pool.equal(next, static_cast<Value>(i))));
    exclude(e, path, e.pool.lnot(e.pool.lor(std::move(possible))));
    return {next, e.pool.equal(next, behind)};
}

}  // namespace

Path run_any_order(CodeEncoding& e, const Code& code, Path path) {
    std::vector<EncodedInstance> instances = encoded_instances(e, code.children);
    std::vector<std::pair<Formula, Path>> gone_on;  // by round: where it goes on behind the node
    OrdersSoFar so_far{e.pool.truth(false), e.pool.constant(0)};
    const std::size_t rounds = std::min(instances.size(), e.options.round_limit);
    for (std::size_t round = 0; round < rounds && !e.terms.limits.gives_up(); ++round) {
        ask_instances(e, instances, path);
        const NextInstance next = next_of(e, code, instances, so_far, path);
        gone_on.emplace_back(next.goes_on, path);
        gone_on.back().second.alive = e.pool.land(path.alive, next.goes_on);
        path.alive = e.pool.land(path.alive, e.pool.lnot(next.goes_on));
        Running after =
            take_next(e, instances, next.number, path, [](CodeEncoding& inside, CodeId body, Path taken) {
                return Running(run_child(inside, body, std::move(taken)));
            });
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
