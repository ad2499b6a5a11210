#include "reports/explain/quote.h"

#include <algorithm>

#include "reports/columns.h"

namespace errata::reports {

namespace {

constexpr std::size_t longest_body = 1200;

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

}  // namespace

std::string one_line(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (!is_blank(c))
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

std::string without_comments(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        result += line.substr(0, line.find("--"));
        result += ' ';
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return result;
}

std::string quoted(std::string_view text) { return cut_to(one_line(text), longest_body); }

}  // namespace errata::reports
