// What to write where a part is missing or stands in the wrong place: the mistakes that people make before
// they have seen a few specs. Words only; where reading stopped is known to State.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl::grammar {

struct Slip {
    std::string_view expected;       // as messages have it: "'{'", "a name"
    std::string_view item;           // the word that begins the item: "kind"
    std::string_view opening;        // the word that begins the statement or part
    std::string_view word;           // found: a word, or empty
    std::string_view symbol;         // found: a sign, a digit or a quote, or empty
    bool follows_binder = false;     // it stands behind `u: unit`
    bool follows_item_word = false;  // it stands behind the item's first word
};

// "" if nothing is known about it.
std::string remedy(const Slip& slip);

}  // namespace errata::dsl::grammar
