#include "dsl/cards/table.h"

#include <algorithm>
#include <array>

namespace errata::dsl {

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
constexpr std::string_view nothing = " \t\r\n";  // a cell of these is empty

bool is_line_end(char c) { return c == '\n' || c == '\r'; }

// Quotes around headings may hold separators; in other places a quote is a sign like any other, but a
// heading with one is rare enough.
char most_frequent_separator(std::string_view text) {
    constexpr std::array separators = {',', ';', '\t'};
    std::array<std::size_t, separators.size()> counts{};
    bool quoted = false;
    bool has_text = false;
    for (const char c : text) {
        if (c == '"') quoted = !quoted;
        if (quoted) continue;
        if (is_line_end(c) && has_text) break;
        has_text = has_text || nothing.find(c) == std::string_view::npos;
        const auto found = std::ranges::find(separators, c);
        if (found != separators.end()) ++counts[static_cast<std::size_t>(found - separators.begin())];
    }
    const auto most = std::ranges::max_element(counts);
    return separators[static_cast<std::size_t>(most - counts.begin())];
}

class TableReader {
public:
    TableReader(std::string_view text, char separator) : text_(text) { table_.separator = separator; }

    Table read() {
        if (text_.starts_with(byte_order_mark)) at_ = byte_order_mark.size();
        while (!is_at_end() && !table_.flaw) row();
        return std::move(table_);
    }

private:
    bool is_at_end() const { return at_ == text_.size(); }
    bool ends_cell() const {
        return is_at_end() || text_[at_] == table_.separator || is_line_end(text_[at_]);
    }

    void row() {
        TableRow row;
        row.begin = place(at_);
        row.cells.push_back(cell());
        while (!is_at_end() && text_[at_] == table_.separator) {
            ++at_;
            row.cells.push_back(cell());
        }
        row.end = place(at_);
        if (!is_at_end()) at_ += text_.substr(at_).starts_with("\r\n") ? 2 : 1;
        const bool has_text = std::ranges::any_of(row.cells, [](const Cell& one) {
            return one.text.find_first_not_of(nothing) != std::string::npos;
        });
        if (has_text) table_.rows.push_back(std::move(row));
    }

    Cell cell() {
        const std::size_t begin = at_;
        skip_blanks();
        if (!is_at_end() && text_[at_] == '"') return quoted_cell();
        at_ = begin;
        Cell result;
        skip_to_end();
        result.begin = place(begin);
        result.end = place(at_);
        result.text = text_.substr(begin, at_ - begin);
        return result;
    }

    Cell quoted_cell() {
        const std::size_t open = at_++;
        Cell result;
        result.begin = place(at_);
        for (; !is_at_end(); ++at_) {
            if (text_[at_] == '"') {
                if (at_ + 1 == text_.size() || text_[at_ + 1] != '"') break;
                result.doubled_quotes.push_back(static_cast<std::uint32_t>(result.text.size()));
                ++at_;
            }
            result.text += text_[at_];
        }
        result.end = place(at_);
        if (is_at_end()) {
            table_.flaw = {TableFlaw::Kind::Unclosed, place(open), place(open)};
            return result;
        }
        ++at_;
        skip_blanks();
        if (!ends_cell()) table_.flaw = {TableFlaw::Kind::BehindQuote, place(at_), place(open)};
        skip_to_end();
        return result;
    }

    void skip_blanks() {
        while (!is_at_end() && !ends_cell() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }
    void skip_to_end() {
        while (!ends_cell()) ++at_;
    }

    static std::uint32_t place(std::size_t at) { return static_cast<std::uint32_t>(at); }

    std::string_view text_;
    std::size_t at_ = 0;
    Table table_;
};

}  // namespace

Table read_table(std::string_view text, std::optional<char> separator) {
    return TableReader(text, separator.value_or(most_frequent_separator(text))).read();
}

}  // namespace errata::dsl
