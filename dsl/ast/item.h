// Items of the syntax tree: what stands at column 0. See ast.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dsl/ast/ability.h"

namespace errata::dsl::ast {

// One line of printed text, trimmed; `rows` from a bracket at its end.
struct TextLine {
    Span span;  // of the text alone
    std::string text;
    std::vector<std::string> rows;
    // In force under one alternative of a version alone, `printed: ...` below `version "Second printing"`; or
    // empty.
    std::string version;
    std::string alternative;
    Span version_span;
    Span alternative_span;
    bool is_rule = false;  // of a rulebook, with its meaning below it: that follows the item as a rule
    // Where `text` has one quote and the file has two, as cells of a table do; see text_line.h.
    std::vector<std::uint32_t> doubled_quotes;
};

// `cost: "Cost in gold"`: the column that gives a field of the printed items, or their name, text or rows.
struct Column {
    Span span;
    std::string field;
    std::string heading;
    Span heading_span;
};

// One alternative of a reading: `narrow "only then" { abilities }`; of a version the block may be left out.
struct Alternative {
    Span span;
    std::string name;
    std::string title;
    std::vector<Ability> abilities;
};

// One family of unknowns: `strength(u: unit): 0..9 = 1 + number of s: unit with helps(s, u) otherwise 0`.
struct Equation {
    Span span;
    std::string name;
    std::vector<Binder> binders;
    TypeExpr type;
    std::vector<Expr> exprs;  // definition[, backup]
};

// `name: value` in scopes, meta-rules and card headers; `at least value` of derived values.
struct Setting {
    Span span;
    std::string name;
    Expr value;
};

enum class ItemKind {
#define ERRATA_ITEM_KIND(kind, word) kind,
#include "dsl/ast/kinds.def"
};

// Who accepts something, and the last day on which it holds; either may be empty.
struct Accepting {
    std::string code;    // or empty
    std::string digest;  // of what the clauses meant when it was accepted, or empty
    std::string by;
    std::string until;
};

// `Keep - Mill`
struct Link {
    Span span;
    std::string from;
    std::string to;
    bool is_quoted = false;  // of an import: `from` stands for words of templates, too
};

// Who is asked in a window: everybody in turn from somebody on, again and again or once; or one player.
enum class Participants { From, For, FromOnce };

// What the phrases of a category stand for.
enum class CategorySort { Abilities, Statements, Condition, Expression, Things, Event };

enum class CheckMode { Always, Never, Reachable, Possible, Eventually, Terminates, Unique };

// Which of several solutions counts.
enum class Preference { Most, Least };

// Zones in which one life is spent: so many of the names, from the first on.
struct OneLife {
    std::string name;
    Span span;
    std::size_t first = 0;
    std::size_t count = 0;
};

struct ItemNames {
    std::vector<std::string> all;
    std::vector<Span> spans;          // of `all`
    std::vector<std::string> hidden;  // Zone: those of `all` into which not everybody sees
    std::vector<OneLife> lives;       // Zone: in the order of the names
};

// Width and height are numbers of squares.
struct Grid {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool diagonal = false;
    bool hex = false;
    bool ring = false;
};

// What an item says of an assumption: makes it, decides it the other way, or has both ways tried.
enum class Stance { Assumed, Denied, Tried };

// Which of several sorts of its kind an item is.
struct Sort {
    Participants participants = Participants::From;
    CategorySort category = CategorySort::Expression;
    CheckMode check = CheckMode::Always;
    Preference preference = Preference::Most;
    Stance stance = Stance::Assumed;
    bool is_moment = false;  // Phrase of an event: a phase begins or ends, named by the expression
    bool is_at_end = false;  // it ends
    // Phrase, Rule: what is written below a line of text, `= when enter(u) { }`.
    bool is_of_line = false;
    bool is_version = false;  // Reading: one text has replaced another, each alternative is one of them
};

// What stands behind the head of an item, but for statements: one of these, by its kind.
struct Contents {
    std::vector<Ability> abilities;
    std::vector<TextLine> lines;
    std::vector<Column> columns;
    std::vector<Setting> settings;
    std::vector<Alternative> alternatives;
    std::vector<Equation> equations;
    // Phrase that stands for things: the name of each, once for every kind that it may be of, or hole that
    // says the kind. Their condition is the expression of the item.
    std::vector<Binder> things;
};

struct Item {
    ItemKind kind = ItemKind::Error;
    Span span;
    Span name_span;
    std::string name;
    std::string title;
    ItemNames names;
    NameList dealt;
    std::vector<Link> links;
    std::vector<std::string> rows;
    std::int64_t number = 0;
    Grid grid;
    Sort sort;
    Accepting accepting;
    TypeExpr type;
    std::vector<Binder> fields;
    std::vector<Binder> binders;
    std::vector<Binder> refers;
    std::vector<Expr> params;
    std::vector<Expr> exprs;
    std::vector<Stmt> body;
    Contents contents;
};

}  // namespace errata::dsl::ast
