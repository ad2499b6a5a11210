#include "reports/play/hold_scenario.h"

#include <algorithm>
#include <filesystem>

#include "checker/claims/scenario_run.h"
#include "dsl/load.h"

namespace errata::reports {

namespace {

class WithOneMore : public dsl::FileReader {
public:
    WithOneMore(const dsl::FileReader& reader, const std::string& path, const std::string& text)
        : reader_(reader),
          path_(std::filesystem::path(path).lexically_normal().generic_string()),
          text_(text) {}

    std::optional<std::string> read(const std::string& path) const override {
        return path == path_ ? text_ : reader_.read(path);
    }
    std::optional<std::vector<std::string>> list(const std::string& path) const override {
        return reader_.list(path);
    }
    std::string why_unreadable(const std::string& path) const override {
        return reader_.why_unreadable(path);
    }
    std::string resolved(const std::string& path) const override { return reader_.resolved(path); }

private:
    const dsl::FileReader& reader_;
    std::string path_;
    std::string text_;
};

}  // namespace

std::optional<ScenarioFault> hold_scenario(const dsl::FileReader& reader, const std::string& path,
                                           const std::string& text, const std::string& title,
                                           const compiler::CompileOptions& options) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    const auto modules = dsl::load(WithOneMore(reader, path, text), path, sources, sink);
    compiler::CompileOptions own = options;
    const auto pooled = compiler::scenarios_with_pools(modules);
    if (std::ranges::find(pooled, title) != pooled.end()) own.scenario = title;
    const auto model = compiler::compile(sources, modules, own, sink);
    if (!model) {
        const auto all = sink.sorted();
        return ScenarioFault{0, all.empty() ? "it cannot be read" : all.front().message, true};
    }
    const auto scenario = std::ranges::find(model->asked.scenarios, title, &compiler::Scenario::name);
    if (scenario == model->asked.scenarios.end()) return ScenarioFault{0, "it is not found again", true};
    const compiler::Evaluator evaluator(*model);
    const auto outcome =
        checker::run_scenario(evaluator, static_cast<std::size_t>(scenario - model->asked.scenarios.begin()));
    if (outcome.unknown) return ScenarioFault{0, *outcome.unknown, true};
    if (outcome.failure) return ScenarioFault{outcome.failure->step, outcome.failure->reason, false};
    return std::nullopt;
}

}  // namespace errata::reports
