#include "reports/render/uri.h"

namespace errata::reports {

std::string percent_encoded(std::string_view path) {
    constexpr std::string_view plain = "-._~/";
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string result;
    for (const char c : path) {
        const bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        const auto byte = static_cast<unsigned char>(c);
        if (is_word || plain.find(c) != std::string_view::npos)
            result += c;
        else
            result += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
    return result;
}

}  // namespace errata::reports
