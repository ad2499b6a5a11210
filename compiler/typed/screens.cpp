// Screens: tables on which sets of printed items are laid out.
#include <algorithm>

#include "compiler/resolve/lookup.h"
#include "compiler/resolve/scope.h"
#include "compiler/typed/items.h"
#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

namespace {

constexpr Value largest_set = 6;
constexpr Value most_turns = 100;

struct Setting {
    const char* name;
    Value least;
    Value most;
    void (*set)(Screen& screen, std::size_t value);
};

// To add one: a row here, a field of Screen, a line in dsl/README.md.
constexpr Setting known[] = {
    {"size", 1, largest_set,
     [](Screen& screen, std::size_t value) {
         screen.size = value;
         screen.is_size_written = true;
     }},
    {"turns", 0, most_turns, [](Screen& screen, std::size_t value) { screen.turns = value; }},
};

void read_settings(const Typing& t, const ast::Item& item, Screen& screen) {
    for (const ast::Setting& written : item.contents.settings) {
        const auto row =
            std::ranges::find_if(known, [&](const Setting& setting) { return setting.name == written.name; });
        if (row == std::end(known)) {
            std::vector<std::string> names;
            for (const Setting& setting : known) names.emplace_back(setting.name);
            t.reporter.unknown(written.span, "setting of a screen", written.name, names);
            continue;
        }
        const auto number = written_number(written.value);
        if (!number || *number < row->least || *number > row->most) {
            t.reporter.error(DiagnosticKind::value_out_of_range, written.span,
                             "'" + written.name + "' of a screen is a number from " +
                                 std::to_string(row->least) + " to " + std::to_string(row->most));
            continue;
        }
        row->set(screen, static_cast<std::size_t>(*number));
    }
}

// Does the expression say `this.FIELD = it`?
bool ties(const ast::Expr& expr, const std::string& field) {
    if (expr.kind == ast::ExprKind::Equal) {
        const auto is_field = [&](const ast::Expr& one) {
            return one.kind == ast::ExprKind::Field && one.name == field && one.args[0].name == "this";
        };
        const auto is_it = [](const ast::Expr& one) {
            return one.kind == ast::ExprKind::Name && one.name == "it";
        };
        if ((is_field(expr.args[0]) && is_it(expr.args[1])) ||
            (is_it(expr.args[0]) && is_field(expr.args[1])))
            return true;
    }
    return expr.kind == ast::ExprKind::And &&
           std::ranges::any_of(expr.args, [&](const ast::Expr& part) { return ties(part, field); });
}

// The field that says which item an object bears.
std::optional<VarId> holder(const Typing& t, const Printed& printed) {
    std::optional<VarId> found;
    for (const auto& [field, variable] : t.names.store.fields) {
        const auto& [kind, name] = field;
        if (kind != printed.on ||
            t.program.types.base(t.program.variables[variable.index].type) != printed.type)
            continue;
        const bool is_tied = !printed.item->exprs.empty() && ties(printed.item->exprs[0], name);
        if (is_tied) return variable;
        if (!found) found = variable;
    }
    return found;
}

std::optional<Stmt> place(const Typing& t, const ast::Stmt& stmt, const Screen& screen, const Scope& scope) {
    Stmt result = made(StmtKind::Place, stmt);
    Scope inner = scope;
    auto binder = bind(t, stmt.binders[0], inner);
    if (!binder) return std::nullopt;
    const TypeId on = t.names.texts.printed[screen.printed.index].on;
    if (t.program.types.base(binder->domain.type) != on) {
        t.reporter.error(DiagnosticKind::type_mismatch, stmt.binders[0].span,
                         "what bears a " + screen.item->name + " is a " + t.type(on).name,
                         "write 'place " + binder->name + ": " + t.type(on).name + " { ... }'");
        return std::nullopt;
    }
    result.binders.push_back(std::move(*binder));
    auto test = conditions(t, stmt.exprs, inner);
    result.blocks = {position(t, stmt.blocks[0], inner)};
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

void read_body(const Typing& t, Screen& screen) {
    Scope scope;
    const ast::Stmt* placed = nullptr;
    for (const ast::Stmt& stmt : screen.item->body) {
        if (stmt.kind != Kind::Place) {
            Block one = position(t, {stmt}, scope);
            std::ranges::move(one, std::back_inserter(screen.body));
            continue;
        }
        if (placed != nullptr) {
            misplaced(t, stmt, "a screen places its items in one 'place'",
                      "leave open what differs: 'u.owner := any'; or write another screen");
            continue;
        }
        placed = &stmt;
        if (auto one = place(t, stmt, screen, scope)) screen.body.push_back(std::move(*one));
    }
    if (placed != nullptr) return;
    const TypeId on = t.names.texts.printed[screen.printed.index].on;
    t.reporter.error(DiagnosticKind::missing_part, screen.item->name_span,
                     "this screen does not say where its items are placed",
                     "add 'place x: " + t.type(on).name + " { ... }', once for each item of a set");
}

void screen(const Typing& t, const ast::Item& item) {
    Screen result;
    result.item = &item;
    read_settings(t, item, result);
    const auto printed = t.names.texts.printed_named.find(item.name);
    if (printed == t.names.texts.printed_named.end())
        return t.reporter.unknown(item.span, "kind of printed item", item.name,
                                  keys_of(t.names.texts.printed_named));
    result.printed = printed->second;
    const Printed& about = t.names.texts.printed[result.printed.index];
    if (!about.on.is_valid()) return;  // said already
    const auto field = holder(t, about);
    if (!field) {
        return t.reporter.error(
            DiagnosticKind::missing_part, item.span,
            "no field of " + t.type(about.on).name + " says which " + item.name + " it bears",
            "screens set a field such as '" + item.name + ": " + item.name + "?'");
    }
    result.holder = *field;
    read_body(t, result);
    t.program.screens.push_back(std::move(result));
}

}  // namespace

void screens(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Screen, [&](const ast::Item& item) { screen(t, item); });
}

}  // namespace errata::compiler::typed
