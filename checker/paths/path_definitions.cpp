// What stands behind a name along a path: open functions and unknowns.
#include <algorithm>
#include <set>
#include <utility>

#include "checker/paths/path_terms.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool contains(const std::vector<Value>& values, Value value) {
    return std::ranges::find(values, value) != values.end();
}

}  // namespace

PathValue PathTerms::open(TermId id, const Term& term) {
    const auto number_of = static_cast<std::size_t>(term.payload);
    const OpenFunction& function = model_.open_functions[number_of];
    const Type& type = model_.type(function.type);
    const std::size_t at = position(term.children, term.children.size(), function.params);
    if (record_.refused()) return {};
    Values outside = std::exchange(bound_, tuple(function.params, at));
    std::vector<Value> asked;
    std::vector<Value> forbidden;
    for (const Statement& statement : function.statements) {
        if (record_.refused()) return {};
        if (!is_enabled(statement.clause)) continue;
        const ClauseId outer = speak_for(statement.clause);
        if (holds(statement.condition)) {
            const Value value = number(statement.value);
            std::vector<Value>& about = statement.positive ? asked : forbidden;
            if (!contains(about, value)) about.push_back(value);
        }
        speak_for(outer);
    }
    std::vector<Value> allowed;
    for (Value value = type.lo; value <= type.hi; ++value) {
        const bool is_asked = asked.empty() || (asked.size() == 1 && asked[0] == value);
        if (is_asked && !contains(forbidden, value)) allowed.push_back(value);
    }
    std::optional<Value> closed;
    if (allowed.size() > 1 && function.fallback.is_valid()) closed = number(function.fallback);
    bound_ = std::move(outside);
    if (allowed.size() == 1) return fixed(allowed[0]);
    if (closed && contains(allowed, *closed)) return fixed(*closed);
    const IncidentId incident = allowed.empty() ? function.contradiction : function.gap;
    return fixed(undetermined(id, function, incident, number_of, at));
}

Value PathTerms::undetermined(TermId id, const OpenFunction& function, IncidentId incident,
                              std::size_t number, std::size_t at) {
    const auto known = undecided_.find({number, at});
    if (known != undecided_.end()) return known->second;
    const std::optional<std::uint32_t> outcome = outcomes_.take(incident);
    if (!outcome) record_.refuse("what nobody decides", place(id));
    const Value value = model_.type(function.type).lo + static_cast<Value>(outcome.value_or(0));
    undecided_.emplace(std::pair(number, at), value);
    return value;
}

const PathTerms::Behind& PathTerms::behind(TermId id) {
    const auto known = behind_.find(id);
    if (known != behind_.end()) return known->second;
    Behind& result = behind_[id];
    result.variables = variables_read(model_, {id});
    std::set<TermId> seen;
    for (std::vector<TermId> open{id}; !open.empty();) {
        const TermId next = open.back();
        open.pop_back();
        if (!seen.insert(next).second) continue;
        const Term& term = model_.terms[next];
        if (term.kind == TermKind::Count || term.kind == TermKind::Sum) result.counted.push_back(term.domain);
        open.insert(open.end(), term.children.begin(), term.children.end());
        for_each_definition(model_, term, [&](TermId inner) { open.push_back(inner); });
    }
    return result;
}

bool PathTerms::is_steady(TermId id) {
    const Behind& what = behind(id);
    for (std::size_t i = 0; i < model_.variables.size(); ++i) {
        if (!what.variables[i]) continue;
        const auto first = state_->begin() + static_cast<std::ptrdiff_t>(model_.variables[i].base);
        const auto last = first + static_cast<std::ptrdiff_t>(model_.variables[i].cells);
        if (!std::all_of(first, last, [](const PathValue& value) { return value.is_fixed(); })) return false;
    }
    return std::ranges::none_of(what.counted, [&](TypeId type) {
        return std::ranges::any_of(populations_, [&](const Population& population) {
            return model_.refers_to(type, population.type);
        });
    });
}

PathValue PathTerms::as_played(TermId id) {
    State state;
    for (const PathValue& value : *state_) state.push_back(value.now);
    Journal journal;
    TermEvaluator terms{model_, evaluator_.enabled(), journal, nullptr};
    terms.look_at(state.data(), state.data() + registers_);
    for (std::size_t level = 0; level < bound_.size(); ++level)
        terms.binders.bind(static_cast<std::uint32_t>(level), bound_[level].now);
    const Value value = terms.evaluate(id);
    if (terms.failed()) record_.refuse("equations without one solution", place(id));
    return fixed(value);
}

PathValue PathTerms::solved(TermId id) {
    if (is_steady(id)) return as_played(id);
    record_.refuse("how many solutions equations have", place(id));
    return {};
}

// Where no unknown depends on itself there is one solution: what the definitions say.
PathValue PathTerms::unknown(TermId id, const Term& term) {
    const UnknownId family(static_cast<std::size_t>(term.payload));
    const std::size_t at =
        position(term.children, term.children.size(), model_.unknowns[family.index].params);
    if (record_.refused()) return {};
    if (unfolding_.empty() && is_steady(id)) return as_played(id);
    const std::pair key(family.index, at);
    if (std::ranges::find(unfolding_, key) != unfolding_.end()) {
        record_.refuse("values that depend on one another in a circle", place(id));
        return {};
    }
    unfolding_.push_back(key);
    PathValue value = unfolded(id, family, at);
    unfolding_.pop_back();
    return value;
}

PathValue PathTerms::unfolded(TermId id, UnknownId family, std::size_t at) {
    const Unknown& unknown = model_.unknowns[family.index];
    const Type& type = model_.type(unknown.type);
    Values outside = std::exchange(bound_, tuple(unknown.params, at));
    const ClauseId outer = speak_for(unknown.clause);
    PathValue value = evaluate(unknown.definition);
    if (!type.contains(value.now)) record_.refuse("equations without a solution", place(id));
    if (type.is_finite() && !value.is_fixed()) {
        record_.at_most(fixed(type.lo), value, place(id));
        record_.at_most(value, fixed(type.hi), place(id));
    }
    speak_for(outer);
    bound_ = std::move(outside);
    return value;
}

}  // namespace errata::checker
