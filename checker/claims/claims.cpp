// Declared checks and rulings on the searched graph. `reachable` belongs to unreachable.cpp, `eventually` to
// waits.cpp.
#include "checker/claims/claims.h"

#include <algorithm>
#include <map>

#include "checker/causes/incident.h"
#include "checker/causes/standing_in_way.h"
#include "checker/claims/ends.h"
#include "checker/claims/second_look.h"
#include "checker/claims/undefined_terms.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/endless_play.h"
#include "checker/rounds/pared_round.h"
#include "checker/rounds/second_look.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "checker/search/first_states.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

std::optional<FactKind> breach(const Evaluator& evaluator, const Claim& claim, const State& state) {
    if (claim.premise.is_valid() && evaluator.value(claim.premise, state) != Value{1}) return std::nullopt;
    const std::optional<Value> value = evaluator.value(claim.condition, state);
    if (!value) return FactKind::HasNoValue;
    const bool wanted = claim.kind != ClaimKind::Never;
    if ((*value != 0) == wanted) return std::nullopt;
    if (claim.code)
        return claim.code == FindingCode::GapUndefined ? FactKind::NoCaseHolds : FactKind::TwoCasesHold;
    return wanted ? FactKind::DoesNotHold : FactKind::MustNotBeSo;
}

// Who says something of unknowns that have no value there: "Whale (...)", "Moon (...)".
static std::vector<std::string> makers_of(const Evaluator& evaluator, TermId condition, const State& state) {
    const Model& model = evaluator.model();
    std::vector<std::string> makers;
    walk_terms(model.terms, std::span(&condition, 1), [&](TermId id, const Term& term) {
        if (term.kind != TermKind::Unknown || term.open_levels != 0 || evaluator.value(id, state)) return;
        const UnknownId unknown(static_cast<std::size_t>(term.payload));
        const Equations& system = model.functions.equations[system_of(model, unknown).index];
        if (!system.none.is_valid()) return;
        for (const ClauseId clause : model.incidents.all[system.none.index].clauses) {
            const std::string maker = named_and_quoted(model.clause(clause));
            const bool is_head = model.clause(clause).kind == ClauseKind::Derived;
            if (!is_head && std::ranges::find(makers, maker) == makers.end()) makers.push_back(maker);
        }
    });
    return makers;
}

Facts how_broken(const Evaluator& evaluator, const Claim& claim, const Trace& play) {
    const State state = last_state(play);
    const std::optional<FactKind> said = breach(evaluator, claim, state);
    ERRATA_CHECK(said.has_value());
    const bool has_value = evaluator.value(claim.condition, state).has_value();
    Facts why = has_value ? Facts{} : why_without_value(evaluator, claim.condition, state);
    Facts result = {{*said, {play.steps.size(), std::move(why)}}};
    if (has_value) return result;
    if (std::vector<std::string> makers = makers_of(evaluator, claim.condition, state); !makers.empty())
        result.push_back({FactKind::MadeBy, {makers}});
    return result;
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

void terminates(Task& task, const Claim& claim, const std::vector<const Reach*>& graphs,
                const Completeness& seen) {
    const ClaimId about = id_of(task.model(), claim);
    for (const Reach* reach : graphs) {
        std::optional<Finding> finding = worst_endless_play(*reach);
        if (!finding) continue;
        pare_round(task.workbench().evaluator(), *finding);
        finding->about = checker::about(task.model(), claim);
        if (claim.clause.is_valid()) finding->clauses.insert(finding->clauses.begin(), claim.clause);
        finding->facts.insert(finding->facts.begin(), {FactKind::NeedNotEnd});
        finding->breaks_claim = true;
        task.verdict(about, Status::Refuted, finding->facts);
        return task.finding(std::move(*finding));
    }
    task.verdict(about, seen);
}

// With what the rules say elsewhere without which the ruling would hold there.
Finding broken_ruling(const Evaluator& evaluator, const Claim& claim, Trace play) {
    Finding finding = ruling_finding(evaluator, claim, std::move(play));
    for (const ClauseId clause :
         needed_elsewhere(evaluator, claim.incident, *finding.witness, finding.clauses))
        add_clause(finding.clauses, clause);
    return finding;
}

class ClaimCheck {
public:
    ClaimCheck(Task& task, const Reach& reach, Completeness seen)
        : task_(task), reach_(reach), evaluator_(task.workbench().evaluator()), seen_(std::move(seen)) {}

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
        std::vector<StateCondition> conditions;
        for (const Claim* claim : claims) {
            if (claim->kind != ClaimKind::Always && claim->kind != ClaimKind::Never) continue;
            about_states.push_back(claim);
            conditions.push_back(
                {[this, claim](const State& state) { return breach(evaluator_, *claim, state).has_value(); },
                 variables_read(task_.model(), {claim->premise, claim->condition})});
            conditions.push_back(
                {[this, claim](const State& state) { return applies(evaluator_, *claim, state); },
                 variables_read(task_.model(), {premise_of(task_.model(), *claim)})});
        }
        const std::vector<std::optional<StateId>> found = first_states(reach_, conditions);
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
                return terminates(task_, claim, {&reach_}, seen_);
            case ClaimKind::Unique:
                return unique(claim);
            case ClaimKind::After:
                return after(claim);
            case ClaimKind::Reachable:
            case ClaimKind::Eventually:
                return;
        }
    }

    ClaimId about(const Claim& claim) const { return id_of(task_.model(), claim); }

    void refute(const Claim& claim, Finding finding, bool minimal_proved = true) {
        finding.minimal_proved = minimal_proved;
        task_.verdict(about(claim), Status::Refuted, finding.facts);
        task_.finding(std::move(finding));
    }

    void state_claim(const Claim& claim) {
        const Seen& seen = seen_in_states_.at(&claim);
        if (seen.broken) {
            Trace play = trace_to(reach_.exploration(), *seen.broken);
            Facts why = how_broken(evaluator_, claim, play);
            return refute(claim, claim_finding(evaluator_, claim, std::move(play), std::move(why)));
        }
        if (seen.applies) return task_.verdict(about(claim), seen_);
        task_.vacuous(about(claim), seen_, {FactKind::PremiseNeverHolds});
    }

    // From every state the condition can still come about. What was not searched may lead to it, and so may
    // what the rules leave undefined, once they do not: it is not refuted by that, and not shown either.
    void possible(const Claim& claim) {
        const StateSet target = states_where(
            reach_, [&](const State& state) { return evaluator_.value(claim.condition, state) == Value{1}; });
        const GameGraph& graph = reach_.arena().graph;
        StateSet open = target;
        for (std::size_t node = 0; node < open.size(); ++node) open[node] = open[node] || graph.leaks[node];
        if (const std::optional<StateId> state = first_without(can_reach(graph, open))) {
            Trace play = trace_to(reach_.exploration(), *state);
            Facts why = {{FactKind::OutOfReachAfter, {play.steps.size()}}};
            const State there = last_state(play);
            Finding finding = claim_finding(evaluator_, claim, std::move(play), std::move(why));
            name_what_stands_in_way(task_.model(), keeping_away(claim, there), finding);
            return refute(claim, std::move(finding));
        }
        const bool by_errors = reach_.exploration().complete() && first_without(can_reach(graph, target));
        if (!by_errors) return task_.verdict(about(claim), seen_);
        task_.verdict(about(claim), Status::Unknown, {{FactKind::ErrorsInTheWay}});
    }

    InTheWay keeping_away(const Claim& claim, const State& there) const {
        Allowance allowance(usual_expansions, [&] { return task_.workbench().clock().is_over(); });
        const auto is_so = [&](const Evaluator& without, const State& state, const Successor*) {
            return without.value(claim.condition, state) == Value{1};
        };
        return standing_in_way(Experiment(evaluator_, allowance),
                               {std::span(&there, 1), is_so, {claim.clause}});
    }

    std::optional<StateId> first_without(const StateSet& can) const {
        for (std::size_t state = 0; state < reach_.exploration().size(); ++state) {
            if (!can[state]) return StateId(state);
        }
        return std::nullopt;
    }

    // All plays from one initial state that come to an end come to the same one.
    void unique(const Claim& claim) {
        const std::optional<TwoEnds> found = two_ends(reach_);
        if (!found) return task_.verdict(about(claim), seen_);
        Finding finding = claim_finding(evaluator_, claim, found->plays.back(), {{FactKind::EndsInTwoWays}});
        for (const Trace& play : found->plays) {
            finding.outcomes.push_back({"an end " + when_text(play),
                                        difference(task_.model(), play.initial, last_state(play)),
                                        last_state(play)});
        }
        refute(claim, std::move(finding), found->minimal_proved);
    }

    void after(const Claim& claim) {
        for (const Met& met : reach_.exploration().met()) {
            if (met.occurrence.incident != claim.incident) continue;
            return refute(claim, broken_ruling(evaluator_, claim, trace_of(reach_.exploration(), met)));
        }
        if (reach_.recording().used()[claim.clause.index]) return task_.verdict(about(claim), seen_);
        task_.vacuous(about(claim), seen_, {FactKind::NeverHappens});
    }

    Task& task_;
    const Reach& reach_;
    const Evaluator& evaluator_;
    Completeness seen_;
    std::map<const Claim*, Seen> seen_in_states_;
};

void check(Task& task, bool rulings) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty()) return;
    ClaimCheck claims(task, *searched.graphs.front(), searched.completeness);
    std::vector<const Claim*> wanted;
    for (const Claim& claim : task.model().asked.claims) {
        if (claim.ruling == rulings) wanted.push_back(&claim);
    }
    claims.check(wanted);
}

// Always, never and after an action by the search itself, `terminates` on the boards that it came upon; the
// others have no symbolic form.
void search(Task& task, bool rulings) {
    const std::size_t setup = task.obligation().setup;
    const auto finds =
        task.workbench().symbolic().find(setup, rulings ? AnalysisName::Rulings : AnalysisName::Claims);
    for (std::size_t i = 0; i < task.model().asked.claims.size(); ++i) {
        const Claim& claim = task.model().asked.claims[i];
        if (claim.ruling != rulings || claim.kind == ClaimKind::Eventually ||
            claim.kind == ClaimKind::Reachable)
            continue;
        const ClaimId about{ClaimSort::Declared, i};
        if (claim.kind == ClaimKind::Terminates) {
            const Searched sample = searched_by(task);
            terminates(task, claim, sample.graphs, sample.completeness);
            continue;
        }
        const bool is_after = claim.kind == ClaimKind::After;
        const auto known = finds.find(is_after ? incident_target(claim.incident) : claim_target(i));
        if (known == finds.end()) {
            task.verdict(about, Status::Unknown, {{FactKind::NoSymbolicForm}});
            task.not_analysed(
                {FactKind::ClaimNotInFormulas, {task.model().setups[setup].name, claim_name(claim)}});
            continue;
        }
        const SearchFind& find = known->second;
        if (!find.play) {
            task.verdict(about, completeness(task.workbench(), setup, find));
            continue;
        }
        Finding finding;
        if (is_after) {
            finding = broken_ruling(task.workbench().evaluator(), claim, *find.play);
        } else {
            finding = claim_finding(task.workbench().evaluator(), claim, *find.play,
                                    how_broken(task.workbench().evaluator(), claim, *find.play));
        }
        finding.minimal_proved = find.is_minimal;
        task.verdict(about, Status::Refuted, finding.facts);
        task.finding(std::move(finding));
    }
}

}  // namespace

static void check_claims(Task& task) { check(task, false); }
static void check_rulings(Task& task) { check(task, true); }
static void search_claims(Task& task) { search(task, false); }
static void search_rulings(Task& task) { search(task, true); }

static bool has_claim(const Model& model, bool (*wanted)(const Claim&)) {
    return std::any_of(model.asked.claims.begin(), model.asked.claims.end(), wanted);
}
static bool has_rulings(const Model& model) {
    return has_claim(model,
                     [](const Claim& claim) { return claim.ruling && claim.kind != ClaimKind::Eventually; });
}
static bool has_claims(const Model& model) {
    return has_claim(model, [](const Claim& claim) {
        return !claim.ruling && claim.kind != ClaimKind::Eventually && claim.kind != ClaimKind::Reachable;
    });
}

Analysis rows::Rulings() {
    return {.claim = "every ruling holds",
            .codes = {FindingCode::ContradictionRuling},
            .extent = Extent::Setup,
            .applies = has_rulings,
            .run_explicit = check_rulings,
            .run_symbolic = search_rulings,
            .certify = certify_claims,
            .screens = false};
}

Analysis rows::Claims() {
    return {.claim = "every declared check holds",
            .codes = {FindingCode::ContradictionInvariant, FindingCode::ContradictionDefinition,
                      FindingCode::GapUndefined, FindingCode::LoopMandatory, FindingCode::LoopInevitable,
                      FindingCode::LoopOptional, FindingCode::LoopChance, FindingCode::LoopSettle,
                      FindingCode::LoopGrowing, FindingCode::LoopAgenda},
            .extent = Extent::Setup,
            .applies = has_claims,
            .run_explicit = check_claims,
            .run_symbolic = search_claims,
            .certify = certify_claims,
            .certify_findings = certify_loops_anywhere,
            .screens = false};
}

}  // namespace errata::checker
