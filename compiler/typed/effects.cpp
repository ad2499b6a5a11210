// Continuous effects on derived values.
#include <algorithm>

#include "compiler/typed/ability_kinds.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

static std::optional<ComputedId> derived(const Typing& t, const std::string& name, dsl::Span span) {
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
    auto params = pattern(t, written.params, written.name, what.params, written.span, scope);
    if (!params) return false;
    ability.params = std::move(*params);
    auto guard = conditions(t, {written.exprs.begin() + 1, written.exprs.end()}, scope);
    auto value = of_type(t, written.exprs[0], scope, sets ? what.type : t.number_type());
    if (!guard || !value) return false;
    ability.guard = std::move(*guard);
    ability.said.value.push_back(std::move(*value));
    return true;
}

// `for each u: unit with c { power(u) += 1 }`: one effect for each change, with the condition of all.
bool effects(const Typing& t, Ability& ability, const ast::Ability& written, const Scope& scope) {
    ability.kind = AbilityKind::Effects;
    bool good = true;
    for (const ast::Stmt& stmt : written.body) {
        const bool changes = stmt.kind == ast::StmtKind::Assign || stmt.kind == ast::StmtKind::Increase ||
                             stmt.kind == ast::StmtKind::Decrease;
        if (!changes || stmt.exprs[0].kind != ast::ExprKind::Call) {
            if (stmt.kind == ast::StmtKind::Error) continue;
            t.reporter.error(DiagnosticKind::misplaced_statement, stmt.span,
                             "a continuous effect changes derived values and nothing else",
                             "for example power(u) += 1; what happens once is a 'when' or 'whenever'");
            continue;
        }
        ast::Ability part;
        part.kind = ast::AbilityKind::Effect;
        part.span = stmt.span;
        part.name = stmt.exprs[0].name;
        part.params = stmt.exprs[0].args;
        part.change = change_of(stmt.kind);
        part.exprs = {stmt.exprs[1], written.exprs[0]};
        for (const ast::Binder& binder : written.binders) {
            const bool is_named =
                std::any_of(part.params.begin(), part.params.end(), [&](const ast::Expr& param) {
                    return param.kind == ast::ExprKind::Name && param.name == binder.name;
                });
            if (is_named) continue;
            t.reporter.error(DiagnosticKind::misplaced_statement, stmt.span,
                             "'" + binder.name + "' does not say whose value changes",
                             "write " + part.name + "(" + binder.name + ") here");
        }
        Ability typed_part;
        typed_part.span = part.span;
        good = effect(t, typed_part, part, scope) && good;
        ability.parts.push_back(std::move(typed_part));
    }
    return good;
}

}  // namespace errata::compiler::typed
