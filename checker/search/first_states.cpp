#include "checker/search/first_states.h"

#include <algorithm>
#include <numeric>

#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Where a state and the one that it was reached from differ in nothing that a condition reads, it is not
// asked again: what was so there is so here. (The second look asks it of every state.)
class Differences {
public:
    explicit Differences(const Exploration& exploration, const Model& model)
        : exploration_(exploration), model_(model) {}

    // The variables in which a state differs from the one that it was reached from; of an initial state,
    // nothing.
    std::optional<std::vector<VarId>> of(StateId id, const State& state) {
        const StateId parent = exploration_[id].parent;
        if (!parent.is_valid()) return std::nullopt;
        if (parent != parent_) before_ = exploration_.state(parent);
        parent_ = parent;
        std::vector<VarId> result;
        for (std::size_t i = 0; i < model_.variables.size(); ++i) {
            const auto first = static_cast<std::ptrdiff_t>(model_.variables[i].base);
            const auto last = first + static_cast<std::ptrdiff_t>(model_.variables[i].cells);
            if (!std::equal(state.begin() + first, state.begin() + last, before_.begin() + first))
                result.emplace_back(i);
        }
        return result;
    }

private:
    const Exploration& exploration_;
    const Model& model_;
    StateId parent_;
    State before_;  // the parent
};

}  // namespace

StateCondition that_holds(const Evaluator& evaluator, TermId term) {
    return {[&evaluator, term](const State& state) { return evaluator.value(term, state) == Value{1}; },
            variables_read(evaluator.model(), {term})};
}

std::vector<std::optional<StateId>> first_states(const Reach& reach,
                                                 const std::vector<StateCondition>& conditions) {
    const Exploration& exploration = reach.exploration();
    std::vector<std::optional<StateId>> found(conditions.size());
    std::vector<std::size_t> sought(conditions.size());
    std::iota(sought.begin(), sought.end(), std::size_t{0});
    Differences differences(exploration, reach.model());
    // By condition with an `also`: the states that pass it without that.
    std::vector<std::vector<bool>> passing(conditions.size());
    for (std::size_t i = 0; i < exploration.size() && !sought.empty(); ++i) {
        const State state = exploration.state(StateId(i));
        const StateId parent = exploration[StateId(i)].parent;
        const std::optional<std::vector<VarId>> changed = differences.of(StateId(i), state);
        std::erase_if(sought, [&](std::size_t number) {
            const StateCondition& condition = conditions[number];
            const auto is_read = [&](VarId variable) { return (*condition.reads)[variable.index]; };
            const bool is_as_before = changed && condition.reads && std::ranges::none_of(*changed, is_read);
            // One that was passed by the state before is not sought any more, unless it asks for more.
            const bool passed_before = condition.also && is_as_before && passing[number][parent.index];
            const bool passes = is_as_before ? passed_before : condition.passes(state);
            if (condition.also) passing[number].push_back(passes);
            if (!passes || (condition.also && !condition.also(state))) return false;
            found[number] = StateId(i);
            return true;
        });
    }
    return found;
}

std::optional<StateId> first_state(const Reach& reach, const StateCondition& condition) {
    return first_states(reach, {condition}).front();
}

std::optional<StateId> first_of_player(const Reach& reach, StateId from,
                                       const std::function<bool(const State&)>& passes) {
    const Exploration& exploration = reach.exploration();
    for (std::size_t i = from.index; i < exploration.size(); ++i) {
        const bool decides = exploration[StateId(i)].owner().kind == OwnerKind::Player;
        if (decides && passes(exploration.state(StateId(i)))) return StateId(i);
    }
    return std::nullopt;
}

StateSet states_where(const Reach& reach, const std::function<bool(const State&)>& passes, bool otherwise) {
    const Exploration& exploration = reach.exploration();
    StateSet result(reach.arena().graph.size(), otherwise);
    for (std::size_t i = 0; i < exploration.size(); ++i) result[i] = passes(exploration.state(StateId(i)));
    return result;
}

}  // namespace errata::checker
