// Which obligations a check consists of: one per analysis, setup and engine, in the order of the analysis
// table. A function of model and options alone, so that a list, a shard and a whole run agree.
#include <algorithm>

#include "checker/driver/analysis.h"
#include "checker/driver/driver.h"
#include "checker/search/workbench.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

namespace {

using compiler::Model;

bool is_requested(const Analysis& analysis, const Model& model, const CheckOptions& options) {
    const auto is_expected = [&](FindingCode code) {
        return std::ranges::find(model.asked.expectations, code_name(code), &compiler::Expectation::code) !=
               model.asked.expectations.end();
    };
    return options.on_request || !options.only_codes.empty() ||
           std::ranges::any_of(analysis.codes, is_expected);
}

bool is_wanted(const Analysis& analysis, const Model& model, const CheckOptions& options) {
    if (options.scenarios_only && analysis.name != AnalysisName::Scenarios &&
        analysis.name != AnalysisName::Rulings)
        return false;
    if (options.screens_only && !analysis.screens) return false;
    if (!options.only_analyses.empty() &&
        std::ranges::find(options.only_analyses, analysis.name) == options.only_analyses.end())
        return false;
    if (!analysis.applies(model)) return false;
    if (analysis.is_on_request && !is_requested(analysis, model, options)) return false;
    return analysis.codes.empty() || std::ranges::any_of(analysis.codes, [&](FindingCode code) {
               return compiler::selects(options.only_codes, code);
           });
}

class Planner {
public:
    Planner(const Model& model, const CheckOptions& options)
        : model_(model), options_(options), engines_(find_engines()) {}

    std::vector<Obligation> plan() {
        for (const Analysis& analysis : all_analyses()) {
            if (!is_wanted(analysis, model_, options_)) continue;
            switch (analysis.extent) {
                case Extent::Scenario:
                    for (std::size_t i = 0; i < model_.asked.scenarios.size(); ++i) {
                        add(analysis, model_.asked.scenarios[i].name, Engine::Explicit, i);
                    }
                    break;
                case Extent::Model:
                    add(analysis, "", Engine::Explicit, 0);
                    break;
                case Extent::Setup:
                    for (std::size_t i = 0; i < model_.setups.size(); ++i) {
                        add(analysis, model_.setups[i].name, engine_for(i), i);
                    }
                    break;
                case Extent::Setups: {
                    bool all_explicit = true;
                    for (std::size_t i = 0; i < model_.setups.size(); ++i) {
                        all_explicit = all_explicit && engine_for(i) == Engine::Explicit;
                    }
                    if (!model_.setups.empty())
                        add(analysis, "", all_explicit ? Engine::Explicit : Engine::Symbolic, 0);
                    break;
                }
            }
        }
        return std::move(obligations_);
    }

private:
    Engine engine_for(std::size_t setup) const {
        if (options_.engine) return *options_.engine;
        return engines_[setup];
    }

    std::vector<Engine> find_engines() const {
        std::vector<Engine> result;
        const compiler::Evaluator evaluator(model_);
        for (std::size_t setup = 0; setup < model_.setups.size() && !options_.engine; ++setup) {
            const bool is_listable =
                number_of_parts(evaluator, setup, options_.budget, options_.reductions) > 0;
            result.push_back(is_listable ? Engine::Explicit : Engine::Symbolic);
        }
        return result;
    }

    void add(const Analysis& analysis, const std::string& place, Engine engine, std::size_t setup) {
        Obligation obligation;
        const std::string base = place.empty() ? "" : place_named(place);
        obligation.id = {analysis.name, base, engine};
        for (std::size_t n = 2; is_taken(obligation.id); ++n)
            obligation.id.place = base + "-" + std::to_string(n);
        obligation.claim = std::string(analysis.claim);
        if (!place.empty()) obligation.claim += ": \"" + place + "\"";
        obligation.setup = setup;
        obligation.budget = options_.budget;
        obligation.reductions = options_.reductions;
        if (analysis.is_on_request) obligation.items = options_.items;
        obligations_.push_back(std::move(obligation));
    }

    bool is_taken(const ObligationId& id) const {
        return std::any_of(obligations_.begin(), obligations_.end(),
                           [&](const Obligation& obligation) { return obligation.id == id; });
    }

    const Model& model_;
    const CheckOptions& options_;
    std::vector<Engine> engines_;  // by setup, where it is left to us
    std::vector<Obligation> obligations_;
};

}  // namespace

std::vector<Obligation> plan(const Model& model, const CheckOptions& options) {
    std::vector<Obligation> all = Planner(model, options).plan();
    if (options.obligations.empty()) return all;
    // By name, an obligation can be asked for with either engine.
    for (const Engine engine : {Engine::Explicit, Engine::Symbolic}) {
        CheckOptions other = options;
        other.engine = engine;
        for (Obligation& obligation : Planner(model, other).plan()) {
            const auto known = std::ranges::find(all, obligation.id, &Obligation::id);
            if (known == all.end()) all.push_back(std::move(obligation));
        }
    }
    std::erase_if(all, [&](const Obligation& obligation) {
        return std::ranges::find(options.obligations, obligation.id) == options.obligations.end();
    });
    return all;
}

}  // namespace errata::checker
