// What a printed text means, in plain English: told from the abilities that the compiler made of it, with the
// meaning of each phrase written out where its words stand. Nothing of it is told by the words of the text,
// so whoever reads it sees what Errata has understood. Behind it stands what the actions and definitions that
// it speaks of do in this game.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "compiler/draft.h"

namespace errata::reports {

struct ToldLine {
    std::size_t depth = 0;  // how many lines it belongs to
    std::string text;
};

struct ToldText {
    std::vector<std::vector<ToldLine>> meanings;  // one for each way to understand the text
    std::vector<ToldLine> words;                  // what is meant by the names in them
};

// Of the item's lines that phrases read, in their order. Empty: the draft has no such item.
std::vector<ToldText> told_texts(const compiler::Draft& draft, const std::string& name);

}  // namespace errata::reports
