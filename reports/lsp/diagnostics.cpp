#include "reports/lsp/diagnostics.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "dsl/base/text.h"
#include "dsl/source/borders.h"
#include "reports/lsp/places.h"
#include "reports/lsp/spec_choice.h"

namespace errata::reports::lsp {

namespace fs = std::filesystem;

namespace {

int severity(dsl::Severity severity) {
    switch (severity) {
        case dsl::Severity::Error:
            return 1;
        case dsl::Severity::Warning:
            return 2;
        case dsl::Severity::Note:
            return 3;
    }
    return 1;
}

Json diagnostic_json(const dsl::SourceSet& sources, const dsl::Diagnostic& diagnostic) {
    std::string message = diagnostic.message;
    Json related = Json::array();
    for (const auto& [span, note] : diagnostic.notes) {
        if (span.is_valid())
            related.push_back({{"location", location_of(sources, span)}, {"message", note}});
        else
            message += "\n" + note;
    }
    if (!diagnostic.hint.empty()) message += "\n" + diagnostic.hint;
    const dsl::DiagnosticInfo& about = dsl::info(diagnostic.kind);
    Json json = {{"range", range_of(sources, diagnostic.span)},
                 {"severity", severity(about.severity)},
                 {"code", about.code},
                 {"source", "errata"},
                 {"message", std::move(message)}};
    if (!related.empty()) json["relatedInformation"] = std::move(related);
    return json;
}

}  // namespace

Json diagnostics_in(const dsl::SourceSet& sources, const std::vector<dsl::Diagnostic>& diagnostics,
                    std::uint32_t file) {
    Json result = Json::array();
    for (const dsl::Diagnostic& diagnostic : diagnostics) {
        if (diagnostic.span.file == file) result.push_back(diagnostic_json(sources, diagnostic));
    }
    return result;
}

// The file that declares the game, else the last that was read.
static std::uint32_t home_of(const Drafted& draft) {
    const dsl::ast::Module* const game = module_with_game(draft.modules);
    return game != nullptr ? game->file : static_cast<std::uint32_t>(draft.sources.size()) - 1;
}

Json diagnostics_of(const Drafted& draft, std::uint32_t file) {
    std::vector<dsl::Diagnostic> all = draft.sink.sorted();
    for (dsl::Diagnostic& one : all) {
        if (!one.span.is_valid()) one.span = {home_of(draft), 0, 0};
    }
    Json result = diagnostics_in(draft.sources, all, file);
    std::map<std::string, std::size_t> errors;  // by path
    for (const dsl::Diagnostic& one : all) {
        const bool is_error = dsl::info(one.kind).severity == dsl::Severity::Error && one.span.is_valid();
        if (is_error) ++errors[dsl::normal_path(draft.sources.file(one.span.file).path())];
    }
    const fs::path folder = fs::path(draft.sources.file(file).path()).parent_path();
    for (const dsl::ast::Module& module : draft.modules) {
        if (module.file != file) continue;
        for (const dsl::ast::Item& item : module.items) {
            const bool reads =
                item.kind == dsl::ast::ItemKind::Import || item.kind == dsl::ast::ItemKind::Cards;
            if (!reads) continue;
            const auto found = errors.find(dsl::normal_path((folder / item.title).generic_string()));
            if (found == errors.end()) continue;
            result.push_back({{"range", range_of(draft.sources, item.name_span)},
                              {"severity", severity(dsl::Severity::Warning)},
                              {"source", "errata"},
                              {"message", item.title + " has " + dsl::count_of(found->second, "error") +
                                              ", so the game is not searched"}});
        }
    }
    return result;
}

}  // namespace errata::reports::lsp
