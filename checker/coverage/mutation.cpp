#include "checker/coverage/mutation.h"

#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/coverage/mutants.h"
#include "checker/driver/analysis.h"
#include "checker/driver/driver.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

// Of each setup that is searched for a mutant; and where it has to be known that something is not there.
constexpr std::size_t states_per_setup = 2'000;
constexpr std::size_t far_states = 20'000;

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

CheckOptions looking(std::size_t states, const std::atomic<bool>* interrupted) {
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.budget.states = states;
    options.threads = 1;
    options.interrupted = interrupted;
    return options;
}

// Setups that leave so much open that they are searched in parts would take too long.
std::vector<Obligation> on_small_setups(const compiler::Model& model, const CheckOptions& options) {
    std::vector<Obligation> plan = checker::plan(model, options);
    std::erase_if(plan, [&](const Obligation& obligation) {
        return analysis_of(obligation.id.analysis).extent == Extent::Setup &&
               number_of_parts(model, obligation.setup, options.budget, options.reductions) != 1;
    });
    return plan;
}

// What a report would print of the rules, but for claims: "gap.no-option: a new pair".
std::set<std::string> findings(const compiler::Model& model, std::size_t states,
                               const std::atomic<bool>* interrupted) {
    CheckOptions options = looking(states, interrupted);
    options.only_analyses = {AnalysisName::Incidents, AnalysisName::Orders, AnalysisName::Deadlocks};
    std::set<std::string> result;
    for (const Obligation& obligation : on_small_setups(model, options))
        options.obligations.push_back(obligation.id);
    if (options.obligations.empty()) return result;
    for (const Finding& finding : checker::check(model, options).findings)
        result.insert(std::string(code_name(finding.code)) + ": " + finding.title);
    return result;
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
    if (mutants.empty()) return MutationResult{false, false, "it only declares"};
    const std::vector<std::size_t> order = nearest_first(construct);
    std::vector<std::string> tried;
    std::optional<MutationResult> lesser;
    for (const Mutant& mutant : mutants) {
        const bool is_weak = mutant.sort == MutantSort::Stopped;
        if (is_weak && lesser) continue;
        Worlds worlds(subject_, mutated(subject_.modules, construct, mutant));
        const bool is_game = worlds.game() != nullptr;
        std::optional<std::string> other = is_game ? difference_in(worlds, order) : std::nullopt;
        if (is_interrupted()) return std::nullopt;
        if (other && !is_weak) return MutationResult{true, false, mutant.how + ", " + *other};
        if (!other && mutant.sort == MutantSort::Removed)
            other = is_game ? unreadable(worlds, order) : "the game cannot be read";
        if (other && !lesser) lesser = MutationResult{true, is_weak, mutant.how + ", " + *other};
        if (is_game && std::ranges::find(tried, mutant.how) == tried.end()) tried.push_back(mutant.how);
    }
    if (lesser) return lesser;
    if (tried.empty())
        return MutationResult{false, false, "no variant of it can be read, which shows nothing"};
    return MutationResult{false, false, "nothing changes " + dsl::join(tried, ", nor ")};
}

std::optional<std::string> Mutations::difference_in(Worlds& worlds,
                                                    const std::vector<std::size_t>& order) const {
    for (const std::size_t scenario : order) {
        if (is_interrupted()) return std::nullopt;
        if (const auto other = other_play(worlds, scenario))
            return "scenario \"" + scenarios_[scenario]->title + "\" " + *other;
    }
    if (auto other = other_standing(worlds)) return other;
    return other_finding(worlds);
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

// A scenario that the game as it is can be asked.
std::optional<std::string> Mutations::unreadable(Worlds& worlds,
                                                 const std::vector<std::size_t>& order) const {
    for (const std::size_t scenario : order) {
        if (!plays_[scenario]) continue;
        const compiler::Model* model = worlds.of(*scenarios_[scenario]);
        if (!model || !has(*model, *scenarios_[scenario]))
            return "scenario \"" + scenarios_[scenario]->title + "\" cannot be read";
    }
    return std::nullopt;
}

std::optional<std::string> Mutations::other_standing(Worlds& worlds) const {
    look_at_the_usual();
    if (usual_.standings.empty()) return std::nullopt;
    const Standings now = standings(*worlds.game());
    for (const auto& [claim, standing] : usual_.standings) {
        const auto found = now.find(claim);
        if (found == now.end() || found->second == standing) continue;
        if (found->second.refuted != standing.refuted)
            return claim + (found->second.refuted ? " is refuted" : " is no longer refuted");
        return claim + (found->second.vacuous ? " is vacuous" : " is no longer vacuous");
    }
    return std::nullopt;
}

// One that more states still do not show on the other side: how far a search came makes no difference.
std::optional<std::string> Mutations::other_finding(Worlds& worlds) const {
    look_at_the_usual();
    const compiler::Model& game = *worlds.game();
    const std::set<std::string> now = findings(game, states_per_setup, interrupted_);
    for (const std::string& finding : now) {
        if (!usual_.far.contains(finding)) return "there is a finding: " + finding;
    }
    const auto is_missing = [&](const std::string& finding) { return !now.contains(finding); };
    if (std::ranges::none_of(usual_.findings, is_missing)) return std::nullopt;
    const std::set<std::string> far = findings(game, far_states, interrupted_);
    for (const std::string& finding : usual_.findings) {
        if (!far.contains(finding)) return "there is no finding: " + finding;
    }
    return std::nullopt;
}

void Mutations::look_at_the_usual() const {
    std::call_once(once_, [&] {
        Worlds worlds(subject_, subject_.modules);
        const compiler::Model* game = worlds.game();
        if (!game) return;
        usual_ = {standings(*game), findings(*game, states_per_setup, interrupted_),
                  findings(*game, far_states, interrupted_)};
    });
}

Mutations::Standings Mutations::standings(const compiler::Model& model) const {
    Standings result;
    if (model.asked.claims.empty()) return result;
    CheckOptions options = looking(states_per_setup, interrupted_);
    options.only_analyses = {AnalysisName::Rulings, AnalysisName::Claims, AnalysisName::Waits,
                             AnalysisName::Unreachable};
    options.only_codes = codes_of_claims();
    std::vector<Obligation> plan = on_small_setups(model, options);
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
