// The verdicts of claims that cite rows: what `check` says about scenarios, rulings, checks and partitions,
// on all setups. A claim that never comes to bear has said nothing, and is idle.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "checker/coverage/mutation.h"
#include "checker/driver/driver.h"
#include "checker/fact.h"

namespace errata::checker {

struct Judgement {
    bool decides = false;  // it came to bear and was decided
    std::string verdict;   // "holds", "fails", "complete", "refuted", ...
    Facts facts = {};      // of the verdict, or why it is idle
};

// One for each of the constructs, which are claims.
std::vector<Judgement> judge_claims(const Subject& subject, const Mutations& mutations,
                                    const std::vector<const Construct*>& claims, const CheckOptions& options);

}  // namespace errata::checker
