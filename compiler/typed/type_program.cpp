#include "compiler/typed/type_program.h"

#include <algorithm>
#include <set>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/abilities.h"
#include "compiler/typed/circles.h"
#include "compiler/typed/claims.h"
#include "compiler/typed/conditions.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;

// --- values that are known before anything happens

namespace {

std::optional<Value> constant(const Typing& t, const ast::Expr& written, TypeId type, dsl::Span span,
                              const std::string& what) {
    const auto value = of_type(t, written, Scope{}, type);
    if (!value) return std::nullopt;
    const auto known = constant_of(t.program, *value);
    if (!known) {
        t.reporter.error(DiagnosticKind::type_mismatch, span, what + " must be constant");
        return std::nullopt;
    }
    if (t.type(type).contains(*known)) return known;
    report_out_of_range(t, written, *known, type);
    return std::nullopt;
}

// Is each value of the one type one of the other?
bool is_within(const Type& inner, const Type& outer) {
    return inner.form == outer.form && outer.lo <= inner.lo && inner.hi <= outer.hi;
}

// `controller: player = owner`: does the field begin with another one of its kind? A value of that name goes
// first.
bool begins_with_field(const Typing& t, const ast::Binder& field, TypeId of, VarId var) {
    const ast::Expr& initial = field.initial[0];
    const bool is_name = of.is_valid() && initial.kind == ast::ExprKind::Name;
    return is_name && t.names.store.fields.contains({of, initial.name}) &&
           binds(t, initial, t.program.variables[var.index].type, Scope{});
}

void begin_with_field(const Typing& t, const ast::Binder& field, TypeId of, VarId var) {
    const ast::Expr& initial = field.initial[0];
    const VarId source = t.names.store.fields.at({of, initial.name});
    Variable& follower = t.program.variables[var.index];
    const Variable& followed = t.program.variables[source.index];
    if (source.index >= var.index) {
        t.reporter.error(DiagnosticKind::type_mismatch, initial.span,
                         "'" + initial.name + "' is declared behind '" + field.name + "'",
                         "declare it before the field that begins with it");
    } else if (!t.program.types.fits(followed.type, follower.type) ||
               !is_within(t.type(followed.type), t.type(follower.type)) ||
               t.names.store.orders.contains(follower.type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, initial.span,
                         "'" + initial.name + "' has values that '" + field.name +
                             "' cannot have: " + t.program.types.name(followed.type) + " and " +
                             t.program.types.name(follower.type),
                         "give both the same type");
    } else {
        follower.begins_with = source;
        follower.initial = followed.initial;
    }
}

void initial_values(const Typing& t, const std::vector<ast::Binder>& fields, TypeId of) {
    for (const ast::Binder& field : fields) {
        if (field.initial.empty()) continue;
        std::optional<VarId> var;
        if (of.is_valid()) {
            const auto found = t.names.store.fields.find({of, field.name});
            if (found != t.names.store.fields.end()) var = found->second;
        } else {
            const auto found = t.names.store.named.find(field.name);
            if (found != t.names.store.named.end()) var = found->second;
        }
        // Of two with one name the first counts.
        if (!var || t.program.variables[var->index].span != field.span) continue;
        if (begins_with_field(t, field, of, *var)) {
            begin_with_field(t, field, of, *var);
            continue;
        }
        const auto value = constant(t, field.initial[0], t.program.variables[var->index].type,
                                    field.initial[0].span, "an initial value");
        if (value) t.program.variables[var->index].initial = *value;
    }
}

void printed_values(const Typing& t, const Card& card) {
    const Printed& printed = t.names.texts.printed[card.printed.index];
    for (const ast::Setting& setting : card.item->contents.settings) {
        const auto found = t.names.store.attributes.find({printed.type, setting.name});
        if (found == t.names.store.attributes.end()) continue;
        const TypeId type = t.program.tables[found->second.index].type;
        const auto value = constant(t, setting.value, type, setting.span, "a printed value");
        if (value)
            t.program.tables[found->second.index].values[static_cast<std::size_t>(card.identity)] = *value;
    }
}

// Numbers that have no default and that items do not give: told once for each, at the first item.
void numbers_not_given(const Typing& t, const Printed& printed, const ast::Binder& field, TypeId type) {
    // A number that cannot be read is told already.
    if (!field.initial.empty() || !t.program.types.is_numeric(type) || t.reporter.has_errors()) return;
    std::vector<const ast::Item*> without;
    for (const Card& card : t.names.texts.cards) {
        const bool is_given = std::ranges::find(card.item->contents.settings, field.name,
                                                &ast::Setting::name) != card.item->contents.settings.end();
        const bool is_of_kind = &t.names.texts.printed[card.printed.index] == &printed;
        if (is_of_kind && !is_given) without.push_back(card.item);
    }
    if (without.empty()) return;
    constexpr std::size_t most_named = 5;
    std::vector<std::string> names;
    names.reserve(without.size());
    for (const ast::Item* const item : without) names.push_back(item->name);
    if (names.size() > most_named) {
        names.resize(most_named);
        names.push_back(std::to_string(without.size() - most_named) + " more");
    }
    t.reporter.error(DiagnosticKind::number_not_given, without.front()->name_span,
                     "nobody gives the " + field.name + " of " + dsl::join(names, ", ") + ": it counts as " +
                         std::to_string(initial_value(t.type(type))),
                     "write it on the item, or give '" + field.name + "' a default");
}

// What is known before anything happens: initial values, printed values.
void constants(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::State, [&](const ast::Item& item) { initial_values(t, item.fields, {}); });
    for (const ItemKind kind : {ItemKind::Kind, ItemKind::Grid, ItemKind::Sites}) {
        for_items(modules, kind, [&](const ast::Item& item) {
            const auto type = t.names.vocabulary.named.find(item.name);
            if (type != t.names.vocabulary.named.end()) initial_values(t, item.fields, type->second);
        });
    }
    for_items(modules, ItemKind::Relation, [&](const ast::Item& item) {
        const auto found = t.names.store.named.find(item.name);
        if (item.exprs.empty() || found == t.names.store.named.end()) return;
        Variable& variable = t.program.variables[found->second.index];
        if (variable.span != item.span) return;
        const auto value = constant(t, item.exprs[0], variable.type, item.exprs[0].span, "an initial value");
        if (value) t.program.variables[found->second.index].initial = *value;
    });
    for (const Printed& printed : t.names.texts.printed) {
        for (const ast::Binder& field : printed.item->fields) {
            const auto found = t.names.store.attributes.find({printed.type, field.name});
            if (found == t.names.store.attributes.end()) continue;
            const TypeId type = t.program.tables[found->second.index].type;
            numbers_not_given(t, printed, field, type);
            if (field.initial.empty()) continue;
            const auto value = constant(t, field.initial[0], type, field.initial[0].span, "a printed value");
            auto& values = t.program.tables[found->second.index].values;
            if (value) std::fill(values.begin(), values.end(), *value);
        }
    }
    for (const Card& card : t.names.texts.cards) printed_values(t, card);
}

// --- what can be asked or done

void definitions(const Typing& t) {
    for (std::size_t i = 0; i < t.names.callables.defines.size(); ++i)
        type_of_definition(t, DefineId(i), t.names.callables.defines[i].item->name_span);
}

std::vector<Binder> parameters(const Typing& t, const std::vector<ast::Binder>& written,
                               const std::vector<TypeId>& types, Scope& scope) {
    std::vector<Binder> result;
    for (std::size_t i = 0; i < types.size(); ++i)
        result.push_back({t.add(scope, written[i].name, types[i]),
                          written[i].name,
                          {types[i], {}, written[i].span},
                          written[i].span});
    return result;
}

// `at least 0`, `at most 9`: numbers of its range, each once.
void ends_of_value(const Typing& t, const Computed& what) {
    std::set<std::string> known;
    for (const ast::Setting& end : what.item->contents.settings) {
        const std::string said = "'at " + end.name + "'";
        if (!t.program.types.is_numeric(what.type)) {
            t.reporter.error(DiagnosticKind::type_mismatch, end.span,
                             said + " needs a number, found " + t.program.types.name(what.type));
        } else if (!t.type(what.type).contains(end.value.number)) {
            t.reporter.error(
                DiagnosticKind::value_out_of_range, end.value.span,
                std::to_string(end.value.number) + " is not in " + t.program.types.name(what.type));
        } else if (!known.insert(end.name).second) {
            t.reporter.error(DiagnosticKind::duplicate_name, end.span, said + " is said twice");
        }
    }
}

void computed_values(const Typing& t) {
    for (const Computed& what : t.names.callables.computed) {
        ComputedBody body;
        Scope scope;
        body.params = parameters(t, *what.binders, what.params, scope);
        if (auto value = of_type(t, *what.definition, scope, what.type))
            body.definition.push_back(std::move(*value));
        if (what.kind == ComputedKind::Derived) ends_of_value(t, what);
        if (what.backup) {
            if (auto value = of_type(t, *what.backup, scope, what.type))
                body.backup.push_back(std::move(*value));
        }
        t.program.computed.push_back(std::move(body));
        t.program.preferences.emplace_back();
        // It is that of the whole block: kept with the first.
        const bool prefers = what.kind == ComputedKind::Unknown && !what.item->exprs.empty();
        const bool is_first = prefers && what.name == what.item->contents.equations.front().name;
        if (!is_first) continue;
        if (auto value = of_type(t, what.item->exprs[0], Scope{}, t.number_type()))
            t.program.preferences.back().push_back(std::move(*value));
    }
}

void open_functions(const Typing& t) {
    for (std::size_t i = 0; i < t.names.callables.opens.size(); ++i) {
        const OpenFunction& open = t.names.callables.opens[i];
        const ast::Item& item = *t.names.callables.open_items[i];
        OpenBody body;
        Scope scope;
        body.params = parameters(t, item.binders, open.params, scope);
        if (!item.exprs.empty()) {
            auto value = of_type(t, item.exprs[0], scope, open.type);
            if (value && is_in_range(t, *value, open.type)) body.fallback.push_back(std::move(*value));
        }
        t.program.opens.push_back(std::move(body));
    }
}

std::vector<Expr> replacement_chooser(const Typing& t, const ActionBody& body, Scope scope,
                                      LocalId affected) {
    if (!t.names.meta.replacement_order) return {};
    if (!body.params.empty()) scope.locals.push_back({"affected", affected, body.params.front().domain.type});
    // It may be said by what the event has not: then nobody chooses among its replacements.
    dsl::Sink unheard;
    const Reporter aside = t.reporter.into(unheard);
    const Typing trial{t.names, t.program, aside};
    auto player = typed::player(trial, *t.names.meta.replacement_order, scope);
    if (!player) return {};
    return {std::move(*player)};
}

void action(const Typing& t, const Action& about) {
    ActionBody body;
    Scope scope;
    body.defaults.resize(about.params.size());
    for (std::size_t i = 0; i < about.params.size(); ++i) {
        const ast::Binder& written = about.item->binders[i];
        if (!written.initial.empty()) {
            auto value = of_type(t, written.initial[0], scope, about.params[i]);
            if (value && is_in_range(t, *value, about.params[i]))
                body.defaults[i].push_back(std::move(*value));
        }
        body.params.push_back({t.add(scope, written.name, about.params[i]),
                               written.name,
                               {about.params[i], {}, written.span},
                               written.span});
    }
    body.affected = t.new_local();
    body.replacement_chooser = replacement_chooser(t, body, scope, body.affected);
    body.block = block(t, about.item->body, scope);
    t.program.actions.push_back(std::move(body));
}

void actions(const Typing& t) {
    for (const Action& about : t.names.callables.actions) action(t, about);
    t.program.phase_replacement_chooser = replacement_chooser(t, {}, Scope{}, {});
}

void windows(const Typing& t) {
    for (const Window& window : t.names.callables.windows) {
        t.program.window_first.emplace_back();
        if (!t.names.vocabulary.player_type.is_valid()) {
            if (t.reporter.has_errors()) continue;  // it may be what could not be read
            t.reporter.error(DiagnosticKind::missing_part, window.item->span,
                             "a window asks players, and this game declares none",
                             "add a line such as 'player Ann, Bob'");
            continue;
        }
        if (auto first = player(t, window.item->exprs[0], Scope{}))
            t.program.window_first.back().push_back(std::move(*first));
    }
}

void printed_kinds(const Typing& t) {
    for (const Printed& printed : t.names.texts.printed) {
        t.program.functions.emplace_back();
        if (!printed.on.is_valid()) continue;
        Scope scope;
        add_bearer(scope, printed);
        if (auto test = conditions(t, printed.item->exprs, scope))
            t.program.functions.back() = std::move(*test);
    }
}

void ability(const Typing& t, const ast::Item& item, std::optional<std::size_t> alternative,
             const ast::Ability& written) {
    auto typed = ability(t, written, Scope{});
    if (typed) t.program.abilities.push_back({&item, alternative, std::move(*typed)});
}

void rules(const Typing& t, const Modules& modules) {
    for (const ItemKind kind : {ItemKind::Rule, ItemKind::Assume}) {
        for_items(modules, kind, [&](const ast::Item& item) {
            for (const ast::Ability& written : taken_apart(t, item.contents.abilities, Scope{}))
                ability(t, item, {}, written);
        });
    }
    for_items(modules, ItemKind::Reading, [&](const ast::Item& item) {
        for (std::size_t i = 0; i < item.contents.alternatives.size(); ++i) {
            for (const ast::Ability& written :
                 taken_apart(t, item.contents.alternatives[i].abilities, Scope{}))
                ability(t, item, i, written);
        }
    });
}

void turn(const Typing& t) {
    if (!t.names.turns.empty()) t.program.turn = block(t, t.names.turns.back()->body, Scope{});
}

// A meta-rule that names when things came: a field of type `order`, of whatever kind.
void marks_of(const Typing& t, const Modules& modules, const std::string& rule, const std::string& field) {
    const auto is_mark = [&](const auto& entry) {
        const TypeId type = t.program.variables[entry.second.index].type;
        return entry.first.second == field && t.names.store.orders.contains(type);
    };
    if (field.empty() || std::ranges::any_of(t.names.store.fields, is_mark)) return;
    for_items(modules, ItemKind::Meta, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.contents.settings) {
            if (setting.name != rule || setting.value.name != field) continue;
            t.reporter.error(
                DiagnosticKind::unknown_name, setting.span,
                "'" + rule + "' cannot be '" + field + "': no kind has such a field of type 'order'",
                "give one to the kind that bears the text, and mark it: 'since: order'");
        }
    });
}

// What meta-rules say about players must mean something somewhere.
void meta_rules(const Typing& t, const Modules& modules) {
    marks_of(t, modules, "effect_order", t.names.meta.effect_order);
    marks_of(t, modules, "trigger_rank", t.names.meta.trigger_rank);
    // Among the scopes of bearers and of no bearer, one in which it is said.
    if (const ast::Expr* const order = t.names.meta.trigger_order) {
        std::vector<Scope> scopes(1);
        for (const Printed& printed : t.names.texts.printed) {
            if (!printed.on.is_valid()) continue;
            scopes.emplace_back();
            add_bearer(scopes.back(), printed);
        }
        dsl::Sink unheard;
        const Reporter aside = t.reporter.into(unheard);
        const Typing trial{t.names, t.program, aside};
        const bool is_known = std::any_of(scopes.begin(), scopes.end(), [&](const Scope& scope) {
            return player(trial, *order, scope).has_value();
        });
        const bool is_of_trigger =
            std::any_of(t.program.abilities.begin(), t.program.abilities.end(),
                        [](const RuleAbility& rule) { return !rule.ability.orderer.empty(); });
        if (!is_known && !is_of_trigger) player(t, *order, scopes.back());
    }
    if (const ast::Expr* const first = t.names.meta.trigger_turns) {
        if (!t.names.meta.trigger_order) {
            t.reporter.error(DiagnosticKind::missing_part, first->span,
                             "'trigger_turns' says in which turn players place their triggers, and nothing "
                             "says whose they are",
                             "add 'trigger_order: this.owner', or whoever a trigger belongs to");
        } else if (auto who = player(t, *first, Scope{})) {
            t.program.first_to_place.push_back(std::move(*who));
        }
    }
    if (!t.names.meta.replacement_order || !t.program.phase_replacement_chooser.empty()) return;
    const bool is_known =
        std::any_of(t.program.actions.begin(), t.program.actions.end(),
                    [](const ActionBody& body) { return !body.replacement_chooser.empty(); });
    if (is_known) return;
    // Of the last action that something replaces.
    Scope scope;
    for (const RuleAbility& rule : t.program.abilities) {
        if (rule.ability.kind != AbilityKind::Replacement || rule.ability.event.of_phase) continue;
        const ActionBody& body = t.program.actions[rule.ability.event.action.index];
        scope.locals.clear();
        for (const Binder& param : body.params)
            scope.locals.push_back({param.name, param.local, param.domain.type});
        if (!body.params.empty())
            scope.locals.push_back({"affected", body.affected, body.params.front().domain.type});
    }
    player(t, *t.names.meta.replacement_order, scope);
}

}  // namespace

Program type_program(const Names& names, const Modules& modules, const CompileOptions& options,
                     const Reporter& reporter) {
    Program program;
    program.names = &names;
    program.types = names.vocabulary.types;
    program.variables = names.store.variables;
    program.tables = names.store.tables;
    program.definitions.resize(names.callables.defines.size());
    const Typing typing{names, program, reporter};
    constants(typing, modules);
    definitions(typing);
    computed_values(typing);
    open_functions(typing);
    actions(typing);
    windows(typing);
    printed_kinds(typing);
    rules(typing, modules);
    turn(typing);
    rulings(typing, modules);
    meta_rules(typing, modules);
    find_circles(typing);
    // A scenario with pools of its own is a world of its own: the setups and claims of the search do not fit
    // it.
    if (options.scenario.empty()) {
        setups(typing, modules);
        screens(typing, modules);
        claims(typing, modules);
    }
    scenarios(typing, modules, options.scenario);
    return program;
}

}  // namespace errata::compiler::typed
