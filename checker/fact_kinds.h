// The kinds of facts by name, from the one table fact_kinds.def. Included where a kind is named; a header
// that only hands facts on does with fact.h.
#pragma once

#include <array>
#include <string_view>

#include "checker/fact.h"

namespace errata::checker {

enum class FactKind : std::uint16_t {
#define ERRATA_FACT(name) name,
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
};

inline constexpr std::size_t count_of_fact_kinds = [] {
    std::size_t count = 0;
#define ERRATA_FACT(name) ++count;
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
    return count;
}();

// With its size, for some compilers deduce that of no more than 256.
inline constexpr std::array<FactKind, count_of_fact_kinds> all_fact_kinds = {
#define ERRATA_FACT(name) FactKind::name,
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
};

// By kind. Not inside of `word`, where each call would lay it out anew: there are hundreds of kinds.
inline constexpr std::array<std::string_view, count_of_fact_kinds> fact_words = {
#define ERRATA_FACT(name) #name,
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
};

// As saved results have it; no reader sees it.
constexpr std::string_view word(FactKind kind) { return fact_words[static_cast<std::size_t>(kind)]; }

}  // namespace errata::checker
