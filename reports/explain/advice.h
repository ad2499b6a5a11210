// What was tried on a finding, in sentences.
#pragma once

#include <string>
#include <vector>

#include "checker/advice/trial.h"

namespace errata::reports {

// "With `limit 1 per turn` on Bell: gone, and nothing new; settled by it, too: #7c1e90ab."
std::string advice_sentence(const checker::Tried& tried);

// Gone, as far as was looked, and nothing that counts in its place.
bool settles_for_good(const checker::Tried& tried);

// Of a finding on which nothing could be tried: one sentence that says so.
std::vector<std::string> advice_sentences(const std::vector<checker::Tried>& tried);

}  // namespace errata::reports
