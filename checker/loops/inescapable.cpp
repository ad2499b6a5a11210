#include "checker/loops/inescapable.h"

#include <algorithm>
#include <set>

#include "checker/explicit/stage.h"
#include "checker/loops/bystanders.h"
#include "checker/paths/path_run.h"
#include "checker/search/describe.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_states_of_region = 300;

// Objects of a pool whose fields have these values.
struct Sort {
    std::size_t pool = 0;
    std::vector<Value> fields;
    friend auto operator<=>(const Sort&, const Sort&) = default;
};

Sort sort_of(const Twins& twins, const State& state, Object object) {
    Sort sort{object.pool, {}};
    for (std::size_t cell = 0; cell < twins.cells().size(); ++cell) {
        const std::vector<Object>& objects = twins.cells().objects_of(cell);
        if (!objects.empty() && objects.front() == object) sort.fields.push_back(state[cell]);
    }
    return sort;
}

bool is_chosen_by(const Model& model, const Twins& twins, Object object, const Move& move) {
    if (move.kind != MoveKind::Option) return false;
    const std::vector<BinderRegister>& binders =
        model.flow.points[move.point.index].options[move.option].binders;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        if (twins.cells().pool_of(binders[i].type) == object.pool && move.bindings[i] == object.value)
            return true;
    }
    return false;
}

// All states to which play can come, but for more of the same.
class Region {
public:
    Region(const Evaluator& evaluator, const Twins& twins, LoopStage stage)
        : evaluator_(evaluator), model_(evaluator.model()), twins_(twins), stage_(stage) {}

    // Is it closed?
    bool gather(const State& first) {
        add(first);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (states_.size() > max_states_of_region) return false;
            const State state = states_[i];
            const Expansion expansion = evaluator_.expand(state);
            if (expansion.successors.empty()) return false;
            for (const Successor& successor : expansion.successors) {
                if (!successor.next || stage_of(model_, state, successor.move, *successor.next) > stage_ ||
                    !fold(*successor.next))
                    return false;
                steps_.emplace_back(i, successor);
            }
        }
        return true;
    }

    bool holds_for_more() const {
        return std::ranges::all_of(
            steps_, [&](const auto& entry) { return is_same_for_more(states_[entry.first], entry.second); });
    }

private:
    void add(const State& state) {
        by_shape_[twins_.shape(state)].push_back(states_.size());
        states_.push_back(state);
    }

    // False: it is a state met before, but what is more of one is less of another.
    bool fold(const State& state) {
        for (const std::size_t known : by_shape_[twins_.shape(state)]) {
            const std::optional<Inflation> more = twins_.inflation(states_[known], state);
            if (!more) continue;
            for (const auto& [cell, shift] : more->shifts) {
                const Value direction = shift > 0 ? 1 : -1;
                if (cell >= twins_.cells().size() || !twins_.cells().objects_of(cell).empty()) return false;
                if (directions_.emplace(cell, direction).first->second != direction) return false;
            }
            for (const auto& [extra, twin] : more->twins) growing_.insert(sort_of(twins_, state, extra));
            return true;
        }
        add(state);
        return true;
    }

    // From every state that is `state` with more of the same the same can be done, and nothing else, and it
    // leads to the same with more.
    bool is_same_for_more(const State& state, const Successor& step) const {
        const std::optional<std::vector<Population>> populations = bystanders(state, step);
        if (!populations) return false;
        const PathRun run =
            run_path(evaluator_, state, {step}, *populations, {.forced = false, .no_other_options = true});
        if (!run.refusal.empty()) return false;
        return std::ranges::all_of(run.conditions,
                                   [&](const PathCondition& asked) { return stays(run, asked.form); }) &&
               keeps_numbers(run);
    }

    // Of each growing sort, if they are enough.
    std::optional<std::vector<Population>> bystanders(const State& state, const Successor& step) const {
        std::vector<Population> result;
        std::vector<std::vector<Value>> growing(twins_.cells().pools().size());
        for (const Sort& sort : growing_) {
            const TypeId type = twins_.cells().pools()[sort.pool].type;
            Population population{type, {}};
            for (Value value = model_.type(type).first(); value <= model_.type(type).hi; ++value) {
                if (stands_by({sort.pool, value}, sort, state, step)) population.bystanders.push_back(value);
            }
            if (population.bystanders.empty()) return std::nullopt;
            growing[sort.pool].push_back(population.bystanders.front());
            result.push_back(std::move(population));
        }
        if (result.empty()) return result;
        const Threshold wanted =
            threshold(evaluator_, twins_, evaluated_on(model_, state, {step}, true), state, growing);
        const bool enough = wanted.refused.empty() && std::ranges::all_of(result, [&](const Population& of) {
                                return of.bystanders.size() >= wanted.bystanders;
                            });
        return enough ? std::optional(std::move(result)) : std::nullopt;
    }

    bool stands_by(Object object, const Sort& sort, const State& state, const Successor& step) const {
        if (state[cell_of(model_, twins_.cells().pools()[object.pool].exists, {object.value})] == 0 ||
            sort_of(twins_, state, object) != sort)
            return false;
        const bool is_written = std::ranges::any_of(step.changes, [&](const Change& change) {
            const std::vector<Object>& objects = twins_.cells().objects_of(change.cell);
            return std::ranges::find(objects, object) != objects.end();
        });
        return !is_written && !twins_.cells().is_referred_to(state, object) &&
               !twins_.cells().is_referred_to(*step.next, object) &&
               !is_chosen_by(model_, twins_, object, step.move);
    }

    // Which way a variable goes: there are never fewer of an object, and who has no direction never differs.
    Value direction_of(const PathVariable& variable) const {
        if (variable.population) return 1;
        const auto known = directions_.find(variable.cell);
        return known == directions_.end() ? 0 : known->second;
    }

    // 0 or less now, and no more when its variables have gone further.
    bool stays(const PathRun& run, const Linear& form) const {
        return std::ranges::all_of(form.parts, [&](const auto& part) {
            return part.second * direction_of(run.variables[part.first]) <= 0;
        });
    }

    // Every number is afterwards what it was, more by a fixed amount, or a fixed number.
    bool keeps_numbers(const PathRun& run) const {
        for (std::size_t cell = 0; cell < run.last.size(); ++cell) {
            const Linear& form = run.last[cell].form;
            const bool varies = std::ranges::any_of(
                form.parts, [&](const auto& part) { return direction_of(run.variables[part.first]) != 0; });
            if (!varies) continue;
            const auto& [number, coefficient] = form.parts.front();
            const PathVariable& variable = run.variables[number];
            if (form.parts.size() != 1 || coefficient != 1 || variable.population || variable.cell != cell)
                return false;
        }
        return true;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    const Twins& twins_;
    LoopStage stage_;
    std::vector<State> states_;
    std::map<std::vector<Value>, std::vector<std::size_t>> by_shape_;
    std::vector<std::pair<std::size_t, Successor>> steps_;  // and the state that each is taken from
    std::map<std::size_t, Value> directions_;               // of cells that grow: 1 or -1
    std::set<Sort> growing_;
};

}  // namespace

bool is_inescapable(const Evaluator& evaluator, const Twins& twins, const State& first, LoopStage stage) {
    Region region(evaluator, twins, stage);
    return region.gather(first) && region.holds_for_more();
}

bool gets_out(const Evaluator& evaluator, const State& first, LoopStage stage, std::size_t max) {
    std::set<State> known{first};
    std::vector<State> queue{first};
    for (std::size_t i = 0; i < queue.size() && queue.size() < max; ++i) {
        const State state = queue[i];
        const Expansion expansion = evaluator.expand(state);
        if (expansion.over) return true;
        for (const Successor& successor : expansion.successors) {
            if (!successor.next) continue;
            if (stage_of(evaluator.model(), state, successor.move, *successor.next) > stage) return true;
            if (known.insert(*successor.next).second) queue.push_back(*successor.next);
        }
    }
    return false;
}

}  // namespace errata::checker
