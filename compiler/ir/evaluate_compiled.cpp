#include "compiler/ir/evaluate_compiled.h"

#include <algorithm>
#include <bit>

#include "compiler/ir/evaluate_tabled.h"

namespace errata::compiler {

namespace {

// The first step that fails says so, once (TermEvaluator::fail). What is evaluated after it means nothing and
// does nothing. So nobody asks for failures between two steps, but for loops.
struct Running {
    TermEvaluator& t;
    const CompiledTerms& program;

    // What most evaluations end in stands here, where it costs no call.
    Value operator()(std::uint32_t id) const {
        const CompiledTerm& term = program.terms[id];
        if (term.kind == CompiledKind::EqualsConstant) return leaf(term.a) == term.value ? 1 : 0;
        return leaf(id);
    }

    Value carry_out(std::uint32_t id, const CompiledTerm& term) const;

private:
    Value leaf(std::uint32_t id) const {
        const CompiledTerm& term = program.terms[id];
        if (term.kind == CompiledKind::CellOfBound) return cell_of_bound(term);
        if (term.kind == CompiledKind::Bound) return bound(t, term.a);
        if (term.kind == CompiledKind::CellAt) return cell_at(term.value);
        if (term.kind == CompiledKind::Constant) return term.value;
        if (term.kind == CompiledKind::Register) return register_at(t, term.a);
        if (term.remembered) return recalled(t, TermId(id));
        return has_table(t, term) ? tabled(t, TermId(id), term) : carry_out(id, term);
    }

    Value cell_at(Value cell) const {
        if (t.trace != nullptr) t.trace->read(static_cast<std::size_t>(cell));
        return t.cells[cell];
    }
    Value cell_of_bound(const CompiledTerm& term) const {
        const Value offset = bound(t, term.a) - static_cast<std::int32_t>(term.c);
        if (0 <= offset && offset < Value{term.b}) return cell_at(term.value + offset);
        t.fail(Failure::Undefined);
        return 0;
    }

    std::span<const CompiledArgument> arguments(const CompiledTerm& term) const {
        return {program.arguments.data() + term.a, term.n};
    }
    // Row-major; nothing: an argument is outside its type.
    std::optional<std::size_t> position(const CompiledTerm& term) const {
        Value result = 0;
        for (const CompiledArgument& argument : arguments(term)) {
            const Value value = (*this)(argument.term);
            if (value < argument.lo || value - argument.lo >= argument.size) {
                t.fail(Failure::Undefined);
                return std::nullopt;
            }
            result += (value - argument.lo) * argument.stride;
        }
        return static_cast<std::size_t>(result);
    }
    Value cell_within(const CompiledTerm& term) const {
        if (t.failed()) return 0;  // what is evaluated then may be anything
        Value at = term.value;
        for (const CompiledArgument& argument : arguments(term))
            at += (*this)(argument.term) * argument.stride;
        return cell_at(at);
    }
    Value cell(const CompiledTerm& term) const {
        const std::optional<std::size_t> at = position(term);
        return at ? cell_at(term.value + static_cast<Value>(*at)) : 0;
    }
    Value table(const CompiledTerm& term) const {
        const std::optional<std::size_t> at = position(term);
        return at ? t.model.functions.tables[static_cast<std::size_t>(term.value)].values[*at] : 0;
    }

    std::span<const std::uint32_t> parts(const CompiledTerm& term) const {
        return {program.parts.data() + term.a, term.n};
    }
    bool all(const CompiledTerm& term) const {
        return std::ranges::all_of(parts(term), [&](std::uint32_t part) { return (*this)(part) != 0; });
    }
    bool any(const CompiledTerm& term) const {
        return std::ranges::any_of(parts(term), [&](std::uint32_t part) { return (*this)(part) != 0; });
    }

    // Left to right.
    template <class Combine>
    Value both(const CompiledTerm& term, Combine combine) const {
        const Value left = (*this)(term.a);
        return combine(left, (*this)(term.b));
    }
    template <class Overflows>
    Value arithmetic(const CompiledTerm& term, Overflows overflows) const {
        return both(term, [&](Value a, Value b) {
            Value result = 0;
            if (overflows(a, b, &result)) t.fail(Failure::TooLarge);
            return result;
        });
    }
    template <class Combine>
    Value with_position(const CompiledTerm& term, Combine combine) const {
        return both(term, [&](Value set, Value position) {
            if (is_position(position)) return combine(set, position);
            t.fail(Failure::Undefined);
            return Value{0};
        });
    }
    Value within(const CompiledTerm& term) const {
        const Value value = (*this)(term.a);
        if (!t.failed() && !t.model.type(TypeId(term.b)).contains(value)) t.fail(Failure::Overflow);
        return value;
    }

    // Visits the values of the domain for which the condition holds, in order, until one is enough. What is
    // certain need not be evaluated to the end.
    template <class Visit>
    void each_holding(const CompiledTerm& term, bool holding, Visit visit) const {
        const std::size_t outside = t.binders.depth();
        const bool is_certain = program.terms[term.a].is_certain;
        t.binders.bind(term.c, term.value);
        const Value end = term.value + Value{term.n};
        for (Value value = term.value; value < end; ++value) {
            t.binders.set(term.c, value);
            const bool holds = (*this)(term.a) != 0;
            if (!is_certain && t.failed()) break;
            if (holds == holding && !visit(value) && is_certain) break;
        }
        t.binders.unbind(outside);
    }
    Value exists(const CompiledTerm& term, bool holding) const {
        bool found = false;
        each_holding(term, holding, [&](Value) {
            found = true;
            return false;
        });
        return found ? 1 : 0;
    }
    Value first(const CompiledTerm& term) const {
        Value result = none_value;
        bool found = false;
        each_holding(term, true, [&](Value value) {
            if (!found) result = value;
            found = true;
            return false;
        });
        return result;
    }
    Value count(const CompiledTerm& term) const {
        Value result = 0;
        each_holding(term, true, [&](Value) {
            ++result;
            return true;
        });
        return result;
    }
    Value sum(const CompiledTerm& term) const {
        Value result = 0;
        each_holding(term, true, [&](Value) {
            if (__builtin_add_overflow(result, (*this)(term.b), &result)) t.fail(Failure::TooLarge);
            return true;
        });
        return result;
    }
};

Value Running::carry_out(std::uint32_t id, const CompiledTerm& term) const {
    const Running& of = *this;
    switch (term.kind) {
        case CompiledKind::Interpreted:
            return interpreted(t, TermId(id));
        case CompiledKind::Constant:
        case CompiledKind::Register:
        case CompiledKind::Bound:
        case CompiledKind::CellAt:
        case CompiledKind::CellOfBound:
            return of(id);
        case CompiledKind::Cell:
            return cell(term);
        case CompiledKind::CellWithin:
            return cell_within(term);
        case CompiledKind::Table:
            return table(term);
        case CompiledKind::Open:
            return open_function(t, t.model.terms[TermId(id)]);
        case CompiledKind::Enabled:
            return t.enabled.empty() || t.enabled[term.a] ? 1 : 0;
        case CompiledKind::Not:
            return of(term.a) == 0 ? 1 : 0;
        case CompiledKind::And:
            return all(term) ? 1 : 0;
        case CompiledKind::Or:
            return any(term) ? 1 : 0;
        case CompiledKind::Implies:
            return of(term.a) == 0 ? 1 : of(term.b);
        case CompiledKind::Ite:
            return of(of(term.a) != 0 ? term.b : term.c);
        case CompiledKind::Equal:
            return both(term, [](Value a, Value b) { return Value{a == b}; });
        case CompiledKind::EqualsConstant:
            return of(term.a) == term.value ? 1 : 0;
        case CompiledKind::Less:
            return both(term, [](Value a, Value b) { return Value{a < b}; });
        case CompiledKind::LessEqual:
            return both(term, [](Value a, Value b) { return Value{a <= b}; });
        case CompiledKind::Add:
            return arithmetic(term,
                              [](Value a, Value b, Value* r) { return __builtin_add_overflow(a, b, r); });
        case CompiledKind::Subtract:
            return arithmetic(term,
                              [](Value a, Value b, Value* r) { return __builtin_sub_overflow(a, b, r); });
        case CompiledKind::Multiply:
            return arithmetic(term,
                              [](Value a, Value b, Value* r) { return __builtin_mul_overflow(a, b, r); });
        case CompiledKind::Within:
            return within(term);
        case CompiledKind::Minimum:
            return both(term, [](Value a, Value b) { return std::min(a, b); });
        case CompiledKind::Maximum:
            return both(term, [](Value a, Value b) { return std::max(a, b); });
        case CompiledKind::Exists:
            return exists(term, true);
        case CompiledKind::Forall:
            return 1 - exists(term, false);
        case CompiledKind::Count:
            return count(term);
        case CompiledKind::Sum:
            return sum(term);
        case CompiledKind::First:
            return first(term);
        case CompiledKind::SetHas:
            return with_position(term, [](Value set, Value position) { return (set >> position) & 1; });
        case CompiledKind::SetInsert:
            return with_position(term, [](Value set, Value position) { return set | bit(position); });
        case CompiledKind::SetErase:
            return with_position(term, [](Value set, Value position) { return set & ~bit(position); });
        case CompiledKind::SetUnion:
            return both(term, [](Value a, Value b) { return a | b; });
        case CompiledKind::SetMinus:
            return both(term, [](Value a, Value b) { return a & ~b; });
        case CompiledKind::SetSize:
            return std::popcount(static_cast<std::uint64_t>(of(term.a)));
    }
    return 0;
}

}  // namespace

Value carried_out(TermEvaluator& t, TermId id, const CompiledTerm& term) {
    return Running{t, t.shortcuts->terms}.carry_out(id.index, term);
}

}  // namespace errata::compiler
