#include "checker/paths/path_terms.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

PathValue cell(PathTerms& t, TermId, const Term& term) {
    const Variable& variable = t.model.variables[static_cast<std::size_t>(term.payload)];
    return (*t.state)[variable.base + position(t, term.children, term.children.size(), variable.params)];
}

PathValue table(PathTerms& t, TermId, const Term& term) {
    const Table& table = t.model.functions.tables[static_cast<std::size_t>(term.payload)];
    return fixed(table.values[position(t, term.children, term.children.size(), table.params)]);
}

PathValue junction(PathTerms& t, TermId, const Term& term) {
    const bool stops_at = term.kind == TermKind::Or;
    for (const TermId child : term.children) {
        if (t.holds(child) == stops_at) return fixed(stops_at ? 1 : 0);
    }
    return fixed(stops_at ? 0 : 1);
}

PathValue comparison(PathTerms& t, TermId id, const Term& term) {
    const PathValue a = t.evaluate(term.children[0]);
    const PathValue b = t.evaluate(term.children[1]);
    if (t.record.refused()) return {};
    if (term.kind == TermKind::Equal) return fixed(t.record.equal(a, b, t.place(id)) ? 1 : 0);
    if (term.kind == TermKind::LessEqual) return fixed(t.record.at_most(a, b, t.place(id)) ? 1 : 0);
    return fixed(t.record.at_most(b, a, t.place(id)) ? 0 : 1);
}

PathValue product(PathTerms& t, const PathValue& a, const PathValue& b, TermId id) {
    if (a.is_fixed()) return {a.now * b.now, t.record.checked(scaled(b.form, a.now), t.place(id))};
    const Value factor = t.record.pinned(b, t.place(id));
    return {a.now * factor, t.record.checked(scaled(a.form, factor), t.place(id))};
}

PathValue arithmetic(PathTerms& t, TermId id, const Term& term) {
    const PathValue a = t.evaluate(term.children[0]);
    const PathValue b = t.evaluate(term.children[1]);
    if (t.record.refused()) return {};
    if (term.kind == TermKind::Add)
        return {a.now + b.now, t.record.checked(sum(a.form, b.form), t.place(id))};
    if (term.kind == TermKind::Subtract)
        return {a.now - b.now, t.record.checked(sum(a.form, b.form, -1), t.place(id))};
    if (term.kind == TermKind::Multiply) return product(t, a, b, id);
    const bool is_first_least = t.record.at_most(a, b, t.place(id));
    return is_first_least == (term.kind == TermKind::Minimum) ? a : b;
}

// In a path that goes on it stays where it is now.
PathValue within(PathTerms& t, TermId id, const Term& term) {
    PathValue value = t.evaluate(term.children[0]);
    const Type& range = t.model.type(TypeId(static_cast<std::size_t>(term.payload)));
    if (t.record.refused()) return {};
    const bool is_inside = t.record.at_most(fixed(range.lo), value, t.place(id)) &&
                           t.record.at_most(value, fixed(range.hi), t.place(id));
    if (!is_inside) t.record.refuse("a value out of its range", t.place(id));
    return value;
}

PathValue set_operation(PathTerms& t, TermId, const Term& term) {
    const Value set = t.number(term.children[0]);
    if (term.kind == TermKind::SetSize) return fixed(std::popcount(static_cast<std::uint64_t>(set)));
    const Value other = t.number(term.children[1]);
    if (term.kind == TermKind::SetUnion) return fixed(set | other);
    if (term.kind == TermKind::SetMinus) return fixed(set & ~other);
    if (other < 0 || other >= most_set_elements) {
        t.record.refuse("something without a value", t.place(term.children[1]));
        return {};
    }
    if (term.kind == TermKind::SetHas) return fixed(set >> other & 1);
    const Value bit = Value{1} << other;
    return fixed(term.kind == TermKind::SetInsert ? set | bit : set & ~bit);
}

// Each of those that there are more of counts as much as one that stands by.
PathValue of_population(PathTerms& t, const Term& term, const Population& population, PathValue total,
                        TermId id) {
    const auto level = static_cast<std::size_t>(term.payload);
    const std::optional<Value> one = stand_in(t, population);
    if (!one) {
        t.record.refuse("how many " + t.model.type(population.type).name + " there are", t.place(id));
        return {};
    }
    t.bind(level, fixed(*one));
    PathValue each = fixed(t.holds(term.children[0]) ? 1 : 0);
    if (term.kind == TermKind::Sum && each.now != 0) each = t.evaluate(term.children[1]);
    t.unbind(level);
    const Value amount = t.record.pinned(each, t.place(id));
    total.form = t.record.checked(sum(total.form, variable(population.extra), amount), t.place(id));
    return total;
}

PathValue quantified(PathTerms& t, TermId id, const Term& term) {
    const Type& domain = t.model.type(term.domain);
    const auto level = static_cast<std::size_t>(term.payload);
    Value holding = 0;
    PathValue total = fixed(0);
    Value first = none_value;
    for (Value value = domain.first(); value <= domain.hi && !t.record.refused(); ++value) {
        t.bind(level, fixed(value));
        if (!t.holds(term.children[0])) continue;
        if (holding++ == 0) first = value;
        if (term.kind != TermKind::Sum) continue;
        const PathValue amount = t.evaluate(term.children[1]);
        total = {total.now + amount.now, t.record.checked(sum(total.form, amount.form), t.place(id))};
    }
    if (domain.first() <= domain.hi) t.unbind(level);
    if (term.kind == TermKind::Exists) return fixed(holding > 0 ? 1 : 0);
    if (term.kind == TermKind::Forall) return fixed(holding == domain.hi - domain.first() + 1 ? 1 : 0);
    if (term.kind == TermKind::First) return fixed(first);
    if (term.kind == TermKind::Count) total = fixed(holding);
    for (const Population& population : t.populations) {
        if (refers_to(t.model, term.domain, population.type))
            total = of_population(t, term, population, std::move(total), id);
    }
    return total;
}

PathValue reach(PathTerms& t, TermId, const Term& term) {
    const Type& domain = t.model.type(term.domain);
    const auto level = static_cast<std::size_t>(term.payload);
    const Value start = t.number(term.children[0]);
    const Value goal = t.number(term.children[1]);
    std::map<Value, std::vector<Value>> next;
    for (Value from = domain.first(); from <= domain.hi; ++from) {
        for (Value to = domain.first(); to <= domain.hi && !t.record.refused(); ++to) {
            t.bind(level, fixed(from));
            t.bind(level + 1, fixed(to));
            if (t.holds(term.children[2])) next[from].push_back(to);
        }
    }
    if (domain.first() <= domain.hi) {
        t.unbind(level);
        t.unbind(level + 1);
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

}  // namespace

void PathOutcomes::begin(const std::vector<std::pair<IncidentId, std::uint32_t>>& outcomes) {
    outcomes_ = &outcomes;
    next_ = 0;
}

std::optional<std::uint32_t> PathOutcomes::take(IncidentId incident) {
    if (all_taken() || (*outcomes_)[next_].first != incident) return std::nullopt;
    return (*outcomes_)[next_++].second;
}

void PathTerms::look_at(const std::vector<PathValue>& that_state, std::size_t first_register) {
    state = &that_state;
    registers = first_register;
}

void begin(PathTerms& t, const std::vector<std::pair<IncidentId, std::uint32_t>>& outcomes) {
    t.outcomes.begin(outcomes);
    t.undecided.clear();
    t.bound.clear();
}

ClauseId PathTerms::speak_for(ClauseId speaker) { return std::exchange(clause, speaker); }

bool is_enabled(const PathTerms& t, ClauseId clause) {
    return t.evaluator.enabled().empty() || !clause.is_valid() || t.evaluator.enabled()[clause.index];
}

void PathTerms::bind(std::size_t level, PathValue value) {
    if (level >= bound.size()) bound.resize(level + 1);
    bound[level] = std::move(value);
}

// After a refusal what was bound stays: it belongs to what is refused.
void PathTerms::unbind(std::size_t level) {
    if (!record.refused()) bound[level] = fixed(none_value);
}

std::optional<Value> stand_in(const PathTerms& t, const Population& population) {
    const auto is_named = [&](Value object) {
        return std::ranges::any_of(t.bound, [&](const PathValue& value) { return value.now == object; });
    };
    const auto free = std::ranges::find_if_not(population.bystanders, is_named);
    return free == population.bystanders.end() ? std::nullopt : std::optional(*free);
}

std::size_t position(PathTerms& t, const std::vector<TermId>& arguments, std::size_t count,
                     const std::vector<TypeId>& params) {
    Value result = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const Value value = t.number(arguments[i]);
        const Type& type = t.model.type(params[i]);
        if (t.record.refused() || !type.contains(value)) {
            t.record.refuse("something without a value", t.place(arguments[i]));
            return 0;
        }
        result = result * type.size() + (value - type.lo);
    }
    return static_cast<std::size_t>(result);
}

std::vector<PathValue> tuple(const PathTerms& t, const std::vector<TypeId>& params, std::size_t position) {
    std::vector<PathValue> result(params.size());
    for (std::size_t i = params.size(); i-- > 0;) {
        const Type& type = t.model.type(params[i]);
        const auto size = static_cast<std::size_t>(type.size());
        result[i] = fixed(type.lo + static_cast<Value>(position % size));
        position /= size;
    }
    return result;
}

namespace {

PathValue stored(PathTerms& t, TermId, const Term& term) {
    return (*t.state)[t.registers + static_cast<std::size_t>(term.payload)];
}
PathValue constant(PathTerms&, TermId, const Term& term) { return fixed(term.payload); }
PathValue binder(PathTerms& t, TermId, const Term& term) {
    return t.bound[static_cast<std::size_t>(term.payload)];
}
PathValue enabled(PathTerms& t, TermId, const Term& term) {
    return fixed(is_enabled(t, ClauseId(static_cast<std::size_t>(term.payload))) ? 1 : 0);
}
PathValue solutions(PathTerms& t, TermId id, const Term&) { return solved(t, id); }
PathValue negation(PathTerms& t, TermId, const Term& term) {
    return fixed(t.holds(term.children[0]) ? 0 : 1);
}
PathValue implication(PathTerms& t, TermId, const Term& term) {
    return t.holds(term.children[0]) ? t.evaluate(term.children[1]) : fixed(1);
}
PathValue conditional(PathTerms& t, TermId, const Term& term) {
    return t.evaluate(term.children[t.holds(term.children[0]) ? 1 : 2]);
}

using Follow = PathValue (*)(PathTerms& t, TermId id, const Term& term);

struct FollowedKind {
    TermKind kind;
    Follow follow;
};

// A path that asks a term of another kind is refused: sound, and told by the term's word.
constexpr FollowedKind followed_kinds[] = {
    {TermKind::Const, constant},
    {TermKind::Register, stored},
    {TermKind::Bound, binder},
    {TermKind::Cell, cell},
    {TermKind::Table, table},
    {TermKind::Open, open},
    {TermKind::Unknown, unknown},
    {TermKind::Solutions, solutions},
    {TermKind::Enabled, enabled},
    {TermKind::Not, negation},
    {TermKind::And, junction},
    {TermKind::Or, junction},
    {TermKind::Implies, implication},
    {TermKind::Ite, conditional},
    {TermKind::Equal, comparison},
    {TermKind::Less, comparison},
    {TermKind::LessEqual, comparison},
    {TermKind::Add, arithmetic},
    {TermKind::Subtract, arithmetic},
    {TermKind::Multiply, arithmetic},
    {TermKind::Within, within},
    {TermKind::Minimum, arithmetic},
    {TermKind::Maximum, arithmetic},
    {TermKind::Exists, quantified},
    {TermKind::Forall, quantified},
    {TermKind::Count, quantified},
    {TermKind::Sum, quantified},
    {TermKind::First, quantified},
    {TermKind::Reach, reach},
    {TermKind::SetHas, set_operation},
    {TermKind::SetInsert, set_operation},
    {TermKind::SetErase, set_operation},
    {TermKind::SetUnion, set_operation},
    {TermKind::SetMinus, set_operation},
    {TermKind::SetSize, set_operation},
};

constexpr auto all_followed = [] {
    std::array<Follow, std::size(term_kinds)> result{};
    for (const FollowedKind& row : followed_kinds) result[static_cast<std::size_t>(row.kind)] = row.follow;
    return result;
}();

}  // namespace

PathValue PathTerms::evaluate(TermId id) {
    if (record.refused()) return {};
    const Term& term = model.terms[id];
    if (const Follow follow = all_followed[static_cast<std::size_t>(term.kind)])
        return follow(*this, id, term);
    record.refuse("what '" + std::string(info(term.kind).text) + "' says", place(id));
    return {};
}

}  // namespace errata::checker
