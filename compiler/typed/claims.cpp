// Where play begins, and what is claimed of it. Setups, screens and scenarios describe positions; checks,
// rulings and partitions are claims.
#include "compiler/typed/claims.h"

#include <algorithm>

#include "compiler/resolve/lookup.h"
#include "compiler/resolve/scope.h"
#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// The statements of a position: what a setup sets, creates and requires.

Block position(const Typing& t, const std::vector<ast::Stmt>& body, Scope& scope);

std::optional<Stmt> set_to(const Typing& t, const ast::Stmt& stmt, const Scope& scope,
                           const Scope& scope_of_value) {
    auto target = expression(t, stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell && target->kind != ExprKind::Define) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "this cannot be set",
                         "a setup sets fields, state and relations");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    const Type& type = t.type(target->type);
    if (stmt.exprs[1].kind == ast::ExprKind::Any) {
        if (!type.is_finite()) {
            t.reporter.error(DiagnosticKind::not_finite, stmt.exprs[1].span, "a counter cannot be 'any'",
                             "give a number");
            return std::nullopt;
        }
        result.exprs.push_back(std::move(*target));
        return result;
    }
    auto value = expression(t, stmt.exprs[1], scope_of_value, target->type);
    if (!value) return std::nullopt;
    const bool one = type.form == TypeForm::Set && result.change != ast::Change::Set &&
                     t.program.types.fits(value->type, type.element);
    if (!one && !t.program.types.fits(value->type, target->type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                         "expected " + t.program.types.name(target->type) + ", found " +
                             t.program.types.name(value->type));
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

std::optional<Stmt> set_up(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    return set_to(t, stmt, scope, scope);
}

std::optional<Stmt> require(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    auto test = condition(t, stmt.exprs[0], scope);
    if (!test) return std::nullopt;
    Stmt result = made(StmtKind::Require, stmt);
    result.exprs.push_back(std::move(*test));
    return result;
}

std::optional<Stmt> placed_if(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = condition(t, stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) {
        Scope inner = scope;
        result.blocks.push_back(position(t, written, inner));
    }
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

// `for each` and `create`: the names of what is created are in sight behind it, too.
std::optional<Stmt> with_binders(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    const bool creates = stmt.kind == ast::StmtKind::Create;
    Stmt result = made(creates ? StmtKind::Create : StmtKind::ForEach, stmt);
    Scope inner = scope;
    for (const ast::Binder& written : stmt.binders) {
        auto binder = bind(t, written, inner);
        if (!binder) return std::nullopt;
        result.binders.push_back(std::move(*binder));
    }
    auto test = conditions(t, stmt.exprs, inner);
    const Scope with_names = inner;
    result.blocks = {position(t, stmt.blocks[0], inner)};
    if (creates) scope = with_names;
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

// `copy flames: "Flames of Tzeentch", Ann, hand`: the fields that its kind names, in that order. The name may
// be that of an object of the kind.
std::optional<Stmt> deal(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    const ast::Binder& written = stmt.binders[0];
    Stmt result = made(StmtKind::Deal, stmt);
    if (scope.find(written.name)) {
        t.reporter.error(
            DiagnosticKind::duplicate_name, written.span, "'" + written.name + "' has been dealt already",
            "give this one another name, or change its fields: " + written.name + ".FIELD := ...");
        return std::nullopt;
    }
    Scope inner = scope;
    auto binder = bind(t, written, inner);
    if (!binder) return std::nullopt;
    const TypeId kind = binder->domain.type;
    const auto known = t.names.store.kinds.find(kind);
    if (known == t.names.store.kinds.end() || known->second->dealt.all.empty()) {
        t.reporter.error(
            DiagnosticKind::wrong_kind_of_name, written.type.span,
            "'" + written.type.name + "' does not say what a line like this gives",
            "name fields behind the kind: kind " + written.type.name + " of 8 (card, owner) { ... }");
        return std::nullopt;
    }
    const std::vector<std::string>& fields = known->second->dealt.all;
    if (stmt.args.size() > fields.size()) {
        t.reporter.error(DiagnosticKind::argument_count, stmt.args[fields.size()].span,
                         "a line of '" + written.type.name + "' gives " + dsl::join(fields, ", ") +
                             ", and this is one more");
        return std::nullopt;
    }
    if (const auto object = t.names.vocabulary.constant(written.name, kind)) {
        Expr& named = result.exprs.emplace_back();
        named.kind = ExprKind::Constant;
        named.span = written.span;
        named.type = kind;
        named.value = *object;
    }
    result.blocks.emplace_back();
    for (std::size_t i = 0; i < stmt.args.size(); ++i) {
        ast::Stmt given;
        given.kind = ast::StmtKind::Assign;
        given.span = stmt.args[i].span;
        ast::Expr& field = given.exprs.emplace_back();
        field.kind = ast::ExprKind::Field;
        field.span = stmt.args[i].span;
        field.name = fields[i];
        ast::Expr& object = field.args.emplace_back();
        object.kind = ast::ExprKind::Name;
        object.span = written.span;
        object.name = written.name;
        given.exprs.push_back(stmt.args[i]);
        auto one = set_to(t, given, inner, scope);
        if (!one) return std::nullopt;
        result.blocks[0].push_back(std::move(*one));
    }
    result.binders.push_back(std::move(*binder));
    scope = inner;
    return result;
}

std::optional<Stmt> marked(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    return mark(t, stmt, scope);
}

std::optional<Stmt> for_each_placed(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    if (goes_in_turn(stmt))
        return misplaced(t, stmt, "a setup describes a position; nobody takes turns in it",
                         "leave out the order");
    return with_binders(t, stmt, scope);
}

std::optional<Stmt> only_of_screens(const Typing& t, const ast::Stmt& stmt, Scope&) {
    return misplaced(t, stmt, "'place' is only for screens, and not within another statement",
                     "a setup sets fields: 'for each u: unit { ... }'");
}

std::optional<Stmt> nothing(const Typing&, const ast::Stmt& stmt, Scope&) {
    return made(StmtKind::Nothing, stmt);
}

std::optional<Stmt> said_already(const Typing&, const ast::Stmt&, Scope&) { return std::nullopt; }

// What may stand in a position. To add one: a row here, and its part in `Position::run` (lower/setups.cpp).
struct PlacedKind {
    ast::StmtKind kind;
    std::optional<Stmt> (*typed)(const Typing& t, const ast::Stmt& stmt, Scope& scope);
};

constexpr PlacedKind placed_kinds[] = {
    {ast::StmtKind::Assign, set_up},
    {ast::StmtKind::Increase, set_up},
    {ast::StmtKind::Decrease, set_up},
    {ast::StmtKind::Require, require},
    {ast::StmtKind::Let, let},
    {ast::StmtKind::If, placed_if},
    {ast::StmtKind::Create, with_binders},
    {ast::StmtKind::ForEach, for_each_placed},
    {ast::StmtKind::Deal, deal},
    {ast::StmtKind::Mark, marked},
    {ast::StmtKind::MarkFirst, marked},
    {ast::StmtKind::Unmark, marked},
    {ast::StmtKind::Nothing, nothing},
    {ast::StmtKind::Error, said_already},
    {ast::StmtKind::Place, only_of_screens},
};

std::optional<Stmt> placed(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    for (const PlacedKind& row : placed_kinds) {
        if (row.kind == stmt.kind) return row.typed(t, stmt, scope);
    }
    return misplaced(t, stmt, "a setup describes a position; nothing happens in it",
                     "set fields and state here, and let the turn act");
}

// The statements of a position: what is set, not what happens. Adds the names of what is created.
Block position(const Typing& t, const std::vector<ast::Stmt>& body, Scope& scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = placed(t, stmt, scope);
        if (!one && stmt.kind == ast::StmtKind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

// Setups and scenarios.

bool is_step(const ast::Stmt& stmt) {
    return stmt.kind == ast::StmtKind::Take || stmt.kind == ast::StmtKind::Does ||
           stmt.kind == ast::StmtKind::Until || stmt.kind == ast::StmtKind::Then;
}

// `from "title"`: the statements of that setup come first, and of the one that it is from before them.
Block position_before(const Typing& t, const Modules& modules, const ast::Item& item, Scope& scope) {
    std::vector<const ast::Item*> chain = {&item};
    while (!chain.back()->names.all.empty()) {
        const std::string& title = chain.back()->names.all[0];
        const dsl::Span place = chain.back()->names.spans[0];
        const ast::Item* found = nullptr;
        std::vector<std::string> titles;
        for_items(modules, ItemKind::Setup, [&](const ast::Item& setup) {
            titles.push_back(setup.title);
            if (setup.title == title) found = &setup;
        });
        if (found == nullptr) {
            t.reporter.unknown(place, "setup", title, titles);
            return {};
        }
        if (std::ranges::find(chain, found) != chain.end()) {
            t.reporter.error(DiagnosticKind::recursive_definition, place,
                             "setup '" + title + "' begins with itself");
            return {};
        }
        chain.push_back(found);
    }
    Block result;
    for (auto setup = chain.rbegin(); *setup != &item; ++setup)
        std::ranges::move(position(t, (*setup)->body, scope), std::back_inserter(result));
    return result;
}

}  // namespace

void setups(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Setup, [&](const ast::Item& item) {
        Scope scope;
        Block body = position_before(t, modules, item, scope);
        std::ranges::move(position(t, item.body, scope), std::back_inserter(body));
        t.program.setups.push_back({&item, std::move(body)});
    });
}

namespace {

void scenario(const Typing& t, const Modules& modules, const ast::Item& item) {
    Scenario result;
    result.item = &item;
    const auto first_step = std::find_if(item.body.begin(), item.body.end(), is_step);
    Scope scope;
    result.position = position_before(t, modules, item, scope);
    std::ranges::move(position(t, std::vector<ast::Stmt>(item.body.begin(), first_step), scope),
                      std::back_inserter(result.position));
    result.names = scope.locals;
    for (auto stmt = first_step; stmt != item.body.end(); ++stmt) {
        Step step;
        step.span = stmt->span;
        if (stmt->kind == ast::StmtKind::Error) continue;
        if (!is_step(*stmt)) {
            t.reporter.error(DiagnosticKind::misplaced_statement, stmt->span,
                             "the position of a scenario is described before its first step",
                             "move this up, or take an option instead");
            continue;
        }
        if (stmt->kind == ast::StmtKind::Take || stmt->kind == ast::StmtKind::Does) {
            step.kind = StepKind::Take;
            step.label = stmt->name;
            auto owner = chooser(t, stmt->exprs[0], scope);
            if (!owner) continue;
            step.chooser = std::move(*owner);
            if (stmt->exprs.size() > 1) step.taken_if = &stmt->exprs[1];
            if (!stmt->args.empty()) step.filled = &stmt->args;
        } else {
            step.kind = stmt->kind == ast::StmtKind::Until ? StepKind::Until : StepKind::Then;
            auto condition = typed::condition(t, stmt->exprs[0], scope);
            if (!condition) continue;
            step.condition.push_back(std::move(*condition));
        }
        result.steps.push_back(std::move(step));
    }
    t.program.scenarios.push_back(std::move(result));
}

}  // namespace

void scenarios(const Typing& t, const Modules& modules, const std::string& only) {
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (only.empty() ? item.contents.settings.empty() : item.title == only) scenario(t, modules, item);
    });
}

namespace {

// Screens: tables on which sets of printed items are laid out.

constexpr Value largest_set = 6;
constexpr Value most_turns = 100;

struct Setting {
    const char* name;
    Value least;
    Value most;
    void (*set)(Screen& screen, std::size_t value);
};

// To add one: a row here, a field of Screen, a line in docs/reference/setups.md.
constexpr Setting known_settings[] = {
    {"size", 1, largest_set,
     [](Screen& screen, std::size_t value) {
         screen.size = value;
         screen.is_size_written = true;
     }},
    {"turns", 0, most_turns, [](Screen& screen, std::size_t value) { screen.turns = value; }},
};

void read_settings(const Typing& t, const ast::Item& item, Screen& screen) {
    for (const ast::Setting& written : item.contents.settings) {
        const auto row = std::ranges::find_if(
            known_settings, [&](const Setting& setting) { return setting.name == written.name; });
        if (row == std::end(known_settings)) {
            std::vector<std::string> names;
            for (const Setting& setting : known_settings) names.emplace_back(setting.name);
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
        if (stmt.kind != ast::StmtKind::Place) {
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

namespace {

// Claims.

void check(const Typing& t, const ast::Item& item) {
    Check result;
    result.item = &item;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = typed::condition(t, item.exprs[i], Scope{});
        if (!condition) return;
        (i == 0 ? result.condition : result.premise).push_back(std::move(*condition));
    }
    t.program.claims.checks.push_back(std::move(result));
}

void ruling(const Typing& t, const ast::Item& item) {
    const auto action = find_action(t.names, t.reporter, item.name, item.name_span);
    if (!action) return;
    Ruling result;
    result.item = &item;
    result.action = *action;
    Scope scope;
    const Action& about = t.names.callables.actions[action->index];
    auto params = pattern(t, item.params, item.name, about.params, about.item->binders, item.span, scope);
    if (!params) return;
    result.params = std::move(*params);
    auto premise = conditions(t, {item.exprs.begin() + 1, item.exprs.end()}, scope);
    auto holds = condition(t, item.exprs[0], scope);
    if (!premise || !holds) return;
    result.premise = std::move(*premise);
    result.holds = std::move(*holds);
    std::set<LocalId> used;
    const auto note = [&](const Expr& expr) {
        if (expr.kind == ExprKind::Local) used.insert(expr.local);
    };
    for (const Expr& expr : result.premise) walk(expr, note);
    walk(result.holds, note);
    names_are_used(t, result.params, used);
    t.program.claims.rulings.push_back(std::move(result));
}

void partition(const Typing& t, const ast::Item& item) {
    Partition result;
    result.item = &item;
    Scope scope;
    for (const ast::Binder& written : item.binders) {
        auto binder = bind(t, written, scope);
        if (!binder) return;
        result.binders.push_back(std::move(*binder));
    }
    bool good = true;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = typed::condition(t, item.exprs[i], scope);
        good = good && condition.has_value();
        if (!condition) continue;
        if (i == 0) {
            result.condition = std::move(*condition);
        } else {
            result.cases.push_back(std::move(*condition));
        }
    }
    if (good) t.program.claims.partitions.push_back(std::move(result));
}

}  // namespace

void rulings(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (!item.name.empty()) ruling(t, item);
    });
}

void claims(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Check, [&](const ast::Item& item) { check(t, item); });
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (item.name.empty()) check(t, item);
    });
    for_items(modules, ItemKind::Partition, [&](const ast::Item& item) { partition(t, item); });
}

}  // namespace errata::compiler::typed
