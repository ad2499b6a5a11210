#include "checker/search/same_play.h"

#include <algorithm>

#include "checker/search/findings.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t more_stops = 32;

}  // namespace

SamePlay::SamePlay(const Evaluator& evaluator, const Finding& finding, const Evaluator& others)
    : evaluator_(evaluator),
      others_(others),
      play_(*finding.witness),
      most_steps_(2 * play_.steps.size() + more_stops) {
    const State* before = &play_.initial;
    for (std::size_t i = 0; i < play_.steps.size(); ++i) {
        if (evaluator.expand(*before).successors.size() > 1) choices_.push_back({i, &play_.steps[i].move});
        if (play_.steps[i].next) before = &*play_.steps[i].next;
    }
    if (play_.steps.empty()) return;
    for (const Occurrence& met : play_.steps.back().incidents) {
        if (evaluator.model().incidents.all[met.incident.index].code == finding.code)
            shown_.push_back(met.incident);
    }
}

bool SamePlay::shows_the_same(std::size_t step, State state, const There& there) const {
    Way way{std::move(state), choices_before(step)};
    if (ends_with_incidents() && step < play_.steps.size()) return comes_to_incidents(way);
    const State end = there(last_state(play_));
    if (!comes_to(way, end)) return false;
    if (!play_.loop_start)
        return others_.expand(way.state).incidents == evaluator_.expand(last_state(play_)).incidents;
    // But for the names of objects alike it may be the same position, and come round with other names.
    const std::size_t start = *play_.loop_start;
    const State& first_time = start == 0 ? play_.initial : *play_.steps[start - 1].next;
    if (first_time != last_state(play_)) return true;
    way.next = choices_before(start);
    const Expansion first = others_.expand(way.state);
    const Successor* const on = next_step(first, way);
    if (on == nullptr || !on->next) return false;
    way.state = *on->next;
    return comes_to(way, end);
}

bool SamePlay::shows_the_same_after(std::size_t step, const Successor& successor) const {
    const bool is_last = step + 1 == play_.steps.size();
    if (is_last && ends_with_incidents()) return ends_so(successor);
    return successor.next && shows_the_same(step + 1, *successor.next, [](State state) { return state; });
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
    const Move* const wanted = way.next < choices_.size() ? choices_[way.next].move : nullptr;
    const Successor* found = nullptr;
    for (const Successor& successor : expansion.successors) {
        if (wanted == nullptr || !is_same_choice(successor.move, *wanted)) continue;
        if (found == nullptr || successor.move == *wanted) found = &successor;
    }
    if (found != nullptr) ++way.next;
    if (found == nullptr && expansion.successors.size() == 1) found = &expansion.successors.front();
    return found;
}

bool SamePlay::comes_to(Way& way, const State& end) const {
    while (way.next < choices_.size() || way.state != end) {
        const Expansion expansion = others_.expand(way.state);
        const Successor* const step = next_step(expansion, way);
        if (step == nullptr || !step->next) return false;
        way.state = *step->next;
    }
    return true;
}

bool SamePlay::comes_to_incidents(Way& way) const {
    for (;;) {
        const Expansion expansion = others_.expand(way.state);
        const Successor* const step = next_step(expansion, way);
        if (step == nullptr) return false;
        if (way.next == choices_.size() && ends_so(*step)) return true;
        if (!step->next) return false;
        way.state = *step->next;
    }
}

}  // namespace errata::checker
