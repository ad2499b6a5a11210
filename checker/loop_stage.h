// In which part of the game a transition happens, from the finest to the coarsest: settle, resolution,
// window, turn, game. A cycle has the coarsest stage of its transitions (explicit/stage).
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::checker {

enum class LoopStage : std::uint8_t {
#define ERRATA_LOOP_STAGE(name, word) name,
#include "checker/loop_stages.def"
#undef ERRATA_LOOP_STAGE
};

inline constexpr std::array all_loop_stages = {
#define ERRATA_LOOP_STAGE(name, word) LoopStage::name,
#include "checker/loop_stages.def"
#undef ERRATA_LOOP_STAGE
};

constexpr std::string_view word(LoopStage value) {
    constexpr std::array<std::string_view, all_loop_stages.size()> words = {
#define ERRATA_LOOP_STAGE(name, word) word,
#include "checker/loop_stages.def"
#undef ERRATA_LOOP_STAGE
    };
    return words[static_cast<std::size_t>(value)];
}

}  // namespace errata::checker
