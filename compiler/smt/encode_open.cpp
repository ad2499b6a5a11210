// The part of TermEncoding that asks open functions: which values the statements leave, and what nobody
// decides.
#include "compiler/smt/at_least.h"
#include "compiler/smt/formula_numbers.h"
#include "compiler/smt/term_parts.h"

namespace errata::compiler {

namespace {

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

Formula decide(TermEncoding& t, OpenId id, const std::vector<Formula>& arguments, Formula undecided,
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
Settled settle(TermEncoding& t, const OpenFunction& function, const Spoken& spoken, const AtLeast& allowed,
               Formula fallback) {
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

}  // namespace

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
    const Settled settled = settle(t, function, spoken, allowed, fallback);
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
        decide(t, id, arguments, undecided, possible_values(t, spoken, settled.contradictory), order);
    return done(t.pool.ite(undecided, atom, settled.value), std::move(order));
}

}  // namespace errata::compiler
