#include "checker/rounds/ranking.h"

#include <algorithm>
#include <set>
#include <utility>

#include "checker/explicit/game_graph.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/rounds/decrease.h"
#include "checker/rounds/loop_report.h"
#include "checker/search/analysis.h"
#include "compiler/ir/effects/effects.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Nodes of code looked at for one field after the other: some seconds.
constexpr std::size_t most_work = 50'000'000;

// Nodes: the points at which agenda items wait, and settling. An edge: code that is run from the one can lead
// to the other.
class SetOff {
public:
    explicit SetOff(const Model& model)
        : model_(model),
          influence_(model),
          settle_(model.flow.points.size()),
          edges_(model.flow.points.size() + 1),
          writes_(edges_.size()),
          is_over_(edges_.size()) {
        const Effects effects(model);
        for (std::size_t i = 0; i < model.flow.points.size(); ++i) {
            const Point& point = model.flow.points[i];
            if (point.control) continue;
            for (const PointOption& option : point.options) collect(i, effects.from(option.target));
            if (point.otherwise) collect(i, effects.from(*point.otherwise));
            if (!model.rules.state_checks.empty()) edges_[i].push_back(settle_);
        }
        for (const StateCheck& check : model.rules.state_checks) collect(settle_, effects.from(check.body));
        if (!model.rules.state_checks.empty()) edges_[settle_].push_back(settle_);
    }

    bool gave_up() const { return work_ > most_work; }

    std::optional<Ranking> rank() {
        Ranking ranking;
        while (true) {
            find_recurring();
            if (std::ranges::none_of(cyclic_, [](bool cyclic) { return cyclic; })) return ranking;
            const std::optional<VarId> used = rule_something_out();
            if (!used) return std::nullopt;
            const std::string& name = model_.variable(*used).name;
            if (std::ranges::find(ranking.used_up, name) == ranking.used_up.end())
                ranking.used_up.push_back(name);
        }
    }

private:
    std::size_t nodes() const { return edges_.size(); }

    void collect(std::size_t from, const TransitionEffects& effects) {
        writes_[from].insert(effects.writes.begin(), effects.writes.end());
        for (const PointId point : effects.leads_to) {
            if (!model_.flow.points[point.index].control) edges_[from].push_back(point.index);
        }
    }

    // What can be run again and again: what sets itself off, and what that leads to.
    void find_recurring() {
        GameGraph graph;
        for (std::vector<std::size_t>& targets : edges_) {
            std::erase_if(targets, [this](std::size_t target) { return is_over_[target]; });
            std::ranges::sort(targets);
            targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
            graph.add(std::vector<std::uint32_t>(targets.begin(), targets.end()));
        }
        const StateSet all(nodes(), true);
        const Components parts = components(graph, all);
        cyclic_.assign(nodes(), false);
        for (std::size_t node = 0; node < nodes(); ++node) cyclic_[node] = parts.cyclic[parts.of[node]];
        recurring_ = reachable_inside(graph, cyclic_, all);
    }

    std::vector<WaysThrough> ways_of(std::size_t node, Measure measure) {
        Decrease decrease(model_, influence_, measure);
        std::vector<WaysThrough> result;
        if (node == settle_) {
            result.push_back(decrease.of_settle());
        } else {
            const Point& point = model_.flow.points[node];
            for (const PointOption& option : point.options)
                result.push_back(decrease.of_label(option.target, option.guard));
            if (point.otherwise) result.push_back(decrease.of_label(*point.otherwise, {}));
        }
        work_ += 1 + decrease.steps();
        return result;
    }

    // A field that nothing recurring moves the wrong way, and something that moves it whenever it sets
    // anything off: that cannot set things off for ever.
    std::optional<VarId> rule_something_out() {
        for (std::size_t var = 0; var < model_.variables.size(); ++var) {
            const TypeForm form = model_.type(model_.variables[var].type).form;
            if (form == TypeForm::Counter || form == TypeForm::Set) continue;
            for (const bool down : {true, false}) {
                if (gave_up()) return std::nullopt;
                if (rule_out_by({VarId(var), down})) return VarId(var);
            }
        }
        return std::nullopt;
    }

    // What does not write the field moves it no way, and is not ruled out by it.
    bool rule_out_by(Measure measure) {
        std::vector<std::size_t> ruled_out;
        std::vector<std::size_t> over;
        for (std::size_t node = 0; node < nodes(); ++node) {
            if (!recurring_[node] || !writes_[node].contains(measure.var)) continue;
            bool sets_off = false;  // on a way on which nothing moved
            bool idles = false;     // such a way, and nothing is set off but perhaps settling
            for (const WaysThrough& ways : ways_of(node, measure)) {
                if (ways.wrong) return false;
                sets_off = sets_off || ways.has(false, true);
                idles = idles || ways.has(false, false);
            }
            if (!sets_off && !idles) over.push_back(node);
            if (cyclic_[node] && !sets_off && !(idles && !model_.rules.state_checks.empty()))
                ruled_out.push_back(node);
        }
        for (const std::size_t node : ruled_out) edges_[node].clear();
        // What moves the field whatever it does is not run for ever, whoever sets it off.
        for (const std::size_t node : over) is_over_[node] = !ruled_out.empty() || is_over_[node];
        return !ruled_out.empty();
    }

    const Model& model_;
    Influence influence_;
    std::size_t settle_;
    std::vector<std::vector<std::size_t>> edges_;
    std::vector<std::set<VarId>> writes_;  // by node: what its code may write
    std::vector<bool> is_over_;            // not run for ever
    StateSet cyclic_;
    StateSet recurring_;
    std::size_t work_ = 0;
};

}  // namespace

std::optional<Ranking> rank_triggers(const Model& model, bool* gave_up) {
    SetOff code(model);
    std::optional<Ranking> ranking = code.rank();
    if (gave_up) *gave_up = code.gave_up();
    return ranking;
}

static void find_ranking(Task& task) {
    bool gave_up = false;
    const std::optional<Ranking> ranking = rank_triggers(task.model(), &gave_up);
    if (gave_up) task.not_analysed({FactKind::TriggersTooMany});
    if (!ranking) return;
    const Fact how =
        ranking->used_up.empty() ? Fact{FactKind::NothingRecurs} : Fact{FactKind::UsedUp, {ranking->used_up}};
    task.proved_by_text({ClaimSort::TriggersEnd}, {how, {FactKind::WhateverBounds}});
}

static bool has_triggers_or_checks(const Model& model) {
    return !model.rules.triggers.empty() || !model.rules.state_checks.empty();
}

Analysis rows::Ranking() {
    return {.claim = "triggers and state checks always come to an end, by their text",
            .codes = loop_codes(),
            .extent = Extent::Model,
            .applies = has_triggers_or_checks,
            .run_explicit = find_ranking,
            .run_symbolic = nullptr,
            .certify = nullptr,
            .screens = false};
}

}  // namespace errata::checker
