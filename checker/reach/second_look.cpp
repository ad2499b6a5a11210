// What a result says is never met, looked for again.
#include <algorithm>
#include <deque>

#include "checker/reach/second_look.h"
#include "checker/reach/unreachable.h"
#include "checker/search/first_states.h"
#include "checker/search/second_look.h"
#include "compiler/ir/decision_tree.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

static std::string name_of(const SecondLook& look, const Sought& sought) {
    if (sought.kind == SoughtKind::Ability) return look.model().clauses[sought.index].path;
    if (sought.kind == SoughtKind::Option) return "an option that is never possible";
    if (sought.kind == SoughtKind::PutOff)
        return look.model().clause(look.model().rules.triggers[sought.index].clause).path;
    return look.workbench().claims().words(claim_of(sought));
}

// Whatever was not met by the search is not met here.
void certify_unreachable(const SecondLook& look, const Reach& reach, const Fixpoint& states) {
    const std::vector<Sought> all_sought = things_sought(look.model());
    std::vector<const Sought*> conditions;
    std::deque<DecisionTree> trees;
    std::vector<ListedStates::Passes> holds;
    std::vector<StateCondition> sought_there;
    look.looked_at({ClaimSort::EveryAbility});
    for (const Sought& sought : all_sought) {
        if (code_of(sought.kind) != FindingCode::UnreachableAbility) look.looked_at(claim_of(sought));
        switch (sought.kind) {
            case SoughtKind::Ending:
                look.require(states.seen().endings[sought.index] ==
                                 reach.recording().endings()[sought.index].has_value(),
                             name_of(look, sought));
                break;
            case SoughtKind::Ability:
                look.require(
                    states.seen().used[sought.index] == reach.recording().used()[sought.index].has_value(),
                    name_of(look, sought));
                break;
            case SoughtKind::PutOff:
                look.require(states.seen().placed[sought.index] ==
                                 reach.recording().placed()[sought.index].has_value(),
                             name_of(look, sought));
                break;
            case SoughtKind::Option: {
                const auto is_taken_in = [&](const std::set<OptionAt>& taken) {
                    return std::ranges::any_of(sought.places,
                                               [&](const OptionAt& place) { return taken.contains(place); });
                };
                look.require(is_taken_in(states.seen().taken) == is_taken_in(reach.recording().taken()),
                             name_of(look, sought));
                break;
            }
            case SoughtKind::Event: {
                const ClauseId clause = look.model().asked.claims[sought.index].clause;
                look.require(
                    states.seen().used[clause.index] == reach.recording().used()[clause.index].has_value(),
                    name_of(look, sought));
                break;
            }
            case SoughtKind::Item:
            case SoughtKind::Premise:
            case SoughtKind::State:
                conditions.push_back(&sought);
                holds.push_back([&tree = trees.emplace_back(look.evaluator(), sought.condition)](
                                    const State& state) { return tree.value(state) == Value{1}; });
                sought_there.push_back(that_holds(look.evaluator(), sought.condition));
                break;
        }
    }
    const std::vector<bool> met = states.states().anywhere(holds);
    const std::vector<std::optional<StateId>> known = first_states(reach, sought_there);
    for (std::size_t i = 0; i < met.size(); ++i)
        look.require(met[i] == known[i].has_value(), name_of(look, *conditions[i]));
}

}  // namespace errata::checker
