// A CardList as text for people and as JSON. Deterministic: the same list gives the same bytes.
#pragma once

#include <string>

#include "reports/explain/card_list.h"

namespace errata::reports {

std::string render_text(const CardList& list);
std::string render_json(const CardList& list);

}  // namespace errata::reports
