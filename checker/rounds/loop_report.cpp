#include "checker/rounds/loop_report.h"

#include <algorithm>

#include "checker/certify/sameness.h"
#include "checker/explicit/breadth_first.h"
#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "checker/rounds/growth.h"
#include "checker/search/findings.h"
#include "checker/search/reach.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

const std::vector<FindingCode>& loop_codes() {
    using enum FindingCode;
    static const std::vector<FindingCode> codes = {LoopMandatory, LoopInevitable, LoopOptional,
                                                   LoopChance,    LoopGrowing,    LoopAgenda,
                                                   LoopSettle,    LoopLethal,     LoopLock};
    return codes;
}

FindingCode code_of(LoopForce force, LoopStage stage) {
    switch (force) {
        case LoopForce::Mandatory:
        case LoopForce::Inevitable:
            if (stage == LoopStage::Settle) return FindingCode::LoopSettle;
            return force == LoopForce::Mandatory ? FindingCode::LoopMandatory : FindingCode::LoopInevitable;
        case LoopForce::Chance:
        case LoopForce::ChanceTogether:
            return FindingCode::LoopChance;
        case LoopForce::Optional:
        case LoopForce::Together:
            return FindingCode::LoopOptional;
        case LoopForce::Growing:
            break;
    }
    return FindingCode::LoopGrowing;
}

bool is_forced(LoopForce force) { return force == LoopForce::Mandatory || force == LoopForce::Inevitable; }

std::vector<ClauseId> clauses_of_round(const Model& model, const Trace& play, std::size_t from) {
    std::vector<ClauseId> acting;
    std::vector<ClauseId> used;
    const auto add = [](std::vector<ClauseId>& to, ClauseId clause) {
        if (clause.is_valid() && std::find(to.begin(), to.end(), clause) == to.end()) to.push_back(clause);
    };
    for (std::size_t i = from; i < play.steps.size(); ++i) {
        const Successor& step = play.steps[i];
        for (const Change& change : step.changes) add(acting, change.clause);
        if (step.move.kind == MoveKind::Place)
            add(acting, model.rules.triggers[step.move.trigger.index].clause);
        // What was played in a window belongs to the round, even if it changes nothing itself; passing does
        // not.
        if (is_play(model, step.move))
            add(acting, model.flow.points[step.move.point.index].options[step.move.option].clause);
        for (const ClauseId clause : step.used) add(used, clause);
    }
    // What speaks without acting belongs to it, too: a prohibition, a replacement. Not so the frame in which
    // everything happens.
    for (const ClauseId clause : used) {
        if (!is_frame(model.clause(clause).kind) && !acting.empty()) add(acting, clause);
    }
    std::vector<ClauseId>& clauses = acting.empty() ? used : acting;
    std::sort(clauses.begin(), clauses.end());
    return clauses;
}

LoopStage coarsest_stage(const Model& model, const Trace& play, std::size_t from) {
    LoopStage stage = LoopStage::Settle;
    for (std::size_t i = from; i < play.steps.size(); ++i)
        stage =
            std::max(stage, stage_of(model, state_before(play, i), play.steps[i].move, *play.steps[i].next));
    return stage;
}

bool describe_choices(const Reach& reach, const Trace& play, std::size_t from, LoopFacts& facts) {
    const Evaluator& evaluator = reach.evaluator();
    const Model& model = evaluator.model();
    facts.undecided = hidden_from_players(reach);
    const bool hidden = facts.undecided.has_value();
    const Sameness& sameness = evaluator.facts().get<Sameness>();
    bool any = false;
    for (std::size_t i = from; i < play.steps.size(); ++i) {
        const State& before = state_before(play, i);
        const Expansion expansion = evaluator.expand(before);
        // Another way, and rather one that leads somewhere than one that fails.
        const Successor* other = nullptr;
        for (const Successor& successor : expansion.successors) {
            if (successor.next == play.steps[i].next ||
                (successor.next && sameness.compare(*successor.next, *play.steps[i].next))) {
                continue;
            }
            if (!other || (!other->next && successor.next)) other = &successor;
        }
        if (!other) continue;
        any = true;
        if (expansion.owner.kind != OwnerKind::Player || hidden) continue;
        const std::string name = player_name(model, expansion.owner.player);
        if (std::ranges::find(facts.can_break, name) != facts.can_break.end()) continue;
        facts.can_break.push_back(name);
        if (other->next) facts.ways_out.push_back({name, move_text(model, before, other->move), before});
    }
    // Who alone chooses needs nobody's help.
    if (facts.can_break.size() == 1) facts.can_keep_going = facts.can_break;
    return any;
}

namespace {

bool has_nobody_else_a_say(const Evaluator& evaluator, const State& first, std::span<const Successor> steps) {
    const State* at = &first;
    for (const Successor& step : steps) {
        const bool is_chosen = evaluator.expand(*at).owner.kind == OwnerKind::Player;
        if (!is_chosen && !forced_successor(evaluator, *at)) return false;
        at = &*step.next;
    }
    return true;
}

}  // namespace

LoopForce force_of_players(const Evaluator& evaluator, const State& first, std::span<const Successor> steps,
                           bool is_left, LoopFacts& facts) {
    const bool is_players = has_nobody_else_a_say(evaluator, first, steps);
    if (is_left && is_players) return LoopForce::Growing;
    facts.can_break.clear();
    facts.ways_out.clear();
    if (!facts.undecided)
        facts.undecided = Fact{is_players ? FactKind::NoWayOutSeen : FactKind::MoreThanPlayers};
    if (is_players) return LoopForce::Growing;
    facts.can_keep_going.clear();
    return LoopForce::Together;
}

namespace {

// What of the state is not seen by everybody.
class Hidden {
public:
    explicit Hidden(const Model& model) : model_(model) {
        for (const Variable& variable : model.variables) {
            for (const auto& [zones, value] : model.policies.hidden_zones) {
                if (model.types.base(variable.type) != zones) continue;
                for (std::size_t i = 0; i < variable.cells; ++i)
                    places_.emplace_back(variable.base + i, value);
            }
        }
    }

    bool is_possible() const { return !places_.empty() || decides_in_secret_anywhere(); }

    bool decides_in_secret_anywhere() const {
        return std::ranges::any_of(model_.flow.points, [](const Point& point) { return point.unseen; });
    }
    bool decides_in_secret(const State& state) const {
        const PointId top = top_point(model_, state);
        return top.is_valid() && model_.flow.points[top.index].unseen;
    }
    bool lies_hidden(const State& state) const {
        return std::ranges::any_of(places_,
                                   [&](const auto& place) { return state[place.first] == place.second; });
    }

private:
    const Model& model_;
    std::vector<std::pair<std::size_t, Value>> places_;  // cells and what they hold then
};

}  // namespace

std::optional<WayOut> way_leaving(const Reach& reach, const Owner& owner,
                                  const std::vector<std::uint32_t>& places,
                                  const std::function<bool(std::uint32_t edge)>& leaves) {
    const Exploration& exploration = reach.exploration();
    const Arena& arena = reach.arena();
    for (const std::uint32_t node : places) {
        if (node >= arena.states) continue;
        if (exploration[StateId(node)].owner() != owner) continue;
        for (std::uint32_t edge = arena.graph.first[node]; edge < arena.graph.first[node + 1]; ++edge) {
            if (arena.edges[edge] == Arena::no_edge || !leaves(edge)) continue;
            const State before = exploration.state(StateId(node));
            const Expansion expansion = reach.evaluator().expand(before);
            const Successor& way = expansion.successors[exploration.edges().successor_of(arena.edges[edge])];
            return WayOut{"", move_text(reach.model(), before, way.move), before};
        }
    }
    return std::nullopt;
}

std::vector<WayOut> ways_out(const Reach& reach, const std::vector<std::string>& breakers,
                             const std::vector<std::uint32_t>& places,
                             const std::function<bool(std::uint32_t edge)>& leaves) {
    std::vector<WayOut> result;
    for (const Value player : players(reach.model())) {
        const std::string name = player_name(reach.model(), player);
        if (std::ranges::find(breakers, name) == breakers.end()) continue;
        std::optional<WayOut> way =
            way_leaving(reach, {.kind = OwnerKind::Player, .player = player}, places, leaves);
        if (!way) continue;
        way->player = name;
        result.push_back(std::move(*way));
    }
    return result;
}

std::optional<Fact> hidden_from_players(const Reach& reach) {
    const Hidden hidden(reach.model());
    if (!hidden.is_possible()) return std::nullopt;
    const Exploration& exploration = reach.exploration();
    bool in_secret = hidden.decides_in_secret_anywhere() && !exploration.complete();
    bool lies = !exploration.complete();
    for (std::size_t i = 0; i < exploration.size() && !in_secret && !lies; ++i) {
        const State state = exploration.state(StateId(i));
        in_secret = hidden.decides_in_secret(state);
        lies = hidden.lies_hidden(state);
    }
    if (in_secret) return Fact{FactKind::DecidedUnseen};
    return lies ? std::optional(Fact{FactKind::NotAllSeen}) : std::nullopt;
}

}  // namespace errata::checker
