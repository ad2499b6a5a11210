#include "tests/support/random_module.h"

namespace errata::dsl {

using namespace ast;

Expr RandomModule::guard() {
    if (chance(70)) return expr(expr_depth);
    Expr unless;
    unless.kind = ExprKind::Not;
    unless.unless = true;
    unless.args = {expr(expr_depth)};
    return unless;
}

void RandomModule::targets(Ability& a) {
    for (int i = 1 + below(2); i > 0; --i) {
        Targets& targets = a.targets.emplace_back();
        targets.quantity = static_cast<Quantity>(below(4));
        if (targets.quantity != Quantity::One) targets.count = {expr(2)};
        targets.binders = binders(1);
        if (chance(50)) targets.condition = {expr(expr_depth)};
    }
}

void RandomModule::limit(Ability& a) {
    a.limit.uses = {expr(2)};
    a.limit.per = static_cast<LimitPer>(below(4));
    if (a.limit.per == LimitPer::Phase) a.limit.phase = name();
}

void RandomModule::timed(Ability& a, bool can_target, int depth) {
    a.name = name();
    if (a.kind == AbilityKind::Trigger) {
        a.params = exprs(2, 3);
        a.looking_back = chance(30);
    } else {
        a.at_end = chance(30);
    }
    if (chance(60)) a.exprs = {guard()};
    for (int i = can_target && chance(30) ? 1 + below(2) : 0; i > 0; --i) {
        Given given;
        given.name = name();
        given.value = expr(expr_depth);
        a.given.push_back(given);
    }
    if (can_target && chance(30)) {
        targets(a);
        a.owner = {expr(2)};
    }
    if (can_target && chance(30)) limit(a);
    a.body = block(depth);
}

void RandomModule::may(Ability& a, int depth) {
    a.title = title();
    a.play.windows.all = {name()};
    if (chance(20)) a.play.windows.all.push_back(name());
    a.name = "";
    if (chance(40)) {
        a.play.side = chance(50) ? Side::Before : Side::After;
        a.name = name();
        a.params = exprs(2, 3);
    }
    if (chance(20)) {
        a.play.each = binders(1);
    } else {
        a.owner = {expr(2)};
    }
    if (chance(30)) {
        a.binders = binders(1);
        if (chance(50)) a.play.condition = {expr(expr_depth)};
    }
    if (chance(40)) targets(a);
    if (chance(40)) a.exprs = {guard()};
    if (chance(30)) limit(a);
    for (int i = chance(50) ? 1 + below(2) : 0; i > 0; --i) a.play.costs.push_back(block(depth));
    a.play.at_once = chance(30);
    a.body = block(depth);
}

void RandomModule::exceptions(Ability& a) {
    if (!chance(20)) return;
    for (int n = 1 + below(2); n > 0; --n) a.except_to.all.push_back(chance(50) ? name() : "ABC-1");
}

Ability RandomModule::ability(int depth) {
    Ability a;
    a.kind = static_cast<AbilityKind>(below(static_cast<int>(AbilityKind::Error)));
    a.rows = rows();
    a.name = name();
    const bool has_guard = chance(60);
    switch (a.kind) {
        case AbilityKind::Trigger:
        case AbilityKind::PhaseHook:
            timed(a, true, depth);
            break;
        case AbilityKind::May:
            may(a, depth);
            break;
        case AbilityKind::During:
        case AbilityKind::Replacement:
            if (a.kind == AbilityKind::Replacement && chance(20)) {
                a.of_phase = true;
            } else {
                a.params = exprs(2, 3);
            }
            if (has_guard) a.exprs = {guard()};
            a.body = block(depth);
            break;
        case AbilityKind::Ignores:
            a.title = chance(50) ? name() : title();
            a.params = exprs(2, 3);
            if (has_guard) a.exprs = {guard()};
            break;
        case AbilityKind::StateTrigger:
        case AbilityKind::StateCheck:
            a.name = "";
            a.exprs = {expr(expr_depth)};
            a.body = block(depth);
            break;
        case AbilityKind::Ending:
            a.name = title();
            a.exprs = {guard()};
            break;
        case AbilityKind::OnlyIf:
        case AbilityKind::Iff:
            a.params = exprs(2, 3);
            if (chance(30)) a.value = {expr(2)};
            a.exprs = {expr(expr_depth)};
            exceptions(a);
            break;
        case AbilityKind::If:
        case AbilityKind::NotIf:
            a.params = exprs(2, 3);
            if (chance(30)) a.value = {expr(2)};
            if (has_guard) a.exprs = {guard()};
            exceptions(a);
            break;
        case AbilityKind::CountsAs:
            a.params = exprs(2, 3);
            a.as.name = name();
            a.as.params = exprs(2, 3);
            a.as.says = chance(50) ? AbilityKind::If : chance(50) ? AbilityKind::NotIf : AbilityKind::OnlyIf;
            if (a.as.says == AbilityKind::OnlyIf) {
                a.exprs = {expr(expr_depth)};
            } else if (has_guard) {
                a.exprs = {guard()};
            }
            exceptions(a);
            break;
        case AbilityKind::Prohibition:
            a.params = exprs(2, 3);
            if (has_guard) a.exprs = {guard()};
            exceptions(a);
            break;
        case AbilityKind::Effect: {
            static const Change changes[] = {Change::Set, Change::Add, Change::Subtract};
            a.change = changes[below(std::size(changes))];
            a.params = exprs(2, 3);
            a.exprs = {expr(expr_depth)};
            if (has_guard) a.exprs.push_back(guard());
            break;
        }
        case AbilityKind::Effects:
            a.name = "";
            a.binders = binders(1);
            a.exprs = {condition(expr_depth)};
            for (int n = below(3); n > 0; --n) {
                Ability part;
                part.kind = AbilityKind::Effect;
                part.name = name();
                part.change = Change::Add;
                part.params = exprs(2, 3);
                part.exprs = {expr(2)};
                if (chance(50)) part.exprs.push_back(guard());
                a.parts.push_back(part);
            }
            break;
        case AbilityKind::Under:
            a.name = "";
            a.exprs = {guard()};
            if (depth > 0) a.parts = abilities(depth - 1);
            break;
        case AbilityKind::Insert:
            a.name = "hole";
            if (chance(30)) limit(a);
            break;
        default:
            a.params = exprs(2, 3);
            if (has_guard) a.exprs = {guard()};
            break;
    }
    return a;
}

std::vector<Ability> RandomModule::abilities(int depth) {
    std::vector<Ability> result;
    for (int i = below(4); i > 0; --i) result.push_back(ability(depth));
    return result;
}

}  // namespace errata::dsl
