// From a compiled model to a CheckResult: plans obligations, runs each, merges, holds the findings against
// expectations and acceptances. What the command line, the tests and an editor call. Pure but for time: no
// printing; progress through a callback.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/analysis_name.h"
#include "checker/engine.h"
#include "checker/obligation.h"
#include "checker/reductions.h"
#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "dsl/base/date.h"

namespace errata::checker {

struct Progress {
    std::string obligation;
    std::size_t done = 0;
    std::size_t total = 0;
    std::size_t states = 0;
    std::size_t depth = 0;
};

struct CheckOptions {
    Budget budget;
    std::optional<Engine> engine;             // Explicit or Symbolic; nothing: left to us
    std::vector<std::string> only_codes;      // empty: all; a prefix such as "loop" selects its family
    std::vector<AnalysisName> only_analyses;  // empty: all
    std::vector<ObligationId> obligations;    // those to run; empty: all
    bool scenarios_only = false;              // `errata test`: scenarios and rulings
    bool screens_only = false;                // `errata screen`: sets on tables, and no claims
    bool on_request = false;                  // also the analyses that are run on request only
    std::vector<std::string> items;           // which printed items these are about, by name; empty: all
    std::size_t depth = 0;                    // overrides the scope's depth
    Reductions reductions;
    std::size_t threads = 2;
    std::optional<dsl::Date> today = {};  // acceptances that ended before cover nothing; nothing: none has
    // Set from elsewhere (a signal, another thread): everything stops as soon as it can and says so. May be
    // null.
    const std::atomic<bool>* interrupted = nullptr;
    std::function<void(const Progress&)> progress;
    // Each finding that counts as soon as it stands, once (findings_told.h). May be empty.
    std::function<void(const compiler::Model&, const Finding&)> found;
};

std::vector<Obligation> plan(const compiler::Model& model, const CheckOptions& options);

// Joins results of obligations, in any order: duplicates fold (findings with one fingerprint: the graver
// severity, the better status, the situation in which fewer can help it, then the shorter witness stays, and
// knows of the other setups; verdicts: driver/verdicts.h). The results of all obligations one by
// one give what `check` gives.
CheckResult merge(const compiler::Model& model, std::vector<CheckResult> results,
                  const CheckOptions& options);

CheckResult check(const compiler::Model& model, const CheckOptions& options);

// A result that was merged once, held against what the spec expects and accepts: some of that depends on the
// day.
CheckResult held_again(const compiler::Model& model, CheckResult result, const CheckOptions& options);

}  // namespace errata::checker
