// Lines of text and rules with several readings: is there a position from which play goes on differently?
// Each reading is tried from every position in which nothing is under way, with the same move, up to the next
// position in which nothing is under way; but only from positions where it is asked on the way, for elsewhere
// its alternatives come to the same. Where they come to the same ends, who decides between them is compared.
#include <algorithm>
#include <map>
#include <optional>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/order/unchosen.h"
#include "checker/plays/describe.h"
#include "checker/search/analysis.h"
#include "checker/text/deciders.h"
#include "checker/text/destinations.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/place_in.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_positions = 2'000;     // compared for one line
constexpr std::size_t most_states = 20'000;       // looked at for one line
constexpr std::size_t most_own_states = 100'000;  // looked at for all lines together, as play goes

// A position in which nothing is under way, and how play goes on from it.
struct Position {
    StateId id;
    State state;
    Destinations own;
    ReadingSet asked;
};

// Two readings of a line, the position in which they part, and what each makes of it.
struct Parting {
    StateId state;
    Phrase move;
    std::vector<Outcome> outcomes;
};

std::optional<StateId> place_of(const std::optional<Parting>& parting) {
    return parting ? std::optional(parting->state) : std::nullopt;
}

// The reading that is compared: where its alternative stands in a state.
struct ReadingCell {
    const Model& model;
    std::size_t cell;
    const Type& type;
};

ReadingCell cell_of(const Model& model, const Reading& reading) {
    const compiler::Variable& variable = model.variable(reading.variable);
    return {model, variable.base, model.type(variable.type)};
}

// Does one of two ends of different readings pass by the other?
bool is_on_the_way(const Evaluator& evaluator, std::size_t reading, const State& end, const State& other) {
    State of_other = other;
    of_other[reading] = end[reading];
    State own = end;
    own[reading] = other[reading];
    return leads_on(evaluator, other, own) || leads_on(evaluator, end, of_other);
}

// An end that the other reading has not, nor passes by, nor leaves for one that it has.
const State* missing(const Evaluator& evaluator, std::size_t reading, const Destination& of,
                     const Destination& other) {
    for (const auto& [view, end] : of.ends) {
        if (other.ends.contains(view)) continue;
        const State& own = end;
        const auto passes = [&](const auto& entry) {
            return is_on_the_way(evaluator, reading, own, entry.second);
        };
        if (std::ranges::none_of(other.ends, passes)) return &end;
    }
    return nullptr;
}

// The ends of two readings that come to the same, numbered: those that pass by each other are one.
std::map<State, std::size_t> numbered_ends(const Evaluator& evaluator, std::size_t reading,
                                           const Destination& own, const Destination& other) {
    std::map<State, std::size_t> result;
    for (const auto& [view, end] : own.ends) result.emplace(view, result.size());
    for (const auto& [view, end] : other.ends) {
        if (result.contains(view)) continue;
        const std::size_t number = result.size();
        result.emplace(view, number);
        for (const auto& [own_view, own_end] : own.ends) {
            if (!is_on_the_way(evaluator, reading, own_end, end)) continue;
            const std::size_t joined = result.at(own_view);
            for (auto& [known, its] : result) its = its == joined ? number : its;
        }
    }
    return result;
}

Outcome outcome(const ReadingCell& reading, const State& from, const Phrase& what, const State* end) {
    Outcome result;
    const auto alternative = static_cast<std::size_t>(from[reading.cell]);
    result.label = "read as \"" + reading.type.labels[alternative] + "\"";
    result.what = what;
    if (!end) return result;
    result.changes = difference(reading.model, from, *end);
    result.state = *end;
    (*result.state)[reading.cell] = 0;  // the reading itself is no difference
    return result;
}

// Told by where somebody chooses again, where both come to that.
std::vector<Outcome> came_to(const Evaluator& evaluator, const ReadingCell& reading,
                             const std::pair<const State&, const State*>& one,
                             const std::pair<const State&, const State*>& other) {
    const auto further = [&](const State* end) {
        return end ? next_choice(evaluator, *end) : std::optional<State>();
    };
    const std::optional<State> first = further(one.second);
    const std::optional<State> second = further(other.second);
    const auto differs = [&](State end) {
        end[reading.cell] = (*second)[reading.cell];
        return end != *second;
    };
    const bool is_further = first && second && differs(*first);
    return {outcome(reading, one.first, "", is_further ? &*first : one.second),
            outcome(reading, other.first, "", is_further ? &*second : other.second)};
}

std::optional<std::vector<Outcome>> differ(const Evaluator& evaluator, const ReadingCell& reading,
                                           const State& a, const Destination& own, const State& b,
                                           const Destination& other) {
    const State* of_own = missing(evaluator, reading.cell, own, other);
    const State* of_other = missing(evaluator, reading.cell, other, own);
    if (of_own || of_other) {
        if (!of_own && !own.ends.empty()) of_own = &own.ends.begin()->second;
        if (!of_other && !other.ends.empty()) of_other = &other.ends.begin()->second;
        return came_to(evaluator, reading, {a, of_own}, {b, of_other});
    }
    if (own.endless == other.endless) return std::nullopt;
    return std::vector<Outcome>{
        outcome(reading, a, own.endless ? "it can go on for ever" : "it comes to rest", nullptr),
        outcome(reading, b, other.endless ? "it can go on for ever" : "it comes to rest", nullptr)};
}

Parting only_one(const ReadingCell& reading, StateId id, const State& with, const State& without,
                 const Phrase& move) {
    return {id,
            "",
            {outcome(reading, with, "\"" + move + "\" is possible", nullptr),
             outcome(reading, without, "\"" + move + "\" is not possible", nullptr)}};
}

void rename(const ReadingCell& reading, Destination& destination, Value own) {
    std::map<State, State> renamed;
    for (const auto& [view, end] : destination.ends) {
        State seen = view;
        seen[reading.cell] = own;
        renamed.emplace(std::move(seen), end);
    }
    destination.ends = std::move(renamed);
}

// How much was compared.
struct Tally {
    std::size_t positions = 0;
    std::size_t states = 0;
    std::size_t undecided = 0;  // comparisons that came to no end
};

class Comparison {
public:
    Comparison(const Task& task, const Forward& forward, const Reading& reading)
        : evaluator_(task.workbench().evaluator()),
          forward_(forward),
          most_states_(std::min(most_states, task.obligation().budget.states)),
          reading_(cell_of(task.model(), reading)) {}

    // Nothing more to compare.
    bool is_done() const { return parting_ || cut_short_; }
    // They come to the same ends, but other players decide between them, or in another order.
    const std::optional<Parting>& parting_in_who_decides() const { return who_decides_; }
    void cut_short(bool by_budget) {
        cut_short_ = true;
        by_budget_ = by_budget;
    }

    // The reading is asked on the way from this position.
    void compare(const Position& position) {
        if (forward_.kept().is_in(position.state)) {
            kept_back_ = true;
            return;
        }
        if (tally_.positions == most_positions || tally_.states > most_states_)
            return cut_short(tally_.states > most_states_ && most_states_ < most_states);
        ++tally_.positions;
        count(position.own);
        for (Value other = position.state[reading_.cell] + 1; other <= reading_.type.hi && !parting_; ++other)
            parting_ = part(position.id, position.state, position.own, other);
    }

    const std::optional<Parting>& parting() const { return parting_; }

    // Why a search without a find does not speak for all positions; nothing if it does.
    Facts remark() const {
        if (cut_short_)
            return {
                {by_budget_ ? FactKind::PositionsInTime : FactKind::PositionsCompared, {tally_.positions}}};
        if (tally_.undecided > 0) return {{FactKind::ComparisonsOpen, {tally_.undecided}}};
        if (kept_back_) return {{FactKind::ButForWaiting}};
        return {};
    }
    // From no position of the setup is the reading asked on the way.
    bool is_asked_nowhere() const { return tally_.positions == 0 && !cut_short_ && !kept_back_; }
    bool came_to_an_end() const { return !cut_short_ && tally_.undecided == 0; }

private:
    // Of another alternative, as if it were the position's own.
    std::optional<Destinations> destinations(const State& changed, Value own) {
        std::optional<Destinations> result = forward_.destinations(evaluator_, changed);
        if (!result) return std::nullopt;
        count(*result);
        for (auto& [choice, destination] : result->by_choice) rename(reading_, destination, own);
        return result;
    }

    void count(const Destinations& destinations) {
        tally_.states += destinations.states;
        kept_back_ = kept_back_ || destinations.keeps_something;
    }

    std::optional<Parting> part(StateId id, const State& state, const Destinations& own, Value reading) {
        State changed = state;
        changed[reading_.cell] = reading;
        const std::optional<Destinations> other = destinations(changed, state[reading_.cell]);
        if (!other) {
            // Under the other reading the rules have something to do here already.
            Destination destination;
            Destinations all;
            forward_.add(evaluator_, destination, changed, all);
            count(all);
            tally_.undecided += destination.complete ? 0 : 1;
            if (!destination.complete) return std::nullopt;
            const State* const end = destination.ends.empty() ? nullptr : &destination.ends.begin()->second;
            return Parting{
                id,
                "",
                {outcome(reading_, state, "nothing happens", nullptr), outcome(reading_, changed, "", end)}};
        }
        if (own.chooser != other->chooser)
            return Parting{id, "", {chosen_by(state, own.chooser), chosen_by(changed, other->chooser)}};
        for (const auto& [choice, destination] : own.by_choice) {
            const auto found = other->by_choice.find(choice);
            if (found == other->by_choice.end())
                return only_one(reading_, id, state, changed, destination.move);
            if (!destination.complete || !found->second.complete) {
                ++tally_.undecided;
                continue;
            }
            if (auto outcomes = differ(evaluator_, reading_, state, destination, changed, found->second))
                return Parting{id, destination.move, std::move(*outcomes)};
            if (!who_decides_) compare_who_decides(id, state, destination, changed, found->second);
        }
        for (const auto& [choice, destination] : other->by_choice) {
            if (!own.by_choice.contains(choice))
                return only_one(reading_, id, changed, state, destination.move);
        }
        return std::nullopt;
    }

    void compare_who_decides(StateId id, const State& state, const Destination& own, const State& changed,
                             const Destination& other) {
        const std::map<State, std::size_t> ends = numbered_ends(evaluator_, reading_.cell, own, other);
        const std::size_t first = ends.empty() ? 0 : ends.begin()->second;
        if (std::ranges::all_of(ends, [&](const auto& entry) { return entry.second == first; })) return;
        Deciders deciders(evaluator_, [&](const State& end) {
            State view = forward_.known_by(evaluator_, end);
            view[reading_.cell] = state[reading_.cell];
            return ends.at(view);
        });
        const std::optional<Shape> one = deciders.shape(own.behind);
        const std::optional<Shape> two = deciders.shape(other.behind);
        tally_.states += deciders.states();
        if (!one || !two) ++tally_.undecided;
        if (!one || !two || *one == *two) return;
        const std::string of_one = deciders.in_words(*one);
        const std::string of_two = deciders.in_words(*two);
        const std::string besides = of_one == of_two ? ", but of other things" : "";
        who_decides_ = Parting{id,
                               own.move,
                               {outcome(reading_, state, of_one, nullptr),
                                outcome(reading_, changed, of_two + besides, nullptr)}};
    }

    Outcome chosen_by(const State& state, const Owner& who) const {
        return outcome(reading_, state, actor_name(reading_.model, who) + " chooses", nullptr);
    }

    const Evaluator& evaluator_;
    const Forward& forward_;
    std::size_t most_states_;
    ReadingCell reading_;
    std::optional<Parting> parting_;
    std::optional<Parting> who_decides_;
    Tally tally_;
    bool cut_short_ = false;
    bool by_budget_ = false;
    bool kept_back_ = false;  // a position was passed over for what an ability keeps
};

Finding parting_finding(const Model& model, const Reading& reading, Parting parting, Trace play) {
    Finding finding;
    finding.code = reading.of_text ? FindingCode::AmbiguousText : FindingCode::AmbiguousReading;
    finding.about = {AboutSort::Reading, dsl::place_in(model.readings.all, reading)};
    const FactKind what = reading.of_text          ? FactKind::LineParts
                          : !reading.texts.empty() ? FactKind::TextParts
                                                   : FactKind::ReadingsPart;
    finding.facts = {{what, {parting.move}}};
    finding.clauses = {reading.clause};
    finding.outcomes = std::move(parting.outcomes);
    finding.witness = std::move(play);
    return finding;
}

// Goes over the positions of a graph once, for all readings that are not done.
void compare_in(const Task& task, const Forward& forward, const Reach& reach,
                std::vector<Comparison>& comparisons) {
    const Exploration& exploration = reach.exploration();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        if (!comparisons[i].is_done()) open.push_back(i);
    }
    // What a whole search has left closed for a play is asked nowhere on it.
    const bool is_whole = exploration.complete() && reach.opened();
    const auto is_asked_nowhere = [&](StateId id) {
        if (!is_whole) return false;
        const ReadingSet closed = reach.closed_at(id);
        return std::ranges::all_of(open, [&](std::size_t i) { return closed[i]; });
    };
    std::size_t states = 0;
    const std::size_t budget = task.obligation().budget.states;
    for (std::size_t id = 0; id < exploration.size() && !open.empty(); ++id) {
        if (!exploration[StateId(id)].expanded || is_asked_nowhere(StateId(id))) continue;
        Position position{StateId(id), exploration.state(StateId(id)), {}, {}};
        const Evaluator watching = task.workbench().evaluator().watched(position.asked);
        std::optional<Destinations> own = forward.destinations(watching, position.state);
        if (!own) continue;
        position.own = std::move(*own);
        states += position.own.states;
        for (const std::size_t i : open) {
            const bool is_over = states > budget || task.workbench().clock().is_over();
            if (is_over || states > most_own_states) {
                comparisons[i].cut_short(is_over);
            } else if (position.asked[i]) {
                comparisons[i].compare(position);
            }
        }
        std::erase_if(open, [&](std::size_t i) { return comparisons[i].is_done(); });
    }
}

}  // namespace

static void compare_readings(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    const Model& model = task.model();
    const Forward forward(model);
    std::vector<Comparison> comparisons;
    for (const Reading& reading : model.readings.all) comparisons.emplace_back(task, forward, reading);
    std::vector<std::optional<Trace>> plays(comparisons.size());              // to where they part
    std::vector<std::optional<Trace>> plays_of_deciders(comparisons.size());  // to where others decide
    for (const Reach* reach : searched.graphs) {
        compare_in(task, forward, *reach, comparisons);
        for (std::size_t i = 0; i < comparisons.size(); ++i) {
            const auto parting = place_of(comparisons[i].parting());
            const auto who_decides = place_of(comparisons[i].parting_in_who_decides());
            if (parting && !plays[i]) plays[i] = trace_to(reach->exploration(), *parting);
            if (who_decides && !plays_of_deciders[i])
                plays_of_deciders[i] = trace_to(reach->exploration(), *who_decides);
        }
    }
    for (std::size_t i = 0; i < comparisons.size(); ++i) {
        const Reading& reading = model.readings.all[i];
        const ClaimId claim{ClaimSort::Reading, i};
        if (comparisons[i].parting()) {
            task.verdict(claim, Status::Refuted, {{FactKind::TheyPartIn, {searched.completeness.facts}}});
            Finding finding =
                parting_finding(model, reading, *comparisons[i].parting(), std::move(*plays[i]));
            finding.minimal_proved = searched.is_whole;
            task.finding(std::move(finding));
            continue;
        }
        // What comes of that is the players' will, which nobody knows.
        if (const std::optional<Parting>& who = comparisons[i].parting_in_who_decides()) {
            task.verdict(claim, Status::Unknown, {{FactKind::OthersDecideIn, {searched.completeness.facts}}});
            Finding finding = parting_finding(model, reading, *who, std::move(*plays_of_deciders[i]));
            finding.facts.push_back({FactKind::DecidersDiffer});
            task.finding(std::move(finding));
            continue;
        }
        if (comparisons[i].is_asked_nowhere()) {
            task.vacuous(claim, searched.completeness, {FactKind::NeverAsked});
            continue;
        }
        const Facts remark = comparisons[i].remark();
        Completeness seen = searched.completeness;
        if (!remark.empty() && seen.status == Status::Complete)
            seen = {Status::Bounded, seen.facts, comparisons[i].came_to_an_end()};
        task.verdict(claim, seen, remark);
    }
}

Analysis rows::Readings() {
    return {.claim = "the readings of a printed line or a rule come to the same",
            .codes = {FindingCode::AmbiguousText, FindingCode::AmbiguousReading},
            .extent = Extent::Setup,
            .applies = has_readings,
            .run_explicit = compare_readings,
            .run_symbolic = compare_readings,
            .samples = true,
            .certify = nullptr,
            .screens = true};
}

}  // namespace errata::checker
