// The value of an open function: what its statements leave, and what is taken where that is not one value.
#include <algorithm>

#include "compiler/ir/term_values.h"

namespace errata::compiler {

namespace {

// What the enabled statements say about one argument tuple.
struct Statements {
    std::vector<Value> asked;      // by positive ones, each once
    std::vector<Value> forbidden;  // by negative ones
    std::vector<ClauseId> holding;
};

bool contains(const std::vector<Value>& values, Value value) {
    return std::ranges::find(values, value) != values.end();
}

std::vector<Value> values_of(const Type& type) {
    std::vector<Value> result;
    for (Value value = type.lo; value <= type.hi; ++value) result.push_back(value);
    return result;
}

// All statements are looked at, so that a contradiction names every statement that takes part in it.
Statements statements(TermEvaluator& t, const OpenFunction& open) {
    Statements result;
    for (const Statement& statement : open.statements) {
        if (!is_enabled(t, statement.clause)) continue;
        const ClauseId outer = t.speak_for(statement.clause);
        const bool holds = value_of(t, statement.condition) != 0;
        if (t.failed()) return result;
        if (holds) {
            const Value value = value_of(t, statement.value);
            if (!t.failed() && !t.model.type(open.type).contains(value)) t.fail(Failure::Undefined);
            if (t.failed()) return result;
            std::vector<Value>& about = statement.positive ? result.asked : result.forbidden;
            if (!contains(about, value)) about.push_back(value);
            result.holding.push_back(statement.clause);
        }
        t.speak_for(outer);
    }
    return result;
}

Value undetermined(TermEvaluator& t, OpenId id, IncidentId incident, std::size_t position,
                   const std::vector<Value>& candidates) {
    for (const OpenValue& known : t.journal.open_values) {
        if (known.open == id && known.position == position) return known.value;
    }
    if (t.decisions == nullptr) {
        t.fail(Failure::Undecided);
        return 0;
    }
    const Value value = candidates[t.decisions->decide(static_cast<std::uint32_t>(candidates.size()))];
    const Type& type = t.model.type(t.model.functions.open[id.index].type);
    t.journal.outcomes.emplace_back(incident, static_cast<std::uint32_t>(value - type.lo));
    t.journal.open_values.push_back({id, position, value, incident, t.clause});
    return value;
}

}  // namespace

Value open_function(TermEvaluator& t, const Term& term) {
    const OpenId id(static_cast<std::size_t>(term.payload));
    const OpenFunction& open = t.model.functions.open[id.index];
    const Type& type = t.model.type(open.type);
    const std::size_t place = place_of(t, term.children, open.params);
    if (t.failed()) return 0;

    const BinderRange outside = enter(t, open.params, place);
    const Statements said = statements(t, open);
    if (t.failed()) return 0;
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
        closed = value_of(t, open.fallback);
        if (!t.failed() && !type.contains(*closed)) t.fail(Failure::Undefined);
        if (t.failed()) return 0;
    }
    t.binders.leave(outside);

    for (const ClauseId clause : said.holding) t.journal.use(clause);
    if (count == 1) return only;
    if (closed && is_allowed(*closed)) return *closed;
    std::vector<Value> candidates = values_of(type);
    if (count > 0) {
        std::erase_if(candidates, [&](Value value) { return !is_allowed(value); });
        t.journal.meet(open.gap, t.clause);
        return undetermined(t, id, open.gap, place, candidates);
    }
    for (const ClauseId clause : said.holding) t.journal.meet(open.contradiction, clause);
    if (said.asked.size() > 1) candidates = said.asked;
    std::ranges::sort(candidates);
    return undetermined(t, id, open.contradiction, place, candidates);
}

}  // namespace errata::compiler
