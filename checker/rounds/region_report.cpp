#include "checker/rounds/region_report.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/to_do.h"
#include "checker/rounds/growth_report.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/pared_round.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Of a round of which it is asked what keeps it up, and so many answers.
constexpr std::size_t most_clauses_pared = 8;
constexpr std::size_t most_causes = 3;

std::vector<ClauseId> minus(std::vector<ClauseId> clauses, const std::vector<ClauseId>& others) {
    std::erase_if(clauses,
                  [&](ClauseId clause) { return std::ranges::find(others, clause) != others.end(); });
    return clauses;
}

std::vector<ClauseId> plus(std::vector<ClauseId> clauses, const std::vector<ClauseId>& more) {
    clauses.insert(clauses.end(), more.begin(), more.end());
    return clauses;
}

bool piles_up(const More& more) { return more.below || !more.items.empty() || !more.instances.empty(); }

// A field of objects that has all its values still, in whatever objects: the round has others.
bool is_of_others(const PoolCells& cells, std::size_t variable, RoundEnds round) {
    const auto values = [&](const State& state) {
        std::multiset<Value> result;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) {
            const std::vector<Object>& objects = cells.objects_of(cell);
            if (cells[cell].variable == variable && !objects.empty() &&
                std::ranges::all_of(objects, [&](Object object) { return cells.exists(state, object); }))
                result.insert(state[cell]);
        }
        return result;
    };
    const std::multiset<Value> old = values(round.before);
    return !old.empty() && std::ranges::includes(values(round.after), old);
}

}  // namespace

std::vector<Cause> causes_of(const Evaluator& evaluator, const Inescapable& region, const Trace& play,
                             std::size_t from, LoopStage stage) {
    const std::vector<ClauseId> acting = clauses_of_round(evaluator.model(), play, from);
    if (acting.size() < 2 || acting.size() > most_clauses_pared)
        return {{acting, {}, piles_up(region.more())}};
    IdleRules idle(evaluator.model());
    const auto without = [&](const std::vector<ClauseId>& clauses) {
        return piles_up_without(evaluator, idle, clauses, state_before(play, from), stage);
    };
    std::vector<Cause> result;
    std::vector<ClauseId> left_out;
    while (result.size() < most_causes && left_out.size() < acting.size()) {
        if (!result.empty() && !without(left_out)) break;
        std::vector<ClauseId> rest = minus(acting, left_out);
        Cause cause{needed_among(rest,
                                 [&](const std::vector<ClauseId>& clauses) {
                                     return without(plus(left_out, clauses)).has_value();
                                 }),
                    {},
                    false};
        if (cause.clauses.empty()) break;  // it goes on without any of them
        cause.others = minus(acting, cause.clauses);
        if (const std::optional<More> more = without(cause.others)) cause.piles_up = piles_up(*more);
        left_out = plus(left_out, cause.clauses);
        result.push_back(std::move(cause));
    }
    if (result.empty()) result = {{acting, {}, piles_up(region.more())}};
    return result;
}

void tell_growth(const Model& model, const Twins& twins, RoundEnds round, LoopFacts& loop) {
    const PoolCells& cells = twins.cells();
    const ToDo first = to_do(model.layout, round.before);
    const ToDo last = to_do(model.layout, round.after);
    const std::size_t waiting = last.items.size() + last.pending.size();
    const std::size_t more = waiting - std::min(waiting, first.items.size() + first.pending.size());
    std::map<std::size_t, std::size_t> things;
    for (const Object& object : cells.present(round.before)) --things[object.pool];
    for (const Object& object : cells.present(round.after)) ++things[object.pool];
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        if (round.before[cell] == round.after[cell] || !cells[cell].is_number) continue;
        if (is_of_others(cells, cells[cell].variable, round)) continue;
        loop.growth.push_back(change_of(model, cell, round.after[cell] - round.before[cell]));
        loop.net_change.push_back({cell, round.before[cell], round.after[cell], {}});
    }
    for (const auto& [pool, number] : things) {
        if (number > 0) loop.growth.push_back(more_of(cells, pool, number));
    }
    if (more > 0) loop.growth.push_back({FactKind::MoreWait, {more}});
}

}  // namespace errata::checker
