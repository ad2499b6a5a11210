// Which readings a finding needs: those of the play that shows it, for which the same moves under another
// alternative cannot be made or do not come to the same. Says nothing about other plays.
#pragma once

#include <string>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "Who pays: strict"; of a version "The second printing: as first printed".
std::string reading_name(const compiler::Model& model, const compiler::Reading& reading,
                         compiler::Value alternative);

// One for each reading that the witness needs, and one for each version of a text.
struct Needed {
    std::vector<std::string> readings;
    std::vector<std::string> versions;
};
Needed readings_needed(const compiler::Evaluator& evaluator, const Trace& witness);

}  // namespace errata::checker
