// A Report told briefly, the way people read it first: a screen of summary, then the worst entries in a few
// labelled rows each (whose words, the play, what comes of it, who can stop it, the fix). Made from the whole
// Report and shared by text and Markdown, which add layout. What is cut short or left out here stands in the
// full entry (render_finding).
#pragma once

#include <string>
#include <vector>

#include "reports/entries.h"
#include "reports/report.h"

namespace errata::reports {

// A few of the clauses, those to blame first. `left_out` are the names of the others.
struct BriefQuotes {
    std::vector<ClauseLine> shown;
    std::vector<std::string> left_out;
};
BriefQuotes brief_quotes(const FindingLines& finding);

struct BriefRow {
    std::string label;  // "Play"
    std::string words;
    std::size_t most_lines = 1;  // of text; the rest is cut off
    bool is_picture = false;     // lines that stay as they are
    friend bool operator==(const BriefRow&, const BriefRow&) = default;
};

// " (accepted)", " (expected)", " (unconfirmed)", or empty.
std::string standing_words(const FindingLines& finding);

// In the order in which they are read.
std::vector<BriefRow> brief_rows(const Entry& entry);

// A line of the summary: what was asked, and what became of it.
struct QuestionLine {
    std::string question;  // "Endless loops"
    std::string found;     // "3 errors, 1 note", "nothing found"
    std::string open;      // why not all of it is decided; or empty
};
std::vector<QuestionLine> question_lines(const Report& report, const std::vector<Entry>& entries);

// "62 problems (61 errors, 1 warning), 18 notes, 3 accepted", or what stands in the way of "no findings".
std::string brief_counts(const Report& report, const std::vector<Entry>& entries);

// What the spec is like rather than the game: texts that never act, messages about the spec, what was set
// aside. A newcomer's first findings are often about how the game was written down.
std::vector<std::string> about_the_model(const Report& report, const std::vector<Entry>& entries);

// The entries that are told unasked: the worst of those that nobody has settled, in the order of the report.
std::vector<Entry> worst_of(const std::vector<Entry>& entries);

// What to type to see more: "54 more: `errata check SPEC --all`". One sentence each.
std::vector<std::string> next_commands(const Report& report, const std::vector<Entry>& entries,
                                       const std::vector<Entry>& told);

}  // namespace errata::reports
