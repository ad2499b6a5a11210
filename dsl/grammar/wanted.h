// What could stand at one place of a text: every word and every sort of token that the grammar tries there.
// Noted by the terminals while an item is read (State::watch); for completion in editors.
#pragma once

#include <set>
#include <string>

namespace errata::dsl::grammar {

struct Wanted {
    std::set<std::string> words;  // of the language, as they are written: "when", "number of"
    std::set<std::string> sorts;  // of everything else, in the words of messages: "a name", "a number"
};

}  // namespace errata::dsl::grammar
