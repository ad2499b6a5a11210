// What a name in an expression stands for: locals, holes of a phrase, constants, fields, what can be asked,
// functions of boards.
#include "compiler/typed/named.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/resolve/boards.h"
#include "compiler/resolve/lookup.h"
#include "compiler/typed/expressions.h"
#include "compiler/typed/operators.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

// Definitions, typed when they are first asked for or come up in their order; and tables that are made when
// they are asked for.

void type_body(const Typing& typing, DefineId id) {
    const Define& define = typing.names.callables.defines[id.index];
    const ast::Item& item = *define.item;
    Scope scope;
    std::vector<Binder> params;
    bool good = true;
    for (std::size_t i = 0; i < define.params.size(); ++i) {
        good = good && define.params[i].is_valid();
        params.push_back({typing.add(scope, item.binders[i].name, define.params[i]),
                          item.binders[i].name,
                          {define.params[i], {}, item.binders[i].span},
                          item.binders[i].span});
    }
    auto body = good ? expression(typing, item.exprs[0], scope, define.type) : std::nullopt;
    if (body && !typing.program.types.fits(body->type, define.type)) {
        typing.reporter.error(DiagnosticKind::type_mismatch, item.exprs[0].span,
                              "'" + item.name + "' is declared as " + typing.program.types.name(define.type) +
                                  ", but this is " + typing.program.types.name(body->type));
        body.reset();
    }
    if (body && !is_in_range(typing, *body, define.type)) body.reset();
    Definition& result = typing.program.definitions[id.index];
    result.params = std::move(params);
    result.type = body ? body->type : TypeId{};
    if (define.type.is_valid())
        result.type = typing.program.types.is_numeric(define.type) ? typing.number_type() : define.type;
    if (body) result.body.push_back(std::move(*body));
}

}  // namespace

TypeId type_of_definition(const Typing& typing, DefineId id, dsl::Span asked) {
    const auto state = [&]() -> Definition::State& { return typing.program.definitions[id.index].state; };
    const Define& define = typing.names.callables.defines[id.index];
    if (state() == Definition::State::Underway) {
        typing.reporter.error(
            DiagnosticKind::recursive_definition, asked, "'" + define.item->name + "' is defined by itself",
            "a definition is written out where it is used; count with a quantifier or keep a field instead");
        return {};
    }
    if (state() == Definition::State::Unseen) {
        state() = Definition::State::Underway;
        type_body(typing, id);
        state() = Definition::State::Typed;
    }
    return typing.program.definitions[id.index].type;
}

namespace {

// The table of `between` of a board, made when it is first asked for; nothing where there is none.
std::optional<TableId> table_between(const Typing& typing, TypeId site) {
    const auto known = typing.program.tables_between.find(site);
    if (known != typing.program.tables_between.end()) return known->second;
    auto values = lines_between(typing.names, site);
    if (!values) return std::nullopt;
    std::vector<Table>& tables = typing.program.tables;
    tables.push_back(Table{"between", {site, site, site}, typing.bool_type(), std::move(*values)});
    const TableId table(tables.size() - 1);
    typing.program.tables_between.emplace(site, table);
    return table;
}

}  // namespace

void add_bearer(Scope& scope, const Printed& printed) {
    scope.locals.push_back({"this", this_local, printed.on});
    scope.locals.push_back({"it", it_local, printed.type});
}

namespace {

std::optional<Expr> thing(const Typing& t, const std::string& text, dsl::Span span, const Scope& scope);
std::optional<Expr> hole(const Typing& t, const HoleKind& filled, const std::string& text,
                         const std::vector<ast::Expr>& args, dsl::Span span, const Scope& scope);
std::optional<Expr> builtin(const Typing& t, const ast::Expr& expr, const Scope& scope);
std::optional<Expr> of_board(const Typing& t, const ast::Expr& expr, const Scope& scope);

std::string arguments_text(std::size_t count) { return dsl::count_of(count, "argument"); }

Expr with(ExprKind kind, TypeId type, std::size_t id, std::vector<Expr> args = {}) {
    Expr result;
    result.kind = kind;
    result.type = type;
    result.id = static_cast<std::uint32_t>(id);
    result.args = std::move(args);
    return result;
}

Expr named_value(TypeId type, Value value) {
    Expr result;
    result.kind = ExprKind::Constant;
    result.type = type;
    result.value = value;
    return result;
}

}  // namespace

std::optional<Expr> constant(const Typing& t, const std::string& text, dsl::Span span, TypeId expected,
                             bool quoted) {
    const auto found = t.names.vocabulary.constants.find(text);
    if (found == t.names.vocabulary.constants.end()) {
        if (quoted) t.reporter.unknown(span, "name", text, keys_of(t.names.vocabulary.constants));
        return std::nullopt;
    }
    const auto& candidates = found->second;
    if (expected.is_valid()) {
        TypeId wanted = t.program.types.base(expected);
        if (t.type(wanted).form == TypeForm::Set) wanted = t.type(wanted).element;
        for (const auto& [type, value] : candidates) {
            if (t.program.types.base(type) == wanted) return named_value(type, value);
        }
    }
    if (candidates.size() == 1) return named_value(candidates.front().first, candidates.front().second);
    std::vector<std::string> meant;
    meant.reserve(candidates.size());
    for (const auto& [type, value] : candidates) meant.push_back(t.program.types.name(type) + "." + text);
    t.reporter.error(DiagnosticKind::wrong_kind_of_name, span,
                     "'" + text + "' may mean " + dsl::join(meant, " or "),
                     "write which, for example " + meant.front());
    return std::nullopt;
}

// "a place is one of hand, field"; empty where a type has no names of values, or too many to list.
static std::string values_of_type(const Typing& t, TypeId type) {
    constexpr std::size_t most_listed = 12;
    if (!type.is_valid()) return "";
    const Type& about = t.type(t.program.types.base(type));
    if (about.form != TypeForm::Enum || about.labels.empty() || about.labels.size() > most_listed) return "";
    return "a " + about.name + " is one of " + dsl::join(about.labels, ", ");
}

// The names that could stand here, those of the expected type first. Inner names come before outer ones.
static std::vector<std::string> names_in_sight(const Typing& t, const Scope& scope, TypeId expected) {
    std::vector<std::string> fitting;
    std::vector<std::string> others;
    const auto add = [&](const std::string& name, TypeId type) {
        const bool fits = expected.is_valid() && type.is_valid() && t.program.types.fits(type, expected);
        (fits ? fitting : others).push_back(name);
    };
    for (auto local = scope.locals.rbegin(); local != scope.locals.rend(); ++local)
        add(local->name, local->type);
    if (scope.phrase) {
        for (const auto& [hole_name, filler] : scope.phrase->holes)
            add(hole_name, filler.category ? filler.category->type : t.number_type());
    }
    for (const auto& [name, values] : t.names.vocabulary.constants) {
        for (const auto& [type, value] : values) add(name, type);
    }
    for (const auto& [name, var] : t.names.store.named) add(name, t.program.variables[var.index].type);
    for (const auto& [name, id] : t.names.callables.define_named)
        add(name, t.program.definitions[id.index].type);
    for (const auto& [name, id] : t.names.callables.computed_named)
        add(name, t.names.callables.computed[id.index].type);
    for (const auto& [name, id] : t.names.callables.open_named)
        add(name, t.names.callables.opens[id.index].type);
    for (const SourceAssumption& one : t.names.assumptions) add(one.name(), t.bool_type());
    fitting.insert(fitting.end(), others.begin(), others.end());
    return fitting;
}

std::optional<Expr> name(const Typing& t, const ast::Expr& expr, const Scope& scope, TypeId expected) {
    if (const InSight* const local = scope.find(expr.name)) {
        Expr result;
        result.kind = ExprKind::Local;
        result.type = local->type;
        result.local = local->local;
        result.name = local->name;
        return result;
    }
    if (const HoleKind* const filled = scope.hole(expr.name))
        return hole(t, *filled, expr.name, {}, expr.span, scope);
    if (scope.is_antecedent(expr.name)) {
        Expr result;
        result.kind = ExprKind::Antecedent;
        result.type = scope.phrase->antecedents.at(expr.name);
        result.name = expr.name;
        return result;
    }
    // A constant of the expected type wins over a variable: the author wrote a value where one is wanted.
    if (expected.is_valid()) {
        const auto found = t.names.vocabulary.constants.find(expr.name);
        if (found != t.names.vocabulary.constants.end()) {
            for (const auto& [type, value] : found->second) {
                if (t.program.types.base(type) == t.program.types.base(expected))
                    return named_value(type, value);
            }
        }
    }
    if (auto found = thing(t, expr.name, expr.span, scope)) return found;
    if (t.names.callables.define_named.count(expr.name) > 0) return std::nullopt;  // said already
    if (t.names.vocabulary.constants.count(expr.name) > 0)
        return constant(t, expr.name, expr.span, expected, false);
    const auto setting = t.names.vocabulary.scope.find(expr.name);
    if (setting != t.names.vocabulary.scope.end()) return number(t, setting->second, expr.span);

    const std::vector<std::string> known = names_in_sight(t, scope, expected);
    const auto as_type = t.names.vocabulary.named.find(expr.name);
    const bool is_type = as_type != t.names.vocabulary.named.end() && !t.type(as_type->second).labels.empty();
    std::string hint;
    if (is_type)
        hint = "it is a type; its values are " + dsl::join(t.type(as_type->second).labels, ", ");
    else if (!dsl::nearest(expr.name, known))
        hint = values_of_type(t, expected);
    t.reporter.unknown(expr.span, "name", expr.name, known, hint);
    return std::nullopt;
}

namespace {

// What is stored, defined or computed without parameters.
std::optional<Expr> thing(const Typing& t, const std::string& text, dsl::Span span, const Scope& scope) {
    const auto& callables = t.names.callables;
    const auto variable = t.names.store.named.find(text);
    if (variable != t.names.store.named.end()) {
        const Variable& about = t.program.variables[variable->second.index];
        if (about.params.empty()) return with(ExprKind::Cell, about.type, variable->second.index);
    }
    const auto define = callables.define_named.find(text);
    if (define != callables.define_named.end()) {
        if (!arguments(t, {}, callables.defines[define->second.index].params, "'" + text + "'", span, scope))
            return std::nullopt;
        const TypeId type = type_of_definition(t, define->second, span);
        if (!type.is_valid()) return std::nullopt;
        return with(ExprKind::Define, type, define->second.index);
    }
    const SourceAssumption* const assumption = t.names.assumption(text);
    if (assumption != nullptr && assumption->variable.is_valid()) {
        const TypeId type = t.program.variables[assumption->variable.index].type;
        std::vector<Expr> sides{with(ExprKind::Cell, type, assumption->variable.index), named_value(type, 0)};
        return with(ExprKind::Equal, t.bool_type(), 0, std::move(sides));
    }
    const auto open = callables.open_named.find(text);
    if (open != callables.open_named.end() && callables.opens[open->second.index].params.empty())
        return with(ExprKind::Open, callables.opens[open->second.index].type, open->second.index);
    const auto computed = callables.computed_named.find(text);
    if (computed != callables.computed_named.end() &&
        callables.computed[computed->second.index].params.empty()) {
        const TypeId type = callables.computed[computed->second.index].type;
        return with(ExprKind::Computed, t.program.types.is_numeric(type) ? t.number_type() : type,
                    computed->second.index);
    }
    return std::nullopt;
}

// Each value has the type of its place; an invalid type takes any.
std::optional<std::vector<Expr>> values_of(const Typing& t, const std::vector<ast::Expr>& args,
                                           const std::vector<TypeId>& types, const std::string& what,
                                           const Scope& scope) {
    std::vector<Expr> result;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        auto value = expression(t, args[i], scope, types[i]);
        const bool is_bound = value && types[i].is_valid();
        if (is_bound && !t.program.types.fits(value->type, types[i])) {
            t.reporter.error(DiagnosticKind::type_mismatch, args[i].span,
                             "argument " + std::to_string(i + 1) + " of " + what + " is a " +
                                 t.program.types.name(types[i]) + ", found " +
                                 t.program.types.name(value->type));
            good = false;
        } else if (is_bound) {
            good = is_in_range(t, *value, types[i]) && good;
        }
        good = good && value.has_value();
        if (value) result.push_back(std::move(*value));
    }
    if (!good) return std::nullopt;
    return result;
}

}  // namespace

std::optional<std::vector<Expr>> given(const Typing& t, const Category& category,
                                       const std::vector<ast::Expr>& args, dsl::Span span,
                                       const Scope& scope) {
    if (args.size() != category.given.size()) {
        t.reporter.error(DiagnosticKind::argument_count, span,
                         "category " + category.name + " is given " + arguments_text(category.given.size()) +
                             ", found " + std::to_string(args.size()),
                         category.given.empty()
                             ? ""
                             : "write it with what it is about: 'e(" +
                                   dsl::join(dsl::mapped(category.given, &ast::Binder::name), ", ") + ")'");
        return std::nullopt;
    }
    return values_of(t, args, category.given_types, "category " + category.name, scope);
}

namespace {

// A hole in an expression: the name or number it was filled with, or the body of the phrase that filled it.
std::optional<Expr> hole(const Typing& t, const HoleKind& filled, const std::string& text,
                         const std::vector<ast::Expr>& args, dsl::Span span, const Scope& scope) {
    Expr result;
    result.kind = ExprKind::Hole;
    result.name = text;
    result.type = t.number_type();
    if (!filled.category) return result;
    const bool holds_value = filled.category->sort == ast::CategorySort::Condition ||
                             filled.category->sort == ast::CategorySort::Things ||
                             filled.category->sort == ast::CategorySort::Expression;
    if (!holds_value) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, span,
                         "this hole holds something to do, not a value");
        return std::nullopt;
    }
    auto values = given(t, *filled.category, args, span, scope);
    if (!values || !filled.category->type.is_valid()) return std::nullopt;
    result.args = std::move(*values);
    result.type = filled.category->type;
    return result;
}

}  // namespace

std::optional<Expr> field(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    // `terrain.Void` names a constant of a type.
    const ast::Expr& written = expr.args[0];
    if (written.kind == ast::ExprKind::Name && !scope.find(written.name)) {
        const auto type = t.names.vocabulary.named.find(written.name);
        const auto values = t.names.vocabulary.constants.find(expr.name);
        if (type != t.names.vocabulary.named.end() && values != t.names.vocabulary.constants.end()) {
            for (const auto& [of, value] : values->second) {
                const Type& about = t.type(of);
                const bool is_set = about.form == TypeForm::Set && about.element == type->second;
                if (of == type->second || is_set) return named_value(of, value);
            }
        }
    }
    auto object = expression(t, written, scope);
    if (!object) return std::nullopt;
    const TypeId base = t.program.types.base(object->type);
    const auto found = t.names.store.fields.find({base, expr.name});
    if (found != t.names.store.fields.end())
        return with(ExprKind::Cell, t.program.variables[found->second.index].type, found->second.index,
                    {std::move(*object)});
    const auto attribute = t.names.store.attributes.find({base, expr.name});
    if (attribute != t.names.store.attributes.end()) {
        const Table& about = t.program.tables[attribute->second.index];
        if (about.params.size() == 1)
            return with(ExprKind::Table, about.type, attribute->second.index, {std::move(*object)});
        t.reporter.error(DiagnosticKind::argument_count, expr.span,
                         "'" + expr.name + "' takes " + arguments_text(about.params.size()) + ", found 1",
                         "write '" + expr.name + "(" + t.reporter.excerpt(written.span) + ", ...)'");
        return std::nullopt;
    }
    std::vector<std::string> known;
    for (const auto& [key, var] : t.names.store.fields) {
        if (key.first == base) known.push_back(key.second);
    }
    for (const auto& [key, table] : t.names.store.attributes) {
        if (key.first == base && t.program.tables[table.index].params.size() == 1)
            known.push_back(key.second);
    }
    t.reporter.unknown(expr.span, "field of " + t.program.types.name(base), expr.name, known);
    return std::nullopt;
}

std::optional<std::vector<Expr>> arguments(const Typing& t, const std::vector<ast::Expr>& args,
                                           const std::vector<TypeId>& params, const std::string& what,
                                           dsl::Span span, const Scope& scope) {
    if (args.size() != params.size()) {
        t.reporter.error(
            DiagnosticKind::argument_count, span,
            what + " takes " + arguments_text(params.size()) + ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    // A parameter without a type was reported where it is declared.
    if (!std::ranges::all_of(params, &TypeId::is_valid)) return std::nullopt;
    return values_of(t, args, params, what, scope);
}

std::optional<Expr> call(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    for (auto shares = scope.shares.rbegin(); shares != scope.shares.rend(); ++shares) {
        if (shares->name == expr.name) return share(t, expr, *shares, scope);
    }
    if (const HoleKind* const filled = scope.hole(expr.name))
        return hole(t, *filled, expr.name, expr.args, expr.span, scope);
    const auto& callables = t.names.callables;
    const std::string what = "'" + expr.name + "'";
    const auto of = [&](ExprKind kind, const std::vector<TypeId>& params, TypeId type,
                        std::size_t id) -> std::optional<Expr> {
        auto values = arguments(t, expr.args, params, what, expr.span, scope);
        if (!values) return std::nullopt;
        return with(kind, type, id, std::move(*values));
    };
    const auto variable = t.names.store.named.find(expr.name);
    if (variable != t.names.store.named.end()) {
        const Variable about = t.program.variables[variable->second.index];
        return of(ExprKind::Cell, about.params, about.type, variable->second.index);
    }
    const auto define = callables.define_named.find(expr.name);
    if (define != callables.define_named.end()) {
        auto values =
            arguments(t, expr.args, callables.defines[define->second.index].params, what, expr.span, scope);
        const TypeId type = type_of_definition(t, define->second, expr.span);
        if (!values || !type.is_valid()) return std::nullopt;
        return with(ExprKind::Define, type, define->second.index, std::move(*values));
    }
    const auto open = callables.open_named.find(expr.name);
    if (open != callables.open_named.end()) {
        const OpenFunction& about = callables.opens[open->second.index];
        return of(ExprKind::Open, about.params, about.type, open->second.index);
    }
    const auto computed = callables.computed_named.find(expr.name);
    if (computed != callables.computed_named.end()) {
        const Computed& about = callables.computed[computed->second.index];
        return of(ExprKind::Computed, about.params,
                  t.program.types.is_numeric(about.type) ? t.number_type() : about.type,
                  computed->second.index);
    }
    return builtin(t, expr, scope);
}

namespace {

std::vector<std::string> callable_names(const Typing& t) {
    std::vector<std::string> known{"min", "max", "size"};
    for (const auto& [text, var] : t.names.store.named) known.push_back(text);
    for (const auto& [text, id] : t.names.callables.define_named) known.push_back(text);
    for (const auto& [text, id] : t.names.callables.open_named) known.push_back(text);
    for (const auto& [text, id] : t.names.callables.computed_named) known.push_back(text);
    for (const auto& [key, table] : t.names.store.attributes) known.push_back(key.second);
    return known;
}

std::optional<Expr> builtin(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    if (expr.name == "min" || expr.name == "max") {
        auto values = arguments(t, expr.args, {t.number_type(), t.number_type()}, "'" + expr.name + "'",
                                expr.span, scope);
        if (!values) return std::nullopt;
        Expr result = with(ExprKind::Operator, t.number_type(), 0, std::move(*values));
        result.op = expr.name == "min" ? TermKind::Minimum : TermKind::Maximum;
        return result;
    }
    if (expr.name == "size" && expr.args.size() == 1) {
        auto set = expression(t, expr.args[0], scope);
        if (!set) return std::nullopt;
        if (t.type(set->type).form != TypeForm::Set) {
            t.reporter.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                             "'size' is of a set, found " + t.program.types.name(set->type));
            return std::nullopt;
        }
        Expr result = with(ExprKind::Operator, t.number_type(), 0, {std::move(*set)});
        result.op = TermKind::SetSize;
        return result;
    }
    const auto is_named = [&](const auto& entry) { return entry.first.second == expr.name; };
    const bool is_of_board = expr.name == "between" || std::any_of(t.names.store.attributes.begin(),
                                                                   t.names.store.attributes.end(), is_named);
    if (!expr.args.empty() && is_of_board) return of_board(t, expr, scope);
    if (t.names.callables.action_named.count(expr.name) > 0) {
        t.reporter.error(
            DiagnosticKind::wrong_kind_of_name, expr.span, "'" + expr.name + "' is an action, not a value",
            "ask 'can " + expr.name + "(...)', write it as a statement, or listen to it: 'when " + expr.name +
                "(...) { ... }'");
        return std::nullopt;
    }
    t.reporter.unknown(expr.span, "function", expr.name, callable_names(t));
    return std::nullopt;
}

// Tables of a board or a direction: the first argument's type says whose.
std::optional<Expr> of_board(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    const auto first = expression(t, expr.args[0], scope);
    if (!first) return std::nullopt;
    const TypeId whose = t.program.types.base(first->type);
    std::optional<TableId> table;
    const auto attribute = t.names.store.attributes.find({whose, expr.name});
    if (attribute != t.names.store.attributes.end()) {
        table = attribute->second;
    } else if (expr.name == "between") {
        table = table_between(t, whose);
    }
    if (!table) {
        t.reporter.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'" + expr.name + "' is not for a " + t.program.types.name(first->type));
        return std::nullopt;
    }
    const Table& about = t.program.tables[table->index];
    const std::vector<TypeId> params = about.params;
    const TypeId type = about.type;
    auto values = arguments(t, expr.args, params, "'" + expr.name + "'", expr.span, scope);
    if (!values) return std::nullopt;
    return with(ExprKind::Table, type, table->index, std::move(*values));
}

}  // namespace

std::optional<Expr> can(const Typing& t, const ast::Expr& expr, const Scope& scope) {
    const auto action = find_action(t.names, t.reporter, expr.name, expr.span);
    if (!action) return std::nullopt;
    auto values = roles(t, *action, expr.args, expr.span, scope);
    if (!values) return std::nullopt;
    return with(ExprKind::Can, t.bool_type(), action->index, std::move(*values));
}

std::optional<std::vector<Expr>> roles(const Typing& t, ActionId id, const std::vector<ast::Expr>& args,
                                       dsl::Span span, const Scope& scope) {
    const Action& action = t.names.callables.actions[id.index];
    std::size_t needed = action.params.size();
    while (needed > args.size() && !action.item->binders[needed - 1].initial.empty()) --needed;
    const std::vector<TypeId> given(action.params.begin(),
                                    action.params.begin() + static_cast<std::ptrdiff_t>(needed));
    return arguments(t, args, given, "action '" + action.item->name + "'", span, scope);
}

}  // namespace errata::compiler::typed
