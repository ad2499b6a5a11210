#include "reports/lsp/moved.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "checker/verdict.h"
#include "dsl/base/text.h"

namespace errata::reports::lsp {

namespace {

using Lines = std::vector<std::string_view>;

Lines split(std::string_view text) {
    Lines lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
}

// A line that says nothing of the game.
bool is_idle(std::string_view line) {
    const std::string_view text = dsl::trimmed(line);
    return text.empty() || text == "\r" || text.starts_with("--");
}

// `accept "1a2b3c4d" because "..."` on a line of its own: the number. Empty: it is none. Whether one with a
// last day holds is for the checker to say.
std::string accepted_by(std::string_view line) {
    constexpr std::string_view opening = "accept \"";
    const bool is_whole =
        line.find(" because \"") != std::string_view::npos && line.find(" until ") == std::string_view::npos;
    if (!line.starts_with(opening) || !is_whole) return "";
    const std::size_t end = line.find('"', opening.size());
    return end == std::string_view::npos ? ""
                                         : std::string(line.substr(opening.size(), end - opening.size()));
}

// What of a text says something of the game, line by line, and what it accepts.
struct Said {
    Lines lines;
    std::vector<std::uint32_t> numbers;  // of `lines`
    std::set<std::string> accepted;
    std::size_t all = 0;
};

Said said(std::string_view text) {
    Said result;
    const Lines lines = split(text);
    result.all = lines.size();
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string number = accepted_by(lines[i]);
        if (!number.empty()) result.accepted.insert(number);
        if (!number.empty() || is_idle(lines[i])) continue;
        result.lines.push_back(lines[i]);
        result.numbers.push_back(static_cast<std::uint32_t>(i));
    }
    return result;
}

}  // namespace

std::optional<Moved> moved(const std::string& before, const std::string& now) {
    const Said old = said(before);
    const Said young = said(now);
    // What was accepted and is not any more may be shown again: that has to be looked at.
    if (old.lines != young.lines || !std::ranges::includes(young.accepted, old.accepted)) return std::nullopt;
    Moved result{std::vector<std::optional<std::uint32_t>>(old.all), young.accepted};
    for (std::size_t i = 0; i < old.numbers.size(); ++i) result.lines[old.numbers[i]] = young.numbers[i];
    return result;
}

namespace {

// False: nothing is there any more.
bool move_range(Json& range, const Moved& by) {
    for (const char* const end : {"start", "end"}) {
        Json& line = range.at(end).at("line");
        const auto number = line.get<std::size_t>();
        if (number >= by.lines.size() || !by.lines[number]) return false;
        line = *by.lines[number];
    }
    return true;
}

}  // namespace

std::optional<Json> moved_diagnostic(Json diagnostic, const std::string& uri,
                                     const std::map<std::string, Moved>& moved_in) {
    const std::string finding = member(diagnostic, "data", "finding").is_string()
                                    ? diagnostic["data"]["finding"].get<std::string>()
                                    : std::string();
    for (const auto& [file, by] : moved_in) {
        const auto accepts = [&](const std::string& number) {
            return checker::is_fingerprint(number, finding);
        };
        if (!finding.empty() && std::ranges::any_of(by.accepted, accepts)) return std::nullopt;
    }
    const auto own = moved_in.find(uri);
    if (own != moved_in.end() && !move_range(diagnostic.at("range"), own->second)) return std::nullopt;
    if (diagnostic.contains("relatedInformation")) {
        for (Json& related : diagnostic["relatedInformation"]) {
            const auto other = moved_in.find(related.at("location").at("uri").get<std::string>());
            if (other != moved_in.end()) move_range(related["location"]["range"], other->second);
        }
    }
    return diagnostic;
}

}  // namespace errata::reports::lsp
