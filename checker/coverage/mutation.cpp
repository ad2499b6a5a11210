#include "checker/coverage/mutation.h"

#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/coverage/mutants.h"
#include "checker/driver/analysis.h"
#include "checker/driver/driver.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

// Of each setup that is searched for a mutant.
constexpr std::size_t states_per_setup = 2'000;

bool shares_a_row(const dsl::ast::Item& scenario, const Construct& construct) {
    return std::ranges::any_of(scenario.rows, [&](const std::string& row) {
        return std::ranges::find(construct.citation.rows, row) != construct.citation.rows.end();
    });
}

// What is seen of the scenario in place of what is usual; nothing if it is the same, or one of them is not
// decided.
std::optional<std::string> difference(const ScenarioPlay& usual, const ScenarioPlay& now) {
    if (usual.end == PlayEnd::Undecided || now.end == PlayEnd::Undecided) return std::nullopt;
    if (now.end == PlayEnd::Failed &&
        (usual.end == PlayEnd::Held || now.step != usual.step || now.reason != usual.reason)) {
        return "fails at step " + std::to_string(now.step) + ": " + now.reason;
    }
    if (now.end == PlayEnd::Held && usual.end == PlayEnd::Failed) return "holds";
    for (const std::string& title : now.incidents) {
        if (!usual.incidents.contains(title)) return "meets: " + title;
    }
    for (const std::string& title : usual.incidents) {
        if (!now.incidents.contains(title)) return "no longer meets: " + title;
    }
    return std::nullopt;
}

}  // namespace

Mutations::Mutations(const Subject& subject, const std::atomic<bool>* interrupted)
    : subject_(subject), interrupted_(interrupted), scenarios_(scenarios_of(subject.modules)) {
    Worlds worlds(subject, subject.modules);
    for (const dsl::ast::Item* scenario : scenarios_) {
        const compiler::Model* model = is_interrupted() ? nullptr : worlds.of(*scenario);
        plays_.push_back(model ? play(*model, *scenario) : std::nullopt);
    }
}

std::optional<MutationResult> Mutations::of(const Construct& construct) const {
    const std::vector<Mutant> mutants = mutants_of(subject_.modules, construct);
    if (mutants.empty()) return MutationResult{false, "it only declares"};
    const std::vector<std::size_t> order = nearest_first(construct);
    std::vector<std::string> tried;
    for (const Mutant& mutant : mutants) {
        Worlds worlds(subject_, mutated(subject_.modules, construct, mutant));
        if (!worlds.game()) continue;
        for (const std::size_t scenario : order) {
            if (is_interrupted()) return std::nullopt;
            if (const auto other = other_play(worlds, scenario)) {
                return MutationResult{
                    true, mutant.how + ", scenario \"" + scenarios_[scenario]->title + "\" " + *other};
            }
        }
        const auto other = other_standing(worlds);
        if (is_interrupted()) return std::nullopt;
        if (other) return MutationResult{true, mutant.how + ", " + *other};
        if (std::ranges::find(tried, mutant.how) == tried.end()) tried.push_back(mutant.how);
    }
    if (tried.empty())
        return MutationResult{false, "the game cannot be read without it, which shows nothing"};
    return MutationResult{false, "nothing changes " + dsl::join(tried, ", nor ")};
}

// A scenario that cites one of its rows or speaks of it will most likely tell.
std::vector<std::size_t> Mutations::nearest_first(const Construct& construct) const {
    const auto distance = [&](std::size_t i) {
        const dsl::ast::Item& scenario = *scenarios_[i];
        if (shares_a_row(scenario, construct)) return 0;
        const bool names_it =
            subject_.sources.text(scenario.span).find(construct.name) != std::string_view::npos;
        return names_it && !construct.name.empty() ? 1 : 2;
    };
    std::vector<std::size_t> order(scenarios_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, distance);
    return order;
}

std::optional<std::string> Mutations::other_play(Worlds& worlds, std::size_t scenario) const {
    if (!plays_[scenario]) return std::nullopt;
    const compiler::Model* model = worlds.of(*scenarios_[scenario]);
    if (!model) return std::nullopt;
    const std::optional<ScenarioPlay> now = play(*model, *scenarios_[scenario]);
    return now ? difference(*plays_[scenario], *now) : std::nullopt;
}

std::optional<std::string> Mutations::other_standing(Worlds& worlds) const {
    const Standings& usual = usual_standings();
    if (usual.empty()) return std::nullopt;
    const Standings now = standings(*worlds.game());
    for (const auto& [claim, standing] : usual) {
        const auto found = now.find(claim);
        if (found == now.end() || found->second == standing) continue;
        if (found->second.refuted != standing.refuted)
            return claim + (found->second.refuted ? " is refuted" : " is no longer refuted");
        return claim + (found->second.vacuous ? " is vacuous" : " is no longer vacuous");
    }
    return std::nullopt;
}

const Mutations::Standings& Mutations::usual_standings() const {
    std::call_once(once_, [&] {
        Worlds worlds(subject_, subject_.modules);
        if (const compiler::Model* game = worlds.game()) standings_ = standings(*game);
    });
    return standings_;
}

Mutations::Standings Mutations::standings(const compiler::Model& model) const {
    Standings result;
    if (model.asked.claims.empty()) return result;
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.budget.states = states_per_setup;
    options.threads = 1;
    options.interrupted = interrupted_;
    options.only_analyses = {AnalysisName::Rulings, AnalysisName::Claims, AnalysisName::Waits,
                             AnalysisName::Unreachable};
    options.only_codes = codes_of_claims();
    std::vector<Obligation> plan = checker::plan(model, options);
    const auto is_too_open = [&](const Obligation& obligation) {
        return analysis_of(obligation.id.analysis).extent == Extent::Setup &&
               number_of_parts(model, obligation.setup, options.budget, options.reductions) != 1;
    };
    std::erase_if(plan, is_too_open);
    // That some setup can be reached from anywhere says nothing unless each can be listed.
    bool any_open = false;
    for (std::size_t setup = 0; setup < model.setups.size(); ++setup)
        any_open = any_open || number_of_parts(model, setup, options.budget, options.reductions) != 1;
    const bool seeks = std::ranges::any_of(model.asked.claims, [](const compiler::Claim& claim) {
        return claim.kind == compiler::ClaimKind::Reachable;
    });
    if (any_open || !seeks) {
        std::erase_if(plan,
                      [](const Obligation& one) { return one.id.analysis == AnalysisName::Unreachable; });
    }
    if (plan.empty()) return result;
    for (const Obligation& obligation : plan) options.obligations.push_back(obligation.id);
    const CheckResult checked = checker::check(model, options);
    for (const Verdict& verdict : checked.verdicts) {
        if (verdict.about.sort != ClaimSort::Declared || verdict.status == Status::Unknown) continue;
        Standing& standing = result.try_emplace(verdict.claim, Standing{false, true}).first->second;
        standing.refuted = standing.refuted || verdict.status == Status::Refuted;
        standing.vacuous = standing.vacuous && verdict.vacuous;  // on every setup
    }
    return result;
}

}  // namespace errata::checker
