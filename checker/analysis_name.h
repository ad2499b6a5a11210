// The analyses by name, in the order in which they are planned; what each is stands in its row
// (search/analysis). Obligations and the searches that they share speak of an analysis by this.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::checker {

enum class AnalysisName : std::uint8_t {
#define ERRATA_ANALYSIS(name, word) name,
#include "checker/analysis_names.def"
#undef ERRATA_ANALYSIS
};

inline constexpr std::array all_analysis_names = {
#define ERRATA_ANALYSIS(name, word) AnalysisName::name,
#include "checker/analysis_names.def"
#undef ERRATA_ANALYSIS
};

constexpr std::string_view word(AnalysisName value) {
    constexpr std::array<std::string_view, all_analysis_names.size()> words = {
#define ERRATA_ANALYSIS(name, word) word,
#include "checker/analysis_names.def"
#undef ERRATA_ANALYSIS
    };
    return words[static_cast<std::size_t>(value)];
}

}  // namespace errata::checker
