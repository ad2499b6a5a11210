// A baseline as a file: what is known of each of several specs, so that a build server fails only for what is
// new. `errata baseline` writes it, and it belongs under version control as the specs do. Specs are named by
// their paths from the folder of the file.
#pragma once

#include <string>
#include <vector>

#include "dsl/source/file_reader.h"
#include "reports/known.h"
#include "reports/saved/origin.h"

namespace errata::reports {

// Of one spec, checked or screened with these options.
struct BaselineRow {
    Origin origin;
    Known known;
};

class Baseline {
public:
    // Sorted by spec, checks before screens.
    const std::vector<BaselineRow>& rows() const { return rows_; }
    // Of the same spec, and of a screen if that is one; null: there is none.
    const BaselineRow* find(const Origin& origin) const;
    // Instead of what was known of the same spec before.
    void put(BaselineRow row);

private:
    std::vector<BaselineRow> rows_;
};

Known known_of(const Report& report);

// `problem`: a sentence about a file that cannot be used, else empty.
struct ReadBaseline {
    Baseline baseline;
    std::string problem;
};
ReadBaseline read_baseline(const std::string& text, const std::string& path);

// The text of the file. Each finding has a line of its own, so that two people who change different ones
// change different lines.
std::string written(const Baseline& baseline);

}  // namespace errata::reports
