#include "checker/rounds/waits.h"

#include <algorithm>

#include "checker/causes/barred.h"
#include "checker/causes/last_changes.h"
#include "checker/causes/round.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/rounds/cycles.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/second_look.h"
#include "checker/search/analysis.h"
#include "checker/search/first_states.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::uint32_t unreached = 0xffffffffU;

// Shortest ways from the states in which waiting begins, through states in which it lasts.
struct WaysOfWaiting {
    std::vector<std::uint32_t> distance;  // by node, from an initial state of the search
    std::vector<std::uint32_t>
        edge;  // by node: the arena's edge into it; Arena::no_edge: waiting begins here
    std::vector<std::uint32_t> from;  // by node: where that edge begins
};

WaysOfWaiting ways_from(const Reach& reach, const StateSet& begins, const StateSet& lasts) {
    const GameGraph& graph = reach.arena().graph;
    const std::vector<std::uint32_t> depths = depths_of(reach.arena(), reach.exploration());
    WaysOfWaiting ways{std::vector<std::uint32_t>(graph.size(), unreached),
                       std::vector<std::uint32_t>(graph.size(), Arena::no_edge),
                       std::vector<std::uint32_t>(graph.size())};
    // Buckets by distance: the beginnings lie at their own depths.
    std::vector<std::vector<std::uint32_t>> buckets;
    const auto put = [&](std::uint32_t node, std::uint32_t distance) {
        if (buckets.size() <= distance) buckets.resize(distance + 1);
        buckets[distance].push_back(node);
        ways.distance[node] = distance;
    };
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        if (begins[node]) put(node, depths[node]);
    }
    for (std::uint32_t distance = 0; distance < buckets.size(); ++distance) {
        for (std::size_t i = 0; i < buckets[distance].size(); ++i) {
            const std::uint32_t node = buckets[distance][i];
            if (ways.distance[node] != distance) continue;
            for (std::uint32_t edge = graph.first[node]; edge < graph.first[node + 1]; ++edge) {
                const std::uint32_t target = graph.targets[edge];
                // The way to a choice node takes no time.
                const std::uint32_t next =
                    reach.arena().edges[edge] == Arena::no_edge ? distance : distance + 1;
                if (!lasts[target] || ways.distance[target] <= next) continue;
                ways.edge[target] = edge;
                ways.from[target] = node;
                put(target, next);
            }
        }
    }
    return ways;
}

Trace play_to(const Reach& reach, const WaysOfWaiting& ways, std::uint32_t state) {
    std::vector<std::uint32_t> edges;
    std::uint32_t node = state;
    for (; ways.edge[node] != Arena::no_edge; node = ways.from[node]) edges.push_back(ways.edge[node]);
    std::ranges::reverse(edges);
    Trace play = trace_to(reach.exploration(), StateId(node));
    follow(reach.arena(), reach.exploration(), StateId(node), edges, play);
    return play;
}

struct Lurking {
    FoundCycle cycle;
    std::size_t length = 0;
    StateSet kept = {};  // where it can be kept away so
};

// The shortest play that comes to stay in `kept`.
std::optional<Lurking> shortest_stay(const Reach& reach, const WaysOfWaiting& ways, StateSet kept) {
    StateSet inside = kept;
    for (std::size_t node = 0; node < inside.size(); ++node) {
        inside[node] = inside[node] && ways.distance[node] != unreached;
    }
    const GameGraph& graph = reach.arena().graph;
    const Components parts = components(graph, inside);
    std::optional<Lurking> best;
    for (std::size_t part = 0; part < parts.members.size(); ++part) {
        if (!parts.cyclic[part]) continue;
        const std::uint32_t nearest = ways.distance[*std::ranges::min_element(
            parts.members[part], {}, [&](std::uint32_t node) { return ways.distance[node]; })];
        if (best && nearest + 1U >= best->length) continue;
        StateSet region(graph.size());
        for (const std::uint32_t node : parts.members[part]) region[node] = true;
        std::optional<FoundCycle> cycle =
            minimal_cycle(graph, region, parts.members[part], reach.arena().states, ways.distance, {});
        if (!cycle) continue;
        const std::size_t length = ways.distance[cycle->start] + cycle->edges.size();
        if (!best || length < best->length) best = Lurking{std::move(*cycle), length};
    }
    if (best) best->kept = std::move(kept);
    return best;
}

Finding wait_finding(const Reach& reach, const Claim& claim, const WaysOfWaiting& ways,
                     const Lurking& lurking, const std::vector<std::string>& keepers,
                     const std::vector<std::string>& breakers, bool forced) {
    const FoundCycle& cycle = lurking.cycle;
    Finding finding;
    finding.code = FindingCode::LoopWait;
    finding.about = about(reach.model(), claim);
    Trace play = play_to(reach, ways, cycle.start);
    play.loop_start = play.steps.size();
    follow(reach.arena(), reach.exploration(), StateId(cycle.start), cycle.edges, play);
    if (claim.clause.is_valid()) finding.clauses.push_back(claim.clause);
    finding.loop = LoopFacts{};
    finding.loop->stage = LoopStage::Game;
    if (!forced) finding.loop->can_keep_going = keepers;
    if (!forced) finding.loop->can_break = breakers;
    if (!forced) {
        const auto leaves = [&](std::uint32_t edge) {
            return !lurking.kept[reach.arena().graph.targets[edge]];
        };
        finding.loop->ways_out = ways_out(reach, breakers, nodes_of(reach.arena().graph, cycle), leaves);
    }
    finding.facts = {forced ? Fact{FactKind::NeverComesAbout} : Fact{FactKind::CanKeepAway, {keepers}},
                     {FactKind::ReturnsEvery, {play.steps.size() - *play.loop_start}}};
    finding.minimal_proved = cycle.is_minimal;
    finding.witness = std::move(play);
    return finding;
}

}  // namespace

WaitResult find_wait(const Reach& reach, const Claim& claim) {
    const Evaluator& evaluator = reach.evaluator();
    const Exploration& exploration = reach.exploration();
    const GameGraph& graph = reach.arena().graph;
    // Where e has no value, it has not come about.
    const StateSet lasts = states_where(
        reach, [&](const State& state) { return evaluator.value(claim.condition, state) != Value{1}; }, true);
    StateSet begins(graph.size());
    WaitResult result;
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const bool awaited = claim.premise.is_valid()
                                 ? evaluator.value(claim.premise, exploration.state(StateId(i))) == Value{1}
                                 : exploration.depth(StateId(i)) == 0;
        result.awaited = result.awaited || awaited;
        begins[i] = awaited && lasts[i];
    }
    const WaysOfWaiting ways = ways_from(reach, begins, lasts);
    for (std::size_t i = 0; i < exploration.size() && !result.may_end; ++i)
        result.may_end =
            ways.distance[i] != unreached && has_ended(reach.model(), exploration.state(StateId(i)));
    const auto stay = [&](const Keepers& keepers) {
        return shortest_stay(reach, ways,
                             greatest_fixpoint(graph, lasts, modes_of(reach.arena(), exploration, keepers)));
    };
    std::optional<Lurking> best;
    for (const Value player : players(reach.model())) {
        std::optional<Lurking> found =
            stay({.all_players = false, .chance = false, .player = player, .against = {}});
        if (!found) continue;
        result.keepers.push_back(player_name(reach.model(), player));
        if (!best || found->length < best->length) best = std::move(found);
    }
    // Where no choice matters, every player "can"; say it as it is, and show such a play.
    std::optional<Lurking> forced = stay({});
    result.forced = forced.has_value();
    if (forced) best = std::move(forced);
    if (best) {
        std::vector<std::string> breakers;
        for (const Value player : players(reach.model())) {
            if (!stay({.all_players = false, .chance = false, .player = {}, .against = player}))
                breakers.push_back(player_name(reach.model(), player));
        }
        result.finding = wait_finding(reach, claim, ways, *best, result.keepers, breakers, result.forced);
    } else {
        result.together =
            stay({.all_players = true, .chance = false, .player = {}, .against = {}}).has_value();
    }
    return result;
}

static void find_waits(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    for (const Claim& claim : task.model().asked.claims) {
        if (claim.kind != ClaimKind::Eventually) continue;
        const ClaimId about = id_of(task.model(), claim);
        std::optional<Finding> shortest;
        bool nobody_can = false;
        bool awaited = false;
        bool together = false;
        bool may_end = false;
        // What a player could do who saw everything; who sees less may not be able to.
        std::vector<std::string> perhaps;
        std::optional<Fact> hidden;
        for (const Reach* reach : searched.graphs) {
            if (!hidden) hidden = hidden_from_players(*reach);
            WaitResult result = find_wait(*reach, claim);
            awaited = awaited || result.awaited;
            together = together || result.together;
            may_end = may_end || result.may_end;
            if (!result.finding) continue;
            if (hidden && !result.forced) {
                perhaps = result.keepers;
                continue;
            }
            result.finding->minimal_proved = result.finding->minimal_proved && searched.is_whole;
            const bool better =
                !shortest || result.finding->witness->steps.size() < shortest->witness->steps.size();
            if (!better) continue;
            shortest = std::move(result.finding);
            nobody_can = result.forced;
        }
        if (shortest) {
            task.verdict(about, Status::Refuted, shortest->facts);
            const Evaluator& evaluator = task.workbench().evaluator();
            const Phrase words = held(evaluator, claim.condition, *shortest->witness).words;
            if (!words.empty()) shortest->facts.push_back({FactKind::ThereItIs, {words}});
            if (nobody_can)
                add(shortest->facts, what_bars(evaluator, claim.condition, *shortest->witness,
                                               [&] { return task.workbench().clock().is_over(); }));
            name_what_a_wait_needs(evaluator, claim.condition, *shortest);
            task.finding(std::move(*shortest));
            continue;
        }
        if (!perhaps.empty()) {
            task.verdict(about, Status::Unknown, {{FactKind::PerhapsKeptAway, {perhaps, *hidden}}});
            continue;
        }
        if (!awaited) {
            task.vacuous(about, searched.completeness, {FactKind::NeverAwaited});
            continue;
        }
        Completeness seen = searched.completeness;
        if (together) seen.excludes = {{FactKind::KeptAwayTogether}};
        Facts remark{{FactKind::NobodyAloneKeepsAway}};
        if (together) remark.push_back({FactKind::TogetherTheyCan});
        if (may_end) remark.push_back({FactKind::MayEndBefore});
        task.verdict(about, seen, remark);
    }
}

static bool has_waits(const Model& model) {
    return std::ranges::any_of(model.asked.claims,
                               [](const Claim& claim) { return claim.kind == ClaimKind::Eventually; });
}

Analysis rows::Waits() {
    return {.claim = "what is awaited cannot be kept away for ever",
            .codes = {FindingCode::LoopWait},
            .extent = Extent::Setup,
            .applies = has_waits,
            .run_explicit = find_waits,
            .run_symbolic = find_waits,
            .samples = true,
            .certify = certify_waits,
            .screens = false};
}

}  // namespace errata::checker
