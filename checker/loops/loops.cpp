// Every question is a greatest fixpoint over the arena of one stage (coarser transitions leave, and so do
// errors, cut successors and states not expanded):
//   mandatory   exactly one distinct successor everywhere
//   inevitable  all successors stay
//   chance      all successors stay, except that chance may have others: players cannot leave, chance can
//   optional    players have one that stays, all others only such
//   together    somebody has one that stays: players, chance and what nobody decides. Asked of whole games
//               only, and only where there is no other loop: a play for ever is one whoever keeps it up
// A component of the fixpoint is a region in which play can repeat; regions reported under a stricter heading
// are left out of the later ones, finer stages come before coarser ones. A component whose rounds all lie in
// a finer stage was looked at there: that what leads out of them leads to other loops only, later in the
// turn, makes them none that could not be left.
#include "checker/loops/loops.h"

#include <algorithm>
#include <map>
#include <optional>

#include "checker/loops/cycles.h"
#include "checker/loops/loop_report.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/to_do.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

class StageLoops {
public:
    StageLoops(const Reach& reach, LoopStage stage, ReportedNodes& reported)
        : reach_(reach),
          model_(reach.model()),
          stage_(stage),
          arena_(up_to(reach.arena(), stage)),
          distances_(depths_of(arena_, reach.exploration())),
          reported_(reported),
          region_(arena_.graph.size()) {
        for (StateSet* set : {&reported_.forced, &reported_.chance, &reported_.any})
            set->resize(arena_.graph.size());
    }

    LoopsOfStage run() {
        const std::size_t nodes = arena_.graph.size();
        StateSet forced(nodes);
        for (std::uint32_t node = 0; node < nodes; ++node) {
            forced[node] = !arena_.graph.leaks[node] && distinct_successors(arena_.graph, node) == 1;
        }
        const StateSet all(nodes, true);
        look_at(greatest_fixpoint(arena_.graph, forced, Mode::All), LoopForce::Mandatory);
        result_.inevitable = greatest_fixpoint(arena_.graph, all, Mode::All);
        look_at(result_.inevitable, LoopForce::Inevitable);
        if (reach_.exploration().any_cut()) {
            piles_up_ = true;
            StateSet kept =
                kept_by({.all_players = true, .chance = false, .player = {}, .against = {}, .nobody = true});
            const StateSet no_way_out = staying_or_outgrowing();
            for (std::size_t node = 0; node < nodes; ++node) kept[node] = kept[node] && no_way_out[node];
            look_at(kept, LoopForce::Inevitable);
            piles_up_ = false;
        }
        look_at(kept_by({.all_players = false, .chance = true, .player = {}, .against = {}}),
                LoopForce::Chance);
        look_at(kept_by({.all_players = true, .chance = false, .player = {}, .against = {}}),
                LoopForce::Optional);
        if (stage_ == LoopStage::Game && found_.all().empty()) look_at(all, LoopForce::Together);
        result_.findings = found_.take();
        return std::move(result_);
    }

private:
    StateSet kept_by(const Keepers& keepers) const {
        return greatest_fixpoint(arena_.graph, StateSet(arena_.graph.size(), true),
                                 modes_of(arena_, reach_.exploration(), keepers));
    }

    // From where every play stays in the stage for ever or leaves more to be done than the scope's agenda
    // holds. (Say two triggers are set off in each round, one of which keeps the round going: in whatever
    // order they are placed, the other one only piles up.)
    StateSet staying_or_outgrowing() const {
        const Arena& whole = reach_.arena();
        const Layout& layout = model_.layout;
        const auto outgrown = static_cast<std::uint32_t>(arena_.graph.size());
        GameGraph graph;
        std::vector<std::uint32_t> targets;
        for (std::uint32_t node = 0; node < outgrown; ++node) {
            const auto successors = arena_.graph.successors(node);
            targets.assign(successors.begin(), successors.end());
            bool leaks = arena_.graph.leaks[node];
            if (leaks && node < arena_.states && outgrows(node, layout)) {
                targets.push_back(outgrown);
                leaks = false;
                for (std::uint32_t edge = whole.graph.first[node]; edge < whole.graph.first[node + 1]; ++edge)
                    leaks = leaks || whole.stages[edge] > stage_;
            }
            graph.add(targets, leaks);
        }
        graph.add(std::vector<std::uint32_t>{outgrown}, false);
        StateSet result = greatest_fixpoint(graph, StateSet(graph.size(), true), Mode::All);
        result.pop_back();
        return result;
    }

    // Is some way on cut, for want of room on the agenda?
    bool outgrows(std::uint32_t node, const Layout& layout) const {
        const ReachedState& reached = reach_.exploration()[StateId(node)];
        if (!reached.expanded || reached.error || !reached.cut) return false;
        return is_agenda_full(layout, reach_.exploration().state(StateId(node)));
    }

    void look_at(const StateSet& fixpoint, LoopForce force) {
        StateSet inside = fixpoint;
        const StateSet& taken = hiding(force);
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
            for (const std::uint32_t node : parts.members[part]) region_[node] = true;
            if (has_round_of_stage(parts.members[part])) {
                mark(parts.members[part], force);
                report(parts.members[part], force);
            }
            for (const std::uint32_t node : parts.members[part]) region_[node] = false;
        }
    }

    const StateSet& hiding(LoopForce force) const {
        if (is_forced(force)) return reported_.forced;
        return force == LoopForce::Chance ? reported_.chance : reported_.any;
    }

    void mark(const std::vector<std::uint32_t>& members, LoopForce force) {
        for (const std::uint32_t node : members) {
            reported_.any[node] = true;
            if (is_forced(force)) reported_.forced[node] = true;
            if (is_forced(force) || force == LoopForce::Chance) reported_.chance[node] = true;
        }
    }

    static bool is_forced(LoopForce force) {
        return force == LoopForce::Mandatory || force == LoopForce::Inevitable;
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

    // The region's loop, the members being those of `region_`.
    void report(const std::vector<std::uint32_t>& members, LoopForce force) {
        // What forces play round is best seen where nobody plays anything in between.
        if (force == LoopForce::Inevitable || force == LoopForce::Chance) {
            if (!passing_) passing_ = without_plays(arena_, reach_.exploration());
            const Changes of_stage = [&](std::uint32_t edge) { return is_of_stage(*passing_, edge); };
            if (const auto cycle = minimal_cycle(passing_->graph, region_, members, passing_->states,
                                                 distances_, of_stage)) {
                report(*passing_, *cycle, members, force);
                return;
            }
        }
        const Changes changes = [&](std::uint32_t edge) {
            if (arena_.edges[edge] == Arena::no_edge) return false;
            // Waiting in the turn is no loop; what comes back onto the agenda again and again is one,
            // whatever it does.
            const bool places = stage_ < LoopStage::Turn && reach_.exploration().places(arena_.edges[edge]);
            return places || reach_.exploration().changes(arena_.edges[edge]);
        };
        const Changes of_stage = [&](std::uint32_t edge) { return is_of_stage(arena_, edge); };
        std::optional<FoundCycle> cycle = minimal_cycle(arena_.graph, region_, members, arena_.states,
                                                        distances_, is_forced(force) ? of_stage : changes);
        // A whole game in which nothing changes any more does not end either.
        if (!cycle && stage_ == LoopStage::Game)
            cycle = minimal_cycle(arena_.graph, region_, members, arena_.states, distances_, Changes());
        if (cycle) report(arena_, *cycle, members, force);
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
        if (force == LoopForce::Optional && counters_move(round)) force = LoopForce::Growing;
        Finding finding;
        finding.code = code_of(force, stage_);
        finding.clauses = clauses_of_round(model_, round, 0);
        if (!found_.is_nearer(finding, exploration[start].depth + round.steps.size())) return;
        Trace play = exploration.trace_to(start);
        play.loop_start = play.steps.size();
        follow(arena, exploration, start, cycle.edges, play);
        finding.clauses = clauses_of_round(model_, play, *play.loop_start);
        finding.title = title_of(force, clause_names(model_, finding.clauses));
        finding.minimal_proved = cycle.is_minimal;
        finding.loop = LoopFacts{};
        finding.loop->stage = std::string(word(coarsest_stage(model_, play, *play.loop_start)));
        explain(finding, members, cycle, force, play);
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    // The same but for counters that nothing reads, which are left out of the search.
    bool counters_move(const Trace& play) const {
        const State& first = state_before(play, *play.loop_start);
        const State& last = *play.steps.back().next;
        return std::ranges::any_of(model_.variables, [&](const Variable& variable) {
            const auto begin = static_cast<std::ptrdiff_t>(variable.base);
            const auto end = begin + static_cast<std::ptrdiff_t>(variable.cells);
            return !model_.type(variable.type).is_finite() &&
                   !std::equal(first.begin() + begin, first.begin() + end, last.begin() + begin);
        });
    }

    void explain(Finding& finding, const std::vector<std::uint32_t>& members, const FoundCycle& cycle,
                 LoopForce force, const Trace& play) {
        const std::size_t length = play.steps.size() - *play.loop_start;
        const std::string rhythm =
            "The same state returns " +
            (length == 1 ? "with every transition. " : "every " + dsl::count_of(length, "transition") + ". ");
        switch (force) {
            case LoopForce::Mandatory:
                finding.explanation = rhythm + "Nobody has a choice.";
                return;
            case LoopForce::Inevitable:
                finding.explanation = rhythm + "Whatever is chosen, play does not get out.";
                if (piles_up_) {
                    finding.explanation = rhythm +
                                          "Whatever is chosen, no way out is found: what does not come back "
                                          "to this leaves ever "
                                          "more to be done, until the scope's agenda is full.";
                    finding.loop->growth = "in another order there is more to be done after each round";
                    finding.loop->undecided = "what lies beyond the scope's agenda was not looked at";
                }
                return;
            case LoopForce::Chance:
                finding.loop->can_break = {"chance"};
                finding.explanation =
                    rhythm + "No player can get out; only chance can, and nothing bounds how late.";
                return;
            case LoopForce::Together:
                explain_together(finding, members, cycle, rhythm);
                return;
            case LoopForce::Optional:
            case LoopForce::Growing:
                explain_chosen(finding, members, cycle, rhythm);
                return;
        }
    }

    bool meets(const std::vector<std::uint32_t>& members, const StateSet& set) const {
        return std::ranges::any_of(members, [&](std::uint32_t node) { return set[node]; });
    }

    void explain_chosen(Finding& finding, const std::vector<std::uint32_t>& members, const FoundCycle& cycle,
                        const std::string& rhythm) {
        LoopFacts& facts = *finding.loop;
        if (const std::string hidden = hidden_from_players(model_); !hidden.empty()) {
            facts.undecided = hidden;
            finding.explanation =
                rhythm +
                "The players together can keep this going; what one of them can do alone is "
                "not decided, for " +
                hidden + ".";
            return;
        }
        for (const Value player : players(model_)) {
            if (meets(members, keeps(player))) facts.can_keep_going.push_back(player_name(model_, player));
            if (!meets(members, others_keep(player))) facts.can_break.push_back(player_name(model_, player));
        }
        finding.explanation = rhythm + (facts.can_keep_going.empty()
                                            ? "The players together can keep this going; none can alone."
                                            : list_text(facts.can_keep_going) + " can keep this going.");
        if (!facts.can_break.empty())
            finding.explanation += " " + list_text(facts.can_break) + " can break it.";
        add_ways_out(facts, members, cycle);
    }

    // Who has to go along with the round shown, and whose help everybody else needs to keep to the region.
    void explain_together(Finding& finding, const std::vector<std::uint32_t>& members,
                          const FoundCycle& cycle, const std::string& rhythm) const {
        LoopFacts& facts = *finding.loop;
        const std::vector<std::string> keepers = who_goes_along(cycle);
        finding.explanation = rhythm + "It takes " + list_text(keepers) + " to keep this going.";
        if (keepers.size() == 1) facts.can_keep_going = keepers;
        if (const std::string hidden = hidden_from_players(model_); !hidden.empty()) {
            facts.undecided = hidden;
            return;
        }
        Keepers all_but_chance{
            .all_players = true, .chance = false, .player = {}, .against = {}, .nobody = true};
        for (const Value player : players(model_)) {
            const Keepers all_but_one{
                .all_players = false, .chance = true, .player = {}, .against = player, .nobody = true};
            if (!meets(members, kept_by(all_but_one))) facts.can_break.push_back(player_name(model_, player));
        }
        if (!meets(members, kept_by(all_but_chance))) facts.can_break.push_back("chance");
        if (!facts.can_break.empty())
            finding.explanation += " " + list_text(facts.can_break) + " can break it.";
        add_ways_out(facts, members, cycle);
    }

    // Whoever could do something else on the round.
    std::vector<std::string> who_goes_along(const FoundCycle& cycle) const {
        std::vector<std::string> who;
        bool chance = false;
        bool nobody = false;
        std::uint32_t node = cycle.start;
        for (const std::uint32_t edge : cycle.edges) {
            const bool decides = arena_.graph.leaks[node] || distinct_successors(arena_.graph, node) > 1;
            const Owner owner = node < arena_.states ? reach_.exploration()[StateId(node)].owner : Owner{};
            if (decides && owner.kind == OwnerKind::Player) {
                const std::string name = player_name(model_, owner.player);
                if (std::ranges::find(who, name) == who.end()) who.push_back(name);
            }
            chance = chance || (decides && owner.kind == OwnerKind::Chance);
            nobody =
                nobody || (decides && (owner.kind == OwnerKind::Nobody || owner.kind == OwnerKind::Rules));
            node = arena_.graph.targets[edge];
        }
        if (chance) who.push_back("chance");
        if (nobody) who.push_back("what the rules leave to nobody");
        return who;
    }

    void add_ways_out(LoopFacts& facts, const std::vector<std::uint32_t>& members,
                      const FoundCycle& cycle) const {
        for (const Value player : players(model_)) {
            const std::string name = player_name(model_, player);
            if (std::ranges::find(facts.can_break, name) == facts.can_break.end()) continue;
            if (std::optional<std::string> option = way_out(player, members, cycle))
                facts.ways_out.push_back({name, std::move(*option)});
        }
    }

    // An option of the player that leaves the component: rather at a state of the cycle shown, rather to
    // where it is left for good.
    std::optional<std::string> way_out(Value player, const std::vector<std::uint32_t>& members,
                                       const FoundCycle& cycle) const {
        const Exploration& exploration = reach_.exploration();
        const Arena& arena = reach_.arena();
        std::vector<std::uint32_t> places{cycle.start};
        for (const std::uint32_t edge : cycle.edges) places.push_back(arena_.graph.targets[edge]);
        places.insert(places.end(), members.begin(), members.end());
        StateSet region(arena.graph.size());
        for (const std::uint32_t node : members) region[node] = true;
        for (const std::uint32_t node : places) {
            if (node >= arena.states) continue;
            const Owner& owner = exploration[StateId(node)].owner;
            if (owner.kind != OwnerKind::Player || owner.player != player) continue;
            for (std::uint32_t edge = arena.graph.first[node]; edge < arena.graph.first[node + 1]; ++edge) {
                const bool leaves = arena.stages[edge] > stage_ || !region[arena.graph.targets[edge]];
                if (!leaves || arena.edges[edge] == Arena::no_edge) continue;
                const State before = exploration.state(StateId(node));
                const Expansion expansion = reach_.evaluator().expand(before);
                return move_text(model_, before,
                                 expansion.successors[exploration.successor_of(arena.edges[edge])].move);
            }
        }
        return std::nullopt;
    }

    const StateSet& keeps(Value player) {
        auto [it, is_new] = keeps_.try_emplace(player);
        if (is_new)
            it->second = kept_by({.all_players = false, .chance = false, .player = player, .against = {}});
        return it->second;
    }
    const StateSet& others_keep(Value player) {
        auto [it, is_new] = others_keep_.try_emplace(player);
        if (is_new)
            it->second = kept_by({.all_players = false, .chance = false, .player = {}, .against = player});
        return it->second;
    }

    const Reach& reach_;
    const Model& model_;
    LoopStage stage_;
    Arena arena_;
    std::vector<std::uint32_t> distances_;
    ReportedNodes& reported_;
    StateSet region_;               // the component looked at, else empty
    std::optional<Arena> passing_;  // made when first asked for
    bool piles_up_ = false;         // what is looked at is left only where the agenda outgrows the scope
    NearestFindings found_;
    std::map<Value, StateSet> keeps_;
    std::map<Value, StateSet> others_keep_;
    LoopsOfStage result_;
};

}  // namespace

LoopsOfStage loops_of(const Reach& reach, LoopStage stage, ReportedNodes& reported) {
    return StageLoops(reach, stage, reported).run();
}

}  // namespace errata::checker
