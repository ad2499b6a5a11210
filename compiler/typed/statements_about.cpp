// What rules state about open functions, and what counts as what.
#include <algorithm>
#include <tuple>

#include "compiler/resolve/lookup.h"
#include "compiler/resolve/mentions.h"
#include "compiler/typed/ability_kinds.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

// What a predicate is about: the types, and the roles if they have names.
struct About {
    std::vector<TypeId> types;
    const std::vector<ast::Binder>* roles = nullptr;
};

}  // namespace

static bool stated_value(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);
static bool action_counting(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
static bool predicate_counting(const Typing& t, Ability& ability, const ast::Ability& written,
                               const About& of, OpenId open, const Scope& scope);

namespace {

Says says_of(ast::AbilityKind kind) {
    if (kind == ast::AbilityKind::NotIf) return Says::NotIf;
    if (kind == ast::AbilityKind::OnlyIf) return Says::OnlyIf;
    return kind == ast::AbilityKind::Iff ? Says::Iff : Says::If;
}

ast::Expr negated(const ast::Expr& expr) {
    ast::Expr result;
    result.kind = ast::ExprKind::Not;
    result.span = expr.span;
    result.args = {expr};
    return result;
}

bool names_bearer(const std::vector<ast::Expr>& params) {
    return std::any_of(params.begin(), params.end(), [](const ast::Expr& param) {
        return param.kind == ast::ExprKind::Name && param.name == "this";
    });
}

}  // namespace

bool statement(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    // Who may do something, said the other way round.
    if (written.kind == ast::AbilityKind::OnlyIf && t.names.callables.action_named.count(written.name) > 0)
        return prohibition(t, ability, written, scope);
    const auto open = t.names.callables.open_named.find(written.name);
    if (open == t.names.callables.open_named.end()) {
        t.reporter.unknown(written.span, "open predicate", written.name,
                           keys_of(t.names.callables.open_named));
        return false;
    }
    ability.kind = AbilityKind::Statement;
    ability.said.says = says_of(written.kind);
    ability.said.open = open->second;
    Scope inner = scope;
    const auto& types = t.names.callables.opens[open->second.index].params;
    const auto& roles = t.names.callables.open_items[open->second.index]->binders;
    auto params = pattern(t, written.params, written.name, types, roles, written.span, inner);
    if (!params) return false;
    ability.params = std::move(*params);
    // A text's bearer is looked for by a quantifier around the condition, so a value cannot speak of it
    // unless it is one of the roles.
    Scope of_value = inner;
    const bool is_role = std::any_of(ability.params.begin(), ability.params.end(),
                                     [](const Param& param) { return param.is_bearer(); });
    if (!is_role) {
        std::erase_if(of_value.locals, [](const InSight& one) { return one.local == this_local; });
    }
    const bool valued = stated_value(t, ability, written, of_value);
    return guarded(t, ability, written, inner) && valued;
}

static bool stated_value(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    const TypeId type = t.names.callables.opens[ability.said.open.index].type;
    if (written.value.empty()) {
        if (type == t.bool_type()) return true;
        t.reporter.error(
            DiagnosticKind::type_mismatch, written.span,
            "'" + written.name + "' is a " + t.type(type).name + ": a statement has to say which",
            "write '" + written.name + "(...) = VALUE if ...'");
        return false;
    }
    auto value = of_type(t, written.value[0], scope, type);
    if (value && is_in_range(t, *value, type)) ability.said.value.push_back(std::move(*value));
    return !ability.said.value.empty();
}

// An open predicate, a relation, a flag or a definition.
static std::optional<About> predicate(const Typing& t, const std::string& name) {
    const auto& callables = t.names.callables;
    if (const auto open = callables.open_named.find(name); open != callables.open_named.end()) {
        const OpenFunction& function = callables.opens[open->second.index];
        if (function.type != t.bool_type()) return std::nullopt;
        return About{function.params, &callables.open_items[open->second.index]->binders};
    }
    if (const auto var = t.names.store.named.find(name); var != t.names.store.named.end()) {
        const Variable& variable = t.names.store.variables[var->second.index];
        if (variable.type != t.bool_type()) return std::nullopt;
        const auto relation = t.names.store.relations.find(name);
        const bool has_roles = relation != t.names.store.relations.end();
        return About{variable.params, has_roles ? &relation->second->binders : nullptr};
    }
    if (const auto define = callables.define_named.find(name); define != callables.define_named.end()) {
        const Define& what = callables.defines[define->second.index];
        return About{what.params, &what.item->binders};
    }
    return std::nullopt;
}

bool counting(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    const auto& callables = t.names.callables;
    const bool is_action = callables.action_named.count(written.name) > 0;
    const bool to_action = callables.action_named.count(written.as.name) > 0;
    if (is_action && to_action) return action_counting(t, ability, written, scope);
    if (is_action && !predicate(t, written.as.name)) {
        find_action(t.names, t.reporter, written.as.name, written.span);
        return false;
    }
    const auto of = predicate(t, written.name);
    if (!of && !is_action) {
        std::vector<std::string> known = keys_of(callables.open_named);
        for (const auto& [name, id] : callables.define_named) known.push_back(name);
        for (const auto& [name, id] : callables.action_named) known.push_back(name);
        t.reporter.unknown(written.span, "predicate or action", written.name, known);
        return false;
    }
    if (to_action || !of) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, written.span,
                         "'" + (to_action ? written.as.name : written.name) + "' is an action, '" +
                             (to_action ? written.name : written.as.name) +
                             "' is something that holds or does not",
                         "an action counts as an action, and what holds as what holds");
        return false;
    }
    const auto open = callables.open_named.find(written.as.name);
    if (open != callables.open_named.end())
        return predicate_counting(t, ability, written, *of, open->second, scope);
    if (predicate(t, written.as.name)) {
        t.reporter.error(
            DiagnosticKind::wrong_kind_of_name, written.span,
            "'" + written.as.name + "' is not open: what it means is settled where it is declared",
            "declare 'open " + written.as.name + "(...)' and let rules say when it holds");
        return false;
    }
    t.reporter.unknown(written.span, "open predicate", written.as.name, keys_of(callables.open_named));
    return false;
}

static bool action_counting(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    const auto& callables = t.names.callables;
    ability.kind = AbilityKind::CountsAs;
    ability.said.says = says_of(written.as.says);
    ability.as.action = callables.action_named.at(written.as.name);
    const std::size_t roles = callables.actions[callables.action_named.at(written.name).index].params.size();
    const std::size_t as_roles = callables.actions[ability.as.action.index].params.size();
    for (const auto& [name, params, takes] : {std::tuple(&written.name, &written.params, roles),
                                              std::tuple(&written.as.name, &written.as.params, as_roles)}) {
        if (params->size() == takes) continue;
        t.reporter.error(DiagnosticKind::argument_count, written.span,
                         "'" + *name + "' has " + dsl::count_of(takes, "role") + ", found " +
                             std::to_string(params->size()));
        return false;
    }
    const bool is_denied = ability.said.says != Says::If;
    const bool has_bearer = scope.find("this") != nullptr;
    if (!is_denied && has_bearer && names_bearer(written.as.params) && !names_bearer(written.params)) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, written.span,
                         "'this' is none of the roles of '" + written.name + "'",
                         "write it in the brackets of '" + written.name + "', too");
        return false;
    }
    if (!of_action(t, ability, written, scope)) return false;
    if (is_denied) {
        const Action& other = callables.actions[ability.as.action.index];
        auto as = pattern(t, written.as.params, written.as.name, other.params, other.item->binders,
                          written.span, scope);
        if (!as) return false;
        ability.as.params = std::move(*as);
        return guarded(t, ability, written, scope);
    }
    auto as = typed::roles(t, ability.as.action, written.as.params, written.span, scope);
    if (!guarded(t, ability, written, scope) || !as) return false;
    for (Expr& role : *as) {
        const TypeId type = role.type;
        ability.as.params.push_back({role.span, "", {}, {std::move(role)}, type});
    }
    return true;
}

// `A(x, y) counts as B(x) if C` is the statement `B(x) if some y: T with A(x, y) and C`; what denies it says
// `not B(x)` of the same, and `only if C` denies it where C does not hold.
static bool predicate_counting(const Typing& t, Ability& ability, const ast::Ability& written,
                               const About& about, OpenId open, const Scope& scope) {
    const std::vector<TypeId>& of = about.types;
    if (of.size() != written.params.size()) {
        t.reporter.error(DiagnosticKind::argument_count, written.span,
                         "'" + written.name + "' takes " + dsl::count_of(of.size(), "argument") + ", found " +
                             std::to_string(written.params.size()));
        return false;
    }
    ast::Ability as = written;
    as.kind = written.as.says == ast::AbilityKind::If ? ast::AbilityKind::If : ast::AbilityKind::NotIf;
    as.name = written.as.name;
    as.params = written.as.params;
    ast::Expr asked;
    asked.kind = ast::ExprKind::Call;
    asked.span = written.span;
    asked.name = written.name;
    asked.args = written.params;
    std::vector<ast::Binder> others;
    Mentions mentions;
    mentions.read(written.exprs);
    for (std::size_t i = 0; i < of.size(); ++i) {
        ast::Expr& param = asked.args[i];
        if (!binds(t, param, of[i], scope) || param.name == "this" || param.name == "it") continue;
        const bool is_shared =
            std::any_of(written.as.params.begin(), written.as.params.end(), [&](const ast::Expr& other) {
                return other.kind == ast::ExprKind::Name && other.name == param.name && param.name != "_";
            });
        if (is_shared) continue;
        if (param.name != "_" && param.name != (*about.roles)[i].name && !mentions.names.contains(param.name))
            unused_name(t, param.span, param.name, of[i]);
        if (param.name == "_") param.name = "any " + std::to_string(i);
        ast::Binder binder;
        binder.span = param.span;
        binder.name = param.name;
        binder.type.kind = ast::TypeKind::Named;
        binder.type.span = param.span;
        binder.type.name = t.program.types.name(of[i]);
        others.push_back(std::move(binder));
    }
    ast::Expr condition = asked;
    if (!written.exprs.empty()) {
        condition = {};
        condition.kind = ast::ExprKind::And;
        condition.span = written.span;
        condition.args = {asked, written.exprs[0]};
        if (written.as.says == ast::AbilityKind::OnlyIf) condition.args[1] = negated(written.exprs[0]);
    }
    if (!others.empty()) {
        ast::Expr some;
        some.kind = ast::ExprKind::Some;
        some.span = written.span;
        some.binders = std::move(others);
        some.args = {std::move(condition)};
        condition = std::move(some);
    }
    as.exprs = {std::move(condition)};
    ability.said.open = open;
    return statement(t, ability, as, scope);
}

}  // namespace errata::compiler::typed
