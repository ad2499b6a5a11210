// Productions of a context-free grammar without empty ones: a category, and the words, numbers and categories
// it is read as. PhraseGrammar makes them of templates and names; ParseTable lays them out for the chart.
#pragma once

#include <cstdint>
#include <vector>

#include "dsl/base/id.h"

namespace errata::dsl {

struct CategoryTag;
using CategoryId = Id<CategoryTag>;

struct Symbol {
    enum class Kind : std::uint8_t { Word, Number, Category, End };
    Kind kind = Kind::End;
    bool leads = false;    // first of its production
    std::uint32_t id = 0;  // Word: terminal; Category: index; End: production
};

struct Production {
    CategoryId category;
    std::vector<Symbol> symbols;  // without the End
};

}  // namespace errata::dsl
