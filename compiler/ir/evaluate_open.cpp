// The value of an open function: what its statements leave, and what is taken where that is not one value.
#include <algorithm>

#include "compiler/ir/evaluate_terms.h"

namespace errata::compiler {

namespace {

bool contains(const std::vector<Value>& values, Value value) {
    return std::ranges::find(values, value) != values.end();
}

std::vector<Value> values_of(const Type& type) {
    std::vector<Value> result;
    for (Value value = type.lo; value <= type.hi; ++value) result.push_back(value);
    return result;
}

}  // namespace

// All statements are looked at, so that a contradiction names every statement that takes part in it.
TermEvaluator::Statements TermEvaluator::statements(const OpenFunction& open) {
    Statements result;
    for (const Statement& statement : open.statements) {
        if (!is_enabled(statement.clause)) continue;
        const ClauseId outer = speak_for(statement.clause);
        const bool holds = value_of(statement.condition) != 0;
        if (failed()) return result;
        if (holds) {
            const Value value = value_of(statement.value);
            if (!failed() && !model_.type(open.type).contains(value)) fail(Failure::Undefined);
            if (failed()) return result;
            std::vector<Value>& about = statement.positive ? result.asked : result.forbidden;
            if (!contains(about, value)) about.push_back(value);
            result.holding.push_back(statement.clause);
        }
        speak_for(outer);
    }
    return result;
}

Value TermEvaluator::open_function(const Term& term) {
    const OpenId id(static_cast<std::size_t>(term.payload));
    const OpenFunction& open = model_.open_functions[id.index];
    const Type& type = model_.type(open.type);
    const std::size_t place = place_of(term.children, open.params);
    if (failed()) return 0;

    const BinderRange outside = enter(open.params, place);
    const Statements said = statements(open);
    if (failed()) return 0;
    const auto is_allowed = [&](Value value) {
        const bool asked = said.asked.empty() || (said.asked.size() == 1 && said.asked[0] == value);
        return asked && !contains(said.forbidden, value);
    };
    Value count = 0;
    Value only = type.lo;
    for (Value value = type.lo; value <= type.hi && count < 2; ++value) {
        if (!is_allowed(value)) continue;
        ++count;
        only = value;
    }
    std::optional<Value> closed;
    if (count > 1 && open.fallback.is_valid()) {
        closed = value_of(open.fallback);
        if (!failed() && !type.contains(*closed)) fail(Failure::Undefined);
        if (failed()) return 0;
    }
    leave(outside);

    for (const ClauseId clause : said.holding) journal_.use(clause);
    if (count == 1) return only;
    if (closed && is_allowed(*closed)) return *closed;
    std::vector<Value> candidates = values_of(type);
    if (count > 0) {
        std::erase_if(candidates, [&](Value value) { return !is_allowed(value); });
        journal_.meet(open.gap, clause_);
        return undetermined(id, open.gap, place, candidates);
    }
    for (const ClauseId clause : said.holding) journal_.meet(open.contradiction, clause);
    if (said.asked.size() > 1) candidates = said.asked;
    std::ranges::sort(candidates);
    return undetermined(id, open.contradiction, place, candidates);
}

Value TermEvaluator::undetermined(OpenId id, IncidentId incident, std::size_t position,
                                  const std::vector<Value>& candidates) {
    for (const OpenValue& known : journal_.open_values) {
        if (known.open == id && known.position == position) return known.value;
    }
    if (decisions_ == nullptr) {
        fail(Failure::Undecided);
        return 0;
    }
    const Value value = candidates[decisions_->decide(static_cast<std::uint32_t>(candidates.size()))];
    const Type& type = model_.type(model_.open_functions[id.index].type);
    journal_.outcomes.emplace_back(incident, static_cast<std::uint32_t>(value - type.lo));
    journal_.open_values.push_back({id, position, value});
    return value;
}

}  // namespace errata::compiler
