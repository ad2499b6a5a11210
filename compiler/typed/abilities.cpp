#include "compiler/typed/abilities.h"

#include <algorithm>

#include "compiler/resolve/lookup.h"
#include "compiler/resolve/source_words.h"
#include "compiler/typed/ability_kinds.h"
#include "compiler/typed/conditions.h"
#include "compiler/typed/expressions.h"
#include "compiler/typed/walk.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

bool is_rule(const Typing& t, const std::string& id, dsl::Span span);
bool has_no_limit(const Typing& t, const ast::Ability& written);
bool trigger(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
bool replacement(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
bool state_check(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);
bool ignores(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
bool may(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
bool is_insert(const Typing& t, const ast::Ability& written, const Scope& scope);
bool effect(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope);
bool effects(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope);
std::optional<Ability> of_kind(const Typing& t, const ast::Ability& written, const Scope& scope);
std::optional<Ability> event_waited_for(const Typing& t, const ast::Ability& written, const Scope& scope);

// Types an ability, and then looks for names that nothing speaks of. Where it has an error, what is wrong
// there may be one of them.
template <class Typed>
std::optional<Ability> with_names_used(const Typing& t, const Typed& typed) {
    dsl::Sink own;
    const Reporter aside = t.reporter.into(own);
    auto result = typed(Typing{t.names, t.program, aside});
    for (dsl::Diagnostic& diagnostic : own.sorted()) t.reporter.report(std::move(diagnostic));
    if (!result || own.has_errors()) return result;
    const std::set<LocalId> used = locals_of(*result);
    names_are_used(t, result->params, used);
    names_are_used(t, result->as.params, used);
    return result;
}

}  // namespace

std::optional<Ability> ability(const Typing& t, const ast::Ability& written, const Scope& scope) {
    return with_names_used(t, [&](const Typing& own) { return of_kind(own, written, scope); });
}

namespace {

std::optional<Ability> of_kind(const Typing& t, const ast::Ability& written, const Scope& scope) {
    Ability result;
    result.span = written.span;
    result.name = written.name;
    result.rows = written.rows;
    result.except_to = written.except_to.all;
    bool good = true;
    switch (written.kind) {
        case ast::AbilityKind::Trigger:
        case ast::AbilityKind::PhaseHook:
        case ast::AbilityKind::StateTrigger:
            good = trigger(t, result, written, scope);
            break;
        case ast::AbilityKind::During:
        case ast::AbilityKind::Replacement:
            good = replacement(t, result, written, scope);
            break;
        case ast::AbilityKind::Prohibition:
            good = prohibition(t, result, written, scope);
            break;
        case ast::AbilityKind::StateCheck:
        case ast::AbilityKind::Ending:
            good = state_check(t, result, written, scope);
            break;
        case ast::AbilityKind::If:
        case ast::AbilityKind::OnlyIf:
        case ast::AbilityKind::Iff:
        case ast::AbilityKind::NotIf:
            good = statement(t, result, written, scope) && has_no_limit(t, written);
            break;
        case ast::AbilityKind::CountsAs:
            good = counting(t, result, written, scope);
            break;
        case ast::AbilityKind::May:
            good = may(t, result, written, scope);
            break;
        case ast::AbilityKind::Ignores:
            good = ignores(t, result, written, scope);
            break;
        case ast::AbilityKind::Effect:
            good = effect(t, result, written, scope);
            break;
        case ast::AbilityKind::Effects:
            good = effects(t, result, written, scope);
            break;
        case ast::AbilityKind::Under:  // taken apart before
            good = false;
            break;
        case ast::AbilityKind::Insert:
            result.kind = AbilityKind::Insert;
            good = is_insert(t, written, scope);
            break;
        case ast::AbilityKind::Error:
            good = false;
            break;
    }
    for (std::size_t i = 0; i < written.except_to.all.size(); ++i)
        good = is_rule(t, written.except_to.all[i], written.except_to.spans[i]) && good;
    if (!good) return std::nullopt;
    return result;
}

// A limit stands behind a name alone, where the name is a hole.
bool has_no_limit(const Typing& t, const ast::Ability& written) {
    if (written.limit.uses.empty()) return true;
    t.reporter.error(DiagnosticKind::misplaced_statement, written.limit.uses[0].span,
                     "only what is triggered or played can have a limit",
                     "write it behind 'when', 'at' or 'may'");
    return false;
}

// What `except to` or `ignores` names.
bool is_rule(const Typing& t, const std::string& id, dsl::Span span) {
    if (t.names.rules.count(id) > 0) return true;
    t.reporter.unknown(span, "rule or printed item", id, {t.names.rules.begin(), t.names.rules.end()});
    return false;
}

}  // namespace

// --- the brackets of an ability: which roles get a name, which must be equal to something

bool binds(const Typing& t, const ast::Expr& param, TypeId type, const Scope& scope) {
    if (param.kind != ast::ExprKind::Name || scope.find(param.name) || scope.hole(param.name)) return false;
    const auto constants = t.names.vocabulary.constants.find(param.name);
    return constants == t.names.vocabulary.constants.end() ||
           std::none_of(constants->second.begin(), constants->second.end(), [&](const auto& entry) {
               return t.program.types.base(entry.first) == t.program.types.base(type);
           });
}

namespace {

// What a role of this type can be called, for "did you mean".
std::vector<std::string> constants_of(const Typing& t, TypeId type) {
    std::vector<std::string> result;
    for (const auto& [name, meanings] : t.names.vocabulary.constants) {
        if (std::ranges::any_of(meanings, [&](const auto& entry) {
                return t.program.types.base(entry.first) == t.program.types.base(type);
            }))
            result.push_back(name);
    }
    return result;
}

}  // namespace

void unused_name(const Typing& t, dsl::Span span, const std::string& name, TypeId type) {
    const auto near = dsl::nearest(name, constants_of(t, type));
    t.reporter.error(DiagnosticKind::unknown_name, span,
                     "'" + name + "' is no value of '" + t.program.types.name(type) +
                         "', and nothing else here speaks of it",
                     near ? "did you mean '" + *near + "'? For any value, write '_'"
                          : "write '_' for what does not matter");
}

void names_are_used(const Typing& t, const std::vector<Param>& params, const std::set<LocalId>& used) {
    for (const Param& param : params) {
        if (param.local.is_valid() && !param.is_declared && !used.contains(param.local))
            unused_name(t, param.span, param.name, param.type);
    }
}

std::optional<std::vector<Param>> pattern(const Typing& t, const std::vector<ast::Expr>& params,
                                          const std::string& what, const std::vector<TypeId>& types,
                                          const std::vector<ast::Binder>& roles, dsl::Span span,
                                          Scope& scope) {
    if (params.size() != types.size()) {
        t.reporter.error(DiagnosticKind::argument_count, span,
                         "'" + what + "' takes " + dsl::count_of(types.size(), "argument") + ", found " +
                             std::to_string(params.size()));
        return std::nullopt;
    }
    std::vector<Param> result;
    bool good = true;
    for (std::size_t i = 0; i < params.size(); ++i) {
        Param param{params[i].span, params[i].name, {}, {}, types[i], params[i].name == roles[i].name};
        if (binds(t, params[i], types[i], scope)) {
            // Any new name will do; these two would look as if they meant something.
            if (params[i].name == "this" || params[i].name == "it")
                t.reporter.unknown(params[i].span, "name", params[i].name, {});
            if (params[i].name != "_") param.local = t.add(scope, params[i].name, types[i]);
        } else {
            auto value = of_type(t, params[i], scope, types[i]);
            good = good && value.has_value() && is_in_range(t, *value, types[i]);
            if (value) param.value.push_back(std::move(*value));
        }
        result.push_back(std::move(param));
    }
    if (!good) return std::nullopt;
    return result;
}

// --- parts that several kinds share

bool of_action(const Typing& t, Ability& ability, const ast::Ability& written, Scope& scope) {
    const auto action = find_action(t.names, t.reporter, written.name, written.span);
    if (!action) return false;
    ability.event.action = *action;
    const Action& about = t.names.callables.actions[action->index];
    auto params =
        pattern(t, written.params, written.name, about.params, about.item->binders, written.span, scope);
    if (!params) return false;
    ability.params = std::move(*params);
    return true;
}

namespace {

// Something that an ability listens to: a wrong number of roles is told at `place`, with what to write.
bool of_event(const Typing& t, Ability& ability, const ast::Ability& written, dsl::Span place, Scope& scope) {
    const auto found = t.names.callables.action_named.find(written.name);
    const bool is_known = found != t.names.callables.action_named.end();
    const std::size_t roles = is_known ? t.names.callables.actions[found->second.index].params.size() : 0;
    if (!is_known || written.params.size() == roles) return of_action(t, ability, written, scope);
    t.reporter.error(DiagnosticKind::argument_count, place,
                     "'" + written.name + "' has " + dsl::count_of(roles, "role") + ", found " +
                         std::to_string(written.params.size()),
                     "write '_' for a role that does not matter");
    return false;
}

}  // namespace

bool guarded(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    auto guard = conditions(t, written.exprs, scope);
    if (!guard) return false;
    ability.guard = std::move(*guard);
    return true;
}

namespace {

// How often it may be used.
bool limited(const Typing& t, Ability& ability, const ast::Ability& written) {
    if (written.limit.uses.empty()) return true;
    auto limit = of_type(t, written.limit.uses[0], Scope{}, t.number_type());
    if (!limit) return false;
    const auto most = constant_of(t.program, *limit);
    if (!most || *most < 1) {
        t.reporter.error(DiagnosticKind::value_out_of_range, written.limit.uses[0].span,
                         "a limit is a number from 1");
        return false;
    }
    ability.limit.uses = *most;
    ability.limit.per = written.limit.per;
    if (written.limit.per != ast::LimitPer::Phase) return true;
    const auto phase = find_phase(t.names, t.reporter, written.limit.phase, written.span);
    if (phase) ability.limit.phase = *phase;
    return phase.has_value();
}

bool given(const Typing& t, Ability& ability, const ast::Ability& written, Scope& scope) {
    bool good = true;
    const Scope outside = scope;
    for (const ast::Given& one : written.given) {
        auto value = expression(t, one.value, outside);
        good = good && value.has_value();
        if (!value) continue;
        const LocalId local = t.add(scope, one.name, value->type);
        ability.given.push_back({one.name, local, std::move(*value)});
    }
    return good;
}

// `up to 2 t: unit`: what is behind it calls the set of them `t`.
bool several_targets(const Typing& t, Targets& targets, const ast::Targets& written, Scope& scope) {
    const auto count = of_type(t, written.count[0], Scope{}, t.number_type());
    if (!count) return false;
    const auto most = constant_of(t.program, *count);
    if (!most || *most < 1 || *most > most_targets) {
        t.reporter.error(DiagnosticKind::value_out_of_range, written.count[0].span,
                         "how many are aimed at is a number from 1 to " + std::to_string(most_targets));
        return false;
    }
    if (written.binders.size() != 1) {
        t.reporter.error(DiagnosticKind::argument_count, written.binders[1].span,
                         "several targets are things of one kind",
                         "write one name: targeting up to 2 t: unit with ...");
        return false;
    }
    const TypeId of = t.program.types.base(targets.binders[0].domain.type);
    const Type& about = t.type(of);
    if (about.form != TypeForm::Enum || about.size() > most_set_elements) {
        t.reporter.error(
            DiagnosticKind::too_large, written.binders[0].span,
            "several targets are chosen among at most " + std::to_string(most_set_elements) + " things");
        return false;
    }
    targets.most = *most;
    targets.number = t.new_local();
    targets.all = t.add(scope, targets.binders[0].name, t.program.types.set_of(of));
    return true;
}

bool targeting(const Typing& t, Ability& ability, const ast::Ability& written, Scope& scope) {
    for (const ast::Targets& part : written.targets) {
        Targets targets;
        targets.quantity = part.quantity;
        for (const ast::Binder& target : part.binders) {
            auto binder = bind(t, target, scope);
            if (!binder) return false;
            targets.binders.push_back(std::move(*binder));
        }
        auto test = conditions(t, part.condition, scope);
        if (!test) return false;
        targets.condition = std::move(*test);
        if (targets.takes_several() && !several_targets(t, targets, part, scope)) return false;
        ability.targets.push_back(std::move(targets));
    }
    return true;
}

// Who orders it among others may be said by its bearer; what has none belongs to nobody in particular.
void ordered(const Typing& t, Ability& ability, const Scope& scope) {
    const ast::Expr* const order = t.names.meta.trigger_order;
    if (!order) return;
    dsl::Sink unheard;
    const Reporter aside = t.reporter.into(unheard);
    const Typing trial{t.names, t.program, aside};
    if (auto player = typed::player(trial, *order, scope)) ability.orderer = {std::move(*player)};
}

// --- abilities of events

bool of_phase(const Typing& t, Ability& ability, const ast::Ability& written) {
    const auto phase = find_phase(t.names, t.reporter, written.name, written.span);
    if (!phase) return false;
    ability.event.phase = *phase;
    ability.event.at_end = written.at_end;
    return true;
}

bool trigger(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    bool good = true;
    if (written.kind == ast::AbilityKind::Trigger) {
        ability.kind = AbilityKind::Trigger;
        const dsl::Span name = narrowed(t.reporter.sources(), written.span, written.name);
        if (!of_event(t, ability, written, name, scope)) return false;
    } else if (written.kind == ast::AbilityKind::PhaseHook) {
        ability.kind = AbilityKind::PhaseHook;
        if (!of_phase(t, ability, written)) return false;
    } else {
        ability.kind = AbilityKind::StateTrigger;
    }
    ability.event.looking_back = written.looking_back;
    good = guarded(t, ability, written, scope);
    if (!given(t, ability, written, scope)) return false;
    ordered(t, ability, scope);
    if (!written.owner.empty()) {
        auto player = typed::player(t, written.owner[0], scope);
        if (!player) return false;
        ability.player.push_back(std::move(*player));
    }
    good = targeting(t, ability, written, scope) && good;
    good = limited(t, ability, written) && good;
    ability.body = block(t, written.body, scope);
    return good;
}

}  // namespace

std::optional<Ability> waiting(const Typing& t, const ast::Ability& written, const Scope& scope) {
    return with_names_used(t, [&](const Typing& own) { return event_waited_for(own, written, scope); });
}

namespace {

std::optional<Ability> event_waited_for(const Typing& t, const ast::Ability& written, const Scope& scope) {
    Ability result;
    result.span = written.span;
    Scope inner = scope;
    if (written.kind == ast::AbilityKind::Trigger) {
        result.kind = AbilityKind::Trigger;
        if (!of_action(t, result, written, inner)) return std::nullopt;
    } else {
        result.kind = AbilityKind::PhaseHook;
        if (!of_phase(t, result, written)) return std::nullopt;
    }
    const bool good = guarded(t, result, written, inner);
    ordered(t, result, inner);
    result.body = block(t, written.body, inner);
    if (!good) return std::nullopt;
    return result;
}

bool replacement(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = written.kind == ast::AbilityKind::During ? AbilityKind::During : AbilityKind::Replacement;
    ability.event.of_phase = written.of_phase;
    if (written.of_phase) {
        const auto phase = find_phase(t.names, t.reporter, written.name, written.span);
        if (!phase) return false;
        ability.event.phase = *phase;
    } else if (!of_action(t, ability, written, scope)) {
        return false;
    }
    const bool good = guarded(t, ability, written, scope);
    ability.body = block(t, written.body, scope);
    return good;
}

bool state_check(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    ability.kind = written.kind == ast::AbilityKind::Ending ? AbilityKind::Ending : AbilityKind::StateCheck;
    bool good = guarded(t, ability, written, scope);
    for (const ast::Expr& whose : written.value) {
        auto player = typed::player(t, whose, scope);
        good = player.has_value() && good;
        if (player) ability.player.push_back(std::move(*player));
    }
    ability.body = block(t, written.body, scope);
    return good;
}

}  // namespace

bool prohibition(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = AbilityKind::Prohibition;
    ability.negated = written.kind == ast::AbilityKind::OnlyIf;
    return of_action(t, ability, written, scope) && guarded(t, ability, written, scope);
}

namespace {

bool ignores(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = AbilityKind::Ignores;
    ability.ignored = written.title;
    const bool is_known = is_rule(t, written.title, written.span);
    return of_action(t, ability, written, scope) && guarded(t, ability, written, scope) && is_known;
}

bool in_windows(const Typing& t, Ability& ability, const ast::Ability& written) {
    const ast::NameList& windows = written.play.windows;
    bool good = true;
    for (std::size_t i = 0; i < windows.all.size(); ++i) {
        const auto window = find_window(t.names, t.reporter, windows.all[i], windows.spans[i]);
        good = good && window.has_value();
        if (!window) continue;
        if (std::ranges::find(ability.play.windows, *window) != ability.play.windows.end()) {
            t.reporter.error(DiagnosticKind::duplicate_name, windows.spans[i],
                             "'" + windows.all[i] + "' is named twice", "name each window once");
            good = false;
        }
        ability.play.windows.push_back(*window);
    }
    return good;
}

// `by each you: player` is `by you for you: player`.
bool played_by(const Typing& t, Ability& ability, const ast::Ability& written, Scope& scope) {
    if (written.play.each.empty()) return true;
    const ast::Binder& each = written.play.each[0];
    auto binder = bind(t, each, scope);
    if (!binder) return false;
    const TypeId player = t.names.vocabulary.player_type;
    if (written.play.each.size() > 1 || !player.is_valid() || binder->domain.type != player) {
        t.reporter.error(DiagnosticKind::type_mismatch, each.span, "each player plays it for himself",
                         "write 'by each you: player'");
        return false;
    }
    Expr whoever;
    whoever.kind = ExprKind::Local;
    whoever.span = each.span;
    whoever.type = binder->domain.type;
    whoever.name = binder->name;
    whoever.local = binder->local;
    ability.player.push_back(std::move(whoever));
    ability.play.each = binder->local;
    ability.play.binders.push_back(std::move(*binder));
    return true;
}

// Names are in sight of what is written behind them, and of who plays it.
bool may(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = AbilityKind::May;
    ability.play.title = written.title;
    ability.play.side = written.play.side;
    ability.play.at_once = written.play.at_once;
    if (!in_windows(t, ability, written)) return false;
    if (written.play.side != ast::Side::Alone) {
        if (!of_event(t, ability, written, written.span, scope)) return false;
    } else if (!written.limit.uses.empty() && written.limit.per == ast::LimitPer::Event) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, written.span,
                         "there is no event here that a limit could be for",
                         "what is played before or after an event is played once for each anyway; elsewhere "
                         "write 'per turn' or a phase");
        return false;
    }
    if (!played_by(t, ability, written, scope)) return false;
    for (const ast::Binder& each : written.binders) {
        if (!written.play.each.empty() && each.name == written.play.each[0].name) {
            t.reporter.error(DiagnosticKind::duplicate_name, each.span,
                             "'" + each.name + "' is the player here already", "choose another name");
            return false;
        }
        auto binder = bind(t, each, scope);
        if (!binder) return false;
        ability.play.binders.push_back(std::move(*binder));
    }
    bool good = true;
    for (const ast::Expr& owner : written.owner) {
        auto player = typed::player(t, owner, scope);
        good = player.has_value();
        if (player) ability.player.push_back(std::move(*player));
    }
    auto test = conditions(t, written.play.condition, scope);
    good = test.has_value() && good;
    if (test) ability.play.condition = std::move(*test);
    good = targeting(t, ability, written, scope) && good;
    good = guarded(t, ability, written, scope) && limited(t, ability, written) && good;
    if (!good) return false;
    ordered(t, ability, scope);
    std::vector<Binder> shown_anyway = ability.play.binders;
    for (const Targets& targets : ability.targets)
        shown_anyway.insert(shown_anyway.end(), targets.binders.begin(), targets.binders.end());
    ability.play.shown = shown(t, ability.play.title, shown_anyway, written.span, scope);
    for (const auto& cost : written.play.costs) ability.play.costs.push_back(block(t, cost, scope));
    ability.body = block(t, written.body, scope);
    return good;
}

// --- abilities of text

bool is_insert(const Typing& t, const ast::Ability& written, const Scope& scope) {
    const HoleKind* const hole = scope.hole(written.name);
    if (hole && hole->category && hole->category->sort == ast::CategorySort::Abilities) return true;
    const auto near = dsl::nearest(written.name, dsl::grammar::ability_keywords());
    t.reporter.error(
        DiagnosticKind::unknown_name, written.span, "'" + written.name + "' is no hole that holds abilities",
        written.name == "once" ? "say how often behind what it waits for: 'limit 1 per turn'"
        : near                 ? "did you mean '" + *near + "'?"
               : "an ability begins with when, at, as, may, cannot, ignores, instead of, whenever, "
                 "as soon as, ending or a predicate");
    return false;
}

// --- continuous effects on derived values

std::optional<ComputedId> derived(const Typing& t, const std::string& name, dsl::Span span) {
    const auto& callables = t.names.callables;
    const auto found = callables.computed_named.find(name);
    if (found != callables.computed_named.end() &&
        callables.computed[found->second.index].kind == ComputedKind::Derived)
        return found->second;
    if (t.names.store.named.count(name) > 0) {
        t.reporter.error(
            DiagnosticKind::wrong_kind_of_name, span,
            "'" + name + "' is stored, and changes when something happens",
            "say when: 'when enter(u) { ... }', 'at dusk { ... }', 'whenever c { ... }'; only 'derived' "
            "values are changed for as long as a rule holds");
        return std::nullopt;
    }
    std::vector<std::string> known;
    for (const auto& [each, id] : callables.computed_named) {
        if (callables.computed[id.index].kind == ComputedKind::Derived) known.push_back(each);
    }
    t.reporter.unknown(span, "derived value", name, known);
    return std::nullopt;
}

// Continuous effects on computed values.
bool effect(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = AbilityKind::Effect;
    const auto computed = derived(t, written.name, written.span);
    if (!computed) return false;
    ability.said.computed = *computed;
    ability.said.change = written.change;
    const Computed& what = t.names.callables.computed[computed->index];
    const bool sets = written.change == ast::Change::Set;
    if (!sets && !t.program.types.is_numeric(what.type)) {
        t.reporter.error(DiagnosticKind::type_mismatch, written.span,
                         "'" + written.name + "' is no number that something can be added to",
                         t.program.types[what.type].form == TypeForm::Set
                             ? "say it of each member by itself: a 'derived' to bool that has it among its "
                               "arguments"
                             : "set it: " + written.name + "(...) := ...");
        return false;
    }
    auto params = pattern(t, written.params, written.name, what.params, *what.binders, written.span, scope);
    if (!params) return false;
    ability.params = std::move(*params);
    auto guard = conditions(t, {written.exprs.begin() + 1, written.exprs.end()}, scope);
    auto value = of_type(t, written.exprs[0], scope, sets ? what.type : t.number_type());
    if (!guard || !value) return false;
    ability.guard = std::move(*guard);
    ability.said.value.push_back(std::move(*value));
    return true;
}

// `for each u: w { l }`, and `l` is a hole: each u bears the abilities in it.
bool lent(const Typing& t, Ability& ability, const ast::Ability& written, Scope scope) {
    ability.kind = AbilityKind::Lent;
    ability.name = written.parts[0].name;
    auto binder = bind(t, written.binders[0], scope);
    if (!binder) return false;
    const TypeId bearer = scope.find("this")->type;
    if (t.program.types.base(binder->domain.type) != t.program.types.base(bearer)) {
        t.reporter.error(DiagnosticKind::does_not_fit, written.span,
                         "'" + written.parts[0].name + "' would be borne by a " +
                             t.program.types.name(binder->domain.type) + ", and its words are about a " +
                             t.program.types.name(bearer),
                         "abilities are lent to things of the kind that bears the text");
        return false;
    }
    ability.lent_to.push_back(std::move(*binder));
    return guarded(t, ability, written, scope);
}

// A hole that holds abilities, alone in its block.
bool lends(const ast::Ability& written, const Scope& scope) {
    if (written.parts.size() != 1 || written.binders.size() != 1) return false;
    const ast::Ability& part = written.parts[0];
    const HoleKind* const hole = scope.hole(part.name);
    return part.kind == ast::AbilityKind::Insert && part.limit.uses.empty() && hole && hole->category &&
           hole->category->sort == ast::CategorySort::Abilities && scope.find("this");
}

// `for each u: unit with c { power(u) += 1 }`: one effect for each change, with the condition of all.
bool effects(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    if (lends(written, scope)) return lent(t, ability, written, scope);
    ability.kind = AbilityKind::Effects;
    bool good = true;
    Scope with_binders = scope;
    for (const ast::Binder& binder : written.binders) with_binders.locals.push_back({binder.name, {}, {}});
    std::vector<ast::Ability> parts = taken_apart(t, written.parts, with_binders);
    // The grammar has reported what it could not read.
    const bool is_broken = std::ranges::count(parts, ast::AbilityKind::Error, &ast::Ability::kind) > 0;
    for (ast::Ability& part : parts) {
        if (part.kind == ast::AbilityKind::Error) continue;
        if (is_broken && part.kind == ast::AbilityKind::Insert) continue;
        if (part.kind != ast::AbilityKind::Effect) {
            t.reporter.error(DiagnosticKind::misplaced_statement, part.span,
                             "a continuous effect changes derived values and nothing else",
                             "for example power(u) += 1; what happens once is a 'when' or 'whenever'");
            continue;
        }
        give_condition(part, written.exprs[0]);
        for (const ast::Binder& binder : written.binders) {
            const bool is_named =
                std::any_of(part.params.begin(), part.params.end(), [&](const ast::Expr& param) {
                    return param.kind == ast::ExprKind::Name && param.name == binder.name;
                });
            if (is_named) continue;
            t.reporter.error(DiagnosticKind::misplaced_statement, part.span,
                             "'" + binder.name + "' does not say whose value changes",
                             "write " + part.name + "(" + binder.name + ") here");
        }
        Ability typed_part;
        typed_part.span = part.span;
        good = effect(t, typed_part, part, scope) && good;
        std::vector<Param> others = typed_part.params;
        std::erase_if(others, [&](const Param& param) {
            return std::ranges::any_of(written.binders,
                                       [&](const ast::Binder& binder) { return binder.name == param.name; });
        });
        names_are_used(t, others, locals_of(typed_part));
        ability.parts.push_back(std::move(typed_part));
    }
    return good;
}

}  // namespace

std::set<LocalId> locals_of(const Ability& ability) {
    std::set<LocalId> result;
    walk(ability, [&](const Expr& expr) {
        if (expr.kind == ExprKind::Local) result.insert(expr.local);
    });
    return result;
}

}  // namespace errata::compiler::typed
