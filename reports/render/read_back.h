// A printed item as it is understood, as text for people and as JSON. Deterministic.
#pragma once

#include <string>

#include "reports/explain/read_back.h"

namespace errata::reports {

std::string render_text(const ReadBack& item);
std::string render_json(const ReadBack& item);

}  // namespace errata::reports
