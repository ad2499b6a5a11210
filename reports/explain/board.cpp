#include "reports/explain/board.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "checker/plays/describe.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/bearers.h"

namespace errata::reports {

using compiler::Model;
using compiler::State;
using compiler::Type;
using compiler::TypeForm;
using compiler::Value;
using compiler::Variable;

namespace {

struct Square {
    std::size_t column = 0;
    std::size_t row = 0;
};

struct Grid {
    compiler::TypeId type;
    std::size_t columns = 0;
    std::size_t rows = 0;
    std::map<Value, Square> squares;
};

std::optional<Grid> grid_of(const Type& type) {
    if (type.columns == 0) return std::nullopt;
    Grid grid;
    grid.columns = static_cast<std::size_t>(type.columns);
    grid.rows = type.labels.size() / grid.columns;
    for (std::size_t i = 0; i < type.labels.size(); ++i)
        grid.squares[static_cast<Value>(i)] = {i % grid.columns, i / grid.columns};
    return grid;
}

// The type of the squares, whether or not a variable of it may also be none.
bool ranges_over(const Model& model, compiler::TypeId id, const Grid& grid) {
    return model.type(id).form == TypeForm::Enum && model.type(id).labels == model.type(grid.type).labels;
}

// A field of the squares that says one of several words of each.
bool is_about_squares(const Model& model, const Variable& variable, const Grid& grid) {
    const Type& type = model.type(variable.type);
    return variable.is_field && variable.params.size() == 1 && ranges_over(model, variable.params[0], grid) &&
           type.form == TypeForm::Enum && !is_grid(type);
}

// A field of the squares that some have and some have not: it is drawn by its name.
bool is_flag_of_squares(const Model& model, const Variable& variable, const Grid& grid) {
    return variable.is_field && variable.params.size() == 1 && ranges_over(model, variable.params[0], grid) &&
           model.type(variable.type).form == TypeForm::Bool;
}

// On hexes alone a slanting way leads from a1 to the next field of its row, which lies half a field lower.
bool is_of_hexes(const Model& model, const Grid& grid) {
    const auto slants = [&](const compiler::Table& table) {
        if (table.name != "step" || table.params.size() != 2 || table.params[0] != grid.type) return false;
        const std::vector<std::string>& ways = model.type(table.params[1]).labels;
        const auto way = static_cast<std::size_t>(std::ranges::find(ways, "southeast") - ways.begin());
        constexpr Value next_of_row = 1;
        return way < ways.size() && way < table.values.size() && table.values[way] == next_of_row;
    };
    return grid.columns > 1 && std::ranges::any_of(model.functions.tables, slants);
}

// An object has a square, or a square something that may be none: these tell what stands on the squares.
bool says_what_stands(const Model& model, const Variable& variable, const Grid& grid) {
    if (!variable.is_field || variable.params.size() != 1) return false;
    const bool is_of_square = ranges_over(model, variable.params[0], grid);
    return is_of_square ? model.type(variable.type).optional : ranges_over(model, variable.type, grid);
}

// A variable of the game that is a square, or none.
bool names_square(const Model& model, const Variable& variable, const Grid& grid) {
    return !variable.is_field && variable.params.empty() && ranges_over(model, variable.type, grid) &&
           checker::is_of_the_game(variable);
}

// Those that are pieces, by the rule of the header.
std::vector<compiler::VarId> variables_that_stand(const Model& model, const Grid& grid) {
    std::vector<compiler::VarId> result;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        if (says_what_stands(model, model.variables[v], grid)) return {};
        if (names_square(model, model.variables[v], grid)) result.emplace_back(v);
    }
    return result;
}

// The shortest beginning of each label that no other label shares: Void -> V, Water -> Wa, Wasteland -> Was.
std::map<std::string, std::string> abbreviations(const std::vector<std::string>& labels) {
    std::map<std::string, std::string> result;
    for (const std::string& label : labels) {
        std::size_t length = 1;
        const auto is_shared = [&](const std::string& other) {
            return other != label && other.substr(0, length) == label.substr(0, length);
        };
        while (length < label.size() && std::any_of(labels.begin(), labels.end(), is_shared)) ++length;
        result[label] = label.substr(0, length);
    }
    return result;
}

std::optional<Grid> first_grid(const Model& model) {
    for (std::size_t i = 0; i < model.types.size(); ++i) {
        if (model.types[i].optional) continue;
        std::optional<Grid> grid = grid_of(model.types[i]);
        if (!grid) continue;
        grid->type = compiler::TypeId(i);
        return grid;
    }
    return std::nullopt;
}

// What stands on the squares, and what the letters mean.
struct Content {
    const Naming& names;
    std::map<Value, std::vector<std::string>> by_square;
    std::set<std::pair<std::string, std::string>> legend;  // letters, name
    std::vector<std::pair<compiler::TypeId, Value>> things;
    std::vector<std::string> away;  // variables that are pieces and stand nowhere
};

constexpr std::size_t widest_name = 20;  // a longer one would make every square as wide

// On the picture a name is one word: its blanks do not break.
std::string shown_name(const Content& content, const compiler::Phrase& thing) {
    const std::string name = content.names(thing);
    return display_width(name) <= widest_name && name != thing.text() ? unbroken(name) : thing.text();
}

// A field of the squares: `terrain` of each.
void add_field(const Model& model, const State& state, const Grid& grid, const Variable& variable,
               Content& content) {
    const auto letters = abbreviations(model.type(variable.type).labels);
    for (const auto& [square, place] : grid.squares) {
        const Value value = state[variable.base + static_cast<std::size_t>(square)];
        if (value == compiler::none_value) continue;
        const std::string name = checker::value_text(model, variable.type, value).text();
        content.by_square[square].push_back(letters.at(name));
        content.legend.emplace(letters.at(name), name);
    }
}

void add_flag(const State& state, const Grid& grid, const Variable& variable, Content& content) {
    for (const auto& [square, place] : grid.squares) {
        if (state[variable.base + static_cast<std::size_t>(square)] == 1)
            content.by_square[square].push_back(variable.name.substr(variable.name.find('.') + 1));
    }
}

// Of an object that bears an item at times (a card that lies somewhere), the field that says which; else
// none.
const Variable* item_of(const Model& model, compiler::TypeId kind) {
    const auto is_it = [&](const Variable& variable) {
        return variable.is_field && variable.params.size() == 1 && variable.params[0] == kind &&
               model.type(variable.type).optional && are_printed(model, variable.type);
    };
    const auto found = std::ranges::find_if(model.variables, is_it);
    return found == model.variables.end() ? nullptr : &*found;
}

// A field of what stands on squares: `at` of each. Where an object's place begins with a square, nothing
// stands there before it bears something.
void add_things(const Model& model, const State& state, const Grid& grid, const Variable& variable,
                Content& content) {
    const Type& param = model.type(variable.params[0]);
    const Variable* const item = item_of(model, variable.params[0]);
    for (std::size_t i = 0; i < variable.cells; ++i) {
        const Value at = state[variable.base + i];
        const bool is_bare = item != nullptr && state[item->base + i] == compiler::none_value;
        if (!grid.squares.contains(at) || is_bare) continue;
        const Value thing = param.lo + static_cast<Value>(i);
        content.by_square[at].push_back(
            shown_name(content, checker::value_text(model, variable.params[0], thing)));
        content.things.emplace_back(variable.params[0], thing);
    }
}

// False: it stands nowhere, so that the picture does not tell it completely.
bool add_variable(const State& state, const Grid& grid, const Variable& variable, Content& content) {
    const Value at = state[variable.base];
    if (!grid.squares.contains(at)) {
        content.away.push_back(variable.name);
        return false;
    }
    content.by_square[at].push_back(variable.name);
    return true;
}

// Of several fields with squares the first one of a kind says where it stands; the others, such as where it
// will come back, are told beside the picture.
bool says_where_it_stands(const Model& model, const Grid& grid, const Variable& variable) {
    const auto is_such = [&](const Variable& other) {
        return other.is_field && other.params.size() == 1 && other.params[0] == variable.params[0] &&
               ranges_over(model, other.type, grid);
    };
    return &*std::ranges::find_if(model.variables, is_such) == &variable;
}

// Whose the things are: "group1: owner Ann", by what their kind says of players; and what stands nowhere.
std::string things_text(const Model& model, const State& state, const Content& content) {
    std::vector<std::string> entries;
    for (const std::string& name : content.away) entries.push_back(name + ": " + std::string(off_the_board));
    for (const Variable& variable : model.variables) {
        const bool names_player = model.player_type.is_valid() && variable.is_field &&
                                  variable.params.size() == 1 &&
                                  model.types.base(variable.type) == model.types.base(model.player_type);
        if (!names_player) continue;
        for (const auto& [kind, thing] : content.things) {
            if (kind != variable.params[0]) continue;
            const std::size_t cell = variable.base + static_cast<std::size_t>(thing - model.type(kind).lo);
            if (state[cell] == compiler::none_value) continue;
            const std::string field = variable.name.substr(variable.name.find('.') + 1);
            entries.push_back(shown_name(content, checker::value_text(model, kind, thing)) + ": " + field +
                              " " + checker::value_text(model, variable.type, state[cell]).text());
        }
    }
    return dsl::join(entries, "   ");
}

std::vector<std::string> lines_of(const Grid& grid, const Content& content) {
    std::vector<std::string> lines;
    std::size_t width = 1;
    for (const auto& [square, parts] : content.by_square)
        width = std::max(width, display_width(dsl::join(parts, " ")));
    for (std::size_t row = 0; row < grid.rows; ++row) {
        std::vector<std::string> boxes(grid.columns);
        for (const auto& [square, parts] : content.by_square) {
            const Square& place = grid.squares.at(square);
            if (place.row == row) boxes[place.column] = dsl::join(parts, " ");
        }
        std::string line = "|";
        for (const std::string& box : boxes)
            line += " " + box + std::string(width - display_width(box), ' ') + " |";
        lines.push_back(line + "  " + std::to_string(row + 1));
    }
    std::string letters = " ";
    for (std::size_t column = 0; column < grid.columns; ++column) {
        letters += " " + std::string(1, static_cast<char>('a' + column)) + std::string(width + 1, ' ');
    }
    lines.emplace_back(without_blanks_behind(letters));
    return lines;
}

// "every second column (b, d, ...) lies half a field lower"
std::string lower_columns_text(const Grid& grid) {
    constexpr std::size_t most_named = 2;
    std::vector<std::string> names;
    for (std::size_t column = 1; column < grid.columns && names.size() <= most_named; column += 2) {
        names.push_back(names.size() == most_named ? "..." : std::string(1, static_cast<char>('a' + column)));
    }
    return std::string(lower_columns) + " (" + dsl::join(names, ", ") + ") lies half a field lower";
}

std::string legend_text(const Content& content) {
    std::vector<std::string> entries;
    for (const auto& [letter, name] : content.legend) {
        if (letter != name) entries.push_back(letter + " = " + name);
    }
    return dsl::join(entries, "   ");
}

}  // namespace

bool is_grid(const Type& type) { return type.columns > 0; }

Board draw_board(const Model& model, const State& state, const Naming& names) {
    const std::optional<Grid> grid = first_grid(model);
    if (!grid) return {};
    Board board;
    Content content{names, {}, {}, {}, {}};
    for (const compiler::VarId id : variables_that_stand(model, *grid)) {
        if (add_variable(state, *grid, model.variable(id), content)) board.shown.push_back(id);
    }
    // Squares that bear items are told by these; what else is said of them stands beside the picture.
    const bool bears_items = std::ranges::any_of(model.variables, [&](const Variable& variable) {
        return is_about_squares(model, variable, *grid) && are_printed(model, variable.type);
    });
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const Variable& variable = model.variables[v];
        if (!variable.is_field || variable.params.size() != 1) continue;
        if (is_about_squares(model, variable, *grid)) {
            if (bears_items && !are_printed(model, variable.type)) continue;
            add_field(model, state, *grid, variable, content);
        } else if (is_flag_of_squares(model, variable, *grid)) {
            add_flag(state, *grid, variable, content);
        } else if (ranges_over(model, variable.type, *grid) && says_where_it_stands(model, *grid, variable)) {
            add_things(model, state, *grid, variable, content);
        } else {
            continue;
        }
        board.shown.push_back(compiler::VarId(v));
    }
    if (content.by_square.empty()) return {};
    board.lines = lines_of(*grid, content);
    if (is_of_hexes(model, *grid)) board.lines.push_back(lower_columns_text(*grid));
    if (const std::string legend = legend_text(content); !legend.empty()) board.lines.push_back(legend);
    if (const std::string things = things_text(model, state, content); !things.empty())
        board.lines.push_back(things);
    return board;
}

}  // namespace errata::reports
