#include "reports/columns.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

namespace errata::reports {

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string cut_to(std::string_view text, std::size_t width) {
    constexpr std::string_view dots = "...";
    if (display_width(text) <= width) return std::string(text);
    std::size_t room = width - std::min(width, dots.size());
    std::size_t end = 0;
    while (end < text.size()) {
        const std::size_t size = std::max<std::size_t>(1, dsl::utf8_length(text, end));
        const std::size_t columns = display_width(text.substr(end, size));
        if (columns > room) break;
        room -= columns;
        end += size;
    }
    while (end > 0 && text[end - 1] == ' ') --end;
    return std::string(text.substr(0, end)) + std::string(dots);
}

std::string_view without_blanks_behind(std::string_view text) {
    return text.substr(0, text.find_last_not_of(" \t\r\n") + 1);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t width) {
    std::string result;
    std::string line;
    const auto flush = [&] {
        if (!line.empty()) result += std::string(indent, ' ') + line + "\n";
        line.clear();
    };
    std::istringstream words{std::string(text)};
    for (std::string word; words >> word;) {
        if (!line.empty() && indent + display_width(line) + 1 + display_width(word) > width) flush();
        line += (line.empty() ? "" : " ") + word;
    }
    flush();
    return result;
}

std::string unbroken(std::string_view text) {
    std::string result;
    for (const char c : text) result += c == ' ' ? std::string("\u00a0") : std::string(1, c);
    return result;
}

std::string table(const std::vector<std::vector<std::string>>& rows, std::size_t indent) {
    std::vector<std::size_t> widths;
    for (const auto& row : rows) {
        widths.resize(std::max(widths.size(), row.size()), 0);
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
    }
    std::string result;
    for (const auto& row : rows) {
        std::string line(indent, ' ');
        for (std::size_t i = 0; i < row.size(); ++i) line += padded(row[i], widths[i] + 2);
        result += std::string(without_blanks_behind(line)) + "\n";
    }
    return result;
}

std::string grouped(double number) {
    std::string digits = fmt::format("{:.0f}", number);
    for (std::size_t i = digits.size(); i > 3 + (number < 0 ? 1U : 0U);) digits.insert(i -= 3, ",");
    return digits;
}

}  // namespace errata::reports
