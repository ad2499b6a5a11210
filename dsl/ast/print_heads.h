// The words of the printer: each node up to its block as text with break marks, and whole nodes on one line
// where their blocks hold at most one thing. The layout in print.cpp decides which of the two to use.
#pragma once

#include <optional>
#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

// Up to the first block, without its brace.
std::string head(const Stmt& stmt);
std::string head(const Ability& ability);
std::string head(const Item& item);
std::string option_text(const Option& option);
std::string share_text(const Option& option);  // of a distribution
std::string setting_text(const Setting& setting);
std::string settings_text(const std::vector<Setting>& settings);  // { group: 2, unit: 3 }
std::string case_text(const Item& item, std::size_t i);           // "dry": c
std::string column_text(const Column& column);
std::string columns_text(const std::vector<Column>& columns);  // { name: "Name", text: "Text" }
std::string equation_text(const Equation& equation);
std::string rows_text(const std::vector<std::string>& rows);  // " [SAN-TER-118]", or ""

std::string call_text(const std::string& name, const std::vector<Expr>& args);  // die(m)
std::string guard_text(const char* word, const std::vector<Expr>& exprs);       // " if c", or ""

bool has_body(AbilityKind kind);
// Other abilities in braces.
bool has_parts(AbilityKind kind);
// A choice with one option that has binders: `choose m: minion by Ann { }`.
bool is_short_choice(const Stmt& stmt);

enum class BlockKind { None, Fields, Columns, Settings, Statements, Abilities, Readings, Equations, Cases };
BlockKind block_of(const Item& item);

// The whole node on one line, or nothing where a block holds more than one thing.
using Flat = std::optional<std::string>;
Flat flat(const Stmt& stmt);
Flat flat(const Ability& ability);
Flat flat(const Item& item);
Flat flat_block(const std::vector<Stmt>& block);
Flat flat_block(const std::vector<Ability>& block);

}  // namespace errata::dsl::ast
