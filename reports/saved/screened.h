// What a run says about the screens of a spec, as part of a file of results.
#pragma once

#include "checker/screened.h"
#include "reports/saved/values.h"

namespace errata::reports {

Json save_screened(const checker::Screened& screened);
// Throws Json::exception where a part is missing or is not what it should be.
checker::Screened read_screened(const Json& json);

}  // namespace errata::reports
