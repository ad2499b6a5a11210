#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

using grammar::quoted;

std::string case_text(const Item& item, std::size_t i) {
    return quoted(item.names.all[i]) + ": " + expr_text(item.exprs[i + 1]);
}

static std::string names_text(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : std::string(",") + break_mark) + name_text(name);
    return result;
}

static std::string zones_text(const Item& item) {
    std::string result;
    const ItemNames& names = item.names;
    auto next = names.hidden.begin();  // in the order of the names
    auto life = names.lives.begin();
    for (std::size_t i = 0; i < names.all.size(); ++i) {
        if (i > 0) result += std::string(",") + break_mark;
        if (life != names.lives.end() && life->first == i) result += name_text(life->name) + " (";
        const bool hidden = next != names.hidden.end() && *next == names.all[i];
        if (hidden) ++next;
        result += name_text(names.all[i]) + (hidden ? " hidden" : "");
        if (life == names.lives.end() || life->first + life->count != i + 1) continue;
        result += ")";
        ++life;
    }
    return result;
}

static std::string links_text(const std::vector<Link>& links) {
    std::string result;
    for (const Link& link : links) {
        result += result.empty() ? break_mark + std::string("links ") : std::string(",") + break_mark;
        result += name_text(link.from) + " - " + name_text(link.to);
    }
    return result;
}

static std::string check_text(const Item& item) {
    std::string result = spelling(item.sort.check);
    if (!item.exprs.empty()) result += " " + expr_text(item.exprs[0]);
    return item.exprs.size() < 2 ? result
                                 : result + std::string(1, break_mark) + "after " + expr_text(item.exprs[1]);
}

static std::string ruling_text(const Item& item) {
    if (item.name.empty() && item.exprs.size() > 1) {
        return " when " + expr_text(item.exprs[1]) + std::string(1, break_mark) + "then " +
               expr_text(item.exprs[0]);
    }
    std::string result;
    if (!item.name.empty()) result = " after " + call_text(item.name, item.params);
    if (item.exprs.size() > 1) result += std::string(1, break_mark) + "if " + expr_text(item.exprs[1]);
    return result + ":" + break_mark + expr_text(item.exprs[0]);
}

static std::string phrase_text(const Item& item) {
    std::string result = "phrase " + item.name + " " + quoted(item.title) + rows_text(item.rows);
    if (!item.binders.empty())
        result += std::string(1, break_mark) + "introduces " + binders_text(item.binders);
    if (!item.refers.empty()) result += std::string(1, break_mark) + "refers to " + binders_text(item.refers);
    result += " =";
    if (item.exprs.empty()) return item.body.empty() ? result : result + " do";
    const std::string meaning = expr_text(item.exprs[0]);
    // '{' would open abilities
    return result + break_mark + (meaning[0] == '{' ? "(" + meaning + ")" : meaning);
}

static std::string brackets(const std::vector<Binder>& binders) { return "(" + binders_text(binders) + ")"; }

static std::string sort_text(const Item& item) {
    std::string sort =
        item.sort.category == CategorySort::Expression ? type_text(item.type) : spelling(item.sort.category);
    if (item.binders.empty()) return sort;
    const bool untyped = item.binders.back().type.kind == TypeKind::Missing;  // only in brackets
    return sort + " given " + (untyped ? brackets(item.binders) : binders_text(item.binders));
}

std::string equation_text(const Equation& equation) {
    std::string result = equation.name + (equation.binders.empty() ? "" : brackets(equation.binders)) + ": " +
                         type_text(equation.type) + " =" + break_mark + expr_text(equation.exprs[0]);
    if (equation.exprs.size() > 1)
        result += break_mark + std::string("otherwise ") + expr_text(equation.exprs[1]);
    return result;
}

static std::string value_text(const Item& item) {
    return item.exprs.empty() ? "" : " =" + std::string(1, break_mark) + expr_text(item.exprs[0]);
}

static std::string typed_text(const Item& item) {
    return item.type.kind == TypeKind::Missing ? "" : ": " + type_text(item.type);
}

static std::string params_text(const Item& item) {
    return item.binders.empty() ? "" : brackets(item.binders);
}

static std::string kind_text(const Item& item) {
    return "kind " + item.name +
           (item.names.all.empty() ? " of " + std::to_string(item.number)
                                   : ": " + names_text(item.names.all));
}

static std::string grid_text(const Item& item) {
    return "grid " + item.name + " " + std::to_string(item.grid.width) + " x " +
           std::to_string(item.grid.height) + (shape_text(item).empty() ? "" : " " + shape_text(item));
}

static std::string window_text(const Item& item) {
    const bool once = item.sort.participants == Participants::FromOnce;
    return "window " + item.name + " " + spelling(item.sort.participants) + " " + expr_text(item.exprs[0]) +
           (once ? " once" : "");
}

static std::string derived_text(const Item& item) {
    std::string ends;
    for (const Setting& end : item.contents.settings) ends += " at " + end.name + " " + value_text(end.value);
    return "derived " + item.name + params_text(item) + typed_text(item) +
           (item.number == 0 ? "" : " layer " + std::to_string(item.number)) +
           (item.title.empty() ? "" : " latest " + item.title) + ends + rows_text(item.rows) +
           value_text(item);
}

static std::string card_text(const Item& item) {
    std::string result = item.title + " " + name_text(item.name);
    for (const Setting& setting : item.contents.settings) result += ", " + setting_text(setting);
    return unbroken(result) + rows_text(item.rows);  // a header is one line
}

static std::string screen_text(const Item& item) {
    std::string result = "screen " + quoted(item.title) + " of " + item.name + rows_text(item.rows);
    for (const Setting& setting : item.contents.settings) result += ", " + setting_text(setting);
    return result;
}

std::string column_text(const Column& column) { return column.field + ": " + quoted(column.heading); }

std::string columns_text(const std::vector<Column>& columns) {
    std::string result;
    for (const Column& column : columns) result += (result.empty() ? "" : ", ") + column_text(column);
    return "{ " + result + " }";
}

static std::string partition_text(const Item& item) {
    return (item.binders.empty() ? "" : std::string(1, break_mark) + "for " + binders_text(item.binders)) +
           with_text(item.exprs[0]);
}

static std::string accepting_text(const Accepting& accepting) {
    return (accepting.by.empty() ? "" : " by " + quoted(accepting.by)) +
           (accepting.until.empty() ? "" : " until " + accepting.until);
}

static std::string expect_text(const Item& item) {
    return "expect " + item.name + (item.title.empty() ? "" : " " + item.title) +
           (item.names.all.empty() ? "" : " about " + quoted(item.names.all[0]));
}

// The item up to its block, if it has one.
std::string head(const Item& item) {
    const std::string rows = rows_text(item.rows);
    const std::string titled = " " + quoted(item.title) + rows;
    switch (item.kind) {
        case ItemKind::Game:
            return "game" + titled;
        case ItemKind::Import:
            return "import" + titled;
        case ItemKind::Player:
            return "player " + names_text(item.names.all);
        case ItemKind::Enum:
            return "enum " + item.name + ": " + names_text(item.names.all);
        case ItemKind::Zone:
            return "zone " + item.name + ": " + zones_text(item);
        case ItemKind::Kind:
            return kind_text(item);
        case ItemKind::Grid:
            return grid_text(item);
        case ItemKind::Sites:
            return "sites " + item.name + ": " + names_text(item.names.all) + links_text(item.links);
        case ItemKind::Window:
            return window_text(item);
        case ItemKind::State:
            return "state";
        case ItemKind::Relation:
            return "relation " + item.name + brackets(item.binders) + typed_text(item) + value_text(item);
        case ItemKind::Define:
            return "define " + item.name + params_text(item) + typed_text(item) + rows + value_text(item);
        case ItemKind::Open:
            return "open " + item.name + brackets(item.binders) + typed_text(item) +
                   guard_text("default", item.exprs) + rows;
        case ItemKind::Derived:
            return derived_text(item);
        case ItemKind::Inductive:
            return "inductive " + item.name + params_text(item) + rows + guard_text("if", item.exprs);
        case ItemKind::Equations:
            return "equations " + item.name + rows;
        case ItemKind::Action:
            return "action " + item.name + brackets(item.binders) + rows;
        case ItemKind::Rule:
            return "rule" + titled;
        case ItemKind::Printed:
            return "printed " + item.name + " on " + type_text(item.type) + guard_text("if", item.exprs);
        case ItemKind::Card:
            return card_text(item);
        case ItemKind::Cards:
            return "cards" + titled + " as " + item.names.all[0];
        case ItemKind::Category:
            return "category " + item.name + " is " + sort_text(item);
        case ItemKind::Phrase:
            return phrase_text(item);
        case ItemKind::Turn:
            return "turn";
        case ItemKind::Setup:
            return "setup" + titled;
        case ItemKind::Screen:
            return screen_text(item);
        case ItemKind::Scope:
            return "scope " + item.name;
        case ItemKind::Meta:
            return "meta" + rows;
        case ItemKind::Scenario:
            return "scenario" + titled +
                   (item.contents.settings.empty() ? "" : " scope " + settings_text(item.contents.settings));
        case ItemKind::Check:
            return "check" + titled + " " + check_text(item);
        case ItemKind::Partition:
            return "partition" + titled + partition_text(item);
        case ItemKind::Ruling:
            return "ruling" + titled + ruling_text(item);
        case ItemKind::Reading:
            return (item.sort.is_version ? "version" : "reading") + titled;
        case ItemKind::Accept:
            return "accept" + titled + " because " + quoted(item.name) + accepting_text(item.accepting);
        case ItemKind::Expect:
            return expect_text(item);
        case ItemKind::Omit:
            return "omit" + rows + " because " + quoted(item.name);
        case ItemKind::Error:
            return "";
    }
    return "";
}

BlockKind block_of(const Item& item) {
    switch (item.kind) {
        case ItemKind::State:
            return BlockKind::Fields;
        case ItemKind::Kind:
        case ItemKind::Grid:
        case ItemKind::Sites:
        case ItemKind::Printed:
            return item.fields.empty() ? BlockKind::None : BlockKind::Fields;
        case ItemKind::Cards:
            return BlockKind::Columns;
        case ItemKind::Scope:
        case ItemKind::Meta:
            return BlockKind::Settings;
        case ItemKind::Action:
        case ItemKind::Turn:
        case ItemKind::Setup:
        case ItemKind::Screen:
        case ItemKind::Scenario:
            return BlockKind::Statements;
        case ItemKind::Rule:
            return BlockKind::Abilities;
        case ItemKind::Partition:
            return BlockKind::Cases;
        case ItemKind::Phrase:
            if (!item.exprs.empty()) return BlockKind::None;
            return item.body.empty() ? BlockKind::Abilities : BlockKind::Statements;
        case ItemKind::Reading:
            return BlockKind::Readings;
        case ItemKind::Equations:
            return BlockKind::Equations;
        case ItemKind::Game:
        case ItemKind::Import:
        case ItemKind::Player:
        case ItemKind::Enum:
        case ItemKind::Zone:
        case ItemKind::Window:
        case ItemKind::Relation:
        case ItemKind::Define:
        case ItemKind::Open:
        case ItemKind::Derived:
        case ItemKind::Inductive:
        case ItemKind::Card:
        case ItemKind::Category:
        case ItemKind::Check:
        case ItemKind::Ruling:
        case ItemKind::Accept:
        case ItemKind::Expect:
        case ItemKind::Omit:
        case ItemKind::Error:
            return BlockKind::None;
    }
    return BlockKind::None;
}

}  // namespace errata::dsl::ast
