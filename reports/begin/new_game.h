// A new game from a starter: the texts of its files, with the cards of the designer's own table where there
// is one. Writes nothing: who calls it does, when all is well.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/driver/session.h"
#include "dsl/source/file_reader.h"
#include "reports/begin/table_columns.h"

namespace errata::reports {

struct NewGameOrder {
    std::string folder;   // where the game is to be
    std::string starter;  // a row of starters.h
    std::string table;    // a table of cards; empty: that of the starter
};

struct NewFile {
    std::string path;
    std::string text;
};

struct NewGame {
    std::vector<NewFile> files;
    std::string table;                       // the path of the table in the game
    std::optional<UnderstoodTable> columns;  // nothing: the table is the starter's
    std::vector<std::pair<std::string, std::string>>
        defaults;                          // fields that no column gives, and their value
    std::vector<std::string> carried_out;  // types of cards that are carried out and are gone
    checker::Session session;              // of the game, with unread lines set aside
};

// Why there is none.
enum class NoNewGame {
    NoStarter,  // it does not lie in Errata's own folder
    NoTable,    // it cannot be read
    NoText,     // the table is no text in UTF-8
    NoName,     // no column of the table has names
};

struct NewGameResult {
    std::optional<NewGame> game;
    NoNewGame why = NoNewGame::NoStarter;
};

// A game whose session has errors is not to be written: the table has something wrong in it.
NewGameResult new_game(const dsl::FileReader& disk, const NewGameOrder& order);

}  // namespace errata::reports
