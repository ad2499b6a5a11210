#include "checker/order/choices.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checker/explicit/traces.h"
#include "checker/order/orders.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/incident_list.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t tries_per_place = 1000;
// From one pick of a repeat to the next there are a few.
constexpr std::size_t states_between_rounds = 200;

// One way to go, and where it can come to rest.
struct Way {
    std::string label;
    Quiescence ends;
};

struct Parted {
    const Way* first = nullptr;
    const Way* second = nullptr;
    Ends ends = {};
};

Outcome outcome_of(const Model& model, const State& before, const Parted& parted, bool first) {
    const Way& way = first ? *parted.first : *parted.second;
    const Way& other = first ? *parted.second : *parted.first;
    Outcome result;
    result.label = way.label;
    const State* end = first ? parted.ends.of_first : parted.ends.of_second;
    if (way.ends.endless && !other.ends.endless) result.what = "it can go on for ever";
    come_to(model, before, end, result);
    return result;
}

// Transitions that nobody's decisions alone tell apart.
using Same = std::vector<const Successor*>;

bool is_same_choice(Move a, Move b) {
    a.outcomes.clear();
    b.outcomes.clear();
    return a == b;
}

std::vector<Same> by_choice(const Expansion& expansion) {
    std::vector<Same> result;
    for (const Successor& successor : expansion.successors) {
        if (result.empty() || !is_same_choice(result.back().front()->move, successor.move))
            result.emplace_back();
        result.back().push_back(&successor);
    }
    return result;
}

// Is there an option with these names when the point is come to again?
bool is_there_later(const Evaluator& evaluator, const Same& after, PointId at,
                    const std::vector<Value>& names) {
    std::set<State> seen;
    std::vector<State> open;
    const auto visit = [&](const Successor& successor) {
        if (successor.next && seen.insert(*successor.next).second) open.push_back(*successor.next);
    };
    for (const Successor* successor : after) visit(*successor);
    while (!open.empty() && seen.size() <= states_between_rounds) {
        const State state = std::move(open.back());
        open.pop_back();
        for (const Successor& successor : evaluator.expand(state).successors) {
            const bool is_back = successor.move.kind == MoveKind::Option && successor.move.point == at;
            if (is_back && successor.move.bindings == names) return true;
            if (!is_back) visit(successor);
        }
    }
    return false;
}

// Two things that are both done, one after the other, whichever comes first.
bool are_both_done(const Evaluator& evaluator, PointId at, const Same& one, const Same& other) {
    return is_there_later(evaluator, one, at, other.front()->move.bindings) &&
           is_there_later(evaluator, other, at, one.front()->move.bindings);
}

// What parts at a point: `first` and `second` say what comes first, where that is what is decided there.
Finding finding_at(const Model& model, const Point& point, const Owner& owner, ClauseId first,
                   ClauseId second) {
    const bool chosen = owner.kind == OwnerKind::Player;
    const std::string who = chosen ? player_name(model, owner.player) : "nobody";
    Finding finding;
    finding.code = chosen ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
    finding.order = point.orders ? point.orders : point.to_come ? OrderKind::Objects : OrderKind::Choice;
    finding.title = point.name + ": nobody decides";
    finding.explanation = "The rules leave this choice to nobody, and what comes of it differs.";
    if (point.clause.is_valid()) finding.clauses.push_back(point.clause);
    if (chosen && !point.orders) {
        finding.order = OrderKind::Rounds;
        finding.title = point.name + ": which comes first";
        finding.explanation = "They are done one after the other, " + who +
                              " picks which comes first, and what comes of it differs.";
    } else if (point.to_come) {
        finding.title = point.name;
        finding.clauses = {point.clause};
        finding.explanation = "They have their turns one after the other, " + who +
                              " decides in which order, and what comes of it differs.";
    } else if (point.orders) {
        finding.clauses = {first};
        if (second != first) finding.clauses.push_back(second);
        const std::string names = clause_names(model, finding.clauses);
        finding.title = point.name + ": " + names + (finding.clauses.size() < 2 ? " twice" : "");
        finding.explanation = "Several could be first, and what comes of it depends on which is; ";
        finding.explanation += chosen ? who + " chooses." : "no rule says who chooses.";
    }
    return finding;
}

// What the rules leave to nobody, and what somebody puts in order, is a choice like any other to the search;
// it is a finding where what comes of it differs. One per place.
class Choices {
public:
    Choices(Task& task, const Searched& searched)
        : task_(task), searched_(searched), evaluator_(task.workbench().evaluator()) {}

    void run() {
        for (const Reach* reach : searched_.graphs) {
            for (std::size_t id = 0; id < reach->exploration().size(); ++id) {
                const ReachedState& reached = reach->exploration()[StateId(id)];
                if (reached.expanded && is_asked(*reach, StateId(id), reached.owner()))
                    look_at(*reach, StateId(id));
            }
            for (const StateId id : reach->recording().undecided()) look_within(*reach, id);
        }
    }
    ComparedChoices result() const { return result_; }

private:
    // Point, whether a player chooses, and the two clauses.
    using Place = std::tuple<PointId, bool, ClauseId, ClauseId>;

    // A state whose transitions are looked at.
    struct Within {
        const Reach& reach;
        StateId id;
        const Expansion& expansion;

        std::uint32_t number_of(const Successor& step) const {
            return static_cast<std::uint32_t>(&step - expansion.successors.data());
        }
    };

    bool is_asked(const Reach& reach, StateId id, const Owner& owner) const {
        if (owner.kind == OwnerKind::Nobody) return true;
        if (owner.kind != OwnerKind::Player) return false;
        const Value top = reach.exploration().state(id)[task_.model().layout.frame(0)];
        if (top <= 0) return false;
        const Point& point = task_.model().flow.points[static_cast<std::size_t>(top - 1)];
        return point.orders || picks_in_rounds(point);
    }

    // Enough of one place, or of all of them: what is left is not compared, and the verdict says so.
    bool is_tried_enough(std::size_t& tries) {
        const bool enough = ++tries > tries_per_place || visited_ > task_.obligation().budget.states ||
                            task_.workbench().clock().is_over();
        if (enough) ++result_.passed_over;
        return enough;
    }

    // The options of a point.
    void look_at(const Reach& reach, StateId id) {
        const State state = reach.exploration().state(id);
        const Expansion expansion = evaluator_.expand(state);
        if (expansion.successors.empty() || expansion.successors.front().move.kind != MoveKind::Option)
            return;
        const PointId at = expansion.successors.front().move.point;
        const Point& point = task_.model().flow.points[at.index];
        const bool chosen = expansion.owner.kind == OwnerKind::Player;
        const auto options = by_choice(expansion);
        // What comes first is told apart by the clauses; any other choice is one place.
        std::vector<ClauseId> clauses(options.size());
        for (std::size_t i = 0; i < options.size() && point.orders; ++i) {
            const Move& move = options[i].front()->move;
            if (move.kind == MoveKind::Option) clauses[i] = point.options[move.option].clause;
        }
        const auto place = [&](std::size_t i, std::size_t k) {
            return Place{at, chosen, std::min(clauses[i], clauses[k]), std::max(clauses[i], clauses[k])};
        };
        std::vector<std::pair<std::size_t, std::size_t>> pairs;
        for (std::size_t k = 1; k < options.size(); ++k) {
            for (std::size_t i = 0; i < k; ++i) {
                if (!reported_.contains(place(i, k))) pairs.emplace_back(i, k);
            }
        }
        if (pairs.empty() || is_tried_enough(tries_[at])) return;
        const std::vector<Way> ways = dsl::mapped(options, [&](const auto& option) {
            return Way{move_text(task_.model(), state, option.front()->move), ends_of(option, &point)};
        });
        for (const auto& [i, k] : pairs) {
            if (reported_.contains(place(i, k))) continue;
            const bool in_rounds = chosen && !point.orders;
            if (in_rounds && !are_both_done(evaluator_, at, options[i], options[k])) continue;
            const auto parted = parting_of({&ways[i], &ways[k]});
            if (!parted) continue;
            Finding finding = finding_at(task_.model(), point, expansion.owner, clauses[i], clauses[k]);
            finding.outcomes = {outcome_of(task_.model(), state, *parted, true),
                                outcome_of(task_.model(), state, *parted, false)};
            reported_.insert(place(i, k));
            report(std::move(finding), trace_to(reach.exploration(), id));
        }
    }

    // What nobody decides in the middle of a transition.
    void look_within(const Reach& reach, StateId id) {
        const Expansion expansion = evaluator_.expand(reach.exploration().state(id));
        for (const auto& same : by_choice(expansion)) compare({reach, id, expansion}, same, 0);
    }

    Quiescence ends_of(const Same& successors, const Point* within = nullptr) {
        Quiescence all;
        for (const Successor* successor : successors) {
            if (!successor->next) {
                all.cut_off(successor->incidents.empty() ? OrderCut::Room : OrderCut::Error);
                continue;
            }
            Quiescence own = explore(evaluator_, *successor->next, std::nullopt, states_per_order, within);
            visited_ += own.states;
            all.cut_off(own.cut);
            all.endless = all.endless || own.endless;
            all.ends.merge(own.ends);
        }
        return all;
    }

    // Transitions with the same decisions before the one of this number.
    void compare(const Within& within, const Same& same, std::size_t number) {
        std::map<std::uint32_t, Same> by_outcome;
        for (const Successor* successor : same) {
            if (successor->move.outcomes.size() > number)
                by_outcome[successor->move.outcomes[number].second].push_back(successor);
        }
        for (const auto& [outcome, successors] : by_outcome) compare(within, successors, number + 1);
        if (by_outcome.empty()) return;
        const IncidentId at = by_outcome.begin()->second.front()->move.outcomes[number].first;
        if (!is_order(task_.model(), at) || met_.contains(at) || is_tried_enough(tries_within_[at])) return;
        const Incident& incident = task_.model().incidents.all[at.index];
        const std::vector<Way> ways = dsl::mapped(by_outcome, [&](const auto& entry) {
            const auto& [outcome, successors] = entry;
            return Way{outcome < incident.outcomes.size() ? incident.outcomes[outcome] : "",
                       ends_of(successors)};
        });
        const auto parted = parting_of(dsl::mapped(ways, [](const Way& way) { return &way; }));
        if (!parted) return;
        Finding finding;
        finding.code = incident.code;
        finding.title = incident.title;
        finding.explanation = incident.subject;
        finding.order = incident.order;
        finding.clauses = incident.clauses;
        const State state = within.reach.exploration().state(within.id);
        finding.outcomes = {outcome_of(task_.model(), state, *parted, true),
                            outcome_of(task_.model(), state, *parted, false)};
        met_.insert(at);
        const Successor& step = *by_outcome.begin()->second.front();
        report(std::move(finding), trace_to(within.reach.exploration(), within.id, within.number_of(step)));
    }

    // Two ways that come to different ends, or of which one alone can go on for ever.
    std::optional<Parted> parting_of(const std::vector<const Way*>& ways) {
        OrderCut cut = OrderCut::None;
        for (const Way* way : ways) cut = std::max(cut, way->ends.cut);
        result_.undecided.add(cut);
        if (cut != OrderCut::None) return std::nullopt;
        for (std::size_t i = 1; i < ways.size(); ++i) {
            const std::optional<Ends> differ = differing_ends(ways[0]->ends, ways[i]->ends);
            if (differ) return Parted{ways[0], ways[i], *differ};
            if (ways[0]->ends.endless != ways[i]->ends.endless) return Parted{ways[0], ways[i]};
        }
        return std::nullopt;
    }

    void report(Finding finding, Trace play) {
        ++result_.found[finding.code == FindingCode::OrderChosen ? 1 : 0];
        finding.witness = std::move(play);
        finding.minimal_proved = searched_.is_whole;
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Searched& searched_;
    const Evaluator& evaluator_;
    std::set<Place> reported_;
    std::set<IncidentId> met_;
    std::map<PointId, std::size_t> tries_;
    std::map<IncidentId, std::size_t> tries_within_;
    ComparedChoices result_;
    std::size_t visited_ = 0;  // states, while comparing
};

}  // namespace

bool picks_in_rounds(const Point& point) {
    return point.owner == OwnerKind::Player && !point.rounds.empty() && !point.unseen &&
           point.options.size() == 1 && !point.options[0].binders.empty();
}

ComparedChoices compare_choices(Task& task, const Searched& searched) {
    Choices choices(task, searched);
    choices.run();
    return choices.result();
}

}  // namespace errata::checker
