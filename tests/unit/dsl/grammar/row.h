// One fact about the grammar: what is written, and what it becomes or what is said of it.
#pragma once

namespace errata::dsl {

struct GrammarRow {
    const char* input;
    const char* expected;
};

}  // namespace errata::dsl
