// How code is encoded: rounds with carried values. The runs that reach Again are brought together as the next
// round, those that do not, and those for which no instance is ready, as what goes on behind the node.
#include <algorithm>
#include <utility>

#include "compiler/smt/encode_orders.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

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
