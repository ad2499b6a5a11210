// What an edit changes, in text, JSON and Markdown: problems by fact, then what is written otherwise and
// where play parts.
#pragma once

#include <string>

#include "reports/explain/behaviour.h"
#include "reports/report.h"

namespace errata::reports {

struct Difference {
    std::string before;  // what the versions are called
    std::string now;
    Report report;  // of the version of now, held against the one before
    Behaviour behaviour;
};

std::string difference_text(const Difference& difference, std::size_t width);
std::string difference_json(const Difference& difference);
std::string difference_markdown(const Difference& difference);

}  // namespace errata::reports
