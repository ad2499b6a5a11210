// What `errata cards --next` tells: the phrases to write next, those that make most printed items readable
// first. A phrase stands for all lines that it would read; what it would leave unread of a line keeps the
// item unread, so nothing is promised that its phrases alone cannot keep.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "checker/driver/session.h"
#include "reports/explain/card_list.h"

namespace errata::reports {

struct NextPhrase {
    std::size_t unlocks = 0;           // items that can be read with it and those above it
    std::string wording;               // of the example, with holes
    UnreadWording example;             // with the number of items and lines that want this phrase
    std::string begun;                 // "words.rules:12", where it is written and not filled in; or empty
    std::vector<std::string> choices;  // templates of the game that are most like it, the nearest first
};

struct NextPhrases {
    std::string spec;
    bool is_wrong = false;  // the spec has other errors: lines may be unread without being counted
    std::size_t items = 0;
    std::size_t read = 0;
    std::size_t wanted = 0;           // all phrases that are wanted
    std::vector<NextPhrase> phrases;  // the first of them
    std::size_t unlocked() const;     // items that can be read with these
};

// At most so many. Of a session with CompileOptions::set_unread_aside.
NextPhrases next_phrases(const checker::Session& session, std::size_t most);

}  // namespace errata::reports
