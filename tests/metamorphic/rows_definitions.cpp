// Rows about definitions.
#include <algorithm>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;

namespace {

// The names that an expression takes from around it, or nothing where some have no meaning that could be
// written elsewhere (`this`, holes, `any`).
std::optional<std::set<std::string>> taken_from_around(const Expr& expr, const Vocabulary& known,
                                                       const Place& place, std::set<std::string> inner = {}) {
    const bool is_call = expr.kind == ExprKind::Call || expr.kind == ExprKind::Can;
    if (expr.kind == ExprKind::Any || expr.kind == ExprKind::Error) return std::nullopt;
    if (expr.kind == ExprKind::Call && !known.is_known_call(expr.name)) return std::nullopt;
    if (expr.kind == ExprKind::Can && !known.actions.contains(expr.name)) return std::nullopt;
    std::set<std::string> names;
    if (!is_call && expr.kind == ExprKind::Name && !inner.contains(expr.name)) {
        if (place.locals.contains(expr.name)) {
            names.insert(expr.name);
        } else if (!known.is_value(expr.name)) {
            // `terrain` in `terrain.Void` is a type; left alone
            return std::nullopt;
        }
    }
    std::set<std::string> outer = inner;
    for (const Binder& binder : expr.binders) inner.insert(binder.name);
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        const bool is_outside = expr.kind == ExprKind::Path && i < 2;
        const auto more = taken_from_around(expr.args[i], known, place, is_outside ? outer : inner);
        if (!more) return std::nullopt;
        names.insert(more->begin(), more->end());
    }
    return names;
}

// Binders of ranges may name a bound of their own; types of phrases may be categories.
bool can_be_parameter(const ast::TypeExpr& type, const Vocabulary& known) {
    if (type.kind == ast::TypeKind::Optional) return can_be_parameter(type.args[0], known);
    if (type.kind == ast::TypeKind::Named) return known.others.contains(type.name);
    return type.kind == ast::TypeKind::Bool || type.kind == ast::TypeKind::Number;
}

Item definition(const std::string& name, const std::vector<Binder>& parameters, Expr condition) {
    Item item;
    item.kind = ItemKind::Define;
    item.name = name;
    item.binders = parameters;
    item.span = condition.span;
    item.type.kind = ast::TypeKind::Bool;
    item.type.span = condition.span;
    condition.unless = false;
    item.exprs = {std::move(condition)};
    return item;
}

bool can_be_defined(const Expr& expr, const Place& place) {
    const bool is_small =
        expr.kind == ExprKind::Name || expr.kind == ExprKind::Bool || expr.kind == ExprKind::Call;
    return place.is_condition && !is_small && !place.is_position && !place.is_cost &&
           place.item->kind != ItemKind::Printed;
}

std::optional<Rewritten> introduce(const Original& original, Random& random, bool with_parameters) {
    Vocabulary known = original.vocabulary;
    std::vector<Item> definitions;
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        Places places{original.vocabulary, {}, {}};
        places.expr = [&](Expr& expr, const Place& place) {
            if (!can_be_defined(expr, place)) return;
            const auto names = taken_from_around(expr, known, place);
            if (!names || names->empty() == with_parameters) return;
            std::vector<Binder> parameters;
            std::vector<Expr> arguments;
            for (const std::string& name : *names) {
                Binder parameter;
                parameter.name = name;
                parameter.type = place.locals.at(name);
                parameter.type.span = {};
                if (!can_be_parameter(parameter.type, known)) return;
                parameters.push_back(std::move(parameter));
                arguments.push_back(name_expr(name, expr.span));
            }
            if (!chosen.here()) return;
            const std::string name = known.fresh("condition");
            definitions.push_back(definition(name, parameters, expr));
            expr = with_parameters ? call_expr(name, std::move(arguments), expr.span)
                                   : name_expr(name, expr.span);
        };
        places.go(copy);
    });
    if (!spec) return std::nullopt;
    ast::Module& main = main_module(*spec);
    // A file prints only the items that lie in it.
    for (Item& item : definitions) item.span = {main.file, 0, 0};
    main.items.insert(main.items.end(), definitions.begin(), definitions.end());
    return Rewritten{std::move(*spec)};
}

// Every name that is bound somewhere.
std::set<std::string> bound_names(Spec spec) {
    std::set<std::string> names;
    Everywhere everywhere;
    everywhere.binder = [&](Binder& binder) { names.insert(binder.name); };
    everywhere.ability = [&](ast::Ability& ability) {
        for (const Expr& param : ability.params) names.insert(param.name);
        for (const ast::Given& given : ability.given) names.insert(given.name);
    };
    everywhere.stmt = [&](ast::Stmt& stmt) {
        if (stmt.kind == ast::StmtKind::Let) names.insert(stmt.name);
    };
    for (ast::Module& module : spec.modules) {
        for (Item& item : module.items) {
            // Fields are no names in sight; variables are, and are bound nowhere else then.
            item.fields.clear();
            everywhere.go(item);
        }
    }
    return names;
}

bool is_free_of(Expr expr, const std::set<std::string>& names) {
    bool is_free = true;
    Everywhere everywhere;
    everywhere.expr = [&](Expr& node) {
        const bool is_name = node.kind == ExprKind::Name || node.kind == ExprKind::Quoted;
        is_free = is_free && !(is_name && names.contains(node.name)) && node.binders.empty();
    };
    everywhere.go(expr);
    return is_free;
}

}  // namespace

std::optional<Rewritten> define_introduced(const Original& original, Random& random) {
    return introduce(original, random, false);
}

std::optional<Rewritten> define_with_parameters(const Original& original, Random& random) {
    return introduce(original, random, true);
}

std::optional<Rewritten> define_inlined(const Original& original, Random& random) {
    const std::set<std::string> bound = bound_names(original.spec);
    std::vector<const Item*> candidates;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            const bool is_plain =
                item.kind == ItemKind::Define && item.binders.empty() && item.rows.empty() &&
                (item.type.kind == ast::TypeKind::Bool || item.type.kind == ast::TypeKind::Missing);
            const bool is_alone =
                !original.vocabulary.twice.contains(item.name) && !bound.contains(item.name);
            if (is_plain && is_alone && is_free_of(item.exprs[0], bound)) candidates.push_back(&item);
        }
    }
    if (candidates.empty()) return std::nullopt;
    const Item definition = *candidates[below(candidates.size(), random)];
    Spec spec = original.spec;
    Everywhere everywhere;
    everywhere.expr = [&](Expr& node) {
        if (node.kind != ExprKind::Name || node.name != definition.name) return;
        const bool unless = node.unless;
        node = definition.exprs[0];
        node.unless = unless;
    };
    everywhere.go(spec);
    for (ast::Module& module : spec.modules) {
        std::erase_if(module.items, [&](const Item& item) {
            return item.kind == ItemKind::Define && item.name == definition.name;
        });
    }
    return Rewritten{std::move(spec)};
}

namespace {

// With the arguments in place of the parameters.
Expr with_arguments(Expr body, const std::vector<Binder>& parameters, const std::vector<Expr>& arguments) {
    Everywhere everywhere;
    everywhere.expr = [&](Expr& node) {
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            if (node.kind != ExprKind::Name || node.name != parameters[i].name) continue;
            node = arguments[i];
            return;
        }
    };
    everywhere.go(body);
    return body;
}

// Definitions of conditions over things and values.
std::map<std::string, Item> conditions_of(const Original& original) {
    std::map<std::string, Item> result;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            const bool is_condition = item.kind == ItemKind::Define &&
                                      item.type.kind == ast::TypeKind::Bool && !item.binders.empty() &&
                                      item.rows.empty();
            std::vector<Binder> binders = item.binders;
            for (std::size_t i = binders.size(); i-- > 1;) {
                if (binders[i - 1].type.kind == ast::TypeKind::Missing) binders[i - 1].type = binders[i].type;
            }
            const auto is_plain = [&](const Binder& binder) {
                return binder.type.kind != ast::TypeKind::Number && binder.initial.empty() &&
                       can_be_parameter(binder.type, original.vocabulary);
            };
            if (is_condition && std::ranges::all_of(binders, is_plain)) result.emplace(item.name, item);
        }
    }
    return result;
}

bool is_name_or_literal(const Expr& expr) {
    return expr.kind == ExprKind::Name || expr.kind == ExprKind::Quoted || expr.kind == ExprKind::Number;
}

// Every name in it, bound ones included.
std::set<std::string> names_in(Expr expr) {
    std::set<std::string> names;
    Everywhere everywhere;
    everywhere.expr = [&](Expr& node) { names.insert(node.name); };
    everywhere.binder = [&](Binder& node) { names.insert(node.name); };
    everywhere.go(expr);
    return names;
}

}  // namespace

std::optional<Rewritten> call_inlined(const Original& original, Random& random) {
    const std::map<std::string, Item> definitions = conditions_of(original);
    return change_exprs(original, random, [&](const Expr& expr, const Place& place) -> std::optional<Expr> {
        const auto found = expr.kind == ExprKind::Call ? definitions.find(expr.name) : definitions.end();
        if (found == definitions.end() || !std::ranges::all_of(expr.args, is_name_or_literal))
            return std::nullopt;
        const Item& define = found->second;
        if (expr.args.size() != define.binders.size()) return std::nullopt;
        std::set<std::string> names = names_in(define.exprs[0]);
        for (const Expr& argument : expr.args) {
            if (names.contains(argument.name)) return std::nullopt;
        }
        for (const Binder& binder : define.binders) names.erase(binder.name);
        for (const auto& [local, type] : place.locals) {
            if (names.contains(local)) return std::nullopt;
        }
        return with_arguments(define.exprs[0], define.binders, expr.args);
    });
}

}  // namespace errata::metamorphic
