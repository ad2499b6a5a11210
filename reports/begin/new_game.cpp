#include "reports/begin/new_game.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <set>
#include <sstream>

#include "compiler/compile.h"
#include "dsl/ast/print.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/cards/cell_values.h"
#include "dsl/parse.h"
#include "dsl/source/overlay_reader.h"

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

constexpr const char* game_file = "game.rules";
constexpr const char* words_file = "words.rules";
constexpr const char* starter_table = "cards.csv";
constexpr const char* cards_section = "Cards";
constexpr const char* nouns_section = "Nouns";
constexpr const char* type_field = "sort";

using Lines = std::vector<std::string>;

Lines lines_of_text(const std::string& text) {
    Lines result;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) result.push_back(line);
    return result;
}

std::string text_of_lines(const Lines& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    return text;
}

bool is_heading(const std::string& line) { return line.starts_with("-- == "); }

// A part of a starter's file: what stands between `-- == Cards ==` and the next line of that form.
struct Section {
    std::size_t begin = 0;
    std::size_t end = 0;
};

Section section_of(const Lines& lines, const std::string& title) {
    const auto heading = std::ranges::find(lines, "-- == " + title + " ==");
    if (heading == lines.end()) return {lines.size(), lines.size()};
    const auto next = std::find_if(heading + 1, lines.end(), is_heading);
    return {static_cast<std::size_t>(heading + 1 - lines.begin()),
            static_cast<std::size_t>(next - lines.begin())};
}

void replace(Lines& lines, Section section, const Lines& by) {
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(section.begin);
    const auto behind = lines.erase(begin, lines.begin() + static_cast<std::ptrdiff_t>(section.end));
    lines.insert(behind, by.begin(), by.end());
}

// A printed value of the starter: `cost: 0..2 = 1`.
struct StarterField {
    std::string name;
    std::string type;
    std::string value;  // its default, or empty
};

struct StarterCards {
    std::string printed;  // the line with `printed`
    std::string kind;     // its word
    std::vector<StarterField> fields;
    Lines sorts;    // the line with the enum
    Lines defines;  // with the comments above them
};

std::string behind_word(const std::string& line, std::string_view word) {
    return std::string(dsl::trimmed(std::string_view(line).substr(word.size())));
}

StarterField field_in(const std::string& line) {
    const std::size_t colon = line.find(':');
    const std::size_t equals = line.find(" = ");
    StarterField field;
    field.name = dsl::trimmed(line.substr(0, colon));
    field.type =
        dsl::trimmed(line.substr(colon + 1, equals == std::string::npos ? equals : equals - colon - 1));
    if (equals != std::string::npos) field.value = dsl::trimmed(line.substr(equals + 3));
    return field;
}

StarterCards cards_of(const Lines& lines) {
    StarterCards result;
    const Section section = section_of(lines, cards_section);
    bool is_in_fields = false;
    bool is_in_table = false;
    Lines comment;
    for (std::size_t i = section.begin; i < section.end; ++i) {
        const std::string& line = lines[i];
        if (is_in_fields && line != "}") result.fields.push_back(field_in(line));
        if (line.starts_with("printed ")) {
            result.printed = line;
            result.kind = dsl::grammar::word_at(line, std::string_view("printed ").size());
            is_in_fields = true;
        }
        if (line.starts_with("cards ")) is_in_table = true;
        if (line.starts_with("enum ")) result.sorts.push_back(line);
        if (line.starts_with("--")) comment.push_back(line);
        if (line.starts_with("define ")) {
            std::ranges::copy(comment, std::back_inserter(result.defines));
            result.defines.push_back(line);
        }
        if (!line.starts_with("--") && !is_in_table && !is_in_fields) comment.clear();
        if (line == "}") is_in_fields = is_in_table = false;
    }
    return result;
}

// Every word of the starter: none of them is free for a name of the table.
std::vector<std::string> words_in(const std::string& text) {
    std::set<std::string> words;
    for (std::size_t at = 0; at < text.size();) {
        const std::string_view word = dsl::grammar::word_at(text, at);
        if (!word.empty()) words.emplace(word);
        at += std::max<std::size_t>(1, word.size());
    }
    return {words.begin(), words.end()};
}

std::string label(const std::string& word) {
    return dsl::grammar::is_plain_name(word) ? word : dsl::grammar::quoted(word);
}

std::string labels(const TableColumn& column) {
    return dsl::join(dsl::mapped(column.words, [](const auto& word) { return label(word.first); }), ", ");
}

bool asks(const TableColumn& column, ColumnQuestion question) {
    return std::ranges::find(column.questions, question) != column.questions.end();
}

// Writes what the table says into the texts of a starter.
class CardsWriter {
public:
    CardsWriter(StarterCards starter, const UnderstoodTable& table, std::string file)
        : starter_(std::move(starter)), table_(table), file_(std::move(file)) {}

    Lines section() {
        Lines lines{""};
        write_enums(lines);
        write_printed(lines);
        write_table(lines);
        write_defines(lines);
        return lines;
    }

    std::vector<std::pair<std::string, std::string>> defaults;
    std::vector<std::string> carried_out;

private:
    void write_enums(Lines& lines) {
        const TableColumn* const sort = table_.named(type_field);
        if (sort == nullptr) std::ranges::copy(starter_.sorts, std::back_inserter(lines));
        for (const TableColumn& column : table_.columns) {
            if (column.use != ColumnUse::Value || column.words.empty()) continue;
            lines.push_back("enum " + column.field + ": " + labels(column));
        }
        lines.emplace_back("");
    }

    static std::string range(std::int64_t least, std::int64_t most) {
        return std::to_string(least) + ".." + std::to_string(most);
    }

    // The starter's own value stays possible, for cards without one.
    std::string starter_field(const StarterField& field) {
        const TableColumn* const column = table_.named(field.name);
        if (column == nullptr) {
            if (!field.value.empty()) defaults.emplace_back(field.name, field.value);
            return field.name + ": " + field.type + (field.value.empty() ? "" : " = " + field.value);
        }
        if (column->sort != ValueSort::Number) return field.name + ": " + column->field;
        const std::int64_t value = field.value.empty() ? 0 : std::stoll(field.value);
        return field.name + ": " + range(0, std::max(column->most, value)) + " = " + std::to_string(value);
    }

    static std::string own_field(const TableColumn& column) {
        const bool has_gaps = asks(column, ColumnQuestion::EmptyCells);
        switch (column.sort) {
            case ValueSort::Number: {
                const std::int64_t least = has_gaps ? std::min<std::int64_t>(0, column.least) : column.least;
                const std::int64_t most = has_gaps ? std::max<std::int64_t>(0, column.most) : column.most;
                const std::int64_t value = least <= 0 && 0 <= most ? 0 : least;
                return column.field + ": " + range(least, most) + " = " + std::to_string(value);
            }
            case ValueSort::YesOrNo:
                return column.field + ": bool = no";
            case ValueSort::Word:
                return column.field + ": " + column.field + (has_gaps ? "?" : "");
            case ValueSort::Words:
                return column.field + ": set of " + column.field;
        }
        return "";
    }

    bool is_of_starter(const TableColumn& column) const {
        return std::ranges::find(starter_.fields, column.field, &StarterField::name) != starter_.fields.end();
    }

    void write_printed(Lines& lines) {
        lines.push_back(starter_.printed);
        for (const StarterField& field : starter_.fields) lines.push_back("    " + starter_field(field));
        for (const TableColumn& column : table_.columns) {
            if (column.use == ColumnUse::Value && !is_of_starter(column))
                lines.push_back("    " + own_field(column));
        }
        lines.emplace_back("}");
        lines.emplace_back("");
    }

    void write_table(Lines& lines) const {
        lines.push_back("cards " + dsl::grammar::quoted(file_) + " as " + starter_.kind + " {");
        const auto write = [&](std::string_view field, const TableColumn& column) {
            if (!column.heading.empty())
                lines.push_back("    " + std::string(field) + ": " + dsl::grammar::quoted(column.heading));
        };
        const auto write_all = [&](ColumnUse use, std::string_view field) {
            for (const TableColumn& column : table_.columns) {
                if (column.use == use) write(field, column);
            }
        };
        write_all(ColumnUse::Name, "name");
        for (const StarterField& field : starter_.fields) {
            if (const TableColumn* const column = table_.named(field.name)) write(field.name, *column);
        }
        for (const TableColumn& column : table_.columns) {
            if (column.use == ColumnUse::Value && !is_of_starter(column)) write(column.field, column);
        }
        write_all(ColumnUse::Text, "text");
        write_all(ColumnUse::Rows, "rows");
        write_all(ColumnUse::Unread, "unread");
        lines.emplace_back("}");
        lines.emplace_back("");
    }

    // `define is_spell(c: card): bool = c.sort = Spell`, `define most_cost: 0..99 = 2`
    void write_defines(Lines& lines) {
        for (const std::string& line : starter_.defines) {
            const bool is_comment = line.starts_with("--");
            lines.push_back(is_comment ? line : defined(line));
            if (!is_comment) lines.emplace_back("");
        }
    }

    std::string defined(const std::string& line) {
        const std::string name(dsl::grammar::word_at(line, std::string_view("define ").size()));
        const std::string head = line.substr(0, line.find(" = ") + 3);
        if (name.starts_with("is_")) return head + of_group(line, behind_word(name, "is_"));
        if (!name.starts_with("most_")) return line;
        const TableColumn* const column = table_.named(behind_word(name, "most_"));
        return column == nullptr ? line : head + std::to_string(column->most);
    }

    std::string of_group(const std::string& line, const std::string& group) {
        const TableColumn* const sort = table_.named(type_field);
        if (sort == nullptr) return line.substr(line.find(" = ") + 3);
        for (const auto& [word, count] : sort->words) {
            if (is_of_group(word, group)) carried_out.push_back(word);
        }
        if (carried_out.empty()) return "no";
        const std::string of_card = std::string("c.") + type_field;
        if (carried_out.size() == 1) return of_card + " = " + label(carried_out[0]);
        return of_card + " in {" + dsl::join(dsl::mapped(carried_out, label), ", ") + "}";
    }

    StarterCards starter_;
    const UnderstoodTable& table_;
    std::string file_;
};

// `phrase who "creature[s]" = ... c.card.sort = Creature`: the nouns of the starter for the types of the
// table, and adjectives for the other words that its cards have.
class NounsWriter {
public:
    NounsWriter(Lines starter, const UnderstoodTable& table) : starter_(std::move(starter)), table_(table) {}

    Lines section() {
        Lines lines;
        const TableColumn* const sort = table_.named(type_field);
        bool has_nouns = false;
        for (const std::string& line : starter_) {
            const bool is_noun = line.find(marker) != std::string::npos;
            if (!is_noun || sort == nullptr) lines.push_back(line);
            if (is_noun && sort != nullptr && !has_nouns) {
                for (const auto& [word, count] : sort->words) add(lines, noun(line, word), word);
            }
            has_nouns = has_nouns || is_noun;
        }
        for (const TableColumn& column : table_.columns) {
            const bool is_own = column.use == ColumnUse::Value && column.field != type_field;
            if (!is_own || column.sort != ValueSort::Word) continue;
            for (const auto& [word, count] : column.words) add(lines, adjective(column, word), word);
        }
        return lines;
    }

private:
    static constexpr std::string_view marker = "c.card.sort = ";

    // Signs of a template cannot be words of one.
    void add(Lines& lines, const std::string& phrase, const std::string& word) {
        const bool is_plain = word.find_first_of("{}[]()|\"\\") == std::string::npos;
        if (is_plain && known_.insert(dsl::lower(word)).second) lines.push_back(phrase);
    }

    static std::string plural(const std::string& word) {
        if (word.ends_with("y")) return word.substr(0, word.size() - 1) + "(y|ies)";
        return word + (word.ends_with("s") || word.ends_with("x") ? "[es]" : "[s]");
    }

    static std::string noun(const std::string& line, const std::string& word) {
        const std::size_t open = line.find('"');
        const std::size_t close = line.find('"', open + 1);
        const std::size_t at = line.find(marker) + marker.size();
        const std::string old = dsl::lower(dsl::grammar::unquoted(line.substr(at)));
        const std::string wording = line.substr(open + 1, close - open - 1);
        const std::string fresh = dsl::lower(word);
        const std::string behind = wording.size() >= old.size() ? wording.substr(old.size()) : "";
        return line.substr(0, open + 1) + (behind == "[s]" ? plural(fresh) : fresh + behind) +
               line.substr(close, at - close) + label(word);
    }

    static std::string adjective(const TableColumn& column, const std::string& word) {
        return "phrase who \"" + dsl::lower(word) + " {w: who}\" = w(c) and c.card is not none and c.card." +
               column.field + " = " + label(word);
    }

    Lines starter_;
    const UnderstoodTable& table_;
    std::set<std::string> known_;
};

Lines part(const Lines& lines, Section section) {
    return {lines.begin() + static_cast<std::ptrdiff_t>(section.begin),
            lines.begin() + static_cast<std::ptrdiff_t>(section.end)};
}

WantedFields wanted_by(const StarterCards& cards, const std::string& texts) {
    WantedFields wanted;
    for (const StarterField& field : cards.fields) {
        if (field.name == type_field)
            wanted.sort = field.name;
        else
            wanted.numbers.push_back(field.name);
    }
    wanted.taken = words_in(texts);
    return wanted;
}

// "salt_flats" is called "Salt flats".
std::string title_of(const std::string& folder) {
    fs::path path = fs::path(folder).lexically_normal();
    if (path.filename().empty() || path.filename() == ".") path = path.parent_path();
    std::string title = path.filename().string();
    std::ranges::replace(title, '_', ' ');
    std::ranges::replace(title, '-', ' ');
    return title.empty() || title == ".." ? "New game" : dsl::with_capital(title);
}

void retitle(Lines& lines, const std::string& title) {
    const auto line =
        std::ranges::find_if(lines, [](const std::string& one) { return one.starts_with("game "); });
    if (line != lines.end()) *line = "game " + dsl::grammar::quoted(title);
}

// Names of players and objects of the starter: "player Ann, Bob", "kind unit: Ash, Birch {".
std::set<std::string> names_of_things(const Lines& lines) {
    std::set<std::string> names;
    for (const std::string& line : lines) {
        const bool is_kind = line.starts_with("kind ");
        if (!is_kind && !line.starts_with("player ")) continue;
        const std::size_t begin = is_kind ? line.find(':') : std::string_view("player").size();
        const std::size_t end = std::min(line.find('{'), line.size());
        // `kind player of 2 { ... }` names nobody.
        if (begin >= end) continue;
        for (const std::string& word : words_in(line.substr(begin, end - begin))) names.insert(word);
    }
    return names;
}

std::set<std::string> words_of_table(const dsl::Table& table, const UnderstoodTable& columns) {
    std::set<std::string> words;
    for (const TableColumn& column : columns.columns) {
        for (const auto& [word, count] : column.words) words.insert(word);
    }
    for (const dsl::TableRow& row : table.rows) {
        for (const dsl::Cell& cell : row.cells) words.insert(dsl::one_line(cell));
    }
    return words;
}

std::string with_other_names(const std::string& line, const std::set<std::string>& names) {
    std::string result;
    for (std::size_t at = 0; at < line.size();) {
        const std::string word(dsl::grammar::word_at(line, at));
        result += word.empty() ? std::string(1, line[at]) : word;
        if (names.contains(word)) result += "_1";
        at += std::max<std::size_t>(1, word.size());
    }
    return result;
}

// Where a card is called as a player or an object of the starter is, the latter gets another name.
void make_room(Lines& lines, const std::set<std::string>& names, const std::set<std::string>& words) {
    std::set<std::string> clashing;
    std::ranges::set_intersection(names, words, std::inserter(clashing, clashing.end()));
    for (std::string& line : lines) line = with_other_names(line, clashing);
}

bool is_utf8(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = dsl::utf8_length(text, at);
        if (length == 0 || text[at] == '\0') return false;
        at += length;
    }
    return true;
}

std::string in_usual_layout(const std::string& path, const std::string& text) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    const dsl::ast::Module module = dsl::parse(sources, sources.add(path, text), sink);
    return sink.has_errors() ? text : dsl::ast::print(module, sources);
}

std::string name_of(const std::string& path) { return fs::path(path).filename().string(); }

// A table that lies in the folder of the game already is not copied.
bool lies_in(const std::string& folder, const std::string& path) {
    const auto whole = [](const fs::path& one) { return (one.lexically_normal() / "").lexically_normal(); };
    const fs::path home = fs::path(path).parent_path();
    const std::string ending = dsl::lower(fs::path(path).extension().string());
    return (ending == ".csv" || ending == ".tsv") && whole(home.empty() ? "." : home) == whole(folder);
}

std::string below(const std::string& folder, const std::string& name) {
    return (fs::path(folder) / name).lexically_normal().string();
}

bool is_tab_separated(const std::string& path) {
    return dsl::lower(fs::path(path).extension().string()) == ".tsv";
}

}  // namespace

NewGameResult new_game(const dsl::FileReader& disk, const NewGameOrder& order) {
    const std::string home = below(below(disk.library(), "starters"), order.starter);
    const auto game_text = disk.read(below(home, game_file));
    const auto words_text = disk.read(below(home, words_file));
    const auto starter_cards = disk.read(below(home, starter_table));
    if (!game_text || !words_text || !starter_cards) return {std::nullopt, NoNewGame::NoStarter};
    Lines game_lines = lines_of_text(*game_text);
    Lines words_lines = lines_of_text(*words_text);
    retitle(game_lines, title_of(order.folder));

    NewGame game;
    const bool has_own_table = !order.table.empty();
    const bool is_there = has_own_table && lies_in(order.folder, order.table);
    const std::string table_name = is_there                                         ? name_of(order.table)
                                   : has_own_table && is_tab_separated(order.table) ? "cards.tsv"
                                                                                    : starter_table;
    game.table = below(order.folder, table_name);
    std::string table_text = *starter_cards;
    if (has_own_table) {
        const auto own = disk.read(order.table);
        if (!own) return {std::nullopt, NoNewGame::NoTable};
        if (!is_utf8(*own)) return {std::nullopt, NoNewGame::NoText};
        table_text = *own;
        const StarterCards cards = cards_of(game_lines);
        const dsl::Table table =
            dsl::read_table(table_text, is_tab_separated(order.table) ? std::optional('\t') : std::nullopt);
        game.columns = understand(table, wanted_by(cards, *game_text + *words_text));
        if (std::ranges::find(game.columns->columns, ColumnUse::Name, &TableColumn::use) ==
            game.columns->columns.end())
            return {std::nullopt, NoNewGame::NoName};
        const std::set<std::string> things = names_of_things(game_lines);
        const std::set<std::string> words = words_of_table(table, *game.columns);
        make_room(game_lines, things, words);
        make_room(words_lines, things, words);
        CardsWriter writer(cards, *game.columns, table_name);
        replace(game_lines, section_of(game_lines, cards_section), writer.section());
        game.defaults = writer.defaults;
        game.carried_out = writer.carried_out;
        const Section nouns = section_of(words_lines, nouns_section);
        replace(words_lines, nouns, NounsWriter(part(words_lines, nouns), *game.columns).section());
    }
    for (const auto& [name, lines] :
         {std::pair(game_file, &game_lines), std::pair(words_file, &words_lines)}) {
        const std::string path = below(order.folder, name);
        game.files.push_back({path, in_usual_layout(path, text_of_lines(*lines))});
    }
    if (!is_there) game.files.push_back({game.table, table_text});

    compiler::CompileOptions options;
    options.set_unread_aside = true;
    dsl::OverlayReader written(disk);
    for (const NewFile& file : game.files) written.put(file.path, file.text);
    game.session = checker::open_session(written, game.files.front().path, options);
    return {std::move(game), {}};
}

}  // namespace errata::reports
