#include "compiler/compile.h"

#include "compiler/draft.h"
#include "compiler/lower/lower.h"

namespace errata::compiler {

using ast::ItemKind;

std::vector<std::string> scenarios_with_pools(const std::vector<dsl::ast::Module>& modules) {
    std::vector<std::string> titles;
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (!item.contents.settings.empty()) titles.push_back(item.title);
    });
    return titles;
}

std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& modules,
                             const CompileOptions& options, dsl::Sink& sink) {
    dsl::KeptReadings none;
    return compile(sources, modules, options, sink, none);
}

std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& modules,
                             const CompileOptions& options, dsl::Sink& sink, dsl::KeptReadings& kept,
                             std::vector<SetAside>* aside) {
    const Draft draft(sources, modules, options, sink, kept);
    if (aside) *aside = draft.texts.set_aside;
    if (sink.has_errors()) return std::nullopt;
    return lower(draft.program, draft.phrases, draft.texts, draft.modules, options, draft.reporter);
}

}  // namespace errata::compiler
