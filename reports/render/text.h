// A Report as text for people, in the layout of the README. Deterministic: the same report gives the same
// bytes. Places below the spec's own folder are shown relative to it.
#pragma once

#include <string>
#include <vector>

#include "reports/columns.h"
#include "reports/report.h"

namespace errata::reports {

struct TextOptions {
    bool all_verdicts = false;  // `test` lists every claim, `check` only what was not settled
    bool colour = false;
    bool summary = false;  // findings by name alone
    bool verbose = false;  // nothing is folded, counted only or cut short
    std::size_t width = default_width;
};

// "error", in its colour.
std::string severity_word(checker::Severity severity, bool colour);

std::string render_text(const Report& report, const TextOptions& options);

// One finding of it.
std::string render_finding(const FindingLines& finding, const std::string& spec, const TextOptions& options);

// Clauses as a table: place, name, text, and below each what its rows say.
std::string render_clauses(const std::vector<ClauseLine>& clauses, const std::string& spec,
                           const TextOptions& options = {});

// The table at the end of a run over several specs.
std::string render_table(const std::vector<std::pair<const Report*, Result>>& runs);

}  // namespace errata::reports
