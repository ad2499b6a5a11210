#include "checker/order/choices.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/order/exchanges.h"
#include "checker/order/explored.h"
#include "checker/order/needed.h"
#include "checker/order/telling_ends.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "checker/search/incident_list.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/place_in.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t tries_per_place = 1000;

Outcome outcome_of(const Evaluator& evaluator, const State& before, const Parted& parted, bool first) {
    const Way& way = first ? *parted.first : *parted.second;
    const Way& other = first ? *parted.second : *parted.first;
    Outcome result;
    result.label = way.label;
    const State* end = first ? parted.ends.of_first : parted.ends.of_second;
    if (way.ends.endless && !other.ends.endless) result.what = "it can go on for ever";
    if (end == nullptr && result.what.empty()) end = nearest_end(way.ends);
    come_to(evaluator, before, way.beginning, end, result);
    return result;
}

std::vector<Outcome> outcomes_of(const Evaluator& evaluator, const State& before, Parted parted) {
    if (const std::optional<Ends> told = telling_ends(evaluator, parted.first->ends, parted.first->beginning,
                                                      parted.second->ends, parted.second->beginning))
        parted.ends = *told;
    return {outcome_of(evaluator, before, parted, true), outcome_of(evaluator, before, parted, false)};
}

// What parts at a point: `first` and `second` say what comes first, where that is what is decided there.
Finding finding_at(const Model& model, const Point& point, const Owner& owner, ClauseId first,
                   ClauseId second) {
    const bool chosen = owner.kind == OwnerKind::Player;
    const std::string who = chosen ? player_name(model, owner.player) : "";
    Finding finding;
    finding.code = chosen ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
    finding.order = point.orders ? point.orders : point.to_come ? OrderKind::Objects : OrderKind::Choice;
    finding.about = about(PointId(dsl::place_in(model.flow.points, point)));
    finding.facts = {{FactKind::LeftToNobody}};
    if (point.clause.is_valid()) finding.clauses.push_back(point.clause);
    if (chosen && !point.orders) {
        finding.order = OrderKind::Rounds;
        finding.facts = {{FactKind::PicksFirst, {who}}};
    } else if (point.to_come && finding.order == OrderKind::Objects) {
        finding.clauses = {point.clause};
        finding.facts = {{FactKind::TurnsInOrder, {who}}};
    } else if (point.orders == OrderKind::Decisions) {
        finding.facts = {{FactKind::CarriedOutInOrder}};
    } else if (point.orders) {
        finding.clauses = {first};
        if (second != first) finding.clauses.push_back(second);
        finding.facts = {
            {FactKind::SeveralCouldBeFirst,
             {chosen ? Fact{FactKind::PlayerChooses, {who}} : Fact{FactKind::NobodyIsToChoose}}}};
    }
    return finding;
}

// Point, whether a player chooses, and the two clauses.
using Place = std::tuple<PointId, bool, ClauseId, ClauseId>;

// A state whose transitions are looked at.
struct Within {
    const Reach& reach;
    StateId id;
    const Expansion& expansion;

    std::uint32_t number_of(const Successor& step) const {
        return static_cast<std::uint32_t>(dsl::place_in(expansion.successors, step));
    }
};

// The options of a point.
struct Options {
    const Reach& reach;
    StateId id;
    const State& state;
    const Expansion& expansion;
    std::vector<Same> all;
    std::vector<ClauseId> clauses;  // by which what comes first is told apart; any other choice is one place

    PointId at() const { return expansion.successors.front().move.point; }
    bool is_chosen() const { return expansion.owner.kind == OwnerKind::Player; }
    Place place(std::size_t i, std::size_t k) const {
        return {at(), is_chosen(), std::min(clauses[i], clauses[k]), std::max(clauses[i], clauses[k])};
    }
};
using Pairs = std::vector<std::pair<std::size_t, std::size_t>>;

bool is_asked(const Reach& reach, StateId id, const Owner& owner) {
    if (owner.kind == OwnerKind::Nobody) return true;
    if (owner.kind != OwnerKind::Player) return false;
    const PointId top = top_point(reach.model(), reach.exploration().state(id));
    if (!top.is_valid()) return false;
    const Point& point = reach.model().flow.points[top.index];
    return point.orders || picks_in_rounds(point);
}

bool remembers_what_was_chosen(const Point& point) {
    if (point.orders || point.to_come) return false;
    return point.decided || std::ranges::any_of(point.options, [](const PointOption& option) {
               return !option.binders.empty();
           });
}

Phrase label(const Options& options, std::size_t i) {
    return move_text(options.reach.model(), options.state, options.all[i].front()->move);
}

// What the rules leave to nobody, and what somebody puts in order, is a choice like any other to the search;
// it is a finding where what comes of it differs. One per place.
class Choices {
public:
    Choices(Task& task, const Searched& searched)
        : task_(task), searched_(searched), evaluator_(task.workbench().evaluator()), explored_(evaluator_) {}

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
    ComparedChoices result() const {
        ComparedChoices result = result_;
        result.undecided = explored_.undecided();
        return result;
    }

private:
    // Enough of one place, or of all of them.
    bool is_tried_enough(std::size_t& tries) const {
        return ++tries > tries_per_place || explored_.visited() > task_.obligation().budget.states ||
               task_.workbench().clock().is_over();
    }

    void look_at(const Reach& reach, StateId id) {
        const State state = reach.exploration().state(id);
        const Expansion expansion = evaluator_.expand(state);
        if (expansion.successors.empty() || expansion.successors.front().move.kind != MoveKind::Option)
            return;
        Options options{reach, id, state, expansion, by_choice(expansion), {}};
        const Point& point = task_.model().flow.points[options.at().index];
        options.clauses.resize(options.all.size());
        for (std::size_t i = 0; i < options.all.size() && point.orders; ++i) {
            const Move& move = options.all[i].front()->move;
            if (move.kind == MoveKind::Option) options.clauses[i] = point.options[move.option].clause;
        }
        Pairs pairs;
        for (std::size_t k = 1; k < options.all.size(); ++k) {
            for (std::size_t i = 0; i < k; ++i) {
                if (!reported_.contains(options.place(i, k))) pairs.emplace_back(i, k);
            }
        }
        if (pairs.empty()) return;
        if (is_tried_enough(tries_[options.at()])) return result_.pass_over(options.is_chosen(), point.name);
        if (options.is_chosen() && !point.orders) {
            compare_picks(options, pairs, point);
        } else {
            compare_options(options, pairs, point);
        }
    }

    // One option and the other, whatever comes then. Where they come to the same, what was chosen may not
    // have been done to its end: then up to there.
    void compare_options(const Options& options, const Pairs& pairs, const Point& point) {
        const Pairs alike = compare_options(options, pairs, GoingOn{&point, Until::Rest});
        if (!alike.empty() && !reported_.contains(options.place(alike[0].first, alike[0].second)) &&
            remembers_what_was_chosen(point))
            compare_options(options, alike, GoingOn{&point, Until::Done});
    }

    // Those that come to the same.
    Pairs compare_options(const Options& options, const Pairs& pairs, const GoingOn& within) {
        const Point& point = *within.from;
        Pairs alike;
        std::vector<Way> ways;
        for (std::size_t i = 0; i < options.all.size(); ++i)
            ways.push_back(explored_.way_of(label(options, i), options.all[i], within));
        for (const auto& [i, k] : pairs) {
            if (reported_.contains(options.place(i, k))) continue;
            const auto parted = explored_.parting_of({&ways[i], &ways[k]});
            if (!parted) {
                if (ways[i].ends.complete() && ways[k].ends.complete()) alike.emplace_back(i, k);
                continue;
            }
            const Same& first = options.all[i];
            const Same& second = options.all[k];
            report_at(options, i, k, point, *parted, [&](const Evaluator& others) {
                return choices_part(others, options.state, {first, second}, within);
            });
        }
        return alike;
    }

    // Two picks one after the other, either first.
    void compare_picks(const Options& options, const Pairs& pairs, const Point& point) {
        std::vector<NextPicks> next;
        for (const Same& picked : options.all) {
            next.push_back(next_picks(evaluator_, {options.state, options.expansion.owner}, picked));
            explored_.count(next.back().states);
            if (!next.back().is_whole) result_.pass_over(true, point.name);
        }
        for (const auto& [i, k] : pairs) {
            if (reported_.contains(options.place(i, k))) continue;
            const Same& first = options.all[i];
            const Same& second = options.all[k];
            const std::vector<State>* const behind = next[i].behind_pick(second.front()->move);
            const std::vector<State>* const behind_other = next[k].behind_pick(first.front()->move);
            // Not both are done, or it comes to the same at once.
            if (!behind || !behind_other || *behind == *behind_other) continue;
            std::optional<Way> one = explored_.way_behind(next[i], second, point);
            std::optional<Way> other = explored_.way_behind(next[k], first, point);
            one->label = label(options, i) + ", then " + label(options, k);
            other->label = label(options, k) + ", then " + label(options, i);
            const auto parted = explored_.parting_of({&*one, &*other});
            if (!parted) continue;
            report_at(options, i, k, point, *parted, [&](const Evaluator& others) {
                return picks_part(others, options.state, {first, second}, point);
            });
        }
    }

    void report_at(const Options& options, std::size_t i, std::size_t k, const Point& point,
                   const Parted& parted, const Parts& parts) {
        Finding finding =
            finding_at(task_.model(), point, options.expansion.owner, options.clauses[i], options.clauses[k]);
        finding.outcomes = outcomes_of(evaluator_, options.state, parted);
        reported_.insert(options.place(i, k));
        name_what_parting_needs(task_.workbench(), parts, finding);
        report(std::move(finding), trace_to(options.reach.exploration(), options.id));
    }

    // What nobody decides in the middle of a transition.
    void look_within(const Reach& reach, StateId id) {
        const Expansion expansion = evaluator_.expand(reach.exploration().state(id));
        for (const auto& same : by_choice(expansion)) compare({reach, id, expansion}, same, 0);
    }

    // Transitions with the same decisions before the one of this number.
    void compare(const Within& within, const Same& same, std::size_t number) {
        const ByOutcome decided = by_outcome(same, number);
        for (const auto& [outcome, successors] : decided) compare(within, successors, number + 1);
        if (decided.empty()) return;
        const Successor& taken = *decided.begin()->second.front();
        const IncidentId at = taken.move.outcomes[number].first;
        const Incident& incident = task_.model().incidents.all[at.index];
        const Occurrence met = occurrence_of(taken, at);
        if (!is_order(task_.model(), at) || met_.contains(met)) return;
        if (is_tried_enough(tries_within_[at]))
            return result_.pass_over(incident.code == FindingCode::OrderChosen,
                                     label_of(task_.model(), incident));
        const std::vector<Way> ways = dsl::mapped(decided, [&](const auto& entry) {
            const auto& [outcome, successors] = entry;
            const bool is_told = outcome < incident.outcomes.size();
            return explored_.way_of(is_told ? incident.outcomes[outcome] : Phrase(), successors, {});
        });
        const auto parted = explored_.parting_of(dsl::mapped(ways, [](const Way& way) { return &way; }));
        if (!parted) return;
        Finding finding;
        finding.code = incident.code;
        finding.about = about(at, met.var);
        finding.facts = {account(task_.model(), incident)};
        finding.order = incident.order;
        finding.clauses = incident.clauses;
        if (met.var.is_valid()) name_writers(met, finding);
        const State state = within.reach.exploration().state(within.id);
        finding.outcomes = outcomes_of(evaluator_, state, *parted);
        met_.insert(met);
        const auto parts = [&](const Evaluator& others) {
            return outcomes_part(others, state, taken.move, number);
        };
        name_what_parting_needs(task_.workbench(), parts, finding);
        report(std::move(finding), trace_to(within.reach.exploration(), within.id, within.number_of(taken)));
    }

    // The occurrence without the clause that met it: two that differ in that alone are one.
    static Occurrence occurrence_of(const Successor& taken, IncidentId at) {
        const auto met = std::ranges::find(taken.incidents, at, &Occurrence::incident);
        if (met == taken.incidents.end()) return {at, {}};
        return {at, {}, met->var, met->others};
    }

    // Keeps the clauses that set or add to the variable in this play.
    void name_writers(const Occurrence& met, Finding& finding) const {
        std::erase_if(finding.clauses, [&](ClauseId clause) {
            return std::ranges::find(met.others, clause) == met.others.end();
        });
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
    std::set<Occurrence> met_;
    std::map<PointId, std::size_t> tries_;
    std::map<IncidentId, std::size_t> tries_within_;
    ComparedChoices result_;
    Explored explored_;
};

}  // namespace

ComparedChoices compare_choices(Task& task, const Searched& searched) {
    Choices choices(task, searched);
    choices.run();
    return choices.result();
}

}  // namespace errata::checker
