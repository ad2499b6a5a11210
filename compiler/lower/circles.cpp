#include "compiler/lower/circles.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/typed/walk.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

class Circles {
public:
    explicit Circles(const Lowering& l) : l_(l) {}

    void find() {
        for (std::size_t i = 0; i < l_.arranged.actions.size(); ++i) visit(ActionId(i));
    }

private:
    void visit(ActionId action) {
        if (!seen_.insert(action).second) return;
        underway_.push_back(action);
        const auto definitions = std::exchange(definitions_, {});
        const auto computed = std::exchange(computed_, {});
        const ActionRules& rules = l_.arranged.actions[action.index];
        for (const auto* placed : {&rules.prohibitions, &rules.ignoring, &rules.counts}) {
            for (const PlacedAbility& one : *placed) visit(one);
        }
        definitions_ = definitions;
        computed_ = computed;
        underway_.pop_back();
    }

    void visit(const PlacedAbility& placed) {
        Scope scope;
        scope.holes = placed.holes;
        if (placed.bearer) scope.printed = placed.bearer->printed;
        for (const auto* params : {&placed.ability->params, &placed.ability->as.params}) {
            for (const typed::Param& param : *params) visit(param.value, scope);
        }
        for (const auto* exprs : {&placed.ability->guard, &placed.ability->said.value}) visit(*exprs, scope);
        if (placed.bearer) visit(l_.program.functions[placed.bearer->printed.index], Scope{});
    }

    void visit(const std::vector<typed::Expr>& exprs, const Scope& scope) {
        typed::walk(exprs, [&](const typed::Expr& expr) { visit(expr, scope); });
    }

    // What this very expression asks; those inside are walked through by the caller.
    void visit(const typed::Expr& expr, const Scope& scope) {
        if (expr.kind == typed::ExprKind::Can) ask(expr);
        if (expr.kind == typed::ExprKind::Define && definitions_.insert(expr.define()).second)
            visit(l_.program.definitions[expr.id].body, Scope{});
        if (expr.kind == typed::ExprKind::Computed && computed_.insert(expr.computed()).second) {
            visit(l_.program.computed[expr.id].definition, Scope{});
            for (const ContinuousEffect& effect : l_.arranged.effects[expr.id]) visit(effect.placed);
        }
        if (expr.kind != typed::ExprKind::Hole) return;
        const Hole& hole = scope.holes->by_name.at(expr.name);
        if (const auto* const phrase = l_.terms.filler(hole, expr.args, scope))
            visit(phrase->value, inside_hole(hole, scope));
    }

    void ask(const typed::Expr& expr) {
        const ActionId action = expr.action();
        if (std::find(underway_.begin(), underway_.end(), action) == underway_.end()) return visit(action);
        l_.reporter.error(DiagnosticKind::recursive_definition, expr.span,
                          "whether '" + action_name(l_, action) + "' can happen depends on whether it can",
                          "say what forbids it by what is on the table: fields and state");
    }

    const Lowering& l_;
    std::set<ActionId> seen_;
    std::vector<ActionId> underway_;
    // Looked through already for the action at hand.
    std::set<DefineId> definitions_;
    std::set<ComputedId> computed_;
};

}  // namespace

void find_circles_of_what_can_happen(const Lowering& l) { Circles(l).find(); }

}  // namespace errata::compiler
