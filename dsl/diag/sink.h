// Collects the diagnostics of a run. Stages report and go on; whoever runs the stages asks `has_errors`
// between them. Never prints, never stops.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "dsl/diag/diagnostic.h"

namespace errata::dsl {

class Sink {
public:
    void report(Diagnostic diagnostic);
    void report(DiagnosticKind kind, Span span, std::string message, std::string hint = "");
    bool has_errors() const { return errors_ > 0; }
    // Sorted by place. Of each kind a place has one, the first that was reported: what follows is the same
    // thing seen again.
    std::vector<Diagnostic> sorted() const;

private:
    std::vector<Diagnostic> diagnostics_;
    std::set<std::pair<Span, DiagnosticKind>> places_;
    std::size_t errors_ = 0;
};

}  // namespace errata::dsl
