// What is told line by line to a build server that shows it beside the source: each finding that nobody has
// settled, each expectation that nothing met, each diagnostic, the gravest first, with the place where a
// reader looks for it. The formats differ in how they write a remark.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

// Of a file as the report names it. No line: 0.
struct Place {
    std::string file;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

struct Remark {
    std::string code;
    checker::Severity severity = checker::Severity::Error;
    std::string title;
    std::string explanation;  // one or more lines
    bool begins_with_title;   // the explanation
    Place place;
    std::string fingerprint;
};

std::vector<Remark> remarks(const Report& report);

// What counts and is no finding: an expectation that nothing met, and what is worse than in the baseline.
struct Lack {
    std::string_view code;  // no finding has it
    std::string name;       // which one it is
    std::string sentence;
    std::string fingerprint;
};
std::vector<Lack> lacks(const Report& report);

// What such a code means and how to settle it, for formats that explain their codes.
struct LackInfo {
    std::string_view code;
    std::string_view means;
    std::string_view settle;
};
const LackInfo* lack_info(std::string_view code);

// How grave a finding looks beside the source: an error that no play was shown to reach fails nothing.
checker::Severity shown_severity(const FindingLines& finding);

// The explanation, the words of the clauses, and what the play is like: all that fits without a layout.
std::string plain_text(const FindingLines& finding);

// Where a finding is shown: at its first clause that has a place.
Place place_of(const Report& report, const FindingLines& finding);
// Where something is shown that is about the spec as a whole.
Place place_of(const Report& report);
Place place_of(const ClauseLine& clause);
// "cards.rules:24"; without a number behind the last colon it is no place, and the file is empty.
Place read_place(const std::string& place);

}  // namespace errata::reports
