// What a name in an expression stands for: locals, holes of a phrase, constants, fields, what can be asked,
// functions of boards.
#include <algorithm>

#include "compiler/resolve/boards.h"
#include "compiler/resolve/lookup.h"
#include "compiler/typed/expressions.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::ExprKind;

namespace {

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

std::optional<Expr> Expressions::constant(const std::string& text, dsl::Span span, TypeId expected,
                                          bool quoted) {
    const auto found = names_.vocabulary.constants.find(text);
    if (found == names_.vocabulary.constants.end()) {
        if (quoted) reporter_.unknown(span, "name", text, keys_of(names_.vocabulary.constants));
        return std::nullopt;
    }
    const auto& candidates = found->second;
    if (expected.is_valid()) {
        TypeId wanted = types_.base(expected);
        if (types_[wanted].form == TypeForm::Set) wanted = types_[wanted].element;
        for (const auto& [type, value] : candidates) {
            if (types_.base(type) == wanted) return named_value(type, value);
        }
    }
    if (candidates.size() == 1) return named_value(candidates.front().first, candidates.front().second);
    const auto in_full = [&](const auto& candidate) { return types_.name(candidate.first) + "." + text; };
    const std::vector<std::string> meant = dsl::mapped(candidates, in_full);
    reporter_.error(DiagnosticKind::wrong_kind_of_name, span,
                    "'" + text + "' may mean " + dsl::join(meant, " or "),
                    "write which, for example " + meant.front());
    return std::nullopt;
}

std::optional<Expr> Expressions::name(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    if (const InSight* const local = scope.find(expr.name)) {
        Expr result;
        result.kind = ExprKind::Local;
        result.type = local->type;
        result.local = local->local;
        result.name = local->name;
        return result;
    }
    if (const HoleKind* const filled = scope.hole(expr.name))
        return hole(*filled, expr.name, {}, expr.span, scope);
    if (scope.is_antecedent(expr.name)) {
        Expr result;
        result.kind = ExprKind::Antecedent;
        result.type = scope.phrase->antecedents.at(expr.name);
        result.name = expr.name;
        return result;
    }
    // A constant of the expected type wins over a variable: the author wrote a value where one is wanted.
    if (expected.is_valid()) {
        const auto found = names_.vocabulary.constants.find(expr.name);
        if (found != names_.vocabulary.constants.end()) {
            for (const auto& [type, value] : found->second) {
                if (types_.base(type) == types_.base(expected)) return named_value(type, value);
            }
        }
    }
    if (auto found = thing(expr.name, expr.span, scope)) return found;
    if (names_.callables.define_named.count(expr.name) > 0) return std::nullopt;  // said already
    if (names_.vocabulary.constants.count(expr.name) > 0)
        return constant(expr.name, expr.span, expected, false);
    const auto setting = names_.vocabulary.scope.find(expr.name);
    if (setting != names_.vocabulary.scope.end()) return number(setting->second, expr.span);

    std::vector<std::string> known;
    for (const InSight& local : scope.locals) known.push_back(local.name);
    if (scope.phrase) {
        for (const auto& [hole_name, filler] : scope.phrase->holes) known.push_back(hole_name);
    }
    for (const auto& [text, values] : names_.vocabulary.constants) known.push_back(text);
    for (const auto& [text, var] : names_.store.named) known.push_back(text);
    for (const auto& [text, id] : names_.callables.define_named) known.push_back(text);
    const auto as_type = names_.vocabulary.named.find(expr.name);
    const bool is_type = as_type != names_.vocabulary.named.end() && !types_[as_type->second].labels.empty();
    reporter_.unknown(
        expr.span, "name", expr.name, known,
        is_type ? "it is a type; its values are " + dsl::join(types_[as_type->second].labels, ", ") : "");
    return std::nullopt;
}

// What is stored, defined or computed without parameters.
std::optional<Expr> Expressions::thing(const std::string& text, dsl::Span span, const Scope& scope) {
    const auto& callables = names_.callables;
    const auto variable = names_.store.named.find(text);
    if (variable != names_.store.named.end()) {
        const Variable& about = typing_.program.variables[variable->second.index];
        if (about.params.empty()) return with(ExprKind::Cell, about.type, variable->second.index);
    }
    const auto define = callables.define_named.find(text);
    if (define != callables.define_named.end()) {
        if (!arguments({}, callables.defines[define->second.index].params, "'" + text + "'", span, scope))
            return std::nullopt;
        const TypeId type = type_of_definition(typing_, define->second, span);
        if (!type.is_valid()) return std::nullopt;
        return with(ExprKind::Define, type, define->second.index);
    }
    const auto open = callables.open_named.find(text);
    if (open != callables.open_named.end() && callables.opens[open->second.index].params.empty())
        return with(ExprKind::Open, callables.opens[open->second.index].type, open->second.index);
    const auto computed = callables.computed_named.find(text);
    if (computed != callables.computed_named.end() &&
        callables.computed[computed->second.index].params.empty()) {
        const TypeId type = callables.computed[computed->second.index].type;
        return with(ExprKind::Computed, types_.is_numeric(type) ? typing_.number_type() : type,
                    computed->second.index);
    }
    return std::nullopt;
}

std::optional<std::vector<Expr>> Expressions::given(const Category& category,
                                                    const std::vector<ast::Expr>& args, dsl::Span span,
                                                    const Scope& scope) {
    if (args.size() != category.given.size()) {
        reporter_.error(DiagnosticKind::argument_count, span,
                        "category " + category.name + " is given " + arguments_text(category.given.size()) +
                            ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    std::vector<Expr> result;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        auto value = typed(args[i], scope, category.given_types[i]);
        good = good && value.has_value();
        if (value) result.push_back(std::move(*value));
    }
    if (!good) return std::nullopt;
    return result;
}

// A hole in an expression: the name or number it was filled with, or the body of the phrase that filled it.
std::optional<Expr> Expressions::hole(const HoleKind& filled, const std::string& text,
                                      const std::vector<ast::Expr>& args, dsl::Span span,
                                      const Scope& scope) {
    Expr result;
    result.kind = ExprKind::Hole;
    result.name = text;
    result.type = typing_.number_type();
    if (!filled.category) return result;
    const bool holds_value = filled.category->sort == ast::CategorySort::Condition ||
                             filled.category->sort == ast::CategorySort::Expression;
    if (!holds_value) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, span,
                        "this hole holds something to do, not a value");
        return std::nullopt;
    }
    auto values = given(*filled.category, args, span, scope);
    if (!values || !filled.category->type.is_valid()) return std::nullopt;
    result.args = std::move(*values);
    result.type = filled.category->type;
    return result;
}

std::optional<Expr> Expressions::field(const ast::Expr& expr, const Scope& scope) {
    // `terrain.Void` names a constant of a type.
    const ast::Expr& written = expr.args[0];
    if (written.kind == Kind::Name && !scope.find(written.name)) {
        const auto type = names_.vocabulary.named.find(written.name);
        const auto values = names_.vocabulary.constants.find(expr.name);
        if (type != names_.vocabulary.named.end() && values != names_.vocabulary.constants.end()) {
            for (const auto& [of, value] : values->second) {
                if (of == type->second) return named_value(of, value);
            }
        }
    }
    auto object = typed(written, scope);
    if (!object) return std::nullopt;
    const TypeId base = types_.base(object->type);
    const auto found = names_.store.fields.find({base, expr.name});
    if (found != names_.store.fields.end())
        return with(ExprKind::Cell, typing_.program.variables[found->second.index].type, found->second.index,
                    {std::move(*object)});
    const auto attribute = names_.store.attributes.find({base, expr.name});
    if (attribute != names_.store.attributes.end())
        return with(ExprKind::Table, typing_.program.tables[attribute->second.index].type,
                    attribute->second.index, {std::move(*object)});
    std::vector<std::string> known;
    for (const auto& [key, var] : names_.store.fields) {
        if (key.first == base) known.push_back(key.second);
    }
    for (const auto& [key, table] : names_.store.attributes) {
        if (key.first == base) known.push_back(key.second);
    }
    reporter_.unknown(expr.span, "field of " + types_.name(base), expr.name, known);
    return std::nullopt;
}

std::optional<std::vector<Expr>> Expressions::arguments(const std::vector<ast::Expr>& args,
                                                        const std::vector<TypeId>& params,
                                                        const std::string& what, dsl::Span span,
                                                        const Scope& scope) {
    if (args.size() != params.size()) {
        reporter_.error(
            DiagnosticKind::argument_count, span,
            what + " takes " + arguments_text(params.size()) + ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    std::vector<Expr> result;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        auto value = typed(args[i], scope, params[i]);
        if (value && !types_.fits(value->type, params[i])) {
            reporter_.error(DiagnosticKind::type_mismatch, args[i].span,
                            "argument " + std::to_string(i + 1) + " of " + what + " is a " +
                                types_.name(params[i]) + ", found " + types_.name(value->type));
            good = false;
        }
        good = good && value.has_value();
        if (value) result.push_back(std::move(*value));
    }
    if (!good) return std::nullopt;
    return result;
}

std::optional<Expr> Expressions::call(const ast::Expr& expr, const Scope& scope) {
    if (const HoleKind* const filled = scope.hole(expr.name))
        return hole(*filled, expr.name, expr.args, expr.span, scope);
    const auto& callables = names_.callables;
    const std::string what = "'" + expr.name + "'";
    const auto of = [&](ExprKind kind, const std::vector<TypeId>& params, TypeId type,
                        std::size_t id) -> std::optional<Expr> {
        auto values = arguments(expr.args, params, what, expr.span, scope);
        if (!values) return std::nullopt;
        return with(kind, type, id, std::move(*values));
    };
    const auto variable = names_.store.named.find(expr.name);
    if (variable != names_.store.named.end()) {
        const Variable about = typing_.program.variables[variable->second.index];
        return of(ExprKind::Cell, about.params, about.type, variable->second.index);
    }
    const auto define = callables.define_named.find(expr.name);
    if (define != callables.define_named.end()) {
        auto values =
            arguments(expr.args, callables.defines[define->second.index].params, what, expr.span, scope);
        const TypeId type = type_of_definition(typing_, define->second, expr.span);
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
                  types_.is_numeric(about.type) ? typing_.number_type() : about.type, computed->second.index);
    }
    return builtin(expr, scope);
}

std::vector<std::string> Expressions::callable_names() const {
    std::vector<std::string> known{"min", "max", "size"};
    for (const auto& [text, var] : names_.store.named) known.push_back(text);
    for (const auto& [text, id] : names_.callables.define_named) known.push_back(text);
    for (const auto& [text, id] : names_.callables.open_named) known.push_back(text);
    for (const auto& [text, id] : names_.callables.computed_named) known.push_back(text);
    for (const auto& [key, table] : names_.store.attributes) known.push_back(key.second);
    return known;
}

std::optional<Expr> Expressions::builtin(const ast::Expr& expr, const Scope& scope) {
    if (expr.name == "min" || expr.name == "max") {
        auto values = arguments(expr.args, {typing_.number_type(), typing_.number_type()},
                                "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        Expr result = with(ExprKind::Operator, typing_.number_type(), 0, std::move(*values));
        result.op = expr.name == "min" ? TermKind::Minimum : TermKind::Maximum;
        return result;
    }
    if (expr.name == "size" && expr.args.size() == 1) {
        auto set = typed(expr.args[0], scope);
        if (!set) return std::nullopt;
        if (types_[set->type].form != TypeForm::Set) {
            reporter_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                            "'size' is of a set, found " + types_.name(set->type));
            return std::nullopt;
        }
        Expr result = with(ExprKind::Operator, typing_.number_type(), 0, {std::move(*set)});
        result.op = TermKind::SetSize;
        return result;
    }
    const auto is_named = [&](const auto& entry) { return entry.first.second == expr.name; };
    const bool is_of_board = expr.name == "between" || std::any_of(names_.store.attributes.begin(),
                                                                   names_.store.attributes.end(), is_named);
    if (!expr.args.empty() && is_of_board) return of_board(expr, scope);
    if (names_.callables.action_named.count(expr.name) > 0) {
        reporter_.error(DiagnosticKind::wrong_kind_of_name, expr.span,
                        "'" + expr.name + "' is an action, not a value",
                        "ask 'can " + expr.name + "(...)', or write it as a statement");
        return std::nullopt;
    }
    reporter_.unknown(expr.span, "function", expr.name, callable_names());
    return std::nullopt;
}

// Tables of a board or a direction: the first argument's type says whose.
std::optional<Expr> Expressions::of_board(const ast::Expr& expr, const Scope& scope) {
    const auto first = typed(expr.args[0], scope);
    if (!first) return std::nullopt;
    const TypeId whose = types_.base(first->type);
    std::optional<TableId> table;
    const auto attribute = names_.store.attributes.find({whose, expr.name});
    if (attribute != names_.store.attributes.end()) {
        table = attribute->second;
    } else if (expr.name == "between") {
        table = table_between(typing_, whose);
    }
    if (!table) {
        reporter_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                        "'" + expr.name + "' is not for a " + types_.name(first->type));
        return std::nullopt;
    }
    const Table& about = typing_.program.tables[table->index];
    const std::vector<TypeId> params = about.params;
    const TypeId type = about.type;
    auto values = arguments(expr.args, params, "'" + expr.name + "'", expr.span, scope);
    if (!values) return std::nullopt;
    return with(ExprKind::Table, type, table->index, std::move(*values));
}

std::optional<Expr> Expressions::can(const ast::Expr& expr, const Scope& scope) {
    const auto action = find_action(names_, reporter_, expr.name, expr.span);
    if (!action) return std::nullopt;
    auto values = roles(*action, expr.args, expr.span, scope);
    if (!values) return std::nullopt;
    return with(ExprKind::Can, typing_.bool_type(), action->index, std::move(*values));
}

std::optional<std::vector<Expr>> Expressions::roles(ActionId id, const std::vector<ast::Expr>& args,
                                                    dsl::Span span, const Scope& scope) {
    const Action& action = names_.callables.actions[id.index];
    std::size_t needed = action.params.size();
    while (needed > args.size() && !action.item->binders[needed - 1].initial.empty()) --needed;
    const std::vector<TypeId> given(action.params.begin(),
                                    action.params.begin() + static_cast<std::ptrdiff_t>(needed));
    return arguments(args, given, "action '" + action.item->name + "'", span, scope);
}

}  // namespace errata::compiler::typed
