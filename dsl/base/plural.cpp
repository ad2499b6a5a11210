#include "dsl/base/plural.h"

#include <utility>

namespace errata::dsl {

namespace {

constexpr std::pair<std::string_view, std::string_view> irregular[] = {
    {"calf", "calves"}, {"child", "children"}, {"deer", "deer"},   {"dwarf", "dwarves"}, {"elf", "elves"},
    {"fish", "fish"},   {"foot", "feet"},      {"goose", "geese"}, {"half", "halves"},   {"knife", "knives"},
    {"leaf", "leaves"}, {"life", "lives"},     {"loaf", "loaves"}, {"man", "men"},       {"mouse", "mice"},
    {"ox", "oxen"},     {"person", "people"},  {"sheep", "sheep"}, {"shelf", "shelves"}, {"thief", "thieves"},
    {"tooth", "teeth"}, {"wife", "wives"},     {"wolf", "wolves"}, {"woman", "women"},
};

}  // namespace

std::string plural_of(std::string_view singular) {
    const std::size_t blank = singular.rfind(' ');
    const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
    const std::string before(singular.substr(0, begin));
    const std::string_view word = singular.substr(begin);
    for (const auto& [one, several] : irregular) {
        if (word == one) return before + std::string(several);
    }
    const auto ends = [&](std::string_view end) { return word.ends_with(end); };
    const bool is_vowel_y = ends("ay") || ends("ey") || ends("oy") || ends("uy");
    if (ends("y") && word.size() > 1 && !is_vowel_y)
        return before + std::string(word.substr(0, word.size() - 1)) + "ies";
    const bool hisses = ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh");
    return before + std::string(word) + (hisses ? "es" : "s");
}

}  // namespace errata::dsl
