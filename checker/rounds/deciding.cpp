#include "checker/rounds/deciding.h"

#include <algorithm>
#include <optional>

#include "checker/paths/path_run.h"
#include "checker/plays/steps.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/stopping_terms.h"
#include "checker/symbolic/inductive_set.h"

namespace errata::checker {

using namespace compiler;

namespace {

// The state behind the same moves; nothing where one of them is not there.
std::optional<State> state_behind(const Evaluator& evaluator, State at, const Trace& play, std::size_t from) {
    for (std::size_t i = from; i < play.steps.size(); ++i) {
        std::optional<State> next;
        for (Successor& successor : evaluator.expand(at).successors) {
            if (successor.move == play.steps[i].move) next = std::move(successor.next);
        }
        if (!next) return std::nullopt;
        at = std::move(*next);
    }
    return at;
}

}  // namespace

std::set<std::size_t> deciding_cells(const Evaluator& evaluator, const Trace& play, std::size_t last,
                                     const NumberRounds& rounds) {
    std::set<std::size_t> result;
    const std::size_t over = evaluator.model().layout.over;
    for (const auto& [cell, shift] : rounds.shifts) {
        State otherwise = state_before(play, last);
        otherwise[cell] -= shift;
        const std::optional<State> end = state_behind(evaluator, std::move(otherwise), play, last);
        if (!end || (*end)[over] != last_state(play)[over]) result.insert(cell);
    }
    return result;
}

bool repeats_but_for(const Evaluator& evaluator, const State& first, const std::vector<Successor>& steps,
                     const std::set<std::size_t>& cells, bool forced) {
    const PathRun run = run_path(evaluator, first, steps, {}, {.forced = forced, .ranges = true});
    if (!run.refusal.empty()) return false;
    const StoppingTerms* stopping = cells.empty() ? nullptr : &evaluator.facts().get<StoppingTerms>();
    const auto decides = [&](std::uint32_t number) {
        return !run.variables[number].population && cells.contains(run.variables[number].cell);
    };
    const auto is_about_them = [&](const PathCondition& condition) {
        if (stopping == nullptr || condition.pinned) return false;
        if (stopping->is_ending(condition.place.clause)) return true;
        if (stopping->contains(condition.place.term)) return false;
        const auto& parts = condition.form.parts;
        return std::ranges::any_of(parts, [&](const auto& part) { return decides(part.first); }) &&
               std::ranges::all_of(parts, [&](const auto& part) {
                   const std::size_t cell = run.variables[part.first].cell;
                   return decides(part.first) || run.last[cell].form == variable(part.first);
               });
    };
    LinearRound round;
    for (const PathCondition& condition : run.conditions) {
        if (!is_about_them(condition)) round.required.push_back({condition.form, condition.pinned});
    }
    std::vector<bool> varies(first.size());
    for (const PathVariable& variable : run.variables) {
        varies[variable.cell] = true;
        round.start.push_back(variable.now);
        round.after.push_back(run.last[variable.cell].form);
    }
    for (std::size_t cell = 0; cell < first.size(); ++cell) {
        if (!varies[cell] && !run.last[cell].is_fixed()) return false;
    }
    return fate_of(round).fate == RoundFate::Repeats;
}

}  // namespace errata::checker
