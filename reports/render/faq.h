// Questions and answers of a spec, as Markdown to publish: its scenarios, rulings and checks with what came
// of them in this run; rules with several meanings; what was accepted, by whom and until when; what is
// assumed; and what is still open.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_faq(const Reports& reports);

}  // namespace errata::reports
