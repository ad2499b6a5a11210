// A table as spreadsheet programs save it (CSV, TSV), cut into cells: with a comma, semicolon or tab between
// them, with quotes around those that hold a separator, a quote (then twice) or a line break, with any ends
// of lines and with or without a byte order mark. A pure function of the text; what the cells say is read in
// cell_values.h.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl {

struct Cell {
    // What it holds, as bytes of the file: without the quotes around it.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::string text;                           // the same, with one quote for two
    std::vector<std::uint32_t> doubled_quotes;  // where in `text` the file has two
};

struct TableRow {
    std::vector<Cell> cells;
    // With the quotes, without the end of the line.
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

// Where the table breaks off, for what comes behind is anybody's guess.
struct TableFlaw {
    enum class Kind {
        Unclosed,     // the quote is never closed
        BehindQuote,  // the cell goes on behind its closing quote
    };
    Kind kind = Kind::Unclosed;
    std::uint32_t at = 0;
    std::uint32_t open = 0;  // the quote that opens the cell
};

struct Table {
    char separator = ',';
    std::vector<TableRow> rows;  // but those without anything in them; the first holds the headings
    std::optional<TableFlaw> flaw;
};

// Without a `separator` it is the one that the first line has most of.
Table read_table(std::string_view text, std::optional<char> separator = std::nullopt);

}  // namespace errata::dsl
