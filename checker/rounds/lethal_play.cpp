#include "checker/rounds/lethal_play.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <unordered_map>

#include "checker/explicit/traces.h"
#include "checker/explicit/word_hash.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/deciding.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/pared_round.h"
#include "checker/rounds/twins.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::uint32_t never = 0xffffffffU;
// Per player and ending: from one initial state, and from all of them.
constexpr std::size_t max_lethal_plays = 40;
constexpr std::size_t max_plays_of_all = 2'000;

// How many transitions the player needs at most to bring the target about, by node (an attractor: McNaughton
// 1993).
std::vector<std::uint32_t> distances_to(const GameGraph& graph, const StateSet& target, const Modes& modes) {
    std::vector<std::uint32_t> distance(graph.size(), never);
    std::vector<std::size_t> open(graph.size());
    std::deque<std::uint32_t> queue;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        open[node] = graph.successors(node).size();
        if (!target[node]) continue;
        distance[node] = 0;
        queue.push_back(node);
    }
    const GameGraph back = graph.reversed();
    while (!queue.empty()) {
        const std::uint32_t node = queue.front();
        queue.pop_front();
        for (const std::uint32_t before : back.successors(node)) {
            if (distance[before] != never) continue;
            const bool all_lead_there = --open[before] == 0 && !graph.leaks[before];
            if (modes[before] == Mode::All && !all_lead_there) continue;
            distance[before] = distance[node] + 1;
            queue.push_back(before);
        }
    }
    return distance;
}

// Is the ending what the player wants?
enum class Wanted { No, Unsaid, Yes };

class LethalHunt {
public:
    LethalHunt(const Reach& reach)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          roots_(roots_of(reach.exploration())),
          turn_(up_to(reach.arena(), LoopStage::Turn)),
          twins_(reach.model(), Numbers::CountersAndRanges) {}

    std::vector<Finding> run() {
        for (std::size_t ending = 0; ending < model_.rules.endings.size(); ++ending) {
            if (model_.rules.endings[ending].is_horizon) continue;
            for (const Value player : players(model_)) look_for(player, EndingId(ending));
        }
        return found_.take();
    }

private:
    void look_for(Value player, EndingId ending) {
        StateSet target(turn_.graph.size());
        bool any = false;
        for (std::size_t state = 0; state < exploration_.size(); ++state) {
            if (!exploration_[StateId(state)].over || !wins(player, ending, StateId(state))) continue;
            target[state] = true;
            any = true;
        }
        if (!any || reach_.is_out_of_time()) return;
        Keepers keepers;
        keepers.player = player;
        const Modes modes = modes_of(turn_, exploration_, keepers);
        const std::vector<std::uint32_t> distance = distances_to(turn_.graph, target, modes);
        std::map<StateId, std::size_t> plays;  // by initial state: on screens each is a set of its own
        std::set<StateId> told;
        std::size_t all = 0;
        for (std::uint32_t state = 0; state < exploration_.size() && all < max_plays_of_all; ++state) {
            if (distance[state] == never || distance[state] < 3 || !chooses(state, player)) continue;
            if (told.contains(roots_[state]) || plays[roots_[state]] == max_lethal_plays) continue;
            ++plays[roots_[state]];
            ++all;
            if (report(state, player, ending, modes, distance)) told.insert(roots_[state]);
        }
    }

    bool wins(Value player, EndingId ending, StateId state) const {
        const State end = exploration_.state(state);
        if (end[model_.layout.over] != Value{ending.index} + 1) return false;
        const VarId winner = model_.rules.endings[ending.index].winner;
        return !winner.is_valid() || end[model_.variable(winner).base] == player;
    }

    bool chooses(std::uint32_t state, Value player) const {
        const Owner owner = exploration_[StateId(state)].owner();
        return owner.kind == OwnerKind::Player && owner.player == player &&
               distinct_successors(turn_.graph, state) > 1;
    }

    // The player takes the shortest way, the others make it as long as they can.
    std::vector<std::uint32_t> way_from(std::uint32_t node, const Modes& modes,
                                        const std::vector<std::uint32_t>& distance) const {
        std::vector<std::uint32_t> edges;
        while (distance[node] > 0) {
            std::uint32_t best = turn_.graph.first[node];
            for (std::uint32_t edge = best; edge < turn_.graph.first[node + 1]; ++edge) {
                const std::uint32_t here = distance[turn_.graph.targets[edge]];
                const std::uint32_t there = distance[turn_.graph.targets[best]];
                if (modes[node] == Mode::Some ? here < there : here > there) best = edge;
            }
            edges.push_back(best);
            node = turn_.graph.targets[best];
        }
        return edges;
    }

    // Some state on the way is met three times, but for numbers, names and objects more: where none is, there
    // are no rounds. It saves playing the way again.
    bool may_go_round(std::uint32_t node, const std::vector<std::uint32_t>& way) {
        std::map<std::size_t, int> met;
        ++met[shape_of(node)];
        for (const std::uint32_t edge : way) {
            node = turn_.graph.targets[edge];
            if (node < exploration_.size() && ++met[shape_of(node)] == 3) return true;
        }
        return false;
    }
    std::size_t shape_of(std::uint32_t state) {
        const auto [known, is_new] = shapes_.try_emplace(state, 0);
        if (is_new) {
            const std::vector<Value> shape = twins_.shape(exploration_.state(StateId(state)));
            known->second = word_hash(std::span(shape));
        }
        return known->second;
    }

    bool report(std::uint32_t start, Value player, EndingId ending, const Modes& modes,
                const std::vector<std::uint32_t>& distance) {
        const std::vector<std::uint32_t> way = way_from(start, modes, distance);
        if (!may_go_round(start, way)) return false;
        Trace play = trace_to(exploration_, StateId(start));
        const std::size_t stem = play.steps.size();
        follow(turn_, exploration_, StateId(start), way, play);
        std::vector<State> states;
        for (std::size_t i = stem; i < play.steps.size(); ++i) states.push_back(state_before(play, i));
        const std::optional<NumberRounds> rounds = find_number_rounds(model_, states);
        if (!rounds) return false;
        const std::set<std::size_t> deciding =
            deciding_cells(reach_.evaluator(), play, stem + rounds->places.back(), *rounds);
        const Wanted is_wanted = wanted(player, ending, deciding);
        if (is_wanted == Wanted::No) return false;
        const std::size_t first = stem + rounds->places[0];
        const std::size_t second = stem + rounds->places[1];
        const std::vector<Successor> round(play.steps.begin() + static_cast<std::ptrdiff_t>(first),
                                           play.steps.begin() + static_cast<std::ptrdiff_t>(second));
        // What runs out, or is limited, cannot be played as often as one likes.
        if (!repeats_but_for(reach_.evaluator(), states[rounds->places[0]], round, deciding, false))
            return false;
        tell(std::move(play), stem, player, ending, *rounds, is_wanted, deciding);
        return true;
    }

    // An ending that does not say whom it is for: fields of players decide, or numbers that are nobody's.
    Wanted wanted(Value player, EndingId ending, const std::set<std::size_t>& deciding) const {
        if (deciding.empty()) return Wanted::No;
        if (model_.rules.endings[ending.index].winner.is_valid()) return Wanted::Yes;
        Wanted result = Wanted::Unsaid;
        for (const std::size_t cell : deciding) {
            const Variable& variable = model_.variable(*variable_of(model_, cell));
            if (variable.params.size() != 1 || variable.params[0] != model_.player_type) continue;
            const Value whose = static_cast<Value>(cell - variable.base) + model_.type(model_.player_type).lo;
            if (whose == player) return Wanted::No;
            result = Wanted::Yes;
        }
        return result;
    }

    void tell(Trace play, std::size_t stem, Value player, EndingId ending, const NumberRounds& rounds,
              Wanted is_wanted, const std::set<std::size_t>& deciding) {
        Trace part = play;
        part.steps.resize(stem + rounds.places[1]);
        const std::size_t first = stem + rounds.places[0];
        Finding finding;
        finding.code = FindingCode::LoopLethal;
        finding.clauses = clauses_of_round(model_, part, first);
        const auto [known, is_new] = acting_.emplace(finding.clauses, play.steps.size());
        if (!is_new && known->second <= play.steps.size()) return;
        known->second = play.steps.size();
        const std::string& name = model_.rules.endings[ending.index].name;
        const std::string who = player_name(model_, player);
        finding.loop = LoopFacts{};
        finding.loop->stage = coarsest_stage(model_, part, first);
        finding.loop->can_keep_going = {who};
        finding.loop->can_break = {who};
        finding.loop->growth = shifts_of(model_, rounds);
        for (const std::size_t place : rounds.places) finding.loop->rounds.push_back(stem + place);
        for (const auto& [cell, shift] : rounds.shifts)
            finding.loop->net_change.push_back(
                {cell, state_before(play, first)[cell], state_before(play, part.steps.size())[cell], {}});
        finding.about = about(ending);
        finding.facts = {{FactKind::RepeatsAsNeeded, {who, finding.loop->growth}},
                         {FactKind::EndsInSameTurn, {rounds.places.size() - 1, name}}};
        finding.loop->is_win = is_wanted == Wanted::Yes;
        if (!finding.loop->is_win) finding.facts.push_back({FactKind::ForWhomUnsaid, {name, who}});
        finding.witness = std::move(play);
        pare_number_round(reach_.evaluator(), deciding, finding);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    std::vector<StateId> roots_;
    Arena turn_;
    Twins twins_;
    std::unordered_map<std::uint32_t, std::size_t> shapes_;  // by state, hashed
    std::map<std::vector<ClauseId>, std::size_t> acting_;    // in rounds that were told: steps of the play
    NearestFindings found_;
};

}  // namespace

std::vector<Finding> find_lethal_plays(const Reach& reach) {
    const bool has_choices = players(reach.model()).size() > 0;
    if (!has_choices || hidden_from_players(reach)) return {};
    return LethalHunt(reach).run();
}

}  // namespace errata::checker
