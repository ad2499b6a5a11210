// What a name in an expression stands for: locals, holes of a phrase, constants, fields, definitions,
// functions of boards.
#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/grid.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ExprKind;
using dsl::DiagnosticKind;

namespace {

std::string arguments_text(std::size_t count) { return dsl::count_of(count, "argument"); }

}  // namespace

std::optional<Typed> Expressions::constant(const std::string& text, dsl::Span span, TypeId expected,
                                           bool quoted) {
    const auto found = world_.constants.find(text);
    if (found == world_.constants.end()) {
        if (quoted) {
            std::vector<std::string> known;
            for (const auto& [name, values] : world_.constants) known.push_back(name);
            world_.unknown(span, "name", text, known);
        }
        return std::nullopt;
    }
    const auto& candidates = found->second;
    if (expected.is_valid()) {
        TypeId wanted = world_.base(expected);
        if (world_.type(wanted).form == TypeForm::Set) wanted = world_.type(wanted).element;
        for (const auto& [type, value] : candidates) {
            if (world_.base(type) == wanted) return named(type, value);
        }
    }
    if (candidates.size() > 1) {
        std::vector<std::string> types;
        for (const auto& [type, value] : candidates) types.push_back(world_.name(type) + "." + text);
        world_.error(DiagnosticKind::wrong_kind_of_name, span,
                     "'" + text + "' may mean " + dsl::join(types, " or "),
                     "write which, for example " + types.front());
        return std::nullopt;
    }
    return named(candidates.front().first, candidates.front().second);
}

Typed Expressions::named(TypeId type, Value value) {
    if (!world_.in_setup) world_.told_apart.insert(world_.base(type));
    return {world_.model.terms.constant(value), type};
}

std::optional<Typed> Expressions::name(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    if (const Local* local = scope.find(expr.name)) return local->value;
    if (scope.holes) {
        const auto found = scope.holes->by_name.find(expr.name);
        if (found != scope.holes->by_name.end()) return hole(found->second, {}, expr.span, scope, expected);
    }
    if (scope.holes && scope.holes->antecedents.count(expr.name) > 0) return antecedent(expr, scope);
    // A constant of the expected type wins over a variable: the author wrote a value where one is wanted.
    const auto as_constant = world_.constants.find(expr.name);
    if (as_constant != world_.constants.end() && expected.is_valid()) {
        for (const auto& [type, value] : as_constant->second) {
            if (world_.base(type) == world_.base(expected)) return named(type, value);
        }
    }
    const auto variable = world_.variables.find(expr.name);
    if (variable != world_.variables.end() && world_.model.variable(variable->second).params.empty()) {
        return Typed{cell(variable->second, {}), world_.model.variable(variable->second).type};
    }
    const auto define = world_.defines.find(expr.name);
    if (define != world_.defines.end()) return inline_define(define->second, {}, expr.span, scope);
    const auto open = world_.opens.find(expr.name);
    if (open != world_.opens.end() && world_.model.open_functions[open->second.index].params.empty()) {
        const Type type = world_.type(world_.model.open_functions[open->second.index].type);
        return Typed{world_.model.terms.make_leaf(TermKind::Open, open->second.index, {}, type),
                     world_.model.open_functions[open->second.index].type};
    }
    const auto known_computed = world_.computed.find(expr.name);
    if (known_computed != world_.computed.end() && known_computed->second.params.empty())
        return computed(expr.name, {}, scope);
    if (as_constant != world_.constants.end()) return constant(expr.name, expr.span, expected, false);
    const auto setting = world_.scope.find(expr.name);
    if (setting != world_.scope.end()) return number(world_.model.terms.constant(setting->second));

    std::vector<std::string> known;
    for (const Local& local : scope.locals) {
        const bool is_written = !local.name.empty() && local.name.find_first_of(" (") == std::string::npos;
        if (is_written) known.push_back(local.name);
    }
    if (scope.holes) {
        for (const auto& [hole_name, filler] : scope.holes->by_name) known.push_back(hole_name);
    }
    for (const auto& [text, values] : world_.constants) known.push_back(text);
    for (const auto& [text, var] : world_.variables) known.push_back(text);
    for (const auto& [text, item] : world_.defines) known.push_back(text);
    world_.unknown(expr.span, "name", expr.name, known);
    return std::nullopt;
}

// What earlier words of the text introduced. It is kept while an item of the agenda is carried out, and
// nowhere else.
std::optional<Typed> Expressions::antecedent(const ast::Expr& expr, const Scope& scope) {
    const auto number = scope.holes->antecedents.at(expr.name);
    const auto found = number ? scope.antecedents.find(*number) : scope.antecedents.end();
    if (found != scope.antecedents.end()) return found->second;
    world_.error(DiagnosticKind::unresolved_pronoun, expr.span, "'" + expr.name + "' is not known here",
                 "words can refer back in what a trigger or a played ability does, not in conditions, "
                 "replacements, state checks and 'later'");
    return std::nullopt;
}

// A hole in an expression: the name or number it was filled with, or the body of the phrase that filled it.
std::optional<Typed> Expressions::hole(const Hole& hole, const std::vector<ast::Expr>& args, dsl::Span span,
                                       const Scope& scope, TypeId expected) {
    const dsl::Derivation& filler = *hole.filler;
    if (filler.kind == dsl::Derivation::Kind::Number)
        return number(world_.model.terms.constant(filler.number));
    const std::string& category_name = world_.grammar.category_name(filler.category);
    if (filler.kind == dsl::Derivation::Kind::Word) {
        return named(world_.types.at(category_name), filler.tag);
    }
    const Category& category = world_.categories[world_.category_of.at(category_name)];
    const ast::Item& phrase = *world_.phrases[static_cast<std::size_t>(filler.tag)];
    if (phrase.exprs.empty()) {
        world_.error(DiagnosticKind::wrong_kind_of_name, span,
                     "this hole holds something to do, not a value");
        return std::nullopt;
    }
    if (args.size() != category.given.size()) {
        world_.error(DiagnosticKind::argument_count, span,
                     "category " + category.name + " is given " + arguments_text(category.given.size()) +
                         ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    Scope inner = scope.inside();
    for (const char* word : {"this", "it"}) {
        if (const Local* local = scope.find(word)) inner.locals.push_back(*local);
    }
    inner.holes = hole.holes;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const TypeId type = type_of(category.given[i].type, inner);
        const auto value = elaborate(args[i], scope, type);
        if (!value) return std::nullopt;
        inner.add(category.given[i].name, *value);
    }
    return elaborate(phrase.exprs[0], inner,
                     category.sort == ast::CategorySort::Condition ? world_.bool_type : expected);
}

std::optional<Typed> Expressions::field(const ast::Expr& expr, const Scope& scope) {
    // `terrain.Void` names a constant of a type.
    const ast::Expr& object_expr = expr.args[0];
    if (object_expr.kind == ExprKind::Name && !scope.find(object_expr.name)) {
        const auto type = world_.types.find(object_expr.name);
        const auto values = world_.constants.find(expr.name);
        if (type != world_.types.end() && values != world_.constants.end()) {
            for (const auto& [of, value] : values->second) {
                if (of == type->second) return named(of, value);
            }
        }
    }
    const auto object = elaborate(object_expr, scope);
    if (!object) return std::nullopt;
    const TypeId base = world_.base(object->type);
    const auto field = world_.fields.find({base, expr.name});
    if (field != world_.fields.end()) {
        return Typed{cell(field->second, {object->term}), world_.model.variable(field->second).type};
    }
    const auto attribute = world_.attributes.find({base, expr.name});
    if (attribute != world_.attributes.end()) {
        const Table& table = world_.model.tables[attribute->second.index];
        const TypeId type = table.type;
        return Typed{world_.model.terms.make_leaf(TermKind::Table, attribute->second.index, {object->term},
                                                  world_.type(type)),
                     type};
    }
    std::vector<std::string> known;
    for (const auto& [key, var] : world_.fields) {
        if (key.first == base) known.push_back(key.second);
    }
    for (const auto& [key, table] : world_.attributes) {
        if (key.first == base) known.push_back(key.second);
    }
    world_.unknown(expr.span, "field of " + world_.name(base), expr.name, known);
    return std::nullopt;
}

std::optional<std::vector<Typed>> Expressions::arguments(const std::vector<ast::Expr>& args,
                                                         const std::vector<TypeId>& params,
                                                         const std::string& what, dsl::Span span,
                                                         const Scope& scope) {
    if (args.size() != params.size()) {
        world_.error(
            DiagnosticKind::argument_count, span,
            what + " takes " + arguments_text(params.size()) + ", found " + std::to_string(args.size()));
        return std::nullopt;
    }
    std::vector<Typed> result;
    bool good = true;
    for (std::size_t i = 0; i < args.size(); ++i) {
        const auto value = elaborate(args[i], scope, params[i]);
        if (value && !world_.fits(value->type, params[i])) {
            world_.error(DiagnosticKind::type_mismatch, args[i].span,
                         "argument " + std::to_string(i + 1) + " of " + what + " is a " +
                             world_.name(params[i]) + ", found " + world_.name(value->type));
            good = false;
        }
        good = good && value.has_value();
        if (value) result.push_back(*value);
    }
    if (!good) return std::nullopt;
    return result;
}

std::optional<Typed> Expressions::call(const ast::Expr& expr, const Scope& scope, TypeId expected) {
    TermPool& terms = world_.model.terms;
    if (scope.holes) {
        const auto found = scope.holes->by_name.find(expr.name);
        if (found != scope.holes->by_name.end())
            return hole(found->second, expr.args, expr.span, scope, expected);
    }
    const auto variable = world_.variables.find(expr.name);
    if (variable != world_.variables.end()) {
        const Variable about = world_.model.variable(variable->second);
        const auto values = arguments(expr.args, about.params, "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        std::vector<TermId> args;
        for (const Typed& value : *values) args.push_back(value.term);
        return Typed{cell(variable->second, std::move(args)), about.type};
    }
    const auto define = world_.defines.find(expr.name);
    if (define != world_.defines.end()) return inline_define(define->second, expr.args, expr.span, scope);
    const auto open = world_.opens.find(expr.name);
    if (open != world_.opens.end()) {
        const auto params = world_.model.open_functions[open->second.index].params;
        const auto values = arguments(expr.args, params, "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        std::vector<TermId> args;
        for (const Typed& value : *values) args.push_back(value.term);
        if (world_.asked) world_.asked->insert(expr.name);
        const TypeId type = world_.model.open_functions[open->second.index].type;
        return Typed{terms.make_leaf(TermKind::Open, open->second.index, std::move(args), world_.type(type)),
                     type};
    }
    const auto known_computed = world_.computed.find(expr.name);
    if (known_computed != world_.computed.end()) {
        const auto values =
            arguments(expr.args, known_computed->second.params, "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        world_.at = expr.span;
        return computed(expr.name, *values, scope);
    }
    return builtin(expr, scope);
}

std::optional<Typed> Expressions::builtin(const ast::Expr& expr, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    if (expr.name == "min" || expr.name == "max") {
        const auto values = arguments(expr.args, {world_.number_type, world_.number_type},
                                      "'" + expr.name + "'", expr.span, scope);
        if (!values) return std::nullopt;
        return number(terms.make(expr.name == "min" ? TermKind::Minimum : TermKind::Maximum,
                                 {(*values)[0].term, (*values)[1].term}));
    }
    if (expr.name == "size" && expr.args.size() == 1) {
        const auto value = elaborate(expr.args[0], scope);
        if (!value) return std::nullopt;
        if (world_.type(value->type).form != TypeForm::Set) {
            world_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'size' is of a set, found " + world_.name(value->type));
            return std::nullopt;
        }
        return number(terms.make(TermKind::SetSize, {value->term}));
    }
    // Tables of a board or a direction: the first argument's type says whose.
    if (!expr.args.empty()) {
        bool is_table = expr.name == "between";
        for (const auto& [key, table] : world_.attributes) is_table = is_table || key.second == expr.name;
        if (is_table) {
            const auto first = elaborate(expr.args[0], scope);
            if (!first) return std::nullopt;
            const TypeId whose = world_.base(first->type);
            if (expr.name == "between" && world_.attributes.count({whose, expr.name}) == 0)
                declare_between(world_, whose);
            const auto found = world_.attributes.find({whose, expr.name});
            if (found != world_.attributes.end()) {
                const Table table = world_.model.tables[found->second.index];
                const auto values =
                    arguments(expr.args, table.params, "'" + expr.name + "'", expr.span, scope);
                if (!values) return std::nullopt;
                std::vector<TermId> args;
                for (const Typed& value : *values) args.push_back(value.term);
                return Typed{terms.make_leaf(TermKind::Table, found->second.index, std::move(args),
                                             world_.type(table.type)),
                             table.type};
            }
            world_.error(DiagnosticKind::type_mismatch, expr.args[0].span,
                         "'" + expr.name + "' is not for a " + world_.name(first->type));
            return std::nullopt;
        }
    }
    std::vector<std::string> known{"min", "max", "size"};
    for (const auto& [text, var] : world_.variables) known.push_back(text);
    for (const auto& [text, item] : world_.defines) known.push_back(text);
    for (const auto& [text, item] : world_.opens) known.push_back(text);
    for (const auto& [text, item] : world_.computed) known.push_back(text);
    for (const auto& [key, table] : world_.attributes) known.push_back(key.second);
    if (world_.actions.count(expr.name) > 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, expr.span,
                     "'" + expr.name + "' is an action, not a value",
                     "ask 'can " + expr.name + "(...)', or write it as a statement");
        return std::nullopt;
    }
    world_.unknown(expr.span, "function", expr.name, known);
    return std::nullopt;
}

}  // namespace errata::compiler
