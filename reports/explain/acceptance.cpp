#include "reports/explain/acceptance.h"

namespace errata::reports {

void explain_acceptance(const compiler::Model& model, const dsl::SourceSet& sources,
                        const checker::Finding& finding, FindingLines& lines) {
    for (const compiler::Acceptance& acceptance : model.asked.acceptances) {
        const bool covers = !finding.accepted.empty() && acceptance.finding == finding.accepted_as;
        if (!covers || finding.accepted != acceptance.reason || !acceptance.span.is_valid()) continue;
        const dsl::SourceFile& file = sources.file(acceptance.span.file);
        lines.terms.at = file.path() + ":" + std::to_string(file.position(acceptance.span.begin).line);
        lines.terms.by = acceptance.by;
        lines.terms.until = acceptance.until ? dsl::date_text(*acceptance.until) : "";
    }
}

}  // namespace errata::reports
