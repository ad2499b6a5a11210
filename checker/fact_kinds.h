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

inline constexpr std::array all_fact_kinds = {
#define ERRATA_FACT(name) FactKind::name,
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
};

// As saved results have it; no reader sees it.
constexpr std::string_view word(FactKind kind) {
    constexpr std::array words = {
#define ERRATA_FACT(name) std::string_view(#name),
#include "checker/fact_kinds.def"
#undef ERRATA_FACT
    };
    return words[static_cast<std::size_t>(kind)];
}

}  // namespace errata::checker
