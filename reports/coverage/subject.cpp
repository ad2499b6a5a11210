#include "reports/coverage/subject.h"

#include <algorithm>

namespace errata::reports {

using dsl::ast::Item;
using dsl::ast::ItemKind;

const compiler::Model* Worlds::compiled(const std::string& scenario) {
    const auto [known, is_new] = models_.try_emplace(scenario);
    if (is_new) {
        compiler::CompileOptions options = subject_.options;
        options.scenario = scenario;
        dsl::Sink ignored;
        known->second = compiler::compile(subject_.sources, modules_, options, ignored);
    }
    return known->second ? &*known->second : nullptr;
}

const compiler::Model* Worlds::game() { return compiled(""); }

const compiler::Model* Worlds::of(const Item& scenario) {
    return compiled(scenario.settings.empty() ? "" : scenario.title);
}

std::optional<ScenarioPlay> play(const compiler::Model& model, const Item& scenario,
                                 const checker::StateVisitor& visit) {
    const auto found = std::ranges::find(model.scenarios, scenario.span, &compiler::Scenario::span);
    if (found == model.scenarios.end()) return std::nullopt;
    const compiler::Evaluator evaluator(model);
    const auto index = static_cast<std::size_t>(found - model.scenarios.begin());
    const checker::ScenarioOutcome outcome = checker::run_scenario(evaluator, index, visit);
    ScenarioPlay result;
    for (const compiler::IncidentId incident : outcome.incidents)
        result.incidents.insert(model.incidents[incident.index].title);
    if (outcome.unknown) {
        result.end = PlayEnd::Undecided;
        result.reason = *outcome.unknown;
    } else if (outcome.failure) {
        result.end = PlayEnd::Failed;
        result.step = outcome.failure->step + 1;
        result.reason = outcome.failure->reason;
    }
    return result;
}

std::vector<const Item*> scenarios_of(const Modules& modules) {
    std::vector<const Item*> result;
    for (const dsl::ast::Module& module : modules) {
        for (const Item& item : module.items) {
            if (item.kind == ItemKind::Scenario) result.push_back(&item);
        }
    }
    return result;
}

}  // namespace errata::reports
