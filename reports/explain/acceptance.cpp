#include "reports/explain/acceptance.h"

#include "checker/driver/acceptances.h"

namespace errata::reports {

void explain_acceptance(const compiler::Model& game, const dsl::SourceSet& sources,
                        const checker::Finding& finding, std::optional<dsl::Date> today,
                        FindingLines& lines) {
    const compiler::Acceptance* const acceptance =
        checker::acceptance_of(game.asked.acceptances, finding, today);
    if (acceptance == nullptr || !acceptance->span.is_valid()) return;
    const dsl::SourceFile& file = sources.file(acceptance->span.file);
    lines.terms.at = file.path() + ":" + std::to_string(file.position(acceptance->span.begin).line);
    lines.terms.by = acceptance->by;
    lines.terms.until = acceptance->until ? dsl::date_text(*acceptance->until) : "";
}

}  // namespace errata::reports
