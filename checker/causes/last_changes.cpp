#include "checker/causes/last_changes.h"

#include <algorithm>
#include <set>

#include "checker/causes/derived_values.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/evaluate_terms.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_cells = 8;

// Of a question about many objects: what it is answered by and what play has changed.
std::vector<std::size_t> changed_cells_read(const Evaluator& evaluator, TermId term, const Trace& play) {
    CellTrace trace;
    traced_value(evaluator, term, last_state(play), &trace);
    std::vector<std::size_t> cells(trace.cells.begin(), trace.cells.end());
    std::erase_if(cells, [&](std::size_t cell) {
        return !variable_of(evaluator.model(), cell) || since_text(evaluator.model(), cell, play).empty();
    });
    return cells;
}

}  // namespace

std::string since_text(const Model& model, std::size_t cell, const Trace& play) {
    for (std::size_t i = play.steps.size(); i-- > 0;) {
        const std::vector<Change>& changes = play.steps[i].changes;
        const auto last = std::find_if(changes.rbegin(), changes.rend(),
                                       [&](const Change& change) { return change.cell == cell; });
        if (last == changes.rend()) continue;
        const std::string by =
            last->clause.is_valid() ? " (" + model.clause(last->clause).name + ")" : std::string();
        return " since step " + std::to_string(i + 1) + by;
    }
    return "";
}

Held held(const Evaluator& evaluator, TermId term, const Trace& play) {
    const State& there = last_state(play);
    std::vector<std::size_t> cells = cells_read(evaluator, term, there);
    if (cells.empty()) cells = changed_cells_read(evaluator, term, play);
    if (cells.size() > most_cells) cells.resize(most_cells);
    std::vector<Phrase> parts = derived_values(evaluator, term, there);
    const bool names_makers = !parts.empty();
    if (!cells.empty()) parts.push_back(values_since(evaluator.model(), cells, play));
    return {join(parts, ", "), names_makers};
}

Phrase values_since(const Model& model, const std::vector<std::size_t>& cells, const Trace& play) {
    const State& there = last_state(play);
    const auto text = [&](std::size_t cell) {
        return cell_name(model, cell) + " is " + cell_value_text(model, cell, there[cell]) +
               since_text(model, cell, play);
    };
    return join(dsl::mapped(cells, text), ", ");
}

std::vector<Decisive> decisive_changes(const IsSo& is_so, const Trace& play) {
    const State& there = last_state(play);
    CellTrace trace;
    is_so(there, &trace);
    const auto is_read = [&](std::size_t cell) {
        return trace.all || std::ranges::find(trace.cells, cell) != trace.cells.end();
    };
    std::vector<Decisive> needed;
    std::vector<Decisive> any;
    std::set<std::size_t> known;
    for (std::size_t i = play.steps.size(); i-- > 0;) {
        const std::vector<Change>& changes = play.steps[i].changes;
        for (std::size_t k = changes.size(); k-- > 0;) {
            if (!is_read(changes[k].cell) || !known.insert(changes[k].cell).second) continue;
            State otherwise = there;
            otherwise[changes[k].cell] = changes[k].before;
            if (!is_so(otherwise, nullptr)) needed.push_back({i, changes[k]});
            any.push_back({i, changes[k]});
        }
    }
    std::vector<Decisive>& result = needed.empty() ? any : needed;
    std::ranges::reverse(result);
    return result;
}

std::vector<ClauseId> who_made(const std::vector<Decisive>& changes) {
    std::vector<ClauseId> result;
    for (std::size_t i = changes.size(); i-- > 0;) add_clause(result, changes[i].change.clause);
    std::ranges::reverse(result);
    return result;
}

}  // namespace errata::checker
