// Every word and every sort of token that the grammar tries at one place of a text. The terminals note them
// while an item is read (State::watch). Editors complete by them.
#pragma once

#include <set>
#include <string>

namespace errata::dsl::grammar {

struct Wanted {
    std::set<std::string> words;  // of the language, as they are written: "when", "number of"
    std::set<std::string> sorts;  // of everything else, in the words of messages: "a name", "a number"
};

}  // namespace errata::dsl::grammar
