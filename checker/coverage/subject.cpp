#include "checker/coverage/subject.h"

#include <algorithm>

#include "checker/headline.h"
#include "dsl/ast/dump.h"

namespace errata::checker {

using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

// The pools that a scenario brings, as a text; "" if it is played with those of the game.
std::string pools_of(const Item& scenario) {
    std::string text;
    for (const dsl::ast::Setting& setting : scenario.contents.settings)
        text += setting.name + ": " + dsl::ast::dump(setting.value) + "\n";
    return text;
}

}  // namespace

// Compiling takes longer than playing, and a title selects all scenarios that have it: so those with equal
// pools are given one.
Worlds::Worlds(const Subject& subject, Modules modules) : subject_(subject), modules_(std::move(modules)) {
    for (dsl::ast::Module& module : modules_) {
        for (Item& item : module.items) {
            if (item.kind == ItemKind::Scenario && !item.contents.settings.empty())
                item.title = pools_of(item);
        }
    }
}

const compiler::Model* Worlds::compiled(const std::string& pools) {
    const auto [known, is_new] = models_.try_emplace(pools);
    if (is_new) {
        compiler::CompileOptions options = subject_.options;
        options.scenario = pools;
        options.unused = false;  // what a variant does without may be used by what nobody uses
        dsl::Sink sink;
        known->second = compiler::compile(subject_.sources, modules_, options, sink);
        if (!known->second && leave_out_what_errs(sink)) {
            dsl::Sink ignored;
            known->second = compiler::compile(subject_.sources, modules_, options, ignored);
        }
    }
    return known->second ? &*known->second : nullptr;
}

// False if there is an error anywhere else.
bool Worlds::leave_out_what_errs(const dsl::Sink& sink) {
    for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
        if (dsl::info(diagnostic.kind).severity != dsl::Severity::Error) continue;
        bool found = false;
        for (dsl::ast::Module& module : modules_) {
            if (module.file != diagnostic.span.file) continue;
            for (Item& item : module.items) {
                const bool is_here =
                    item.span.begin <= diagnostic.span.begin && diagnostic.span.begin <= item.span.end;
                if (!is_here) continue;
                found = found || is_claim(item.kind) || item.kind == ItemKind::Error;
                if (is_claim(item.kind)) item.kind = ItemKind::Error;  // passed over by the compiler
            }
        }
        if (!found) return false;
    }
    return true;
}

const compiler::Model* Worlds::game() { return compiled(""); }

const compiler::Model* Worlds::of(const Item& scenario) { return compiled(pools_of(scenario)); }

bool has(const compiler::Model& model, const Item& scenario) {
    return std::ranges::find(model.asked.scenarios, scenario.span, &compiler::Scenario::span) !=
           model.asked.scenarios.end();
}

std::optional<ScenarioPlay> play(const compiler::Model& model, const Item& scenario,
                                 const StateVisitor& visit) {
    const auto found = std::ranges::find(model.asked.scenarios, scenario.span, &compiler::Scenario::span);
    if (found == model.asked.scenarios.end()) return std::nullopt;
    const compiler::Evaluator evaluator(model);
    const auto index = static_cast<std::size_t>(found - model.asked.scenarios.begin());
    const ScenarioOutcome outcome = run_scenario(evaluator, index, {}, visit);
    ScenarioPlay result;
    for (const compiler::IncidentId incident : outcome.incidents)
        result.incidents.insert(label_of(model, model.incidents.all[incident.index]));
    if (outcome.unknown) {
        result.end = PlayEnd::Undecided;
        result.reason = {*outcome.unknown};
    } else if (outcome.failure) {
        result.end = PlayEnd::Failed;
        result.step = outcome.failure->step + 1;
        result.reason = outcome.failure->reason;
    }
    return result;
}

std::vector<std::string> codes_of_claims() {
    return {"contradiction", "gap.undefined", "loop", "unreachable.state"};
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

}  // namespace errata::checker
