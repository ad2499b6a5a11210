// The part of TermEncoder that asks open functions: which values the statements leave, and what nobody
// decides.
#include "compiler/smt/at_least.h"
#include "compiler/smt/encode_terms.h"

namespace errata::compiler {

namespace {

// Statements of open functions may use other open functions, not themselves.
constexpr int deepest_open = 24;

std::vector<Formula> without(std::vector<Formula> formulas, std::size_t place) {
    formulas.erase(formulas.begin() + static_cast<std::ptrdiff_t>(place));
    return formulas;
}

}  // namespace

Formula TermEncoder::undetermined(OpenId id, const std::vector<Formula>& arguments) {
    const OpenFunction& function = model_.open_functions[id.index];
    const Type& type = model_.type(function.type);
    const ValueSet values(type.lo, type.hi);
    return select_from(function.params, arguments, 0, 0, [&](std::size_t offset) {
        auto [atom, is_new] = undetermined_->atoms.try_emplace({id.index, offset});
        if (is_new) atom->second = pool_.variable(values);
        return atom->second;
    });
}

void TermEncoder::append_statement(InOrder& order, Encoded next, Formula reached, ClauseId clause) {
    for (Met& met : next.met) {
        if (!met.occurrence.clause.is_valid()) met.occurrence.clause = clause;
    }
    next.met.push_back({{model_.undefined, clause}, next.unspoken});
    next.unspoken = pool_.truth(false);
    append(order, next, reached);
}

TermEncoder::Spoken TermEncoder::speak(const OpenFunction& function, const Surroundings& inner,
                                       InOrder& order) {
    const Type& type = model_.type(function.type);
    const auto values = static_cast<std::size_t>(type.size());
    std::vector<std::vector<Formula>> fit(values);     // by value: what each statement says of it
    std::vector<std::vector<Formula>> wished(values);  // by value: it is that of a positive one that holds
    Spoken spoken;
    for (const Statement& statement : function.statements) {
        const Formula takes_part = enabled(statement.clause);
        if (pool_.is_false(takes_part)) continue;
        append_statement(order, encode(statement.condition, inner), takes_part, statement.clause);
        const Formula holds = pool_.land(takes_part, pool_.equal(order.values.back(), 1));
        if (pool_.is_false(holds)) continue;
        Encoded value = encode(statement.value, inner);
        const Formula outside =
            pool_.land(pool_.lnot(value.undefined), pool_.lnot(pool_.within(value.value, type.lo, type.hi)));
        value.undefined = pool_.lor(value.undefined, outside);
        value.unspoken = pool_.lor(value.unspoken, outside);
        append_statement(order, value, holds, statement.clause);
        for (std::size_t v = 0; v < values; ++v) {
            const Formula is_it = pool_.equal(value.value, type.lo + static_cast<Value>(v));
            const Formula fits = statement.positive ? is_it : pool_.lnot(is_it);
            fit[v].push_back(pool_.lor(pool_.lnot(holds), fits));
            if (statement.positive) wished[v].push_back(pool_.land(holds, is_it));
        }
        spoken.clauses.emplace_back(statement.clause, holds);
    }
    for (std::size_t v = 0; v < values; ++v) {
        spoken.allowed.push_back(pool_.land(std::move(fit[v])));
        spoken.asked.push_back(pool_.lor(std::move(wished[v])));
    }
    return spoken;
}

Formula TermEncoder::decide(OpenId id, const std::vector<Formula>& arguments, Formula undecided,
                            std::vector<Formula> possible, InOrder& order) {
    const OpenFunction& function = model_.open_functions[id.index];
    const Formula atom = undetermined(id, arguments);
    Decision decision;
    decision.asked = decision.undecided = pool_.land(pool_.lnot(order.undefined), undecided);
    decision.index = id.index;
    decision.arguments = arguments;
    decision.outcome = {atom};
    decision.taken = atom;
    decision.first = model_.type(function.type).lo;
    const bool all =
        std::all_of(possible.begin(), possible.end(), [&](Formula f) { return pool_.is_true(f); });
    decision.possible = std::make_shared<const std::vector<Formula>>(std::move(possible));
    if (!all && !pool_.is_false(decision.asked)) order.decisions.push_back(std::move(decision));
    return atom;
}

// What the fallback proposes where two values or more are allowed; false where none is written.
Formula TermEncoder::proposal(const OpenFunction& function, Formula several, const Surroundings& inner,
                              InOrder& order) {
    if (!function.fallback.is_valid() || pool_.is_false(several)) return pool_.truth(false);
    const Type& type = model_.type(function.type);
    append(order, encode(function.fallback, inner), several);
    const Formula fallback = order.values.back();
    undefine(order, pool_.land(several, pool_.lnot(pool_.within(fallback, type.lo, type.hi))));
    return fallback;
}

// Which value the statements, and where they leave it open the fallback, come to; and where to none.
TermEncoder::Settled TermEncoder::settle(const OpenFunction& function, const Spoken& spoken,
                                         const AtLeast& allowed, Formula fallback) {
    const Type& type = model_.type(function.type);
    const bool has_fallback = function.fallback.is_valid();
    Settled settled;
    settled.contradictory = pool_.lnot(allowed.one);
    settled.gap = has_fallback ? pool_.truth(false) : allowed.two;
    settled.value = pool_.constant(type.lo);
    for (std::size_t v = 0; v < spoken.allowed.size(); ++v) {
        const Formula fits = spoken.allowed[v];
        std::vector<Formula> only = {fits};
        for (const Formula other : without(spoken.allowed, v)) only.push_back(pool_.lnot(other));
        Formula is_this = pool_.land(std::move(only));
        if (has_fallback) {
            const Formula proposed = pool_.equal(fallback, type.lo + static_cast<Value>(v));
            is_this = pool_.lor(is_this, pool_.land({allowed.two, proposed, fits}));
            const Formula two_others = at_least(pool_, without(spoken.allowed, v)).two;
            settled.gap = pool_.lor(settled.gap, pool_.land({proposed, pool_.lnot(fits), two_others}));
        }
        if (v > 0)
            settled.value =
                pool_.ite(is_this, pool_.constant(type.lo + static_cast<Value>(v)), settled.value);
    }
    return settled;
}

// By value: whether it may come out where nobody decides. Where several are allowed and no two others are,
// this one is: of two values there is nothing to ask.
std::vector<Formula> TermEncoder::possible_values(const Spoken& spoken, Formula contradictory) {
    const Formula competing = at_least(pool_, spoken.asked).two;
    std::vector<Formula> possible;
    for (std::size_t v = 0; v < spoken.allowed.size(); ++v) {
        const Formula wanted = pool_.lor(pool_.lnot(competing), spoken.asked[v]);
        const Formula allowed_here =
            pool_.lor(spoken.allowed[v], pool_.lnot(at_least(pool_, without(spoken.allowed, v)).two));
        possible.push_back(pool_.ite(contradictory, wanted, allowed_here));
    }
    return possible;
}

Encoded TermEncoder::open(const Term& term, const Surroundings& at) {
    if (depth_ > deepest_open) return unanalysed("open functions refer to each other in a circle");
    InOrder order = strictly(term, at);
    const OpenId id(static_cast<std::size_t>(term.payload));
    const OpenFunction& function = model_.open_functions[id.index];
    const std::vector<Formula> arguments = std::move(order.values);
    undefine(order, outside(function.params, arguments));
    const Surroundings inner{at.cells, arguments, at.version, at.given};
    ++depth_;
    const Spoken spoken = speak(function, inner, order);
    const AtLeast allowed = at_least(pool_, spoken.allowed);
    const Formula fallback = proposal(function, allowed.two, inner, order);
    --depth_;
    const Settled settled = settle(function, spoken, allowed, fallback);
    for (const auto& [clause, holds] : spoken.clauses) {
        meet(order, {function.contradiction, clause}, pool_.land(settled.contradictory, holds));
    }
    meet(order, {function.gap, {}}, settled.gap);
    const Formula undecided = pool_.lor(settled.contradictory, settled.gap);
    if (pool_.is_false(undecided)) return done(settled.value, std::move(order));
    if (!decides_) {
        order.undefined = pool_.lor(order.undefined, undecided);
        return done(settled.value, std::move(order));
    }
    const Formula atom =
        decide(id, arguments, undecided, possible_values(spoken, settled.contradictory), order);
    return done(pool_.ite(undecided, atom, settled.value), std::move(order));
}

}  // namespace errata::compiler
