#include "checker/claims/asked_about.h"

#include <algorithm>
#include <set>

#include "checker/claims/said.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_tuples = 20'000;

// A thing or value of the game.
using Thing = std::pair<TypeId, Value>;

const OpenFunction* function_of(const Model& model, IncidentId id) {
    const auto is_about = [&](const OpenFunction& open) {
        return open.contradiction == id || open.gap == id;
    };
    const auto found = std::ranges::find_if(model.functions.open, is_about);
    return found == model.functions.open.end() ? nullptr : &*found;
}

void add_things(const Model& model, const Change& change, std::set<Thing>& things) {
    const std::optional<VarId> id = variable_of(model, change.cell);
    if (!id) return;
    const Variable& variable = model.variable(*id);
    const TypeId type = model.types.base(variable.type);
    things.emplace(type, change.before);
    things.emplace(type, change.after);
    std::size_t rest = change.cell - variable.base;
    for (std::size_t i = variable.params.size(); i-- > 0;) {
        const Type& param = model.type(variable.params[i]);
        const auto size = static_cast<std::size_t>(param.size());
        things.emplace(model.types.base(variable.params[i]), param.lo + static_cast<Value>(rest % size));
        rest /= size;
    }
}

// What the ways of the finding differ in.
std::set<Thing> things_at_stake(const Model& model, const Finding& finding) {
    std::set<Thing> things;
    for (const Outcome& outcome : finding.outcomes) {
        for (const Change& change : outcome.changes) {
            const auto has_it = [&](const Outcome& other) {
                return std::ranges::any_of(other.changes, [&](const Change& same) {
                    return same.cell == change.cell && same.after == change.after;
                });
            };
            if (!std::ranges::all_of(finding.outcomes, has_it)) add_things(model, change, things);
        }
    }
    return things;
}

// Does each of these clauses that speaks of the function say something of this tuple?
bool is_spoken_of(const OpenFunction& open, const std::vector<Spoken>& said,
                  const std::vector<ClauseId>& clauses) {
    const auto is_one_of_these = [&](const Statement& statement) {
        return std::ranges::find(clauses, statement.clause) != clauses.end();
    };
    std::set<ClauseId> heard;
    for (const Spoken& spoken : said) {
        if (is_one_of_these(*spoken.statement)) heard.insert(spoken.statement->clause);
    }
    return !heard.empty() && std::ranges::all_of(open.statements, [&](const Statement& statement) {
        return !is_one_of_these(statement) || heard.contains(statement.clause);
    });
}

std::vector<Thing> things_of(const Model& model, const OpenFunction& open, std::size_t position) {
    std::vector<Thing> things;
    for (const Value value : arguments_at(model, open, position))
        things.emplace_back(open.params[things.size()], value);
    return things;
}

}  // namespace

std::string asked_about(const Evaluator& evaluator, IncidentId incident, const Finding& finding) {
    const Model& model = evaluator.model();
    const OpenFunction* open = function_of(model, incident);
    if (open == nullptr || open->params.empty() || !finding.witness || finding.witness->steps.empty())
        return "";
    const State before = state_before_last(*finding.witness);
    Said said(evaluator, *open, before);
    if (said.size() > most_tuples) return "";
    const std::set<Thing> at_stake = things_at_stake(model, finding);
    std::size_t most = 0;
    std::vector<std::size_t> best;
    for (std::size_t position = 0; position < said.size(); ++position) {
        if (!is_spoken_of(*open, said.about(position), finding.clauses)) continue;
        const std::vector<Thing> things = things_of(model, *open, position);
        const auto count = static_cast<std::size_t>(std::ranges::count_if(things, [&](const Thing& thing) {
            return at_stake.contains({model.types.base(thing.first), thing.second});
        }));
        if (count > most) best.clear();
        most = std::max(most, count);
        if (count == most) best.push_back(position);
    }
    return best.size() == 1 ? question_text(model, *open, best.front()) : "";
}

}  // namespace errata::checker
