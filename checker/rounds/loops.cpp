// Every question is a greatest fixpoint over the arena of one stage (coarser transitions leave, and so do
// errors, cut successors and states not expanded):
//   mandatory   exactly one distinct successor everywhere
//   inevitable  all successors stay
//   chance      all successors stay, except that chance may have others: players cannot leave, chance can
//   optional    players have one that stays, all others only such
//   together    players have one that stays, and so has what nobody decides, chance only such: the rules do
//               not say that it ends. The same of chance and what nobody decides. Of whole games chance may
//               have others, too, and it is asked only where there is no other loop: a play for ever is one
//               whoever keeps it up
// A component of the fixpoint is a region in which play can repeat; regions reported under a stricter heading
// are left out of the later ones, finer stages come before coarser ones. A component whose rounds all lie in
// a finer stage was looked at there: that what leads out of them leads to other loops only, later in the
// turn, makes them none that could not be left.
#include "checker/rounds/loops.h"

#include <algorithm>
#include <optional>

#include "checker/explicit/traces.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/cycles.h"
#include "checker/rounds/loop_explanation.h"
#include "checker/rounds/loop_report.h"
#include "checker/search/findings.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_of_chance(LoopForce force) {
    return force == LoopForce::Chance || force == LoopForce::ChanceTogether;
}

// Those that the loops of such a force are not reported in again.
const StateSet& hiding(const ReportedNodes& reported, LoopForce force) {
    if (is_forced(force)) return reported.forced;
    return force == LoopForce::Chance ? reported.chance : reported.any;
}

void mark(ReportedNodes& reported, const std::vector<std::uint32_t>& members, LoopForce force) {
    for (const std::uint32_t node : members) {
        reported.any[node] = true;
        if (is_forced(force)) reported.forced[node] = true;
        if (is_forced(force) || is_of_chance(force)) reported.chance[node] = true;
    }
}

// The same but for counters that nothing reads, which are left out of the search.
bool counters_move(const Model& model, const Trace& play) {
    const State& first = state_before(play, *play.loop_start);
    const State& last = *play.steps.back().next;
    return std::ranges::any_of(model.variables, [&](const Variable& variable) {
        const auto begin = static_cast<std::ptrdiff_t>(variable.base);
        const auto end = begin + static_cast<std::ptrdiff_t>(variable.cells);
        return !model.type(variable.type).is_finite() &&
               !std::equal(first.begin() + begin, first.begin() + end, last.begin() + begin);
    });
}

class StageLoops {
public:
    StageLoops(const Reach& reach, LoopStage stage, ReportedNodes& reported)
        : reach_(reach),
          model_(reach.model()),
          stage_(stage),
          arena_(up_to(reach.arena(), stage)),
          distances_(depths_of(arena_, reach.exploration())),
          reported_(reported),
          region_(arena_.graph.size()),
          explanation_(reach, arena_, stage) {
        for (StateSet* set : {&reported_.forced, &reported_.chance, &reported_.any})
            set->resize(arena_.graph.size());
    }

    LoopsOfStage run() {
        const std::size_t nodes = arena_.graph.size();
        StateSet forced(nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            forced[node] = has_one_way_on(arena_.graph, node);
        }
        const StateSet all(nodes, true);
        look_at(greatest_fixpoint(arena_.graph, forced, Mode::All), LoopForce::Mandatory);
        result_.inevitable = greatest_fixpoint(arena_.graph, all, Mode::All);
        look_at(result_.inevitable, LoopForce::Inevitable);
        look_at(explanation_.kept_by({.all_players = false, .chance = true, .player = {}, .against = {}}),
                LoopForce::Chance);
        look_at(explanation_.kept_by({.all_players = true, .chance = false, .player = {}, .against = {}}),
                LoopForce::Optional);
        if (stage_ != LoopStage::Game) {
            look_at(explanation_.kept_by(
                        {.all_players = true, .chance = false, .player = {}, .against = {}, .nobody = true}),
                    LoopForce::Together);
            look_at(explanation_.kept_by(
                        {.all_players = false, .chance = true, .player = {}, .against = {}, .nobody = true}),
                    LoopForce::ChanceTogether);
        } else if (found_.all().empty()) {
            look_at(all, LoopForce::Together);
        }
        result_.findings = found_.take();
        return std::move(result_);
    }

private:
    void look_at(const StateSet& fixpoint, LoopForce force) {
        StateSet inside = fixpoint;
        const StateSet& taken = hiding(reported_, force);
        for (std::size_t node = 0; node < inside.size(); ++node) inside[node] = inside[node] && !taken[node];
        const Components parts = components(arena_.graph, inside);
        std::vector<std::size_t> order;
        std::vector<std::uint32_t> nearest(parts.members.size(), 0xffffffffU);
        for (std::size_t part = 0; part < parts.members.size(); ++part) {
            if (!parts.cyclic[part]) continue;
            order.push_back(part);
            for (const std::uint32_t node : parts.members[part])
                nearest[part] = std::min(nearest[part], distances_[node]);
        }
        std::ranges::stable_sort(order, {}, [&](std::size_t part) { return nearest[part]; });
        for (const std::size_t part : order) {
            if (reach_.is_out_of_time()) break;
            if (force == LoopForce::ChanceTogether && !has_chance(parts.members[part])) continue;
            for (const std::uint32_t node : parts.members[part]) region_[node] = true;
            if (has_round_of_stage(parts.members[part]) && report(parts.members[part], force))
                mark(reported_, parts.members[part], force);
            for (const std::uint32_t node : parts.members[part]) region_[node] = false;
        }
    }

    // Of whole games every round is looked at.
    bool is_of_stage(const Arena& arena, std::uint32_t edge) const {
        return stage_ == LoopStage::Game || arena.stages[edge] == stage_;
    }

    bool has_round_of_stage(const std::vector<std::uint32_t>& members) const {
        return std::ranges::any_of(members, [&](std::uint32_t node) {
            for (std::uint32_t edge = arena_.graph.first[node]; edge < arena_.graph.first[node + 1]; ++edge) {
                if (region_[arena_.graph.targets[edge]] && is_of_stage(arena_, edge)) return true;
            }
            return false;
        });
    }

    bool has_chance(const std::vector<std::uint32_t>& members) const {
        return std::ranges::any_of(members, [&](std::uint32_t node) {
            return node < arena_.states && distinct_successors(arena_.graph, node) > 1 &&
                   reach_.exploration()[StateId(node)].owner().kind == OwnerKind::Chance;
        });
    }

    // The region's loop, the members being those of `region_`. False: play only idles there.
    bool report(const std::vector<std::uint32_t>& members, LoopForce force) {
        // What forces play round is best seen where nobody plays anything in between.
        if (force == LoopForce::Inevitable || is_of_chance(force)) {
            if (!passing_) passing_ = without_plays(arena_, reach_.exploration());
            const Changes of_stage = [&](std::uint32_t edge) { return is_of_stage(*passing_, edge); };
            if (const auto cycle = minimal_cycle(passing_->graph, region_, members, passing_->states,
                                                 distances_, of_stage)) {
                report(*passing_, *cycle, members, force);
                return true;
            }
        }
        const Changes changes = [&](std::uint32_t edge) {
            if (arena_.edges[edge] == Arena::no_edge) return false;
            // Waiting in the turn is no loop. An item that never leaves the agenda is one, and so is what
            // comes back onto it again and again, whatever it does.
            const bool stays_busy = arena_.stages[edge] <= LoopStage::Resolution;
            const bool places = reach_.exploration().edges().places(arena_.edges[edge]);
            return (stage_ < LoopStage::Turn && (stays_busy || places)) ||
                   reach_.exploration().edges().changes(arena_.edges[edge]);
        };
        const Changes of_stage = [&](std::uint32_t edge) { return is_of_stage(arena_, edge); };
        std::optional<FoundCycle> cycle = minimal_cycle(arena_.graph, region_, members, arena_.states,
                                                        distances_, is_forced(force) ? of_stage : changes);
        // A whole game in which nothing changes any more does not end either.
        if (!cycle && stage_ == LoopStage::Game)
            cycle = minimal_cycle(arena_.graph, region_, members, arena_.states, distances_, Changes());
        if (cycle) report(arena_, *cycle, members, force);
        return cycle.has_value();
    }

    // `arena`: to which the cycle's edges belong.
    void report(const Arena& arena, const FoundCycle& cycle, const std::vector<std::uint32_t>& members,
                LoopForce force) {
        const Exploration& exploration = reach_.exploration();
        const StateId start(cycle.start);
        // The round alone says which loop it is: the same few often lie in many places, each with a long way
        // there.
        Trace round;
        round.initial = exploration.state(start);
        round.loop_start = 0;
        follow(arena, exploration, start, cycle.edges, round);
        if (force == LoopForce::Optional && counters_move(model_, round)) force = LoopForce::Growing;
        Finding finding;
        finding.code = code_of(force, stage_);
        finding.clauses = clauses_of_round(model_, round, 0);
        if (!found_.is_nearer(finding, exploration.depth(start) + round.steps.size(), true)) return;
        Trace play = trace_to(exploration, start);
        play.loop_start = play.steps.size();
        follow(arena, exploration, start, cycle.edges, play);
        finding.clauses = clauses_of_round(model_, play, *play.loop_start);
        finding.minimal_proved = cycle.is_minimal;
        finding.loop = LoopFacts{};
        finding.loop->stage = coarsest_stage(model_, play, *play.loop_start);
        explanation_.add(finding, members, cycle, force, play);
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    LoopStage stage_;
    Arena arena_;
    std::vector<std::uint32_t> distances_;
    ReportedNodes& reported_;
    StateSet region_;               // the component looked at, else empty
    std::optional<Arena> passing_;  // made when first asked for
    NearestFindings found_;
    LoopExplanation explanation_;
    LoopsOfStage result_;
};

}  // namespace

LoopsOfStage loops_of(const Reach& reach, LoopStage stage, ReportedNodes& reported) {
    return StageLoops(reach, stage, reported).run();
}

}  // namespace errata::checker
