#include "checker/loops/outgrowing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/loops/growth_report.h"
#include "checker/loops/loop_report.h"
#include "checker/loops/pared_round.h"
#include "checker/loops/shares.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/to_do.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

// For each set of printed items that a screen lays out.
constexpr std::size_t most_attempts = 12;
// Of a round of which it is asked what keeps it up, and so many answers.
constexpr std::size_t most_clauses_pared = 8;
constexpr std::size_t most_causes = 3;
constexpr std::size_t most_states_to_get_out = 4'000;

bool breaks_off_at(const Reach& reach, std::uint32_t node) {
    if (node >= reach.arena().states) return true;  // one of the outcomes of a choice does, perhaps
    const ReachedState& reached = reach.exploration()[StateId(node)];
    return !reached.expanded || reached.cut || reached.error;
}

// The game of one turn in which what breaks off at a bound goes on for ever, in a node of its own behind all
// others.
GameGraph with_breaking_off(const Reach& reach) {
    const Arena& whole = reach.arena();
    const auto beyond = static_cast<std::uint32_t>(whole.graph.size());
    GameGraph graph;
    std::vector<std::uint32_t> targets;
    for (std::uint32_t node = 0; node < beyond; ++node) {
        targets.clear();
        bool leaves = false;
        for (std::uint32_t edge = whole.graph.first[node]; edge < whole.graph.first[node + 1]; ++edge) {
            leaves = leaves || whole.stages[edge] > LoopStage::Turn;
            targets.push_back(whole.graph.targets[edge]);
        }
        if (whole.graph.leaks[node] && !breaks_off_at(reach, node)) leaves = true;
        if (whole.graph.leaks[node] && !leaves) targets.push_back(beyond);
        graph.add(targets, leaves);
    }
    graph.add(std::vector<std::uint32_t>{beyond}, false);
    return graph;
}

std::vector<ClauseId> minus(std::vector<ClauseId> clauses, const std::vector<ClauseId>& others) {
    std::erase_if(clauses,
                  [&](ClauseId clause) { return std::ranges::find(others, clause) != others.end(); });
    return clauses;
}

std::vector<ClauseId> plus(std::vector<ClauseId> clauses, const std::vector<ClauseId>& more) {
    clauses.insert(clauses.end(), more.begin(), more.end());
    return clauses;
}

class OutgrowingSearch {
public:
    OutgrowingSearch(const Reach& reach, const StateSet& known, LoopStage coarsest)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          graph_(with_breaking_off(reach)),
          reversed_(graph_.reversed()),
          twins_(model_, Numbers::CountersAndRanges),
          coarsest_(coarsest),
          explained_(graph_.size()) {
        for (std::uint32_t node = 0; node < known.size(); ++node) {
            if (known[node]) explain(node);
        }
    }

    Outgrowing run(const std::vector<Finding>& chosen) {
        const StateSet inside = greatest_fixpoint(graph_, StateSet(graph_.size(), true), Mode::All);
        StateSet beyond(graph_.size());
        beyond.back() = true;
        const StateSet breaks_off = can_reach(graph_, beyond);
        const std::vector<std::uint32_t> sets = sets_laid_out(model_, exploration_);
        Shares attempts(sets);
        for (std::uint32_t node = 0; node < exploration_.size(); ++node) {
            if (reach_.is_out_of_time()) break;
            if (!inside[node] || !breaks_off[node] || explained_[node]) continue;
            if (!attempts.take(node, most_attempts)) continue;
            const State state = exploration_.state(StateId(node));
            if (is_known(state) || report(StateId(node), state)) explain(node);
        }
        for (const Finding& finding : chosen) {
            if (!reach_.is_out_of_time() && is_chosen(finding.code)) judge(finding);
        }
        result_.findings = found_.take();
        return std::move(result_);
    }

private:
    // And all that leads there.
    void explain(std::uint32_t node) {
        std::vector<std::uint32_t> open{node};
        explained_[node] = true;
        while (!open.empty()) {
            const std::uint32_t at = open.back();
            open.pop_back();
            for (const std::uint32_t before : reversed_.successors(at)) {
                if (explained_[before]) continue;
                explained_[before] = true;
                open.push_back(before);
            }
        }
    }

    bool is_known(const State& state) const {
        return std::ranges::any_of(result_.regions,
                                   [&](const Inescapable& region) { return region.contains(state); });
    }

    // Does nobody get out of a repetition that seems to be chosen?
    void judge(const Finding& finding) {
        const std::optional<std::size_t> begin = begin_of_round(finding);
        if (!begin) return;
        Trace play = *finding.witness;
        play.steps.resize(*begin);
        play.loop_start.reset();
        const Evaluator& evaluator = reach_.evaluator();
        const State first = last_state(play);
        if (is_known(first) || gets_out(evaluator, first, coarsest_, most_states_to_get_out)) return;
        std::optional<Inescapable> region = Inescapable::from(evaluator, first, coarsest_);
        if (region) report(std::move(*region), std::move(play));
    }

    bool report(StateId start, const State& state) {
        const Evaluator& evaluator = reach_.evaluator();
        std::optional<Inescapable> region = Inescapable::from(evaluator, state, LoopStage::Turn);
        if (!region) return false;
        // States of the search stand for others; what counts is the play.
        Trace play = trace_to(exploration_, start);
        if (last_state(play) != state) {
            std::optional<Inescapable> of_play =
                Inescapable::from(evaluator, last_state(play), LoopStage::Turn);
            if (!of_play) return false;
            region.emplace(std::move(*of_play));
        }
        return report(std::move(*region), std::move(play));
    }

    // `play` comes to the state that the region is of.
    bool report(Inescapable region, Trace play) {
        const std::optional<WayRound> way = region.way_round(reach_.evaluator());
        if (!way) return false;
        play.steps.insert(play.steps.end(), way->stem.begin(), way->stem.end());
        const std::size_t from = play.steps.size();
        play.steps.insert(play.steps.end(), way->steps.begin(), way->steps.end());
        Finding finding;
        finding.loop = LoopFacts{};
        finding.loop->stage = coarsest_stage(model_, play, from);
        tell(region, play, from, finding);
        for (Cause& cause : causes(region, play, from)) {
            Finding one = finding;
            one.witness = play;
            one.clauses = std::move(cause.clauses);
            if (cause.piles_up && *one.loop->stage != LoopStage::Settle) one.code = FindingCode::LoopAgenda;
            if (!cause.others.empty())
                one.facts.push_back({FactKind::GoesOnWithout, {names_of(model_, cause.others)}});
            found_.add(std::move(one));
        }
        result_.regions.push_back(std::move(region));
        return true;
    }

    // What keeps play from getting out.
    struct Cause {
        std::vector<ClauseId> clauses;
        std::vector<ClauseId> others;  // that act in the round and need not
        bool piles_up = false;         // what is to be done, by these alone
    };

    // Minimal sets of the clauses of the round, one after the other out of what the earlier ones leave.
    std::vector<Cause> causes(const Inescapable& region, const Trace& play, std::size_t from) const {
        const std::vector<ClauseId> acting = clauses_of_round(model_, play, from);
        const auto piles_up = [](const More& more) {
            return more.below || !more.items.empty() || !more.instances.empty();
        };
        if (acting.size() < 2 || acting.size() > most_clauses_pared)
            return {{acting, {}, piles_up(region.more())}};
        const auto without = [&](const std::vector<ClauseId>& clauses) {
            return piles_up_without(reach_.evaluator(), clauses, state_before(play, from), coarsest_);
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

    // Its code, what there is more of after the round, and the explanation.
    void tell(const Inescapable& region, Trace& play, std::size_t from, Finding& finding) const {
        LoopFacts& loop = *finding.loop;
        const State& before = state_before(play, from);
        const State& after = last_state(play);
        const std::size_t steps = play.steps.size() - from;
        const LoopForce force = region.is_choiceless() ? LoopForce::Mandatory : LoopForce::Inevitable;
        finding.code = code_of(force, *loop.stage);
        if (before == after) {
            play.loop_start = from;
            loop.growth = {{FactKind::MoreInAnotherOrder}};
            finding.facts = {{FactKind::ReturnsEvery, {steps}}, {FactKind::WhateverIsChosen}};
        } else {
            loop.rounds = {from, play.steps.size()};
            tell_growth(before, after, loop);
            finding.facts = {{region.is_choiceless() ? FactKind::ForcedRound : FactKind::InescapableRound,
                              {steps, loop.growth}}};
        }
        if (const std::vector<Phrase> ranges = ranges_of(region); !ranges.empty()) {
            finding.facts.push_back({FactKind::OnlyRangeStops, {ranges}});
        } else if (before != after) {
            finding.facts.push_back({FactKind::NeverEnds});
        }
    }

    void tell_growth(const State& before, const State& after, LoopFacts& loop) const {
        const ToDo first = to_do(model_.layout, before);
        const ToDo last = to_do(model_.layout, after);
        const std::size_t waiting = last.items.size() + last.pending.size();
        const std::size_t more = waiting - std::min(waiting, first.items.size() + first.pending.size());
        std::map<std::size_t, std::size_t> things;
        for (const Object& object : twins_.cells().present(before)) --things[object.pool];
        for (const Object& object : twins_.cells().present(after)) ++things[object.pool];
        for (std::size_t cell = 0; cell < twins_.cells().size(); ++cell) {
            if (before[cell] == after[cell] || !twins_.cells()[cell].is_number) continue;
            if (is_of_others(twins_.cells()[cell].variable, before, after)) continue;
            loop.growth.push_back(change_of(model_, cell, after[cell] - before[cell]));
            loop.net_change.push_back({cell, before[cell], after[cell], {}});
        }
        for (const auto& [pool, number] : things) {
            if (number > 0) loop.growth.push_back(more_of(twins_.cells(), pool, number));
        }
        if (more > 0) loop.growth.push_back({FactKind::MoreWait, {more}});
    }

    // A field of objects that has all its values still, in whatever objects: the round has others.
    bool is_of_others(std::size_t variable, const State& before, const State& after) const {
        const PoolCells& cells = twins_.cells();
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
        const std::multiset<Value> old = values(before);
        return !old.empty() && std::ranges::includes(values(after), old);
    }

    std::vector<Phrase> ranges_of(const Inescapable& region) const {
        std::vector<Phrase> ranges;
        for (const auto& [cell, direction] : region.more().numbers) {
            const Type& type = model_.type(model_.variable(*variable_of(model_, cell)).type);
            if (type.is_finite()) ranges.push_back(cell_name(model_, cell) + " (" + type.name + ")");
        }
        return ranges;
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    const GameGraph graph_;
    const GameGraph reversed_;
    const Twins twins_;
    LoopStage coarsest_;
    StateSet explained_;
    NearestFindings found_;
    Outgrowing result_;
};

}  // namespace

Outgrowing find_outgrowing(const Reach& reach, const StateSet& known, const std::vector<Finding>& chosen,
                           LoopStage coarsest) {
    const Exploration& exploration = reach.exploration();
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        if (!state.expanded || state.cut || state.error)
            return OutgrowingSearch(reach, known, coarsest).run(chosen);
    }
    return {};
}

bool is_chosen(FindingCode code) {
    using enum FindingCode;
    return code == LoopOptional || code == LoopChance || code == LoopGrowing;
}

std::optional<std::size_t> begin_of_round(const Finding& finding) {
    if (finding.witness->loop_start || !finding.loop || finding.loop->rounds.empty())
        return finding.witness->loop_start;
    return finding.loop->rounds.front();
}

}  // namespace errata::checker
