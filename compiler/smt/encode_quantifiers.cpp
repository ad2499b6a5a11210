// The part of TermEncoding that unrolls binders over their domains.
#include <algorithm>

#include "compiler/smt/formula_numbers.h"
#include "compiler/smt/term_parts.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {
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

}  // namespace errata::compiler
