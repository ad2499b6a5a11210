// What decides: the search state by state, the solver, or the text of the model alone. Obligations are run by
// one of the first two; a verdict names the one that it comes from.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::checker {

enum class Engine : std::uint8_t {
#define ERRATA_ENGINE(name, word) name,
#include "checker/engines.def"
#undef ERRATA_ENGINE
};

inline constexpr std::array all_engines = {
#define ERRATA_ENGINE(name, word) Engine::name,
#include "checker/engines.def"
#undef ERRATA_ENGINE
};

constexpr std::string_view word(Engine value) {
    constexpr std::array<std::string_view, all_engines.size()> words = {
#define ERRATA_ENGINE(name, word) word,
#include "checker/engines.def"
#undef ERRATA_ENGINE
    };
    return words[static_cast<std::size_t>(value)];
}

}  // namespace errata::checker
