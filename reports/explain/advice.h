// What was tried on a finding, in sentences.
#pragma once

#include <set>
#include <string>

#include "checker/advice/trial.h"

namespace errata::reports {

// "Tried: `limit 1 per turn` on Bell. The finding is gone, and no new problem appears."
// `too`, and of the same entry those that are `open` still: fingerprints.
std::string advice_sentence(const checker::Tried& tried, const std::set<std::string>& too,
                            const std::set<std::string>& open);

// Gone, and nothing that counts in its place: all was seen from where its play begins.
bool settles_for_good(const checker::Tried& tried);

// Of a finding for which no change is known.
std::string nothing_tried();

}  // namespace errata::reports
