#include "checker/driver/second_look.h"

#include <algorithm>

#include "checker/driver/analysis.h"
#include "checker/fact_kinds.h"
#include "checker/search/second_look.h"

namespace errata::checker {

namespace {

// Comparing states but for names takes a look at every object: more of these than some ten seconds' worth are
// too many.
constexpr std::size_t most_looks = 100'000'000;

bool is_worth_another_look(const Exploration& exploration) {
    return exploration.graph().targets.size() * exploration.quotient().objects() <= most_looks;
}

void remark(CheckResult& result, const Fact& fact) {
    for (Verdict& verdict : result.verdicts) {
        if (verdict.status == Status::Complete) verdict.facts.push_back(fact);
    }
}

// Of one setup, all of whose states were seen.
void certify(SecondLook& look, const Analysis& analysis, std::size_t setup) {
    const Reach& reach = *look.workbench().reach(setup);
    look.forget_asked();
    const Fixpoint& states = look.workbench().of(setup).fixpoint();
    look.require(states.problem().empty(), states.problem());
    if (analysis.certify != nullptr) analysis.certify(look, reach, states);
    look.require(reach.opened()->are_open(look.asked()), "readings left in one alternative are not asked");
}

bool was_seen_to_the_end(Workbench& workbench, std::size_t setup) {
    const Reach* reach = workbench.reach(setup);
    return reach != nullptr && reach->exploration().complete();
}

// As far as it can be looked at.
void look_at(SecondLook& look, const Analysis& analysis, std::size_t setup) {
    Workbench& workbench = look.workbench();
    if (!was_seen_to_the_end(workbench, setup)) return;
    if (!is_worth_another_look(workbench.reach(setup)->exploration())) return;
    if (!workbench.of(setup).fixpoint().is_undecided()) certify(look, analysis, setup);
}

}  // namespace

std::optional<Fact> not_looked_at_again(Workbench& workbench, std::size_t setup) {
    if (!was_seen_to_the_end(workbench, setup)) return std::nullopt;
    if (!is_worth_another_look(workbench.reach(setup)->exploration()))
        return Fact{FactKind::StateUnseenAgain, {Fact{FactKind::TooManyAlike}}};
    const Fixpoint& states = workbench.of(setup).fixpoint();
    if (states.is_undecided()) return Fact{FactKind::StateUnseenAgain, {Fact{FactKind::TooManyNames}}};
    if (states.lists_initial_states()) return std::nullopt;
    return Fact{FactKind::StartUnseenAgain};
}

void look_at_part_again(Workbench& workbench, const Obligation& obligation, std::size_t setup) {
    if (workbench.clock().is_over()) return;
    const CheckResult nothing_yet;
    SecondLook look(workbench, obligation, nothing_yet);
    look_at(look, analysis_of(obligation.id.analysis), setup);
}

void look_at_findings_again(Workbench& workbench, const Obligation& obligation, const CheckResult& result) {
    const Analysis& analysis = analysis_of(obligation.id.analysis);
    if (workbench.clock().is_over() || analysis.certify_findings == nullptr) return;
    analysis.certify_findings(SecondLook(workbench, obligation, result));
}

void look_at_states_again(Workbench& workbench, const Obligation& obligation, CheckResult& result) {
    if (workbench.clock().is_over()) return;
    SecondLook look(workbench, obligation, result);
    const Analysis& analysis = analysis_of(obligation.id.analysis);
    const auto is_complete = [](const auto& said) { return said.status == Status::Complete; };
    const bool claims_all = std::ranges::any_of(result.verdicts, is_complete) ||
                            std::ranges::any_of(result.findings, is_complete);
    if (!claims_all || obligation.id.engine != Engine::Explicit || analysis.extent == Extent::Scenario)
        return;
    bool is_whole = true;
    for (std::size_t setup = 0; setup < workbench.model().setups.size(); ++setup) {
        if (analysis.extent == Extent::Setup && setup != obligation.setup) continue;
        look_at(look, analysis, setup);
        const std::optional<Fact> left_out = not_looked_at_again(workbench, setup);
        if (left_out) remark(result, *left_out);
        is_whole = is_whole && !left_out && was_seen_to_the_end(workbench, setup);
    }
    for (Verdict& verdict : result.verdicts) {
        const bool is_of_states = verdict.status == Status::Complete || verdict.status == Status::Refuted;
        if (is_of_states && verdict.rechecked == Recheck::Nobody && look.was_looked_at(verdict.about))
            verdict.rechecked = is_whole ? Recheck::Computed : Recheck::InPart;
    }
}

}  // namespace errata::checker
