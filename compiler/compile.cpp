#include "compiler/compile.h"

#include "compiler/lower/lower.h"
#include "compiler/read/lines.h"
#include "compiler/read/wording_lints.h"
#include "compiler/resolve/library.h"
#include "compiler/resolve/omissions.h"
#include "compiler/resolve/resolve.h"
#include "compiler/typed/type_program.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// Parts without which there is no game; they may be what could not be read.
void check_whole(const Names& names, const Modules& modules, const Reporter& reporter) {
    if (reporter.has_errors()) return;
    dsl::Span whole;
    if (!modules.empty()) whole = {modules.back().file, 0, 0};
    if (names.turns.empty())
        reporter.error(DiagnosticKind::missing_part, whole, "the game has no turn",
                       "write 'turn { ... }': what happens, over and over");
    bool has_title = false;
    for_items(modules, ItemKind::Game, [&](const ast::Item&) { has_title = true; });
    if (!has_title && !modules.empty())
        reporter.error(DiagnosticKind::missing_part, whole, "the game has no name",
                       "begin the spec with a line such as: game \"My game\"");
}

}  // namespace

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

std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& written,
                             const CompileOptions& options, dsl::Sink& sink, dsl::KeptReadings& kept,
                             std::vector<SetAside>* aside) {
    const std::optional<UsableModules> usable = without_lacking(written);
    const std::vector<dsl::ast::Module>& modules = usable ? usable->modules : written;
    Reporter reporter(sources, sink, unread_items(modules, sink));
    if (usable) reporter.know_lacks(usable->lacks);
    const Names names =
        usable ? resolve(modules, options, reporter, usable->lacking) : resolve(modules, options, reporter);
    typed::Program program = typed::type_program(names, modules, options, reporter);
    const typed::Typing typing{names, program, reporter};
    typed::Phrases phrases(typing);
    const ReadTexts texts = read_texts(program, phrases, options, kept, reporter);
    if (aside) *aside = texts.set_aside;
    if (options.unused && options.scenario.empty()) report_unused_phrases(names, phrases, texts, reporter);
    if (options.scenario.empty()) {
        report_untyped_nouns(names, phrases, texts, reporter);
        lint_wording(names, texts, modules, reporter);
        lint_omissions(modules, reporter);
    }
    check_whole(names, modules, reporter);
    if (sink.has_errors()) return std::nullopt;
    return lower(program, phrases, texts, modules, options, reporter);
}

}  // namespace errata::compiler
