#include "checker/rounds/growth.h"

#include <algorithm>
#include <set>

#include "checker/paths/path_run.h"
#include "checker/plays/describe.h"
#include "checker/rounds/bystanders.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Rounds played again before one is believed, as far as the pools of the scope have room.
constexpr std::size_t replayed_rounds = 3;

// A sort of objects that there are more of with each round.
struct GrowingSort {
    std::vector<Object> equals;  // in the round's first state
    std::vector<Value> bystanders;
    Value more = 0;  // per round
};

std::vector<GrowingSort> growing_sorts(const Twins& twins, const Round& round) {
    std::vector<GrowingSort> result;
    for (const auto& [extra, twin] : round.inflation.twins) {
        const std::vector<Object> equals = twins.equals_of(round.first, twin);
        const auto known = std::ranges::find(result, equals, &GrowingSort::equals);
        if (known != result.end()) {
            ++known->more;
            continue;
        }
        GrowingSort& sort = result.emplace_back(GrowingSort{equals, {}, 1});
        for (const Object& object : equals) {
            const bool is_bystander = std::ranges::all_of(
                round.steps, [&](const Successor& step) { return twins.cells().stands_by(step, object); });
            if (is_bystander) sort.bystanders.push_back(object.value);
        }
    }
    return result;
}

// Where something stands in the text: "rule Upkeep: when gain(_) { ... }".
std::string place_text(const Model& model, const PathPlace& place) {
    if (!place.clause.is_valid()) return "";
    const Clause& clause = model.clause(place.clause);
    std::string line = clause.text.substr(0, clause.text.find('\n'));
    constexpr std::size_t longest = 60;
    if (line.size() > longest) line = line.substr(0, longest) + " ...";
    return " (" + clause.name + (line.empty() ? "" : ": " + line) + ")";
}

bool is_same_but_for_names(const Move& a, const Move& b) {
    return a.kind == b.kind && a.point == b.point && a.option == b.option && a.trigger == b.trigger &&
           a.outcomes == b.outcomes;
}

// The round carried out again where objects have other names then: after each step play looks as it did in
// the first round, and each round ends where the first began, with more of the same.
class LaterRounds {
public:
    LaterRounds(const Evaluator& evaluator, const Twins& twins, const Round& round)
        : evaluator_(evaluator), twins_(twins), round_(round) {
        for (const Successor& step : round.steps) shapes_.push_back(twins.shape(*step.next));
    }

    // As far as the pools of the scope have room for them.
    bool can_be_played() { return follow(*round_.steps.back().next, 0); }

private:
    static constexpr std::size_t most_tries = 500;

    bool follow(const State& state, std::size_t step) {
        if (step == replayed_rounds * shapes_.size() || ++tries_ > most_tries) return true;
        const std::size_t now = step % shapes_.size();
        if (now == 0 && !twins_.inflation(round_.first, state)) return false;
        bool no_room = false;
        for (const Successor& successor : evaluator_.expand(state).successors) {
            if (!is_same_but_for_names(successor.move, round_.steps[now].move)) continue;
            no_room = no_room || successor.cut;
            if (successor.next && twins_.shape(*successor.next) == shapes_[now] &&
                follow(*successor.next, step + 1))
                return true;
        }
        return no_room;
    }

    const Evaluator& evaluator_;
    const Twins& twins_;
    const Round& round_;
    std::vector<std::vector<Value>> shapes_;  // after each step
    std::size_t tries_ = 0;
};

// A cell of objects that the round's last state has no counterpart of.
bool is_of_absent(const Twins& twins, const Inflation& inflation, std::size_t cell) {
    return cell < twins.cells().size() &&
           std::ranges::any_of(twins.cells().objects_of(cell),
                               [&](const Object& object) { return inflation.renamed.count(object) == 0; });
}

// Where the cell is found at the round's end.
std::size_t end_of(const Twins& twins, const Inflation& inflation, std::size_t cell) {
    return cell < twins.cells().size() ? twins.cells().cell_as(cell, inflation.renamed) : cell;
}

bool has_other_objects(const Inflation& inflation) {
    return !inflation.twins.empty() || std::ranges::any_of(inflation.renamed, [](const auto& entry) {
        return entry.first != entry.second;
    });
}

// The numbers after one more round; false if they do not fit.
bool advance(const LinearRound& linear, std::vector<Value>& numbers) {
    std::vector<Value> next;
    for (const Linear& after : linear.after) {
        const std::optional<Value> value = value_at(after, numbers);
        if (!value) return false;
        next.push_back(*value);
    }
    numbers = std::move(next);
    return true;
}

// The same moves once more, if they can be made.
bool play_round(const Evaluator& evaluator, const Round& round, State& state) {
    for (const Successor& step : round.steps) {
        const Expansion expansion = evaluator.expand(state);
        const auto same = std::ranges::find_if(expansion.successors, [&](const Successor& successor) {
            return successor.move.kind == step.move.kind && successor.move.point == step.move.point &&
                   successor.move.option == step.move.option &&
                   successor.move.bindings == step.move.bindings &&
                   successor.move.trigger == step.move.trigger &&
                   successor.move.outcomes == step.move.outcomes && successor.next;
        });
        if (same == expansion.successors.end()) return false;
        State next = *same->next;
        state = std::move(next);
    }
    return true;
}

class Judge {
public:
    Judge(const Evaluator& evaluator, const Twins& twins, const Round& round)
        : evaluator_(evaluator), model_(evaluator.model()), twins_(twins), round_(round) {}

    Recurrence judge() {
        sorts_ = growing_sorts(twins_, round_);
        if (const std::string objects = objection_of_objects(); !objects.empty()) return undecided(objects);
        std::vector<Population> populations;
        for (const GrowingSort& sort : sorts_)
            populations.push_back({twins_.cells().pools()[sort.equals.front().pool].type, sort.bystanders});
        run_ = run_path(evaluator_, round_.first, round_.steps, populations, {.forced = round_.forced});
        if (!run_.refusal.empty())
            return undecided("the rules look at " + run_.refusal + place_text(model_, run_.refused_at));
        if (!close_round()) return undecided("numbers grow beyond 64 bits");
        const RoundAnswer answer = fate_of(linear_);
        if (answer.fate != RoundFate::Repeats) return {answer.fate, asked(answer.witness), {}};
        if (!goes_round_again()) return undecided("a later round differs from the first");
        return {RoundFate::Repeats, "", certificate(answer.bounds), unsteady()};
    }

private:
    static Recurrence undecided(std::string because) {
        return {RoundFate::Undecided, std::move(because), {}};
    }

    std::string objection_of_objects() const {
        if (sorts_.empty()) return "";
        std::vector<std::vector<Value>> growing(twins_.cells().pools().size());
        for (const GrowingSort& sort : sorts_) {
            if (sort.bystanders.empty())
                return "the rules may look at the number of " +
                       twins_.cells().name_of(sort.equals.front().pool);
            growing[sort.equals.front().pool].push_back(sort.bystanders.front());
        }
        // Where nobody really chooses, options that come to the same stay as good as one another.
        const Evaluated evaluated = evaluated_on(model_, round_.first, round_.steps, round_.forced);
        const Threshold wanted = threshold(evaluator_, twins_, evaluated, round_.first, growing);
        if (!wanted.refused.empty()) return "the rules look at " + wanted.refused;
        for (const GrowingSort& sort : sorts_) {
            if (sort.bystanders.size() < wanted.bystanders)
                return "the rules may look at the number of " +
                       twins_.cells().name_of(sort.equals.front().pool);
        }
        return "";
    }

    // The round's end seen as its beginning: a number for each variable, and all else as it was.
    bool close_round() {
        for (const PathCondition& condition : run_.conditions) {
            linear_.required.push_back({condition.form, condition.pinned});
            places_.push_back(condition.place);
        }
        std::set<std::size_t> varying;
        for (const PathVariable& variable : run_.variables) {
            linear_.start.push_back(variable.now);
            if (variable.population) {
                const std::optional<Linear> more =
                    sum(checker::variable(static_cast<std::uint32_t>(linear_.after.size())),
                        {sorts_[*variable.population].more});
                if (!more) return false;
                linear_.after.push_back(*more);
                continue;
            }
            varying.insert(variable.cell);
            linear_.after.push_back(run_.last[end_of(twins_, round_.inflation, variable.cell)].form);
        }
        for (std::size_t cell = 0; cell < round_.first.size(); ++cell) {
            if (varying.count(cell) > 0 || is_of_absent(twins_, round_.inflation, cell)) continue;
            const PathValue& last = run_.last[end_of(twins_, round_.inflation, cell)];
            if (!last.is_fixed() && !require_stays(last)) return false;
        }
        for (const auto& [extra, twin] : round_.inflation.twins) {
            for (std::size_t cell = 0; cell < twins_.cells().size(); ++cell) {
                const std::vector<Object>& objects = twins_.cells().objects_of(cell);
                if (std::ranges::find(objects, extra) == objects.end()) continue;
                if (!run_.last[cell].is_fixed() && !require_stays(run_.last[cell])) return false;
            }
        }
        return true;
    }

    bool require_stays(const PathValue& value) {
        const std::optional<Linear> difference = sum(value.form, {value.now}, -1);
        if (!difference || !scaled(*difference, -1)) return false;
        for (const Linear& side : {*difference, *scaled(*difference, -1)}) {
            linear_.required.push_back({side, true});
            places_.push_back({});
        }
        return true;
    }

    std::string asked(std::size_t requirement) const {
        std::vector<std::string> parts;
        for (const auto& [number, coefficient] : linear_.required[requirement].form.parts) {
            const PathVariable& variable = run_.variables[number];
            parts.push_back(variable.population
                                ? "the number of " +
                                      twins_.cells().name_of(sorts_[*variable.population].equals.front().pool)
                                : cell_name(model_, variable.cell).text());
        }
        return "the rules look at " + list_text(parts) + place_text(model_, places_[requirement]);
    }

    std::optional<GrowthCertificate> certificate(const std::vector<Linear>& bounds) const {
        if (has_other_objects(round_.inflation)) return std::nullopt;
        GrowthCertificate result{{}, bounds, linear_.after};
        for (const PathVariable& variable : run_.variables) result.cells.push_back(variable.cell);
        return result;
    }

    std::set<std::size_t> unsteady() const {
        std::set<std::size_t> result;
        for (std::uint32_t i = 0; i < run_.variables.size(); ++i) {
            const std::optional<Linear> change = sum(linear_.after[i], variable(i), -1);
            if (!run_.variables[i].population && change && !change->is_constant())
                result.insert(run_.variables[i].cell);
        }
        return result;
    }

    // Carried out, as far as the pools of the scope allow: the same moves, and numbers as foreseen.
    bool goes_round_again() const {
        if (has_other_objects(round_.inflation))
            return LaterRounds(evaluator_, twins_, round_).can_be_played();
        State state = *round_.steps.back().next;
        std::vector<Value> numbers = linear_.start;
        for (std::size_t i = 0; i < replayed_rounds; ++i) {
            if (!advance(linear_, numbers)) return false;
            for (std::size_t k = 0; k < numbers.size(); ++k) {
                if (state[end_of(twins_, round_.inflation, run_.variables[k].cell)] != numbers[k])
                    return false;
            }
            if (!play_round(evaluator_, round_, state)) return false;
        }
        return true;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    const Twins& twins_;
    const Round& round_;
    std::vector<GrowingSort> sorts_;
    PathRun run_;
    LinearRound linear_;
    std::vector<PathPlace> places_;  // by requirement
};

}  // namespace

Recurrence judge(const Evaluator& evaluator, const Twins& twins, const Round& round) {
    return Judge(evaluator, twins, round).judge();
}

std::optional<Successor> forced_successor(const Evaluator& evaluator, const State& state) {
    Expansion expansion = evaluator.expand(state);
    if (expansion.successors.empty()) return std::nullopt;
    for (const Successor& successor : expansion.successors) {
        if (!successor.next || successor.next != expansion.successors.front().next) return std::nullopt;
    }
    return std::move(expansion.successors.front());
}

std::optional<Growth> find_growth(const Evaluator& evaluator, const Twins& twins, const State& from,
                                  std::size_t steps) {
    std::vector<State> path{from};
    std::vector<Successor> moves;
    std::map<std::vector<Value>, std::vector<std::size_t>> seen{{twins.shape(from), {0}}};
    std::optional<Growth> undecided;
    while (moves.size() < steps) {
        std::optional<Successor> only = forced_successor(evaluator, path.back());
        if (!only) break;
        path.push_back(*only->next);
        moves.push_back(std::move(*only));
        std::vector<std::size_t>& alike = seen[twins.shape(path.back())];
        for (const std::size_t before : alike) {
            if (path[before] == path.back()) return std::nullopt;
        }
        // The latest of those that look alike: then a bound that lay ahead may be left behind, and there are
        // more bystanders.
        const std::size_t start = alike.empty() ? path.size() : alike.back();
        alike.push_back(path.size() - 1);
        if (start == path.size()) continue;
        std::optional<Inflation> inflation = twins.inflation(path[start], path.back());
        if (!inflation || (inflation->shifts.empty() && inflation->twins.empty())) continue;
        Growth growth;
        const auto first = moves.begin() + static_cast<std::ptrdiff_t>(start);
        growth.stem.assign(moves.begin(), first);
        growth.round = {path[start], {first, moves.end()}, std::move(*inflation), true};
        growth.recurrence = judge(evaluator, twins, growth.round);
        if (growth.recurrence.infinite()) return growth;
        if (!undecided) undecided = std::move(growth);
    }
    return undecided;
}

}  // namespace errata::checker
