// What stands behind a name along a path: open functions and unknowns.
#include <algorithm>
#include <set>
#include <utility>

#include "checker/paths/path_terms.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool contains(const std::vector<Value>& values, Value value) {
    return std::ranges::find(values, value) != values.end();
}

Value undetermined(PathTerms& t, TermId id, const OpenFunction& function, IncidentId incident,
                   std::size_t number, std::size_t at) {
    const auto known = t.undecided.find({number, at});
    if (known != t.undecided.end()) return known->second;
    const std::optional<std::uint32_t> outcome = t.outcomes.take(incident);
    if (!outcome) t.record.refuse("what nobody decides", t.place(id));
    const Value value = t.model.type(function.type).lo + static_cast<Value>(outcome.value_or(0));
    t.undecided.emplace(std::pair(number, at), value);
    return value;
}

const Behind& behind(PathTerms& t, TermId id) {
    const auto known = t.behind.find(id);
    if (known != t.behind.end()) return known->second;
    Behind& result = t.behind[id];
    result.variables = variables_read(t.model, {id});
    std::set<TermId> seen;
    for (std::vector<TermId> open{id}; !open.empty();) {
        const TermId next = open.back();
        open.pop_back();
        if (!seen.insert(next).second) continue;
        const Term& term = t.model.terms[next];
        if (term.kind == TermKind::Count || term.kind == TermKind::Sum) result.counted.push_back(term.domain);
        open.insert(open.end(), term.children.begin(), term.children.end());
        for_each_definition(t.model, term, [&](TermId inner) { open.push_back(inner); });
    }
    return result;
}

bool is_steady(PathTerms& t, TermId id) {
    const Behind& what = behind(t, id);
    for (std::size_t i = 0; i < t.model.variables.size(); ++i) {
        if (!what.variables[i]) continue;
        const auto first = t.state->begin() + static_cast<std::ptrdiff_t>(t.model.variables[i].base);
        const auto last = first + static_cast<std::ptrdiff_t>(t.model.variables[i].cells);
        if (!std::all_of(first, last, [](const PathValue& value) { return value.is_fixed(); })) return false;
    }
    return std::ranges::none_of(what.counted, [&](TypeId type) {
        return std::ranges::any_of(t.populations, [&](const Population& population) {
            return refers_to(t.model, type, population.type);
        });
    });
}

PathValue as_played(PathTerms& t, TermId id) {
    State state;
    for (const PathValue& value : *t.state) state.push_back(value.now);
    Journal journal;
    TermEvaluator terms{t.model, t.evaluator.enabled(), journal, nullptr};
    terms.look_at(state.data(), state.data() + t.registers);
    for (std::size_t level = 0; level < t.bound.size(); ++level)
        terms.binders.bind(static_cast<std::uint32_t>(level), t.bound[level].now);
    const Value value = terms.evaluate(id);
    if (terms.failed()) t.record.refuse("equations without one solution", t.place(id));
    return fixed(value);
}

PathValue unfolded(PathTerms& t, TermId id, UnknownId family, std::size_t at) {
    const Unknown& unknown = t.model.functions.unknowns[family.index];
    const Type& type = t.model.type(unknown.type);
    std::vector<PathValue> outside = std::exchange(t.bound, tuple(t, unknown.params, at));
    const ClauseId outer = t.speak_for(unknown.clause);
    PathValue value = t.evaluate(unknown.definition);
    if (!type.contains(value.now)) t.record.refuse("equations without a solution", t.place(id));
    if (type.is_finite() && !value.is_fixed()) {
        t.record.at_most(fixed(type.lo), value, t.place(id));
        t.record.at_most(value, fixed(type.hi), t.place(id));
    }
    t.speak_for(outer);
    if (!t.record.refused()) t.bound = std::move(outside);
    return value;
}

}  // namespace

PathValue open(PathTerms& t, TermId id, const Term& term) {
    const auto number_of = static_cast<std::size_t>(term.payload);
    const OpenFunction& function = t.model.functions.open[number_of];
    const Type& type = t.model.type(function.type);
    const std::size_t at = position(t, term.children, term.children.size(), function.params);
    if (t.record.refused()) return {};
    std::vector<PathValue> outside = std::exchange(t.bound, tuple(t, function.params, at));
    std::vector<Value> asked;
    std::vector<Value> forbidden;
    for (const Statement& statement : function.statements) {
        if (t.record.refused()) return {};
        if (!is_enabled(t, statement.clause)) continue;
        const ClauseId outer = t.speak_for(statement.clause);
        if (t.holds(statement.condition)) {
            const Value value = t.number(statement.value);
            std::vector<Value>& about = statement.positive ? asked : forbidden;
            if (!contains(about, value)) about.push_back(value);
        }
        t.speak_for(outer);
    }
    std::vector<Value> allowed;
    for (Value value = type.lo; value <= type.hi; ++value) {
        const bool is_asked = asked.empty() || (asked.size() == 1 && asked[0] == value);
        if (is_asked && !contains(forbidden, value)) allowed.push_back(value);
    }
    std::optional<Value> closed;
    if (allowed.size() > 1 && function.fallback.is_valid()) closed = t.number(function.fallback);
    if (!t.record.refused()) t.bound = std::move(outside);
    if (allowed.size() == 1) return fixed(allowed[0]);
    if (closed && contains(allowed, *closed)) return fixed(*closed);
    const IncidentId incident = allowed.empty() ? function.contradiction : function.gap;
    return fixed(undetermined(t, id, function, incident, number_of, at));
}

PathValue solved(PathTerms& t, TermId id) {
    if (is_steady(t, id)) return as_played(t, id);
    t.record.refuse("how many solutions equations have", t.place(id));
    return {};
}

// Where no unknown depends on itself there is one solution: what the definitions say.
PathValue unknown(PathTerms& t, TermId id, const Term& term) {
    const UnknownId family(static_cast<std::size_t>(term.payload));
    const std::size_t at =
        position(t, term.children, term.children.size(), t.model.functions.unknowns[family.index].params);
    if (t.record.refused()) return {};
    if (t.unfolding.empty() && is_steady(t, id)) return as_played(t, id);
    const std::pair key(family.index, at);
    if (std::ranges::find(t.unfolding, key) != t.unfolding.end()) {
        t.record.refuse("values that depend on one another in a circle", t.place(id));
        return {};
    }
    t.unfolding.push_back(key);
    PathValue value = unfolded(t, id, family, at);
    t.unfolding.pop_back();
    return value;
}

}  // namespace errata::checker
