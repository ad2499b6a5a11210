#include "checker/claims/ways.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/order/orders.h"
#include "checker/order/telling_ends.h"
#include "checker/order/unchosen.h"
#include "checker/plays/describe.h"
#include "checker/plays/solutions.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t states_behind = 500;  // looked at behind one way, for where it comes to rest

struct Way {
    Successor step;
    State seen;              // what a person sees behind it; empty: an error
    bool is_absent = false;  // the move is not there that way: another one is, or none
};

// No state looks like that.
const State absent{none_value};

using Group = std::vector<Way>;  // those with one outcome

// The game's own variables and how it ends, not what the kernel and abilities keep for themselves. That one
// way is a phase ahead tells little: what comes of it is seen further on.
State seen_in(const Model& model, const State& state) {
    State seen;
    for (const Variable& variable : model.variables) {
        if (variable.is_kept || variable.is_horizon || variable.is_phase) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) seen.push_back(state[variable.base + i]);
    }
    seen.push_back(state[model.layout.over]);
    return seen;
}

// What the outcomes of an incident are called; of several solutions, in what each differs from the others.
struct Labels {
    const Incident& incident;
    std::vector<Phrase> solutions;
    bool are_solutions = false;

    Phrase of(std::uint32_t outcome) const {
        const Phrase solution = outcome < solutions.size() ? ": " + solutions[outcome] : "";
        if (outcome < incident.outcomes.size()) return incident.outcomes[outcome] + solution;
        return (outcome == 0 ? "no" : "yes") + solution;
    }
};

using Decided = std::vector<std::pair<IncidentId, std::uint32_t>>;

Decided::const_iterator decided_in(const Move& move, IncidentId id) {
    return std::ranges::find(move.outcomes, id, [](const auto& outcome) { return outcome.first; });
}

// An outcome with which the move is not there is a group, too: what happens by itself is another move then,
// and an option cannot be chosen.
std::map<std::uint32_t, Group> groups_of(const Evaluator& evaluator, IncidentId id, const State& before,
                                         const Move& taken) {
    const Expansion expansion = evaluator.expand(before);
    const Decided earlier(taken.outcomes.begin(), decided_in(taken, id));
    std::map<std::uint32_t, Group> groups;
    const auto add = [&](const Move& move, Way way) {
        const auto decided = decided_in(move, id);
        if (decided == move.outcomes.end() || Decided(move.outcomes.begin(), decided) != earlier) return;
        Group& group = groups[decided->second];
        group.insert(move == taken ? group.begin() : group.end(), std::move(way));
    };
    for (const Successor& sibling : expansion.successors) {
        if (is_same_choice(sibling.move, taken))
            add(sibling.move, {sibling, sibling.next ? seen_in(evaluator.model(), *sibling.next) : State()});
    }
    for (const Move& move : expansion.absent) {
        Successor nothing;
        nothing.move = move;
        if (is_same_choice(move, taken)) add(move, {std::move(nothing), absent, true});
    }
    if (taken.kind == MoveKind::Option || expansion.owner.kind == OwnerKind::Player) return groups;
    std::set<std::uint32_t> known;
    for (const auto& [outcome, group] : groups) known.insert(outcome);
    for (const Successor& other : expansion.successors) {
        const auto decided = decided_in(other.move, id);
        const bool is_new = decided != other.move.outcomes.end() && !known.contains(decided->second);
        if (is_new) add(other.move, {other, absent, true});
    }
    return groups;
}

Labels labels_of(const Evaluator& evaluator, IncidentId id, const State& before, const Move& taken,
                 const std::map<std::uint32_t, Group>& groups) {
    const Model& model = evaluator.model();
    Labels labels{model.incidents.all[id.index], {}};
    const std::optional<AboutEquations> about = about_equations(model, id);
    labels.are_solutions = about && !about->is_none;
    if (!labels.are_solutions) return labels;
    labels.solutions =
        solutions_in_words(evaluator, about->system, state_when_solved(evaluator, *about, before, taken));
    const std::optional<State>& next = groups.begin()->second.front().step.next;
    if (labels.solutions.empty() && next)
        labels.solutions = solutions_in_words(evaluator, about->system, *next);
    return labels;
}

// " (and stays_on_board(u1): no)": what else is left open behind that question and has to be decided on the
// way that is shown.
Phrase decided_with(const Model& model, IncidentId id, const Successor& step) {
    const auto is_of_question = [&](const auto& outcome) {
        return std::ranges::any_of(step.open_values,
                                   [&](const OpenValue& value) { return value.incident == outcome.first; });
    };
    // Each value that is taken is an outcome, in this order.
    const auto before = std::count_if(step.move.outcomes.begin(), decided_in(step.move, id), is_of_question);
    std::vector<Phrase> labels;
    for (auto other = static_cast<std::size_t>(before); other < step.open_values.size(); ++other) {
        if (step.open_values[other].incident != id)
            labels.push_back(answer_text(model, step.open_values[other]));
    }
    return labels.empty() ? "" : " (and " + list_text(labels) + ")";
}

std::set<State> seen_but_in(const std::map<std::uint32_t, Group>& groups, std::uint32_t outcome) {
    std::set<State> seen;
    for (const auto& [other, group] : groups) {
        for (const Way& way : group) {
            if (other != outcome) seen.insert(way.seen);
        }
    }
    return seen;
}

Outcome outcome_of(const Model& model, const State& before, const Phrase& label, const Way& way) {
    const Successor& step = way.step;
    if (way.is_absent && !step.next) return {label, {}, std::nullopt, "this cannot be chosen"};
    Outcome outcome{label, step.changes, std::nullopt};
    const std::size_t over = model.layout.over;
    if (step.next && step.next->at(over) != before[over])
        outcome.changes.push_back({over, before[over], step.next->at(over), {}});
    return outcome;
}

// Where a way comes to rest; nothing where it leads to an error.
Quiescence rest_behind(const Evaluator& evaluator, const Way& way) {
    if (way.step.next) return explore(evaluator, *way.step.next, std::nullopt, states_behind);
    Quiescence error;
    error.cut_off(OrderCut::Error);
    return error;
}

// Where two ways part behind the step, by the first of each group.
Telling play_on(const Evaluator& evaluator, const State& before, const std::map<std::uint32_t, Group>& groups,
                std::vector<Outcome>& outcomes) {
    const Model& model = evaluator.model();
    const auto rests =
        dsl::mapped(groups, [&](const auto& group) { return rest_behind(evaluator, group.second.front()); });
    const auto is_cut = [](const Quiescence& rest) { return !rest.complete(); };
    if (std::ranges::any_of(rests, is_cut)) return Telling::Undecided;
    const auto nexts = dsl::mapped(groups, [](const auto& group) { return *group.second.front().step.next; });
    // Who chooses on the way may matter although the same ends can be reached, and so may what nobody sees,
    // such as the uses of a limit.
    const auto is_settled = [](const Quiescence& rest) { return rest.ends.size() == 1 && !rest.endless; };
    const auto is_one = [](const auto& entry) { return entry.second.size() == 1; };
    bool is_alike = std::ranges::all_of(rests, is_settled) && std::ranges::all_of(groups, is_one);
    for (std::size_t i = 1; i < rests.size(); ++i) {
        const auto is_visible = [&](const std::optional<Ends>& ends) {
            return ends && ends->of_first && ends->of_second &&
                   seen_in(model, *ends->of_first) != seen_in(model, *ends->of_second);
        };
        std::optional<Ends> differ = telling_ends(evaluator, rests[0], {{nexts[0]}}, rests[i], {{nexts[i]}});
        if (!is_visible(differ)) differ = differing_ends(evaluator, rests[0], rests[i]);
        const bool is_seen = is_visible(differ);
        is_alike = is_alike && !differ;
        if (!is_seen) continue;
        outcomes = {outcomes[0], outcomes[i]};
        come_to(evaluator, before, {{nexts[0]}}, differ->of_first, outcomes[0]);
        come_to(evaluator, before, {{nexts[i]}}, differ->of_second, outcomes[1]);
        return Telling::Apart;
    }
    return is_alike ? Telling::Alike : Telling::Undecided;
}

// Some outcome leads to phases to which another one does not.
bool are_in_different_phases(const Model& model, const std::map<std::uint32_t, Group>& groups) {
    std::set<std::set<State>> phases;
    for (const auto& [outcome, group] : groups) {
        std::set<State> own;
        for (const Way& way : group) {
            State phase;
            for (const Variable& variable : model.variables) {
                if (variable.is_phase && way.step.next) phase.push_back((*way.step.next)[variable.base]);
            }
            own.insert(std::move(phase));
        }
        phases.insert(std::move(own));
    }
    return phases.size() > 1;
}

// One of them stops in the middle, where it is asked what comes first.
bool asks_for_an_order(const Model& model, const std::map<std::uint32_t, Group>& groups) {
    return std::ranges::any_of(groups, [&](const auto& entry) {
        const std::optional<State>& next = entry.second.front().step.next;
        const PointId point = next ? top_point(model, *next) : PointId();
        return point.is_valid() && model.flow.points[point.index].orders.has_value();
    });
}

// Where nobody does anything, play on one way may only make a stop more: each is told by where somebody
// chooses again. Nothing: that is not the same question for all.
std::optional<Telling> play_to_next_choice(const Evaluator& evaluator, const State& before,
                                           const std::map<std::uint32_t, Group>& groups,
                                           std::vector<Outcome>& outcomes) {
    const Model& model = evaluator.model();
    const auto is_settled = [](const auto& entry) {
        return entry.second.size() == 1 && entry.second.front().step.next.has_value();
    };
    if (!std::ranges::all_of(groups, is_settled)) return std::nullopt;
    const auto next_of = [](const auto& entry) -> const State& { return *entry.second.front().step.next; };
    const State& first = next_of(*groups.begin());
    if (std::ranges::all_of(groups, [&](const auto& entry) {
            return leads_on(evaluator, next_of(entry), first) || leads_on(evaluator, first, next_of(entry));
        }))
        return Telling::Alike;
    const auto ends =
        dsl::mapped(groups, [&](const auto& entry) { return next_choice(evaluator, next_of(entry)); });
    const auto is_unknown = [](const auto& end) { return !end.has_value(); };
    if (std::ranges::any_of(ends, is_unknown)) return std::nullopt;
    const auto looks_like_first = [&](const auto& end) {
        return seen_in(model, *end) == seen_in(model, *ends.front());
    };
    if (std::ranges::all_of(ends, looks_like_first)) return std::nullopt;
    for (std::size_t i = 0; i < ends.size(); ++i) {
        const State& next = next_of(*std::next(groups.begin(), static_cast<std::ptrdiff_t>(i)));
        come_to(evaluator, before, {{next}}, &*ends[i], outcomes[i]);
    }
    return Telling::Apart;
}

}  // namespace

Ways ways_of(const Evaluator& evaluator, IncidentId id, const State& before, const Move& taken) {
    Ways result;
    const Model& model = evaluator.model();
    std::map<std::uint32_t, Group> groups = groups_of(evaluator, id, before, taken);
    if (groups.empty()) return result;
    const Labels labels = labels_of(evaluator, id, before, taken, groups);
    bool are_apart = false;
    bool is_somewhere_absent = false;
    for (auto& [outcome, group] : groups) {
        is_somewhere_absent = is_somewhere_absent || std::ranges::any_of(group, &Way::is_absent);
        const std::set<State> elsewhere = seen_but_in(groups, outcome);
        const auto own =
            std::ranges::find_if(group, [&](const Way& way) { return !elsewhere.contains(way.seen); });
        are_apart = are_apart || own != group.end();
        if (own != group.end()) std::rotate(group.begin(), own, std::next(own));
        const Way& shown = group.front();
        const Phrase also = group.size() > 1 ? decided_with(model, id, shown.step) : "";
        result.outcomes.push_back(outcome_of(model, before, labels.of(outcome) + also, shown));
    }
    if (groups.size() == 1 || (is_somewhere_absent && are_apart)) return result;
    const bool are_in_phases = are_in_different_phases(model, groups);
    if (are_in_phases) {
        const auto told = play_to_next_choice(evaluator, before, groups, result.outcomes);
        if (told) return {std::move(result.outcomes), *told};
    }
    const bool are_uneven = are_in_phases || asks_for_an_order(model, groups);
    if (are_apart && !are_uneven) return result;
    // How far the step happens to go tells less than where play comes to rest.
    std::vector<Outcome> at_rest = result.outcomes;
    const Telling further = play_on(evaluator, before, groups, at_rest);
    if (further == Telling::Apart || !are_apart) {
        result.outcomes = std::move(at_rest);
        result.telling = further;
    }
    if (result.telling == Telling::Undecided && are_uneven) result.telling = Telling::Apart;
    return result;
}

Ways ways_of(const Evaluator& evaluator, IncidentId incident, const Trace& play) {
    const auto decides = [&](const Move& move) { return decided_in(move, incident) != move.outcomes.end(); };
    if (!play.steps.empty() && (decides(play.steps.back().move) || !play.steps.back().next))
        return ways_of(evaluator, incident, state_before_last(play), play.steps.back().move);
    // Asked for an option: with some answers it is there. The options that tell the answers apart come first.
    std::optional<Ways> result;
    for (const Successor& offered : evaluator.expand(last_state(play)).successors) {
        if (!decides(offered.move)) continue;
        Ways ways = ways_of(evaluator, incident, last_state(play), offered.move);
        const Phrase choice = move_text(evaluator.model(), last_state(play), offered.move);
        for (Outcome& outcome : ways.outcomes) outcome.label += ": \"" + choice + "\"";
        if (ways.telling == Telling::Apart) return ways;
        if (!result || ways.telling == Telling::Undecided) result = std::move(ways);
    }
    return result.value_or(Ways());
}

}  // namespace errata::checker
