#include "checker/coverage/mutation.h"

#include <algorithm>
#include <array>
#include <functional>

#include "checker/claims/claims.h"
#include "checker/coverage/mutants.h"
#include "checker/driver/analysis.h"
#include "checker/driver/driver.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace {

// Of each setup that is searched for a mutant; and where it has to be known that something is not there.
constexpr std::size_t states_per_setup = 2'000;
constexpr std::size_t far_states = 20'000;
// For a proof that a sought state is nowhere: some tenths of a second. Beyond, a mutant is not worth it.
constexpr std::size_t units_per_proof = 100'000;

bool shares_a_row(const dsl::ast::Item& scenario, const Construct& construct) {
    return std::ranges::any_of(scenario.rows, [&](const std::string& row) {
        return std::ranges::find(construct.citation.rows, row) != construct.citation.rows.end();
    });
}

// What is seen of the scenario in place of what is usual; nothing if it is the same, or one of them is not
// decided.
std::optional<Fact> difference(const ScenarioPlay& usual, const ScenarioPlay& now) {
    if (usual.end == PlayEnd::Undecided || now.end == PlayEnd::Undecided) return std::nullopt;
    if (now.end == PlayEnd::Failed &&
        (usual.end == PlayEnd::Held || now.step != usual.step || now.reason != usual.reason)) {
        return Fact{FactKind::FailsAtStep, {now.step, now.reason}};
    }
    if (now.end == PlayEnd::Held && usual.end == PlayEnd::Failed) return Fact{FactKind::ScenarioHolds};
    for (const std::string& met : now.incidents) {
        if (!usual.incidents.contains(met)) return Fact{FactKind::Meets, {met}};
    }
    for (const std::string& met : usual.incidents) {
        if (!now.incidents.contains(met)) return Fact{FactKind::MeetsNoLonger, {met}};
    }
    return std::nullopt;
}

CheckOptions looking(std::size_t states, const std::atomic<bool>* interrupted) {
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.budget.states = states;
    options.budget.solver_units = units_per_proof;
    options.threads = 1;
    options.interrupted = interrupted;
    return options;
}

constexpr std::array about_claims = {AnalysisName::Rulings, AnalysisName::Claims, AnalysisName::Waits,
                                     AnalysisName::Unreachable};
constexpr std::array about_rules = {AnalysisName::Incidents, AnalysisName::Orders, AnalysisName::Deadlocks};

std::vector<std::string> codes_of_rules() {
    std::vector<std::string> result;
    for (const AnalysisName name : about_rules) {
        for (const compiler::FindingCode code : analysis_of(name).codes)
            result.emplace_back(compiler::code_name(code));
    }
    return result;
}

// Of each setup: can it be searched whole? In parts it would take too long.
std::vector<bool> small_setups(const compiler::Model& model, const CheckOptions& options) {
    std::vector<bool> result;
    const compiler::Evaluator evaluator(model);
    for (std::size_t setup = 0; setup < model.setups.size(); ++setup)
        result.push_back(number_of_parts(evaluator, setup, options.budget, options.reductions) == 1);
    return result;
}

// What is checked together: setup by setup, then what is about all of them. That some setup can be reached
// from anywhere says nothing unless each can be searched.
std::vector<std::vector<ObligationId>> setup_by_setup(const compiler::Model& model,
                                                      const CheckOptions& options) {
    const std::vector<bool> is_small = small_setups(model, options);
    const bool seeks = std::ranges::all_of(is_small, std::identity()) &&
                       std::ranges::any_of(model.asked.claims, [](const compiler::Claim& claim) {
                           return claim.kind == compiler::ClaimKind::Reachable;
                       });
    std::vector<std::vector<ObligationId>> result(model.setups.size() + 1);
    for (const Obligation& obligation : plan(model, options)) {
        const bool is_of_one = analysis_of(obligation.id.analysis).extent == Extent::Setup;
        if (is_of_one ? is_small[obligation.setup] : seeks)
            result[is_of_one ? obligation.setup : model.setups.size()].push_back(obligation.id);
    }
    std::erase_if(result, [](const std::vector<ObligationId>& one) { return one.empty(); });
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
    if (mutants.empty()) return MutationResult{false, false, {FactKind::OnlyDeclares}};
    const std::vector<std::size_t> order = nearest_first(construct);
    Facts tried;
    std::optional<MutationResult> lesser;
    for (const Mutant& mutant : mutants) {
        const bool is_weak = mutant.sort == MutantSort::Stopped;
        if (is_weak && lesser) continue;
        Worlds worlds(subject_, mutated(subject_.modules, construct, mutant));
        const bool is_game = worlds.game() != nullptr;
        std::optional<Fact> other = is_game ? difference_in(worlds, order) : std::nullopt;
        if (is_interrupted()) return std::nullopt;
        if (other && !is_weak)
            return MutationResult{true, false, {FactKind::WithChange, {mutant.how, *other}}};
        if (!other && mutant.sort == MutantSort::Removed)
            other = is_game ? unreadable(worlds, order) : Fact{FactKind::GameUnreadable};
        if (other && !lesser)
            lesser = MutationResult{true, is_weak, {FactKind::WithChange, {mutant.how, *other}}};
        if (is_game && std::ranges::find(tried, mutant.how) == tried.end()) tried.push_back(mutant.how);
    }
    if (lesser) return lesser;
    if (tried.empty()) return MutationResult{false, false, {FactKind::NoVariantRead}};
    return MutationResult{false, false, {FactKind::NothingDiffers, {tried}}};
}

std::optional<Fact> Mutations::difference_in(Worlds& worlds, const std::vector<std::size_t>& order) const {
    for (const std::size_t scenario : order) {
        if (is_interrupted()) return std::nullopt;
        if (const auto other = other_play(worlds, scenario))
            return Fact{FactKind::ScenarioDiffers, {scenarios_[scenario]->title, *other}};
    }
    return other_check(worlds);
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

std::optional<Fact> Mutations::other_play(Worlds& worlds, std::size_t scenario) const {
    if (!plays_[scenario]) return std::nullopt;
    const compiler::Model* model = worlds.of(*scenarios_[scenario]);
    if (!model) return std::nullopt;
    const std::optional<ScenarioPlay> now = play(*model, *scenarios_[scenario]);
    return now ? difference(*plays_[scenario], *now) : std::nullopt;
}

// A scenario that the game as it is can be asked.
std::optional<Fact> Mutations::unreadable(Worlds& worlds, const std::vector<std::size_t>& order) const {
    for (const std::size_t scenario : order) {
        if (!plays_[scenario]) continue;
        const compiler::Model* model = worlds.of(*scenarios_[scenario]);
        if (!model || !has(*model, *scenarios_[scenario]))
            return Fact{FactKind::ScenarioUnreadable, {scenarios_[scenario]->title}};
    }
    return std::nullopt;
}

// Setup by setup, up to the first that tells.
std::optional<Fact> Mutations::other_check(Worlds& worlds) const {
    look_at_the_usual();
    const compiler::Model& game = *worlds.game();
    std::optional<Fact> other;
    const Seen seen = look(game, states_per_setup, [&](const Seen& so_far) {
        other = new_in(so_far);
        return other.has_value();
    });
    return other ? other : missing_in(seen, game);
}

// What more setups cannot take back.
std::optional<Fact> Mutations::new_in(const Seen& seen) const {
    for (const auto& [claim, standing] : usual_.standings) {
        const auto found = seen.standings.find(claim);
        if (found == seen.standings.end()) continue;
        if (found->second.refuted && !standing.refuted) return Fact{FactKind::ClaimRefuted, {claim}};
        if (!found->second.vacuous && standing.vacuous) return Fact{FactKind::ClaimNoLongerVacuous, {claim}};
    }
    for (const std::string& finding : seen.findings) {
        if (!far_.findings.contains(finding)) return Fact{FactKind::FindingThere, {finding}};
    }
    return std::nullopt;
}

// Of all setups. A finding that more states still do not show: how far a search came makes no difference.
std::optional<Fact> Mutations::missing_in(const Seen& seen, const compiler::Model& game) const {
    for (const auto& [claim, standing] : usual_.standings) {
        const auto found = seen.standings.find(claim);
        if (found == seen.standings.end()) continue;
        if (!found->second.refuted && standing.refuted) return Fact{FactKind::ClaimNoLongerRefuted, {claim}};
        if (found->second.vacuous && !standing.vacuous) return Fact{FactKind::ClaimVacuous, {claim}};
    }
    const auto is_missing = [](const Seen& in) {
        return [&in](const std::string& finding) { return !in.findings.contains(finding); };
    };
    if (std::ranges::none_of(usual_.findings, is_missing(seen))) return std::nullopt;
    const Seen far = look(game, far_states, [](const Seen&) { return false; });
    const auto gone = std::ranges::find_if(usual_.findings, is_missing(far));
    if (gone == usual_.findings.end()) return std::nullopt;
    return Fact{FactKind::FindingGone, {*gone}};
}

void Mutations::look_at_the_usual() const {
    std::call_once(once_, [&] {
        Worlds worlds(subject_, subject_.modules);
        const compiler::Model* game = worlds.game();
        if (!game) return;
        const auto all = [](const Seen&) { return false; };
        usual_ = look(*game, states_per_setup, all);
        far_ = look(*game, far_states, all);
    });
}

template <typename Enough>
Mutations::Seen Mutations::look(const compiler::Model& model, std::size_t states,
                                const Enough& enough) const {
    static const std::vector<std::string> of_rules = codes_of_rules();
    CheckOptions options = looking(states, interrupted_);
    options.only_codes = codes_of_claims();
    options.only_codes.insert(options.only_codes.end(), of_rules.begin(), of_rules.end());
    options.only_analyses.assign(about_rules.begin(), about_rules.end());
    options.only_analyses.insert(options.only_analyses.end(), about_claims.begin(), about_claims.end());
    Seen seen;
    for (std::vector<ObligationId>& together : setup_by_setup(model, options)) {
        options.obligations = std::move(together);
        const CheckResult checked = checker::check(model, options);
        for (const Verdict& verdict : checked.verdicts) {
            if (verdict.about.sort != ClaimSort::Declared || verdict.status == Status::Unknown) continue;
            Standing& standing =
                seen.standings.try_emplace(verdict.claim, Standing{false, true}).first->second;
            standing.refuted = standing.refuted || verdict.status == Status::Refuted;
            standing.vacuous = standing.vacuous && verdict.vacuous;  // on every setup
        }
        for (const Finding& finding : checked.findings) {
            const std::string_view code = code_name(finding.code);
            if (std::ranges::find(of_rules, code) != of_rules.end())
                seen.findings.insert(label_of(model, finding));
        }
        if (enough(seen)) return seen;
    }
    return seen;
}

}  // namespace errata::checker
