#include "dsl/diag/diagnostic.h"

#include <algorithm>
#include <functional>

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

// A byte of a character that is not its first one.
bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

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
        std::size_t from = column > widest_excerpt / 2 ? column - widest_excerpt / 2 : 0;
        while (from > 0 && is_continuation(line[from])) --from;
        std::size_t end = std::min(line.size(), from + widest_excerpt);
        while (end < line.size() && is_continuation(line[end])) ++end;
        line = (from > 0 ? "..." : "") + line.substr(from, end - from) + "...";
        column = column - from + (from > 0 ? 3 : 0);
        width = std::min(width, line.size() > column ? line.size() - column : 1);
    }
    const std::string before = visible(std::string_view(line).substr(0, column));
    std::string blanks;
    for (const char c : before) {
        if (!is_continuation(c)) blanks += c == '\t' ? '\t' : ' ';
    }
    const std::string marked = visible(std::string_view(line).substr(column, width));
    const auto carets = static_cast<std::size_t>(std::ranges::count_if(marked, std::not_fn(is_continuation)));
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
