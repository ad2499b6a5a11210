#include "compiler/ir/evaluate_terms.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/ir/term_values.h"

namespace errata::compiler {

namespace {

bool is_position(Value value) { return 0 <= value && value < most_set_elements; }

Value bit(Value position) { return Value{1} << position; }

// The children of a term, evaluated as they are asked for.
struct Operands {
    TermEvaluator& evaluator;
    TermId id;
    const Term& term;

    Value operator[](std::size_t i) const { return value_of(evaluator, term.children[i]); }

    // Two children, left to right, combined only if both are defined.
    template <class Combine>
    Value both(Combine combine) const {
        const Value a = (*this)[0];
        if (evaluator.failed()) return 0;
        const Value b = (*this)[1];
        if (evaluator.failed()) return 0;
        return combine(a, b);
    }
    template <class Overflows>
    Value arithmetic(Overflows overflows) const {
        return both([&](Value a, Value b) -> Value {
            Value result = 0;
            if (overflows(a, b, &result)) evaluator.fail(Failure::TooLarge);
            return result;
        });
    }
    template <class Combine>
    Value with_position(Combine combine) const {
        return both([&](Value set, Value position) -> Value {
            if (is_position(position)) return combine(set, position);
            evaluator.fail(Failure::Undefined);
            return 0;
        });
    }
    Value any() const {
        const IndexedTerm* const indexed = index();
        const bool none =
            each_entry(indexed == nullptr ? nullptr : &indexed->list, evaluator.cells, term.children.size(),
                       [&](std::uint32_t child) { return value_of(evaluator, term.children[child]) == 0; });
        return none ? 0 : 1;
    }
    Value sum() const {
        const IndexedTerm* const indexed = index();
        if (indexed == nullptr)
            return arithmetic([](Value a, Value b, Value* r) { return __builtin_add_overflow(a, b, r); });
        Value result = 0;
        for (const std::uint32_t entry : indexed->list.entries(evaluator.cells)) {
            const Value value = value_of(evaluator, indexed->entries[entry]);
            if (evaluator.failed()) return 0;
            if (__builtin_add_overflow(result, value, &result)) evaluator.fail(Failure::TooLarge);
            if (evaluator.failed()) return 0;
        }
        return result;
    }
    const IndexedTerm* index() const {
        return evaluator.cases == nullptr ? nullptr : evaluator.cases->term(id);
    }
    Value cell() const {
        const Variable& variable = evaluator.model.variables[static_cast<std::size_t>(term.payload)];
        const std::size_t offset = place_of(evaluator, term.children, variable.params);
        ask(evaluator, variable.reading);
        if (evaluator.failed()) return 0;
        if (evaluator.trace != nullptr) evaluator.trace->read(variable.base + offset);
        return evaluator.cells[variable.base + offset];
    }
    Value table() const {
        const Table& table = evaluator.model.functions.tables[static_cast<std::size_t>(term.payload)];
        const std::size_t offset = place_of(evaluator, term.children, table.params);
        return evaluator.failed() ? 0 : table.values[offset];
    }
};

Value quantify(TermEvaluator& t, const Term& term) {
    const Type& domain = t.model.type(term.domain);
    const auto level = static_cast<std::uint32_t>(term.payload);
    const std::size_t outside = t.binders.depth();
    Value holding = 0;  // for how many values the condition holds
    Value sum = 0;
    Value first = none_value;
    t.binders.bind(level, domain.first());
    for (Value value = domain.first(); value <= domain.hi && !t.failed(); ++value) {
        t.binders.set(level, value);
        if (value_of(t, term.children[0]) == 0) continue;
        if (holding++ == 0) first = value;
        if (term.kind != TermKind::Sum) continue;
        if (__builtin_add_overflow(sum, value_of(t, term.children[1]), &sum)) t.fail(Failure::TooLarge);
    }
    t.binders.unbind(outside);
    if (term.kind == TermKind::Exists) return holding > 0 ? 1 : 0;
    if (term.kind == TermKind::Forall) return holding == domain.hi - domain.first() + 1 ? 1 : 0;
    if (term.kind == TermKind::Count) return holding;
    if (term.kind == TermKind::Sum) return sum;
    return first;
}

// The whole graph first, then breadth first from the start. Where nothing starts, nothing.
std::vector<Value> reached(TermEvaluator& t, const Term& term, Value start) {
    const Type& domain = t.model.type(term.domain);
    const auto level = static_cast<std::uint32_t>(term.payload);
    const std::size_t outside = t.binders.depth();
    std::vector<std::vector<Value>> next;  // by position of a value in the domain: the values one step on
    for (Value from = domain.first(); from <= domain.hi; ++from) {
        next.emplace_back();
        for (Value to = domain.first(); to <= domain.hi && !t.failed(); ++to) {
            t.binders.bind(level, from);
            t.binders.bind(level + 1, to);
            if (value_of(t, term.children[2]) != 0) next.back().push_back(to);
        }
    }
    t.binders.unbind(outside);
    if (t.failed() || start < domain.first() || start > domain.hi) return {};
    const auto position = [&](Value value) { return static_cast<std::size_t>(value - domain.first()); };
    std::vector<bool> is_reached(next.size());
    std::vector<Value> queue = {start};
    is_reached[position(start)] = true;
    for (std::size_t i = 0; i < queue.size(); ++i) {
        for (const Value value : next[position(queue[i])]) {
            if (!is_reached[position(value)]) queue.push_back(value);
            is_reached[position(value)] = true;
        }
    }
    return queue;
}

Value reach(TermEvaluator& t, const Term& term) {
    const Value start = value_of(t, term.children[0]);
    const Value goal = value_of(t, term.children[1]);
    const std::vector<Value> values = reached(t, term, start);
    return std::ranges::find(values, goal) != values.end() ? 1 : 0;
}

}  // namespace

std::vector<Value> reached_by_way(TermEvaluator& t, TermId way) {
    const Term& term = t.model.terms[way];
    const BinderRange around = t.binders.range();
    std::vector<Value> result = reached(t, term, value_of(t, term.children[0]));
    if (!t.failed()) return result;
    forgive(t);
    t.binders.leave(around);
    return {};
}

std::uint32_t Decisions::decide(std::uint32_t outcomes) {
    if (next_ == script_.size()) script_.push_back({0, outcomes});
    return script_[next_++].taken;
}

bool Decisions::advance() {
    while (!script_.empty() && script_.back().taken + 1 >= script_.back().outcomes) script_.pop_back();
    if (script_.empty()) return false;
    ++script_.back().taken;
    return true;
}

void Journal::meet(IncidentId incident, ClauseId clause) {
    const Occurrence occurrence{incident, clause};
    if (incident.is_valid() && std::ranges::find(incidents, occurrence) == incidents.end()) {
        incidents.push_back(occurrence);
    }
}

void Journal::use(ClauseId clause) {
    if (clause.is_valid() && std::ranges::find(used, clause) == used.end()) used.push_back(clause);
}

void Journal::clear() {
    outcomes.clear();
    incidents.clear();
    used.clear();
    open_values.clear();
    taken.clear();
    reported.clear();
}

void TermEvaluator::look_at(const Value* these_cells, const Value* these_registers) {
    cells = these_cells;
    registers = these_registers;
}

ClauseId TermEvaluator::speak_for(ClauseId speaker) { return std::exchange(clause, speaker); }

void TermEvaluator::fail(Failure how) {
    if (failed()) return;
    failure = how;
    if (how == Failure::Undefined) journal.meet(model.incidents.undefined, clause);
    if (how == Failure::Overflow) journal.meet(model.incidents.overflow, clause);
}

void forgive(TermEvaluator& t) {
    t.failure = Failure::None;
    t.binders.clear();
    t.systems.held.clear();
}

std::optional<Value> tried(TermEvaluator& t, TermId term) {
    const BinderRange around = t.binders.range();
    const Value value = t.evaluate(term);
    if (!t.failed()) return value;
    forgive(t);
    t.binders.leave(around);
    return std::nullopt;
}

BinderRange enter(TermEvaluator& t, const std::vector<TypeId>& params, std::size_t position) {
    const BinderRange outside = t.binders.enter(params.size());
    for (std::size_t i = params.size(); i-- > 0;) {
        const Type& type = t.model.type(params[i]);
        const auto size = static_cast<std::size_t>(type.size());
        t.binders.set(static_cast<std::uint32_t>(i), type.lo + static_cast<Value>(position % size));
        position /= size;
    }
    return outside;
}

std::size_t place_of(TermEvaluator& t, std::span<const TermId> arguments, const std::vector<TypeId>& params) {
    Value result = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Value value = value_of(t, arguments[i]);
        if (t.failed()) return 0;
        const Type& type = t.model.type(params[i]);
        if (!type.contains(value)) {
            t.fail(Failure::Undefined);
            return 0;
        }
        result = result * type.size() + (value - type.lo);
    }
    return static_cast<std::size_t>(result);
}

std::size_t position_of(TermEvaluator& t, std::span<const TermId> arguments,
                        const std::vector<TypeId>& params) {
    if (!t.remembered.empty()) t.remembered.clear();
    return place_of(t, arguments, params);
}

Value TermEvaluator::evaluate(TermId id) {
    if (!remembered.empty()) remembered.clear();
    return looked_at(*this, id, model.terms[id]);
}

std::optional<Value> traced_value(const Evaluator& evaluator, TermId term, const State& state,
                                  CellTrace* trace) {
    Journal journal;
    TermEvaluator terms{.model = evaluator.model(), .enabled = evaluator.enabled(), .journal = journal};
    terms.trace = trace;
    terms.look_at(state.data(), nullptr);
    const Value value = terms.evaluate(term);
    return terms.failed() ? std::nullopt : std::optional(value);
}

Value recalled(TermEvaluator& t, TermId id, const Term& term) {
    const auto known = t.remembered.find(id.index);
    if (known != t.remembered.end()) return known->second;
    const Value value = looked_at(t, id, term);
    if (!t.failed()) t.remembered.emplace(id.index, value);
    return value;
}

Value looked_at(TermEvaluator& t, TermId id, const Term& term) {
    if (t.failed()) return 0;
    const Operands of{t, id, term};
    switch (term.kind) {
        case TermKind::Const:
            return term.payload;
        case TermKind::Register:
            return t.registers[term.payload];
        case TermKind::Bound:
            return t.binders[static_cast<std::size_t>(term.payload)];
        case TermKind::Cell:
            return of.cell();
        case TermKind::Table:
            return of.table();
        case TermKind::Open:
            return open_function(t, term);
        case TermKind::Enabled:
            return is_enabled(t, ClauseId(static_cast<std::size_t>(term.payload))) ? 1 : 0;
        case TermKind::Not:
            return of[0] == 0 ? 1 : 0;
        case TermKind::And:
            return conjunction(t, term, 0);
        case TermKind::Or:
            return of.any();
        case TermKind::Implies:
            return of[0] == 0 ? 1 : of[1];
        case TermKind::Ite:
            return of[of[0] != 0 ? 1 : 2];
        case TermKind::Equal:
            return of.both([](Value a, Value b) { return Value{a == b}; });
        case TermKind::Less:
            return of.both([](Value a, Value b) { return Value{a < b}; });
        case TermKind::LessEqual:
            return of.both([](Value a, Value b) { return Value{a <= b}; });
        case TermKind::Add:
            return of.sum();
        case TermKind::Subtract:
            return of.arithmetic([](Value a, Value b, Value* r) { return __builtin_sub_overflow(a, b, r); });
        case TermKind::Multiply:
            return of.arithmetic([](Value a, Value b, Value* r) { return __builtin_mul_overflow(a, b, r); });
        case TermKind::Minimum:
            return of.both([](Value a, Value b) { return std::min(a, b); });
        case TermKind::Maximum:
            return of.both([](Value a, Value b) { return std::max(a, b); });
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
            return quantify(t, term);
        case TermKind::Reach:
            return reach(t, term);
        case TermKind::Unknown:
            return unknown(t, term);
        case TermKind::Solutions:
            return solutions(t, term);
        case TermKind::SetHas:
            return of.with_position([](Value set, Value position) { return (set >> position) & 1; });
        case TermKind::SetInsert:
            return of.with_position([](Value set, Value position) { return set | bit(position); });
        case TermKind::SetErase:
            return of.with_position([](Value set, Value position) { return set & ~bit(position); });
        case TermKind::SetUnion:
            return of.both([](Value a, Value b) { return a | b; });
        case TermKind::SetMinus:
            return of.both([](Value a, Value b) { return a & ~b; });
        case TermKind::SetSize:
            return std::popcount(static_cast<std::uint64_t>(of[0]));
    }
    return 0;
}

}  // namespace errata::compiler
