// Which findings a person wants to see: those of a title (`--only "Flight against Void"`), and those about
// one card or rule (`--about Void`).
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "reports/report.h"

namespace errata::reports {

// Titles have blanks or capitals, codes have neither, nor have fingerprints (`#5a524d28`).
bool is_title(const std::string& word);

// What was asked for by name, over all specs of a run.
struct Selection {
    std::set<std::string> met;                // words of `only` that some finding goes by
    std::vector<std::string> known;           // what findings are called and numbered
    std::set<checker::FindingCode> left_out;  // of this spec, codes of confirmed findings that are not kept
    std::size_t others = 0;                   // how many of it are not
};

// Keeps what `only` names by code, fingerprint, title or heading, if there is one of the latter three among
// these; else the driver has done it. What is then not there is not missing.
void keep_only(const std::vector<std::string>& only, const checker::Session& session,
               std::vector<checker::CheckResult>& results, Selection& selection);
// A word of --only that is no code: a fingerprint or a title.
bool names_one_finding(const std::string& word);

// A sentence for each word that no finding goes by, with the nearest that one does.
std::vector<std::string> unmet(const std::vector<std::string>& only, const Selection& selection);

// Is something in the spec called so? Capitals do not matter.
bool has_item(const checker::Session& session, const std::string& name);
// A sentence about the first of these names that no printed item has, with the nearest that one has.
std::optional<std::string> unknown_printed(const checker::Session& session,
                                           const std::vector<std::string>& names);
// What might have been meant, as the end of a sentence, or "".
std::string nearest_item(const checker::Session& session, const std::string& name);
// Leaves the findings one of whose clauses is of one of these items, and counts the others.
void keep_about(std::vector<std::string> names, Report& report);
// Leaves these items alone in what a screen tells about items. Sets without them were not laid out, and other
// items may do more in such sets.
void keep_items(const std::vector<std::string>& names, Report& report);

}  // namespace errata::reports
