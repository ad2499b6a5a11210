#include "reports/render/new_game.h"

#include <algorithm>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/card_list.h"

namespace errata::reports {

namespace {

// The first few, and how many more.
std::string some_of(const std::vector<std::string>& names) {
    constexpr std::size_t most = 4;
    const std::size_t shown = names.size() <= most ? names.size() : most - 1;
    std::vector<std::string> parts(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(shown));
    if (names.size() > shown) parts.push_back(std::to_string(names.size() - shown) + " more");
    return dsl::join(dsl::mapped(parts, dsl::visible_word), ", ");
}

std::string words_of_column(const TableColumn& column) {
    constexpr std::size_t most = 8;
    std::vector<std::string> parts;
    for (const auto& [word, count] : column.words) {
        if (parts.size() < most) parts.push_back(dsl::visible_word(word) + " " + std::to_string(count));
    }
    if (column.words.size() > most) parts.push_back(std::to_string(column.words.size() - most) + " more");
    return dsl::join(parts, ", ");
}

std::string value_words(const TableColumn& column) {
    switch (column.sort) {
        case ValueSort::Number:
            return column.field + ": numbers from " + std::to_string(column.least) + " to " +
                   std::to_string(column.most);
        case ValueSort::YesOrNo:
            return column.field + ": yes or no";
        case ValueSort::Word:
            return column.field + ": " + words_of_column(column);
        case ValueSort::Words:
            return column.field + ": sets of " + words_of_column(column);
    }
    return "";
}

std::string use_words(const TableColumn& column) {
    switch (column.use) {
        case ColumnUse::Name:
            return "the name";
        case ColumnUse::Text:
            return "the text";
        case ColumnUse::Rows:
            return "rows of the rulebook";
        case ColumnUse::Value:
            return value_words(column);
        case ColumnUse::Unread:
            return column.heading.empty() ? "not used" : "left unread";
    }
    return "";
}

std::string question_words(const TableColumn& column, ColumnQuestion question, const std::string& rules) {
    switch (question) {
        case ColumnQuestion::IsRulesText:
            return "It holds sentences. Is it rules text? Then write `text` for `unread` in " + rules;
        case ColumnQuestion::EmptyCells:
            return dsl::count_of(column.asked_about.size(), "card") +
                   (column.asked_about.size() == 1 ? " has none: " : " have none: ") +
                   some_of(column.asked_about) + ". The default in " + rules + " counts there. Is it right?";
        case ColumnQuestion::OddCells:
            return "Most cells hold a number from 0 to 99 or should, and these do not: " +
                   some_of(column.asked_about) + ". What do they mean?";
        case ColumnQuestion::NoSort:
            return "It holds neither numbers nor a few words. Is it part of the rules?";
        case ColumnQuestion::NoHeading:
            return "Nothing stands above it. What is it?";
    }
    return "";
}

struct ColumnRow {
    std::string heading;
    std::string words;
};

std::string rows_text(const std::vector<ColumnRow>& rows) {
    std::size_t width = 0;
    for (const ColumnRow& row : rows) width = std::max(width, display_width(row.heading));
    std::string text;
    for (const ColumnRow& row : rows) {
        // The first line begins with the heading, where the others have blanks.
        const std::string lines = wrapped(row.words, width + 4, default_width);
        text += "  " + padded(row.heading, width) + "  " + lines.substr(width + 4);
    }
    return text;
}

std::string columns_text(const NewGame& game, const std::string& rules) {
    std::vector<ColumnRow> rows;
    for (const TableColumn& column : game.columns->columns) {
        std::vector<std::string> sentences{use_words(column) + "."};
        for (const ColumnQuestion question : column.questions)
            sentences.push_back(question_words(column, question, rules));
        rows.push_back({column.heading.empty() ? "(no heading)" : dsl::visible_word(column.heading),
                        dsl::join(sentences, " ")});
    }
    for (const auto& [field, value] : game.defaults)
        rows.push_back({"(no column)", field + ": " + value + " for each card."});
    return "How the columns are understood:\n" + rows_text(rows);
}

std::string carried_out_text(const NewGame& game, const std::string& rules) {
    const TableColumn* const sort = game.columns->named("sort");
    if (sort == nullptr) return "";
    const std::string found =
        game.carried_out.empty()
            ? "No type of card is taken for a spell: all cards stay where they are played."
            : "Carried out and gone, as spells are: " + some_of(game.carried_out) + ".";
    return wrapped(found + " If that is wrong, change it in " + rules + ".", 2, default_width);
}

std::string brackets_text(const NewGame& game) {
    std::vector<std::string> places;
    for (const BracketedWords& one : game.columns->bracketed)
        places.push_back(one.card + " (" + one.words + ")");
    if (places.empty()) return "";
    return wrapped("Words in brackets are not read: " + some_of(places) + ". Are they part of the rules?", 2,
                   default_width);
}

std::string reading_text(const NewGame& game, const NewGameOrder& order) {
    const CardList list = list_cards(game.session);
    const std::string folder = dsl::visible_word(order.folder);
    std::string text = dsl::count_of(list.items(), "printed item") + ", " +
                       dsl::count_of(list.lines(), "line") + " of text, ";
    const std::string command = game.columns ? "screen " : "check ";
    if (list.unread.empty()) return text + "all of them read\nNext: errata " + command + folder + "\n";
    text += std::to_string(list.unread_lines()) + " of them not read yet\n";
    return text + "Next: errata cards " + folder + " --next\n";
}

}  // namespace

std::string render_text(const NewGame& game, const NewGameOrder& order) {
    std::string text = "A new game from the starter '" + order.starter + "':\n";
    for (const NewFile& file : game.files) text += "  " + dsl::visible_word(file.path) + "\n";
    if (game.columns) {
        const std::string rules = dsl::visible_word(game.files.front().path);
        text += "\n" + columns_text(game, rules) + carried_out_text(game, rules) + brackets_text(game);
    }
    return text + "\n" + reading_text(game, order);
}

}  // namespace errata::reports
