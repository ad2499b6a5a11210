#include "checker/loops/number_rounds.h"

#include <algorithm>
#include <map>

#include "checker/paths/path_run.h"
#include "checker/search/describe.h"
#include "checker/symbolic/inductive_set.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::vector<std::size_t> number_cells(const Model& model) {
    std::vector<std::size_t> result;
    for (const Variable& variable : model.variables) {
        const TypeForm form = model.type(variable.type).form;
        if (form != TypeForm::Range && form != TypeForm::Counter) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) result.push_back(variable.base + i);
    }
    return result;
}

std::vector<std::pair<std::size_t, Value>> difference(const std::vector<std::size_t>& cells, const State& a,
                                                      const State& b) {
    std::vector<std::pair<std::size_t, Value>> result;
    for (const std::size_t cell : cells) {
        if (a[cell] != b[cell]) result.emplace_back(cell, b[cell] - a[cell]);
    }
    return result;
}

}  // namespace

std::optional<NumberRounds> find_number_rounds(const Model& model, const std::vector<State>& states) {
    const std::vector<std::size_t> cells = number_cells(model);
    std::map<State, std::vector<std::size_t>> alike;  // without numbers: places
    for (std::size_t i = 0; i < states.size(); ++i) {
        State state = states[i];
        for (const std::size_t cell : cells) state[cell] = 0;
        alike[std::move(state)].push_back(i);
    }
    std::optional<NumberRounds> best;
    for (const auto& [state, places] : alike) {
        if (places.size() < 3 || (best && places.back() <= best->places.back())) continue;
        const auto between = [&, &places = places](std::size_t i) {
            return difference(cells, states[places[i]], states[places[i + 1]]);
        };
        NumberRounds rounds;
        rounds.shifts = between(places.size() - 2);
        std::size_t first = places.size() - 2;
        while (first > 0 && between(first - 1) == rounds.shifts) --first;
        if (rounds.shifts.empty() || places.size() - first < 3) continue;
        rounds.places.assign(places.begin() + static_cast<std::ptrdiff_t>(first), places.end());
        best = std::move(rounds);
    }
    return best;
}

bool repeats_but_for(const Evaluator& evaluator, const State& first, const std::vector<Successor>& steps,
                     const std::vector<ClauseId>& clauses, bool forced) {
    const PathRun run = run_path(evaluator, first, steps, {}, {.forced = forced, .ranges = true});
    if (!run.refusal.empty()) return false;
    LinearRound round;
    for (const PathCondition& condition : run.conditions) {
        if (std::ranges::find(clauses, condition.place.clause) == clauses.end())
            round.required.push_back({condition.form, condition.pinned});
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

std::vector<ClauseId> clauses_of_ending(const Model& model, EndingId ending) {
    std::vector<ClauseId> result;
    for (const StateCheck& check : model.state_checks) {
        walk_code(model.code, std::vector<CodeId>{check.body}, [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Finish && node.ending == ending) result.push_back(check.clause);
        });
    }
    return result;
}

std::vector<std::string> shift_texts(const Model& model, const NumberRounds& rounds) {
    std::vector<std::string> result;
    for (const auto& [cell, shift] : rounds.shifts)
        result.push_back(cell_name(model, cell) + (shift > 0 ? " rises by " : " falls by ") +
                         std::to_string(shift > 0 ? shift : -shift) + " each round");
    return result;
}

}  // namespace errata::checker
