#include "compiler/ir/evaluate_terms.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_compiled.h"
#include "compiler/ir/evaluate_tabled.h"
#include "compiler/ir/solve_equations.h"
#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

// Compiled or interpreted.
Value looked_at(TermEvaluator& t, TermId id) {
    const CompiledTerm* const term = compiled(t, id);
    if (term == nullptr) return interpreted(t, id);
    return has_table(t, *term) ? tabled(t, id, *term) : carried_out(t, id, *term);
}

// Something beside the value is left, or something beside the state was asked.
void leave_more(TermEvaluator& t) {
    if (t.trace != nullptr) t.trace->all = true;
}

// Inside an evaluation the state does not change, so what is `remembered` (term.h) is evaluated once. Inline,
// for nothing is done more often, and mostly of a leaf.
inline Value value_of(TermEvaluator& t, TermId id) {
    const Term& term = t.model.terms[id];
    if (term.kind == TermKind::Const) return term.payload;
    if (term.kind == TermKind::Bound && !t.failed()) return bound(t, static_cast<std::size_t>(term.payload));
    return term.remembered ? recalled(t, id) : looked_at(t, id);
}

// position_of inside an evaluation.
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

bool is_enabled(const TermEvaluator& t, ClauseId clause) {
    return t.enabled.empty() || !clause.is_valid() || t.enabled[clause.index];
}

void ask(TermEvaluator& t, ReadingId reading) {
    if (t.asked != nullptr && reading.is_valid()) (*t.asked)[reading.index] = true;
}

// Which readings are asked. Every term that looks at a reading's variable asks it, but for one case: in a
// conjunction such as
//     Who pays = strict and s.afloat and not s.paid
// (what belongs to an alternative begins with such a test) the reading is asked only where the rest does not
// make it false anyway, whichever alternative is in force, and without any trace: no incident, nothing
// decided, nothing that is undefined. The rest itself may ask readings, and then it is false for the
// alternatives of these that are in force. Where nobody wants to know what is asked a conjunction is
// evaluated as it stands, from left to right.

// `at` (may be null): takes the number of the part that is false, or how many there are where all of them say
// so.
Value conjunction(TermEvaluator& t, const Term& term, std::size_t from, std::size_t* at = nullptr);

// The reading of which the term says no more than whether an alternative is in force (of two, the cell itself
// says it).
ReadingId reading_tested(const Model& model, TermId id) {
    const Term* test = &model.terms[id];
    while (test->kind == TermKind::Not || test->kind == TermKind::Equal) {
        if (test->kind == TermKind::Equal && !model.terms.is_constant(test->children[1])) return {};
        test = &model.terms[test->children[0]];
    }
    if (test->kind != TermKind::Cell || !test->children.empty()) return {};
    return model.variables[static_cast<std::size_t>(test->payload)].reading;
}

bool has_grown(const Journal& journal, const Journal& before) {
    return journal.outcomes.size() != before.outcomes.size() ||
           journal.incidents.size() != before.incidents.size() || journal.used.size() != before.used.size() ||
           journal.open_values.size() != before.open_values.size() ||
           journal.taken.size() != before.taken.size();
}

// Leaves everything as it was.
bool is_false_anyway(TermEvaluator& t, const Term& term, std::size_t from) {
    if (t.unknowns != nullptr) return false;  // to ask an unknown is a step of the solver
    Journal journal = t.journal;
    Decisions* const decisions = std::exchange(t.decisions, nullptr);
    const ClauseId clause = t.clause;
    const BinderRange here = t.binders.range();
    const bool is_false = conjunction(t, term, from) == 0 && !t.failed() && !has_grown(t.journal, journal);
    t.failure = Failure::None;
    t.binders.leave(here);
    t.clause = clause;
    t.decisions = decisions;
    t.journal = std::move(journal);
    return is_false;
}

// Beginning with one of the term's children. Where somebody wants to know what is asked. Apart, for it needs
// much room on the stack, and the other way is gone most of the time.
[[gnu::noinline]] Value watched_conjunction(TermEvaluator& t, const Term& term, std::size_t from,
                                            std::size_t* at) {
    for (std::size_t i = from; i < term.children.size(); ++i) {
        if (!t.failed()) {
            const ReadingId reading = reading_tested(t.model, term.children[i]);
            const bool is_new = reading.is_valid() && !(*t.asked)[reading.index];
            if (is_new && is_false_anyway(t, term, i + 1)) {
                if (at != nullptr) *at = term.children.size();
                return 0;
            }
        }
        if (value_of(t, term.children[i]) == 0) {
            if (at != nullptr) *at = i;
            return 0;
        }
    }
    return 1;
}

inline Value conjunction(TermEvaluator& t, const Term& term, std::size_t from, std::size_t* at) {
    if (t.asked != nullptr) return watched_conjunction(t, term, from, at);
    for (std::size_t i = from; i < term.children.size(); ++i) {
        if (value_of(t, term.children[i]) != 0) continue;
        if (at != nullptr) *at = i;
        return 0;
    }
    return 1;
}

// The value of an open function: what its statements leave, and what is taken where that is not one value.

// What the enabled statements say about one argument tuple. Sets of values: bit i is the type's value lo + i.
struct Statements {
    std::uint64_t asked = 0;      // by positive ones
    std::uint64_t forbidden = 0;  // by negative ones

    // Of all values of the type.
    std::uint64_t allowed(std::uint64_t all) const {
        const std::uint64_t open = asked == 0 ? all : std::has_single_bit(asked) ? asked : 0;
        return open & ~forbidden;
    }
};

std::uint64_t all_values(const Type& type) {
    return type.size() >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << type.size()) - 1;
}

// All statements are looked at, so that a contradiction names every statement that takes part in it. Those
// that hold are added to `TermEvaluator::holding`.
Statements statements(TermEvaluator& t, const OpenFunction& open) {
    Statements result;
    const Type& type = t.model.type(open.type);
    for (const Statement& statement : open.statements) {
        if (!is_enabled(t, statement.clause)) continue;
        const ClauseId outer = t.speak_for(statement.clause);
        const bool holds = value_of(t, statement.condition) != 0;
        if (t.failed()) return result;
        if (holds) {
            const Value value = value_of(t, statement.value);
            if (!t.failed() && !type.contains(value)) t.fail(Failure::Undefined);
            if (t.failed()) return result;
            (statement.positive ? result.asked : result.forbidden) |= std::uint64_t{1} << (value - type.lo);
            t.holding.push_back(statement.clause);
        }
        t.speak_for(outer);
    }
    return result;
}

Value undetermined(TermEvaluator& t, OpenId id, IncidentId incident, std::size_t position,
                   std::uint64_t candidates) {
    for (const OpenValue& known : t.journal.open_values) {
        if (known.open == id && known.position == position) return known.value;
    }
    if (t.decisions == nullptr) {
        t.fail(Failure::Undecided);
        return 0;
    }
    const std::uint32_t taken = t.decisions->decide(static_cast<std::uint32_t>(std::popcount(candidates)));
    for (std::uint32_t i = 0; i < taken; ++i) candidates &= candidates - 1;
    const auto outcome = static_cast<std::uint32_t>(std::countr_zero(candidates));
    const Value value = t.model.type(t.model.functions.open[id.index].type).lo + outcome;
    t.journal.outcomes.emplace_back(incident, outcome);
    t.journal.open_values.push_back({id, position, value, incident, t.clause});
    return value;
}

// `said` for the arguments at `place`, to which the binders are still bound, by the statements in
// `TermEvaluator::holding` from number `around` on. (No reference to these: the fallback may ask others.)
Value left_by(TermEvaluator& t, OpenId id, std::size_t place, const Statements& said, std::size_t around,
              BinderRange outside) {
    const OpenFunction& open = t.model.functions.open[id.index];
    const Type& type = t.model.type(open.type);
    const std::uint64_t allowed = said.allowed(all_values(type));
    std::optional<Value> closed;
    if (std::popcount(allowed) > 1 && open.fallback.is_valid()) {
        closed = value_of(t, open.fallback);
        if (!t.failed() && !type.contains(*closed)) t.fail(Failure::Undefined);
    }
    t.binders.leave(outside);
    if (t.failed()) return 0;

    for (std::size_t i = around; i < t.holding.size(); ++i) t.journal.use(t.holding[i]);
    if (std::has_single_bit(allowed)) return type.lo + std::countr_zero(allowed);
    if (closed && (allowed >> (*closed - type.lo) & 1) != 0) return *closed;
    leave_more(t);
    if (allowed != 0) {
        t.journal.meet(open.gap, t.clause);
        return undetermined(t, id, open.gap, place, allowed);
    }
    for (std::size_t i = around; i < t.holding.size(); ++i) t.journal.meet(open.contradiction, t.holding[i]);
    const bool disagree = std::popcount(said.asked) > 1;
    return undetermined(t, id, open.contradiction, place, disagree ? said.asked : all_values(type));
}

// The value of an unknown: which solution of its system holds, in a state and in a transition under way.

const Assignment* holding(TermEvaluator& t, EquationsId id);
const Assignment* one_of_several(TermEvaluator& t, EquationsId id, const std::vector<Assignment>& solutions);

// An option's guard looks at the state before, its code at those after: a few of them come again and again.
constexpr std::size_t most_known = 4;

std::vector<std::optional<Assignment>> read_earlier(TermEvaluator& t, const Equations& system) {
    std::vector<std::optional<Assignment>> result;
    for (const EquationsId earlier : system.reads) {
        const Assignment* values = holding(t, earlier);
        result.push_back(values != nullptr ? std::optional(*values) : std::nullopt);
        if (t.failed()) break;
    }
    return result;
}

const Assignment* holding(TermEvaluator& t, EquationsId id) {
    if (const auto held = t.systems.held.find(id); held != t.systems.held.end()) return &held->second;
    const Solved& solved = solve(t, id);
    if (t.failed()) return nullptr;
    if (solved.solutions.size() > 1) return one_of_several(t, id, solved.solutions);
    const auto taken = std::ranges::find(t.journal.taken, id, &TakenSolution::system);
    if (taken != t.journal.taken.end() &&
        (solved.solutions.empty() || solved.solutions[0] != taken->values)) {
        t.journal.taken.erase(taken);
    }
    if (!solved.solutions.empty()) return &solved.solutions[0];
    if (solved.backups) return &*solved.backups;
    t.journal.meet(t.model.functions.equations[id.index].none, t.clause);
    return nullptr;
}

const Assignment* one_of_several(TermEvaluator& t, EquationsId id, const std::vector<Assignment>& solutions) {
    const IncidentId several = t.model.functions.equations[id.index].several;
    t.journal.meet(several, t.clause);
    auto taken = std::ranges::find(t.journal.taken, id, &TakenSolution::system);
    if (taken != t.journal.taken.end()) {
        const auto same = std::ranges::lower_bound(solutions, taken->values);
        if (same != solutions.end() && *same == taken->values) return &*same;
    }
    if (t.decisions == nullptr) {
        t.fail(Failure::Undecided);
        return nullptr;
    }
    const std::uint32_t outcome = t.decisions->decide(static_cast<std::uint32_t>(solutions.size()));
    t.journal.outcomes.emplace_back(several, outcome);
    if (taken == t.journal.taken.end()) taken = t.journal.taken.insert(taken, TakenSolution{id, {}});
    taken->values = solutions[outcome];
    return &solutions[outcome];
}

[[gnu::noinline]] Value unknown(TermEvaluator& t, const Term& term) {
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const std::size_t place = place_of(t, term.children, t.model.functions.unknowns[id.index].params);
    if (t.failed()) return 0;
    if (t.unknowns != nullptr) return t.unknowns->ask(id, place);
    leave_more(t);

    const EquationsId system = system_of(t.model, id);
    const Assignment* values = holding(t, system);
    if (values == nullptr) {
        t.fail(Failure::NoSolution);
        return 0;
    }
    if (t.failed()) return 0;
    return (*values)[unknowns_before(t.model, id) + place];
}

[[gnu::noinline]] Value solutions(TermEvaluator& t, const Term& term) {
    const Solved& solved = solve(t, EquationsId(static_cast<std::size_t>(term.payload)));
    return static_cast<Value>(solved.solutions.size());
}

}  // namespace

std::optional<Assignment> hold(TermEvaluator& t, EquationsId system, std::optional<Assignment> values) {
    std::optional<Assignment> before;
    if (const auto held = t.systems.held.find(system); held != t.systems.held.end())
        before = std::move(held->second);
    t.systems.held.erase(system);
    if (values) t.systems.held.emplace(system, std::move(*values));
    return before;
}

const Solved& solve(TermEvaluator& t, EquationsId id) {
    static const Solved nothing;
    std::vector<std::optional<Assignment>> read = read_earlier(t, t.model.functions.equations[id.index]);
    if (t.failed()) return nothing;

    leave_more(t);
    const std::span cells(t.cells, t.model.layout.over);
    std::list<KnownSolutions>& known = t.systems.known[id];
    const auto here = std::ranges::find_if(known, [&](const KnownSolutions& other) {
        return std::ranges::equal(other.cells, cells) && other.read == read;
    });
    if (here != known.end()) {
        known.splice(known.begin(), known, here);
    } else {
        Solved solved = EquationsSolver(t.model, t.enabled, id, t.cells, read, t.asked).solve();
        known.push_front({{cells.begin(), cells.end()}, std::move(read), std::move(solved)});
        if (known.size() > most_known) known.pop_back();
    }
    const Solved& solved = known.front().solved;
    if (solved.too_large) {
        // What is known for certain is said all the same.
        const Equations& equations = t.model.functions.equations[id.index];
        if (solved.solutions.size() > 1 && !equations.preference.is_valid())
            t.journal.meet(equations.several, t.clause);
        t.fail(Failure::TooLarge);
    }
    return solved;
}

namespace {

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
        read_cases(indexed);
        const bool none =
            each_entry(indexed == nullptr ? nullptr : &indexed->list, evaluator.cells, term.children.size(),
                       [&](std::uint32_t child) { return value_of(evaluator, term.children[child]) == 0; });
        return none ? 0 : 1;
    }
    Value sum() const {
        const IndexedTerm* const indexed = index();
        if (indexed == nullptr)
            return arithmetic([](Value a, Value b, Value* r) { return __builtin_add_overflow(a, b, r); });
        read_cases(indexed);
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
        return evaluator.shortcuts == nullptr ? nullptr : evaluator.shortcuts->cases.term(id);
    }
    // Which entries there are to look at goes by these cells.
    void read_cases(const IndexedTerm* indexed) const {
        if (indexed == nullptr || evaluator.trace == nullptr) return;
        const CaseList& list = indexed->list;
        for (std::size_t cell = list.base; cell < list.base + list.cells; ++cell) evaluator.trace->read(cell);
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

[[gnu::noinline]] Value quantify(TermEvaluator& t, const Term& term) {
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

[[gnu::noinline]] Value reach(TermEvaluator& t, const Term& term) {
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

bool Journal::meet(Occurrence occurrence) {
    const bool is_new =
        occurrence.incident.is_valid() && std::ranges::find(incidents, occurrence) == incidents.end();
    if (is_new) incidents.push_back(std::move(occurrence));
    return is_new;
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
    clashes.clear();
}

void TermEvaluator::look_at(const Value* these_cells, const Value* these_registers) {
    cells = these_cells;
    registers = these_registers;
}

ClauseId TermEvaluator::speak_for(ClauseId speaker) { return std::exchange(clause, speaker); }

void TermEvaluator::fail(Failure how) {
    if (failed()) return;
    failure = how;
    leave_more(*this);
    if (how == Failure::Undefined) journal.meet(model.incidents.undefined, clause);
    if (how == Failure::Overflow) journal.meet(model.incidents.overflow, clause);
}

void TermEvaluator::leave_range(VarId var, std::vector<ClauseId> others) {
    if (failed()) return;
    failure = Failure::Overflow;
    journal.meet(Occurrence{model.incidents.overflow, clause, var, std::move(others)});
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

std::size_t position_of(TermEvaluator& t, std::span<const TermId> arguments,
                        const std::vector<TypeId>& params) {
    if (!t.remembered.empty()) t.remembered.clear();
    const std::size_t around = std::exchange(t.outermost, t.binders.depth());
    const std::size_t position = place_of(t, arguments, params);
    t.outermost = around;
    return position;
}

Value TermEvaluator::evaluate(TermId id) {
    if (!remembered.empty()) remembered.clear();
    const std::size_t around = std::exchange(outermost, binders.depth());
    const Value value = looked_at(*this, id);
    outermost = around;
    return value;
}

std::optional<std::size_t> TermEvaluator::first_false(TermId id) {
    const Term& term = model.terms[id];
    if (term.kind != TermKind::And) {
        if (evaluate(id) != 0 || failed()) return std::nullopt;
        return 0;
    }
    if (!remembered.empty()) remembered.clear();
    const std::size_t around = std::exchange(outermost, binders.depth());
    std::size_t at = 0;
    const bool is_false = !failed() && conjunction(*this, term, 0, &at) == 0 && !failed();
    outermost = around;
    return is_false ? std::optional(at) : std::nullopt;
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

namespace {

// Is something bound on the way to the term, of which it does not speak? Then it is asked once more for the
// same binders.
bool comes_again(const TermEvaluator& t, const Term& term) {
    if (term.open_levels == 0) return true;
    const BinderRange range = t.binders.range();
    const std::size_t first = std::max(t.outermost, range.base) - range.base;
    const std::size_t last = std::min<std::size_t>(range.depth - range.base, 64);
    for (std::size_t level = first; level < last; ++level) {
        if ((term.open_levels >> level & 1) == 0) return true;
    }
    return false;
}

}  // namespace

Value recalled(TermEvaluator& t, TermId id) {
    const Term& term = t.model.terms[id];
    if (!comes_again(t, term)) return looked_at(t, id);
    Recalled key{id.index};
    std::size_t position = 0;
    for (std::uint64_t levels = term.open_levels; levels != 0; levels &= levels - 1)
        key.values[position++] = t.binders[static_cast<std::size_t>(std::countr_zero(levels))];
    const auto known = t.remembered.find(key);
    const bool is_traced = t.trace != nullptr;
    if (known != t.remembered.end() && (!is_traced || known->second.is_traced)) {
        if (is_traced) take_over(t, known->second.said);
        return known->second.said.value;
    }
    RememberedValue made{{}, is_traced};
    if (is_traced) {
        made.said = traced(t, [&] { return looked_at(t, id); });
        take_over(t, made.said);
    } else {
        made.said.value = looked_at(t, id);
    }
    const Value value = made.said.value;
    if (!t.failed()) t.remembered.insert_or_assign(key, std::move(made));
    return value;
}

Value interpreted(TermEvaluator& t, TermId id) {
    if (t.failed()) return 0;
    const Term& term = t.model.terms[id];
    const Operands of{t, id, term};
    switch (term.kind) {
        case TermKind::Const:
            return term.payload;
        case TermKind::Register:
            return register_at(t, static_cast<std::size_t>(term.payload));
        case TermKind::Bound:
            return bound(t, static_cast<std::size_t>(term.payload));
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
        case TermKind::Within: {
            const Value value = of[0];
            if (!t.failed() && !t.model.type(TypeId(static_cast<std::size_t>(term.payload))).contains(value))
                t.fail(Failure::Overflow);
            return value;
        }
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

Value open_function(TermEvaluator& t, const Term& term) {
    if (t.failed()) return 0;
    const OpenId id(static_cast<std::size_t>(term.payload));
    const OpenFunction& open = t.model.functions.open[id.index];
    const std::size_t place = place_of(t, term.children, open.params);
    if (t.failed()) return 0;

    const std::size_t around = t.holding.size();
    const BinderRange outside = enter(t, open.params, place);
    const Statements said = statements(t, open);
    const Value value = left_by(t, id, place, said, around, outside);
    t.holding.resize(around);
    return value;
}

}  // namespace errata::compiler
