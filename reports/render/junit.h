// Reports in the XML that build servers read as results of tests: a suite for each spec; in it a case for
// each claim (of each setup, where the spec has several: its class is named for it), which fails if something
// that counts speaks against it and is skipped if it was not decided, and a failing case for each finding
// that counts.
#pragma once

#include <string>

#include "reports/render/formats.h"

namespace errata::reports {

std::string render_junit(const Reports& reports);

}  // namespace errata::reports
