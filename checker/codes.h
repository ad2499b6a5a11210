// The finding codes, from the one table codes.def: what exists, how severe it is unless said otherwise, one
// line of meaning. Analyses take code and severity from here; reports and `errata explain` take the words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/verdict.h"

namespace errata::checker {

struct CodeInfo {
    std::string_view code;
    Severity severity;
    std::string_view title;
};

const std::vector<CodeInfo>& all_codes();

// The row of a code, or null.
const CodeInfo* find_code(std::string_view code);

// Is `code` one of `only`, or of a family named there ("loop" names every "loop.…")? An empty list selects
// all.
bool selects(const std::vector<std::string>& only, std::string_view code);

}  // namespace errata::checker
