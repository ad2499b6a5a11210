// The fields of every node, in one place for all who go through a tree. `fields` calls a visitor with each
// field, in the order of a dump. `walk` goes to every node inside. A node may be const or not, and a visitor
// may change it.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

template <class T, class... Nodes>
concept OneOf = (std::same_as<std::remove_const_t<T>, Nodes> || ...);

// Calls `visit(label, value)`. Values are words, lists of words, numbers and flags, which may be made for the
// call and are empty where nothing was written, and nodes and lists of them as they stand. Without a label
// the value says itself what it is. Where a label is a head (of columns, of options), the node follows it.

void fields(OneOf<Column> auto&, auto&&) {}

void fields(OneOf<TypeExpr> auto& node, auto&& visit) {
    visit("", node.args);
    visit("", node.bounds);
}

void fields(OneOf<Binder> auto& node, auto&& visit) {
    visit("type", node.type);
    visit("initial", node.initial);
}

void fields(OneOf<Expr> auto& node, auto&& visit) {
    visit("", node.name);
    visit("unless", node.unless);
    visit("binders", node.binders);
    visit("", node.args);
}

void fields(OneOf<Option> auto& node, auto&& visit) {
    visit("binders", node.binders);
    visit("condition", node.condition);
    visit("most", node.most);
    visit("only-if", node.only_if);
    visit("when-possible", node.complete);
    visit("", node.body);
}

// A word of the language that stands where other nodes have a name, a title or a label is shown as one.
void fields(OneOf<Stmt> auto& node, auto&& visit) {
    const std::string order = spelling(node.order);
    visit("name", node.kind == StmtKind::Choose ? spelling(node.quantity)
                  : order.empty()               ? node.name
                                                : order);
    if (node.kind == StmtKind::Distribute) visit("quantity", spelling(node.quantity));
    visit("label", node.label);
    visit("binders", node.binders);
    visit("exprs", node.exprs);
    visit("args", node.args);
    for (auto& option : node.options) {
        const bool is_case = node.kind == StmtKind::Solve;
        visit("option " + grammar::quoted(is_case ? spelling(option.solve_case) : option.label), option);
    }
    visit("block", node.blocks);
    visit("", node.abilities);
}

void fields(OneOf<Targets> auto& node, auto&& visit) {
    visit(spelling(node.quantity), node.count);
    visit("targets", node.binders);
    visit("target-condition", node.condition);
}

void fields(OneOf<Ability> auto& node, auto&& visit) {
    visit("title", node.kind == AbilityKind::Effect ? spelling(node.change) : node.title);
    visit("window", node.play.windows.all);
    visit("side", node.of_phase ? "phase" : spelling(node.play.side));
    visit("name", node.name);
    visit("rows", node.rows);
    visit("params", node.params);
    visit("value", node.value);
    visit("as", node.as.name);
    visit("says", node.as.says);
    visit("as-params", node.as.params);
    visit("except-to", node.except_to.all);
    visit("looking-back", node.looking_back);
    visit("exprs", node.exprs);
    visit("owner", node.owner);
    visit("each", node.play.each);
    visit("binders", node.binders);
    visit("binder-condition", node.play.condition);
    for (auto& given : node.given) visit("given " + given.name, given.value);
    for (auto& targets : node.targets) fields(targets, visit);
    visit("limit", node.limit.uses);
    visit("per", node.limit.uses.empty() ? "" : limit_moment(node));
    visit("cost", node.play.costs);
    visit("at-once", node.play.at_once);
    visit("at-end", node.at_end);
    visit("", node.parts);
    visit("", node.body);
}

void fields(OneOf<Setting> auto& node, auto&& visit) { visit("", node.value); }

void fields(OneOf<TextLine> auto& node, auto&& visit) {
    visit("version", node.version);
    visit("alternative", node.alternative);
    visit("rows", node.rows);
    visit("rule", node.is_rule);
}

void fields(OneOf<Equation> auto& node, auto&& visit) {
    visit("binders", node.binders);
    visit("type", node.type);
    visit("exprs", node.exprs);
}

void fields(OneOf<Alternative> auto& node, auto&& visit) { visit("", node.abilities); }

void fields(OneOf<Item> auto& node, auto&& visit) {
    visit("name", node.kind == ItemKind::Check ? spelling(node.sort.check) : node.name);
    visit("title", title_text(node));
    visit("code", node.accepting.code);
    visit("digest", node.accepting.digest);
    visit("by", node.accepting.by);
    visit("until", node.accepting.until);
    visit("names", node.names.all);
    visit("hidden", node.names.hidden);
    for (const OneLife& life : node.names.lives) {
        const auto first = node.names.all.begin() + static_cast<std::ptrdiff_t>(life.first);
        visit("one-life " + grammar::quoted(life.name),
              std::vector<std::string>(first, first + static_cast<std::ptrdiff_t>(life.count)));
    }
    visit("dealt", node.dealt.all);
    for (const Link& link : node.links) {
        visit("link", std::vector<std::string>{link.from, link.to});
        visit("quoted", link.is_quoted);
    }
    visit("rows", node.rows);
    visit("number", node.number);
    visit("width", node.grid.width);
    visit("height", node.grid.height);
    visit("type", node.type);
    visit("binders", node.binders);
    visit("refers", node.refers);
    visit("fields", node.fields);
    visit("params", node.params);
    auto& contents = node.contents;
    visit("things", contents.things);
    visit("moment", node.sort.is_moment);
    visit("at-end", node.sort.is_at_end);
    if (node.sort.stance != Stance::Assumed) visit("stance", spelling(node.sort.stance));
    visit("exprs", node.exprs);
    for (auto& column : contents.columns)
        visit("column " + column.field + " " + grammar::quoted(column.heading), column);
    for (auto& setting : contents.settings) visit("setting " + setting.name, setting);
    for (auto& line : contents.lines) visit("line " + grammar::quoted(line.text), line);
    for (auto& equation : contents.equations) visit("equation " + equation.name, equation);
    visit("", node.body);
    visit("", contents.abilities);
    for (auto& alternative : contents.alternatives)
        visit("alternative " + alternative.name + " " + grammar::quoted(alternative.title), alternative);
}

template <class Visit, class... Nodes>
concept TakesOneOf = (std::invocable<Visit&, Nodes&> || ...);

template <class List>
concept ListOfNodes =
    OneOf<List, std::vector<typename List::value_type>> && !OneOf<List, std::vector<std::string>>;

// Calls `visit` with the node and then with every node inside it, outer ones before those that stand in them,
// if it takes a node of that sort: `walk(item, [&](const Stmt& stmt) { ... })`. Of a list with each.
template <OneOf<TypeExpr, Binder, Expr, Option, Stmt, Ability, Column, Setting, TextLine, Equation,
                Alternative, Item>
              Node,
          class Visit>
void walk(Node& node, Visit&& visit) {
    static_assert(TakesOneOf<Visit, TypeExpr, Binder, Expr, Option, Stmt, Ability, Column, Setting, TextLine,
                             Equation, Alternative, Item>);
    if constexpr (std::invocable<Visit&, Node&>) visit(node);
    fields(node, [&](const auto&, auto&& part) {
        if constexpr (requires { walk(part, visit); }) walk(part, visit);
    });
}
template <ListOfNodes List, class Visit>
void walk(List& nodes, Visit&& visit) {
    for (auto& node : nodes) walk(node, visit);
}
template <OneOf<Module> Node, class Visit>
void walk(Node& module, Visit&& visit) {
    walk(module.items, visit);
}

}  // namespace errata::dsl::ast
