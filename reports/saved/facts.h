// Facts in saved results: [kind, argument, ...]; an argument is a phrase, a number, {"names": [...]} or
// {"facts": [...]}. A phrase is a string, or a list of words and things; a thing is [name, type, value].
#pragma once

#include <optional>
#include <vector>

#include "checker/fact.h"
#include "reports/saved/values.h"

namespace errata::reports {

Json save_phrase(const compiler::Phrase& phrase);
Json save_phrases(const std::vector<compiler::Phrase>& phrases);
// Throw Json::exception for what is not of the form.
compiler::Phrase read_phrase(const Json& json);
std::vector<compiler::Phrase> read_phrases(const Json& json);

Json save_facts(const checker::Facts& facts);
// Nothing if one is no fact that anybody could have made. Throws Json::exception for what is not of the form.
std::optional<checker::Facts> read_facts(const Json& json);

}  // namespace errata::reports
