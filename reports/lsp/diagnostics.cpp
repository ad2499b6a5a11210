#include "reports/lsp/diagnostics.h"

#include "reports/lsp/places.h"

namespace errata::reports::lsp {

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

}  // namespace errata::reports::lsp
