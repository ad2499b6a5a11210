// Results of obligations as a file, so that a run can be spread over machines and joined again by `errata merge`. Valid for
// the very texts it was made from: the file carries their hash, and clauses and cells are numbers. Witnesses are saved as
// plays and replayed when the file is read.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "reports/saved/witness.h"

namespace errata::reports {

inline constexpr const char* results_format = "errata-results-1";

struct SavedResults {
    Origin origin;
    std::string texts;  // hash of the sources
    std::vector<std::string> obligations;
    checker::CheckResult result;
};

Json save_results(const compiler::Model& model, const SavedResults& results);

// Reading takes two steps, because the model is compiled from what the first one says.
struct ResultsHead {
    Origin origin;
    std::string texts;
    std::vector<std::string> obligations;
};
std::optional<ResultsHead> read_results_head(const Json& json);

struct ReadResults {
    checker::CheckResult result;
    std::string problem;  // a sentence; empty: all is well
};
ReadResults read_results(const compiler::Model& model, const Json& json);

}  // namespace errata::reports
