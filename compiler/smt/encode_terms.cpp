#include "compiler/smt/encode_terms.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/smt/formula.h"
#include "compiler/smt/term_parts.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

std::vector<TermFact> term_facts(const Model& model) {
    std::vector<TermFact> facts(model.terms.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        TermFact& fact = facts[i];
        for (std::size_t c = 0; c < term.children.size(); ++c) {
            TermFact inner = facts[term.children[c].index];
            if (term.kind == TermKind::Reach && c == 2) {  // start and goal are outside of the binders' scope
                inner.open_binders &= ~(std::uint64_t{3} << term.payload);
                const Type& domain = model.type(term.domain);
                const auto values = static_cast<double>(domain.hi - domain.first() + 1);
                inner.cost *= values * values;
            }
            fact.open_binders |= inner.open_binders;
            fact.reads_state = fact.reads_state || inner.reads_state;
            fact.cost += inner.cost;
        }
        const TermForm form = info(term.kind).form;
        fact.reads_state = fact.reads_state || form == TermForm::Stored || form == TermForm::Asked;
        if (term.kind == TermKind::Bound) {
            ERRATA_CHECK(term.payload >= 0 && term.payload < 63);
            fact.open_binders |= std::uint64_t{1} << term.payload;
        } else if (form == TermForm::Quantifier && term.kind != TermKind::Reach) {
            fact.open_binders &= ~(std::uint64_t{1} << term.payload);
            const Type& domain = model.type(term.domain);
            fact.cost *= static_cast<double>(domain.hi - domain.first() + 1);
        }
    }
    return facts;
}

namespace {

Encoded quantifier(TermEncoding& t, const Term& term, const Surroundings& at) {
    const Type& domain = t.model.type(term.domain);
    auto level = static_cast<std::size_t>(term.payload);
    std::vector<Formula> binders = at.binders;
    if (binders.size() <= level) binders.resize(level + 1, t.pool.truth(false));
    Surroundings inner{at.cells, binders, at.version, at.given};
    InOrder order = start(t);
    std::vector<std::pair<Formula, Formula>> instances;  // condition, value
    for (Value v = domain.first(); v <= domain.hi; ++v) {
        binders[level] = t.pool.constant(v);
        append(t, order, encode(t, term.children[0], inner), t.pool.truth(true));
        Formula condition = t.pool.equal(order.values.back(), 1);
        Formula value = binders[level];
        if (term.kind == TermKind::Sum) {
            value = t.pool.truth(false);
            if (!is_false(condition)) {
                append(t, order, encode(t, term.children[1], inner), condition);
                value = order.values.back();
            }
        }
        instances.emplace_back(condition, value);
    }
    const auto conditions = dsl::mapped(instances, &std::pair<Formula, Formula>::first);
    Formula result = t.pool.constant(0);
    if (term.kind == TermKind::Exists) {
        result = t.pool.lor(conditions);
    } else if (term.kind == TermKind::Forall) {
        result = t.pool.land(conditions);
    } else if (term.kind == TermKind::Count) {
        for (Formula condition : conditions) result = add(t.pool, result, condition);
    } else if (term.kind == TermKind::Sum) {
        for (const auto& [condition, value] : instances)
            result = add(t.pool, result, t.pool.ite(condition, value, t.pool.constant(0)));
    } else if (term.kind == TermKind::First) {
        result = t.pool.constant(none_value);
        for (auto it = instances.rbegin(); it != instances.rend(); ++it)
            result = t.pool.ite(it->first, it->second, result);
    } else {
        ERRATA_CHECK(false && "not a quantifier");
    }
    return done(result, std::move(order));
}

// What can be reached from the start in 0, 1, 2, ... steps, until a step adds nothing. One start against all
// goals costs n rounds of at most n * n conjunctions; squaring the links would cost log n rounds of n * n *
// n, and would find the many links that are plainly absent (a board's) no easier to leave out.
Encoded reach(TermEncoding& t, const Term& term, const Surroundings& at) {
    const Type& domain = t.model.type(term.domain);
    auto level = static_cast<std::size_t>(term.payload);
    InOrder order = start(t);
    append(t, order, encode(t, term.children[0], at), t.pool.truth(true));
    append(t, order, encode(t, term.children[1], at), t.pool.truth(true));
    std::vector<Formula> binders = at.binders;
    if (binders.size() < level + 2) binders.resize(level + 2, t.pool.truth(false));
    Surroundings inner{at.cells, binders, at.version, at.given};
    const Value first = domain.first();
    const auto values = static_cast<std::size_t>(std::max<Value>(domain.hi - first + 1, 0));
    std::vector<std::vector<std::pair<std::size_t, Formula>>> into(values);  // by goal: from, link
    for (std::size_t a = 0; a < values; ++a) {
        for (std::size_t b = 0; b < values; ++b) {
            binders[level] = t.pool.constant(first + static_cast<Value>(a));
            binders[level + 1] = t.pool.constant(first + static_cast<Value>(b));
            append(t, order, encode(t, term.children[2], inner), t.pool.truth(true));
            Formula link = t.pool.equal(order.values.back(), 1);
            if (a != b && !is_false(link)) into[b].emplace_back(a, link);
        }
    }
    std::vector<Formula> reached;
    for (std::size_t v = 0; v < values; ++v) {
        reached.push_back(t.pool.equal(order.values[0], first + static_cast<Value>(v)));
    }
    for (std::size_t round = 1; round < values; ++round) {
        std::vector<Formula> next;
        for (std::size_t b = 0; b < values; ++b) {
            std::vector<Formula> ways = {reached[b]};
            for (const auto& [a, link] : into[b]) ways.push_back(t.pool.land(reached[a], link));
            next.push_back(t.pool.lor(std::move(ways)));
        }
        if (next == reached) break;
        reached = std::move(next);
    }
    std::vector<Formula> any;
    for (std::size_t v = 0; v < values; ++v) {
        any.push_back(t.pool.land(t.pool.equal(order.values[1], first + static_cast<Value>(v)), reached[v]));
    }
    return done(t.pool.lor(std::move(any)), std::move(order));
}

// The part of TermEncoding that asks open functions: which values the statements leave, and what nobody
// decides.

// What the enabled statements of an open function leave, by value of its type.
struct Spoken {
    std::vector<Formula> allowed;
    std::vector<Formula> asked;                         // a positive statement that holds has this value
    std::vector<std::pair<ClauseId, Formula>> clauses;  // the statements that hold
};

struct Settled {
    Formula value;
    Formula contradictory;
    Formula gap;
};

// Statements of open functions may use other open functions, not themselves.
constexpr int deepest_open = 24;

std::vector<Formula> without(std::vector<Formula> formulas, std::size_t place) {
    formulas.erase(formulas.begin() + static_cast<std::ptrdiff_t>(place));
    return formulas;
}

Formula undetermined(TermEncoding& t, OpenId id, const std::vector<Formula>& arguments) {
    const OpenFunction& function = t.model.functions.open[id.index];
    const Type& type = t.model.type(function.type);
    const ValueSet values(type.lo, type.hi);
    return select_from(t, function.params, arguments, 0, 0, [&](std::size_t offset) {
        auto [atom, is_new] = t.undetermined->atoms.try_emplace({id.index, offset});
        if (is_new) atom->second = t.pool.variable(values);
        return atom->second;
    });
}

void append_statement(TermEncoding& t, InOrder& order, Encoded next, Formula reached, ClauseId clause) {
    for (Met& met : next.met) {
        if (!met.occurrence.clause.is_valid()) met.occurrence.clause = clause;
    }
    next.met.push_back({{t.model.incidents.undefined, clause}, next.unspoken});
    next.unspoken = t.pool.truth(false);
    append(t, order, next, reached);
}

Spoken speak(TermEncoding& t, const OpenFunction& function, const Surroundings& inner, InOrder& order) {
    const Type& type = t.model.type(function.type);
    const auto values = static_cast<std::size_t>(type.size());
    std::vector<std::vector<Formula>> fit(values);     // by value: what each statement says of it
    std::vector<std::vector<Formula>> wished(values);  // by value: it is that of a positive one that holds
    Spoken spoken;
    for (const Statement& statement : function.statements) {
        const Formula takes_part = enabled(t, statement.clause);
        if (is_false(takes_part)) continue;
        append_statement(t, order, encode(t, statement.condition, inner), takes_part, statement.clause);
        const Formula holds = t.pool.land(takes_part, t.pool.equal(order.values.back(), 1));
        if (is_false(holds)) continue;
        Encoded value = encode(t, statement.value, inner);
        const Formula outside = t.pool.land(t.pool.lnot(value.undefined),
                                            t.pool.lnot(within(t.pool, value.value, type.lo, type.hi)));
        value.undefined = t.pool.lor(value.undefined, outside);
        value.unspoken = t.pool.lor(value.unspoken, outside);
        append_statement(t, order, value, holds, statement.clause);
        for (std::size_t v = 0; v < values; ++v) {
            const Formula is_it = t.pool.equal(value.value, type.lo + static_cast<Value>(v));
            const Formula fits = statement.positive ? is_it : t.pool.lnot(is_it);
            fit[v].push_back(t.pool.lor(t.pool.lnot(holds), fits));
            if (statement.positive) wished[v].push_back(t.pool.land(holds, is_it));
        }
        spoken.clauses.emplace_back(statement.clause, holds);
    }
    for (std::size_t v = 0; v < values; ++v) {
        spoken.allowed.push_back(t.pool.land(std::move(fit[v])));
        spoken.asked.push_back(t.pool.lor(std::move(wished[v])));
    }
    return spoken;
}

Formula decide_value(TermEncoding& t, OpenId id, const std::vector<Formula>& arguments, Formula undecided,
                     std::vector<Formula> possible, InOrder& order) {
    const OpenFunction& function = t.model.functions.open[id.index];
    const Formula atom = undetermined(t, id, arguments);
    Decision decision;
    decision.asked = decision.undecided = t.pool.land(t.pool.lnot(order.undefined), undecided);
    decision.index = id.index;
    decision.arguments = arguments;
    decision.outcome = {atom};
    decision.taken = atom;
    decision.first = t.model.type(function.type).lo;
    const bool all = std::all_of(possible.begin(), possible.end(), [&](Formula f) { return is_true(f); });
    decision.possible = std::make_shared<const std::vector<Formula>>(std::move(possible));
    if (!all && !is_false(decision.asked)) order.decisions.push_back(std::move(decision));
    return atom;
}

// What the fallback proposes where two values or more are allowed; false where none is written.
Formula proposal(TermEncoding& t, const OpenFunction& function, Formula several, const Surroundings& inner,
                 InOrder& order) {
    if (!function.fallback.is_valid() || is_false(several)) return t.pool.truth(false);
    const Type& type = t.model.type(function.type);
    append(t, order, encode(t, function.fallback, inner), several);
    const Formula fallback = order.values.back();
    undefine(t, order, t.pool.land(several, t.pool.lnot(within(t.pool, fallback, type.lo, type.hi))));
    return fallback;
}

// Which value the statements, and where they leave it open the fallback, come to; and where to none.
Settled settle_value(TermEncoding& t, const OpenFunction& function, const Spoken& spoken,
                     const AtLeast& allowed, Formula fallback) {
    const Type& type = t.model.type(function.type);
    const bool has_fallback = function.fallback.is_valid();
    Settled settled;
    settled.contradictory = t.pool.lnot(allowed.one);
    settled.gap = has_fallback ? t.pool.truth(false) : allowed.two;
    settled.value = t.pool.constant(type.lo);
    for (std::size_t v = 0; v < spoken.allowed.size(); ++v) {
        const Formula fits = spoken.allowed[v];
        std::vector<Formula> only = {fits};
        for (const Formula other : without(spoken.allowed, v)) only.push_back(t.pool.lnot(other));
        Formula is_this = t.pool.land(std::move(only));
        if (has_fallback) {
            const Formula proposed = t.pool.equal(fallback, type.lo + static_cast<Value>(v));
            is_this = t.pool.lor(is_this, t.pool.land({allowed.two, proposed, fits}));
            const Formula two_others = at_least(t.pool, without(spoken.allowed, v)).two;
            settled.gap = t.pool.lor(settled.gap, t.pool.land({proposed, t.pool.lnot(fits), two_others}));
        }
        if (v > 0)
            settled.value =
                t.pool.ite(is_this, t.pool.constant(type.lo + static_cast<Value>(v)), settled.value);
    }
    return settled;
}

// By value: whether it may come out where nobody decides. Where several are allowed and no two others are,
// this one is: of two values there is nothing to ask.
std::vector<Formula> possible_values(TermEncoding& t, const Spoken& spoken, Formula contradictory) {
    const Formula competing = at_least(t.pool, spoken.asked).two;
    std::vector<Formula> possible;
    for (std::size_t v = 0; v < spoken.allowed.size(); ++v) {
        const Formula wanted = t.pool.lor(t.pool.lnot(competing), spoken.asked[v]);
        const Formula allowed_here =
            t.pool.lor(spoken.allowed[v], t.pool.lnot(at_least(t.pool, without(spoken.allowed, v)).two));
        possible.push_back(t.pool.ite(contradictory, wanted, allowed_here));
    }
    return possible;
}

Encoded open(TermEncoding& t, const Term& term, const Surroundings& at) {
    if (t.depth > deepest_open) return unanalysed(t, "open functions refer to each other in a circle");
    InOrder order = strictly(t, term, at);
    const OpenId id(static_cast<std::size_t>(term.payload));
    const OpenFunction& function = t.model.functions.open[id.index];
    const std::vector<Formula> arguments = std::move(order.values);
    undefine(t, order, outside(t, function.params, arguments));
    const Surroundings inner{at.cells, arguments, at.version, at.given};
    ++t.depth;
    const Spoken spoken = speak(t, function, inner, order);
    const AtLeast allowed = at_least(t.pool, spoken.allowed);
    const Formula fallback = proposal(t, function, allowed.two, inner, order);
    --t.depth;
    const Settled settled = settle_value(t, function, spoken, allowed, fallback);
    for (const auto& [clause, holds] : spoken.clauses) {
        meet(t, order, {function.contradiction, clause}, t.pool.land(settled.contradictory, holds));
    }
    meet(t, order, {function.gap, {}}, settled.gap);
    const Formula undecided = t.pool.lor(settled.contradictory, settled.gap);
    if (is_false(undecided)) return done(settled.value, std::move(order));
    if (!t.decides) {
        order.undefined = t.pool.lor(order.undefined, undecided);
        return done(settled.value, std::move(order));
    }
    const Formula atom =
        decide_value(t, id, arguments, undecided, possible_values(t, spoken, settled.contradictory), order);
    return done(t.pool.ite(undecided, atom, settled.value), std::move(order));
}

Encoded strict(TermEncoding& t, const Term& term, const Surroundings& at);
Formula combine(TermEncoding& t, const Term& term, const std::vector<Formula>& values);
Encoded connective(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded conditional(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded lookup(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded set_operation(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded within_its_range(TermEncoding& t, const Term& term, const Surroundings& at);

TermKey term_key(const TermEncoding& t, TermId id, const Surroundings& at) {
    const TermFact& fact = t.facts[id.index];
    TermKey result{id.index, fact.reads_state ? at.version : 0, {}};
    for (std::uint64_t open = fact.open_binders; open != 0; open &= open - 1) {
        result.binders.push_back(at.binders[static_cast<std::size_t>(std::countr_zero(open))].index);
    }
    return result;
}

Encoded encode_anew(TermEncoding& t, TermId id, const Surroundings& at) {
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
            return connective(t, term, at);
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
        case TermKind::Within:
            return within_its_range(t, term, at);
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
        case TermKind::Within:
            break;
    }
    ERRATA_CHECK(false && "not a strict term");
    return values[0];
}

// And, Or, Implies: a child is reached while the ones before leave the result open.
Encoded connective(TermEncoding& t, const Term& term, const Surroundings& at) {
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

// Outside, the evaluation ends as at something undefined, but with an incident of its own, of whoever asked.
Encoded within_its_range(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    const Type& range = t.model.type(TypeId(static_cast<std::size_t>(term.payload)));
    const Formula outside = t.pool.lnot(within(t.pool, order.values[0], range.lo, range.hi));
    meet(t, order, {t.model.incidents.overflow, {}}, outside);
    order.undefined = t.pool.lor(order.undefined, outside);
    const Formula value = clip(t.pool, order.values[0], range.lo, range.hi);
    return done(value, std::move(order));
}

}  // namespace

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
        Encoded result = encode_anew(t, id, at);
        return t.limits.is_too_large() ? unanalysed(t, of_more_bits) : result;
    }
    if (t.limits.gives_up()) return unanalysed(t, "");
    if (t.facts[id.index].cost > static_cast<double>(t.options.term_limit)) {
        return unanalysed(
            t, "a term unrolls to more than " + std::to_string(t.options.term_limit) + " instances");
    }
    TermKey k = term_key(t, id, at);
    if (auto found = t.cache.find(k); found != t.cache.end()) return found->second;
    Encoded result = encode_anew(t, id, at);
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
    if (!is_false(condition)) order.met.push_back({std::move(occurrence), condition});
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
