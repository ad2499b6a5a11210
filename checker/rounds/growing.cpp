#include "checker/rounds/growing.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/growth_report.h"
#include "checker/rounds/inescapable.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/shares.h"
#include "checker/search/findings.h"
#include "checker/symbolic/counters.h"

namespace errata::checker {

using namespace compiler;

namespace {

// All bounds are for each set of printed items that a screen lays out, so that none takes from another.
// Forced play is followed beyond the states searched.
constexpr std::size_t max_forced_starts = 500;
constexpr std::size_t max_forced_steps = 200;
// Chosen play is looked for among the nearest states, from a few of those that look alike, and not far.
constexpr std::size_t max_states_grown = 30'000;
constexpr std::size_t max_starts_grown = 300;
constexpr std::size_t max_grown_starts_alike = 3;
constexpr std::size_t max_nodes_grown = 4'000;
constexpr std::size_t max_tries = 4;
constexpr std::size_t max_repetitions = 32;

std::uint64_t hash_of_shape(const std::vector<Value>& values) {
    std::uint64_t hash = 1469598103934665603ULL;
    for (const Value value : values) hash = (hash ^ static_cast<std::uint64_t>(value)) * 1099511628211ULL;
    return hash;
}

// From which play leads out of what was searched: what grows for ever does.
StateSet leading_out(const Exploration& exploration, const GameGraph& graph) {
    StateSet open(graph.size());
    for (std::size_t i = 0; i < exploration.size(); ++i) {
        const ReachedState& state = exploration[StateId(i)];
        open[i] = state.cut || !state.expanded;
    }
    return can_reach(graph, open);
}

bool is_of_player(const Owner& owner) { return owner.kind == OwnerKind::Player; }

// The same moves once more, from where the round ended, if they can be made and come to the same shifts.
std::optional<Round> again(const Evaluator& evaluator, const Twins& twins, const Round& round) {
    if (round.inflation.shifts.empty() || !round.inflation.twins.empty()) return std::nullopt;
    Round next{*round.steps.back().next, {}, round.inflation, round.forced};
    State at = next.first;
    for (const Successor& step : round.steps) {
        const Expansion expansion = evaluator.expand(at);
        const auto same = std::ranges::find_if(expansion.successors, [&](const Successor& successor) {
            return successor.next && successor.move == step.move;
        });
        if (same == expansion.successors.end()) return std::nullopt;
        next.steps.push_back(*same);
        at = *same->next;
    }
    const std::optional<Inflation> inflation = twins.inflation(next.first, at);
    if (!inflation || inflation->shifts.empty() || !inflation->twins.empty()) return std::nullopt;
    next.inflation = *inflation;
    return next;
}

// Another choice need not lead out, but to the same by another way.
LoopForce force_of_choices(const Evaluator& evaluator, const Round& round, LoopStage coarsest,
                           LoopFacts& facts) {
    const bool is_left = gets_out(evaluator, round.first, coarsest, max_nodes_grown);
    return force_of_players(evaluator, round.first, round.steps, is_left, facts);
}

bool is_unchosen_from_the_start(const Evaluator& evaluator, const Trace& play, std::size_t steps) {
    for (std::size_t i = 0; i < steps; ++i) {
        if (!forced_successor(evaluator, state_before(play, i))) return false;
    }
    return true;
}

Fact what_repeats(const LoopFacts& facts, const Round& round, LoopForce force) {
    const std::size_t steps = round.steps.size();
    if (force == LoopForce::Mandatory) return {FactKind::ForcedRound, {steps, facts.growth}};
    if (force == LoopForce::Together) return {FactKind::SharedRound, {steps, facts.growth}};
    return {FactKind::ChosenRound, {steps, facts.growth, facts.can_keep_going}};
}

Facts told(const LoopFacts& facts, const Round& round, LoopForce force) {
    const bool is_free = force == LoopForce::Growing || force == LoopForce::Together;
    Facts result = {what_repeats(facts, round, force),
                    {is_free ? FactKind::NothingBounds : FactKind::NeverEnds}};
    if (!facts.can_break.empty()) result.push_back({FactKind::CanBreak, {facts.can_break}});
    if (force == LoopForce::Growing && facts.undecided)
        result.push_back({FactKind::AloneUndecided, {*facts.undecided}});
    return result;
}

class GrowthHunt {
public:
    GrowthHunt(const Reach& reach, LoopStage coarsest)
        : reach_(reach),
          coarsest_(coarsest),
          model_(reach.model()),
          evaluator_(reach.evaluator()),
          exploration_(reach.exploration()),
          graph_(reach.arena().graph),
          sets_(sets_laid_out(model_, exploration_)),
          leads_out_(leading_out(exploration_, graph_)),
          twins_(model_) {}

    GrowthSearch run() {
        forced();
        chosen();
        result_.findings = found_.take();
        return std::move(result_);
    }

private:
    using Shapes = std::vector<std::optional<std::uint64_t>>;  // by state, of those that are looked at

    void give_up() {
        if (result_.undecided.empty()) result_.undecided = "the time ended (--budget)";
    }

    void forced() {
        std::vector<bool> follows(graph_.size());  // only the first state of a forced stretch is tried
        Shares starts(sets_);
        for (std::uint32_t state = 0; state < exploration_.size(); ++state) {
            if (reach_.is_out_of_time()) return give_up();
            if (!leads_out_[state] || !has_one_way_on(graph_, state)) continue;
            const bool inside_stretch = follows[state];
            for (const std::uint32_t next : graph_.successors(state)) follows[next] = true;
            if (inside_stretch || !starts.take(state, max_forced_starts)) continue;
            std::optional<Growth> growth =
                find_growth(evaluator_, twins_, exploration_.state(StateId(state)), max_forced_steps);
            if (!growth) continue;
            Trace play = trace_to(exploration_, StateId(state));
            play.steps.insert(play.steps.end(), growth->stem.begin(), growth->stem.end());
            report(std::move(play), growth->round, growth->recurrence);
        }
    }

    void chosen() {
        Shapes shapes(exploration_.size());
        std::unordered_map<std::uint64_t, std::size_t> alike;
        Shares states(sets_);
        for (std::uint32_t state = 0; state < exploration_.size(); ++state) {
            if (!leads_out_[state] || !states.take(state, max_states_grown)) continue;
            shapes[state] = hash_of_shape(twins_.shape(exploration_.state(StateId(state)))) ^ sets_[state];
            ++alike[*shapes[state]];
        }
        std::unordered_map<std::uint64_t, std::size_t> tried;
        Shares starts(sets_);
        for (std::uint32_t state = 0; state < exploration_.size(); ++state) {
            if (reach_.is_out_of_time()) return give_up();
            if (!shapes[state] || alike[*shapes[state]] < 2) continue;
            if (tried[*shapes[state]] == max_grown_starts_alike) continue;
            if (!starts.take(state, max_starts_grown)) continue;
            ++tried[*shapes[state]];
            search_from(state, shapes);
        }
    }

    // Ways on that somebody wants: a player may pick any of his; what others decide has to be decided, unless
    // it is asked whether play has to end at all.
    bool goes_on(std::uint32_t state, std::uint32_t edge) const {
        const Arena& arena = reach_.arena();
        if (arena.edges[edge] == Arena::no_edge || arena.stages[edge] > coarsest_) return false;
        return coarsest_ == LoopStage::Game || is_of_player(exploration_[StateId(state)].owner()) ||
               has_one_way_on(arena.graph, state);
    }

    void search_from(std::uint32_t start, const Shapes& shapes) {
        std::map<std::uint32_t, std::uint32_t> edge_into;  // by state met
        std::map<std::uint32_t, std::uint32_t> from;
        std::vector<std::uint32_t> queue{start};
        std::size_t tries = 0;
        for (std::size_t i = 0; i < queue.size() && queue.size() < max_nodes_grown; ++i) {
            const std::uint32_t state = queue[i];
            for (std::uint32_t edge = graph_.first[state]; edge < graph_.first[state + 1]; ++edge) {
                const std::uint32_t target = graph_.targets[edge];
                if (!goes_on(state, edge) || target == start || target >= shapes.size()) continue;
                if (!shapes[target]) continue;
                if (!edge_into.emplace(target, edge).second) continue;
                from.emplace(target, state);
                queue.push_back(target);
                if (shapes[target] != shapes[start]) continue;
                std::vector<std::uint32_t> edges;
                for (std::uint32_t at = target; at != start; at = from.at(at))
                    edges.push_back(edge_into.at(at));
                std::ranges::reverse(edges);
                if (try_round(start, edges) || ++tries == max_tries) return;
            }
        }
    }

    bool try_round(std::uint32_t start, const std::vector<std::uint32_t>& edges) {
        Trace play;
        play.initial = exploration_.state(StateId(start));
        follow(reach_.arena(), exploration_, StateId(start), edges, play);
        std::optional<Inflation> inflation = twins_.inflation(play.initial, *play.steps.back().next);
        if (!inflation || (inflation->shifts.empty() && inflation->twins.empty())) return false;
        Round round{play.initial, std::move(play.steps), std::move(*inflation), false};
        Recurrence recurrence = judge(evaluator_, twins_, round);
        Trace lead = trace_to(exploration_, StateId(start));
        // Counters may have to leave a bound behind first: the same round, some rounds later.
        std::optional<Round> later = round;
        for (std::size_t i = 0; i < max_repetitions && !recurrence.infinite(); ++i) {
            Trace further = lead;
            further.steps.insert(further.steps.end(), later->steps.begin(), later->steps.end());
            later = again(evaluator_, twins_, *later);
            if (!later) break;
            lead = std::move(further);
            const Recurrence then = judge(evaluator_, twins_, *later);
            if (!then.infinite()) continue;
            round = *later;
            recurrence = then;
        }
        if (!recurrence.infinite()) lead = trace_to(exploration_, StateId(start));
        report(std::move(lead), std::move(round), recurrence);
        return recurrence.infinite();
    }

    void report(Trace play, Round round, Recurrence recurrence) {
        const std::size_t from = play.steps.size();
        play.steps.insert(play.steps.end(), round.steps.begin(), round.steps.end());
        const LoopStage stage = coarsest_stage(model_, play, from);
        // Whole turns that go on are what games do, unless nobody ever chooses and an ending is meant to
        // come.
        if (stage > coarsest_ &&
            (!has_endings(model_) || !round.forced || !is_unchosen_from_the_start(evaluator_, play, from)))
            return;
        if (!recurrence.infinite()) {
            note(recurrence);
            return;
        }
        LoopFacts facts;
        facts.rounds = {from, play.steps.size()};
        facts.stage = stage;
        const bool choices = describe_choices(reach_, play, from, facts);
        if (!choices && !round.forced) {  // then so must be the later ones
            round.forced = true;
            recurrence = judge(evaluator_, twins_, round);
            if (!recurrence.infinite()) {
                note(recurrence);
                return;
            }
        }
        describe_growth(model_, twins_, round, recurrence, facts);
        const LoopForce force =
            round.forced ? LoopForce::Mandatory : force_of_choices(evaluator_, round, coarsest_, facts);

        Finding finding;
        finding.code = code_of(force, stage);
        finding.clauses = clauses_of_round(model_, play, from);
        if (!found_.is_nearer(finding, play.steps.size())) return;
        finding.facts = told(facts, round, force);
        finding.loop = std::move(facts);
        finding.witness = std::move(play);  // without loop_start: no state returns exactly
        found_.add(std::move(finding));
    }

    // A round that ends by itself leaves nothing undecided.
    void note(const Recurrence& recurrence) {
        if (recurrence.fate == RoundFate::Undecided && result_.undecided.empty())
            result_.undecided = recurrence.because;
    }

    const Reach& reach_;
    LoopStage coarsest_;
    const Model& model_;
    const Evaluator& evaluator_;
    const Exploration& exploration_;
    const GameGraph& graph_;
    std::vector<std::uint32_t> sets_;
    StateSet leads_out_;
    Twins twins_;
    NearestFindings found_;
    GrowthSearch result_;
};

}  // namespace

GrowthSearch find_growing(const Reach& reach, LoopStage coarsest) {
    const bool can_grow = has_counters(reach.model()) || !Twins(reach.model()).cells().pools().empty();
    if (!can_grow || reach.exploration().complete()) return {};
    return GrowthHunt(reach, coarsest).run();
}

bool counters_grow(const Reach& reach) {
    const Model& model = reach.model();
    return std::ranges::any_of(find_growing(reach, LoopStage::Turn).findings, [&](const Finding& finding) {
        return std::ranges::any_of(finding.loop->net_change, [&](const Change& change) {
            const std::optional<VarId> variable = variable_of(model, change.cell);
            return variable && !model.type(model.variable(*variable).type).is_finite();
        });
    });
}

}  // namespace errata::checker
