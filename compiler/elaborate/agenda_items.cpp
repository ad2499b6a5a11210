// The agenda items that abilities become: announcing targets, responses, and what is done when the item is
// carried out.
#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/statements.h"

namespace errata::compiler {

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
        scope.live.push_back(
            {reg, trigger.params[i], trigger.param_names[i], is_internal(trigger.param_names[i])});
    }
    if (placed.bearer) scope.add("it", placed.bearer->identity);
    scope.next_register = static_cast<std::uint32_t>(trigger.params.size());
    return scope;
}

// Registers for what the text introduces and refers back to; code that empties them.
std::vector<CodeId> Statements::claim_antecedents(const PlacedAbility& placed, Scope& scope) {
    std::vector<CodeId> emptied;
    for (const std::size_t number : placed.antecedents) {
        const TypeId type = world_.antecedents[number];
        const bool is_thing = world_.type(type).form == TypeForm::Enum;
        const TypeId kept = is_thing ? world_.optional(world_.base(type)) : type;
        const std::uint32_t reg = claim_register(scope, "", kept);
        scope.antecedents[number] = {scope.locals.back().value.term, kept};
        emptied.push_back(
            set_register(reg, world_.model.terms.constant(is_thing ? none_value : world_.type(type).lo)));
    }
    return emptied;
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
            const auto player = expressions_.player(ability.owner[0], chooser);
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
        Scope referring = scope;
        std::vector<CodeId> parts = claim_antecedents(placed, referring);
        parts.push_back(tail(ability.body, referring, finish));
        const CodeId body = sequence(std::move(parts));
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
        const WindowItem* window = world_.responses ? world_.item_of(*world_.responses) : nullptr;
        if (!window) return resolve();
        const WindowItem& item = *window;
        const Continuation after = shared(entry.name + ": resolves", resolve);
        const TermId anybody = playable(item, scope);
        return if_else(anybody, call_window(item, {}, scope, after), after(), placed.clause);
    };
    CodeId code;
    if (chooses_targets) {
        // The others are announced before this one resolves.
        code = pause(entry.name, scope, Between::Others, responded);
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
        const auto player = expressions_.player(*world_.trigger_order, order);
        if (player) world_.model.triggers[id.index].player = *player;
    }
}

}  // namespace errata::compiler
