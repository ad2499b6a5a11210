// What a spec accepts, as Markdown to publish: each question with the clauses that raise it, the decision,
// and who took it until when; and what was decided for a time that is over. Findings that nobody has decided
// are not in it.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_decisions(const Reports& reports);

}  // namespace errata::reports
