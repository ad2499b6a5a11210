#include "dsl/diag/sink.h"

#include <algorithm>
#include <tuple>

namespace errata::dsl {

void Sink::report(Diagnostic diagnostic) {
    if (info(diagnostic.kind).severity == Severity::Error) ++errors_;
    diagnostics_.push_back(std::move(diagnostic));
}

void Sink::report(DiagnosticKind kind, Span span, std::string message, std::string hint) {
    report(Diagnostic{kind, span, std::move(message), std::move(hint), {}});
}

std::vector<Diagnostic> Sink::sorted() const {
    std::vector<Diagnostic> result = diagnostics_;
    const auto key = [](const Diagnostic& d) { return std::tie(d.span, d.kind, d.message); };
    std::stable_sort(result.begin(), result.end(), [&](const auto& a, const auto& b) { return key(a) < key(b); });
    const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
    result.erase(std::unique(result.begin(), result.end(), same), result.end());
    return result;
}

}  // namespace errata::dsl
