// What the encoding of terms is put together from. encode_terms goes by the kind of a term and leaves terms
// that ask a system of equations to encode_equations; both use these parts, and nobody else does.
#pragma once

#include <algorithm>
#include <string>
#include <utility>

#include "compiler/smt/encode_terms.h"

namespace errata::compiler {

// Children evaluated one after the other; what a child may do happens only if the ones before were
// defined.
struct InOrder {
    std::vector<Formula> values;
    Formula undefined;
    Formula unspoken;
    std::vector<Met> met;
    std::vector<Decision> decisions;
};

inline InOrder start(TermEncoding& t) { return {{}, t.pool.truth(false), t.pool.truth(false), {}, {}}; }
// A child that is evaluated next, where `reached` holds.
void append(TermEncoding& t, InOrder& order, const Encoded& next, Formula reached);
void undefine(TermEncoding& t, InOrder& order, Formula condition);
void meet(TermEncoding& t, InOrder& order, Occurrence occurrence, Formula condition);
inline Encoded done(Formula value, InOrder order) {
    return {value, order.undefined, order.unspoken, std::move(order.met), std::move(order.decisions)};
}
InOrder strictly(TermEncoding& t, const Term& term, const Surroundings& at);

inline Encoded leaf(TermEncoding& t, Formula value) {
    return {value, t.pool.truth(false), t.pool.truth(false), {}, {}};
}
Encoded unanalysed(TermEncoding& t, const std::string& reason);

// encode_equations.cpp
Encoded unknown(TermEncoding& t, const Term& term, const Surroundings& at);
Encoded number_of_solutions(TermEncoding& t, const Term& term, const Surroundings& at);

// leaf(offset) at the offset that the arguments name; values that give the same result are tested together,
// the result of most values is the default. Anything at all if an argument is outside its type.
template <class Leaf>
Formula select_from(TermEncoding& t, const std::vector<TypeId>& params, const std::vector<Formula>& arguments,
                    std::size_t index, std::size_t offset, const Leaf& leaf) {
    if (index == params.size()) return leaf(offset);
    const Type& type = t.model.type(params[index]);
    ValueSet possible = t.pool.values(arguments[index]).cut_to(type.lo, type.hi);
    std::vector<std::pair<Formula, std::vector<Value>>> groups;
    std::map<Formula, std::size_t> group_of;
    possible.for_each([&](Value v) {
        if (t.limits.gives_up()) return;
        std::size_t at =
            offset * static_cast<std::size_t>(type.size()) + static_cast<std::size_t>(v - type.lo);
        Formula result = select_from(t, params, arguments, index + 1, at, leaf);
        const auto [group, is_new] = group_of.try_emplace(result, groups.size());
        if (is_new) groups.push_back({result, {}});
        groups[group->second].second.push_back(v);
    });
    if (groups.empty()) return t.pool.constant(0);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    Formula result = groups.back().first;
    groups.pop_back();
    for (auto& [value, names] : groups) {
        std::vector<Formula> tests;
        for (Value v : names) tests.push_back(t.pool.equal(arguments[index], v));
        result = t.pool.ite(t.pool.lor(tests), value, result);
    }
    return result;
}

}  // namespace errata::compiler
