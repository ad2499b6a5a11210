// Which findings a person wants to see: those of a title (`--only "Flight against Void"`), and those about
// one card or rule (`--about Void`).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "reports/report.h"

namespace errata::reports {

// No code of a finding looks so.
bool is_digits(const std::string& word);
// Titles have blanks or capitals, codes have neither.
bool is_title(const std::string& word);

// Keeps what `only` names by code, fingerprint or title, if there is a title among these; else the driver
// has done it. As with fingerprints, what is then not there is not missing. Returns a sentence for each title
// that no finding has.
std::vector<std::string> keep_only(const std::vector<std::string>& only,
                                   std::vector<checker::CheckResult>& results);

// Is something in the spec called so? Capitals do not matter.
bool has_item(const checker::Session& session, const std::string& name);
// What might have been meant, as the end of a sentence, or "".
std::string nearest_item(const checker::Session& session, const std::string& name);
// Leaves the findings one of whose clauses is of this item, and counts the others.
void keep_about(const std::string& name, Report& report);

}  // namespace errata::reports
