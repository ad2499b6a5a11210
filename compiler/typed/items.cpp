#include "compiler/typed/items.h"

#include <algorithm>

#include "compiler/resolve/lookup.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;

// --- values that are known before anything happens

std::optional<Value> Items::constant(const ast::Expr& written, TypeId type, dsl::Span span,
                                     const std::string& what) {
    const auto value = expressions_.as(written, Scope{}, type);
    if (!value) return std::nullopt;
    const auto known = constant_of(program_, *value);
    if (!known) {
        reporter_.error(DiagnosticKind::type_mismatch, span, what + " must be constant");
        return std::nullopt;
    }
    if (typing_.type(type).contains(*known)) return known;
    reporter_.error(DiagnosticKind::value_out_of_range, span,
                    std::to_string(*known) + " is not in " + program_.types.name(type));
    return std::nullopt;
}

void Items::initial_values(const std::vector<ast::Binder>& fields, TypeId of) {
    for (const ast::Binder& field : fields) {
        if (field.initial.empty()) continue;
        std::optional<VarId> var;
        if (of.is_valid()) {
            const auto found = names_.store.fields.find({of, field.name});
            if (found != names_.store.fields.end()) var = found->second;
        } else {
            const auto found = names_.store.named.find(field.name);
            if (found != names_.store.named.end()) var = found->second;
        }
        // Of two with one name the first counts.
        if (!var || program_.variables[var->index].span != field.span) continue;
        const auto value = constant(field.initial[0], program_.variables[var->index].type,
                                    field.initial[0].span, "an initial value");
        if (value) program_.variables[var->index].initial = *value;
    }
}

void Items::printed_values(const Card& card) {
    const Printed& printed = names_.texts.printed[card.printed.index];
    for (const ast::Setting& setting : card.item->settings) {
        const auto found = names_.store.attributes.find({printed.type, setting.name});
        if (found == names_.store.attributes.end()) continue;
        const TypeId type = program_.tables[found->second.index].type;
        const auto value = constant(setting.value, type, setting.span, "a printed value");
        if (value)
            program_.tables[found->second.index].values[static_cast<std::size_t>(card.identity)] = *value;
    }
}

void Items::constants() {
    for_items(modules_, ItemKind::State, [&](const ast::Item& item) { initial_values(item.fields, {}); });
    for (const ItemKind kind : {ItemKind::Kind, ItemKind::Grid, ItemKind::Sites}) {
        for_items(modules_, kind, [&](const ast::Item& item) {
            const auto type = names_.vocabulary.named.find(item.name);
            if (type != names_.vocabulary.named.end()) initial_values(item.fields, type->second);
        });
    }
    for_items(modules_, ItemKind::Relation, [&](const ast::Item& item) {
        const auto found = names_.store.named.find(item.name);
        if (item.exprs.empty() || found == names_.store.named.end()) return;
        Variable& variable = program_.variables[found->second.index];
        if (variable.span != item.span) return;
        const auto value = constant(item.exprs[0], variable.type, item.exprs[0].span, "an initial value");
        if (value) program_.variables[found->second.index].initial = *value;
    });
    for (const Printed& printed : names_.texts.printed) {
        for (const ast::Binder& field : printed.item->fields) {
            const auto found = names_.store.attributes.find({printed.type, field.name});
            if (field.initial.empty() || found == names_.store.attributes.end()) continue;
            const TypeId type = program_.tables[found->second.index].type;
            const auto value = constant(field.initial[0], type, field.initial[0].span, "a printed value");
            auto& values = program_.tables[found->second.index].values;
            if (value) std::fill(values.begin(), values.end(), *value);
        }
    }
    for (const Card& card : names_.texts.cards) printed_values(card);
}

// --- what can be asked or done

void Items::definitions() {
    for (std::size_t i = 0; i < names_.callables.defines.size(); ++i)
        type_of_definition(typing_, DefineId(i), names_.callables.defines[i].item->name_span);
}

std::vector<Binder> Items::parameters(const std::vector<ast::Binder>& written,
                                      const std::vector<TypeId>& types, Scope& scope) {
    std::vector<Binder> result;
    for (std::size_t i = 0; i < types.size(); ++i)
        result.push_back({typing_.add(scope, written[i].name, types[i]),
                          written[i].name,
                          {types[i], {}, written[i].span},
                          written[i].span});
    return result;
}

void Items::computed_values() {
    for (const Computed& what : names_.callables.computed) {
        ComputedBody body;
        Scope scope;
        body.params = parameters(*what.binders, what.params, scope);
        if (auto value = expressions_.as(*what.definition, scope, what.type))
            body.definition.push_back(std::move(*value));
        if (what.backup) {
            if (auto value = expressions_.as(*what.backup, scope, what.type))
                body.backup.push_back(std::move(*value));
        }
        program_.computed.push_back(std::move(body));
        program_.preferences.emplace_back();
        // It is that of the whole block: kept with the first.
        const bool prefers = what.kind == ComputedKind::Unknown && !what.item->exprs.empty();
        const bool is_first = prefers && what.name == what.item->equations.front().name;
        if (!is_first) continue;
        if (auto value = expressions_.as(what.item->exprs[0], Scope{}, typing_.number_type()))
            program_.preferences.back().push_back(std::move(*value));
    }
}

void Items::open_functions() {
    for (std::size_t i = 0; i < names_.callables.opens.size(); ++i) {
        const OpenFunction& open = names_.callables.opens[i];
        const ast::Item& item = *names_.callables.open_items[i];
        OpenBody body;
        Scope scope;
        body.params = parameters(item.binders, open.params, scope);
        if (!item.exprs.empty()) {
            if (auto value = expressions_.as(item.exprs[0], scope, open.type))
                body.fallback.push_back(std::move(*value));
        }
        program_.opens.push_back(std::move(body));
    }
}

std::vector<Expr> Items::replacement_chooser(const ActionBody& body, Scope scope, LocalId affected) {
    if (!names_.meta.replacement_order) return {};
    if (!body.params.empty()) scope.locals.push_back({"affected", affected, body.params.front().domain.type});
    // It may be said by what the event has not: then nobody chooses among its replacements.
    dsl::Sink unheard;
    const Reporter aside = reporter_.into(unheard);
    const Typing trial{names_, program_, aside};
    auto player = Expressions(trial).player(*names_.meta.replacement_order, scope);
    if (!player) return {};
    return {std::move(*player)};
}

void Items::action(const Action& about) {
    ActionBody body;
    Scope scope;
    body.defaults.resize(about.params.size());
    for (std::size_t i = 0; i < about.params.size(); ++i) {
        const ast::Binder& written = about.item->binders[i];
        if (!written.initial.empty()) {
            if (auto value = expressions_.as(written.initial[0], scope, about.params[i]))
                body.defaults[i].push_back(std::move(*value));
        }
        body.params.push_back({typing_.add(scope, written.name, about.params[i]),
                               written.name,
                               {about.params[i], {}, written.span},
                               written.span});
    }
    body.affected = typing_.new_local();
    body.replacement_chooser = replacement_chooser(body, scope, body.affected);
    body.block = statements_.block(about.item->body, scope);
    program_.actions.push_back(std::move(body));
}

void Items::actions() {
    for (const Action& about : names_.callables.actions) action(about);
    program_.phase_replacement_chooser = replacement_chooser({}, Scope{}, {});
}

void Items::windows() {
    for (const Window& window : names_.callables.windows) {
        program_.window_first.emplace_back();
        if (!names_.vocabulary.player_type.is_valid()) {
            if (reporter_.has_errors()) continue;  // it may be what could not be read
            reporter_.error(DiagnosticKind::missing_part, window.item->span,
                            "a window asks players, and this game declares none",
                            "add a line such as 'player Ann, Bob'");
            continue;
        }
        if (auto first = expressions_.player(window.item->exprs[0], Scope{}))
            program_.window_first.back().push_back(std::move(*first));
    }
}

void Items::printed_kinds() {
    for (const Printed& printed : names_.texts.printed) {
        program_.functions.emplace_back();
        if (!printed.on.is_valid()) continue;
        Scope scope;
        add_bearer(scope, printed);
        if (auto test = expressions_.conditions(printed.item->exprs, scope))
            program_.functions.back() = std::move(*test);
    }
}

void Items::ability(const ast::Item& item, std::optional<std::size_t> alternative,
                    const ast::Ability& written) {
    auto typed = abilities_.ability(written, Scope{});
    if (typed) program_.abilities.push_back({&item, alternative, std::move(*typed)});
}

void Items::rules() {
    for_items(modules_, ItemKind::Rule, [&](const ast::Item& item) {
        for (const ast::Ability& written : item.abilities) ability(item, {}, written);
    });
    for_items(modules_, ItemKind::Reading, [&](const ast::Item& item) {
        for (std::size_t i = 0; i < item.alternatives.size(); ++i) {
            for (const ast::Ability& written : item.alternatives[i].abilities) ability(item, i, written);
        }
    });
}

void Items::turn() {
    if (!names_.turns.empty()) program_.turn = statements_.block(names_.turns.back()->body, Scope{});
}

void Items::meta_rules() {
    // Among the scopes of bearers and of no bearer, one in which it is said.
    if (const ast::Expr* const order = names_.meta.trigger_order) {
        std::vector<Scope> scopes(1);
        for (const Printed& printed : names_.texts.printed) {
            if (!printed.on.is_valid()) continue;
            scopes.emplace_back();
            add_bearer(scopes.back(), printed);
        }
        dsl::Sink unheard;
        const Reporter aside = reporter_.into(unheard);
        const Typing trial{names_, program_, aside};
        const bool is_known = std::any_of(scopes.begin(), scopes.end(), [&](const Scope& scope) {
            return Expressions(trial).player(*order, scope).has_value();
        });
        const bool is_of_trigger =
            std::any_of(program_.abilities.begin(), program_.abilities.end(),
                        [](const RuleAbility& rule) { return !rule.ability.orderer.empty(); });
        if (!is_known && !is_of_trigger) expressions_.player(*order, scopes.back());
    }
    if (!names_.meta.replacement_order || !program_.phase_replacement_chooser.empty()) return;
    const bool is_known =
        std::any_of(program_.actions.begin(), program_.actions.end(),
                    [](const ActionBody& body) { return !body.replacement_chooser.empty(); });
    if (is_known) return;
    // Of the last action that something replaces.
    Scope scope;
    for (const RuleAbility& rule : program_.abilities) {
        if (rule.ability.kind != AbilityKind::Replacement || rule.ability.of_phase) continue;
        const ActionBody& body = program_.actions[rule.ability.action.index];
        scope.locals.clear();
        for (const Binder& param : body.params)
            scope.locals.push_back({param.name, param.local, param.domain.type});
        if (!body.params.empty())
            scope.locals.push_back({"affected", body.affected, body.params.front().domain.type});
    }
    expressions_.player(*names_.meta.replacement_order, scope);
}

}  // namespace errata::compiler::typed
