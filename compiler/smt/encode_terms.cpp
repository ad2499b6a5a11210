#include "compiler/smt/encode_terms.h"

#include <algorithm>

#include "compiler/smt/formula_numbers.h"
#include "compiler/smt/term_parts.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

Encoded strict(TermEncoding& t, const Term& term, const Surroundings& at);
Formula combine(TermEncoding& t, const Term& term, const std::vector<Formula>& values);
Encoded junction(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded conditional(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded lookup(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded set_operation(TermEncoding& t, const Term& term, const Surroundings& at);

TermKey key(const TermEncoding& t, TermId id, const Surroundings& at) {
    const TermFact& fact = t.facts[id.index];
    TermKey result{id.index, fact.reads_state ? at.version : 0, {}};
    for (std::uint64_t open = fact.open_binders; open != 0; open &= open - 1) {
        result.binders.push_back(at.binders[static_cast<std::size_t>(std::countr_zero(open))].index);
    }
    return result;
}

Encoded compute(TermEncoding& t, TermId id, const Surroundings& at) {
    const Term& term = t.model.terms[id];
    auto payload = static_cast<std::size_t>(term.payload);
    switch (term.kind) {
        case TermKind::Const:
            return leaf(t, t.pool.constant(term.payload));
        case TermKind::Register:
            return leaf(t, at.cells[t.model.layout.frame(0) + 1 + payload]);
        case TermKind::Bound:
            return leaf(t, at.binders[payload]);
        case TermKind::Enabled:
            return leaf(t, enabled(t, ClauseId(payload)));
        case TermKind::Cell:
        case TermKind::Table:
            return lookup(t, term, at);
        case TermKind::Open:
            return open(t, term, at);
        case TermKind::Unknown:
            return unknown(t, term, at);
        case TermKind::Solutions:
            return number_of_solutions(t, term, at);
        case TermKind::And:
        case TermKind::Or:
        case TermKind::Implies:
            return junction(t, term, at);
        case TermKind::Ite:
            return conditional(t, term, at);
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
            return quantifier(t, term, at);
        case TermKind::Reach:
            return reach(t, term, at);
        case TermKind::SetHas:
        case TermKind::SetInsert:
        case TermKind::SetErase:
        case TermKind::SetUnion:
        case TermKind::SetMinus:
        case TermKind::SetSize:
            return set_operation(t, term, at);
        case TermKind::Not:
        case TermKind::Equal:
        case TermKind::Less:
        case TermKind::LessEqual:
        case TermKind::Add:
        case TermKind::Subtract:
        case TermKind::Multiply:
        case TermKind::Minimum:
        case TermKind::Maximum:
            return strict(t, term, at);
    }
    ERRATA_CHECK(false && "a term kind without an encoding");
    return leaf(t, t.pool.truth(false));
}

Encoded strict(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    Formula value = combine(t, term, order.values);
    return done(value, std::move(order));
}

Formula combine(TermEncoding& t, const Term& term, const std::vector<Formula>& values) {
    switch (term.kind) {
        case TermKind::Not:
            return t.pool.equal(values[0], 0);
        case TermKind::Equal:
            return t.pool.equal(values[0], values[1]);
        case TermKind::Less:
            return less(t.pool, values[0], values[1]);
        case TermKind::LessEqual:
            return less_equal(t.pool, values[0], values[1]);
        case TermKind::Add:
            return add(t.pool, values[0], values[1]);
        case TermKind::Subtract:
            return subtract(t.pool, values[0], values[1]);
        case TermKind::Multiply:
            return multiply(t.pool, values[0], values[1]);
        case TermKind::Minimum:
            return clip(t.pool, t.pool.ite(less(t.pool, values[1], values[0]), values[1], values[0]),
                        std::min(t.pool.values(values[0]).lo(), t.pool.values(values[1]).lo()),
                        std::min(t.pool.values(values[0]).hi(), t.pool.values(values[1]).hi()));
        case TermKind::Maximum:
            return clip(t.pool, t.pool.ite(less(t.pool, values[0], values[1]), values[1], values[0]),
                        std::max(t.pool.values(values[0]).lo(), t.pool.values(values[1]).lo()),
                        std::max(t.pool.values(values[0]).hi(), t.pool.values(values[1]).hi()));
        case TermKind::Const:
        case TermKind::Register:
        case TermKind::Bound:
        case TermKind::Cell:
        case TermKind::Table:
        case TermKind::Open:
        case TermKind::Unknown:
        case TermKind::Solutions:
        case TermKind::Enabled:
        case TermKind::And:
        case TermKind::Or:
        case TermKind::Implies:
        case TermKind::Ite:
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
        case TermKind::Reach:
        case TermKind::SetHas:
        case TermKind::SetInsert:
        case TermKind::SetErase:
        case TermKind::SetUnion:
        case TermKind::SetMinus:
        case TermKind::SetSize:
            break;
    }
    ERRATA_CHECK(false && "not a strict term");
    return values[0];
}

// And, Or, Implies: a child is reached while the ones before leave the result open.
Encoded junction(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = start(t);
    Formula reached = t.pool.truth(true);
    bool is_or = term.kind == TermKind::Or;
    for (std::size_t i = 0; i < term.children.size() && !is_false(reached); ++i) {
        append(t, order, encode(t, term.children[i], at), reached);
        Formula& value = order.values.back();
        value = t.pool.equal(value, 1);
        if (term.kind == TermKind::Implies && i == 0) {
            reached = value;
            value = t.pool.lnot(value);
        } else {
            reached = t.pool.land(reached, is_or ? t.pool.lnot(value) : value);
        }
    }
    Formula value = term.kind == TermKind::And ? t.pool.land(order.values) : t.pool.lor(order.values);
    return done(value, std::move(order));
}

Encoded conditional(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = start(t);
    append(t, order, encode(t, term.children[0], at), t.pool.truth(true));
    Formula condition = t.pool.equal(order.values[0], 1);
    for (std::size_t i : {1U, 2U}) {
        Formula reached = i == 1 ? condition : t.pool.lnot(condition);
        if (is_false(reached)) {
            order.values.push_back(t.pool.truth(false));
        } else {
            append(t, order, encode(t, term.children[i], at), reached);
        }
    }
    Formula value = t.pool.ite(condition, order.values[1], order.values[2]);
    return done(value, std::move(order));
}

// As the table that a wide range is checked by.
bool keeps_its_argument(const Model& model, const Table& table) {
    if (table.params.size() != 1) return false;
    Value argument = model.type(table.params[0]).lo;
    return std::ranges::all_of(table.values, [&](Value value) { return value == argument++; });
}

Encoded lookup(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    auto payload = static_cast<std::size_t>(term.payload);
    const std::vector<TypeId>& params = term.kind == TermKind::Cell
                                            ? t.model.variables[payload].params
                                            : t.model.functions.tables[payload].params;
    undefine(t, order, outside(t, params, order.values));
    Formula value;
    if (term.kind == TermKind::Cell) {
        value = select(t, t.model.variables[payload], order.values, at.cells);
    } else {
        const Table& table = t.model.functions.tables[payload];
        value = keeps_its_argument(t.model, table)
                    ? clip(t.pool, order.values[0], table.values.front(), table.values.back())
                    : select_from(t, params, order.values, 0, 0,
                                  [&](std::size_t offset) { return t.pool.constant(table.values[offset]); });
    }
    return done(value, std::move(order));
}

Encoded set_operation(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    bool is_binary = term.kind == TermKind::SetUnion || term.kind == TermKind::SetMinus;
    // A register that holds a set here may hold `none` of something else elsewhere.
    for (std::size_t i = 0; i < (is_binary ? 2U : 1U); ++i) {
        Formula& operand = order.values[i];
        const ValueSet& values = t.pool.values(operand);
        if (values.lo() >= 0) continue;
        const Value most = std::max<Value>(values.hi(), 0);
        meet(t, order, {}, less(t.pool, operand, t.pool.constant(0)));
        operand = clip(t.pool, operand, 0, most);
    }
    const Formula set = order.values[0];
    Formula value;
    if (term.kind == TermKind::SetUnion) {
        value = bit_or(t.pool, set, order.values[1]);
    } else if (term.kind == TermKind::SetMinus) {
        value = bit_minus(t.pool, set, order.values[1]);
    } else if (term.kind == TermKind::SetSize) {
        value = t.pool.constant(0);
        for (Value i = 0; i < set_positions; ++i) value = add(t.pool, value, bit(t.pool, set, i));
    } else {  // one position: is it a member, put in, taken out
        Formula position = order.values[1];
        undefine(t, order, t.pool.lnot(within(t.pool, position, 0, set_positions - 1)));
        ValueSet possible = t.pool.values(position).cut_to(0, set_positions - 1);
        value = term.kind == TermKind::SetHas ? t.pool.truth(false) : set;
        Formula mask = t.pool.constant(0);
        possible.for_each([&](Value i) {
            Formula here = t.pool.equal(position, i);
            if (term.kind == TermKind::SetHas) {
                value = t.pool.lor(value, t.pool.land(here, bit(t.pool, set, i)));
            } else {
                mask = t.pool.ite(here, t.pool.constant(Value{1} << i), mask);
            }
        });
        if (term.kind == TermKind::SetInsert) value = bit_or(t.pool, set, mask);
        if (term.kind == TermKind::SetErase) value = bit_minus(t.pool, set, mask);
    }
    return done(value, std::move(order));
}

}  // namespace

std::vector<Formula> clause_literals(const Model& model, const EncoderOptions& options, FormulaPool& pool) {
    std::vector<Formula> literals;
    for (std::size_t i = 0; options.clause_literals && i < model.clauses.size(); ++i)
        literals.push_back(pool.variable(ValueSet(0, 1)));
    return literals;
}

void begin(TermEncoding& t, Undetermined& undetermined) {
    t.undetermined = &undetermined;
    t.decides = true;
    t.cache.clear();
    t.asked.clear();
}

void begin_undecided(TermEncoding& t) {
    t.untaken = {};
    begin(t, t.untaken);
    t.decides = false;
}

std::size_t TermKeyHash::operator()(const TermKey& key) const {
    std::size_t hash = key.term * 0x9e3779b97f4a7c15U + key.version;
    for (std::uint32_t binder : key.binders) hash = (hash ^ binder) * 0x2545f4914f6cdd1dU + (hash >> 31);
    return hash;
}

Encoded encode(TermEncoding& t, TermId id, const Surroundings& at) {
    if (t.model.terms[id].children.empty()) {
        Encoded result = compute(t, id, at);
        return t.limits.is_too_large() ? unanalysed(t, of_more_bits) : result;
    }
    if (t.limits.gives_up()) return unanalysed(t, "");
    if (t.facts[id.index].cost > static_cast<double>(t.options.term_limit)) {
        return unanalysed(
            t, "a term unrolls to more than " + std::to_string(t.options.term_limit) + " instances");
    }
    TermKey k = key(t, id, at);
    if (auto found = t.cache.find(k); found != t.cache.end()) return found->second;
    Encoded result = compute(t, id, at);
    if (t.limits.is_too_large()) result = unanalysed(t, of_more_bits);
    return t.cache.emplace(std::move(k), std::move(result)).first->second;
}

Encoded unanalysed(TermEncoding& t, const std::string& reason) {
    t.limits.not_analysed(reason);
    Encoded result = leaf(t, t.pool.truth(false));
    result.met.push_back({{}, t.pool.truth(true)});
    return result;
}

Formula enabled(TermEncoding& t, ClauseId clause) {
    if (!clause.is_valid()) return t.pool.truth(true);
    if (t.options.clause_literals) return t.literals[clause.index];
    return t.pool.truth(t.options.enabled.empty() || t.options.enabled[clause.index]);
}

void append(TermEncoding& t, InOrder& order, const Encoded& next, Formula reached) {
    Formula happens = t.pool.land(t.pool.lnot(order.undefined), reached);
    for (const Met& met : next.met) {
        Formula condition = t.pool.land(happens, met.condition);
        if (!is_false(condition)) order.met.push_back({met.occurrence, condition});
    }
    for (const Decision& decision : next.decisions) {
        const Formula asked = t.pool.land(happens, decision.asked);
        if (is_false(asked)) continue;
        order.decisions.push_back(decision);
        order.decisions.back().asked = asked;
        order.decisions.back().undecided = t.pool.land(happens, decision.undecided);
    }
    order.unspoken = t.pool.lor(order.unspoken, t.pool.land(happens, next.unspoken));
    order.undefined = t.pool.lor(order.undefined, t.pool.land(reached, next.undefined));
    order.values.push_back(next.value);
}

void meet(TermEncoding& t, InOrder& order, Occurrence occurrence, Formula condition) {
    condition = t.pool.land(t.pool.lnot(order.undefined), condition);
    if (!is_false(condition)) order.met.push_back({occurrence, condition});
}

void undefine(TermEncoding& t, InOrder& order, Formula condition) {
    order.unspoken = t.pool.lor(order.unspoken, t.pool.land(t.pool.lnot(order.undefined), condition));
    order.undefined = t.pool.lor(order.undefined, condition);
}

InOrder strictly(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = start(t);
    for (TermId child : term.children) append(t, order, encode(t, child, at), t.pool.truth(true));
    return order;
}

Formula outside(TermEncoding& t, const std::vector<TypeId>& params, const std::vector<Formula>& arguments) {
    std::vector<Formula> any;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const Type& type = t.model.type(params[i]);
        if (type.is_finite()) any.push_back(t.pool.lnot(within(t.pool, arguments[i], type.lo, type.hi)));
    }
    return t.pool.lor(any);
}

Formula select(TermEncoding& t, const Variable& variable, const std::vector<Formula>& arguments,
               const std::vector<Formula>& cells) {
    return select_from(t, variable.params, arguments, 0, 0,
                       [&](std::size_t offset) { return cells[variable.base + offset]; });
}

std::vector<std::pair<std::size_t, Formula>> candidates(TermEncoding& t, const Variable& variable,
                                                        const std::vector<Formula>& arguments) {
    std::vector<std::pair<std::size_t, Formula>> result = {{0, t.pool.truth(true)}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = t.model.type(variable.params[i]);
        ValueSet possible = t.pool.values(arguments[i]).cut_to(type.lo, type.hi);
        std::vector<std::pair<std::size_t, Formula>> next;
        for (const auto& candidate : result) {
            const std::size_t offset = candidate.first;
            const Formula condition = candidate.second;
            possible.for_each([&](Value v) {
                std::size_t at =
                    offset * static_cast<std::size_t>(type.size()) + static_cast<std::size_t>(v - type.lo);
                next.emplace_back(at, t.pool.land(condition, t.pool.equal(arguments[i], v)));
            });
        }
        result = std::move(next);
    }
    for (auto& candidate : result) candidate.first += variable.base;
    return result;
}

}  // namespace errata::compiler
