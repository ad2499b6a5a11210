#include "dsl/diag/sink.h"

#include <algorithm>
#include <tuple>

#include "dsl/base/text.h"

namespace errata::dsl {

namespace {

// Names and texts of the author are quoted in messages, and may be of any length.
constexpr std::size_t longest_message = 400;
constexpr std::size_t longest_hint = 1000;
constexpr std::size_t most_notes = 12;

void shorten(std::string& text, std::size_t longest) {
    if (text.size() > longest) text = std::string(front_of(text, longest - 3)) + "...";
}

}  // namespace

void Sink::report(Diagnostic diagnostic) {
    const bool has_width = diagnostic.span.is_valid() && diagnostic.span.begin < diagnostic.span.end;
    if (has_width && !places_.emplace(diagnostic.span, diagnostic.kind).second) return;
    shorten(diagnostic.message, longest_message);
    shorten(diagnostic.hint, longest_hint);
    if (diagnostic.notes.size() > most_notes) diagnostic.notes.resize(most_notes);
    for (auto& [span, text] : diagnostic.notes) shorten(text, longest_message);
    if (info(diagnostic.kind).severity == Severity::Error) ++errors_;
    diagnostics_.push_back(std::move(diagnostic));
}

void Sink::report(DiagnosticKind kind, Span span, std::string message, std::string hint) {
    report(Diagnostic{kind, span, std::move(message), std::move(hint), {}});
}

std::vector<Diagnostic> Sink::sorted() const {
    std::vector<Diagnostic> result = diagnostics_;
    const auto key = [](const Diagnostic& d) { return std::tie(d.span, d.kind, d.message); };
    std::stable_sort(result.begin(), result.end(),
                     [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
    result.erase(std::unique(result.begin(), result.end(), same), result.end());
    return result;
}

}  // namespace errata::dsl
