// A Report as text for people: a screen of summary and the worst findings briefly (brief.h), or everything
// about them. Deterministic: the same report gives the same bytes. Places below the spec's own folder are
// shown relative to it.
#pragma once

#include <string>
#include <vector>

#include "reports/columns.h"
#include "reports/entries.h"
#include "reports/readiness.h"
#include "reports/report.h"

namespace errata::reports {

struct TextOptions {
    bool all_verdicts = false;  // `test` lists every claim, `check` only what was not settled
    bool colour = false;
    // How much is told of the findings: the worst ones briefly, all briefly, all by name alone, all in full,
    // or all with nothing folded, counted only or cut short.
    bool all = false;
    bool summary = false;
    bool full = false;
    bool verbose = false;
    std::size_t width = default_width;
};

// "error", in its colour.
std::string severity_word(checker::Severity severity, bool colour);

// With `summary` in a few lines: the headline, a line for each entry that nobody has accepted, and how the
// claims stand. In full or verbose: the table of readiness, each finding with its play, how the claims stand.
std::string render_text(const Report& report, const TextOptions& options);

// One finding of it.
std::string render_finding(const FindingLines& finding, const std::string& spec, const TextOptions& options);

// The same briefly, as the ten worst are told.
std::string render_briefly(const Entry& entry, const Report& report, const TextOptions& options);

// Clauses as a table: place, name, text, and below each what its rows say.
std::string render_clauses(const std::vector<ClauseLine>& clauses, const std::string& spec,
                           const TextOptions& options = {});

// The table at the end of a run over several specs.
std::string render_table(const std::vector<std::pair<const Report*, Result>>& runs);

// The table of readiness as text: a row for each card or rule that findings name, the worst first.
// Empty: no finding names a card or a rule. What can be played has a column where a screen asked it; else the
// findings say what cannot, and partners need the room.
std::string readiness_text(const Report& report, std::size_t width = default_width);

// "Nothing was found about 27 others: Ash, Belfry, Boots and 24 more."; all by name: none is only counted.
std::string quiet_sentence(const Report& report, bool all_by_name);

// Of one row: "error order.unowned", or "settled ..."; the first partners and how many more there are, in a
// width that the names keep; by whom it is accepted, until when and why, each reason cut short.
std::string worst_text(const Item& item);
std::string partners_text(const std::vector<Item>& items, const Item& item,
                          std::size_t width = std::string::npos);
std::string reasons_text(const Item& item);

}  // namespace errata::reports
