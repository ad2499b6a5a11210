#include "checker/loops/forced_lethal.h"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/explicit/stage.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/loops/deciding.h"
#include "checker/loops/loop_report.h"
#include "checker/loops/number_rounds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/to_do.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_stretch_steps = 400'000;  // over all stretches
constexpr std::size_t longest_stretch = 2'000;
constexpr std::size_t max_forced_plays = 1'000;  // carried out again

// States that follow one another without a choice, from one that no forced one leads to.
using Stretch = std::vector<StateId>;

// The first of the rounds of a play whose stretch begins after `before` steps.
std::vector<Successor> round_of(const Trace& play, std::size_t before, const NumberRounds& rounds) {
    const auto begin = play.steps.begin() + static_cast<std::ptrdiff_t>(before);
    return {begin + static_cast<std::ptrdiff_t>(rounds.places[0]),
            begin + static_cast<std::ptrdiff_t>(rounds.places[1])};
}

// The play, which has come to the stretch's first state, through it.
Trace through(const Reach& reach, const Stretch& stretch, Trace play) {
    std::vector<std::uint32_t> edges;
    for (std::size_t i = 0; i + 1 < stretch.size(); ++i)
        edges.push_back(reach.arena().graph.first[static_cast<std::uint32_t>(stretch[i].index)]);
    follow(reach.arena(), reach.exploration(), stretch[0], edges, play);
    return play;
}

std::vector<State> but_last(std::vector<State> states) {
    states.pop_back();
    return states;
}

class ForcedPlay {
public:
    ForcedPlay(const Reach& reach)
        : reach_(reach), model_(reach.model()), exploration_(reach.exploration()) {}

    std::vector<Finding> run() {
        std::vector<bool> follows(reach_.arena().graph.size());
        std::size_t steps = 0;
        for (std::uint32_t state = 0; state < exploration_.size() && steps < max_stretch_steps; ++state) {
            if (reach_.is_out_of_time()) break;
            if (!has_one_way_on(reach_.arena().graph, state) || follows[state]) continue;
            const Stretch stretch = stretch_from(state, follows);
            steps += stretch.size();
            if (plays_ == max_forced_plays) break;
            if (exploration_[stretch.back()].over) lethal(stretch);
        }
        return found_.take();
    }

private:
    Stretch stretch_from(std::uint32_t state, std::vector<bool>& follows) const {
        Stretch stretch;
        stretch.push_back(StateId(state));
        std::vector<std::uint32_t> met{state};
        while (has_one_way_on(reach_.arena().graph, state) && stretch.size() < longest_stretch) {
            state = reach_.arena().graph.successors(state).front();
            if (state >= reach_.arena().states || std::ranges::find(met, state) != met.end()) return stretch;
            follows[state] = true;
            met.push_back(state);
            stretch.push_back(StateId(state));
        }
        return stretch;
    }

    Trace play_of(const Stretch& stretch) const {
        return through(reach_, stretch, trace_to(exploration_, stretch[0]));
    }

    // The same without the way there, which most stretches need not: nothing goes round on them.
    Trace alone(const Stretch& stretch) {
        ++plays_;
        Trace play;
        play.initial = exploration_.state(stretch[0]);
        return through(reach_, stretch, std::move(play));
    }

    // The states of a stretch in one play; those of the search stand for others that are the same.
    std::vector<State> states_of(const Stretch& stretch, const Trace& play) const {
        std::vector<State> states;
        const std::size_t before = play.steps.size() + 1 - stretch.size();
        for (std::size_t i = before; i <= play.steps.size(); ++i) states.push_back(state_before(play, i));
        return states;
    }

    // With nothing left of the rounds: every play, within the turn, comes to the ending all the same.
    bool comes_anyway(State state, Value over) const {
        constexpr std::size_t most = 300;
        const Layout& layout = model_.layout;
        const ToDo left = to_do(layout, state);
        if (left.items.size() == 1 && left.pending.empty()) return false;  // the rounds are the turn's own
        std::fill(state.begin() + static_cast<std::ptrdiff_t>(layout.frame_base), state.end(), 0);
        std::ranges::copy(left.items.back(), state.begin() + static_cast<std::ptrdiff_t>(layout.frame(0)));
        std::set<State> known{state};
        std::vector<State> open{state};
        for (std::size_t i = 0; i < open.size(); ++i) {
            const State at = open[i];
            if (at[layout.over] == over) continue;
            const Expansion expansion = reach_.evaluator().expand(at);
            if (expansion.successors.empty() || open.size() > most) return false;
            for (const Successor& successor : expansion.successors) {
                if (!successor.next ||
                    stage_of(model_, at, successor.move, *successor.next) == LoopStage::Game)
                    return false;
                if (known.insert(*successor.next).second) open.push_back(*successor.next);
            }
        }
        return true;
    }

    // The last rounds before the ending that change the same numbers by the same amounts and nothing else.
    void lethal(const Stretch& stretch) {
        if (stretch.size() < 4) return;
        const Value over = exploration_.state(stretch.back())[model_.layout.over];
        const EndingId ending(static_cast<std::size_t>(over - 1));
        if (model_.rules.endings[ending.index].is_horizon) return;
        if (!find_number_rounds(model_, but_last(states_of(stretch, alone(stretch))))) return;
        Trace play = play_of(stretch);
        std::vector<State> states = states_of(stretch, play);
        const State end = states.back();
        states.pop_back();
        const std::optional<NumberRounds> rounds = find_number_rounds(model_, states);
        if (!rounds) return;
        const std::size_t before = play.steps.size() - states.size();
        const std::set<std::size_t> deciding =
            deciding_cells(reach_.evaluator(), play, before + rounds->places.back(), *rounds);
        // Rounds that come to an end by themselves were no loop.
        if (!repeats_but_for(reach_.evaluator(), states[rounds->places.front()],
                             round_of(play, before, *rounds), deciding, true))
            return;
        if (comes_anyway(states[rounds->places.front()], over)) return;
        Trace part = play;  // as far as the rounds go
        part.steps.resize(before + rounds->places.back());
        const std::size_t first = before + rounds->places.front();
        const LoopStage stage = coarsest_stage(model_, part, first);
        if (stage == LoopStage::Game) return;
        Finding finding;
        finding.code = FindingCode::LoopLethal;
        finding.clauses = clauses_of_round(model_, part, first);
        finding.loop = LoopFacts{};
        finding.loop->stage = stage;
        for (const std::size_t place : rounds->places) finding.loop->rounds.push_back(before + place);
        for (const auto& [cell, shift] : rounds->shifts)
            finding.loop->net_change.push_back({cell,
                                                state_before(play, first)[cell],
                                                state_before(play, before + rounds->places[1])[cell],
                                                {}});
        Facts parts = shifts_of(model_, *rounds);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t cell = rounds->shifts[i].first;
            parts[i].kind = parts[i].kind == FactKind::Rises ? FactKind::RisesTo : FactKind::FallsTo;
            parts[i].arguments.push_back(states[rounds->places.front()][cell]);
            parts[i].arguments.push_back(end[cell]);
        }
        const std::string name = model_.rules.endings[ending.index].name;
        finding.about = about(ending);
        finding.facts = {{FactKind::EndsByItself, {parts, name}}};
        finding.loop->growth = std::move(parts);
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    std::size_t plays_ = 0;
    NearestFindings found_;
};

}  // namespace

std::vector<Finding> find_forced_lethal(const Reach& reach) { return ForcedPlay(reach).run(); }

}  // namespace errata::checker
