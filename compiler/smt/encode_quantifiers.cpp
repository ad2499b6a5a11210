// The part of TermEncoder that unrolls binders over their domains.
#include <algorithm>

#include "compiler/smt/encode_terms.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

Encoded TermEncoder::quantifier(const Term& term, const Surroundings& at) {
    const Type& domain = model_.type(term.domain);
    auto level = static_cast<std::size_t>(term.payload);
    std::vector<Formula> binders = at.binders;
    if (binders.size() <= level) binders.resize(level + 1, pool_.truth(false));
    Surroundings inner{at.cells, binders, at.version, at.given};
    InOrder order = start();
    std::vector<std::pair<Formula, Formula>> instances;  // condition, value
    for (Value v = domain.first(); v <= domain.hi; ++v) {
        binders[level] = pool_.constant(v);
        append(order, encode(term.children[0], inner), pool_.truth(true));
        Formula condition = pool_.equal(order.values.back(), 1);
        Formula value = binders[level];
        if (term.kind == TermKind::Sum) {
            value = pool_.truth(false);
            if (!pool_.is_false(condition)) {
                append(order, encode(term.children[1], inner), condition);
                value = order.values.back();
            }
        }
        instances.emplace_back(condition, value);
    }
    const auto conditions = dsl::mapped(instances, &std::pair<Formula, Formula>::first);
    Formula result = pool_.constant(0);
    if (term.kind == TermKind::Exists) {
        result = pool_.lor(conditions);
    } else if (term.kind == TermKind::Forall) {
        result = pool_.land(conditions);
    } else if (term.kind == TermKind::Count) {
        for (Formula condition : conditions) result = pool_.add(result, condition);
    } else if (term.kind == TermKind::Sum) {
        for (const auto& [condition, value] : instances)
            result = pool_.add(result, pool_.ite(condition, value, pool_.constant(0)));
    } else if (term.kind == TermKind::First) {
        result = pool_.constant(none_value);
        for (auto it = instances.rbegin(); it != instances.rend(); ++it)
            result = pool_.ite(it->first, it->second, result);
    } else {
        ERRATA_CHECK(false && "not a quantifier");
    }
    return done(result, std::move(order));
}

// What can be reached from the start in 0, 1, 2, ... steps, until a step adds nothing. One start against all
// goals costs n rounds of at most n * n conjunctions; squaring the links would cost log n rounds of n * n *
// n, and would find the many links that are plainly absent (a board's) no easier to leave out.
Encoded TermEncoder::reach(const Term& term, const Surroundings& at) {
    const Type& domain = model_.type(term.domain);
    auto level = static_cast<std::size_t>(term.payload);
    InOrder order = start();
    append(order, encode(term.children[0], at), pool_.truth(true));
    append(order, encode(term.children[1], at), pool_.truth(true));
    std::vector<Formula> binders = at.binders;
    if (binders.size() < level + 2) binders.resize(level + 2, pool_.truth(false));
    Surroundings inner{at.cells, binders, at.version, at.given};
    const Value first = domain.first();
    const auto values = static_cast<std::size_t>(std::max<Value>(domain.hi - first + 1, 0));
    std::vector<std::vector<std::pair<std::size_t, Formula>>> into(values);  // by goal: from, link
    for (std::size_t a = 0; a < values; ++a) {
        for (std::size_t b = 0; b < values; ++b) {
            binders[level] = pool_.constant(first + static_cast<Value>(a));
            binders[level + 1] = pool_.constant(first + static_cast<Value>(b));
            append(order, encode(term.children[2], inner), pool_.truth(true));
            Formula link = pool_.equal(order.values.back(), 1);
            if (a != b && !pool_.is_false(link)) into[b].emplace_back(a, link);
        }
    }
    std::vector<Formula> reached;
    for (std::size_t v = 0; v < values; ++v) {
        reached.push_back(pool_.equal(order.values[0], first + static_cast<Value>(v)));
    }
    for (std::size_t round = 1; round < values; ++round) {
        std::vector<Formula> next;
        for (std::size_t b = 0; b < values; ++b) {
            std::vector<Formula> ways = {reached[b]};
            for (const auto& [a, link] : into[b]) ways.push_back(pool_.land(reached[a], link));
            next.push_back(pool_.lor(std::move(ways)));
        }
        if (next == reached) break;
        reached = std::move(next);
    }
    std::vector<Formula> any;
    for (std::size_t v = 0; v < values; ++v) {
        any.push_back(pool_.land(pool_.equal(order.values[1], first + static_cast<Value>(v)), reached[v]));
    }
    return done(pool_.lor(std::move(any)), std::move(order));
}

}  // namespace errata::compiler
