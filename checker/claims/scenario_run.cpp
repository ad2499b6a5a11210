#include "checker/claims/scenario_run.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/explicit/initial_states.h"
#include "checker/explicit/opened_readings.h"
#include "checker/search/describe.h"
#include "checker/search/reading_dependence.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// A scenario is a handful of moves; these only stop one that runs away.
constexpr std::size_t max_branches = 512;
constexpr std::size_t max_transitions = 20'000;
constexpr SetupLimits max_combinations{1'000, 100'000};  // of readings

struct Branch {
    State state;
    Trace trace;
};

struct Failed {
    std::string reason;
    Trace trace;
};

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

bool has_label(const std::string& text, const std::string& label) {
    return text == label || trimmed(text.substr(0, text.find('{'))) == trimmed(label);
}

class Play {
public:
    Play(const Evaluator& evaluator, const Scenario& scenario, const StateVisitor& visit,
         ScenarioOutcome& outcome)
        : evaluator_(evaluator),
          model_(evaluator.model()),
          scenario_(scenario),
          visit_(visit),
          outcome_(outcome) {}

    std::optional<Failed> run(std::vector<Branch>& branches, std::size_t step) {
        const ScenarioStep& what = scenario_.steps[step];
        switch (what.kind) {
            case StepKind::Take:
                return take(branches, what);
            case StepKind::Until:
                return until(branches, what);
            case StepKind::Then: {
                const bool after_take = step > 0 && scenario_.steps[step - 1].kind == StepKind::Take;
                return then(branches, what, after_take);
            }
        }
        return std::nullopt;
    }

private:
    // What the play does at a state by itself: the successors to follow, or who must choose.
    struct Onward {
        std::vector<const Successor*> successors;
        std::optional<std::string> blocked;
    };

    Branch after(const Branch& branch, const Successor& successor) {
        if (visit_) visit_(*successor.next);
        Branch next{*successor.next, branch.trace};
        next.trace.steps.push_back(successor);
        for (const Occurrence& met : successor.incidents) {
            if (std::find(outcome_.incidents.begin(), outcome_.incidents.end(), met.incident) ==
                outcome_.incidents.end()) {
                outcome_.incidents.push_back(met.incident);
            }
        }
        ++outcome_.transitions;
        return next;
    }

    static bool same_choice(const Successor& a, const Successor& b) {
        Move left = a.move;
        Move right = b.move;
        left.outcomes.clear();
        right.outcomes.clear();
        return left == right;
    }

    // Nothing is decided here: one choice, or all lead to the same state.
    static bool is_forced(const Expansion& expansion) {
        const Successor& first = expansion.successors.front();
        return std::all_of(expansion.successors.begin(), expansion.successors.end(),
                           [&](const Successor& other) {
                               return same_choice(first, other) || (first.next && first.next == other.next);
                           });
    }

    Onward onward(const Expansion& expansion, const State& state) const {
        Onward result;
        if (expansion.successors.empty()) {
            result.blocked =
                expansion.over ? "the game is over before that" : "play stops before that: no option is left";
            return result;
        }
        const bool decided = expansion.owner.kind == OwnerKind::Player && !is_forced(expansion);
        const bool places = expansion.successors.front().move.kind == MoveKind::Place;
        for (const Successor& successor : expansion.successors) {
            if (!decided || places || passes(successor.move)) result.successors.push_back(&successor);
        }
        if (!result.successors.empty()) return result;
        std::vector<std::string> choices;
        for (const Successor& successor : expansion.successors) {
            const std::string text = move_text(model_, state, successor.move);
            if (std::find(choices.begin(), choices.end(), text) == choices.end()) choices.push_back(text);
        }
        constexpr std::size_t enough = 6;
        if (choices.size() > enough) {
            choices.resize(enough);
            choices.push_back("…");
        }
        result.blocked = player_name(model_, expansion.owner.player) +
                         " must choose before that: " + dsl::join(choices, "; ");
        return result;
    }

    bool passes(const Move& move) const {
        return move.kind == MoveKind::Option && model_.points[move.point.index].options[move.option].passes;
    }

    // Runs every branch on until `arrives` says where it has arrived (a list of next branches; nothing: go
    // on).
    template <class Arrives>
    std::optional<Failed> run_on(std::vector<Branch>& branches, const std::string& goal,
                                 const Arrives& arrives) {
        std::vector<Branch> open = std::move(branches);
        std::vector<Branch> arrived;
        std::set<State> seen;
        while (!open.empty()) {
            Branch branch = std::move(open.back());
            open.pop_back();
            if (!seen.insert(branch.state).second) continue;
            const Expansion expansion = evaluator_.expand(branch.state);
            if (std::optional<std::vector<Branch>> next = arrives(branch, expansion)) {
                for (Branch& one : *next) arrived.push_back(std::move(one));
                continue;
            }
            const Onward on = onward(expansion, branch.state);
            if (on.blocked) return Failed{*on.blocked, branch.trace};
            for (const Successor* successor : on.successors) {
                if (std::optional<Failed> failed = broken(branch, *successor)) return failed;
                if (!successor->next) return std::nullopt;  // cut: the scenario is not decided
                open.push_back(after(branch, *successor));
            }
            if (open.size() + arrived.size() > max_branches || outcome_.transitions > max_transitions) {
                outcome_.unknown =
                    "the scenario leaves too many branches open (say more in its position or its steps)";
                return std::nullopt;
            }
        }
        if (arrived.empty()) return Failed{"play repeats for ever without reaching " + goal, {}};
        std::set<State> distinct;
        for (Branch& one : arrived) {
            if (distinct.insert(one.state).second) branches.push_back(std::move(one));
        }
        return std::nullopt;
    }

    static std::string why_cut(const Successor& successor) {
        if (successor.too_many_orders)
            return std::string(compiler::more_than_all_orders) + " (" + compiler::orders_remedy + ")";
        if (successor.too_many_ways) return compiler::more_than_all_ways;
        if (successor.given_up) return "a number or a search for solutions grows too large";
        return "the agenda outgrows the scenario's bound (raise that in its scope)";
    }

    std::optional<Failed> broken(const Branch& branch, const Successor& successor) {
        if (successor.next) return std::nullopt;
        if (successor.cut) {
            outcome_.unknown = why_cut(successor);
            return std::nullopt;
        }
        Trace trace = branch.trace;
        trace.steps.push_back(successor);
        std::vector<std::string> titles;
        for (const Occurrence& met : successor.incidents)
            titles.push_back(model_.incidents[met.incident.index].title);
        return Failed{"the rules break down: " + dsl::join(titles, "; "), std::move(trace)};
    }

    bool is_owner(const ScenarioStep& step, const Expansion& expansion, const State& state) const {
        if (expansion.owner.kind != step.owner_kind) return false;
        if (step.owner_kind != OwnerKind::Player) return true;
        const std::optional<Value> player = evaluator_.value(step.owner, state);
        return player && *player == expansion.owner.player;
    }

    bool matches(const ScenarioStep& step, const Successor& successor, const State& state) const {
        const Move& move = successor.move;
        if (move.kind == MoveKind::Place)
            return has_label(model_.triggers[move.trigger.index].name, step.label);
        if (move.kind != MoveKind::Option) return false;
        const PointOption& option = model_.points[move.point.index].options[move.option];
        if (!has_label(option.text, step.label)) return false;
        if (step.take.empty()) return true;
        const auto condition = step.take.find({move.point.index, move.option});
        if (condition == step.take.end()) return false;
        if (!condition->second.is_valid()) return true;
        return evaluator_.option_value(condition->second, state, option, move.bindings) == Value{1};
    }

    std::optional<Failed> take(std::vector<Branch>& branches, const ScenarioStep& step) {
        std::optional<Failed> failed;
        const auto arrives = [&](const Branch& branch,
                                 const Expansion& expansion) -> std::optional<std::vector<Branch>> {
            if (!is_owner(step, expansion, branch.state)) return std::nullopt;
            std::vector<Branch> result;
            bool found = false;
            for (const Successor& successor : expansion.successors) {
                if (!matches(step, successor, branch.state)) continue;
                found = true;
                if (!failed) failed = broken(branch, successor);
                if (successor.next) result.push_back(after(branch, successor));
            }
            if (!found) return std::nullopt;
            return result;
        };
        std::optional<Failed> stopped = run_on(branches, "\"" + step.label + "\"", arrives);
        return failed ? failed : stopped;
    }

    std::optional<Failed> until(std::vector<Branch>& branches, const ScenarioStep& step) {
        const auto arrives = [&](const Branch& branch,
                                 const Expansion&) -> std::optional<std::vector<Branch>> {
            if (evaluator_.value(step.condition, branch.state) != Value{1}) return std::nullopt;
            return std::vector<Branch>{branch};
        };
        return run_on(branches, "what \"until\" awaits", arrives);
    }

    // A choice has been made; what it set off (state checks, triggers, their agenda items) belongs to it.
    std::optional<Failed> let_resolve(std::vector<Branch>& branches) {
        const auto arrives = [&](const Branch& branch,
                                 const Expansion& expansion) -> std::optional<std::vector<Branch>> {
            const bool settles = !expansion.successors.empty() &&
                                 (expansion.successors.front().move.kind == MoveKind::Settle ||
                                  expansion.successors.front().move.kind == MoveKind::Place);
            const bool agenda = model_.layout.frames > 1 && branch.state[model_.layout.frame(1)] != 0;
            if ((settles || agenda) && !onward(expansion, branch.state).blocked) return std::nullopt;
            return std::vector<Branch>{branch};
        };
        return run_on(branches, "the end of what was set off", arrives);
    }

    std::optional<Failed> then(std::vector<Branch>& branches, const ScenarioStep& step, bool after_take) {
        if (after_take) {
            if (std::optional<Failed> failed = let_resolve(branches)) return failed;
        }
        for (const Branch& branch : branches) {
            const std::optional<Value> value = evaluator_.value(step.condition, branch.state);
            if (value == Value{1}) continue;
            if (!value) return Failed{"what it states has no value here", branch.trace};
            const std::string held = cells_text(evaluator_, step.condition, branch.state);
            return Failed{held.empty() ? "it does not hold" : held, branch.trace};
        }
        return std::nullopt;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    const Scenario& scenario_;
    const StateVisitor& visit_;
    ScenarioOutcome& outcome_;
};

// Under the readings of the state that it begins with.
ScenarioOutcome play_from(const Evaluator& evaluator, std::size_t index, const State& state,
                          const StateVisitor& visit) {
    const Scenario& scenario = evaluator.model().scenarios[index];
    ScenarioOutcome outcome;
    Branch start{state, {}};
    start.trace.setup = scenario_setup(evaluator.model(), index);
    start.trace.initial = state;
    if (visit) visit(state);
    const Trace nothing_yet = start.trace;
    std::vector<Branch> branches{std::move(start)};
    Play play(evaluator, scenario, visit, outcome);
    for (std::size_t step = 0; step < scenario.steps.size(); ++step) {
        std::optional<Failed> failed = play.run(branches, step);
        if (failed) {
            const bool has_trace = !failed->trace.initial.empty();
            outcome.failure =
                ScenarioFailure{step, failed->reason, has_trace ? std::move(failed->trace) : nothing_yet, {}};
            return outcome;
        }
        if (outcome.unknown) return outcome;
    }
    outcome.branches = branches.size();
    return outcome;
}

ScenarioOutcome impossible(const Evaluator& evaluator, std::size_t index) {
    const Setup& setup = evaluator.model().scenarios[index].setup;
    Trace trace;
    trace.setup = scenario_setup(evaluator.model(), index);
    trace.initial = evaluator.initial(setup, std::vector<Value>(setup.open.size()));
    ScenarioOutcome outcome;
    outcome.failure = ScenarioFailure{0, "its setup breaks what it requires", std::move(trace), {}};
    return outcome;
}

using Plays = std::map<State, ScenarioOutcome>;  // by what they begin with

std::size_t departures(const Model& model, const State& state) {
    return static_cast<std::size_t>(std::ranges::count_if(model.readings, [&](const Reading& reading) {
        return state[model.variable(reading.variable).base] != 0;
    }));
}

// Which alternatives it takes for the scenario to fail from this state.
std::vector<std::string> readings_that_matter(const Model& model, const Plays& plays, const State& state) {
    std::vector<std::string> result;
    for (const Reading& reading : model.readings) {
        const Variable& variable = model.variable(reading.variable);
        const auto holds = [&](Value alternative) {
            State other = state;
            other[variable.base] = alternative;
            const auto play = plays.find(other);
            return play != plays.end() && !play->second.failure;
        };
        bool matters = false;
        for (Value other = 0; other <= model.type(variable.type).hi; ++other)
            matters = matters || holds(other);
        if (matters) result.push_back(reading_name(model, reading, state[variable.base]));
    }
    return result;
}

// Of several plays that fail, the one with the fewest readings in another than their first alternative.
ScenarioOutcome joined(const Model& model, const Plays& plays) {
    ScenarioOutcome result;
    result.branches = 0;
    const State* failing = nullptr;
    for (const auto& [state, outcome] : plays) {
        result.branches += outcome.branches;
        result.transitions += outcome.transitions;
        for (const IncidentId met : outcome.incidents) {
            if (std::ranges::find(result.incidents, met) == result.incidents.end())
                result.incidents.push_back(met);
        }
        if (!result.unknown) result.unknown = outcome.unknown;
        if (outcome.failure && (!failing || departures(model, state) < departures(model, *failing)))
            failing = &state;
    }
    if (!failing) return result;
    result.unknown.reset();
    result.failure = plays.at(*failing).failure;
    result.failure->readings = readings_that_matter(model, plays, *failing);
    return result;
}

}  // namespace

std::size_t scenario_setup(const Model& model, std::size_t scenario) {
    return model.setups.size() + scenario;
}

ScenarioOutcome run_scenario(const Evaluator& evaluator, std::size_t index, const Reductions& reductions,
                             const StateVisitor& visit) {
    const Model& model = evaluator.model();
    const Setup& setup = model.scenarios[index].setup;
    ScenarioOutcome undecided;
    for (const std::size_t cell : setup.open) {
        if (!model.variables[variable_of(model, cell)->index].reading.is_valid()) {
            undecided.unknown = "its setup leaves something open";
            return undecided;
        }
    }
    OpenedReadings opened(model, setup, !reductions.readings);
    for (;;) {
        std::optional<std::vector<State>> states =
            initial_states(evaluator, opened.setup(), max_combinations);
        if (!states) {
            undecided.unknown =
                "it asks too many readings to look at every combination of them; bound them: "
                "scope { readings: 1 }";
            return undecided;
        }
        if (states->empty()) return impossible(evaluator, index);
        ReadingSet asked;
        const Evaluator watching = evaluator.watched(asked);
        Plays plays;
        for (const State& state : *states) plays.emplace(state, play_from(watching, index, state, visit));
        if (opened.cover(asked)) {
            ScenarioOutcome outcome = joined(model, plays);
            outcome.readings = opened.text();
            return outcome;
        }
        opened.open(asked);
    }
}

}  // namespace errata::checker
