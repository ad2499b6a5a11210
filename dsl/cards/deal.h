// The rows of one table as printed items: each row an ordinary Item of kind Card, as if it had been written
// in the file that imports the table, but with its places in the table. What does not fit is reported where
// it stands; a row with a name is an item all the same, so that nobody who names it is blamed.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/ast/item.h"
#include "dsl/cards/table.h"
#include "dsl/diag/sink.h"

namespace errata::dsl {

struct Deal {
    const ast::Item& cards;              // which columns are which fields
    const ast::Item& printed;            // the fields and their types
    const std::set<std::string>& names;  // that the spec declares
};

std::vector<ast::Item> deal(const Deal& deal, const Table& table, std::uint32_t file, Sink& sink);

// The cards with the text of this column in the place of their own; where its cell is blank, with their own.
// Nothing: the table has no such column, or the cards have no text.
struct OtherText {
    ast::Item cards;
    Table table;
};
std::optional<OtherText> with_other_text(const ast::Item& cards, const Table& table,
                                         const std::string& heading);

// The names in the column of names, if the table has one.
std::vector<std::string> names_in(const ast::Item& cards, const Table& table);

}  // namespace errata::dsl
