// Where continuous effects go: each to the derived value that it changes, in the layer in which its condition
// is asked.
#include <algorithm>

#include "compiler/elaborate/equations.h"

namespace errata::compiler {

using ast::AbilityKind;
using ast::ItemKind;
using dsl::DiagnosticKind;

void place_effect(World& world, const PlacedAbility& placed) {
    const ast::Ability& ability = *placed.ability;
    const auto known = [&](const std::string& name, dsl::Span span) -> Computed* {
        const auto found = world.computed.find(name);
        if (found != world.computed.end() && found->second.item->kind == ItemKind::Derived)
            return &found->second;
        if (world.variables.count(name) > 0) {
            world.error(
                DiagnosticKind::wrong_kind_of_name, span,
                "'" + name + "' is stored, and changes when something happens",
                "say when: 'when enter(u) { ... }', 'at dusk { ... }', 'whenever c { ... }'; only 'derived' "
                "values are changed for as long as a rule holds");
            return nullptr;
        }
        std::vector<std::string> names;
        for (const auto& [each, what] : world.computed) {
            if (what.item->kind == ItemKind::Derived) names.push_back(each);
        }
        world.unknown(span, "derived value", name, names);
        return nullptr;
    };
    const auto place = [&](const ast::Ability& effect, std::int64_t layer) {
        Computed* const what = known(effect.name, effect.span);
        if (!what) return;
        if (effect.change != ast::Change::Set && !world.is_numeric(what->type)) {
            world.error(DiagnosticKind::type_mismatch, effect.span,
                        "'" + effect.name + "' is no number that something can be added to",
                        "set it: " + effect.name + "(...) := ...");
            return;
        }
        PlacedAbility single = placed;
        single.ability = &effect;
        what->effects.push_back({std::move(single), placed.ability, layer > 0 ? layer : what->item->number});
    };
    if (ability.kind == AbilityKind::Effect) return place(ability, 0);
    std::vector<const ast::Ability*> parts;
    std::int64_t first = 0;
    for (const ast::Stmt& stmt : ability.body) {
        const bool changes = stmt.kind == ast::StmtKind::Assign || stmt.kind == ast::StmtKind::Increase ||
                             stmt.kind == ast::StmtKind::Decrease;
        if (!changes || stmt.exprs[0].kind != ast::ExprKind::Call) {
            if (stmt.kind == ast::StmtKind::Error) continue;
            world.error(DiagnosticKind::misplaced_statement, stmt.span,
                        "a continuous effect changes derived values and nothing else",
                        "for example power(u) += 1; what happens once is a 'when' or 'whenever'");
            continue;
        }
        ast::Ability effect;
        effect.kind = AbilityKind::Effect;
        effect.span = stmt.span;
        effect.name = stmt.exprs[0].name;
        effect.params = stmt.exprs[0].args;
        effect.change = stmt.kind == ast::StmtKind::Assign     ? ast::Change::Set
                        : stmt.kind == ast::StmtKind::Increase ? ast::Change::Add
                                                               : ast::Change::Subtract;
        effect.exprs = {stmt.exprs[1], ability.exprs[0]};
        for (const ast::Binder& binder : ability.binders) {
            const bool is_named =
                std::any_of(effect.params.begin(), effect.params.end(), [&](const ast::Expr& param) {
                    return param.kind == ast::ExprKind::Name && param.name == binder.name;
                });
            if (!is_named) {
                world.error(DiagnosticKind::misplaced_statement, stmt.span,
                            "'" + binder.name + "' does not say whose value changes",
                            "write " + effect.name + "(" + binder.name + ") here");
            }
        }
        const auto what = world.computed.find(effect.name);
        const std::int64_t layer = what == world.computed.end() ? 0 : what->second.item->number;
        if (layer > 0 && (first == 0 || layer < first)) first = layer;
        parts.push_back(&world.keep(std::move(effect)));
    }
    for (const ast::Ability* part : parts) place(*part, first);
}

}  // namespace errata::compiler
