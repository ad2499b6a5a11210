// Tells what a printed text means, in plain English. The abilities that the compiler made of the text are
// told. Each phrase is written out where its words stand. The words of the text are not used, so a reader
// sees what Errata has understood. The actions and definitions that the meaning speaks of are told behind it.
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

// Of the item's lines that phrases read, in their order. Empty: the draft has no such item. `kind`: the word
// that its declaration begins with, as "card".
std::vector<ToldText> told_texts(const compiler::Draft& draft, const std::string& kind,
                                 const std::string& name);

}  // namespace errata::reports
