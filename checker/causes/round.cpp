#include "checker/causes/round.h"

#include <algorithm>
#include <functional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/causes/last_changes.h"
#include "checker/causes/same_play.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

class PlayedRound {
public:
    PlayedRound(const Game& game, const Trace& play, std::size_t from, std::size_t to, bool is_unchosen)
        : play_(play), from_(from), to_(to) {
        for (std::size_t i = from; is_unchosen && i < to; ++i)
            had_choice_.push_back(has_choice(game.expand(state_before(play, i))));
    }

    std::size_t size() const { return to_ - from_; }

    // Clauses that can be left out, and do nothing in any step.
    Clauses bystanders(const Experiment& experiment, Clauses known) const {
        add_clauses(known, used());
        return experiment.that_can_go(known);
    }

    bool goes_on(const Game& others) const {
        return goes_on(others, [](State state) { return state; });
    }

    // With another value in a cell that no step changes. True also where the rules exclude that value.
    bool goes_on_with(const Game& game, std::size_t cell, Value value) const {
        return goes_on(game, [&](State state) {
            state[cell] = value;
            return state;
        });
    }

    // The same, whatever the steps make of the cell then.
    bool goes_on_beside(const Game& game, std::size_t cell, Value value) const {
        for (std::size_t i = from_; i < to_; ++i) {
            State before = state_before(play_, i);
            before[cell] = value;
            if (!game.rules().is_well_formed(before)) return true;
            const Expansion expansion = game.expand(before);
            const auto same = std::ranges::find_if(expansion.successors, [&](const Successor& way) {
                if (way.move != play_.steps[i].move || !way.next) return false;
                State next = *way.next;
                next[cell] = (*play_.steps[i].next)[cell];
                return next == play_.steps[i].next;
            });
            if (same == expansion.successors.end() || gives_another_choice(i, expansion)) return false;
            value = (*same->next)[cell];
        }
        return true;
    }

    SamePlay::Stretch stretch() const { return {from_, to_}; }

    // Who acts in it.
    Clauses used() const {
        Clauses result;
        for (std::size_t i = from_; i < to_; ++i) add_clauses(result, play_.steps[i].used);
        return result;
    }

    // Cells that play changed before the round, and that the round does not change.
    std::vector<std::size_t> changed_before() const {
        std::set<std::size_t> cells;
        for (std::size_t i = 0; i < to_; ++i) {
            for (const Change& change : play_.steps[i].changes) {
                if (i < from_) cells.insert(change.cell);
                if (i >= from_) cells.erase(change.cell);
            }
        }
        return {cells.begin(), cells.end()};
    }

private:
    // Each step, from another state to another state.
    bool goes_on(const Game& others, const std::function<State(State)>& other) const {
        for (std::size_t i = from_; i < to_; ++i) {
            const State before = other(state_before(play_, i));
            if (!others.rules().is_well_formed(before)) return true;
            const State after = other(*play_.steps[i].next);
            const Expansion expansion = others.expand(before);
            const bool is_there = std::ranges::any_of(expansion.successors, [&](const Successor& way) {
                return way.move == play_.steps[i].move && way.next == after;
            });
            if (!is_there || gives_another_choice(i, expansion)) return false;
        }
        return true;
    }

    bool gives_another_choice(std::size_t step, const Expansion& expansion) const {
        return !had_choice_.empty() && had_choice_[step - from_] != has_choice(expansion);
    }

    static bool has_choice(const Expansion& expansion) {
        return std::ranges::any_of(expansion.successors, [&](const Successor& other) {
            return other.next != expansion.successors.front().next;
        });
    }

    const Trace& play_;
    std::size_t from_;
    std::size_t to_;
    std::vector<bool> had_choice_ = {};  // by step, where nobody should have one
};

// A round in which what is awaited never becomes true, and nobody could make it true in one step.
class Waiting {
public:
    Waiting(const Evaluator& evaluator, const Trace& play, TermId awaited)
        : evaluator_(evaluator),
          play_(play),
          awaited_(awaited),
          asked_(variables_read(evaluator.model(), {awaited})) {}

    std::size_t size() const { return play_.steps.size() - *play_.loop_start; }

    bool goes_on(const Game& others) const {
        for (std::size_t i = *play_.loop_start; i < play_.steps.size(); ++i) {
            const std::vector<Successor> ways = others.successors(state_before(play_, i));
            const auto comes_about = [&](const Successor& other) {
                return other.next && evaluator_.value(awaited_, *other.next) == Value{1};
            };
            const auto goes_so = [&](const Successor& other) {
                return other.move == play_.steps[i].move && other.next &&
                       is_alike(*other.next, *play_.steps[i].next);
            };
            if (std::ranges::any_of(ways, comes_about) || std::ranges::none_of(ways, goes_so)) return false;
        }
        return true;
    }

    // Clauses that change in the round what the awaited condition reads. Turns, phases and actions do not
    // count.
    Clauses set_back_by() const {
        const Model& model = evaluator_.model();
        Clauses result;
        for (std::size_t i = *play_.loop_start; i < play_.steps.size(); ++i) {
            for (const Change& change : play_.steps[i].changes) {
                const auto variable = variable_of(model, change.cell);
                const bool is_asked = variable && asked_[variable->index] && change.clause.is_valid();
                if (is_asked && !is_frame(model.clause(change.clause).kind))
                    add_clause(result, change.clause);
            }
        }
        return result;
    }

private:
    // In what is asked.
    bool is_alike(const State& a, const State& b) const {
        const Model& model = evaluator_.model();
        for (std::size_t v = 0; v < model.variables.size(); ++v) {
            const auto first = static_cast<std::ptrdiff_t>(model.variables[v].base);
            const auto last = first + static_cast<std::ptrdiff_t>(model.variables[v].cells);
            if (asked_[v] && !std::equal(a.begin() + first, a.begin() + last, b.begin() + first))
                return false;
        }
        return true;
    }

    const Evaluator& evaluator_;
    const Trace& play_;
    TermId awaited_;
    std::vector<bool> asked_;
};

bool can_be_told(const Model& model, std::size_t cell) {
    const auto id = variable_of(model, cell);
    if (!id) return false;
    const Variable& variable = model.variable(*id);
    const auto is_one_of_many = [&](TypeId type) {
        return model.type(model.types.base(type)).interchangeable;
    };
    return is_of_the_game(variable) && !is_one_of_many(variable.type) &&
           std::ranges::none_of(variable.params, is_one_of_many);
}

// Cells that play changed on the way, and without which the round would go otherwise. A few at most.
std::vector<std::size_t> kept_up_by(const Experiment& experiment, const PlayedRound& round,
                                    const Trace& play) {
    constexpr std::size_t most_said = 4;
    constexpr std::size_t most_steps = 2'000;  // made again
    const Game game = experiment.game();
    const Model& model = game.rules().model();
    std::vector<std::size_t> cells = round.changed_before();
    std::erase_if(cells, [&](std::size_t cell) {
        return !can_be_told(model, cell) || last_state(play)[cell] == play.initial[cell];
    });
    if (cells.size() * round.size() > most_steps) return {};
    std::erase_if(cells,
                  [&](std::size_t cell) { return round.goes_on_with(game, cell, play.initial[cell]); });
    if (cells.size() > most_said || !experiment.is_known()) return {};
    return cells;
}

// Those that act in the round and are none of the finding's: it goes on without them.
Clauses spared(const Experiment& experiment, const PlayedRound& round, const Finding& finding) {
    const Clauses acting = round.used();
    Clauses result = experiment.that_can_go(finding.clauses);
    std::erase_if(result, [&](ClauseId clause) { return !has_clause(acting, clause); });
    return result;
}

// Do the same choices lead round?
bool comes_round(const SamePlay& again, const Game& game, const PlayedRound& round, const Trace& play,
                 State from) {
    const auto [first, end] = round.stretch();
    const State& after = end < play.steps.size() ? state_before(play, end) : last_state(play);
    const SamePlay::Same same = same_as_between(game.rules().model(), state_before(play, first), after);
    return again.comes_round(game, round.stretch(), std::move(from), same).has_value();
}

// Who last changed the cell, if it can be left out and the finding does not name it.
Clauses last_changer(const Experiment& experiment, const Finding& finding, std::size_t cell) {
    ClauseId last;
    for (const Successor& step : finding.witness->steps) {
        for (const Change& change : step.changes) last = change.cell == cell ? change.clause : last;
    }
    const Clauses others = experiment.that_can_go(finding.clauses);
    return last.is_valid() && has_clause(others, last) ? Clauses{last} : Clauses{};
}

// Says so. Of what the round needs: names those without any one of which play, its choices made
// again, never has it so.
void name_what_keeps_it_up(const Experiment& experiment, const PlayedRound& round, const SamePlay& again,
                           Finding& finding) {
    const Trace& play = *finding.witness;
    std::vector<std::size_t> cells = kept_up_by(experiment, round, play);
    const Clauses others = spared(experiment, round, finding);
    // A round comes back without whoever last changed the cell, where it is as it was at first.
    std::erase_if(cells, [&](std::size_t cell) {
        Clauses changing = last_changer(experiment, finding, cell);
        if (changing.empty()) return false;
        add_clauses(changing, others);
        State from = state_before(play, round.stretch().first);
        from[cell] = play.initial[cell];
        return comes_round(again, experiment.without(changing), round, play, std::move(from));
    });
    if (cells.empty()) return;
    finding.facts.push_back(
        {FactKind::ThereItIs, {values_since(experiment.game().rules().model(), cells, play)}});
    std::erase_if(cells, [&](std::size_t cell) {
        return round.goes_on_beside(experiment.game(), cell, play.initial[cell]);
    });
    if (cells.empty()) return;
    const State end = last_state(play);
    const auto is_so = [&](const Evaluator&, const State& state) {
        return std::ranges::all_of(cells, [&](std::size_t cell) { return state[cell] == end[cell]; });
    };
    const auto comes_so = [&](const Game& game) { return again.is_ever(game, is_so); };
    if (!comes_so(experiment.game())) return;
    add_helping(finding, experiment.needed_beside_others(experiment.that_can_go(finding.clauses), comes_so,
                                                         play.steps.size()));
}

// Clauses that change something in the round. Without any one of them the same choices do not lead round.
Clauses keeping_round(const Experiment& experiment, const Finding& finding, const SamePlay& again) {
    const Trace& play = *finding.witness;
    const SamePlay::Stretch round{*play.loop_start, play.steps.size()};
    Clauses acting;
    for (std::size_t i = round.first; i < round.end; ++i) {
        for (const Change& change : play.steps[i].changes) add_clause(acting, change.clause);
    }
    Clauses others = experiment.that_can_go(finding.clauses);
    std::erase_if(others, [&](ClauseId clause) { return !has_clause(acting, clause); });
    const auto comes_round = [&](const Game& game) {
        return again.comes_round(game, round, state_before(play, round.first), std::equal_to<State>())
            .has_value();
    };
    if (others.empty() || !comes_round(experiment.game())) return {};
    std::erase_if(others, [&](ClauseId clause) { return comes_round(experiment.without({clause})); });
    return experiment.known(others);
}

}  // namespace

void name_what_a_round_needs(const Evaluator& evaluator, Finding& finding) {
    if (!finding.witness || finding.clauses.empty()) return;
    const Trace& play = *finding.witness;
    std::size_t from = play.loop_start.value_or(play.steps.size());
    std::size_t to = play.steps.size();
    if (!play.loop_start && finding.loop && finding.loop->rounds.size() > 1) {
        from = finding.loop->rounds[0];
        to = std::min(to, finding.loop->rounds[1]);
    }
    const bool ends_in_error = to > 0 && !play.steps[to - 1].next;
    if (from >= to || ends_in_error) return;
    const bool is_unchosen =
        finding.code == FindingCode::LoopMandatory || finding.code == FindingCode::LoopSettle;
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const PlayedRound round(experiment.game(), play, from, to, is_unchosen);
    const SamePlay again(experiment.game(), finding);
    name_what_keeps_it_up(experiment, round, again, finding);
    // Step by step; or by the same choices, if windows do not open in which somebody passes.
    const auto goes_on = [&](const Game& others) {
        return round.goes_on(others) || comes_round(again, others, round, play, state_before(play, from));
    };
    add_helping(finding, experiment.needed_beside_others(round.bystanders(experiment, finding.clauses),
                                                         goes_on, round.size()));
}

void name_what_a_wait_needs(const Evaluator& evaluator, TermId awaited, Finding& finding) {
    const Waiting waiting(evaluator, *finding.witness, awaited);
    add_clauses(finding.clauses, waiting.set_back_by());
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const auto goes_on = [&](const Game& others) { return waiting.goes_on(others); };
    const Clauses others = experiment.that_can_go(finding.clauses);
    if (!goes_on(experiment.without(others)))
        add_helping(finding, experiment.needed(others, goes_on, waiting.size()));
    // In the whole play, its choices made again.
    const SamePlay again(experiment.game(), finding);
    add_helping(finding, keeping_round(experiment, finding, again));
    const auto comes_about = [&](const Game& game) {
        return again.is_ever(game, [&](const Evaluator& rules, const State& state) {
            return rules.value(awaited, state) == Value{1};
        });
    };
    if (comes_about(experiment.game())) return;  // before it is awaited
    if (const auto clause = experiment.one_without(experiment.that_hinder(finding.clauses), comes_about))
        add_helping(finding, {*clause});
}

}  // namespace errata::checker
