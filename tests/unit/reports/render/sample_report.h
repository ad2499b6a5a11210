// Reports made by hand that show everything a page can hold: a contradiction on a board, a loop with rounds,
// notes, accepted findings.
#pragma once

#include <string>

#include "reports/report.h"

namespace errata::tests {

// Every word that a spec could have chosen is `word`, if that is not empty.
reports::Report sample_report(const std::string& word = "");

// Of one severity, each with a play of a few steps and clauses of its own.
reports::Report many_findings(std::size_t count);

reports::Report wrong_report();

// As a page of results, alone on it.
std::string page_of(const reports::Report& report, reports::Result result = reports::Result::Findings);

}  // namespace errata::tests
