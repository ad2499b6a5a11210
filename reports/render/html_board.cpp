#include "reports/render/html_board.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/board.h"

namespace errata::reports::html {

namespace {

// Measures of the drawing, in its own units.
constexpr std::size_t letter_width = 8;
constexpr std::size_t line_height = 20;
constexpr std::size_t padding = 12;
constexpr std::size_t narrowest = 64;
constexpr std::size_t lowest = 52;
constexpr std::size_t margin = 22;      // for the names of rows and columns
constexpr std::size_t most_tints = 12;  // that report.css has

const std::string nothing = "none";

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    std::vector<std::string> words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
}

std::string square_name(std::size_t column, std::size_t row) {
    return std::string(1, static_cast<char>('a' + column)) + std::to_string(row + 1);
}

// Where the borders of the squares are; of a line that is no row of squares nothing.
std::vector<std::size_t> borders(const std::string& line) {
    std::vector<std::size_t> places;
    if (!line.starts_with("|")) return places;
    for (std::size_t at = line.find('|'); at != std::string::npos; at = line.find('|', at + 1))
        places.push_back(at);
    return places;
}

// "C = Chasm   M = Meadow", "Tim: owner Ann", "ogre: off the board"; false: it is none of these.
bool read_legend(const std::string& line, Grid& grid) {
    constexpr std::string_view between = "   ";
    for (std::size_t from = 0; from < line.size();) {
        const std::size_t end = std::min(line.find(between, from), line.size());
        const std::string entry = line.substr(from, end - from);
        const std::size_t equals = entry.find(" = ");
        const std::size_t colon = entry.find(": ");
        if (equals != std::string::npos)
            grid.legend.emplace_back(entry.substr(0, equals), entry.substr(equals + 3));
        else if (colon != std::string::npos && entry.substr(colon + 2) == off_the_board)
            grid.away.insert(entry.substr(0, colon));
        else if (colon != std::string::npos)
            grid.whose.push_back(entry);
        else
            return false;
        from = end + between.size();
    }
    return true;
}

const std::string* letters_of(const Grid& grid, const std::string& name) {
    const auto found = std::ranges::find(grid.legend, name, [](const auto& entry) { return entry.second; });
    return found == grid.legend.end() ? nullptr : &found->first;
}

bool is_letters(const Grid& grid, const std::string& word) {
    return std::ranges::any_of(grid.legend, [&](const auto& entry) { return entry.first == word; });
}

bool take_away(std::vector<std::string>& from, const std::string& word) {
    const auto found = std::ranges::find(from, word);
    if (found == from.end()) return false;
    from.erase(found);
    return true;
}

}  // namespace

std::optional<Grid> read_grid(const std::vector<std::string>& lines) {
    Grid grid;
    std::size_t columns = 0;  // and one border more
    for (const std::string& line : lines) {
        // Names may have letters of several bytes: only how many borders there are is the same everywhere.
        const std::vector<std::size_t> own = borders(line);
        if (own.empty()) break;
        if (columns > 0 && own.size() != columns) return std::nullopt;
        columns = own.size();
        for (std::size_t i = 0; i + 1 < own.size(); ++i) {
            const std::string inside = line.substr(own[i] + 1, own[i + 1] - own[i] - 1);
            grid.squares[square_name(i, grid.rows)] = words_of(inside);
        }
        ++grid.rows;
    }
    constexpr std::size_t letters = 26;
    // Below the squares: the letters of the columns, and perhaps which of them lie lower, the legend, and
    // whose the things are.
    std::size_t below = grid.rows + 1;
    if (below < lines.size() && lines[below].starts_with(lower_columns)) grid.lower_columns = lines[below++];
    const bool is_whole = lines.size() > grid.rows && lines.size() <= below + 2;
    if (columns < 2 || columns > letters + 1 || !is_whole) return std::nullopt;
    grid.columns = columns - 1;
    for (std::size_t i = below; i < lines.size(); ++i) {
        if (!read_legend(lines[i], grid)) return std::nullopt;
    }
    return grid;
}

std::vector<std::string> apply(const std::vector<ChangeLine>& changes, Grid& grid) {
    std::vector<std::string> touched;
    for (const ChangeLine& change : changes) {
        const std::size_t dot = change.path.find('.');
        const bool is_variable = dot == std::string::npos;
        const std::string thing = unbroken(change.path.substr(0, dot));
        if (const auto square = grid.squares.find(thing); !is_variable && square != grid.squares.end()) {
            const std::string field = change.path.substr(dot + 1);
            if (change.before == "no" && change.after == "yes") square->second.push_back(field);
            const bool was_flag =
                change.before == "yes" && change.after == "no" && take_away(square->second, field);
            if (was_flag || change.after == "yes") touched.push_back(thing);
            // What a square is: only fields with names of the legend are drawn.
            const std::string* before = letters_of(grid, change.before);
            const std::string* after = letters_of(grid, change.after);
            if (before == nullptr && (after == nullptr || change.before != nothing)) continue;
            if (before != nullptr && !take_away(square->second, *before)) continue;
            if (change.after != nothing) square->second.push_back(after != nullptr ? *after : change.after);
            touched.push_back(thing);
            continue;
        }
        const auto from = grid.squares.find(change.before);
        const auto to = grid.squares.find(change.after);
        const bool left = from != grid.squares.end() && take_away(from->second, thing);
        if (left) touched.push_back(change.before);
        if (left && is_variable && to == grid.squares.end()) grid.away.insert(thing);
        // Not every variable that is a square is a piece.
        const bool comes = change.before == nothing && (!is_variable || grid.away.erase(thing) > 0);
        if (to == grid.squares.end() || (!left && !comes)) continue;
        to->second.insert(to->second.begin(), thing);
        touched.push_back(change.after);
    }
    std::ranges::sort(touched);
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    return touched;
}

std::string board_changes(const StepLine& step, Grid& grid) {
    std::vector<std::string> lines;
    for (const std::string& square : apply(step.changes, grid)) {
        const std::string content = dsl::join(grid.squares[square], " ");
        lines.push_back(content.empty() ? square : square + " " + content);
    }
    return dsl::join(lines, "\n");
}

namespace {

void make_room(const Grid& grid, Measures& measures) {
    for (const auto& [name, words] : grid.squares) {
        std::size_t lines = 1;
        for (const std::string& word : words) {
            measures.width = std::max(measures.width, display_width(word) * letter_width + 2 * padding);
            if (!is_letters(grid, word)) ++lines;
        }
        measures.height = std::max(measures.height, lines * line_height + padding);
    }
}

// The squares must hold what stands on them at any time, or the drawing would jump.
void make_room(Grid at_first, const std::vector<StepLine>& steps, Measures& measures) {
    make_room(at_first, measures);
    for (const StepLine& step : steps) {
        if (!apply(step.changes, at_first).empty()) make_room(at_first, measures);
    }
}

// Where the square begins from above.
std::size_t top_of(const Grid& grid, const Measures& measures, std::size_t column, std::size_t row) {
    const bool is_lower = !grid.lower_columns.empty() && column % 2 == 1;
    return row * measures.height + (is_lower ? measures.height / 2 : 0) + 1;
}

// Of the ground that the square has: 0 where it has none.
std::size_t tint_of(const Grid& grid, const std::vector<std::string>& words, const Tints& tints) {
    for (const auto& [letters, name] : grid.legend) {
        if (std::ranges::find(words, letters) != words.end()) return tints.at(name);
    }
    return 0;
}

Html svg_text(const std::string& kind, std::size_t x, std::size_t y, const std::string& words) {
    return element("text", {{"class", kind}, {"x", std::to_string(x)}, {"y", std::to_string(y)}},
                   escaped(words));
}

// Things stand below one another from the top; what the square is stands in its lower right corner.
Html square(const Grid& grid, const std::string& name, const Measures& measures, const Tints& tints,
            std::size_t x, std::size_t y, bool is_marked) {
    const std::vector<std::string>& words = grid.squares.at(name);
    Html content = element("rect",
                           {{"class", fmt::format("tint{}", tint_of(grid, words, tints))},
                            {"x", std::to_string(x)},
                            {"y", std::to_string(y)},
                            {"width", std::to_string(measures.width)},
                            {"height", std::to_string(measures.height)}},
                           {});
    std::vector<std::string> letters;
    std::size_t line = y + line_height;
    for (const std::string& word : words) {
        if (is_letters(grid, word)) {
            letters.push_back(word);
        } else {
            content += svg_text("thing", x + padding, line, word);
            line += line_height;
        }
    }
    content += svg_text("ground", x + measures.width - padding / 2, y + measures.height - padding / 2,
                        dsl::join(letters, " "));
    Attributes attributes = {{"data-square", name}};
    if (is_marked) attributes.emplace_back("class", "touched");
    return element("g", attributes, content);
}

std::string told(const Grid& grid) {
    std::vector<std::string> parts;
    for (const auto& [name, words] : grid.squares) {
        if (!words.empty()) parts.push_back(name + ": " + dsl::join(words, " "));
    }
    parts.insert(parts.end(), grid.whose.begin(), grid.whose.end());
    for (const std::string& name : grid.away) parts.push_back(name + ": " + std::string(off_the_board));
    if (!grid.lower_columns.empty()) parts.push_back(grid.lower_columns);
    return dsl::join(parts, "; ");
}

Html legend(const Grid& grid, const Tints& tints) {
    Html entries;
    for (const auto& [letters, name] : grid.legend) {
        entries += element(
            "li", {{"data-letters", letters}},
            worded("span", fmt::format("swatch tint{}", tints.at(name)), letters) + escaped(" " + name));
    }
    for (const std::string& words : grid.whose) entries += element("li", escaped(words));
    return entries.empty() ? entries : element("figcaption", element("ul", {{"class", "legend"}}, entries));
}

Html drawing(const Grid& grid, const Measures& measures, const Tints& tints, const std::string& when,
             const std::set<std::string>& marked = {}) {
    Html content;
    for (std::size_t row = 0; row < grid.rows; ++row) {
        for (std::size_t column = 0; column < grid.columns; ++column) {
            const std::string name = square_name(column, row);
            content += square(grid, name, measures, tints, column * measures.width + 1,
                              top_of(grid, measures, column, row), marked.contains(name));
        }
        const std::size_t middle = top_of(grid, measures, grid.columns - 1, row) + measures.height / 2;
        content += svg_text("rim", grid.columns * measures.width + margin / 2 + 1, middle + 4,
                            std::to_string(row + 1));
    }
    std::size_t bottom = 0;
    for (std::size_t column = 0; column < grid.columns; ++column) {
        const std::size_t end = top_of(grid, measures, column, grid.rows) - 1;
        content += svg_text("rim", column * measures.width + measures.width / 2 + 1, end + margin - 4,
                            square_name(column, 0).substr(0, 1));
        bottom = std::max(bottom, end);
    }
    const std::string width = std::to_string(grid.columns * measures.width + margin);
    const std::string height = std::to_string(bottom + margin);
    return element("svg",
                   {{"viewBox", "0 0 " + width + " " + height},
                    {"width", width},
                    {"height", height},
                    {"role", "img"},
                    {"aria-label", when + " " + told(grid)}},
                   content);
}

}  // namespace

static void add_tints(const Grid& grid, Tints& tints) {
    for (const auto& [letters, name] : grid.legend) tints.try_emplace(name, tints.size() % most_tints + 1);
}

void add_tints(const WitnessLines& witness, Tints& tints) {
    if (const std::optional<Grid> grid = read_grid(witness.board)) add_tints(*grid, tints);
}

std::set<std::string> differing_squares(const std::vector<std::vector<std::string>>& boards) {
    std::set<std::string> result;
    std::optional<Grid> first;
    for (const std::vector<std::string>& lines : boards) {
        std::optional<Grid> grid = read_grid(lines);
        if (!grid) return {};
        if (!first) first = grid;
        for (const auto& [name, words] : grid->squares) {
            if (words != first->squares[name]) result.insert(name);
        }
    }
    return result;
}

Measures room_for(const WitnessLines* witness, const std::vector<OutcomeLine>& outcomes) {
    Measures measures{narrowest, lowest};
    const std::optional<Grid> at_first = witness != nullptr ? read_grid(witness->board) : std::nullopt;
    if (at_first) make_room(*at_first, witness->steps, measures);
    for (const OutcomeLine& outcome : outcomes) {
        if (const std::optional<Grid> end = read_grid(outcome.board)) make_room(*end, measures);
    }
    return measures;
}

Html end_board(const std::vector<std::string>& lines, const std::set<std::string>& marked,
               const Measures& measures, const Tints& tints) {
    const std::optional<Grid> grid = read_grid(lines);
    if (!grid) return {};
    Tints own = tints;
    add_tints(*grid, own);
    const Html squares = drawing(*grid, measures, own, "The board in the end.", marked);
    return element("figure", {{"class", "board end"}},
                   element("div", {{"class", "scroll"}}, squares) + legend(*grid, own));
}

Html board(const WitnessLines& witness, const Tints& tints, const std::vector<OutcomeLine>& outcomes) {
    if (witness.board.empty()) return {};
    const std::optional<Grid> grid = read_grid(witness.board);
    if (!grid) {
        return element("div", {{"class", "scroll"}}, worded("pre", "board", dsl::join(witness.board, "\n")));
    }
    Tints own = tints;
    add_tints(witness, own);
    const Html squares = drawing(*grid, room_for(&witness, outcomes), own, "The board at the start.");
    return element("figure", {{"class", "board"}},
                   element("div", {{"class", "scroll"}}, squares) + legend(*grid, own));
}

}  // namespace errata::reports::html
