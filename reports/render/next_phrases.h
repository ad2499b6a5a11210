// The phrases to write next as text for people and as JSON. Deterministic.
#pragma once

#include <string>

#include "reports/explain/next_phrases.h"

namespace errata::reports {

std::string render_text(const NextPhrases& next);
std::string render_json(const NextPhrases& next);

}  // namespace errata::reports
