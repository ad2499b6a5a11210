// How a designer's table of cards is understood: what each column is, by its heading and by what its cells
// hold. Guesses nothing about what the rules do: a column of which it is not plain what it says stays unread,
// and what a person has to decide is a question. Reads no file and writes none.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "dsl/cards/table.h"

namespace errata::reports {

enum class ColumnUse { Name, Text, Rows, Value, Unread };

enum class ValueSort { Number, YesOrNo, Word, Words };

enum class ColumnQuestion {
    IsRulesText,  // it holds sentences and is not taken for the text of the cards
    EmptyCells,   // some cards have no value
    OddCells,     // some cells hold something else than the others, so it is left unread
    NoSort,       // it holds neither one number nor one of a few words
    NoHeading,    // it holds something, and nothing stands above it
};

struct TableColumn {
    std::string heading;
    ColumnUse use = ColumnUse::Unread;
    // Of a value:
    std::string field;  // as the game calls it
    ValueSort sort = ValueSort::Number;
    std::int64_t least = 0;
    std::int64_t most = 0;
    std::vector<std::pair<std::string, std::size_t>> words;  // as they come, with the number of cards
    std::vector<ColumnQuestion> questions;
    std::vector<std::string> asked_about;  // cards without a value, or odd cells; in the order of the table
};

// Words in brackets that are no sentence, and that Errata would not read.
struct BracketedWords {
    std::string card;
    std::string words;
};

struct UnderstoodTable {
    std::vector<TableColumn> columns;  // with a heading or anything below it
    std::size_t cards = 0;
    std::vector<BracketedWords> bracketed;

    const TableColumn* named(std::string_view field) const;
};

// What a game wants to know of its cards.
struct WantedFields {
    std::vector<std::string> numbers;
    std::string sort;                // the field for what type of card it is; empty: none
    std::vector<std::string> taken;  // names that mean something else in the game
};

UnderstoodTable understand(const dsl::Table& table, const WantedFields& wanted);

// What people call one thing: does `heading` say what the field says? "Mana cost" and `cost`.
bool says(std::string_view heading, std::string_view field);

// Is a card with this word as its type carried out once, as a spell or an event is? By the word alone.
bool is_of_group(std::string_view word, std::string_view group);

}  // namespace errata::reports
