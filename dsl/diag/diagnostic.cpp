#include "dsl/diag/diagnostic.h"

#include <algorithm>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::dsl {

namespace {

constexpr std::size_t most_shown = 50;       // diagnostics of one run
constexpr std::size_t widest_excerpt = 120;  // characters of a source line shown around the caret

std::string_view word(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return "error";
        case Severity::Warning:
            return "warning";
        case Severity::Note:
            return "note";
    }
    return "error";
}

// As wide as the text, with its tabs.
std::string blanks_for(std::string_view text) {
    std::string result;
    while (true) {
        const std::size_t tab = text.find('\t');
        result += std::string(display_width(text.substr(0, tab)), ' ');
        if (tab == std::string_view::npos) return result;
        result += '\t';
        text.remove_prefix(tab + 1);
    }
}

// The line with a caret below the span; long lines are cut to a window around the span.
std::string excerpt(Span span, const SourceSet& sources) {
    const SourceFile& file = sources.file(span.file);
    const Position begin = file.position(span.begin);
    std::string line(file.line(begin.line));
    std::size_t column = begin.column - 1;
    column = std::min(column, line.size());
    std::size_t width =
        std::max<std::size_t>(1, std::min<std::size_t>(span.end - span.begin, line.size() - column));
    if (line.size() > widest_excerpt) {
        const std::size_t before = column > widest_excerpt / 2 ? column - widest_excerpt / 2 : 0;
        const std::size_t from = front_of(line, before).size();
        const std::string shown(front_of(std::string_view(line).substr(from), widest_excerpt));
        line = (from > 0 ? "..." : "") + shown + "...";
        column = column - from + (from > 0 ? 3 : 0);
        width = std::min(width, line.size() > column ? line.size() - column : 1);
    }
    const std::string blanks = blanks_for(visible(std::string_view(line).substr(0, column)));
    const std::size_t carets = display_width(visible(std::string_view(line).substr(column, width)));
    return "    " + visible(line) + "\n    " + blanks + std::string(std::max<std::size_t>(1, carets), '^') +
           "\n";
}

}  // namespace

const std::vector<DiagnosticInfo>& all_diagnostics() {
    static const std::vector<DiagnosticInfo> table = {
#define ERRATA_DIAGNOSTIC(name, code, severity, title) {#name, code, Severity::severity, title},
#include "dsl/diag/kinds.def"
#undef ERRATA_DIAGNOSTIC
    };
    return table;
}

const DiagnosticInfo& info(DiagnosticKind kind) { return all_diagnostics()[static_cast<std::size_t>(kind)]; }

std::string render(const Diagnostic& diagnostic, const SourceSet& sources) {
    const DiagnosticInfo& about = info(diagnostic.kind);
    std::string result;
    if (diagnostic.span.is_valid()) result += sources.place(diagnostic.span) + ": ";
    result += std::string(word(about.severity)) + " " + std::string(about.code) + ": " +
              visible_word(diagnostic.message) + "\n";
    // What is no text cannot be quoted.
    const bool is_text = diagnostic.kind != DiagnosticKind::file_binary;
    if (diagnostic.span.is_valid() && is_text) result += excerpt(diagnostic.span, sources);
    for (const auto& [span, text] : diagnostic.notes) {
        result += "  note: " + (span.is_valid() ? sources.place(span) + ": " : std::string()) +
                  visible_word(text) + "\n";
    }
    if (!diagnostic.hint.empty()) result += "  hint: " + visible_word(diagnostic.hint) + "\n";
    return result;
}

std::string render(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources) {
    auto shown = mapped(diagnostics, [](const Diagnostic& diagnostic) { return &diagnostic; });
    const std::size_t left_out = shown.size() - std::min(shown.size(), most_shown);
    if (left_out > 0) {
        std::stable_partition(shown.begin(), shown.end(), [](const Diagnostic* one) {
            return info(one->kind).severity == Severity::Error;
        });
        shown.resize(most_shown);
    }
    std::string result;
    for (const Diagnostic* diagnostic : shown) result += render(*diagnostic, sources);
    if (left_out > 0) result += std::to_string(left_out) + " more\n";
    return result;
}

}  // namespace errata::dsl
