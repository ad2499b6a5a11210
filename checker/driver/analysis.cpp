#include "checker/driver/analysis.h"

#include <algorithm>

#include "checker/claims/analyses.h"
#include "checker/loops/analyses.h"
#include "checker/order/analyses.h"
#include "checker/order/choices.h"
#include "checker/reach/analyses.h"
#include "checker/screen/analyses.h"
#include "checker/text/analyses.h"
#include "dsl/base/check.h"

namespace errata::checker {

using compiler::Claim;
using compiler::ClaimKind;
using compiler::Model;

namespace {

bool always(const Model&) { return true; }
// Where every choice without an option is an incident of its own, play cannot stop without a word.
bool can_deadlock(const Model& model) {
    return std::ranges::any_of(model.flow.points, [](const compiler::Point& point) {
        return !point.otherwise && !point.no_option.is_valid();
    });
}
bool has_scenarios(const Model& model) { return !model.asked.scenarios.empty(); }
bool has_readings(const Model& model) { return !model.readings.all.empty(); }
bool has_undecided_order(const Model& model) {
    const auto is_undecided = [](const compiler::Point& point) {
        return point.owner == compiler::OwnerKind::Nobody || point.orders || picks_in_rounds(point);
    };
    const auto is_of_order = [](const compiler::Incident& incident) {
        return incident.code == FindingCode::OrderUnowned || incident.code == FindingCode::OrderChosen;
    };
    return !model.rules.triggers.empty() || std::ranges::any_of(model.flow.points, is_undecided) ||
           std::ranges::any_of(model.incidents.all, is_of_order);
}

bool has_claim(const Model& model, bool (*wanted)(const Claim&)) {
    return std::any_of(model.asked.claims.begin(), model.asked.claims.end(), wanted);
}
bool has_waits(const Model& model) {
    return has_claim(model, [](const Claim& claim) { return claim.kind == ClaimKind::Eventually; });
}
bool has_rulings(const Model& model) {
    return has_claim(model,
                     [](const Claim& claim) { return claim.ruling && claim.kind != ClaimKind::Eventually; });
}
bool has_claims(const Model& model) {
    return has_claim(model, [](const Claim& claim) {
        return !claim.ruling && claim.kind != ClaimKind::Eventually && claim.kind != ClaimKind::Reachable;
    });
}

}  // namespace

const std::vector<Analysis>& all_analyses() {
    static const std::vector<Analysis> analyses = {
        {AnalysisName::Scenarios,
         "the scenario goes as written",
         {FindingCode::ContradictionScenario},
         Extent::Scenario,
         has_scenarios,
         play_scenario,
         nullptr},
        {AnalysisName::Rulings,
         "every ruling holds",
         {FindingCode::ContradictionRuling},
         Extent::Setup,
         has_rulings,
         check_rulings,
         search_rulings,
         false,
         certify_claims},
        {AnalysisName::Incidents,
         "the rules neither contradict each other nor leave a needed value open",
         {FindingCode::ContradictionMustCannot, FindingCode::ContradictionSetSet,
          FindingCode::ContradictionDefinition, FindingCode::ContradictionNoFixpoint,
          FindingCode::ContradictionManyFixpoints, FindingCode::GapUndefined, FindingCode::GapNoOption,
          FindingCode::Deadlock},
         Extent::Setup,
         always,
         find_incidents,
         search_incidents,
         false,
         certify_incidents,
         nullptr,
         nullptr,
         true},
        {AnalysisName::Equations,
         "simultaneous equations have one solution on every board",
         {FindingCode::ContradictionNoFixpoint, FindingCode::ContradictionManyFixpoints},
         Extent::Setups,
         has_cyclic_equations,
         check_equations,
         check_equations},
        {AnalysisName::Claims,
         "every declared check holds",
         {FindingCode::ContradictionInvariant, FindingCode::ContradictionDefinition,
          FindingCode::GapUndefined, FindingCode::LoopMandatory, FindingCode::LoopInevitable,
          FindingCode::LoopOptional, FindingCode::LoopChance, FindingCode::LoopSettle,
          FindingCode::LoopGrowing, FindingCode::LoopAgenda},
         Extent::Setup,
         has_claims,
         check_claims,
         search_claims,
         false,
         certify_claims,
         certify_loops_anywhere},
        {AnalysisName::Waits,
         "what is awaited cannot be kept away for ever",
         {FindingCode::LoopWait},
         Extent::Setup,
         has_waits,
         find_waits,
         find_waits,
         true,
         certify_waits},
        {AnalysisName::Orders,
         "the order of simultaneous triggers does not matter, nor what nobody decides",
         {FindingCode::OrderUnowned, FindingCode::OrderChosen},
         Extent::Setup,
         has_undecided_order,
         compare_orders,
         compare_orders,
         true,
         nullptr,
         nullptr,
         nullptr,
         true},
        {AnalysisName::Readings,
         "the readings of a printed line or a rule come to the same",
         {FindingCode::AmbiguousText, FindingCode::AmbiguousReading},
         Extent::Setup,
         has_readings,
         compare_readings,
         compare_readings,
         true,
         nullptr,
         nullptr,
         nullptr,
         true},
        {AnalysisName::Loops, "play does not repeat for ever", loop_codes, Extent::Setup, always, find_loops,
         find_loops, true, certify_loops, certify_loops_within_turns, nullptr, true},
        {AnalysisName::Deadlocks,
         "play stops only at an ending",
         {FindingCode::Deadlock},
         Extent::Setup,
         can_deadlock,
         find_deadlocks,
         search_deadlocks,
         false,
         certify_no_deadlock,
         nullptr,
         nullptr,
         true},
        {AnalysisName::Unreachable,
         "every card, ability, ending, declared state and premise occurs in some play",
         {FindingCode::UnreachableCard, FindingCode::UnreachableAbility, FindingCode::UnreachableEnding,
          FindingCode::UnreachableState, FindingCode::Vacuous},
         Extent::Setups,
         always,
         find_unreachable,
         search_unreachable,
         false,
         certify_unreachable,
         nullptr,
         see_part_for_unreachable},
        {AnalysisName::Exceptions,
         "of rules that are exceptions to one another, no two ever meet",
         {FindingCode::Overridden, FindingCode::ContradictionExceptions},
         Extent::Setup,
         has_exceptions,
         find_overruled,
         find_overruled,
         true,
         nullptr,
         nullptr,
         nullptr,
         true},
        {AnalysisName::Text,
         "every statement and prohibition matters somewhere",
         {FindingCode::DeadText, FindingCode::Redundant, FindingCode::Shadowed},
         Extent::Setups,
         has_idle_candidates,
         find_idle_clauses,
         skip_idle_clauses},
        {AnalysisName::Screens,
         "every set of a screen is seen to the end",
         {},
         Extent::Setups,
         has_screens,
         count_sets,
         count_sets,
         false,
         nullptr,
         nullptr,
         see_part_for_sets,
         true},
    };
    return analyses;
}

const Analysis& analysis_of(AnalysisName name) {
    const auto found = std::ranges::find(all_analyses(), name, &Analysis::name);
    ERRATA_CHECK(found != all_analyses().end());
    return *found;
}

}  // namespace errata::checker
