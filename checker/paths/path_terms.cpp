#include "checker/paths/path_terms.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

void PathOutcomes::begin(const std::vector<std::pair<IncidentId, std::uint32_t>>& outcomes) {
    outcomes_ = &outcomes;
    next_ = 0;
}

std::optional<std::uint32_t> PathOutcomes::take(IncidentId incident) {
    if (all_taken() || (*outcomes_)[next_].first != incident) return std::nullopt;
    return (*outcomes_)[next_++].second;
}

PathTerms::PathTerms(const Evaluator& evaluator, const std::vector<Population>& populations,
                     PathRecord& record)
    : evaluator_(evaluator), model_(evaluator.model()), populations_(populations), record_(record) {}

void PathTerms::look_at(const Values& state, std::size_t registers) {
    state_ = &state;
    registers_ = registers;
}

void PathTerms::begin(const std::vector<std::pair<IncidentId, std::uint32_t>>& outcomes) {
    outcomes_.begin(outcomes);
    undecided_.clear();
    bound_.clear();
}

ClauseId PathTerms::speak_for(ClauseId clause) { return std::exchange(clause_, clause); }

bool PathTerms::is_enabled(ClauseId clause) const {
    return evaluator_.enabled().empty() || !clause.is_valid() || evaluator_.enabled()[clause.index];
}

void PathTerms::bind(std::size_t level, PathValue value) {
    if (level >= bound_.size()) bound_.resize(level + 1);
    bound_[level] = std::move(value);
}

void PathTerms::unbind(std::size_t level) { bound_[level] = fixed(none_value); }

std::optional<Value> PathTerms::stand_in(const Population& population) const {
    const auto is_named = [&](Value object) {
        return std::ranges::any_of(bound_, [&](const PathValue& value) { return value.now == object; });
    };
    const auto free = std::ranges::find_if_not(population.bystanders, is_named);
    return free == population.bystanders.end() ? std::nullopt : std::optional(*free);
}

std::size_t PathTerms::position(const std::vector<TermId>& arguments, std::size_t count,
                                const std::vector<TypeId>& params) {
    Value result = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Value value = number(arguments[i]);
        const Type& type = model_.type(params[i]);
        if (record_.refused() || !type.contains(value)) {
            record_.refuse("something without a value", place(arguments[i]));
            return 0;
        }
        result = result * type.size() + (value - type.lo);
    }
    return static_cast<std::size_t>(result);
}

PathTerms::Values PathTerms::tuple(const std::vector<TypeId>& params, std::size_t position) const {
    Values result(params.size());
    for (std::size_t i = params.size(); i-- > 0;) {
        const Type& type = model_.type(params[i]);
        const auto size = static_cast<std::size_t>(type.size());
        result[i] = fixed(type.lo + static_cast<Value>(position % size));
        position /= size;
    }
    return result;
}

PathValue PathTerms::evaluate(TermId id) {
    if (record_.refused()) return {};
    const Term& term = model_.terms[id];
    switch (term.kind) {
        case TermKind::Const:
            return fixed(term.payload);
        case TermKind::Register:
            return (*state_)[registers_ + static_cast<std::size_t>(term.payload)];
        case TermKind::Bound:
            return bound_[static_cast<std::size_t>(term.payload)];
        case TermKind::Cell:
            return cell(term);
        case TermKind::Table:
            return table(term);
        case TermKind::Open:
            return open(id, term);
        case TermKind::Unknown:
            return unknown(id, term);
        case TermKind::Solutions:
            return solved(id);
        case TermKind::Enabled:
            return fixed(is_enabled(ClauseId(static_cast<std::size_t>(term.payload))) ? 1 : 0);
        case TermKind::Not:
            return fixed(holds(term.children[0]) ? 0 : 1);
        case TermKind::And:
            return junction(term, false);
        case TermKind::Or:
            return junction(term, true);
        case TermKind::Implies:
            return holds(term.children[0]) ? evaluate(term.children[1]) : fixed(1);
        case TermKind::Ite:
            return evaluate(term.children[holds(term.children[0]) ? 1 : 2]);
        case TermKind::Equal:
        case TermKind::Less:
        case TermKind::LessEqual:
            return comparison(id, term);
        case TermKind::Add:
        case TermKind::Subtract:
        case TermKind::Multiply:
        case TermKind::Minimum:
        case TermKind::Maximum:
            return arithmetic(id, term);
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
            return quantified(id, term);
        case TermKind::Reach:
            return reach(term);
        case TermKind::SetHas:
        case TermKind::SetInsert:
        case TermKind::SetErase:
        case TermKind::SetUnion:
        case TermKind::SetMinus:
        case TermKind::SetSize:
            return set_operation(term);
    }
    return {};
}

PathValue PathTerms::cell(const Term& term) {
    const Variable& variable = model_.variables[static_cast<std::size_t>(term.payload)];
    return (*state_)[variable.base + position(term.children, term.children.size(), variable.params)];
}

PathValue PathTerms::table(const Term& term) {
    const Table& table = model_.tables[static_cast<std::size_t>(term.payload)];
    return fixed(table.values[position(term.children, term.children.size(), table.params)]);
}

PathValue PathTerms::junction(const Term& term, bool stops_at) {
    for (const TermId child : term.children) {
        if (holds(child) == stops_at) return fixed(stops_at ? 1 : 0);
    }
    return fixed(stops_at ? 0 : 1);
}

PathValue PathTerms::comparison(TermId id, const Term& term) {
    const PathValue a = evaluate(term.children[0]);
    const PathValue b = evaluate(term.children[1]);
    if (record_.refused()) return {};
    if (term.kind == TermKind::Equal) return fixed(record_.equal(a, b, place(id)) ? 1 : 0);
    if (term.kind == TermKind::LessEqual) return fixed(record_.at_most(a, b, place(id)) ? 1 : 0);
    return fixed(record_.at_most(b, a, place(id)) ? 0 : 1);
}

PathValue PathTerms::arithmetic(TermId id, const Term& term) {
    const PathValue a = evaluate(term.children[0]);
    const PathValue b = evaluate(term.children[1]);
    if (record_.refused()) return {};
    if (term.kind == TermKind::Add) return {a.now + b.now, record_.checked(sum(a.form, b.form), place(id))};
    if (term.kind == TermKind::Subtract)
        return {a.now - b.now, record_.checked(sum(a.form, b.form, -1), place(id))};
    if (term.kind == TermKind::Multiply) return product(a, b, id);
    const bool is_first_least = record_.at_most(a, b, place(id));
    return is_first_least == (term.kind == TermKind::Minimum) ? a : b;
}

PathValue PathTerms::product(const PathValue& a, const PathValue& b, TermId id) {
    if (a.is_fixed()) return {a.now * b.now, record_.checked(scaled(b.form, a.now), place(id))};
    const Value factor = record_.pinned(b, place(id));
    return {a.now * factor, record_.checked(scaled(a.form, factor), place(id))};
}

PathValue PathTerms::set_operation(const Term& term) {
    const Value set = number(term.children[0]);
    if (term.kind == TermKind::SetSize) return fixed(std::popcount(static_cast<std::uint64_t>(set)));
    const Value other = number(term.children[1]);
    if (term.kind == TermKind::SetUnion) return fixed(set | other);
    if (term.kind == TermKind::SetMinus) return fixed(set & ~other);
    if (other < 0 || other >= most_set_elements) {
        record_.refuse("something without a value", place(term.children[1]));
        return {};
    }
    if (term.kind == TermKind::SetHas) return fixed(set >> other & 1);
    const Value bit = Value{1} << other;
    return fixed(term.kind == TermKind::SetInsert ? set | bit : set & ~bit);
}

PathValue PathTerms::quantified(TermId id, const Term& term) {
    const Type& domain = model_.type(term.domain);
    const auto level = static_cast<std::size_t>(term.payload);
    Value holding = 0;
    PathValue total = fixed(0);
    Value first = none_value;
    for (Value value = domain.first(); value <= domain.hi && !record_.refused(); ++value) {
        bind(level, fixed(value));
        if (!holds(term.children[0])) continue;
        if (holding++ == 0) first = value;
        if (term.kind != TermKind::Sum) continue;
        const PathValue amount = evaluate(term.children[1]);
        total = {total.now + amount.now, record_.checked(sum(total.form, amount.form), place(id))};
    }
    if (domain.first() <= domain.hi) unbind(level);
    if (term.kind == TermKind::Exists) return fixed(holding > 0 ? 1 : 0);
    if (term.kind == TermKind::Forall) return fixed(holding == domain.hi - domain.first() + 1 ? 1 : 0);
    if (term.kind == TermKind::First) return fixed(first);
    if (term.kind == TermKind::Count) total = fixed(holding);
    for (const Population& population : populations_) {
        if (model_.refers_to(term.domain, population.type))
            total = of_population(term, population, std::move(total), id);
    }
    return total;
}

// Each of those that there are more of counts as much as one that stands by.
PathValue PathTerms::of_population(const Term& term, const Population& population, PathValue total,
                                   TermId id) {
    const auto level = static_cast<std::size_t>(term.payload);
    const std::optional<Value> one = stand_in(population);
    if (!one) {
        record_.refuse("how many " + model_.type(population.type).name + " there are", place(id));
        return {};
    }
    bind(level, fixed(*one));
    PathValue each = fixed(holds(term.children[0]) ? 1 : 0);
    if (term.kind == TermKind::Sum && each.now != 0) each = evaluate(term.children[1]);
    unbind(level);
    const Value amount = record_.pinned(each, place(id));
    total.form = record_.checked(sum(total.form, variable(population.extra), amount), place(id));
    return total;
}

PathValue PathTerms::reach(const Term& term) {
    const Type& domain = model_.type(term.domain);
    const auto level = static_cast<std::size_t>(term.payload);
    const Value start = number(term.children[0]);
    const Value goal = number(term.children[1]);
    std::map<Value, std::vector<Value>> next;
    for (Value from = domain.first(); from <= domain.hi; ++from) {
        for (Value to = domain.first(); to <= domain.hi && !record_.refused(); ++to) {
            bind(level, fixed(from));
            bind(level + 1, fixed(to));
            if (holds(term.children[2])) next[from].push_back(to);
        }
    }
    if (domain.first() <= domain.hi) {
        unbind(level);
        unbind(level + 1);
    }
    const auto is_inside = [&](Value value) { return domain.first() <= value && value <= domain.hi; };
    if (!is_inside(start) || !is_inside(goal)) return fixed(0);
    std::vector<Value> reached{start};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const Value value : next[reached[i]]) {
            if (std::ranges::find(reached, value) == reached.end()) reached.push_back(value);
        }
    }
    return fixed(std::ranges::find(reached, goal) == reached.end() ? 0 : 1);
}

}  // namespace errata::checker
