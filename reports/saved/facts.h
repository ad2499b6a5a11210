// Facts in saved results: [kind, argument, ...]; an argument is a name, a number, {"names": [...]} or
// {"facts": [...]}.
#pragma once

#include <optional>

#include "checker/fact.h"
#include "reports/saved/values.h"

namespace errata::reports {

Json save_facts(const checker::Facts& facts);
// Nothing if one is no fact that anybody could have made. Throws Json::exception for what is not of the form.
std::optional<checker::Facts> read_facts(const Json& json);

}  // namespace errata::reports
