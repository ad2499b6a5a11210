#include "compiler/draft.h"

#include "compiler/read/wording_lints.h"
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

Reporter reporter_of(const dsl::SourceSet& sources, const Modules& modules,
                     const std::optional<UsableModules>& usable, dsl::Sink& sink,
                     std::vector<UnknownName>* unknown) {
    Reporter reporter(sources, sink, unread_items(modules, sink));
    if (usable) reporter.know_lacks(usable->lacks);
    if (unknown != nullptr) reporter.note_unknown(*unknown);
    return reporter;
}

}  // namespace

Draft::Draft(const dsl::SourceSet& sources, const Modules& written, const CompileOptions& options,
             dsl::Sink& sink, dsl::KeptReadings& kept, std::vector<UnknownName>* unknown)
    : usable(without_lacking(written)),
      modules(usable ? usable->modules : written),
      reporter(reporter_of(sources, modules, usable, sink, unknown)),
      names(usable ? resolve(modules, options, reporter, usable->lacking)
                   : resolve(modules, options, reporter)),
      program(typed::type_program(names, modules, options, reporter)),
      typing{names, program, reporter},
      phrases(typing),
      texts(read_texts(program, phrases, options, kept, reporter)) {
    if (options.unused && options.scenario.empty()) report_unused_phrases(names, phrases, texts, reporter);
    if (options.scenario.empty()) {
        report_untyped_nouns(names, phrases, texts, reporter);
        lint_wording(names, texts, modules, reporter);
        lint_omissions(modules, reporter);
    }
    check_whole(names, modules, reporter);
}

}  // namespace errata::compiler
