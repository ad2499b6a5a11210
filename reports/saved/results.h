// Results of obligations as a file, so that a run can be spread over machines and joined again by `errata
// merge`, and as what is kept for the next run (kept_results). Valid for the very model they were made from:
// they carry what tells it, in files the hash of the model. Clauses are told by their paths, cells are
// numbers. Witnesses are saved as plays and replayed when the file is read.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "reports/saved/witness.h"

namespace errata::reports {

inline constexpr const char* results_format = "errata-results-8";

// The results about one model of a spec.
struct SavedResults {
    std::string scenario;  // empty: the game itself
    std::string model;     // what tells it: hash_of, or the key of kept results
    std::vector<checker::ObligationId> obligations;
    checker::CheckResult result;
};

Json save_results(const compiler::Model& model, const SavedResults& results);

struct ReadResults {
    SavedResults results;
    std::string problem;  // a sentence; empty: all is well
};
// The results about `model`, the part with that name; `told`: what tells this model.
ReadResults read_results(const compiler::Model& model, const std::string& scenario, const std::string& told,
                         const Json& json);

// A file: {"format", "version", "origin", "parts": [one per model], "digest"}.
Json save_results_file(const Origin& origin, std::vector<Json> parts);

// A hash of all that a file says but for its "digest". A verdict cannot be replayed as a play can; the digest
// tells that it is the one that was written, however the file is laid out. It does not withstand somebody who
// makes a new one.
std::string digest_of(nlohmann::json file);

}  // namespace errata::reports
