// Declared checks and rulings on the searched graph. `reachable` belongs to unreachable.cpp, `eventually` to waits.cpp.
#include "checker/analyses/claims.h"

#include <algorithm>
#include <map>

#include "checker/analyses/analysis.h"
#include "checker/analyses/describe.h"
#include "checker/analyses/findings.h"
#include "checker/analyses/loops.h"
#include "checker/analyses/quiescence.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

std::string claim_name(const Claim& claim) {
    if (!claim.code.empty()) return "partition \"" + claim.name + "\"";
    return (claim.ruling ? "ruling \"" : "check \"") + claim.name + "\"";
}

std::optional<std::string> breach(const Evaluator& evaluator, const Claim& claim, const State& state) {
    if (claim.premise.is_valid() && evaluator.value(claim.premise, state) != Value{1}) return std::nullopt;
    const std::optional<Value> value = evaluator.value(claim.condition, state);
    if (!value) return "What it states has no value";
    const bool wanted = claim.kind != ClaimKind::Never;
    if ((*value != 0) == wanted) return std::nullopt;
    if (!claim.code.empty())
        return claim.code == "gap.undefined" ? "No case of the partition holds" : "Two of its cases hold at once";
    return wanted ? "It does not hold" : "What must never be is so";
}

TermId premise_of(const Model& model, const Claim& claim) {
    if (claim.kind != ClaimKind::Always) return {};
    if (claim.premise.is_valid() && !model.terms.is_true(claim.premise)) return claim.premise;
    const Term& condition = model.terms[claim.condition];
    return condition.kind == TermKind::Implies ? condition.children[0] : TermId();
}

bool applies(const Evaluator& evaluator, const Claim& claim, const State& state) {
    const TermId premise = premise_of(evaluator.model(), claim);
    return !premise.is_valid() || evaluator.value(premise, state) == Value{1};
}

namespace {

class ClaimCheck {
public:
    ClaimCheck(Task& task, const Reach& reach, Coverage seen)
        : task_(task), reach_(reach), evaluator_(task.evaluator()), seen_(std::move(seen)) {}

    void check(const std::vector<const Claim*>& claims) {
        look_at_states(claims);
        for (const Claim* claim : claims) check(*claim);
    }

private:
    // Where a claim about states is broken first, and whether its premise holds anywhere.
    struct Seen {
        std::optional<StateId> broken;
        bool applies = false;
    };

    void look_at_states(const std::vector<const Claim*>& claims) {
        std::vector<const Claim*> about_states;
        std::vector<Reach::Condition> conditions;
        for (const Claim* claim : claims) {
            if (claim->kind != ClaimKind::Always && claim->kind != ClaimKind::Never) continue;
            about_states.push_back(claim);
            conditions.push_back(
                [this, claim](const State& state) { return breach(evaluator_, *claim, state).has_value(); });
            conditions.push_back(
                [this, claim](const State& state) { return applies(evaluator_, *claim, state); });
        }
        const std::vector<std::optional<StateId>> found = reach_.firsts(conditions);
        for (std::size_t i = 0; i < about_states.size(); ++i)
            seen_in_states_[about_states[i]] = {found[2 * i], found[2 * i + 1].has_value()};
    }

    void check(const Claim& claim) {
        switch (claim.kind) {
            case ClaimKind::Always:
            case ClaimKind::Never:
                return state_claim(claim);
            case ClaimKind::Possible:
                return possible(claim);
            case ClaimKind::Terminates:
                return terminates(claim);
            case ClaimKind::Unique:
                return unique(claim);
            case ClaimKind::After:
                return after(claim);
            case ClaimKind::Reachable:
            case ClaimKind::Eventually:
                return;
        }
    }

    void refute(const Claim& claim, Finding finding) {
        finding.minimal_proved = true;
        task_.verdict(claim_name(claim), Status::Refuted, finding.explanation);
        task_.finding(std::move(finding));
    }

    void state_claim(const Claim& claim) {
        const Seen& seen = seen_in_states_.at(&claim);
        if (seen.broken) {
            Trace play = reach_.exploration().trace_to(*seen.broken);
            const std::string why =
                *breach(evaluator_, claim, last_state(play)) + " " + when_text(play) + ".";
            return refute(claim, claim_finding(evaluator_, claim, std::move(play), why));
        }
        task_.verdict(claim_name(claim), seen_, seen.applies ? "" : "vacuous: its premise never holds");
    }

    // From every state the condition can still come about; what was not searched may lead to it.
    void possible(const Claim& claim) {
        StateSet target = reach_.where(
            [&](const State& state) { return evaluator_.value(claim.condition, state) == Value{1}; });
        const GameGraph& graph = reach_.arena().graph;
        for (std::size_t node = 0; node < target.size(); ++node)
            target[node] = target[node] || graph.leaks[node];
        const StateSet can = can_reach(graph, target);
        for (std::size_t state = 0; state < reach_.exploration().size(); ++state) {
            if (can[state]) continue;
            Trace play = reach_.exploration().trace_to(StateId(state));
            const std::string why = "It is out of reach " + when_text(play) + ", whatever anybody does.";
            return refute(claim, claim_finding(evaluator_, claim, std::move(play), why));
        }
        task_.verdict(claim_name(claim), seen_);
    }

    void terminates(const Claim& claim) {
        ReportedNodes reported;
        LoopsOfStage loops = loops_of(reach_, LoopStage::Game, reported);
        // Cycles that only chance or nobody could keep up are infinite plays too.
        const auto shortest = std::ranges::min_element(
            loops.findings, {}, [](const Finding& finding) { return finding.witness->steps.size(); });
        if (shortest != loops.findings.end()) {
            Finding finding = std::move(*shortest);
            finding.title = claim.name;
            if (claim.clause.is_valid()) finding.clauses.insert(finding.clauses.begin(), claim.clause);
            finding.explanation = "Play need not end. " + finding.explanation;
            task_.verdict(claim_name(claim), Status::Refuted, finding.explanation);
            return task_.finding(std::move(finding));
        }
        const GameGraph& graph = reach_.arena().graph;
        const Components parts = components(graph, StateSet(graph.size(), true));
        if (std::ranges::none_of(parts.cyclic, [](bool cyclic) { return cyclic; })) {
            return task_.verdict(claim_name(claim), seen_);
        }
        task_.verdict(claim_name(claim), seen_,
                      "play repeats only as long as nobody and chance will have it so");
    }

    // All plays from one initial state that come to an end come to the same one.
    void unique(const Claim& claim) {
        const Symmetry symmetry(task_.model());
        std::map<State, std::map<State, StateId>> ends;  // by initial state: by what counts, the first state
        for (std::size_t i = 0; i < reach_.exploration().size(); ++i) {
            const ReachedState& state = reach_.exploration()[StateId(i)];
            if (!state.expanded ||
                !reach_.exploration().graph().successors(static_cast<std::uint32_t>(i)).empty())
                continue;
            if (state.cut || state.error) continue;
            auto& known = ends[reach_.exploration().trace_to(StateId(i)).initial];
            known.emplace(quiescent_view(task_.model(), symmetry, reach_.exploration().state(StateId(i))),
                          StateId(i));
            if (known.size() < 2) continue;
            Finding finding = claim_finding(evaluator_, claim, reach_.exploration().trace_to(StateId(i)),
                                            "Play can end in two ways.");
            for (const auto& [view, end] : known) {
                const State state_there = reach_.exploration().state(end);
                finding.outcomes.push_back(
                    {"an end " + when_text(reach_.exploration().trace_to(end)),
                     difference(task_.model(), reach_.exploration().trace_to(end).initial, state_there),
                     state_there});
            }
            return refute(claim, std::move(finding));
        }
        task_.verdict(claim_name(claim), seen_);
    }

    void after(const Claim& claim) {
        for (const Met& met : reach_.exploration().met()) {
            if (met.occurrence.incident != claim.incident) continue;
            return refute(claim, ruling_finding(evaluator_, claim, reach_.exploration().trace_of(met)));
        }
        task_.verdict(claim_name(claim), seen_);
    }

    Task& task_;
    const Reach& reach_;
    const Evaluator& evaluator_;
    Coverage seen_;
    std::map<const Claim*, Seen> seen_in_states_;
};

void check(Task& task, bool rulings) {
    const Task::Searched searched = task.searched();
    if (searched.graphs.empty()) return;
    ClaimCheck claims(task, *searched.graphs.front(), searched.coverage);
    std::vector<const Claim*> wanted;
    for (const Claim& claim : task.model().claims) {
        if (claim.ruling == rulings) wanted.push_back(&claim);
    }
    claims.check(wanted);
}

// Always, never and after an action by the search itself; the others have no symbolic form.
void search(Task& task, bool rulings) {
    const std::size_t setup = task.obligation().setup;
    const auto finds = task.workbench().symbolic().find(setup, rulings ? "rulings" : "claims");
    for (std::size_t i = 0; i < task.model().claims.size(); ++i) {
        const Claim& claim = task.model().claims[i];
        if (claim.ruling != rulings || claim.kind == ClaimKind::Eventually ||
            claim.kind == ClaimKind::Reachable)
            continue;
        const bool is_after = claim.kind == ClaimKind::After;
        const auto known = finds.find(is_after ? incident_target(claim.incident) : claim_target(i));
        if (known == finds.end()) {
            task.verdict(claim_name(claim), Status::Unknown, "not decided symbolically");
            task.not_analysed("symbolically, for setup \"" + task.model().setups[setup].name +
                              "\": " + claim_name(claim));
            continue;
        }
        const SearchFind& find = known->second;
        if (!find.play) {
            task.verdict(claim_name(claim), find.verdict, find.detail, find.is_conclusive);
            continue;
        }
        Finding finding;
        if (is_after) {
            finding = ruling_finding(task.evaluator(), claim, *find.play);
        } else {
            const std::optional<std::string> why = breach(task.evaluator(), claim, last_state(*find.play));
            ERRATA_CHECK(why.has_value());
            finding =
                claim_finding(task.evaluator(), claim, *find.play, *why + " " + when_text(*find.play) + ".");
        }
        finding.minimal_proved = find.is_minimal;
        task.verdict(claim_name(claim), Status::Refuted, finding.explanation);
        task.finding(std::move(finding));
    }
}

}  // namespace

void check_claims(Task& task) { check(task, false); }
void check_rulings(Task& task) { check(task, true); }
void search_claims(Task& task) { search(task, false); }
void search_rulings(Task& task) { search(task, true); }

}  // namespace errata::checker
