#include "checker/advice/trial.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/driver/analysis.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Per search: the neighbourhood of one beginning is small, or it is said that it is not.
constexpr std::size_t most_states = 20'000;

// What compiling a spec takes is seldom more than seeing so many states of it.
constexpr double states_for_compiling = 1'000;

using CellName = std::pair<std::string, std::size_t>;  // the variable, and which of its cells

std::map<CellName, Value> named_values(const Model& model, const State& state) {
    std::map<CellName, Value> result;
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i)
            result[{variable.name, i}] = state[variable.base + i];
    }
    return result;
}

// The setup of that name alone, beginning with these values wherever it leaves something open.
bool begin_with(Model& model, const std::string& setup, const std::map<CellName, Value>& values) {
    const auto found = std::ranges::find(model.setups, setup, &Setup::name);
    if (found == model.setups.end()) return false;
    Setup only = *found;
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) {
            const std::size_t cell = variable.base + i;
            const auto open = std::ranges::find(only.open, cell);
            const auto known = values.find({variable.name, i});
            if (open == only.open.end() || known == values.end()) continue;
            only.open.erase(open);
            only.values[cell] = known->second;
            std::erase_if(only.narrowed, [&](const NarrowedCell& narrowed) { return narrowed.cell == cell; });
        }
    }
    only.screening.reset();
    model.setups = {std::move(only)};
    model.asked.scenarios.clear();
    model.asked.expectations.clear();
    model.asked.acceptances.clear();
    return true;
}

// Does all play begin in one way? Then what is never reached from there is never reached.
bool begins_in_one_way(const Model& model) {
    return model.setups.size() == 1 && model.setups.front().open.empty();
}

CheckResult searched(const Model& model, bool with_what_is_never_reached, const RunClock& clock) {
    CheckOptions options;
    options.interrupted = clock.interrupted();
    options.budget.seconds = clock.seconds_left();
    options.engine = Engine::Explicit;
    options.budget.states = most_states;
    options.threads = 1;
    for (const Obligation& obligation : plan(model, options)) {
        const Analysis& analysis = analysis_of(obligation.id.analysis);
        const bool is_never_reached =
            obligation.id.analysis == AnalysisName::Unreachable && with_what_is_never_reached;
        if (is_never_reached || analysis.extent == Extent::Setup)
            options.obligations.push_back(obligation.id);
    }
    return check(model, options);
}

// What it is about, whatever the code says of it: a loop that somebody can leave now is still that loop.
using Cause = std::pair<compiler::FindingFamily, std::set<std::string>>;

Cause cause_of(const Model& model, const Finding& finding) {
    Cause cause{family_of(finding.code), {}};
    // A claim may be broken by another play then.
    const Claim* const claim = finding.breaks_claim ? claim_of(model, finding.about) : nullptr;
    if (claim != nullptr) {
        cause.second.insert(claim->name);
        return cause;
    }
    // What an order needs to matter may be something else at another place.
    if (finding.order) {
        cause.second.insert(question_key(model, finding));
        return cause;
    }
    for (const ClauseId clause : finding.clauses) cause.second.insert(model.clause(clause).path);
    return cause;
}

// Without a text that only took part in it, a loop is the same loop.
bool is_still_there(const Cause& cause, const Cause& found) {
    if (found == cause) return true;
    return cause.first == compiler::FindingFamily::Loop && found.first == cause.first &&
           !found.second.empty() && std::ranges::includes(cause.second, found.second);
}

bool names(const Fact& fact, const Phrase& name) {
    return std::ranges::any_of(fact.arguments, [&](const Argument& argument) {
        if (const auto* one = std::get_if<Phrase>(&argument.value)) return *one == name;
        if (const auto* all = std::get_if<std::vector<Phrase>>(&argument.value))
            return std::ranges::find(*all, name) != all->end();
        const auto* parts = std::get_if<Facts>(&argument.value);
        return parts && std::ranges::any_of(*parts, [&](const Fact& part) { return names(part, name); });
    });
}

// With who makes it, where the headline names nobody.
Fact named(const Model& model, const Finding& finding) {
    Fact called = headline(model, finding);
    const auto is_named = [&](ClauseId clause) { return names(called, model.clause(clause).name); };
    if (finding.clauses.empty() || std::ranges::any_of(finding.clauses, is_named)) return called;
    return {FactKind::FoundWith, {called, names_of(model, finding.clauses)}};
}

bool is_of_weight(const Finding& finding) { return finding.severity != Severity::Note; }

// What is found before anything is tried: the fingerprints of what is of weight.
using Before = std::map<Cause, std::set<std::string>>;

double states_seen(const CheckResult& result) {
    const auto states = result.stats.find(Statistic::States);
    return states == result.stats.end() ? 0 : states->second;
}

// The examples of a spec play no part in what its rules and cards do; one that is a game of its own is that
// game.
void leave_out_examples(std::vector<dsl::ast::Module>& modules, const CompileOptions& options) {
    if (!options.scenario.empty()) return;
    for (dsl::ast::Module& module : modules)
        std::erase_if(module.items,
                      [](const dsl::ast::Item& item) { return item.kind == dsl::ast::ItemKind::Scenario; });
}

Tried tried(Session& session, const CompileOptions& options, const Model& model, const Finding& finding,
            Remedy&& remedy, const Before& before, const RunClock& clock, double& states) {
    Tried result;
    result.remedy = std::move(remedy.words);
    result.parts = std::move(remedy.parts);
    dsl::Sink sink;
    leave_out_examples(remedy.modules, options);
    states += states_for_compiling;
    std::optional<Model> with = compile(session.sources, remedy.modules, options, sink, session.readings);
    const auto values = named_values(model, finding.witness->initial);
    if (!with || !begin_with(*with, model.setups[finding.witness->setup].name, values)) {
        const auto all = sink.sorted();
        result.problem = all.empty() ? "the setup is gone" : all.front().message;
        return result;
    }
    result.saw_all = begins_in_one_way(model);
    const CheckResult after = searched(*with, result.saw_all, clock);
    states += states_seen(after);
    result.settles = true;
    const Cause cause = cause_of(model, finding);
    std::set<Cause> left;
    for (const Finding& found : after.findings) {
        const Cause other = cause_of(*with, found);
        if (!is_of_weight(found)) {  // what a player decides now is settled
            if (other == cause || !before.contains(other))
                result.notes.push_back(
                    {FactKind::FoundAs, {std::string(code_name(found.code)), headline(*with, found)}});
            continue;
        }
        left.insert(other);
        if (is_still_there(cause, other)) {
            result.settles = false;
        } else if (!before.contains(other)) {
            result.instead.push_back(named(*with, found));
        }
    }
    for (const Verdict& verdict : after.verdicts) {
        if (verdict.is_open && result.limit.empty()) result.limit = verdict.limit;
    }
    for (const auto& [other, fingerprints] : before) {
        if (other != cause && !left.contains(other) && result.limit.empty())
            result.also.insert(result.also.end(), fingerprints.begin(), fingerprints.end());
    }
    return result;
}

}  // namespace

Trials try_remedies(Session& session, const CompileOptions& options, const Model& model,
                    const Finding& finding, const RunClock& clock) {
    if (!finding.witness || finding.witness->setup >= model.setups.size()) return {};
    std::vector<Remedy> remedies = remedies_for(session, model, finding);
    if (remedies.empty()) return {};
    Model there = model;
    begin_with(there, model.setups[finding.witness->setup].name,
               named_values(model, finding.witness->initial));
    const CheckResult without = searched(there, begins_in_one_way(model), clock);
    Before before;
    for (const Finding& found : without.findings) {
        std::set<std::string>& fingerprints = before[cause_of(there, found)];
        if (is_of_weight(found)) fingerprints.insert(found.fingerprint);
    }
    Trials result{{}, states_seen(without)};
    // The search has to find it without a remedy. Else a remedy could not be said to settle it.
    if (!before.contains(cause_of(model, finding))) return result;
    result.all.reserve(remedies.size());
    for (std::size_t number = 0; number < remedies.size() && !clock.is_over(); ++number) {
        Remedy& remedy = remedies[number];
        const bool may_not_fit = remedy.may_not_fit;
        Tried one = tried(session, options, model, finding, std::move(remedy), before, clock, result.states);
        one.number = number;
        if (!may_not_fit || one.problem.empty()) result.all.push_back(std::move(one));
    }
    return result;
}

bool has_todays_words(Trials& trials, Session& session, const Model& model, const Finding& finding) {
    if (trials.all.empty()) return true;
    const std::vector<Remedy> remedies = remedies_for(session, model, finding);
    for (Tried& tried : trials.all) {
        if (tried.number >= remedies.size() || remedies[tried.number].parts != tried.parts) return false;
        tried.remedy = remedies[tried.number].words;
    }
    return true;
}

}  // namespace errata::checker
