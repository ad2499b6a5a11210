#include "checker/causes/same_play.h"

#include <algorithm>
#include <set>

#include "checker/plays/describe.h"
#include "checker/plays/steps.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t more_stops = 32;
constexpr std::size_t most_states_of_another = 500;
constexpr std::size_t most_rounds_again = 4;

bool passes(const Model& model, const Move& move) {
    return move.kind == MoveKind::Option && model.flow.points[move.point.index].options[move.option].passes;
}

bool is_number(const Model& model, std::size_t cell) {
    const std::optional<VarId> variable = variable_of(model, cell);
    return variable && is_number_type(model.type(model.variable(*variable).type));
}

}  // namespace

std::function<bool(const State& before, const State& after)> same_as_between(const Model& model,
                                                                             const State& first,
                                                                             const State& second) {
    std::vector<std::pair<std::size_t, Value>> changes;
    for (std::size_t cell = 0; cell < first.size(); ++cell) {
        if (first[cell] != second[cell] && is_number(model, cell))
            changes.emplace_back(cell, second[cell] - first[cell]);
    }
    // More may wait to be done each time. Variables come first among the cells.
    const auto variables = static_cast<std::ptrdiff_t>(model.layout.over);
    const bool piles_up = !std::equal(first.begin() + variables, first.end(), second.begin() + variables);
    const auto compared = static_cast<std::size_t>(piles_up ? variables : std::ssize(first));
    return [changes = std::move(changes), compared](State before, State after) {
        const bool goes_on = changes.empty() || std::ranges::any_of(changes, [&](const auto& change) {
                                 return after[change.first] - before[change.first] == change.second;
                             });
        for (const auto& [cell, by] : changes) before[cell] = after[cell] = 0;
        before.resize(compared);
        after.resize(compared);
        return goes_on && before == after;
    };
}

SamePlay::SamePlay(const Game& game, const Finding& finding, IsShown is_shown)
    : game_(game),
      play_(*finding.witness),
      most_steps_(2 * play_.steps.size() + more_stops),
      is_shown_(std::move(is_shown)) {
    const State* before = &play_.initial;
    for (std::size_t i = 0; i < play_.steps.size(); ++i) {
        const Move& move = play_.steps[i].move;
        if (game_.successors(*before).size() > 1)
            choices_.push_back({i, &move, passes(game_.rules().model(), move)});
        if (play_.steps[i].next) before = &*play_.steps[i].next;
    }
    if (play_.steps.empty()) return;
    for (const Occurrence& met : play_.steps.back().incidents) {
        if (game_.rules().model().incidents.all[met.incident.index].code == finding.code)
            shown_.push_back(met.incident);
    }
    if (!is_shown_ && !ends_with_incidents() && !play_.loop_start) show_where_it_ends(finding);
}

// A position may meet an incident, such as a choice without an option. Then nothing else of it counts.
void SamePlay::show_where_it_ends(const Finding& finding) {
    const auto is_its = [&](const Occurrence& met) {
        return game_.rules().model().incidents.all[met.incident.index].code == finding.code;
    };
    std::vector<Occurrence> shown = game_.expand(last_state(play_)).incidents;
    std::erase_if(shown, [&](const Occurrence& met) { return !is_its(met); });
    if (shown.empty()) return;
    is_shown_ = [shown](const Evaluator& rules, const State& state) {
        const std::vector<Occurrence> met = rules.expand(state).incidents;
        return std::ranges::all_of(
            shown, [&](const Occurrence& wanted) { return std::ranges::find(met, wanted) != met.end(); });
    };
}

bool SamePlay::shows_the_same(const Game& others, std::size_t step, State state, const There& there) const {
    Way way{others, std::move(state), choices_before(step)};
    if (ends_with_incidents() && step < play_.steps.size()) return comes_to_incidents(way);
    const State end = there ? there(last_state(play_)) : last_state(play_);
    if (!comes_to(way, end)) return false;
    if (is_shown_) return true;
    if (!play_.loop_start)
        return others.expand(way.state).incidents == game_.expand(last_state(play_)).incidents;
    // But for the names of objects alike it may be the same position, and come round with other names.
    const std::size_t start = *play_.loop_start;
    const State& first_time = state_before(play_, start);
    if (first_time != last_state(play_)) return true;
    way.next = choices_before(start);
    way.perhaps_made = 0;
    const Expansion first = others.expand(way.state);
    const Successor* const on = next_step(first, way);
    if (on == nullptr || !on->next) return false;
    way.state = *on->next;
    return comes_to(way, end);
}

bool SamePlay::shows_the_same_after(const Game& others, std::size_t step, const Successor& successor) const {
    const bool is_last = step + 1 == play_.steps.size();
    if (is_last && ends_with_incidents()) return ends_so(successor);
    return successor.next && shows_the_same(others, step + 1, *successor.next);
}

bool SamePlay::is_shown_by_another_after(const Game& others, std::size_t step,
                                         const Successor& successor) const {
    if (!successor.next) return step + 1 == play_.steps.size() && ends_so(successor);
    const Move& taken = play_.steps[step].move;
    const State& goal = play_.loop_start        ? state_before(play_, *play_.loop_start)
                        : ends_with_incidents() ? play_.initial
                                                : last_state(play_);
    std::set<State> known{*successor.next};
    std::vector<State> open{*successor.next};
    for (std::size_t i = 0; i < open.size() && open.size() < most_states_of_another; ++i) {
        const State state = open[i];
        if (!ends_with_incidents() && (is_shown_ ? is_shown_(others.rules(), state) : state == goal))
            return true;
        const Expansion expansion = others.expand(state);
        const bool is_asked_again = std::ranges::any_of(
            expansion.successors, [&](const Successor& other) { return other.move == successor.move; });
        for (const Successor& other : expansion.successors) {
            if (is_asked_again && other.move == taken) continue;
            if (ends_with_incidents() && ends_so(other)) return true;
            if (other.next && known.insert(*other.next).second) open.push_back(*other.next);
        }
    }
    return false;
}

std::vector<const Move*> SamePlay::choices(Stretch steps) const {
    std::vector<const Move*> result;
    for (std::size_t i = choices_before(steps.first); i < choices_before(steps.end); ++i) {
        if (!choices_[i].passes) result.push_back(choices_[i].move);
    }
    return result;
}

// A trigger that is not there any more need not be placed, and what nobody offers any more not be chosen.
bool SamePlay::is_gone(const Game& others, const Move& choice) {
    if (choice.kind == MoveKind::Place) return true;
    if (choice.kind != MoveKind::Option) return false;
    const Evaluator& rules = others.rules();
    const ClauseId owner = rules.model().flow.points[choice.point.index].options[choice.option].clause;
    return owner.is_valid() && !rules.enabled().empty() && !rules.enabled()[owner.index];
}

// Clauses that are left out may have set something off before, and it is still there in the first round. So a
// later round has to come back, or the first one with as much still to be done as there was.
std::optional<Trace> SamePlay::comes_round(const Game& others, Stretch round, State state,
                                           const Same& same) const {
    const std::size_t first = choices_before(round.first);
    const std::size_t end = choices_before(round.end);
    const std::size_t most_rounds = next_played(first) >= end ? most_steps_ : most_rounds_again;
    Way way{others, std::move(state), first};
    Trace again;
    again.initial = way.state;
    std::vector<std::size_t> ends{0};  // of rounds, in `again`
    const auto variables = static_cast<std::ptrdiff_t>(game_.rules().model().layout.over);
    const auto waits_alike = [&](const State& before, const State& after) {
        return std::equal(before.begin() + variables, before.end(), after.begin() + variables, after.end());
    };
    while (ends.size() <= most_rounds) {
        way.next = first;
        way.perhaps_made = 0;
        way.steps = 0;
        do {
            const Expansion expansion = others.expand(way.state);
            if (expansion.successors.empty()) return std::nullopt;
            const Successor* const step = next_step(expansion, way);
            if (way.steps > most_steps_ || (step != nullptr && !step->next)) return std::nullopt;
            if (step != nullptr) {
                way.state = *step->next;
                again.steps.push_back(*step);
            } else if (const std::size_t next = next_played(way.next);
                       next < end && is_gone(others, *choices_[next].move)) {
                way.next = next + 1;
                way.perhaps_made = 0;
            } else {
                return std::nullopt;
            }
        } while (next_played(way.next + way.perhaps_made) < end);
        for (const std::size_t before : ends) {
            const State& then = state_before(again, before);
            if (before == again.steps.size() || !same(then, way.state)) continue;
            if (before == 0 && !waits_alike(then, way.state)) continue;
            again.initial = state_before(again, before);
            again.steps.erase(again.steps.begin(), again.steps.begin() + static_cast<std::ptrdiff_t>(before));
            return again;
        }
        ends.push_back(again.steps.size());
    }
    return std::nullopt;
}

bool SamePlay::is_ever(const Game& others, const IsShown& is_so) const {
    Way way{others, play_.initial};
    for (;;) {
        if (is_so(others.rules(), way.state)) return true;
        if (has_made_all(way)) return false;
        const Expansion expansion = others.expand(way.state);
        const Successor* const step = next_step(expansion, way);
        if (step == nullptr || !step->next) return false;
        way.state = *step->next;
    }
}

bool SamePlay::ends_with_incidents() const {
    return !shown_.empty() || (!play_.steps.empty() && !play_.steps.back().next);
}

bool SamePlay::ends_so(const Successor& step) const {
    const auto is_met = [&](IncidentId incident) {
        return std::ranges::find(step.incidents, incident, &Occurrence::incident) != step.incidents.end();
    };
    return step.next.has_value() == play_.steps.back().next.has_value() &&
           std::ranges::all_of(shown_, is_met);
}

std::size_t SamePlay::choices_before(std::size_t step) const {
    const auto is_later = [&](const Choice& choice) { return choice.step >= step; };
    return static_cast<std::size_t>(std::ranges::find_if(choices_, is_later) - choices_.begin());
}

const Successor* SamePlay::next_step(const Expansion& expansion, Way& way) const {
    if (expansion.successors.empty() || ++way.steps > most_steps_) return nullptr;
    if (expansion.successors.size() == 1) {
        const Successor& only = expansion.successors.front();
        const std::size_t wanted = way.next + way.perhaps_made;
        if (wanted < choices_.size() && is_same_choice(only.move, *choices_[wanted].move)) ++way.perhaps_made;
        return &only;
    }
    const std::size_t end = std::min(choices_.size(), next_played(way.next + way.perhaps_made) + 1);
    for (std::size_t wanted = way.next; wanted < end; ++wanted) {
        const Successor* const found = taken(expansion, *choices_[wanted].move);
        if (found == nullptr) continue;
        way.next = wanted + 1;
        way.perhaps_made = 0;
        return found;
    }
    return pass(expansion);
}

// Somewhere the play passes, too.
const Successor* SamePlay::pass(const Expansion& expansion) const {
    for (const Choice& choice : choices_) {
        const Successor* const found = choice.passes ? taken(expansion, *choice.move) : nullptr;
        if (found != nullptr) return found;
    }
    return nullptr;
}

std::size_t SamePlay::next_played(std::size_t choice) const {
    while (choice < choices_.size() && choices_[choice].passes) ++choice;
    return choice;
}

// Rather with what nobody decides as it was.
const Successor* SamePlay::taken(const Expansion& expansion, const Move& choice) {
    const Successor* found = nullptr;
    for (const Successor& successor : expansion.successors) {
        if (!is_same_choice(successor.move, choice)) continue;
        if (found == nullptr || successor.move == choice) found = &successor;
    }
    return found;
}

bool SamePlay::has_made_all(const Way& way) const {
    return next_played(way.next + way.perhaps_made) >= choices_.size();
}

// All choices that are left place triggers. Some of these triggers may not be there.
bool SamePlay::has_made_all_but_gone(const Way& way) const {
    for (std::size_t next = way.next + way.perhaps_made; next < choices_.size(); ++next) {
        if (!choices_[next].passes && !is_gone(way.game, *choices_[next].move)) return false;
    }
    return true;
}

bool SamePlay::comes_to(Way& way, const State& end) const {
    const auto is_there = [&] {
        return is_shown_ ? is_shown_(way.game.rules(), way.state) : way.state == end;
    };
    while (!has_made_all_but_gone(way) || !is_there()) {
        const Expansion expansion = way.game.expand(way.state);
        const Successor* const step = next_step(expansion, way);
        if (step == nullptr || !step->next) return false;
        way.state = *step->next;
    }
    return true;
}

bool SamePlay::comes_to_incidents(Way& way) const {
    for (;;) {
        const Expansion expansion = way.game.expand(way.state);
        const Successor* const step = next_step(expansion, way);
        if (step == nullptr) return false;
        if (has_made_all_but_gone(way) && ends_so(*step)) return true;
        if (!step->next) return false;
        way.state = *step->next;
    }
}

}  // namespace errata::checker
