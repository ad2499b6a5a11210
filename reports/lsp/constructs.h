// What the reference says in one line of each construct of the language, by the words that it is written
// with. The rows are made by the build from docs/reference.
#pragma once

#include <string_view>
#include <vector>

namespace errata::reports::lsp {

struct Construct {
    std::string_view heading;  // "`in order of`"
    std::string_view page;     // "statements.md"
    std::string_view line;     // "a trigger that reacts after an event."
    std::string_view form;     // as the page has it, in several lines
};

// Those whose heading begins with the word, or has it as one of several: of `at` those of `at`, `at least`.
std::vector<const Construct*> constructs_of(std::string_view word);

}  // namespace errata::reports::lsp
