// What the `accept`s of a spec come to. Of several that cover a finding the first one counts that has not
// ended, in the order of the spec. Called by `merge` for the game, and by `settle` where all is known.
#pragma once

#include <optional>
#include <vector>

#include "checker/driver/session.h"

namespace errata::checker {

using Acceptances = std::vector<compiler::Acceptance>;

// Sets Finding::accepted and accepted_as, whatever they were before, and lists what covers nothing or has
// ended. What only ended ones cover is not accepted; accepted_as is then what the one that ended last
// calls it.
void hold_against_acceptances(const Acceptances& acceptances, const compiler::Model& model,
                              const CheckOptions& options, CheckResult& result);

// The one that a finding is accepted by, or was until it ended. Null: there is none.
const compiler::Acceptance* acceptance_of(const Acceptances& acceptances, const Finding& finding,
                                          std::optional<dsl::Date> today);

// Each one that accepts nothing becomes a diagnostic. `results` are those of the parts of the session, in
// their order, and held against the acceptances.
void report_acceptances(Session& session, const std::vector<CheckResult>& results,
                        const CheckOptions& options);

}  // namespace errata::checker
