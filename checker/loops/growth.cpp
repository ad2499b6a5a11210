#include "checker/loops/growth.h"

#include <algorithm>
#include <cstdlib>

#include "checker/loops/blindness.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::map<std::size_t, Movement> movements(const Round& round) {
    std::map<std::size_t, Movement> result;
    for (const auto& [cell, shift] : round.inflation.shifts) {
        Movement movement{shift, round.first[cell], round.first[cell]};
        Value room = 0;
        for (const Successor& step : round.steps) {
            movement.lowest = std::min(movement.lowest, (*step.next)[cell]);
            movement.highest = std::max(movement.highest, (*step.next)[cell]);
            for (const Change& change : step.changes) {
                if (change.cell == cell) room += std::abs(change.after - change.before);
            }
        }
        movement.lowest -= room;
        movement.highest += room;
        result.emplace(cell, movement);
    }
    return result;
}

bool names(const Model& model, const Twins& twins, const Move& move, Object object) {
    if (move.kind == MoveKind::Option) {
        const PointOption& option = model.points[move.point.index].options[move.option];
        for (std::size_t i = 0; i < option.binders.size(); ++i) {
            if (move.bindings[i] == object.value && twins.pool_of(option.binders[i].type) == object.pool)
                return true;
        }
    }
    return false;
}

// Nothing in the round has to do with it: it is written nowhere, and nothing comes to refer to it.
bool stands_by(const Model& model, const Twins& twins, const Round& round, Object object) {
    return std::ranges::none_of(round.steps, [&](const Successor& step) {
        const bool written = std::ranges::any_of(step.changes, [&](const Change& change) {
            return std::ranges::find(twins.objects_of(change.cell), object) !=
                   twins.objects_of(change.cell).end();
        });
        return written || names(model, twins, step.move, object) || twins.is_referred_to(*step.next, object);
    });
}

// Once more from where the round ended, as far as the pools of the scope allow: the same again.
bool goes_round_again(const Evaluator& evaluator, const Twins& twins, const Round& round) {
    if (!round.inflation.twins.empty()) return true;  // the same with other names; the argument covers it
    State state = *round.steps.back().next;
    for (const Successor& step : round.steps) {
        const Expansion expansion = evaluator.expand(state);
        const auto same = std::ranges::find_if(
            expansion.successors, [&](const Successor& successor) { return successor.move == step.move; });
        if (same == expansion.successors.end() || !same->next) return false;
        state = *same->next;
    }
    const std::optional<Inflation> again = twins.inflation(*round.steps.back().next, state);
    return again && again->twins.empty() && again->shifts == round.inflation.shifts;
}

}  // namespace

Recurrence judge(const Evaluator& evaluator, const Twins& twins, const Round& round) {
    const Model& model = evaluator.model();
    // Where nobody really chooses, options that come to the same stay as good as one another.
    const Evaluated evaluated = evaluated_on(model, round.first, round.steps, round.forced);
    const std::string counter = looks_at_counters(model, evaluated, movements(round));
    if (!counter.empty()) return {false, "the rules look at " + counter};
    if (!goes_round_again(evaluator, twins, round)) return {false, "the second round differs from the first"};
    if (round.inflation.twins.empty()) return {true, ""};

    std::vector<std::optional<Value>> growing(twins.pools().size());  // one of those that there are more of
    for (const auto& [extra, twin] : round.inflation.twins) {
        if (growing[extra.pool] && twins.equals_of(round.first, twin) !=
                                       twins.equals_of(round.first, {extra.pool, *growing[extra.pool]}))
            return {false, "several sorts of " + model.type(twins.pools()[extra.pool].type).name +
                               " grow in number"};
        growing[extra.pool] = twin.value;
    }
    const Threshold wanted = threshold(evaluator, twins, evaluated, round.first, growing);
    if (!wanted.refused.empty()) return {false, "the rules look at " + wanted.refused};
    if (round.forced) {
        for (const TypeId type : evaluated.bound) {
            const std::optional<std::size_t> pool = twins.pool_of(type);
            if (pool && growing[*pool]) return {false, "there is more to choose from in every round"};
        }
    }
    for (const auto& [extra, twin] : round.inflation.twins) {
        std::size_t bystanders = 0;
        for (const Object& object : twins.equals_of(round.first, twin)) {
            if (stands_by(model, twins, round, object)) ++bystanders;
        }
        if (bystanders < wanted.bystanders) {
            const std::string& kind = model.type(twins.pools()[extra.pool].type).name;
            return {false, "the rules may look at the number of " + kind};
        }
    }
    return {true, ""};
}

std::optional<Successor> forced_successor(const Evaluator& evaluator, const State& state) {
    Expansion expansion = evaluator.expand(state);
    if (expansion.successors.empty()) return std::nullopt;
    for (const Successor& successor : expansion.successors) {
        if (!successor.next || successor.next != expansion.successors.front().next) return std::nullopt;
    }
    return std::move(expansion.successors.front());
}

std::optional<Growth> find_growth(const Evaluator& evaluator, const Twins& twins, const State& from,
                                  std::size_t steps) {
    std::vector<State> path{from};
    std::vector<Successor> moves;
    std::map<std::vector<Value>, std::vector<std::size_t>> seen{{twins.shape(from), {0}}};
    std::optional<Growth> undecided;
    while (moves.size() < steps) {
        std::optional<Successor> only = forced_successor(evaluator, path.back());
        if (!only) break;
        path.push_back(*only->next);
        moves.push_back(std::move(*only));
        std::vector<std::size_t>& alike = seen[twins.shape(path.back())];
        for (const std::size_t before : alike) {
            if (path[before] == path.back()) return std::nullopt;
        }
        // The latest of those that look alike: then a bound that lay ahead may be left behind, and there are
        // more bystanders.
        const std::size_t start = alike.empty() ? path.size() : alike.back();
        alike.push_back(path.size() - 1);
        if (start == path.size()) continue;
        std::optional<Inflation> inflation = twins.inflation(path[start], path.back());
        if (!inflation || (inflation->shifts.empty() && inflation->twins.empty())) continue;
        Growth growth;
        const auto first = moves.begin() + static_cast<std::ptrdiff_t>(start);
        growth.stem.assign(moves.begin(), first);
        growth.round = {path[start], {first, moves.end()}, std::move(*inflation), true};
        growth.recurrence = judge(evaluator, twins, growth.round);
        if (growth.recurrence.infinite) return growth;
        if (!undecided) undecided = std::move(growth);
    }
    return undecided;
}

}  // namespace errata::checker
