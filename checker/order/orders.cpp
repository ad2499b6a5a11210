#include "checker/order/orders.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/order/choices.h"
#include "checker/order/exchanges.h"
#include "checker/order/needed.h"
#include "checker/order/telling_ends.h"
#include "checker/order/unchosen.h"
#include "checker/plays/describe.h"
#include "checker/search/analysis.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::size_t distance(const State& a, const State& b) {
    std::size_t count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += a[i] != b[i] ? 1 : 0;
    return count;
}

// An end that `own` has and `other` has not, with the nearest of the other's.
struct Nearest {
    const State* own = nullptr;
    const State* other = nullptr;
};

constexpr std::size_t most_compared = 10'000;  // ends with ends, for whether one comes to the other

// They are the same but for how far play has gone on by itself.
bool is_one_way(const Evaluator& evaluator, const State& a, const State& b) {
    return comes_by_itself(evaluator, a, b) || comes_by_itself(evaluator, b, a);
}

std::optional<Nearest> parting(const Evaluator& evaluator, const Quiescence& own, const Quiescence& other) {
    for (const auto& end : own.ends) {
        const State& view = end.first;
        const State& state = end.second;
        if (comes_to_it(evaluator, own, end, other)) continue;
        Nearest result{&state, nullptr};
        std::size_t best = 0;
        for (const auto& [other_view, other_state] : other.ends) {
            const std::size_t apart = distance(view, other_view);
            if (result.other && apart >= best) continue;
            result.other = &other_state;
            best = apart;
        }
        return result;
    }
    return std::nullopt;
}

}  // namespace

bool comes_to_it(const Evaluator& evaluator, const Quiescence& own, const EndByView& end,
                 const Quiescence& other) {
    if (other.ends.contains(end.first)) return true;
    const bool may_join = own.ends.size() * other.ends.size() <= most_compared;
    return may_join && std::ranges::any_of(other.ends, [&](const auto& another) {
               return is_one_way(evaluator, end.second, another.second);
           });
}

std::optional<Ends> differing_ends(const Evaluator& evaluator, const Quiescence& first,
                                   const Quiescence& second) {
    if (const std::optional<Nearest> parts = parting(evaluator, first, second))
        return Ends{parts->own, parts->other};
    if (const std::optional<Nearest> parts = parting(evaluator, second, first))
        return Ends{parts->other, parts->own};
    return std::nullopt;
}

Parting parting_of(const Evaluator& evaluator, const Quiescence& first, const Quiescence& second) {
    Parting result;
    result.is_known = first.complete() && second.complete();
    result.states = first.states + second.states;
    result.parts =
        result.is_known && (differing_ends(evaluator, first, second) || first.endless != second.endless);
    return result;
}

const State* nearest_end(const Quiescence& quiescence) {
    return quiescence.ends.empty() ? nullptr : &quiescence.ends.begin()->second;
}

void come_to(const Evaluator& evaluator, const State& from, const Beginning& beginning, const State* end,
             Outcome& outcome) {
    if (!end) return;
    outcome.changes = difference(evaluator.model(), from, *end);
    outcome.state = *end;
    std::optional<WayThere> way = way_to(evaluator, beginning, *end, states_per_order);
    if (!way) return;
    outcome.acting = std::move(way->acting);
    outcome.chosen = std::move(way->chosen);
}

namespace {

// Who is carried out before whom. Where others wait, too, these may come before both.
struct InOrder {
    const Instance& first;
    const Instance& second;
    bool are_alone = true;
};

Outcome outcome(const Evaluator& evaluator, const InOrder& order, const State& from,
                const Beginning& beginning, const State* end) {
    const auto text = [&](const Instance& instance) {
        return instance_text(evaluator.model(), instance.trigger, instance.arguments);
    };
    Outcome result;
    result.label = order.are_alone ? text(order.first) + " acts first"
                                   : text(order.first) + " acts before " + text(order.second);
    come_to(evaluator, from, beginning, end, result);
    return result;
}

// There is nothing to choose from, and no rule for that.
bool breaks_off(const Evaluator& evaluator, const State* end) {
    if (end == nullptr) return false;
    const Expansion expansion = evaluator.expand(*end);
    return expansion.successors.empty() && !expansion.incidents.empty();
}

}  // namespace

std::vector<std::pair<Instance, State>> placements(const Expansion& expansion) {
    std::vector<std::pair<Instance, State>> result;
    for (const Successor& successor : expansion.successors) {
        const std::optional<Instance> instance = placed(successor.move);
        if (!instance || !successor.next) continue;
        const auto known = std::ranges::find(result, *instance, &std::pair<Instance, State>::first);
        if (known == result.end()) result.emplace_back(*instance, *successor.next);
    }
    return result;
}

ClausePair clauses_of(const Model& model, const Instance& a, const Instance& b) {
    const ClauseId first = model.rules.triggers[a.trigger.index].clause;
    const ClauseId second = model.rules.triggers[b.trigger.index].clause;
    return {std::min(first, second), std::max(first, second)};
}

OrderComparison compare_order(const Evaluator& evaluator, const State& state,
                              const std::pair<Instance, State>& a, const std::pair<Instance, State>& b) {
    const Model& model = evaluator.model();
    // On a stack whoever is placed last acts first.
    const bool is_stack = model.policies.agenda == Agenda::Stack;
    const Instance& one = is_stack ? b.first : a.first;
    const Instance& other = is_stack ? a.first : b.first;
    const Beginning begins_with_one{{a.second}, b.first};
    const Beginning begins_with_other{{b.second}, a.first};
    const Quiescence first = explore(evaluator, a.second, b.first, states_per_order);
    const Quiescence second = explore(evaluator, b.second, a.first, states_per_order);
    OrderComparison result;
    result.pair = clauses_of(model, a.first, b.first);
    result.states = first.states + second.states;
    result.cut = std::max(first.cut, second.cut);
    if (result.cut != OrderCut::None) return result;
    const auto in_order = [&](const Instance& before, const Instance& behind) {
        return InOrder{before, behind, placements(evaluator.expand(state)).size() == 2};
    };
    if (const std::optional<Ends> ends =
            telling_ends(evaluator, first, begins_with_one, second, begins_with_other)) {
        // How far play gets on its way to where it breaks off is no difference that anybody means.
        if (breaks_off(evaluator, ends->of_first) && breaks_off(evaluator, ends->of_second)) {
            result.cut = OrderCut::Error;
            return result;
        }
        result.outcomes = {
            outcome(evaluator, in_order(one, other), state, begins_with_one, ends->of_first),
            outcome(evaluator, in_order(other, one), state, begins_with_other, ends->of_second)};
    } else if (first.endless != second.endless) {
        result.outcomes = {
            outcome(evaluator, in_order(one, other), state, begins_with_one, nearest_end(first)),
            outcome(evaluator, in_order(other, one), state, begins_with_other, nearest_end(second))};
        result.outcomes[first.endless ? 1 : 0].what = "it comes to rest";
    }
    if (!result.outcomes.empty() && first.endless != second.endless)
        result.outcomes[first.endless ? 0 : 1].what = "it can go on for ever";
    result.differs = !result.outcomes.empty();
    return result;
}

static bool is_ranked(const Model& model, ClauseId clause) {
    return std::ranges::any_of(model.rules.triggers, [&](const Trigger& trigger) {
        return trigger.clause == clause && trigger.rank.is_valid();
    });
}

static Fact who_chooses(const Model& model, const Owner& owner, const std::pair<ClauseId, ClauseId>& pair) {
    if (owner.kind == OwnerKind::Player) return {FactKind::PlayerChooses, {player_name(model, owner.player)}};
    if (model.policies.trigger_order_stated) return {FactKind::NotOnesToOrder};
    const bool are_ranked = is_ranked(model, pair.first) && is_ranked(model, pair.second);
    return {are_ranked ? FactKind::SameRank : FactKind::NobodyIsToChoose};
}

Finding order_finding(const Model& model, const Owner& owner, OrderComparison comparison, Trace play) {
    Finding finding;
    finding.code = owner.kind == OwnerKind::Player ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
    finding.order = OrderKind::Triggers;
    if (comparison.pair.first.is_valid()) finding.clauses.push_back(comparison.pair.first);
    if (comparison.pair.second != comparison.pair.first) finding.clauses.push_back(comparison.pair.second);
    finding.facts = {{FactKind::BothWait, {who_chooses(model, owner, comparison.pair)}}};
    finding.outcomes = std::move(comparison.outcomes);
    finding.witness = std::move(play);
    return finding;
}

namespace {

// Of one pair, how often it is tried where it does not come to rest.
constexpr std::size_t most_without_rest = 3;

// Compares, wherever several things wait at once, which of two goes first.
class OrderSearch {
public:
    OrderSearch(Task& task, const Searched& searched)
        : task_(task), searched_(searched), budget_(task.obligation().budget.states) {}

    void run() {
        std::vector<std::pair<const Reach*, StateId>> places;
        for (const Reach* reach : searched_.graphs) {
            for (const StateId id : reach->recording().placements()) places.emplace_back(reach, id);
        }
        for (const auto& [reach, id] : places) {
            if (!cut_short_) compare_at(*reach, id);
        }
    }

    const Undecided& undecided() const { return undecided_; }
    bool cut_short() const { return cut_short_; }
    std::size_t found(bool chosen) const {
        return static_cast<std::size_t>(
            std::ranges::count_if(reported_, [&](const auto& entry) { return entry.second == chosen; }));
    }

private:
    void compare_at(const Reach& reach, StateId id) {
        const State state = reach.exploration().state(id);
        const Expansion expansion = task_.workbench().evaluator().expand(state);
        const bool chosen = expansion.owner.kind == OwnerKind::Player;
        const auto options = placements(expansion);
        for (std::size_t i = 0; i < options.size(); ++i) {
            for (std::size_t k = i + 1; k < options.size(); ++k) {
                if (cut_short_) return;
                const ClausePair pair = clauses_of(task_.model(), options[i].first, options[k].first);
                if (reported_.contains({pair, chosen})) continue;
                // A pair that goes on and on in one place does so in the next.
                if (without_rest_[pair] == most_without_rest) {
                    undecided_.add(OrderCut::States);
                    continue;
                }
                OrderComparison comparison =
                    compare_order(task_.workbench().evaluator(), state, options[i], options[k]);
                account_for(comparison);
                if (comparison.cut == OrderCut::States) ++without_rest_[pair];
                if (!comparison.differs) continue;
                reported_.emplace(pair, chosen);
                Finding finding = order_finding(task_.model(), expansion.owner, std::move(comparison),
                                                trace_to(reach.exploration(), id));
                const auto parts = [&](const Evaluator& others) {
                    return matters_among(others, state, options[i].first, options[k].first);
                };
                name_what_parting_needs(task_.workbench(), parts, finding);
                finding.minimal_proved = searched_.is_whole;
                task_.finding(std::move(finding));
            }
        }
    }

    // Does the order of the two matter in this game as well?
    static Parting matters_among(const Evaluator& others, const State& state, const Instance& a,
                                 const Instance& b) {
        const auto options = placements(others.expand(state));
        const auto first = std::ranges::find(options, a, &std::pair<Instance, State>::first);
        const auto second = std::ranges::find(options, b, &std::pair<Instance, State>::first);
        if (first == options.end() || second == options.end()) return {};
        return parting_of(others, explore(others, first->second, b, states_per_order),
                          explore(others, second->second, a, states_per_order));
    }

    void account_for(const OrderComparison& comparison) {
        cut_short_ = comparison.states > budget_ || task_.workbench().clock().is_over();
        budget_ -= std::min(budget_, comparison.states);
        undecided_.add(comparison.cut);
    }

    Task& task_;
    const Searched& searched_;
    std::size_t budget_;  // of states
    Undecided undecided_;
    std::map<ClausePair, std::size_t> without_rest_;  // comparisons that were cut off
    bool cut_short_ = false;
    std::set<std::pair<ClausePair, bool>> reported_;  // and whether a player chooses
};

Facts why(OrderCut cut) {
    switch (cut) {
        case OrderCut::None:
            break;
        case OrderCut::States:
            return {{FactKind::NoRestWithin, {states_per_order}}};
        case OrderCut::Room:
            return {{FactKind::NoRoomLeft}};
        case OrderCut::Error:
            return {{FactKind::ErrorOnTheWay}};
    }
    return {};
}

// What was left out, and why.
Facts left_out(const Undecided& undecided, std::size_t passed_over, const std::string& passed_name,
               bool cut_short) {
    Facts parts;
    if (undecided.comparisons > 0)
        parts.push_back({FactKind::ComparisonsCut, {undecided.comparisons, why(undecided.cut)}});
    if (passed_over > 0) parts.push_back({FactKind::PlacesPassedOver, {passed_over, passed_name}});
    if (cut_short) parts.push_back({FactKind::NotAllComparedInTime});
    return parts;
}

}  // namespace

static void compare_orders(Task& task) {
    const Searched searched = searched_by(task);
    const ComparedChoices choices = compare_choices(task, searched);
    OrderSearch orders(task, searched);
    orders.run();
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    Undecided undecided = orders.undecided();
    undecided.add(choices.undecided);
    for (const bool chosen : {false, true}) {
        const std::size_t row = chosen ? 1 : 0;
        const Facts remark =
            left_out(undecided, choices.passed_over[row], choices.passed_name[row], orders.cut_short());
        Completeness seen = searched.completeness;
        if (!remark.empty() && seen.status == Status::Complete)
            seen = {Status::Bounded, seen.facts, false, why(undecided.cut)};
        const FindingCode code = chosen ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
        if (!task.wants(code)) continue;
        const std::size_t found = orders.found(chosen) + choices.found[row];
        if (found > 0) {
            task.verdict(claim_of_none(code), Status::Refuted, {{FactKind::FoundIn, {found, seen.facts}}});
        } else {
            task.verdict(claim_of_none(code), seen, remark);
        }
    }
}

static bool has_undecided_order(const Model& model) {
    const auto is_undecided = [](const Point& point) {
        return point.owner == OwnerKind::Nobody || point.orders || picks_in_rounds(point);
    };
    const auto is_of_order = [](const Incident& incident) {
        return incident.code == FindingCode::OrderUnowned || incident.code == FindingCode::OrderChosen;
    };
    return !model.rules.triggers.empty() || std::ranges::any_of(model.flow.points, is_undecided) ||
           std::ranges::any_of(model.incidents.all, is_of_order);
}

Analysis rows::Orders() {
    return {.claim = "the order of simultaneous triggers does not matter, nor what nobody decides",
            .codes = {FindingCode::OrderUnowned, FindingCode::OrderChosen},
            .extent = Extent::Setup,
            .applies = has_undecided_order,
            .run_explicit = compare_orders,
            .run_symbolic = compare_orders,
            .samples = true,
            .certify = nullptr,
            .screens = true};
}

}  // namespace errata::checker
