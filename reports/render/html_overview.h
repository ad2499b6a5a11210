// The first thing that a reader of a page sees of a spec: what was looked for, found and cleared, and within
// which scope.
#pragma once

#include <string>

#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// `id` becomes that of the heading.
Html overview(const Report& report, Result result, const std::string& id);

}  // namespace errata::reports::html
