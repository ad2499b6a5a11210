#include "reports/explain/excerpts.h"

#include <algorithm>
#include <cctype>

#include "compiler/ir/finding_codes.h"
#include "dsl/grammar/layout.h"

namespace errata::reports {

// May a name have it?
static bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool has_words(std::string_view text, std::string_view words) {
    for (std::size_t at = text.find(words); at != std::string_view::npos; at = text.find(words, at + 1)) {
        const std::size_t end = at + words.size();
        const bool is_whole =
            (at == 0 || !is_of_name(text[at - 1])) && (end == text.size() || !is_of_name(text[end]));
        if (is_whole) return true;
    }
    return false;
}

std::vector<std::string_view> names_in(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin =
            std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_name);
        const auto end = std::find_if_not(begin, text.end(), is_of_name);
        const auto from = static_cast<std::size_t>(begin - text.begin());
        if (begin != end) names.push_back(text.substr(from, static_cast<std::size_t>(end - begin)));
        at = static_cast<std::size_t>(end - text.begin());
        if (begin == text.end()) break;
    }
    return names;
}

std::vector<std::string> settings_for(checker::FindingCode code, std::string_view block) {
    using enum checker::FindingCode;
    using Family = compiler::FindingFamily;
    struct Row {
        Family family;
        std::vector<checker::FindingCode> codes;  // none: all of the family
        std::vector<std::string_view> names;
    };
    static const std::vector<Row> rows = {
        {Family::Contradiction, {ContradictionMustCannot}, {"precedence", "targets", "replacements"}},
        {Family::Contradiction, {ContradictionSetSet}, {"effect_order", "changes"}},
        {Family::Contradiction, {ContradictionNoFixpoint, ContradictionManyFixpoints}, {"effect_order"}},
        {Family::Order,
         {},
         {"agenda", "trigger_order", "trigger_turns", "trigger_rank", "replacement_order", "replacements",
          "changes"}},
        {Family::Gap, {}, {"targets", "replacements"}},
        {Family::Loop, {}, {"loops", "agenda", "replacements"}},
        {Family::Unreachable, {}, {"replacements"}},
    };
    const auto row = std::ranges::find_if(rows, [&](const Row& one) {
        const bool is_named = std::ranges::find(one.codes, code) != one.codes.end();
        return is_of(code, one.family) && (one.codes.empty() || is_named);
    });
    std::vector<std::string> settings;
    if (row == rows.end()) return settings;
    for (const std::string_view name : row->names) {
        const std::size_t at = block.find(std::string(name) + ":");
        if (at == std::string_view::npos) continue;
        const std::size_t end = std::min(block.find_first_of(",\n}", at), block.size());
        std::string setting(block.substr(at, end - at));
        while (!setting.empty() && setting.back() == ' ') setting.pop_back();
        settings.push_back(std::move(setting));
    }
    return settings;
}

std::string declared(const dsl::SourceSet& sources, dsl::Span name) {
    std::string_view text = std::string_view(sources.file(name.file).text()).substr(name.begin);
    text = text.substr(0, text.find('\n'));
    const auto piece_at = [&](std::size_t begin) {
        std::size_t end = text.size();
        for (const std::string_view stop : {"  ", ",", " }", " --"})
            end = std::min(end, text.find(stop, begin));
        return std::string(text.substr(begin, end - begin));
    };
    std::string own = piece_at(0);
    const std::size_t type = text.find(':');
    if (own.find(':') != std::string::npos || type == std::string_view::npos) return own;
    return own + piece_at(type);
}

dsl::Span whole_line(const dsl::SourceSet& sources, dsl::Span part) {
    const dsl::SourceFile& file = sources.file(part.file);
    const dsl::Position at = file.position(part.begin);
    const std::string_view line = file.line(at.line);
    const std::size_t first = std::min(line.find_first_not_of(" \t"), line.size());
    const std::size_t last = line.find_last_not_of(" \t\r");
    const std::uint32_t begin = part.begin - (at.column - 1);
    return {part.file, begin + static_cast<std::uint32_t>(first),
            begin + static_cast<std::uint32_t>(last + 1)};
}

std::vector<dsl::Span> lines_that_do(const dsl::SourceSet& sources, dsl::Span part,
                                     const std::string& action) {
    static constexpr std::string_view not_done[] = {"can", "cannot", "when", "as", "of", "after", "action"};
    std::vector<dsl::Span> lines;
    const std::string_view text = sources.text(part);
    std::string_view before;
    for (const std::string_view name : names_in(text)) {
        const auto begin = static_cast<std::uint32_t>(name.data() - text.data());
        const bool is_called = text.substr(begin + name.size()).starts_with("(");
        if (name == action && is_called && std::ranges::find(not_done, before) == std::end(not_done)) {
            const dsl::Span line =
                whole_line(sources, {part.file, part.begin + begin, part.begin + begin + 1});
            const std::string_view above = sources.text({part.file, line.begin, part.begin + begin});
            if (dsl::grammar::comment_start(above, false) == std::string_view::npos) lines.push_back(line);
        }
        before = name;
    }
    return lines;
}

dsl::Span preference_in(const dsl::SourceSet& sources, dsl::Span system) {
    const std::size_t begin = sources.text(system).rfind("prefer ");
    if (begin == std::string_view::npos) return {};
    return {system.file, system.begin + static_cast<std::uint32_t>(begin), system.end};
}

std::string at_place(const dsl::SourceSet& sources, dsl::Span span) {
    if (!span.is_valid()) return "";
    const dsl::SourceFile& file = sources.file(span.file);
    const std::string& path = file.path();
    return " at " + path.substr(path.rfind('/') + 1) + ":" + std::to_string(file.position(span.begin).line);
}

}  // namespace errata::reports
