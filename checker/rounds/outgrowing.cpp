#include "checker/rounds/outgrowing.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/one_turn.h"
#include "checker/rounds/region_report.h"
#include "checker/rounds/shares.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

// For each set of printed items that a screen lays out.
constexpr std::size_t most_attempts = 12;
constexpr std::size_t most_states_to_get_out = 4'000;

class OutgrowingSearch {
public:
    OutgrowingSearch(const Reach& reach, const StateSet& known, LoopStage coarsest)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          graph_(game_of_one_turn(reach, AfterTheEnd::Nothing)),
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

    bool is_known(const State& state) const { return lies_in_some(state, result_.regions); }

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
        for (Cause& cause : causes_of(reach_.evaluator(), region, play, from, coarsest_)) {
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
            tell_growth(model_, twins_, {before, after}, loop);
            finding.facts = {{region.is_choiceless() ? FactKind::ForcedRound : FactKind::InescapableRound,
                              {steps, loop.growth}}};
        }
        if (const std::vector<Phrase> ranges = ranges_of(region); !ranges.empty()) {
            finding.facts.push_back({FactKind::OnlyRangeStops, {ranges}});
        } else if (before != after) {
            finding.facts.push_back({FactKind::NeverEnds});
        }
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
