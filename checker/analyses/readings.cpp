// Lines of text and rules with several readings: is there a position from which play goes on differently? Both readings are tried from every
// position in which nothing is under way, with the same move, up to the next position in which nothing is under way.
#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "checker/analyses/analysis.h"
#include "checker/analyses/describe.h"
#include "checker/analyses/quiescence.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_positions = 2'000;  // compared for one line
constexpr std::size_t most_states = 20'000;    // looked at for one line
constexpr std::size_t states_per_move = 2'000;

// A move, whatever nobody decides in it.
using Choice = std::tuple<MoveKind, PointId, std::uint32_t, std::vector<Value>>;

// What a move leads to, by what counts of it: the reading itself does not.
struct Goal {
    std::string move;
    std::map<State, State> ends;
    bool endless = false;
    bool complete = true;
};
using Goals = std::map<Choice, Goal>;

// Two readings of a line, the position in which they part, and what each makes of it.
struct Parting {
    StateId state;
    std::string move;
    std::vector<Outcome> outcomes;
};

class Comparison {
public:
    Comparison(const Task& task, const Reading& reading)
        : evaluator_(task.evaluator()),
          model_(task.model()),
          cell_(model_.variable(reading.variable).base),
          type_(model_.type(model_.variable(reading.variable).type)) {
        // What an ability keeps for itself (uses of a limit, what waits for `later`) belongs to one reading alone: with another
        // one it would have been kept elsewhere.
        for (const Variable& variable : model_.variables) {
            const bool is_kept = variable.name.starts_with("later ") || variable.name.starts_with("uses of ");
            for (std::size_t i = 0; is_kept && i < variable.cells; ++i)
                kept_.emplace_back(variable.base + i, variable.initial);
        }
    }

    std::optional<Parting> run(const Reach& reach) {
        const Exploration& exploration = reach.exploration();
        for (std::size_t id = 0; id < exploration.size(); ++id) {
            if (!exploration[StateId(id)].expanded) continue;
            const State state = exploration.state(StateId(id));
            if (keeps_something(state)) {
                kept_back_ = true;
                continue;
            }
            const std::optional<Goals> own = goals(state);
            if (!own) continue;
            if (++positions_ > most_positions || states_ > most_states) {
                cut_short_ = true;
                return std::nullopt;
            }
            for (Value other = state[cell_] + 1; other <= type_.hi; ++other) {
                if (auto parting = part(StateId(id), state, *own, other)) return parting;
            }
        }
        return std::nullopt;
    }

    // Why a search without a find does not speak for all positions; empty if it does.
    std::string remark() const {
        if (cut_short_) return dsl::count_of(positions_ - 1, "position") + " compared";
        if (undecided_ > 0) return dsl::count_of(undecided_, "comparison") + " came to no end";
        if (kept_back_) return "but for what a limit counts and what waits for 'later'";
        return "";
    }
    bool came_to_an_end() const { return !cut_short_ && undecided_ == 0; }

private:
    bool keeps_something(const State& state) const {
        return std::ranges::any_of(kept_, [&](const auto& kept) { return state[kept.first] != kept.second; });
    }

    // Nothing while something is under way.
    std::optional<Goals> goals(const State& state) {
        const Expansion expansion = evaluator_.expand(state);
        if (!is_quiescent(model_, state, expansion)) return std::nullopt;
        Goals result;
        for (const Successor& successor : expansion.successors) {
            const Move& move = successor.move;
            Goal& goal = result[{move.kind, move.point, move.option, move.bindings}];
            goal.move = move_text(model_, state, move);
            if (successor.next) {
                add(goal, *successor.next);
            } else {
                goal.complete = false;
            }
        }
        return result;
    }

    void add(Goal& goal, const State& from) {
        const Quiescence rest = explore(evaluator_, from, std::nullopt, states_per_move);
        states_ += rest.states;
        goal.complete = goal.complete && rest.complete;
        goal.endless = goal.endless || rest.endless;
        for (const auto& [view, end] : rest.ends) {
            State seen = view;
            seen[cell_] = 0;
            kept_back_ = kept_back_ || keeps_something(end);
            for (const auto& [cell, initial] : kept_) seen[cell] = initial;
            goal.ends.emplace(std::move(seen), end);
        }
    }

    std::optional<Parting> part(StateId id, const State& state, const Goals& own, Value reading) {
        State changed = state;
        changed[cell_] = reading;
        std::optional<Goals> other = goals(changed);
        if (!other) {
            // Under the other reading the rules have something to do here already.
            Goal goal;
            add(goal, changed);
            if (!goal.complete) return undecided();
            return Parting{
                id, "", {outcome(state, "nothing happens", nullptr), came_to(changed, goal, nullptr)}};
        }
        for (const auto& [choice, goal] : own) {
            const auto found = other->find(choice);
            if (found == other->end()) return only_one(id, state, changed, goal.move);
            if (!goal.complete || !found->second.complete) {
                ++undecided_;
                continue;
            }
            if (auto outcomes = differ(state, goal, changed, found->second))
                return Parting{id, goal.move, std::move(*outcomes)};
        }
        for (const auto& [choice, goal] : *other) {
            if (!own.contains(choice)) return only_one(id, changed, state, goal.move);
        }
        return std::nullopt;
    }

    std::optional<Parting> undecided() {
        ++undecided_;
        return std::nullopt;
    }

    Parting only_one(StateId id, const State& with, const State& without, const std::string& move) const {
        return {id,
                "",
                {outcome(with, "\"" + move + "\" is possible", nullptr),
                 outcome(without, "\"" + move + "\" is not possible", nullptr)}};
    }

    std::optional<std::vector<Outcome>> differ(const State& a, const Goal& own, const State& b,
                                               const Goal& other) const {
        const State* of_own = missing(own, other);
        const State* of_other = missing(other, own);
        if (of_own || of_other) {
            if (!of_own && !own.ends.empty()) of_own = &own.ends.begin()->second;
            if (!of_other && !other.ends.empty()) of_other = &other.ends.begin()->second;
            return std::vector<Outcome>{came_to(a, own, of_own), came_to(b, other, of_other)};
        }
        if (own.endless == other.endless) return std::nullopt;
        return std::vector<Outcome>{
            outcome(a, own.endless ? "it can go on for ever" : "it comes to rest", nullptr),
            outcome(b, other.endless ? "it can go on for ever" : "it comes to rest", nullptr)};
    }

    // An end that the other reading has not.
    static const State* missing(const Goal& of, const Goal& other) {
        for (const auto& [view, end] : of.ends) {
            if (!other.ends.contains(view)) return &end;
        }
        return nullptr;
    }

    Outcome came_to(const State& from, const Goal& goal, const State* end) const {
        if (!end && !goal.ends.empty()) end = &goal.ends.begin()->second;
        return outcome(from, "", end);
    }

    Outcome outcome(const State& from, const std::string& what, const State* end) const {
        Outcome result;
        const auto reading = static_cast<std::size_t>(from[cell_]);
        result.label = "read as \"" + type_.labels[reading] + "\"" + (what.empty() ? "" : ": " + what);
        if (!end) return result;
        result.changes = difference(model_, from, *end);
        result.state = *end;
        (*result.state)[cell_] = 0;  // the reading itself is no difference
        return result;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    std::size_t cell_;
    const Type& type_;
    std::vector<std::pair<std::size_t, Value>> kept_;  // cells of abilities, with their initial values
    std::size_t positions_ = 0;
    std::size_t states_ = 0;
    std::size_t undecided_ = 0;
    bool cut_short_ = false;
    bool kept_back_ = false;  // a position was passed over for what an ability keeps
};

Finding parting_finding(const Model& model, const Reading& reading, Parting parting, Trace play) {
    const Clause& clause = model.clause(reading.clause);
    Finding finding;
    finding.code = reading.of_text ? "ambiguous.text" : "ambiguous.reading";
    finding.title = reading.of_text ? clause.name + ": \"" + clause.text + "\"" : clause.name;
    finding.explanation =
        reading.of_text ? "This line can be read in more than one way" : "The spec states several readings";
    finding.explanation += ", and here they part";
    finding.explanation += parting.move.empty() ? "." : ", after: " + parting.move + ".";
    finding.clauses = {reading.clause};
    finding.outcomes = std::move(parting.outcomes);
    finding.witness = std::move(play);
    return finding;
}

}  // namespace

void compare_readings(Task& task) {
    const Task::Searched searched = task.searched();
    if (searched.graphs.empty() && task.obligation().engine == "explicit") return;
    for (const Reading& reading : task.model().readings) {
        const Clause& clause = task.model().clause(reading.clause);
        const std::string what =
            reading.of_text ? clause.name + ", \"" + clause.text + "\"," : "\"" + clause.name + "\"";
        const std::string claim = "the readings of " + what + " come to the same";
        Comparison comparison(task, reading);
        std::optional<Parting> parting;
        for (const Reach* reach : searched.graphs) {
            parting = comparison.run(*reach);
            if (!parting) continue;
            Finding finding = parting_finding(task.model(), reading, std::move(*parting),
                                              reach->exploration().trace_to(parting->state));
            task.verdict(claim, Status::Refuted, "they part in " + searched.coverage.text);
            finding.minimal_proved = searched.is_whole;
            task.finding(std::move(finding));
            break;
        }
        if (parting) continue;
        Coverage seen = searched.coverage;
        if (!comparison.remark().empty() && seen.status == Status::Complete)
            seen = {Status::Bounded, seen.text, comparison.came_to_an_end()};
        task.verdict(claim, seen, comparison.remark());
    }
}

}  // namespace errata::checker
