#include "checker/driver/second_look.h"

#include <algorithm>

#include "checker/certify/forced_loop.h"
#include "checker/claims/claims.h"
#include "checker/driver/analysis.h"
#include "checker/order/quiescence.h"
#include "checker/reach/unreachable.h"
#include "checker/search/describe.h"
#include "checker/search/incident_list.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

namespace {

// What a `complete` verdict was about is not so: our bug.
void require(bool holds, const std::string& what, const std::string& obligation) {
    if (holds) return;
    const std::string bug = "the second look at " + obligation + " agrees: " + what;
    dsl::check_failed(bug.c_str(), __FILE__, __LINE__);
}

class SecondLook {
public:
    SecondLook(Workbench& workbench, const Obligation& obligation, const CheckResult& result)
        : workbench_(workbench),
          evaluator_(workbench.evaluator().watched(asked_)),
          model_(workbench.model()),
          obligation_(obligation),
          result_(result) {}

    void at_loops() const {
        for (const Finding& finding : result_.findings) {
            const bool mandatory = finding.code == "loop.mandatory";
            if (!mandatory && finding.code != "loop.inevitable" && finding.code != "loop.settle") continue;
            if (!finding.witness || !finding.witness->loop_start) continue;
            // Beyond the scope's agenda nobody has looked, and the finding says so.
            if (finding.loop && !finding.loop->growth.empty()) continue;
            ForcedLoop claimed;
            claimed.mandatory = mandatory;
            claimed.within_turn = obligation_.analysis == "loops";
            claimed.max_states = workbench_.limits().budget.states;
            const std::string problem = problem_of(workbench_.evaluator(), *finding.witness, claimed);
            require(problem.empty(), finding.title + ": " + problem, obligation_.id);
        }
    }

    // Of one setup, all of whose states were seen.
    void at_states(std::size_t setup) {
        const Reach& reach = *workbench_.reach(setup);
        asked_.assign(asked_.size(), false);
        const Fixpoint& states = workbench_.fixpoint(setup);
        require(states.problem().empty(), states.problem(), obligation_.id);
        if (obligation_.analysis == "incidents") incidents(states);
        if (obligation_.analysis == "deadlocks" && is_complete("no deadlock"))
            require(!states.stops_silently(), "play stops nowhere", obligation_.id);
        if (obligation_.analysis == "rulings" || obligation_.analysis == "claims") claims(states);
        if (obligation_.analysis == "waits") waits(states);
        if (obligation_.analysis == "loops") loops(states);
        if (obligation_.analysis == "unreachable") unreachable(reach, states);
        require(reach.opened()->cover(asked_), "readings left in one alternative are not asked",
                obligation_.id);
    }

private:
    bool is_complete(const std::string& claim) const {
        return std::ranges::any_of(result_.verdicts, [&](const Verdict& verdict) {
            return verdict.claim == claim && verdict.status == Status::Complete;
        });
    }

    static bool meets(const Fixpoint& states, IncidentId incident) {
        return std::ranges::any_of(states.met(),
                                   [&](const Occurrence& met) { return met.incident == incident; });
    }

    void incidents(const Fixpoint& states) const {
        for (const IncidentFamily& family : incident_families(model_)) {
            if (!is_complete("no " + family.code)) continue;
            for (const IncidentId incident : family.incidents)
                require(!meets(states, incident), model_.incidents[incident.index].title, obligation_.id);
        }
    }

    void claims(const Fixpoint& states) const {
        std::vector<const Claim*> about_states;
        std::vector<Fixpoint::Passes> broken;
        for (const Claim& claim : model_.claims) {
            if (!is_complete(claim_name(claim))) continue;
            if (claim.kind != ClaimKind::Always && claim.kind != ClaimKind::Never) {
                require(holds(states, claim), claim_name(claim), obligation_.id);
                continue;
            }
            about_states.push_back(&claim);
            broken.push_back(
                [this, &claim](const State& state) { return breach(evaluator_, claim, state).has_value(); });
        }
        const std::vector<bool> found = states.anywhere(broken);
        for (std::size_t i = 0; i < found.size(); ++i)
            require(!found[i], claim_name(*about_states[i]), obligation_.id);
    }

    bool holds(const Fixpoint& states, const Claim& claim) const {
        switch (claim.kind) {
            case ClaimKind::After:
                return !meets(states, claim.incident);
            case ClaimKind::Possible: {
                const Fixpoint::States can = states.leading_to(states.where([&](const State& state) {
                    return evaluator_.value(claim.condition, state) == Value{1};
                }));
                return std::ranges::all_of(can, [](bool each) { return each; });
            }
            case ClaimKind::Terminates:
                return is_empty(states.endless());
            case ClaimKind::Unique: {
                const Symmetry symmetry(model_);
                return !states.can_end_differently(
                    [&](const State& state) { return quiescent_view(model_, symmetry, state); });
            }
            case ClaimKind::Always:  // looked at for all such claims together
            case ClaimKind::Never:
            case ClaimKind::Reachable:
            case ClaimKind::Eventually:
                return true;
        }
        return true;
    }

    void waits(const Fixpoint& states) const {
        for (const Claim& claim : model_.claims) {
            if (claim.kind != ClaimKind::Eventually || !is_complete("check \"" + claim.name + "\"")) continue;
            const Fixpoint::States lasts = states.where(
                [&](const State& state) { return evaluator_.value(claim.condition, state) != Value{1}; });
            const Fixpoint::States begins = claim.premise.is_valid() ? states.where([&](const State& state) {
                return evaluator_.value(claim.premise, state) == Value{1};
            })
                                                                     : states.initial();
            const Fixpoint::States waiting = states.reached_from(begins, lasts);
            for (const Value player : players(model_)) {
                const auto keeps = [&](const Owner& owner) {
                    return owner.kind == OwnerKind::Player && owner.player == player;
                };
                require(is_empty(states.kept(waiting, keeps, LoopStage::Game)),
                        player_name(model_, player) + " cannot keep away " + claim.name, obligation_.id);
            }
        }
    }

    void loops(const Fixpoint& states) const {
        const Fixpoint::States forced = states.kept(all(states), nobody, LoopStage::Turn);
        if (is_complete("no loop.mandatory") && is_complete("no loop.inevitable") &&
            is_complete("no loop.settle")) {
            require(is_empty(forced), "no loop is forced", obligation_.id);
            // What players play in windows has to change something to be a loop, which is not asked here.
            const bool windows = std::ranges::any_of(
                model_.points, [](const Point& point) { return point.stage == Stage::Window; });
            const auto chance = [](const Owner& owner) { return owner.kind == OwnerKind::Chance; };
            if (is_complete("no loop.chance") && !windows)
                require(is_empty(states.kept(all(states), chance, LoopStage::Turn)),
                        "no loop is left by chance alone", obligation_.id);
        }
        const bool can_end = std::ranges::any_of(model_.endings, [&](const Ending& ending) {
            return states.ends_with(static_cast<std::size_t>(&ending - model_.endings.data()));
        });
        if (!can_end || !is_complete("no loop.lock")) return;
        Fixpoint::States ends = states.ends_or_fails();
        for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ends[i] || forced[i];
        const Fixpoint::States can = states.leading_to(std::move(ends));
        require(std::ranges::all_of(can, [](bool each) { return each; }), "no play is locked",
                obligation_.id);
    }

    // Whatever was not met by the search is not met here.
    void unreachable(const Reach& reach, const Fixpoint& states) const {
        const std::vector<Sought> all_sought = things_sought(model_);
        std::vector<const Sought*> conditions;
        std::vector<Fixpoint::Passes> holds;
        std::vector<Reach::Condition> sought_there;
        for (const Sought& sought : all_sought) {
            switch (sought.kind) {
                case SoughtKind::Ending:
                    require(states.ends_with(sought.index) ==
                                reach.recording().endings()[sought.index].has_value(),
                            sought.name, obligation_.id);
                    break;
                case SoughtKind::Ability:
                    require(states.uses(ClauseId(sought.index)) ==
                                reach.recording().used()[sought.index].has_value(),
                            sought.name, obligation_.id);
                    break;
                case SoughtKind::Item:
                case SoughtKind::Premise:
                case SoughtKind::State:
                    conditions.push_back(&sought);
                    holds.push_back([this, term = sought.condition](const State& state) {
                        return evaluator_.value(term, state) == Value{1};
                    });
                    sought_there.push_back(Reach::holds(evaluator_, sought.condition));
                    break;
            }
        }
        const std::vector<bool> met = states.anywhere(holds);
        const std::vector<std::optional<StateId>> known = reach.firsts(sought_there);
        for (std::size_t i = 0; i < met.size(); ++i)
            require(met[i] == known[i].has_value(), conditions[i]->name, obligation_.id);
    }

    static bool nobody(const Owner&) { return false; }
    static Fixpoint::States all(const Fixpoint& states) { return Fixpoint::States(states.size(), true); }
    static bool is_empty(const Fixpoint::States& states) {
        return std::ranges::none_of(states, [](bool each) { return each; });
    }

    Workbench& workbench_;
    ReadingSet asked_;
    Evaluator evaluator_;  // fills asked_
    const Model& model_;
    const Obligation& obligation_;
    const CheckResult& result_;
};

}  // namespace

namespace {

// Comparing states but for names takes a look at every object: more of these than some ten seconds' worth are
// too many.
constexpr std::size_t most_looks = 100'000'000;

bool is_worth_another_look(const Exploration& exploration) {
    return exploration.graph().targets.size() * exploration.interchangeable_objects() <= most_looks;
}

void remark(CheckResult& result, const std::string& text) {
    for (Verdict& verdict : result.verdicts) {
        if (verdict.status == Status::Complete) verdict.detail += "; " + text;
    }
}

}  // namespace

void second_look(Workbench& workbench, const Obligation& obligation, CheckResult& result) {
    if (workbench.is_out_of_time()) return;
    SecondLook look(workbench, obligation, result);
    look.at_loops();
    const Analysis* analysis = find_analysis(obligation.analysis);
    const auto is_complete = [](const auto& said) { return said.status == Status::Complete; };
    const bool claims_all = std::ranges::any_of(result.verdicts, is_complete) ||
                            std::ranges::any_of(result.findings, is_complete);
    if (!claims_all || obligation.engine != "explicit" || analysis->extent == Extent::Scenario) return;
    for (std::size_t setup = 0; setup < workbench.model().setups.size(); ++setup) {
        if (analysis->extent == Extent::Setup && setup != obligation.setup) continue;
        const Reach* reach = workbench.reach(setup);
        if (!reach || !reach->exploration().complete()) continue;
        if (!is_worth_another_look(reach->exploration())) {
            remark(result, "that no state is missing was not computed again: too many alike objects");
            continue;
        }
        if (workbench.fixpoint(setup).is_undecided()) {
            remark(result, "that no state is missing was not computed again: too many names to try");
            continue;
        }
        look.at_states(setup);
        if (!workbench.fixpoint(setup).lists_initial_states())
            remark(result, "that no initial state is missing was not computed again");
    }
}

}  // namespace errata::checker
