#include "checker/catalogue/catalogue.h"

#include <map>

#include "dsl/ast/words.h"

namespace errata::checker {

namespace {

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// "| a | b \| c |" -> {"a", "b | c"}; nothing if the line is no table row.
std::vector<std::string> cells_of(const std::string& line) {
    const std::string row = trimmed(line);
    if (row.empty() || row[0] != '|') return {};
    std::vector<std::string> cells;
    std::string cell;
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (row[i] == '\\' && i + 1 < row.size() && row[i + 1] == '|') {
            cell += row[++i];
        } else if (row[i] == '|') {
            cells.push_back(trimmed(cell));
            cell.clear();
        } else {
            cell += row[i];
        }
    }
    if (!trimmed(cell).empty()) cells.push_back(trimmed(cell));
    return cells;
}

// Follows fenced (``` or ~~~) and indented code.
class CodeBlocks {
public:
    // Is this line, the next of the file, part of a code block?
    bool contains(const std::string& line) {
        const std::size_t indent = line.find_first_not_of(' ');
        const bool is_indented = indent != std::string::npos && (indent >= 4 || line[indent] == '\t');
        const std::string marker = is_indented ? "" : fence_at(line);
        if (!open_.empty()) {
            const bool closes = marker.size() >= open_.size() && marker[0] == open_[0] &&
                                trimmed(line).size() == marker.size();
            if (closes) open_.clear();
            return true;
        }
        open_ = marker;
        return is_indented || !marker.empty();
    }

private:
    static std::string fence_at(const std::string& line) {
        const std::string text = trimmed(line);
        if (text.empty() || (text[0] != '`' && text[0] != '~')) return "";
        const std::string fence = text.substr(0, text.find_first_not_of(text[0]));
        return fence.size() >= 3 ? fence : "";
    }

    std::string open_;  // the fence that began the block
};

}  // namespace

std::vector<CatalogueRow> read_catalogue(const dsl::SourceSet& sources, std::uint32_t file, dsl::Sink& sink) {
    const std::string& text = sources.file(file).text();
    std::vector<CatalogueRow> rows;
    std::map<std::string, dsl::Span> first;
    CodeBlocks code;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        std::string line = text.substr(begin, end - begin);
        if (line.ends_with('\r')) line.pop_back();
        const dsl::Span span{file, static_cast<std::uint32_t>(begin),
                             static_cast<std::uint32_t>(begin + line.size())};
        begin = end + 1;
        if (code.contains(line)) continue;
        std::vector<std::string> cells = cells_of(line);
        if (cells.empty() || !dsl::grammar::is_row(cells[0])) continue;
        cells.resize(std::max<std::size_t>(cells.size(), 3));
        const auto [known, is_new] = first.emplace(cells[0], span);
        if (!is_new) {
            dsl::Diagnostic twice;
            twice.kind = dsl::DiagnosticKind::catalogue;
            twice.span = span;
            twice.message = cells[0] + " stands in this catalogue twice";
            twice.notes.emplace_back(known->second, "first here");
            twice.hint = "give one of the rows an id of its own";
            sink.report(std::move(twice));
            continue;
        }
        rows.push_back({cells[0], cells[1], cells[2], span});
    }
    if (rows.empty() && !sink.has_errors()) {
        sink.report(dsl::DiagnosticKind::catalogue, {file, 0, 0}, "there is no row in this catalogue",
                    "a row is a line of a table: | SAN-TER-7 | rule | what it says |");
    }
    return rows;
}

}  // namespace errata::checker
