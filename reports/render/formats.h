// The formats in which results are printed (`--format`). A row of the table is all that a command knows of
// one.
//
// How to add one: its functions in files of their own here, a row in formats.cpp, a case in
// tests/unit/reports/program_test.cpp. The commands, their help and the tests of all formats read the table.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "reports/render/card_list.h"
#include "reports/render/coverage.h"
#include "reports/render/next_phrases.h"
#include "reports/render/read_back.h"
#include "reports/render/text.h"

namespace errata::reports {

using Reports = std::vector<std::pair<const Report*, Result>>;

struct OutputFormat {
    std::string_view name;
    // What is printed as soon as a spec is done; null: nothing.
    std::string (*report)(const Report& report, const TextOptions& options);
    // What is printed at the end, of all specs.
    std::string (*reports)(const Reports& reports);
    // Null: the format has no form for a coverage, and `coverage` refuses it.
    std::string (*coverage)(const Coverage& coverage, const CoverageText& options);
    // What `cards` prints; null: it refuses the format.
    std::string (*cards)(const CardList& list);
    // What `cards --next` prints: of every format that `cards` can print.
    std::string (*next)(const NextPhrases& next);
    // What `cards --read` prints: likewise.
    std::string (*read)(const ReadBack& item);
    // Who reads it looks for places below the folder of the repository, wherever the program was run.
    bool wants_repository_places = false;
    std::string_view ending = {};  // of files that hold it; empty: any
};

// The first is the default.
std::span<const OutputFormat> all_formats();

}  // namespace errata::reports
