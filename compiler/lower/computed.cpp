#include "compiler/lower/computed.h"

#include <algorithm>

#include "compiler/lower/applied.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

const Computed& head(const Lowering& l, ComputedId what) { return l.names.callables.computed[what.index]; }

const std::vector<ContinuousEffect>& effects_on(const Lowering& l, ComputedId what) {
    return l.arranged.effects[what.index];
}

std::vector<TermId> terms_of(const std::vector<TypedTerm>& args) {
    return dsl::mapped(args, &TypedTerm::term);
}

TermId somebody(const Lowering& l, const Applied& applied, TermId condition) {
    return applied.level ? l.terms.quantified(TermKind::Exists, {condition}, *applied.level, applied.on)
                         : condition;
}

// That none that was marked later sets it, too.
TermId is_latest(const Lowering& l, const ComputedCase& of, const Applied& applied,
                 const std::vector<TypedTerm>& args, Scope within) {
    if (applied.level) within.level = *applied.level + 1;
    std::vector<TermId> later;
    for (const ContinuousEffect& other : effects_on(l, of.of)) {
        if (!sets(other)) continue;
        const Applied rival = apply(l, of, other, args, within);
        const TermId is_later = l.pool().make(TermKind::Less, {applied.since, rival.since});
        later.push_back(somebody(l, rival, l.pool().land({rival.condition, is_later})));
    }
    return l.pool().lnot(l.pool().lor(later));
}

}  // namespace

std::int64_t layer_of(const Lowering& l, ComputedId what) { return head(l, what).item->number; }

ComputedCase case_asked(const Lowering& l, ComputedId what, const Scope& scope) {
    if (!scope.unapplied || layer_of(l, what) != scope.layer) return {what, {}, false};
    const Unapplied& unapplied = *scope.unapplied;
    const auto& effects = effects_on(l, what);
    const auto found = std::find_if(effects.begin(), effects.end(), [&](const ContinuousEffect& effect) {
        return effect.whole == unapplied.whole && effect.placed.clause == unapplied.clause;
    });
    if (found == effects.end()) return {what, {}, false};
    return {what, static_cast<std::size_t>(found - effects.begin()), unapplied.bearer.has_value()};
}

bool is_as_printed(const Lowering& l, ComputedId what, const Scope& scope) {
    return scope.layer > 0 && layer_of(l, what) > scope.layer;
}

std::string name_of(const Lowering& l, const ComputedCase& of) {
    const std::string& name = head(l, of.of).name;
    if (!of.without) return name;
    return name + " before " + l.clause_name(effects_on(l, of.of)[*of.without].placed.clause) + " (" +
           std::to_string(*of.without + 1) + ")";
}

std::vector<TypeId> params_of(const Lowering& l, const ComputedCase& of, TypeId bearer) {
    std::vector<TypeId> params = head(l, of.of).params;
    if (of.has_bearer) params.push_back(bearer);
    return params;
}

TermId declared_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                      const Scope& scope) {
    const typed::ComputedBody& body = l.program.computed[what.index];
    if (body.definition.empty()) return l.pool().constant(0);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < body.params.size(); ++i)
        inner.add(body.params[i].local, body.params[i].name, args[i]);
    return l.terms.term(body.definition[0], inner);
}

TermId held(const Lowering& l, ComputedId what, TermId value) {
    for (const ast::Setting& end : head(l, what).item->contents.settings) {
        const TermKind kind = end.name == "least" ? TermKind::Maximum : TermKind::Minimum;
        value = l.pool().make(kind, {value, l.pool().constant(end.value.number)});
    }
    return in_range(l, head(l, what).type, value);
}

TermId printed_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                     const Scope& scope) {
    return held(l, what, declared_value(l, what, args, scope));
}

std::vector<Statement> settings(const Lowering& l, const ComputedCase& of, const std::vector<TypedTerm>& args,
                                const Scope& scope) {
    std::vector<Statement> result;
    for (const ContinuousEffect& effect : effects_on(l, of.of)) {
        if (!sets(effect)) continue;
        const Applied applied = apply(l, of, effect, args, scope);
        TermId condition = applied.condition;
        if (applied.since.is_valid())
            condition = l.pool().land({condition, is_latest(l, of, applied, args, scope)});
        if (l.pool().is_constant(applied.value) || !applied.level) {
            result.push_back({true, somebody(l, applied, condition), applied.value, effect.placed.clause});
            continue;
        }
        // A value that depends on the bearer: one statement for each.
        const Type& type = l.type(head(l, of.of).type);
        for (Value v = type.lo; v <= type.hi; ++v) {
            const TermId value = l.pool().constant(v);
            const TermId sets_it = l.pool().land({condition, l.pool().equal(applied.value, value)});
            result.push_back({true, somebody(l, applied, sets_it), value, effect.placed.clause});
        }
    }
    return result;
}

TermId present_value(const Lowering& l, const ComputedCase& of, std::optional<OpenId> settled,
                     const std::vector<TypedTerm>& args, const Scope& scope) {
    TermPool& pool = l.pool();
    const TypeId type = head(l, of.of).type;
    TermId sum = declared_value(l, of.of, args, scope);
    // Only where it stops may what others add bring it back into its range.
    if (head(l, of.of).item->contents.settings.empty()) sum = in_range(l, type, sum);
    if (settled) {
        sum = pool.make_leaf(TermKind::Open, settled->index, terms_of(args), l.type(type));
    } else {
        for (const Statement& statement : settings(l, of, args, scope))
            sum = pool.make(TermKind::Ite, {statement.condition, statement.value, sum});
    }
    for (const ContinuousEffect& effect : effects_on(l, of.of)) {
        if (sets(effect)) continue;
        const Applied applied = apply(l, of, effect, args, scope);
        const TermId zero = pool.constant(0);
        const TermId amount = effect.placed.ability->said.change == ast::Change::Add
                                  ? applied.value
                                  : pool.make(TermKind::Subtract, {zero, applied.value});
        const TermId added = applied.level ? l.terms.quantified(TermKind::Sum, {applied.condition, amount},
                                                                *applied.level, applied.on)
                                           : pool.make(TermKind::Ite, {applied.condition, amount, zero});
        sum = pool.make(TermKind::Add, {sum, added});
    }
    return held(l, of.of, sum);
}

}  // namespace errata::compiler
