#include "checker/claims/scenario_step.h"

#include <algorithm>
#include <set>
#include <utility>

#include "checker/causes/last_changes.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/near/missing_options.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// A scenario is a handful of moves; these only stop one that runs away.
constexpr std::size_t max_branches = 512;
constexpr std::size_t max_transitions = 20'000;

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

bool has_label(const std::string& text, const std::string& label) {
    return text == label || trimmed(text.substr(0, text.find('{'))) == trimmed(label);
}

// Is the play of `of` on the way to that of `to`?
bool is_on_the_way(const ScenarioBranch& of, const Trace& to) {
    const std::size_t steps = of.trace.steps.size();
    if (to.initial.empty() || steps == 0) return true;
    return steps <= to.steps.size() && to.steps[steps - 1].next == of.state;
}

bool same_choice(const Successor& a, const Successor& b) {
    Move left = a.move;
    Move right = b.move;
    left.outcomes.clear();
    right.outcomes.clear();
    return left == right;
}

// Nothing is decided here: one choice, or all lead to the same state.
bool has_one_way_on(const Expansion& expansion) {
    const Successor& first = expansion.successors.front();
    return std::all_of(expansion.successors.begin(), expansion.successors.end(), [&](const Successor& other) {
        return same_choice(first, other) || (first.next && first.next == other.next);
    });
}

FactKind why_cut(const Successor& successor) {
    if (successor.too_many_orders) return FactKind::TooManyOrders;
    if (successor.too_many_ways) return FactKind::TooManyWays;
    return successor.given_up ? FactKind::TooLargeNumbers : FactKind::AgendaOutgrown;
}

class StepPlayer {
public:
    StepPlayer(const Evaluator& evaluator, const Scenario& scenario, const StateVisitor& visit,
               ScenarioOutcome& outcome)
        : evaluator_(evaluator),
          model_(evaluator.model()),
          scenario_(scenario),
          visit_(visit),
          outcome_(outcome) {}

    std::optional<FailedStep> run(std::vector<ScenarioBranch>& branches, std::size_t step) {
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
        std::optional<Fact> blocked;
    };

    ScenarioBranch after(const ScenarioBranch& branch, const Successor& successor) {
        if (visit_) visit_(*successor.next);
        ScenarioBranch next{*successor.next, branch.trace};
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

    Onward onward(const Expansion& expansion, const State& state) const {
        Onward result;
        if (expansion.successors.empty()) {
            result.blocked = Fact{expansion.over ? FactKind::OverBefore : FactKind::StopsBefore};
            return result;
        }
        const bool decided = expansion.owner.kind == OwnerKind::Player && !has_one_way_on(expansion);
        const bool places = expansion.successors.front().move.kind == MoveKind::Place;
        for (const Successor& successor : expansion.successors) {
            if (!decided || places || passes(successor.move)) result.successors.push_back(&successor);
        }
        if (!result.successors.empty()) return result;
        std::vector<Phrase> choices;
        for (const Successor& successor : expansion.successors) {
            const Phrase text = move_text(model_, state, successor.move);
            if (std::find(choices.begin(), choices.end(), text) == choices.end()) choices.push_back(text);
        }
        constexpr std::size_t enough = 6;
        if (choices.size() > enough) {
            choices.resize(enough);
            choices.push_back("…");
        }
        result.blocked =
            Fact{FactKind::ChoosesBefore, {player_name(model_, expansion.owner.player), choices}};
        return result;
    }

    bool passes(const Move& move) const {
        return move.kind == MoveKind::Option &&
               model_.flow.points[move.point.index].options[move.option].passes;
    }

    // Runs every branch on until `arrives` says where it has arrived (a list of next branches; nothing: go
    // on).
    template <class Arrives>
    std::optional<FailedStep> run_on(std::vector<ScenarioBranch>& branches, const Fact& goal,
                                     const Arrives& arrives) {
        std::vector<ScenarioBranch> open = std::exchange(branches, {});
        std::vector<ScenarioBranch> arrived;
        std::set<State> seen;
        while (!open.empty()) {
            ScenarioBranch branch = std::move(open.back());
            open.pop_back();
            if (!seen.insert(branch.state).second) continue;
            const Expansion expansion = evaluator_.expand(branch.state);
            if (std::optional<std::vector<ScenarioBranch>> next = arrives(branch, expansion)) {
                for (ScenarioBranch& one : *next) arrived.push_back(std::move(one));
                continue;
            }
            const Onward on = onward(expansion, branch.state);
            if (on.blocked) return FailedStep{*on.blocked, branch.trace};
            for (const Successor* successor : on.successors) {
                if (std::optional<FailedStep> failed = broken(branch, *successor)) return failed;
                if (!successor->next) return std::nullopt;  // cut: the scenario is not decided
                open.push_back(after(branch, *successor));
            }
            if (open.size() + arrived.size() > max_branches || outcome_.transitions > max_transitions) {
                outcome_.unknown = Fact{FactKind::TooManyBranches};
                return std::nullopt;
            }
        }
        if (arrived.empty()) return FailedStep{{FactKind::RepeatsBefore, {goal}}, {}};
        std::set<State> distinct;
        for (ScenarioBranch& one : arrived) {
            if (distinct.insert(one.state).second) branches.push_back(std::move(one));
        }
        return std::nullopt;
    }

    std::optional<FailedStep> broken(const ScenarioBranch& branch, const Successor& successor) {
        if (successor.next) return std::nullopt;
        if (successor.cut) {
            outcome_.unknown = Fact{why_cut(successor)};
            return std::nullopt;
        }
        Trace trace = branch.trace;
        trace.steps.push_back(successor);
        std::vector<std::string> titles;
        for (const Occurrence& met : successor.incidents)
            titles.push_back(label_of(model_, model_.incidents.all[met.incident.index]));
        return FailedStep{{FactKind::BreakDown, {titles}}, std::move(trace)};
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
            return has_label(model_.rules.triggers[move.trigger.index].name, step.label);
        if (move.kind != MoveKind::Option) return false;
        const PointOption& option = model_.flow.points[move.point.index].options[move.option];
        if (!has_label(option.text, step.label)) return false;
        if (step.take.empty()) return true;
        const auto condition = step.take.find({move.point.index, move.option});
        if (condition == step.take.end()) return false;
        if (!condition->second.is_valid()) return true;
        return evaluator_.option_value(condition->second, state, option, move.bindings) == Value{1};
    }

    // Has an option of the choice at which the state waits the label?
    bool is_about(const ScenarioStep& step, const Expansion& expansion, const State& state) const {
        const PointId top = top_point(model_, state);
        const auto is_of_choice = [](const Successor& successor) {
            return successor.move.kind == MoveKind::Option || successor.move.kind == MoveKind::Otherwise;
        };
        if (!top.is_valid() || !std::ranges::all_of(expansion.successors, is_of_choice)) return false;
        return std::ranges::any_of(model_.flow.points[top.index].options, [&](const PointOption& option) {
            return has_label(option.text, step.label);
        });
    }

    // Where an option of the label is, but none that can be taken: why.
    Fact not_allowed(const ScenarioStep& step, const State& state) const {
        for (const Successor& successor : evaluator_.expand(state).successors) {
            const Move& move = successor.move;
            if (move.kind == MoveKind::Option &&
                has_label(model_.flow.points[move.point.index].options[move.option].text, step.label))
                return {FactKind::NoneAsSaid};
        }
        const Phrase lacks = why_not_offered(
            evaluator_, state, [&](const PointOption& option) { return has_label(option.text, step.label); });
        return {FactKind::NotAllowedHere, {lacks}};
    }

    // Options of different texts.
    std::optional<FailedStep> several(const ScenarioBranch& branch,
                                      const std::vector<const Successor*>& taken) const {
        std::vector<std::string> texts;
        for (const Successor* successor : taken) {
            if (successor->move.kind != MoveKind::Option) return std::nullopt;
            const Move& move = successor->move;
            const std::string& text = model_.flow.points[move.point.index].options[move.option].text;
            if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
        }
        if (texts.size() < 2) return std::nullopt;
        std::vector<std::string> quoted;
        quoted.reserve(texts.size());
        for (const std::string& text : texts) quoted.push_back("\"" + text + "\"");
        const FactKind kind = texts.size() == 2 ? FactKind::TwoFit : FactKind::SeveralFit;
        return FailedStep{{kind, {texts.size(), quoted}}, branch.trace};
    }

    std::optional<FailedStep> take(std::vector<ScenarioBranch>& branches, const ScenarioStep& step) {
        std::optional<FailedStep> failed;
        std::vector<ScenarioBranch> passed_by;  // where there is such an option, but none to be taken
        const auto arrives = [&](const ScenarioBranch& branch,
                                 const Expansion& expansion) -> std::optional<std::vector<ScenarioBranch>> {
            if (!is_owner(step, expansion, branch.state)) return std::nullopt;
            std::vector<const Successor*> taken;
            for (const Successor& successor : expansion.successors) {
                if (matches(step, successor, branch.state)) taken.push_back(&successor);
            }
            if (taken.empty()) {
                if (is_about(step, expansion, branch.state)) passed_by.push_back(branch);
                return std::nullopt;
            }
            if (!failed) failed = several(branch, taken);
            std::vector<ScenarioBranch> result;
            for (const Successor* successor : taken) {
                if (!failed) failed = broken(branch, *successor);
                if (successor->next) result.push_back(after(branch, *successor));
            }
            return result;
        };
        std::optional<FailedStep> stopped = run_on(branches, {FactKind::ItsOption, {step.label}}, arrives);
        if (failed || !stopped) return failed;
        const auto place = std::ranges::find_if(
            passed_by, [&](const ScenarioBranch& branch) { return is_on_the_way(branch, stopped->trace); });
        if (place == passed_by.end()) return stopped;
        return FailedStep{not_allowed(step, place->state), place->trace};
    }

    std::optional<FailedStep> until(std::vector<ScenarioBranch>& branches, const ScenarioStep& step) {
        const auto arrives = [&](const ScenarioBranch& branch,
                                 const Expansion&) -> std::optional<std::vector<ScenarioBranch>> {
            if (evaluator_.value(step.condition, branch.state) != Value{1}) return std::nullopt;
            return std::vector<ScenarioBranch>{branch};
        };
        return run_on(branches, {FactKind::WhatIsAwaited}, arrives);
    }

    // A choice has been made; what it set off (state checks, triggers, their agenda items) belongs to it.
    std::optional<FailedStep> let_resolve(std::vector<ScenarioBranch>& branches) {
        const auto arrives = [&](const ScenarioBranch& branch,
                                 const Expansion& expansion) -> std::optional<std::vector<ScenarioBranch>> {
            const bool settles = !expansion.successors.empty() &&
                                 (expansion.successors.front().move.kind == MoveKind::Settle ||
                                  expansion.successors.front().move.kind == MoveKind::Place);
            const bool agenda = model_.layout.frames > 1 && branch.state[model_.layout.frame(1)] != 0;
            if ((settles || agenda) && !onward(expansion, branch.state).blocked) return std::nullopt;
            return std::vector<ScenarioBranch>{branch};
        };
        return run_on(branches, {FactKind::EndOfSetOff}, arrives);
    }

    std::optional<FailedStep> then(std::vector<ScenarioBranch>& branches, const ScenarioStep& step,
                                   bool after_take) {
        if (after_take) {
            if (std::optional<FailedStep> failed = let_resolve(branches)) return failed;
        }
        for (const ScenarioBranch& branch : branches) {
            const std::optional<Value> value = evaluator_.value(step.condition, branch.state);
            if (value == Value{1}) continue;
            if (!value) return FailedStep{{FactKind::WithoutValue}, branch.trace};
            const Phrase words = held(evaluator_, step.condition, branch.trace).words;
            return FailedStep{{FactKind::NotSo, {words}}, branch.trace};
        }
        return std::nullopt;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    const Scenario& scenario_;
    const StateVisitor& visit_;
    ScenarioOutcome& outcome_;
};

}  // namespace

std::optional<FailedStep> play_step(const Evaluator& evaluator, const Scenario& scenario, std::size_t step,
                                    const StateVisitor& visit, std::vector<ScenarioBranch>& branches,
                                    ScenarioOutcome& outcome) {
    return StepPlayer(evaluator, scenario, visit, outcome).run(branches, step);
}

}  // namespace errata::checker
