#include "dsl/ast/text_line.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

std::optional<std::vector<std::string>> read_rows(std::string_view written) {
    std::vector<std::string> result;
    while (true) {
        const std::size_t comma = written.find(',');
        const std::string_view part = trimmed(written.substr(0, comma));
        if (!grammar::is_row(part)) return std::nullopt;
        result.emplace_back(part);
        if (comma == std::string_view::npos) return result;
        written.remove_prefix(comma + 1);
    }
}

TextLine read_text_line(std::string_view written) {
    TextLine result;
    const std::size_t open = written.rfind('[');
    if (written.ends_with(']') && open != std::string_view::npos) {
        if (auto rows = read_rows(written.substr(open + 1, written.size() - open - 2))) {
            result.rows = std::move(*rows);
            written = written.substr(0, open);
            while (!written.empty() && is_blank(written.back())) written.remove_suffix(1);
        }
    }
    result.text = std::string(written);
    return result;
}

std::optional<std::string> version_title(std::string_view line) {
    constexpr std::string_view word = "version";
    if (grammar::word_at(line, 0) != word) return std::nullopt;
    const std::string_view title = trimmed(line.substr(word.size()));
    if (title.empty() || title[0] != '"' || grammar::closing_quote(title, 0) + 1 != title.size())
        return std::nullopt;
    return grammar::unquoted(title.substr(1, title.size() - 2));
}

std::uint32_t written_before(const std::vector<std::uint32_t>& doubled_quotes, std::uint32_t at) {
    return at + static_cast<std::uint32_t>(
                    std::ranges::count_if(doubled_quotes, [&](std::uint32_t quote) { return quote < at; }));
}

Span part_of(const TextLine& line, std::uint32_t offset, std::uint32_t length) {
    const auto in_file = [&](std::uint32_t at) {
        return std::min(line.span.end, line.span.begin + written_before(line.doubled_quotes, at));
    };
    return {line.span.file, in_file(offset), in_file(offset + length)};
}

}  // namespace errata::dsl::ast
