#include "checker/text/idle_triggers.h"

#include <algorithm>
#include <map>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/carried_out.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_trigger_expansions = 100'000;
constexpr std::size_t most_tried = 20'000;  // positions beside those that were reached, per ability

// Actions and windows have items too, for what listens to them.
bool is_ability(ClauseKind kind) { return kind == ClauseKind::Rule || kind == ClauseKind::Printed; }

// Where an ability was carried out, as far as it changed nothing.
struct CarriedOut {
    bool does_something = false;
    bool was_carried_out = false;
    std::vector<std::pair<const Reach*, StateId>> places;
};

class IdleTriggers {
public:
    IdleTriggers(Task& task, const std::vector<const Reach*>& graphs)
        : task_(task), model_(task.model()), evaluator_(task.workbench().evaluator()), graphs_(graphs) {}

    void run() {
        std::map<ClauseId, CarriedOut> abilities;
        for (const Trigger& trigger : model_.rules.triggers) {
            const ClauseId clause = trigger.clause;
            if (clause.is_valid() && is_ability(model_.clause(clause).kind)) abilities[clause];
        }
        for (const Reach* graph : graphs_) {
            if (!visit(*graph, abilities)) return;
        }
        for (const Reach* graph : graphs_) {
            if (!look_for_other_changes(*graph, abilities)) return;
        }
        for (const auto& [clause, ability] : abilities) {
            if (ability.was_carried_out && !ability.does_something) note(clause, ability);
        }
    }

private:
    // False: out of time.
    bool visit(const Reach& graph, std::map<ClauseId, CarriedOut>& abilities) const {
        for (std::size_t i = 0; i < graph.exploration().size(); ++i) {
            if (task_.workbench().clock().is_over()) return false;
            const State state = graph.exploration().state(StateId(i));
            const auto ability = abilities.find(clause_carried_out(model_, state));
            if (ability == abilities.end() || ability->second.does_something) continue;
            const Effect effect = effect_in(state, graph.closed_at(StateId(i)));
            if (effect == Effect::OtherMove) continue;
            ability->second.was_carried_out = true;
            ability->second.does_something = effect == Effect::Something;
            ability->second.places.emplace_back(&graph, StateId(i));
        }
        return true;
    }

    // What an ability costs, or does at once, it does elsewhere. False: out of time.
    bool look_for_other_changes(const Reach& graph, std::map<ClauseId, CarriedOut>& abilities) const {
        const auto is_candidate = [](const auto& entry) {
            return entry.second.was_carried_out && !entry.second.does_something;
        };
        for (std::size_t i = 0; i < graph.exploration().size(); ++i) {
            if (task_.workbench().clock().is_over()) return false;
            if (std::ranges::none_of(abilities, is_candidate)) return true;
            for (const Successor& successor :
                 evaluator_.expand(graph.exploration().state(StateId(i))).successors) {
                for (const Change& change : successor.changes) {
                    const auto ability = abilities.find(change.clause);
                    if (ability != abilities.end()) ability->second.does_something = true;
                }
            }
        }
        return true;
    }

    // What a reading says that the search left closed is not known: it may do something.
    Effect effect_in(const State& state, const ReadingSet& closed) const {
        ReadingSet asked;
        const Expansion expansion = evaluator_.watched(asked).expand(state);
        for (std::size_t i = 0; i < closed.size(); ++i) {
            if (closed[i] && i < asked.size() && asked[i]) return Effect::Something;
        }
        if (!expansion.incidents.empty()) return Effect::Something;
        Effect strongest = Effect::OtherMove;
        for (const Successor& successor : expansion.successors)
            strongest = std::max(strongest, effect_of(model_, state, successor));
        return strongest;
    }

    // The first cell, and its value, with which the ability would do something where it was carried out.
    Phrase needed_change(const CarriedOut& ability) const {
        std::size_t tried = 0;
        for (const auto& [graph, id] : ability.places) {
            const State state = graph->exploration().state(id);
            for (const Variable& variable : model_.variables) {
                const Type& type = model_.type(variable.type);
                if (variable.is_kept || variable.is_phase || variable.is_of_rules() || !type.is_finite())
                    continue;
                for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
                    State other = state;
                    for (other[cell] = type.lo; other[cell] <= type.hi; ++other[cell]) {
                        if (other[cell] == state[cell]) continue;
                        if (++tried > most_tried || task_.workbench().clock().is_over()) return "";
                        if (would_change(other))
                            return cell_name(model_, cell) + " = " +
                                   cell_value_text(model_, cell, other[cell]) + " (here " +
                                   cell_value_text(model_, cell, state[cell]) + ")";
                    }
                }
            }
        }
        return "";
    }

    bool would_change(const State& state) const {
        const Expansion expansion = evaluator_.expand(state);
        return std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
            return successor.next && successor.incidents.empty() &&
                   effect_of(model_, state, successor) == Effect::Something;
        });
    }

    // How it comes about, and is carried out.
    Trace played(const Reach& graph, StateId place) const {
        Trace play = trace_to(graph.exploration(), place);
        for (Successor& successor : evaluator_.expand(graph.exploration().state(place)).successors) {
            if (effect_of(model_, last_state(play), successor) != Effect::Nothing) continue;
            play.steps.push_back(std::move(successor));
            break;
        }
        return play;
    }

    void note(ClauseId clause, const CarriedOut& ability) {
        const auto& [graph, place] = ability.places.front();
        Finding finding;
        finding.code = FindingCode::DeadText;
        finding.status = Status::Complete;
        finding.witness = played(*graph, place);
        finding.facts = {{FactKind::CarriedOutInVain, {model_.clause(clause).text}}};
        const Phrase needed = needed_change(ability);
        finding.facts.push_back(needed.empty() ? Fact{FactKind::NoChangeHelps}
                                               : Fact{FactKind::WouldWith, {needed}});
        finding.clauses = {clause};
        finding.minimal_proved = true;
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Model& model_;
    const Evaluator& evaluator_;
    const std::vector<const Reach*>& graphs_;
};

}  // namespace

bool has_triggers(const Model& model) { return !model.rules.triggers.empty(); }

void find_idle_triggers(Task& task, const std::vector<const Reach*>& graphs) {
    std::size_t states = 0;
    for (const Reach* graph : graphs) states += graph->exploration().size();
    if (states > most_trigger_expansions) {
        task.not_analysed({FactKind::TextTooManyStates});
        return;
    }
    IdleTriggers(task, graphs).run();
}

}  // namespace errata::checker
