#include "reports/cli/diagnostics.h"

#include "dsl/base/text.h"

namespace errata::reports {

void print_diagnostics(const checker::Session& session, std::ostream& out) {
    std::size_t errors = 0;
    const std::vector<dsl::Diagnostic> all = session.sink.sorted();
    out << dsl::render(all, session.sources);
    for (const dsl::Diagnostic& diagnostic : all) {
        if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error) ++errors;
    }
    if (errors > 0) out << dsl::visible_word(session.path) << ": " << dsl::count_of(errors, "error") << "\n";
}

}  // namespace errata::reports
