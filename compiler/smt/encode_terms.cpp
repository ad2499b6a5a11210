#include "compiler/smt/encode_terms.h"

#include <algorithm>

#include "compiler/smt/encode_equations.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

constexpr const char* of_more_bits = "a number needs more than 62 bits";

}  // namespace

TermEncoder::TermEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool)
    : model_(model),
      options_(options),
      pool_(pool),
      facts_(term_facts(model)),
      equations_(std::make_unique<EquationsEncoder>(model, options, pool, *this)) {
    if (!options_.clause_literals) return;
    for (std::size_t i = 0; i < model_.clauses.size(); ++i)
        literals_.push_back(pool_.variable(ValueSet(0, 1)));
}

TermEncoder::~TermEncoder() = default;

void TermEncoder::begin(Undetermined& undetermined) {
    undetermined_ = &undetermined;
    decides_ = true;
    cache_.clear();
    asked_.clear();
}

void TermEncoder::begin_undecided() {
    untaken_ = {};
    begin(untaken_);
    decides_ = false;
}

bool TermEncoder::is_too_large() {
    if (!pool_.is_exceeded()) return false;
    pool_.clear_exceeded();
    not_analysed(of_more_bits);
    return true;
}

std::size_t TermEncoder::KeyHash::operator()(const Key& key) const {
    std::size_t hash = key.term * 0x9e3779b97f4a7c15U + key.version;
    for (std::uint32_t binder : key.binders) hash = (hash ^ binder) * 0x2545f4914f6cdd1dU + (hash >> 31);
    return hash;
}

TermEncoder::Key TermEncoder::key(TermId id, const Surroundings& at) const {
    const TermFact& fact = facts_[id.index];
    Key result{id.index, fact.reads_state ? at.version : 0, {}};
    for (std::uint64_t open = fact.open_binders; open != 0; open &= open - 1) {
        result.binders.push_back(at.binders[static_cast<std::size_t>(std::countr_zero(open))].index);
    }
    return result;
}

Encoded TermEncoder::encode(TermId id, const Surroundings& at) {
    if (model_.terms[id].children.empty()) {
        Encoded result = compute(id, at);
        return is_too_large() ? unanalysed(of_more_bits) : result;
    }
    if (gives_up()) return unanalysed("");
    if (facts_[id.index].cost > static_cast<double>(options_.term_limit)) {
        return unanalysed("a term unrolls to more than " + std::to_string(options_.term_limit) +
                          " instances");
    }
    Key k = key(id, at);
    if (auto found = cache_.find(k); found != cache_.end()) return found->second;
    Encoded result = compute(id, at);
    if (is_too_large()) result = unanalysed(of_more_bits);
    return cache_.emplace(std::move(k), std::move(result)).first->second;
}

bool TermEncoder::gives_up() {
    constexpr std::size_t looks_at_once = 256;
    if (pool_.size() > options_.formula_limit) gave_up_ = true;
    if (!gave_up_ && ++looks_ % looks_at_once == 0 && options_.stop && options_.stop()) gave_up_ = true;
    return gave_up_;
}

Encoded TermEncoder::unanalysed(const std::string& reason) {
    not_analysed(reason);
    Encoded result = leaf(pool_.truth(false));
    result.met.push_back({{}, pool_.truth(true)});
    return result;
}

Formula TermEncoder::enabled(ClauseId clause) {
    if (!clause.is_valid()) return pool_.truth(true);
    if (options_.clause_literals) return literals_[clause.index];
    return pool_.truth(options_.enabled.empty() || options_.enabled[clause.index]);
}

Encoded TermEncoder::compute(TermId id, const Surroundings& at) {
    const Term& term = model_.terms[id];
    auto payload = static_cast<std::size_t>(term.payload);
    switch (term.kind) {
        case TermKind::Const:
            return leaf(pool_.constant(term.payload));
        case TermKind::Register:
            return leaf(at.cells[model_.layout.frame(0) + 1 + payload]);
        case TermKind::Bound:
            return leaf(at.binders[payload]);
        case TermKind::Enabled:
            return leaf(enabled(ClauseId(payload)));
        case TermKind::Cell:
        case TermKind::Table:
            return lookup(term, at);
        case TermKind::Open:
            return open(term, at);
        case TermKind::Unknown:
            return unknown(term, at);
        case TermKind::Solutions:
            return number_of_solutions(term, at);
        case TermKind::And:
        case TermKind::Or:
        case TermKind::Implies:
            return junction(term, at);
        case TermKind::Ite:
            return conditional(term, at);
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
            return quantifier(term, at);
        case TermKind::Reach:
            return reach(term, at);
        case TermKind::SetHas:
        case TermKind::SetInsert:
        case TermKind::SetErase:
        case TermKind::SetUnion:
        case TermKind::SetMinus:
        case TermKind::SetSize:
            return set_operation(term, at);
        case TermKind::Not:
        case TermKind::Equal:
        case TermKind::Less:
        case TermKind::LessEqual:
        case TermKind::Add:
        case TermKind::Subtract:
        case TermKind::Multiply:
        case TermKind::Minimum:
        case TermKind::Maximum:
            return strict(term, at);
    }
    ERRATA_CHECK(false && "a term kind without an encoding");
    return leaf(pool_.truth(false));
}

void TermEncoder::append(InOrder& order, const Encoded& next, Formula reached) {
    Formula happens = pool_.land(pool_.lnot(order.undefined), reached);
    for (const Met& met : next.met) {
        Formula condition = pool_.land(happens, met.condition);
        if (!pool_.is_false(condition)) order.met.push_back({met.occurrence, condition});
    }
    for (const Decision& decision : next.decisions) {
        const Formula asked = pool_.land(happens, decision.asked);
        if (pool_.is_false(asked)) continue;
        order.decisions.push_back(decision);
        order.decisions.back().asked = asked;
        order.decisions.back().undecided = pool_.land(happens, decision.undecided);
    }
    order.unspoken = pool_.lor(order.unspoken, pool_.land(happens, next.unspoken));
    order.undefined = pool_.lor(order.undefined, pool_.land(reached, next.undefined));
    order.values.push_back(next.value);
}

void TermEncoder::meet(InOrder& order, Occurrence occurrence, Formula condition) {
    condition = pool_.land(pool_.lnot(order.undefined), condition);
    if (!pool_.is_false(condition)) order.met.push_back({occurrence, condition});
}

void TermEncoder::undefine(InOrder& order, Formula condition) {
    order.unspoken = pool_.lor(order.unspoken, pool_.land(pool_.lnot(order.undefined), condition));
    order.undefined = pool_.lor(order.undefined, condition);
}

TermEncoder::InOrder TermEncoder::strictly(const Term& term, const Surroundings& at) {
    InOrder order = start();
    for (TermId child : term.children) append(order, encode(child, at), pool_.truth(true));
    return order;
}

Encoded TermEncoder::strict(const Term& term, const Surroundings& at) {
    InOrder order = strictly(term, at);
    Formula value = combine(term, order.values);
    return done(value, std::move(order));
}

Formula TermEncoder::combine(const Term& term, const std::vector<Formula>& values) {
    switch (term.kind) {
        case TermKind::Not:
            return pool_.equal(values[0], 0);
        case TermKind::Equal:
            return pool_.equal(values[0], values[1]);
        case TermKind::Less:
            return pool_.less(values[0], values[1]);
        case TermKind::LessEqual:
            return pool_.less_equal(values[0], values[1]);
        case TermKind::Add:
            return pool_.add(values[0], values[1]);
        case TermKind::Subtract:
            return pool_.subtract(values[0], values[1]);
        case TermKind::Multiply:
            return pool_.multiply(values[0], values[1]);
        case TermKind::Minimum:
            return pool_.clip(pool_.ite(pool_.less(values[1], values[0]), values[1], values[0]),
                              std::min(pool_.values(values[0]).lo(), pool_.values(values[1]).lo()),
                              std::min(pool_.values(values[0]).hi(), pool_.values(values[1]).hi()));
        case TermKind::Maximum:
            return pool_.clip(pool_.ite(pool_.less(values[0], values[1]), values[1], values[0]),
                              std::max(pool_.values(values[0]).lo(), pool_.values(values[1]).lo()),
                              std::max(pool_.values(values[0]).hi(), pool_.values(values[1]).hi()));
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
Encoded TermEncoder::junction(const Term& term, const Surroundings& at) {
    InOrder order = start();
    Formula reached = pool_.truth(true);
    bool is_or = term.kind == TermKind::Or;
    for (std::size_t i = 0; i < term.children.size() && !pool_.is_false(reached); ++i) {
        append(order, encode(term.children[i], at), reached);
        Formula& value = order.values.back();
        value = pool_.equal(value, 1);
        if (term.kind == TermKind::Implies && i == 0) {
            reached = value;
            value = pool_.lnot(value);
        } else {
            reached = pool_.land(reached, is_or ? pool_.lnot(value) : value);
        }
    }
    Formula value = term.kind == TermKind::And ? pool_.land(order.values) : pool_.lor(order.values);
    return done(value, std::move(order));
}

Encoded TermEncoder::conditional(const Term& term, const Surroundings& at) {
    InOrder order = start();
    append(order, encode(term.children[0], at), pool_.truth(true));
    Formula condition = pool_.equal(order.values[0], 1);
    for (std::size_t i : {1U, 2U}) {
        Formula reached = i == 1 ? condition : pool_.lnot(condition);
        if (pool_.is_false(reached)) {
            order.values.push_back(pool_.truth(false));
        } else {
            append(order, encode(term.children[i], at), reached);
        }
    }
    Formula value = pool_.ite(condition, order.values[1], order.values[2]);
    return done(value, std::move(order));
}

Formula TermEncoder::outside(const std::vector<TypeId>& params, const std::vector<Formula>& arguments) {
    std::vector<Formula> any;
    for (std::size_t i = 0; i < params.size(); ++i) {
        const Type& type = model_.type(params[i]);
        if (type.is_finite()) any.push_back(pool_.lnot(pool_.within(arguments[i], type.lo, type.hi)));
    }
    return pool_.lor(any);
}

Formula TermEncoder::select(const Variable& variable, const std::vector<Formula>& arguments,
                            const std::vector<Formula>& cells) {
    return select_from(variable.params, arguments, 0, 0,
                       [&](std::size_t offset) { return cells[variable.base + offset]; });
}

std::vector<std::pair<std::size_t, Formula>> TermEncoder::candidates(const Variable& variable,
                                                                     const std::vector<Formula>& arguments) {
    std::vector<std::pair<std::size_t, Formula>> result = {{0, pool_.truth(true)}};
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = model_.type(variable.params[i]);
        ValueSet possible = pool_.values(arguments[i]).cut_to(type.lo, type.hi);
        std::vector<std::pair<std::size_t, Formula>> next;
        for (const auto& candidate : result) {
            const std::size_t offset = candidate.first;
            const Formula condition = candidate.second;
            possible.for_each([&](Value v) {
                std::size_t at =
                    offset * static_cast<std::size_t>(type.size()) + static_cast<std::size_t>(v - type.lo);
                next.emplace_back(at, pool_.land(condition, pool_.equal(arguments[i], v)));
            });
        }
        result = std::move(next);
    }
    for (auto& candidate : result) candidate.first += variable.base;
    return result;
}

namespace {

// As the table that a wide range is checked by.
bool keeps_its_argument(const Model& model, const Table& table) {
    if (table.params.size() != 1) return false;
    Value argument = model.type(table.params[0]).lo;
    return std::ranges::all_of(table.values, [&](Value value) { return value == argument++; });
}

}  // namespace

Encoded TermEncoder::lookup(const Term& term, const Surroundings& at) {
    InOrder order = strictly(term, at);
    auto payload = static_cast<std::size_t>(term.payload);
    const std::vector<TypeId>& params =
        term.kind == TermKind::Cell ? model_.variables[payload].params : model_.tables[payload].params;
    undefine(order, outside(params, order.values));
    Formula value;
    if (term.kind == TermKind::Cell) {
        value = select(model_.variables[payload], order.values, at.cells);
    } else {
        const Table& table = model_.tables[payload];
        value = keeps_its_argument(model_, table)
                    ? pool_.clip(order.values[0], table.values.front(), table.values.back())
                    : select_from(params, order.values, 0, 0,
                                  [&](std::size_t offset) { return pool_.constant(table.values[offset]); });
    }
    return done(value, std::move(order));
}

Encoded TermEncoder::set_operation(const Term& term, const Surroundings& at) {
    InOrder order = strictly(term, at);
    bool is_binary = term.kind == TermKind::SetUnion || term.kind == TermKind::SetMinus;
    // A register that holds a set here may hold `none` of something else elsewhere.
    for (std::size_t i = 0; i < (is_binary ? 2U : 1U); ++i) {
        Formula& operand = order.values[i];
        const ValueSet& values = pool_.values(operand);
        if (values.lo() >= 0) continue;
        const Value most = std::max<Value>(values.hi(), 0);
        meet(order, {}, pool_.less(operand, pool_.constant(0)));
        operand = pool_.clip(operand, 0, most);
    }
    const Formula set = order.values[0];
    Formula value;
    if (term.kind == TermKind::SetUnion) {
        value = pool_.bit_or(set, order.values[1]);
    } else if (term.kind == TermKind::SetMinus) {
        value = pool_.bit_minus(set, order.values[1]);
    } else if (term.kind == TermKind::SetSize) {
        value = pool_.constant(0);
        for (Value i = 0; i < set_positions; ++i) value = pool_.add(value, pool_.bit(set, i));
    } else {  // one position: is it a member, put in, taken out
        Formula position = order.values[1];
        undefine(order, pool_.lnot(pool_.within(position, 0, set_positions - 1)));
        ValueSet possible = pool_.values(position).cut_to(0, set_positions - 1);
        value = term.kind == TermKind::SetHas ? pool_.truth(false) : set;
        Formula mask = pool_.constant(0);
        possible.for_each([&](Value i) {
            Formula here = pool_.equal(position, i);
            if (term.kind == TermKind::SetHas) {
                value = pool_.lor(value, pool_.land(here, pool_.bit(set, i)));
            } else {
                mask = pool_.ite(here, pool_.constant(Value{1} << i), mask);
            }
        });
        if (term.kind == TermKind::SetInsert) value = pool_.bit_or(set, mask);
        if (term.kind == TermKind::SetErase) value = pool_.bit_minus(set, mask);
    }
    return done(value, std::move(order));
}

}  // namespace errata::compiler
