#include "reports/explain/quote.h"

#include <algorithm>

#include "dsl/grammar/layout.h"
#include "reports/columns.h"

namespace errata::reports {

namespace {

std::string_view without_comment(std::string_view line) {
    return line.substr(0, dsl::grammar::comment_start(line, false));
}

std::size_t indentation(std::string_view line) {
    return std::min(line.find_first_not_of(" \t"), line.size());
}

}  // namespace

std::vector<SourceLine> as_written(const dsl::SourceSet& sources, dsl::Span span, std::size_t longest) {
    const std::string_view text = sources.text(span);
    const dsl::SourceFile& file = sources.file(span.file);
    const std::uint32_t first = file.position(span.begin).line;
    const std::uint32_t last = file.position(span.end).line;
    if (first == last || text.find('{') == std::string_view::npos) return {};
    const std::size_t indent = indentation(file.line(first));
    std::vector<SourceLine> lines;
    std::size_t letters = 0;
    for (std::uint32_t number = first; number <= last; ++number) {
        std::string_view line = file.line(number);
        if (number == last) line = line.substr(0, file.position(span.end).column - 1);
        line.remove_prefix(number == first ? file.position(span.begin).column - 1
                                           : std::min(indent, indentation(line)));
        line = without_blanks_behind(without_comment(line));
        if (line.empty()) continue;
        letters += line.size();
        lines.push_back({number, letters > longest ? "..." : std::string(line)});
        if (letters > longest) break;
    }
    return lines;
}

std::string quoted(std::string_view text) { return cut_to(one_line(text), longest_body); }

}  // namespace errata::reports
