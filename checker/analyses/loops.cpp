// Every question is a greatest fixpoint over the arena of one stage (coarser transitions leave, and so do errors, cut
// successors and states not expanded):
//   mandatory   exactly one distinct successor everywhere
//   inevitable  all successors stay
//   chance      all successors stay, except that chance may have others: players cannot leave, chance can
//   optional    players have one that stays, all others only such
// A component of the fixpoint is a region in which play can repeat; regions reported under a stricter heading are left out
// of the later ones, finer stages come before coarser ones.
#include "checker/analyses/loops.h"

#include <algorithm>
#include <map>
#include <optional>

#include "checker/analyses/analysis.h"
#include "checker/analyses/cycles.h"
#include "checker/analyses/describe.h"
#include "checker/analyses/findings.h"
#include "checker/analyses/growth.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Components looked at per question: games with more of them repeat the same few loops in many places.
constexpr std::size_t max_components = 300;

std::string code_of(LoopForce force, LoopStage stage) {
    switch (force) {
        case LoopForce::Mandatory:
        case LoopForce::Inevitable:
            if (stage == LoopStage::Settle) return "loop.settle";
            return force == LoopForce::Mandatory ? "loop.mandatory" : "loop.inevitable";
        case LoopForce::Chance:
            return "loop.chance";
        case LoopForce::Optional:
            return "loop.optional";
    }
    return "";
}

std::string title_of(LoopForce force, const std::string& what) {
    const std::string subject = what.empty() ? "play" : what;
    switch (force) {
        case LoopForce::Mandatory:
        case LoopForce::Inevitable:
            return subject + ": for ever";
        case LoopForce::Chance:
            return subject + ": until chance ends it";
        case LoopForce::Optional:
            return subject + ": as often as somebody likes";
    }
    return "";
}

// The clauses that change or place something on the cycle; all that take part if there are none.
std::vector<ClauseId> clauses_of_cycle(const Model& model, const Trace& play) {
    std::vector<ClauseId> acting;
    std::vector<ClauseId> used;
    const auto add = [](std::vector<ClauseId>& to, ClauseId clause) {
        if (clause.is_valid() && std::find(to.begin(), to.end(), clause) == to.end()) to.push_back(clause);
    };
    for (std::size_t i = play.loop_start.value_or(0); i < play.steps.size(); ++i) {
        const Successor& step = play.steps[i];
        for (const Change& change : step.changes) add(acting, change.clause);
        if (step.move.kind == MoveKind::Place) add(acting, model.triggers[step.move.trigger.index].clause);
        for (const ClauseId clause : step.used) add(used, clause);
    }
    std::vector<ClauseId>& clauses = acting.empty() ? used : acting;
    std::sort(clauses.begin(), clauses.end());
    return clauses;
}

LoopStage coarsest(const Model& model, const Trace& play) {
    LoopStage stage = LoopStage::Settle;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        const State& before = i == 0 ? play.initial : *play.steps[i - 1].next;
        stage = std::max(stage, stage_of(model, before, play.steps[i].move, *play.steps[i].next));
    }
    return stage;
}

class StageLoops {
public:
    StageLoops(const Reach& reach, LoopStage stage, ReportedNodes& reported)
        : reach_(reach),
          model_(reach.model()),
          stage_(stage),
          arena_(up_to(reach.arena(), stage)),
          distances_(depths_of(arena_, reach.exploration())),
          reported_(reported) {
        reported_.optional.resize(arena_.graph.size());
        reported_.forced.resize(arena_.graph.size());
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
        look_at(kept_by({.all_players = false, .chance = true, .player = {}, .against = {}}),
                LoopForce::Chance);
        look_at(kept_by({.all_players = true, .chance = false, .player = {}, .against = {}}),
                LoopForce::Optional);
        for (auto& [key, finding] : found_) result_.findings.push_back(std::move(finding));
        return std::move(result_);
    }

private:
    StateSet kept_by(const Keepers& keepers) const {
        return greatest_fixpoint(arena_.graph, StateSet(arena_.graph.size(), true),
                                 modes_of(arena_, reach_.exploration(), keepers));
    }

    void look_at(const StateSet& fixpoint, LoopForce force) {
        StateSet inside = fixpoint;
        const StateSet& taken = force == LoopForce::Optional ? reported_.optional : reported_.forced;
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
        if (order.size() > max_components) {
            order.resize(max_components);
            result_.all_looked_at = false;
        }
        for (const std::size_t part : order) {
            for (const std::uint32_t node : parts.members[part]) {
                reported_.optional[node] = true;
                if (force != LoopForce::Optional) reported_.forced[node] = true;
            }
            report(inside, parts, part, force);
        }
    }

    void report(const StateSet& inside, const Components& parts, std::size_t part, LoopForce force) {
        StateSet region(inside.size());
        for (const std::uint32_t node : parts.members[part]) region[node] = true;
        const Changes changes = [&](std::uint32_t edge) {
            return arena_.edges[edge] != Arena::no_edge && reach_.exploration().changes(arena_.edges[edge]);
        };
        const std::optional<FoundCycle> cycle =
            minimal_cycle(arena_.graph, region, parts.members[part], arena_.states, distances_,
                          force == LoopForce::Optional || force == LoopForce::Chance ? changes : Changes());
        if (!cycle) return;
        Trace play = reach_.exploration().trace_to(StateId(cycle->start));
        play.loop_start = play.steps.size();
        follow(arena_, reach_.exploration(), StateId(cycle->start), cycle->edges, play);
        Finding finding;
        finding.code = code_of(force, stage_);
        finding.clauses = clauses_of_cycle(model_, play);
        const auto key = std::pair(finding.code, finding.clauses);
        const auto known = found_.find(key);
        if (known != found_.end() && known->second.witness->steps.size() <= play.steps.size()) return;
        finding.title = title_of(force, clause_names(model_, finding.clauses));
        finding.minimal_proved = cycle->is_minimal && result_.all_looked_at;
        finding.loop = LoopFacts{};
        finding.loop->stage = std::string(word(coarsest(model_, play)));
        explain(finding, parts.members[part], force, play);
        finding.witness = std::move(play);
        found_.insert_or_assign(key, std::move(finding));
    }

    void explain(Finding& finding, const std::vector<std::uint32_t>& members, LoopForce force,
                 const Trace& play) {
        const std::string rhythm = "The same state returns every " +
                                   dsl::count_of(play.steps.size() - *play.loop_start, "transition") + ". ";
        switch (force) {
            case LoopForce::Mandatory:
                finding.explanation = rhythm + "Nobody has a choice.";
                return;
            case LoopForce::Inevitable:
                finding.explanation = rhythm + "Whatever is chosen, play does not get out.";
                return;
            case LoopForce::Chance:
                finding.explanation =
                    rhythm + "No player can get out; only chance can, and nothing bounds how late.";
                return;
            case LoopForce::Optional:
                break;
        }
        LoopFacts& facts = *finding.loop;
        for (const Value player : players(model_)) {
            const auto meets = [&](const StateSet& set) {
                return std::ranges::any_of(members, [&](std::uint32_t node) { return set[node]; });
            };
            if (meets(keeps(player))) facts.can_keep_going.push_back(player_name(model_, player));
            if (!meets(others_keep(player))) facts.can_break.push_back(player_name(model_, player));
        }
        finding.explanation = rhythm + (facts.can_keep_going.empty()
                                            ? "The players together can keep this going; none can alone."
                                            : list_text(facts.can_keep_going) + " can keep this going.");
        if (!facts.can_break.empty())
            finding.explanation += " " + list_text(facts.can_break) + " can break it.";
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
    std::map<std::pair<std::string, std::vector<ClauseId>>, Finding> found_;
    std::map<Value, StateSet> keeps_;
    std::map<Value, StateSet> others_keep_;
    LoopsOfStage result_;
};

}  // namespace

LoopsOfStage loops_of(const Reach& reach, LoopStage stage, ReportedNodes& reported) {
    return StageLoops(reach, stage, reported).run();
}

namespace {

StateSet joined(StateSet a, const StateSet& b) {
    a.resize(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
    return a;
}

}  // namespace

GrowthSearch find_growing(const Reach& reach) {
    constexpr std::size_t max_starts = 500;
    constexpr std::size_t max_steps = 200;
    GrowthSearch result;
    if (!has_counters(reach.model()) || reach.exploration().complete()) return result;
    const GameGraph& graph = reach.arena().graph;
    std::vector<bool> follows_forced(graph.size());  // only the first state of a forced stretch is tried
    std::size_t starts = 0;
    std::map<std::vector<ClauseId>, bool> reported;
    for (std::uint32_t state = 0; state < reach.exploration().size() && starts < max_starts; ++state) {
        if (graph.leaks[state] || distinct_successors(graph, state) != 1) continue;
        const bool inside_stretch = follows_forced[state];
        for (const std::uint32_t next : graph.successors(state)) follows_forced[next] = true;
        if (inside_stretch) continue;
        ++starts;
        const std::optional<Growth> growth =
            find_growth(reach.evaluator(), reach.exploration().state(StateId(state)), max_steps);
        if (!growth) continue;
        Trace play = reach.exploration().trace_to(StateId(state));
        play.steps.insert(play.steps.end(), growth->stem.begin(), growth->stem.end());
        play.loop_start = play.steps.size();
        play.steps.insert(play.steps.end(), growth->round.begin(), growth->round.end());
        const LoopStage stage = coarsest(reach.model(), play);
        if (stage == LoopStage::Game) continue;
        if (!growth->proved) {
            result.undecided = true;
            continue;
        }
        Finding finding;
        finding.code = code_of(LoopForce::Mandatory, stage);
        finding.clauses = clauses_of_cycle(reach.model(), play);
        if (!reported.emplace(finding.clauses, true).second) continue;
        finding.title = title_of(LoopForce::Mandatory, clause_names(reach.model(), finding.clauses));
        finding.loop = LoopFacts{};
        finding.loop->stage = std::string(word(stage));
        std::vector<std::string> shifts;
        for (const auto& [cell, shift] : growth->shifts) {
            shifts.push_back(cell_name(reach.model(), cell) + (shift > 0 ? " rises by " : " falls by ") +
                             std::to_string(shift > 0 ? shift : -shift) + " each round");
            const Value before = (*play.steps.back().next)[cell] - shift;
            finding.loop->net_change.push_back({cell, before, before + shift, {}});
        }
        finding.loop->growth = list_text(shifts);
        finding.explanation = "Nobody has a choice, and every " +
                              dsl::count_of(growth->round.size(), "transition") +
                              " play is where it was, except that " + finding.loop->growth +
                              ". No rule takes notice of the new values, so this never ends.";
        play.loop_start.reset();  // no state returns exactly
        finding.witness = std::move(play);
        result.findings.push_back(std::move(finding));
    }
    return result;
}

namespace {

// States from which no ending is left, though the game has reachable ones: neither stuck nor in a loop that is reported.
std::optional<Finding> find_lock(const Reach& reach, const StateSet& inevitable) {
    const Exploration& exploration = reach.exploration();
    const GameGraph& graph = reach.arena().graph;
    StateSet ends = joined(StateSet(graph.size()), inevitable);
    bool any_over = false;
    for (std::size_t node = 0; node < graph.size(); ++node) {
        const bool over = node < exploration.size() && exploration[StateId(node)].over;
        any_over = any_over || over;
        if (over || graph.leaks[node] || graph.successors(static_cast<std::uint32_t>(node)).empty())
            ends[node] = true;
    }
    if (!any_over) return std::nullopt;
    const StateSet can_end = can_reach(graph, ends);
    for (std::size_t state = 0; state < exploration.size(); ++state) {
        if (can_end[state]) continue;
        Finding finding;
        finding.code = "loop.lock";
        finding.title = "no ending is left";
        finding.explanation = "From here play goes on, but no choice of anybody leads to an ending.";
        Trace play = exploration.trace_to(StateId(state));
        finding.clauses = clauses_of_last_step(play);
        finding.witness = std::move(play);
        finding.minimal_proved = true;
        return finding;
    }
    return std::nullopt;
}

// Of all graphs searched: per code and clauses the shortest.
struct GraphLoops {
    std::map<std::pair<std::string, std::vector<ClauseId>>, Finding> findings;
    bool growth_undecided = false;
    bool all_looked_at = true;

    void add(Finding finding) {
        const auto key = std::pair(finding.code, finding.clauses);
        const auto known = findings.find(key);
        if (known != findings.end() && known->second.witness->steps.size() <= finding.witness->steps.size())
            return;
        findings.insert_or_assign(key, std::move(finding));
    }
};

void find_loops_of(const Reach& reach, GraphLoops& all) {
    StateSet inevitable;
    ReportedNodes reported;
    for (const LoopStage stage :
         {LoopStage::Settle, LoopStage::Resolution, LoopStage::Window, LoopStage::Turn}) {
        LoopsOfStage loops = loops_of(reach, stage, reported);
        for (Finding& finding : loops.findings) all.add(std::move(finding));
        inevitable = joined(std::move(inevitable), loops.inevitable);
        all.all_looked_at = all.all_looked_at && loops.all_looked_at;
    }
    GrowthSearch growing = find_growing(reach);
    for (Finding& finding : growing.findings) all.add(std::move(finding));
    all.growth_undecided = all.growth_undecided || growing.undecided;
    if (std::optional<Finding> lock = find_lock(reach, inevitable)) all.add(std::move(*lock));
}

}  // namespace

void find_loops(Task& task) {
    const Task::Searched searched = task.searched();
    if (searched.graphs.empty() && task.obligation().engine == "explicit") return;
    GraphLoops all;
    for (const Reach* reach : searched.graphs) find_loops_of(*reach, all);
    const Coverage& seen = searched.coverage;
    std::map<std::string, std::size_t> found;
    for (auto& [key, finding] : all.findings) {
        ++found[finding.code];
        finding.minimal_proved = finding.minimal_proved && searched.is_whole;
        task.finding(std::move(finding));
    }
    std::string remark;
    if (has_counters(task.model()) && seen.status != Status::Complete) {
        remark = all.growth_undecided ? "a forced round moves counters, and whether it ends is not decided"
                                      : "loops in which counters move are looked for on forced play only";
    }
    if (!all.all_looked_at)
        remark += (remark.empty() ? "" : "; ") + std::string("not every place of a loop was looked at");
    for (const std::string_view code : find_analysis("loops")->codes) {
        if (!task.wants(code)) continue;
        const std::string claim = "no " + std::string(code);
        if (found[std::string(code)] > 0) {
            task.verdict(claim, Status::Refuted,
                         std::to_string(found[std::string(code)]) + " found in " + seen.text);
        } else {
            task.verdict(claim, seen, remark);
        }
    }
}

}  // namespace errata::checker
