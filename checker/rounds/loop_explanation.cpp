#include "checker/rounds/loop_explanation.h"

#include <algorithm>
#include <iterator>

#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

StateSet LoopExplanation::kept_by(const Keepers& keepers) const {
    return greatest_fixpoint(arena_.graph, StateSet(arena_.graph.size(), true),
                             modes_of(arena_, reach_.exploration(), keepers));
}

void LoopExplanation::add(Finding& finding, const std::vector<std::uint32_t>& members,
                          const FoundCycle& cycle, LoopForce force, const Trace& play) {
    const std::size_t length = play.steps.size() - *play.loop_start;
    finding.facts = {{FactKind::ReturnsEvery, {length}}};
    switch (force) {
        case LoopForce::Mandatory:
            finding.facts.push_back({FactKind::OneWayToGo});
            return;
        case LoopForce::Inevitable:
            finding.facts.push_back({FactKind::WhateverIsChosen});
            return;
        case LoopForce::Chance:
            finding.loop->can_break = {"chance"};
            if (const Leaving way = leaving(members, cycle);
                auto out = way_leaving(reach_, {.kind = OwnerKind::Chance}, way.places, way.leaves)) {
                out->player = "chance";
                finding.loop->ways_out.push_back(std::move(*out));
            }
            finding.facts.push_back({FactKind::OnlyChanceEnds});
            return;
        case LoopForce::ChanceTogether:
        case LoopForce::Together:
            explain_together(finding, members, cycle);
            return;
        case LoopForce::Optional:
        case LoopForce::Growing:
            explain_chosen(finding, members, cycle);
            return;
    }
}

bool LoopExplanation::meets(const std::vector<std::uint32_t>& members, const StateSet& set) const {
    return std::ranges::any_of(members, [&](std::uint32_t node) { return set[node]; });
}

void LoopExplanation::explain_chosen(Finding& finding, const std::vector<std::uint32_t>& members,
                                     const FoundCycle& cycle) {
    LoopFacts& facts = *finding.loop;
    if (const std::optional<Fact> hidden = hidden_from_players(reach_)) {
        facts.undecided = hidden;
        finding.facts.push_back({FactKind::TogetherUnseen, {*hidden}});
        return;
    }
    for (const Value player : players(model_)) {
        if (meets(members, keeps(player))) facts.can_keep_going.push_back(player_name(model_, player));
        if (!meets(members, others_keep(player))) facts.can_break.push_back(player_name(model_, player));
    }
    finding.facts.push_back({FactKind::KeepGoing, {facts.can_keep_going}});
    if (!facts.can_break.empty()) finding.facts.push_back({FactKind::CanBreak, {facts.can_break}});
    add_ways_out(facts, members, cycle);
}

// Who has to go along with the round shown, and whose help everybody else needs to keep to the region.
void LoopExplanation::explain_together(Finding& finding, const std::vector<std::uint32_t>& members,
                                       const FoundCycle& cycle) const {
    LoopFacts& facts = *finding.loop;
    const std::vector<std::string> keepers = who_goes_along(cycle);
    finding.facts.push_back({FactKind::TakesAll, {keepers}});
    if (keepers.size() == 1) facts.can_keep_going = keepers;
    if (const std::optional<Fact> hidden = hidden_from_players(reach_)) {
        facts.undecided = hidden;
        return;
    }
    Keepers all_but_chance{.all_players = true, .chance = false, .player = {}, .against = {}, .nobody = true};
    for (const Value player : players(model_)) {
        const Keepers all_but_one{
            .all_players = false, .chance = true, .player = {}, .against = player, .nobody = true};
        if (!meets(members, kept_by(all_but_one))) facts.can_break.push_back(player_name(model_, player));
    }
    if (!meets(members, kept_by(all_but_chance))) facts.can_break.push_back("chance");
    if (!facts.can_break.empty()) finding.facts.push_back({FactKind::CanBreak, {facts.can_break}});
    add_ways_out(facts, members, cycle);
}

std::vector<std::string> LoopExplanation::who_goes_along(const FoundCycle& cycle) const {
    std::vector<std::string> who;
    bool chance = false;
    bool nobody = false;
    bool elsewhere = false;
    std::uint32_t node = cycle.start;
    for (const std::uint32_t edge : cycle.edges) {
        const bool decides = arena_.graph.leaks[node] || distinct_successors(arena_.graph, node) > 1;
        const Owner owner = node < arena_.states ? reach_.exploration()[StateId(node)].owner() : Owner{};
        if (decides && owner.kind == OwnerKind::Player) {
            const std::string name = player_name(model_, owner.player);
            if (std::ranges::find(who, name) == who.end()) who.push_back(name);
        }
        chance = chance || (decides && owner.kind == OwnerKind::Chance);
        nobody = nobody || (decides && (owner.kind == OwnerKind::Nobody || owner.kind == OwnerKind::Rules));
        elsewhere = elsewhere || (decides && owner.kind == OwnerKind::Elsewhere);
        node = arena_.graph.targets[edge];
    }
    if (chance) who.push_back("chance");
    if (elsewhere) who.push_back("rules that are not modelled");
    if (nobody) who.push_back("an open question of the rules");
    return who;
}

LoopExplanation::Leaving LoopExplanation::leaving(const std::vector<std::uint32_t>& members,
                                                  const FoundCycle& cycle) const {
    std::vector<std::uint32_t> places = nodes_of(arena_.graph, cycle);
    places.insert(places.end(), members.begin(), members.end());
    StateSet region(reach_.arena().graph.size());
    for (const std::uint32_t node : members) region[node] = true;
    return {std::move(places), [this, region = std::move(region)](std::uint32_t edge) {
                return reach_.arena().stages[edge] > stage_ || !region[reach_.arena().graph.targets[edge]];
            }};
}

void LoopExplanation::add_ways_out(LoopFacts& facts, const std::vector<std::uint32_t>& members,
                                   const FoundCycle& cycle) const {
    // Where none can break it alone, some may leave it where the others let them.
    std::vector<std::string> who = facts.can_break;
    if (who.empty()) {
        for (const Value player : players(model_)) who.push_back(player_name(model_, player));
    }
    const Leaving way = leaving(members, cycle);
    const StateSet lasting =
        kept_by({.all_players = true, .chance = true, .player = {}, .against = {}, .nobody = true});
    const auto leaves_for_good = [&](std::uint32_t edge) {
        return reach_.arena().stages[edge] > stage_ || !lasting[reach_.arena().graph.targets[edge]];
    };
    facts.ways_out = ways_out(reach_, who, way.places, leaves_for_good);
    for (const WayOut& known : facts.ways_out) std::erase(who, known.player);
    std::ranges::move(ways_out(reach_, who, way.places, way.leaves), std::back_inserter(facts.ways_out));
}

const StateSet& LoopExplanation::keeps(Value player) {
    auto [it, is_new] = keeps_.try_emplace(player);
    if (is_new)
        it->second = kept_by({.all_players = false, .chance = false, .player = player, .against = {}});
    return it->second;
}
const StateSet& LoopExplanation::others_keep(Value player) {
    auto [it, is_new] = others_keep_.try_emplace(player);
    if (is_new)
        it->second = kept_by({.all_players = false, .chance = false, .player = {}, .against = player});
    return it->second;
}

}  // namespace errata::checker
