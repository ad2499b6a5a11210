#include "compiler/elaborate/trial.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/elaborate/abilities.h"
#include "compiler/elaborate/equations.h"
#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/recurring.h"

namespace errata::compiler {

using ast::AbilityKind;
using ast::ItemKind;

namespace {

ast::Expr named(const std::string& name, dsl::Span span) {
    ast::Expr expr;
    expr.kind = ast::ExprKind::Name;
    expr.name = name;
    expr.span = span;
    return expr;
}

// Everything that abilities are placed in, emptied while it lasts.
class WithoutAbilities {
public:
    explicit WithoutAbilities(World& world)
        : world_(world),
          actions_(world.actions),
          hooks_(std::exchange(world.hook_triggers, {})),
          phases_(std::exchange(world.phase_replacements, {})),
          checks_(std::exchange(world.state_checks, {})),
          state_triggers_(std::exchange(world.state_triggers, {})),
          windows_(world.window_items),
          computed_(world.computed),
          stops_(std::exchange(world.stops, {})) {
        for (auto& [name, action] : world.actions) {
            Action bare;
            bare.item = action.item;
            bare.clause = action.clause;
            bare.params = action.params;
            action = std::move(bare);
        }
        for (WindowItem& item : world.window_items) item.plays.clear();
        for (auto& [name, what] : world.computed) what.effects.clear();
        find_recurring_anew();
    }
    ~WithoutAbilities() {
        world_.actions = std::move(actions_);
        world_.hook_triggers = std::move(hooks_);
        world_.phase_replacements = std::move(phases_);
        world_.state_checks = std::move(checks_);
        world_.state_triggers = std::move(state_triggers_);
        world_.window_items = std::move(windows_);
        world_.computed = std::move(computed_);
        world_.stops = std::move(stops_);
        find_recurring_anew();
    }
    WithoutAbilities(const WithoutAbilities&) = delete;
    WithoutAbilities& operator=(const WithoutAbilities&) = delete;

    // They are known by their places.
    void find_recurring_anew() {
        world_.recurring.clear();
        world_.event_items.clear();
        find_recurring(world_);
    }

private:
    World& world_;
    std::map<std::string, Action> actions_;
    std::map<std::string, std::vector<ActionTrigger>> hooks_;
    std::map<std::string, std::vector<PlacedAbility>> phases_;
    std::vector<PlacedAbility> checks_;
    std::vector<std::pair<PlacedAbility, ActionTrigger>> state_triggers_;
    std::vector<WindowItem> windows_;
    std::map<std::string, Computed> computed_;
    std::map<std::pair<const ast::Item*, bool>, bool> stops_;
};

}  // namespace

Scope Trial::place(const std::string& name, dsl::Span span) {
    Scope scope;
    scope.clause = world_.add_clause(name, "rule", world_.excerpt(span), {}, span);
    scope.place = name;
    scope.may_cancel = true;
    world_.written_out = 0;
    return scope;
}

Typed Trial::unknown(Scope& scope, const std::string& name, TypeId type) {
    const TypeId kept = world_.kept(type);
    const std::uint32_t reg = scope.next_register++;
    const TermId term = world_.model.terms.make_leaf(TermKind::Register, reg, {}, world_.type(kept));
    scope.add(name, {term, type});
    scope.live.push_back({reg, kept, name, is_internal(name)});
    world_.model.layout.registers = std::max<std::size_t>(world_.model.layout.registers, scope.next_register);
    return {term, type};
}

void Trial::body(const std::vector<ast::Stmt>& body, Scope scope) {
    statements_.tail(body, std::move(scope), statements_.returns());
}

void Trial::action(const Action& action) {
    Scope scope = place(action.item->name, action.item->name_span);
    std::vector<Typed> roles;
    std::vector<ast::Expr> given;
    bool has_defaults = false;
    ast::Stmt performed;
    performed.kind = ast::StmtKind::Perform;
    performed.name = action.item->name;
    performed.span = action.item->name_span;
    for (std::size_t i = 0; i < action.params.size(); ++i) {
        const std::string name = "role " + std::to_string(i);
        roles.push_back(unknown(scope, name, action.params[i]));
        performed.exprs.push_back(named(name, performed.span));
        has_defaults = has_defaults || !action.item->binders[i].initial.empty();
        if (!has_defaults) given.push_back(performed.exprs.back());
    }
    if (has_defaults) expressions_.roles(action, given, performed.span, scope);
    for (const PlacedAbility& placed : action.ignoring) {
        expressions_.for_some_bearer(placed, scope, roles, [&](Scope inner) {
            return expressions_.applies(*placed.ability, roles, inner);
        });
    }
    body({std::move(performed)}, scope);
}

void Trial::define(const Define& define) {
    Scope scope = place(define.item->name, define.item->name_span);
    std::vector<Typed> values;
    for (const TypeId type : define.params) {
        if (!type.is_valid()) return;
        values.push_back({expressions_.bind(scope, "", type), type});
    }
    expressions_.written_out(define, values, define.item->name_span, scope);
}

void Trial::computed(const std::string& name) {
    const Computed& what = world_.computed.at(name);
    Scope scope = place(name, what.item->span);
    std::vector<Typed> values;
    for (const TypeId type : what.params) values.push_back({expressions_.bind(scope, "", type), type});
    expressions_.settings(what, values, scope);
    expressions_.present_value(what, values, scope);
}

void Trial::phase(const std::string& name) {
    ast::Stmt stmt;
    stmt.kind = ast::StmtKind::Phase;
    stmt.name = name;
    stmt.blocks.emplace_back();
    stmt.block_spans.emplace_back();
    body({std::move(stmt)}, place(name, {}));
}

void Trial::window(const ast::Item& window) {
    if (world_.player_type.is_valid()) expressions_.player(window.exprs[0], Scope{});
}

// Who orders triggers is asked of triggers: by their bearer, or of those that have none.
void Trial::orders() {
    if (!world_.trigger_order || !world_.model.triggers.empty()) return;
    Mentions mentions;
    mentions.read(*world_.trigger_order);
    if (mentions.names.count("this") == 0) expressions_.player(*world_.trigger_order, Scope{});
}

void Trial::ability(const PlacedAbility& placed) {
    WithoutAbilities registers(world_);
    const ast::Ability& ability = *placed.ability;
    if (ability.kind == AbilityKind::Effect || ability.kind == AbilityKind::Effects) {
        place_effect(world_, placed);
        std::vector<std::string> changed;
        for (const auto& [name, what] : world_.computed) {
            if (!what.effects.empty()) changed.push_back(name);
        }
        for (const std::string& name : changed) computed(name);
        return;
    }
    compiler::place(world_, placed);
    registers.find_recurring_anew();
    const auto concerned = world_.actions.find(ability.name);
    if (concerned != world_.actions.end()) action(concerned->second);
    const bool is_of_phase =
        world_.hook_triggers.count(ability.name) + world_.phase_replacements.count(ability.name) > 0;
    if (is_of_phase) phase(ability.name);
    lower_abilities(world_);
    finish();
}

void Trial::awaited(std::size_t first) {
    for (const auto& [event, waiting] : world_.delayed_by_event) {
        if (waiting.empty() || waiting.back() < first) continue;
        Scope scope = place(event, {});
        std::vector<Typed> roles;
        const ast::Ability& ability = *world_.delayed[waiting.back()].ability;
        const auto action = world_.actions.find(ability.name);
        if (ability.kind == AbilityKind::Trigger && action != world_.actions.end()) {
            for (const TypeId type : action->second.params) roles.push_back(unknown(scope, "", type));
        }
        const bool is_trigger = ability.kind == AbilityKind::Trigger;
        std::optional<TermId> awaiting;
        if (is_trigger) awaiting = statements_.awaiting(event, roles, scope);
        statements_.fire_delayed(event, roles, awaiting, scope);
    }
}

void Trial::finish() {
    for (auto* const to_do : {&world_.events_to_lower, &world_.unfinished}) {
        for (std::size_t i = 0; i < to_do->size(); ++i) {
            const std::function<void()> make = (*to_do)[i];
            make();
        }
        to_do->clear();
    }
}

void keep_new_errors(World& world, const std::vector<dsl::Diagnostic>& found) {
    std::set<std::pair<dsl::DiagnosticKind, dsl::Span>> known;
    for (const dsl::Diagnostic& diagnostic : world.sink->sorted())
        known.emplace(diagnostic.kind, diagnostic.span);
    for (const dsl::Diagnostic& diagnostic : found) {
        if (dsl::info(diagnostic.kind).severity != dsl::Severity::Error) continue;
        if (known.emplace(diagnostic.kind, diagnostic.span).second) world.sink->report(diagnostic);
    }
}

void try_items(World& world, const Modules& modules) {
    if (world.room == 0) return;  // it would be too large again
    world.trying = true;
    std::vector<dsl::Diagnostic> found;
    {
        const Aside aside(world);
        Trial trial(world);
        trial.finish();
        for (const auto& [name, define] : world.defines) trial.define(define);
        for (const auto& [name, action] : world.actions) trial.action(action);
        std::vector<std::string> names;
        for (const auto& [name, what] : world.computed) {
            if (!what.unapplied) names.push_back(name);
        }
        for (const std::string& name : names) trial.computed(name);
        for (const auto& [name, window] : world.windows) trial.window(*window);
        trial.orders();
        trial.finish();
        found = aside.said().sorted();
    }
    keep_new_errors(world, found);
    try_phrases(world, modules);
    world.trying = false;
}

}  // namespace errata::compiler
