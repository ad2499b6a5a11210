#include "reports/lsp/places.h"

#include <algorithm>
#include <cctype>

#include "dsl/base/text.h"
#include "reports/render/uri.h"

namespace errata::reports::lsp {

namespace {

constexpr std::string_view scheme = "file://";

int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    const auto low = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

// Bytes of the character at `at`, and how many UTF-16 units it takes. A byte that begins none is one unit.
struct Width {
    std::size_t bytes = 1;
    std::uint32_t units = 1;
};
Width width_at(std::string_view text, std::size_t at) {
    const std::size_t bytes = std::max<std::size_t>(1, dsl::utf8_length(text, at));
    return {bytes, bytes == 4 ? 2U : 1U};
}

std::uint32_t number(const Json& object, const char* name) {
    const auto found = object.find(name);
    if (found == object.end() || !found->is_number_integer()) return 0;
    const auto value = found->get<std::int64_t>();
    return value < 0 ? 0 : static_cast<std::uint32_t>(std::min<std::int64_t>(value, 0x7fffffff));
}

}  // namespace

std::optional<std::string> path_of(std::string_view uri) {
    if (!uri.starts_with(scheme)) return std::nullopt;
    uri.remove_prefix(scheme.size());
    std::string path;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool is_coded =
            uri[i] == '%' && i + 2 < uri.size() && digit(uri[i + 1]) >= 0 && digit(uri[i + 2]) >= 0;
        if (is_coded) {
            path += static_cast<char>(digit(uri[i + 1]) * 16 + digit(uri[i + 2]));
            i += 2;
        } else {
            path += uri[i];
        }
    }
    if (!path.starts_with("/") || path.find('\0') != std::string::npos) return std::nullopt;
    return path;
}

std::string uri_of(const std::string& path) { return std::string(scheme) + percent_encoded(path); }

std::uint32_t offset_at(std::string_view text, const Json& position) {
    std::size_t at = 0;
    for (std::uint32_t line = number(position, "line"); line > 0; --line) {
        const std::size_t end = text.find('\n', at);
        if (end == std::string_view::npos) return static_cast<std::uint32_t>(text.size());
        at = end + 1;
    }
    std::size_t end = std::min(text.find('\n', at), text.size());
    if (end > at && text[end - 1] == '\r') --end;
    std::uint32_t units = number(position, "character");
    while (at < end && units > 0) {
        const Width width = width_at(text, at);
        if (width.units > units) break;
        at = std::min(at + width.bytes, end);
        units -= width.units;
    }
    return static_cast<std::uint32_t>(at);
}

Json position_at(const dsl::SourceFile& file, std::uint32_t offset) {
    offset = std::min(offset, static_cast<std::uint32_t>(file.text().size()));
    const dsl::Position place = file.position(offset);
    const std::size_t begin = offset - (place.column - 1);
    std::uint32_t units = 0;
    for (std::size_t at = begin; at < offset;) {
        const Width width = width_at(file.text(), at);
        at += width.bytes;
        units += width.units;
    }
    return {{"line", place.line - 1}, {"character", units}};
}

Json range_of(const dsl::SourceFile& file, std::uint32_t begin, std::uint32_t end) {
    return {{"start", position_at(file, begin)}, {"end", position_at(file, std::max(begin, end))}};
}

Json range_of(const dsl::SourceSet& sources, dsl::Span span) {
    return range_of(sources.file(span.file), span.begin, span.end);
}

Json location_of(const dsl::SourceSet& sources, dsl::Span span) {
    return {{"uri", uri_of(sources.file(span.file).path())}, {"range", range_of(sources, span)}};
}

Json range_of_line(const dsl::SourceFile& file, std::uint32_t line) {
    const std::string_view text = file.line(line);
    const auto begin = static_cast<std::uint32_t>(text.data() - file.text().data());
    std::uint32_t first = 0;
    while (first < text.size() && dsl::is_blank(text[first])) ++first;
    return range_of(file, begin + first, begin + static_cast<std::uint32_t>(text.size()));
}

}  // namespace errata::reports::lsp
