// Instances that are carried out in an order that nobody decides, in rounds: AnyOrder and Rounds (code.h).
// Both share the instances, asking them in a round, and what it costs that several could be next.
#include <algorithm>
#include <span>
#include <utility>

#include "compiler/smt/encode_alike.h"
#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// One of them, in the round under way.
struct EncodedInstance {
    const Code* code = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    Formula taken;               // in a round before
    Formula ready;               // not taken, and its condition holds
    Formula may_be_over;         // its condition did not hold in some round
};

struct OrdersSoFar {
    Formula decided;  // there was a round with several ways
    Formula cost;     // of such rounds after the first
};
// How the body of an instance is run: one that comes back (run_child), or one that may go on otherwise.
using RunBody = Running (*)(CodeEncoding& e, CodeId body, Path path);

std::vector<EncodedInstance> encoded_instances(CodeEncoding& e, std::span<const CodeId> children) {
    std::vector<EncodedInstance> result;
    const Formula no = e.pool.truth(false);
    for (const CodeId child : children) {
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

// The binder of a ForEach; of an If there is none.
void bind_instance(CodeEncoding& e, const Code& part, Formula value, Path& path) {
    if (part.kind != CodeKind::ForEach) return;
    if (path.binders.size() <= part.level) path.binders.resize(part.level + 1, e.pool.truth(false));
    path.binders[part.level] = value;
}

void ask_instances(CodeEncoding& e, std::vector<EncodedInstance>& instances, Path& path) {
    for (EncodedInstance& instance : instances) {
        instance.ready = e.pool.truth(false);
        Path asking = path;
        asking.alive = e.pool.land(path.alive, e.pool.lnot(instance.taken));
        if (is_false(asking.alive)) continue;
        bind_instance(e, *instance.code, e.pool.constant(instance.value), asking);
        const Formula holds =
            e.pool.equal(evaluate(e, instance.code->terms[0], asking, instance.code->clause), 1);
        path.failed = asking.failed;
        path.taken = std::move(asking.taken);
        instance.ready = e.pool.land(e.pool.lnot(instance.taken), holds);
        instance.may_be_over = e.pool.lor(instance.may_be_over, e.pool.lnot(holds));
    }
}

// Of these ways one is gone: several are the node's incident, and too many orders are cut.
void meet_ways(CodeEncoding& e, const Code& code, const std::vector<Formula>& ways, OrdersSoFar& so_far,
               Path& path) {
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
}

// The instances of one node that are ready, one of which is next, and the value of its binder.
struct NextOfPart {
    Formula is_next;  // one of this node
    Formula is_ready;
    Formula value;
};

// Notes them as taken. They begin at `first`, which is then behind them.
NextOfPart next_of_part(CodeEncoding& e, std::vector<EncodedInstance>& instances, std::size_t& first,
                        Formula next) {
    const Code* const part = instances[first].code;
    std::vector<Formula> of_this_part;
    std::vector<Formula> ready;
    Formula value;
    for (; first < instances.size() && instances[first].code == part; ++first) {
        EncodedInstance& instance = instances[first];
        const Formula is_next = e.pool.equal(next, static_cast<Value>(first));
        of_this_part.push_back(is_next);
        instance.taken = e.pool.lor(instance.taken, is_next);
        if (is_false(instance.ready)) continue;
        ready.push_back(e.pool.land(is_next, instance.ready));
        const Formula own = e.pool.constant(instance.value);
        value = value.is_valid() ? e.pool.ite(is_next, own, value) : own;
    }
    return {e.pool.lor(std::move(of_this_part)), e.pool.lor(std::move(ready)), value};
}

// Runs whichever instance has the number `next`, of those that are ready, and notes it as taken. What a
// ForEach does is encoded once, for whichever of its values comes next.
Running take_next(CodeEncoding& e, std::vector<EncodedInstance>& instances, Formula next, const Path& path,
                  RunBody run_body) {
    Running after;
    for (std::size_t first = 0; first < instances.size();) {
        const Code& part = *instances[first].code;
        const NextOfPart one = next_of_part(e, instances, first, next);
        Path taken = path;
        taken.alive = e.pool.land(path.alive, one.is_ready);
        if (is_false(taken.alive)) continue;
        if (part.clause.is_valid()) taken.speaker = e.pool.constant(number_of(part.clause));
        bind_instance(e, part, one.value, taken);
        Running behind = run_body(e, part.children[0], std::move(taken));
        if (behind) {
            behind->speaker = path.speaker;
            behind->binders = path.binders;
        }
        after = branches_joined(e, one.is_next, std::move(behind), std::move(after));
    }
    return after;
}

// How code is encoded: instances that are carried out in an order that nobody decides. In rounds: the
// runs that are in round r have taken r instances, and which one comes next is a variable of the round,
// restricted to the ways to go.

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

namespace {

// How code is encoded: rounds with carried values. The runs that reach Again are brought together as the next
// round, those that do not, and those for which no instance is ready, as what goes on behind the node.

void bind_values(CodeEncoding& e, const Code& code, const std::vector<Formula>& values, Path& path) {
    const std::size_t levels = code.level + values.size();
    if (path.binders.size() < levels) path.binders.resize(levels, e.pool.truth(false));
    std::ranges::copy(values, path.binders.begin() + code.level);
}

// Runs of the same code exclude each other: who is alive in one is in no other one.
Running together(CodeEncoding& e, Running one, Running other) {
    if (!one) return other;
    const Formula alive = one->alive;
    return branches_joined(e, alive, std::move(one), std::move(other));
}

std::optional<EncodedRound> next_round(CodeEncoding& e, std::uint32_t level) {
    std::optional<EncodedRound> result;
    const auto found = e.rounds.find(level);
    if (found == e.rounds.end()) return result;
    for (EncodedRound& run : std::exchange(found->second, {})) {
        if (!result) {
            result = std::move(run);
            continue;
        }
        const Formula alive = run.path.alive;
        for (std::size_t i = 0; i < run.values.size(); ++i)
            result->values[i] = e.pool.ite(alive, run.values[i], result->values[i]);
        result->path = std::move(*together(e, std::move(run.path), std::move(result->path)));
    }
    return result;
}

// One of those that are ready: what goes on behind the node.
Running one_round(CodeEncoding& e, const Code& code, std::vector<EncodedInstance>& instances,
                  OrdersSoFar& so_far, Path path) {
    const std::vector<Formula> ready = dsl::mapped(instances, &EncodedInstance::ready);
    meet_ways(e, code, ready, so_far, path);
    const Formula next = e.pool.variable(ValueSet(0, static_cast<Value>(instances.size()) - 1));
    std::vector<Formula> possible;
    for (std::size_t i = 0; i < ready.size(); ++i)
        possible.push_back(e.pool.land(ready[i], e.pool.equal(next, static_cast<Value>(i))));
    exclude(e, path, e.pool.lnot(e.pool.lor(std::move(possible))));
    return take_next(e, instances, next, path, run);
}

}  // namespace

Path run_rounds(CodeEncoding& e, const Code& code, Path path) {
    const Formula speaker = path.speaker;
    const std::vector<Formula> binders = path.binders;
    std::vector<EncodedInstance> instances =
        encoded_instances(e, std::span(code.children).first(code.children.size() - 1));
    std::vector<Formula> values;
    for (const TermId first : code.terms) values.push_back(evaluate(e, first, path, code.clause));
    Running behind;
    OrdersSoFar so_far{e.pool.truth(false), e.pool.constant(0)};
    for (std::size_t round = 0;; ++round) {
        path.speaker = speaker;
        path.binders = binders;
        bind_values(e, code, values, path);
        ask_instances(e, instances, path);
        const Formula any = e.pool.lor(dsl::mapped(instances, &EncodedInstance::ready));
        Path rest = path;
        rest.alive = e.pool.land(path.alive, e.pool.lnot(any));
        behind = together(e, run_child(e, code.children.back(), std::move(rest)), std::move(behind));
        path.alive = e.pool.land(path.alive, any);
        if (round == instances.size() || is_false(path.alive) || e.terms.limits.gives_up()) break;
        if (round == e.options.round_limit) {
            e.terms.limits.not_analysed("more than " + std::to_string(round) +
                                        " things in one order that nobody decides");
            cut(e, path, e.pool.truth(true));
            break;
        }
        behind = together(e, one_round(e, code, instances, so_far, std::move(path)), std::move(behind));
        std::optional<EncodedRound> next = next_round(e, code.level);
        if (!next) break;
        path = std::move(next->path);
        values = std::move(next->values);
    }
    behind->speaker = speaker;
    behind->binders = binders;
    return std::move(*behind);
}

Running run_again(CodeEncoding& e, const Code& code, Path path) {
    std::vector<Formula> values;
    for (const TermId term : code.terms) values.push_back(evaluate(e, term, path, code.clause));
    e.rounds[code.level].push_back({std::move(path), std::move(values)});
    return std::nullopt;
}

}  // namespace errata::compiler
