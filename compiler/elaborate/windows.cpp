// Windows and what is played in them, and the agenda items that effects become. A window is an item of the agenda: whoever is asked
// plays something or passes. `may` abilities are the options; their effects are agenda items above it.
#include <algorithm>

#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/payment.h"
#include "compiler/elaborate/statements.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

Statements::Continuation Statements::returns() {
    return [this]() { return leaf(CodeKind::Return); };
}

Scope Statements::item_scope(TriggerId id, const PlacedAbility& placed) {
    const Trigger trigger = world_.model.triggers[id.index];
    Scope scope;
    scope.control = false;
    scope.stage = Stage::Resolution;
    scope.holes = placed.holes;
    scope.clause = placed.clause;
    scope.place = world_.model.clause(placed.clause).name;
    for (std::size_t i = 0; i < trigger.params.size(); ++i) {
        const auto reg = static_cast<std::uint32_t>(i);
        const TermId term =
            world_.model.terms.make_leaf(TermKind::Register, reg, {}, world_.type(trigger.params[i]));
        scope.add(trigger.param_names[i], {term, trigger.params[i]});
        scope.live.push_back({reg, trigger.params[i], trigger.param_names[i]});
    }
    if (placed.bearer) scope.add("it", placed.bearer->identity);
    scope.next_register = static_cast<std::uint32_t>(trigger.params.size());
    return scope;
}

void Statements::lower_item(TriggerId id, const PlacedAbility& placed, Scope scope, bool announces,
                            const Continuation& finish) {
    TermPool& terms = world_.model.terms;
    const ast::Ability& ability = *placed.ability;
    Point entry;
    entry.name = world_.model.triggers[id.index].name;
    entry.control = false;
    entry.stage = Stage::Resolution;
    entry.clause = placed.clause;
    entry.span = ability.span;
    entry.live_registers = scope.live;
    const bool chooses_targets = announces && !ability.targets.empty();
    // Targets are chosen when the item goes onto the agenda, before anything else happens.
    if (chooses_targets) entry.settled = false;
    const PointId point = world_.add_point(entry);
    world_.model.triggers[id.index].entry = point;
    PointOption option;
    option.guard = terms.truth(true);
    option.clause = placed.clause;
    if (chooses_targets) {
        ast::Option written;
        written.binders = ability.targets;
        written.condition = ability.target_condition;
        std::string names;
        for (const ast::Binder& target : ability.targets)
            names += (names.empty() ? "{" : ", {") + target.name + "}";
        written.label = entry.name + ": targets " + names;
        Scope inner;
        const auto offered = offer(written, scope, inner);
        if (!offered) return;
        option = *offered;
        scope = inner;
        world_.model.points[point.index].owner = OwnerKind::Nobody;
        if (!ability.owner.empty()) {
            Scope chooser = item_scope(id, placed);
            const auto player = expressions_.as(ability.owner[0], chooser, world_.player_type);
            if (player) {
                world_.model.points[point.index].owner = OwnerKind::Player;
                world_.model.points[point.index].player = *player;
            }
        }
        // Nothing to aim at: the item leaves the agenda.
        world_.model.points[point.index].otherwise =
            world_.add_label(entry.name + ": no target", leaf(CodeKind::Return));
    }

    const Continuation resolve = [&]() {
        const CodeId body = tail(ability.body, scope, finish);
        std::vector<TermId> conjuncts;
        for (const ast::Binder& target : ability.targets) {
            const Local* local = scope.find(target.name);
            if (!local || !world_.is_mortal(local->value.type)) continue;
            conjuncts.push_back(terms.lnot(terms.equal(local->value.term, terms.constant(none_value))));
            conjuncts.push_back(expressions_.existing(local->value.type, local->value.term));
        }
        if (!ability.targets.empty()) {
            const auto still = expressions_.conditions(ability.target_condition, scope);
            if (still) conjuncts.push_back(*still);
        }
        return if_else(terms.land(conjuncts), body, leaf(CodeKind::Return), placed.clause);
    };
    const Continuation responded = [&]() {
        if (!world_.responses) return resolve();
        const WindowItem& item = world_.item_of(*world_.responses);
        const Continuation after = shared(entry.name + ": resolves", resolve);
        const TermId anybody = playable(item, scope);
        return if_else(anybody, call_window(item, {}, scope, after), after(), placed.clause);
    };
    CodeId code;
    if (chooses_targets) {
        code = settle(entry.name, scope, responded);  // the others are announced before this one resolves
    } else {
        code = responded();
    }
    option.target = world_.add_label(entry.name, code);
    world_.model.points[point.index].options.push_back(option);
    if (world_.trigger_order) {
        Scope order;
        const Trigger trigger = world_.model.triggers[id.index];
        for (std::size_t i = 0; i < trigger.params.size(); ++i)
            expressions_.bind(order, trigger.param_names[i], trigger.params[i]);
        // Who orders it may be said by its bearer; an item without one belongs to nobody in particular.
        Mentions mentions;
        mentions.read(*world_.trigger_order);
        if (mentions.names.count("this") > 0 && !order.find("this")) return;
        const auto player = expressions_.as(*world_.trigger_order, order, world_.player_type);
        if (player) world_.model.triggers[id.index].player = *player;
    }
}

// --- windows ----------------------------------------------------------------------------------------------------------

CodeId Statements::open_window(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const ast::Item* window = world_.find_window(stmt.name, stmt.span);
    return window ? call_window(world_.item_of(*window), {}, scope, next) : next();
}

CodeId Statements::call_window(const WindowItem& item, const std::vector<Typed>& roles, const Scope& scope,
                               const Continuation& next) {
    const std::string name = scope.place.empty() ? item.window->name : scope.place;
    Code call;
    call.kind = CodeKind::Call;
    call.point = rules_point(name, scope);
    call.trigger = item.trigger;
    call.clause = scope.clause;
    for (const Typed& role : roles) call.terms.push_back(role.term);
    Scope outside = scope.inside();
    const auto first = expressions_.as(item.window->exprs[0], outside, world_.player_type);
    if (!first) return next();
    call.terms.push_back(*first);
    goes_on(call.point, name + ": " + item.window->name + " closes", next());
    return world_.model.code.add(std::move(call));
}

CodeId Statements::cancel(const ast::Stmt& stmt, const Scope& scope) {
    if (!scope.may_cancel) {
        world_.error(DiagnosticKind::misplaced_statement, stmt.span, "there is no event here to cancel",
                     "'cancel' stands in the effect of 'may \"...\" in WINDOW before ACTION(...)'");
        return nothing();
    }
    return set(*world_.cancelled, {}, world_.model.terms.truth(true), scope.clause);
}

// The condition under which a play can be made by `asked`, with names bound by `bind`: as registers of an option, or as binders.
std::optional<TermId> Statements::play_guard(const Play& play, const std::vector<Typed>& roles,
                                             std::optional<TermId> asked, Scope& inner,
                                             const std::function<TermId(const std::string&, TypeId)>& bind) {
    TermPool& terms = world_.model.terms;
    const PlacedAbility& placed = play.placed;
    const ast::Ability& ability = *placed.ability;
    std::vector<TermId> conjuncts{expressions_.enabling(placed)};
    if (placed.bearer) {
        const auto known = Expressions::bearer_among(placed, roles);
        const TermId self = known ? known->term : bind("this", placed.bearer->on);
        if (known) inner.add("this", {self, placed.bearer->on});
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, self, inner);
        if (!active) return std::nullopt;
        conjuncts.push_back(*active);
    }
    if (!ability.side.empty()) {
        const auto equalities = expressions_.match(ability, roles, inner);
        if (!equalities) return std::nullopt;
        conjuncts.push_back(*equalities);
    }
    const auto owner = expressions_.as(ability.owner[0], inner, world_.player_type);
    if (!owner) return std::nullopt;
    if (asked) conjuncts.push_back(terms.equal(*owner, *asked));
    const auto guard = expressions_.conditions(ability.exprs, inner);
    if (!guard) return std::nullopt;
    conjuncts.push_back(*guard);
    if (play.limit) {
        std::vector<TermId> whose;
        if (placed.bearer) whose.push_back(inner.find("this")->value.term);
        conjuncts.push_back(is_below(*play.limit, whose, play.most));
    }
    const auto bind_all = [&](const std::vector<ast::Binder>& binders,
                              const std::vector<ast::Expr>& condition) {
        for (const ast::Binder& binder : binders) {
            const TypeId domain = expressions_.domain_of(binder.type, inner);
            if (!domain.is_valid()) return false;
            conjuncts.push_back(expressions_.existing(domain, bind(binder.name, domain)));
        }
        const auto test = expressions_.conditions(condition, inner);
        if (test) conjuncts.push_back(*test);
        return test.has_value();
    };
    const bool good = bind_all(ability.binders, ability.binder_condition) &
                      bind_all(ability.targets, ability.target_condition);
    if (!good) return std::nullopt;
    return terms.land(conjuncts);
}

// Could anybody play anything now? Without it a window would be asked all round for nothing.
TermId Statements::playable(const WindowItem& item, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    std::vector<TermId> cases;
    for (const Play& play : item.plays) {
        Scope inner = scope.inside();
        inner.holes = play.placed.holes;
        inner.clause = play.placed.clause;
        std::vector<std::pair<std::uint32_t, TypeId>> bound;
        const auto guard = play_guard(play, {}, {}, inner, [&](const std::string& name, TypeId type) {
            bound.emplace_back(inner.level, type);
            return expressions_.bind(inner, name, type);
        });
        if (!guard) continue;
        TermId any = *guard;
        const auto& costs = play.placed.ability->costs;
        if (!costs.empty()) {
            std::vector<TermId> ways;
            for (const auto& cost : costs) ways.push_back(Payment(world_).payable(cost, inner));
            any = terms.land({any, terms.lor(ways)});
        }
        for (auto it = bound.rbegin(); it != bound.rend(); ++it)
            any = expressions_.quantified(TermKind::Exists, {any}, it->first, it->second);
        cases.push_back(any);
    }
    return terms.lor(cases);
}

void Statements::lower_window(const WindowItem& item) {
    TermPool& terms = world_.model.terms;
    const ast::Item& window = *item.window;
    const Trigger trigger = world_.model.triggers[item.trigger.index];
    PlacedAbility nothing_placed;
    nothing_placed.clause = trigger.clause;
    Scope scope = item_scope(item.trigger, nothing_placed);
    scope.stage = Stage::Window;
    scope.place = window.name;
    std::vector<Typed> roles;
    for (std::size_t i = 0; i + 1 < trigger.params.size(); ++i) roles.push_back(scope.locals[i].value);
    const TermId asked = scope.locals.back().value.term;
    scope.locals.clear();
    const auto asked_register = static_cast<std::uint32_t>(trigger.params.size() - 1);
    const Value players = world_.type(world_.player_type).size();
    const bool goes_round = window.title != "for";
    const bool once = window.title == "from once";
    std::uint32_t passes_register = 0;
    TermId passes;
    if (goes_round) {
        passes_register = claim_register(scope, "(passes)", world_.range_type(0, players));
        passes = scope.locals.back().value.term;
    }
    // Each play once per event and bearer.
    struct Used {
        std::uint32_t reg = 0;
        TermId term;
    };
    std::vector<Used> used(item.plays.size());
    if (!item.side.empty()) {
        for (std::size_t i = 0; i < item.plays.size(); ++i) {
            const auto& bearer = item.plays[i].placed.bearer;
            used[i].reg =
                claim_register(scope, "(used)", bearer ? world_.set_type(bearer->on) : world_.bool_type);
            used[i].term = scope.locals.back().value.term;
        }
    }
    scope.locals.clear();

    Point point;
    point.name = window.name;
    point.owner = OwnerKind::Player;
    point.player = asked;
    point.control = false;
    point.stage = Stage::Window;
    point.live_registers = scope.live;
    point.clause = trigger.clause;
    point.span = window.span;
    Incident none;
    none.code = "gap.no-option";
    none.title = "no option: " + window.name;
    none.subject = "Whoever is asked in a window can always pass.";
    none.clauses = {trigger.clause};
    none.span = window.span;
    point.no_option = world_.add_incident(std::move(none));
    const PointId id = world_.add_point(point);
    world_.model.triggers[item.trigger.index].entry = id;
    // Behind a play of a window that asks each once: it may have been the last.
    const TermId one = terms.constant(1);
    const TermId next_player =
        terms.make(TermKind::Ite, {terms.equal(asked, terms.constant(players - 1)), terms.constant(0),
                                   terms.make(TermKind::Add, {asked, one})});
    PointId back = id;
    if (once) {
        Point after = point;
        after.owner = OwnerKind::Rules;
        after.player = {};
        after.no_option = {};
        PointOption go_on;
        go_on.guard = terms.truth(true);
        go_on.clause = trigger.clause;
        const TermId last = terms.make(TermKind::LessEqual, {terms.constant(players), passes});
        go_on.target = world_.add_label(window.name + ": next",
                                        if_else(last, leaf(CodeKind::Return), stop(id), trigger.clause));
        after.options.push_back(go_on);
        back = world_.add_point(after);
    }

    std::vector<PointOption> options;
    for (std::size_t i = 0; i < item.plays.size(); ++i) {
        const Play& play = item.plays[i];
        const ast::Ability& ability = *play.placed.ability;
        Scope inner = scope;
        inner.holes = play.placed.holes;
        inner.clause = play.placed.clause;
        inner.place = world_.model.clause(play.placed.clause).name;
        inner.may_cancel = ability.side == "before";
        PointOption option;
        option.text = ability.title;
        option.clause = play.placed.clause;
        auto guard = play_guard(play, roles, asked, inner, [&](const std::string& name, TypeId type) {
            const std::uint32_t reg = claim_register(inner, name, type);
            option.binders.push_back({reg, type, name});
            return inner.locals.back().value.term;
        });
        if (!guard) continue;
        const Local* self = inner.find("this");
        std::vector<CodeId> count;
        if (used[i].term.is_valid()) {
            const bool by_bearer = play.placed.bearer.has_value();
            const TermId before =
                by_bearer ? terms.make(TermKind::SetHas, {used[i].term, self->value.term}) : used[i].term;
            guard = terms.land({*guard, terms.lnot(before)});
            count.push_back(set_register(
                used[i].reg, by_bearer ? terms.make(TermKind::SetInsert, {used[i].term, self->value.term})
                                       : terms.truth(true)));
        }
        if (play.limit) {
            const std::vector<TermId> whose =
                play.placed.bearer ? std::vector<TermId>{self->value.term} : std::vector<TermId>{};
            count.push_back(increase(*play.limit, whose, one, play.placed.clause));
        }
        if (once) {
            count.push_back(set_register(passes_register, terms.make(TermKind::Add, {passes, one})));
            count.push_back(set_register(asked_register, next_player));
        } else if (goes_round) {
            const auto first = expressions_.as(window.exprs[0], scope.inside(), world_.player_type);
            if (!first) return;
            count.push_back(set_register(passes_register, terms.constant(0)));
            count.push_back(set_register(asked_register, *first));
        }
        const CodeId counted = sequence(std::move(count));
        const Continuation effect = [&]() -> CodeId {
            if (ability.at_once) {
                return sequence({counted, tail(ability.body, inner, [&]() { return stop(back); })});
            }
            std::vector<TermId> arguments;
            if (play.placed.bearer) arguments.push_back(alive(self->value.term, play.placed.bearer->on));
            for (const std::size_t role : play.roles)
                arguments.push_back(alive(roles[role].term, roles[role].type));
            for (const auto* binders : {&ability.binders, &ability.targets}) {
                for (const ast::Binder& binder : *binders) {
                    const Typed value = inner.find(binder.name)->value;
                    arguments.push_back(alive(value.term, value.type));
                }
            }
            Code item_code;
            item_code.trigger = play.effect;
            item_code.terms = std::move(arguments);
            item_code.clause = play.placed.clause;
            const bool on_top = world_.model.agenda == Agenda::Stack || !item.side.empty();
            if (on_top) {
                item_code.kind = CodeKind::Call;
                item_code.point = back;
                return sequence({counted, world_.model.code.add(std::move(item_code))});
            }
            item_code.kind = CodeKind::Pend;
            return sequence({counted, world_.model.code.add(std::move(item_code)), stop(back)});
        };
        if (ability.costs.empty()) {
            option.guard = *guard;
            option.target = world_.add_label(window.name + ": " + option.text, effect());
            options.push_back(std::move(option));
            continue;
        }
        for (std::size_t k = 0; k < ability.costs.size(); ++k) {
            PointOption paid = option;
            if (k > 0) paid.text += " (other cost)";
            paid.guard = terms.land({*guard, Payment(world_).payable(ability.costs[k], inner)});
            paid.target =
                world_.add_label(window.name + ": " + paid.text, tail(ability.costs[k], inner, effect));
            options.push_back(std::move(paid));
        }
    }
    PointOption pass;
    pass.text = "passes";
    pass.guard = terms.truth(true);
    pass.clause = trigger.clause;
    CodeId code = leaf(CodeKind::Return);
    if (goes_round) {
        const TermId last = terms.make(TermKind::LessEqual, {terms.constant(players - 1), passes});
        const CodeId on = sequence({set_register(passes_register, terms.make(TermKind::Add, {passes, one})),
                                    set_register(asked_register, next_player), stop(id)});
        code = if_else(last, code, on, trigger.clause);
    }
    pass.target = world_.add_label(window.name + ": passes", code);
    options.push_back(std::move(pass));
    world_.model.points[id.index].options = std::move(options);
}

}  // namespace errata::compiler
