#include "compiler/ir/verify_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

TermVerifier::TermVerifier(const Model& model, std::vector<std::string>& problems)
    : model_(model), problems_(problems), fold_(model.terms) {}

void TermVerifier::problem(TermId id, const std::string& text) {
    problems_.push_back(fmt::format("term {} ({}): {}", id.index, info(model_.terms[id].kind).text, text));
}

bool TermVerifier::is_boolean(TermId id) const {
    const Term& term = model_.terms[id];
    return term.bounded && term.lo >= 0 && term.hi <= 1;
}

bool TermVerifier::verify_pool() {
    const std::size_t before = problems_.size();
    for (std::size_t i = 0; i < model_.terms.size(); ++i) verify_alone(TermId(i), model_.terms[TermId(i)]);
    return problems_.size() == before;
}

void TermVerifier::verify_alone(TermId id, const Term& term) {
    const int arity = info(term.kind).arity;
    if (arity >= 0 && term.children.size() != static_cast<std::size_t>(arity)) {
        return problem(id, "wrong number of children");
    }
    if (std::ranges::any_of(term.children, [&](TermId child) { return child.index >= id.index; })) {
        return problem(id, "a child is not older than its parent");
    }
    const auto conditions = [&](std::size_t count) {
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_boolean(term.children[i])) problem(id, fmt::format("child {} is not a truth value", i));
        }
    };
    const auto domain = [&] {
        if (term.domain.index >= model_.types.size()) return problem(id, "the domain is no type");
        if (!model_.type(term.domain).is_finite()) problem(id, "the domain is not finite");
    };
    const int first = info(term.kind).conditions;
    conditions(first < 0 ? term.children.size() : static_cast<std::size_t>(first));
    switch (info(term.kind).form) {
        case TermForm::Fixed:
        case TermForm::Stored:
        case TermForm::Asked:
            return verify_leaf(id, term);
        case TermForm::Quantifier:
            if (term.payload < 0 || term.payload >= (term.kind == TermKind::Reach ? 63 : 64))
                problem(id, "names nothing");
            domain();
            if (term.kind == TermKind::Reach && !is_boolean(term.children[2]))
                problem(id, "its link is not a truth value");
            return;
        case TermForm::Strict:
            if (term.kind == TermKind::Within) verify_range(id, term);
            return;
        case TermForm::Junction:
            return;
    }
}

void TermVerifier::verify_range(TermId id, const Term& term) {
    const auto position = static_cast<std::size_t>(term.payload);
    if (term.payload < 0 || position >= model_.types.size()) return problem(id, "names nothing");
    if (!model_.type(TypeId(position)).is_finite()) problem(id, "the range is not finite");
    verify_interval(id, term, TypeId(position));
}

void TermVerifier::verify_leaf(TermId id, const Term& term) {
    const auto position = static_cast<std::size_t>(term.payload);
    const auto indexes = [&](std::size_t count) {
        if (term.payload < 0 || position >= count) problem(id, "names nothing");
    };
    const auto arguments = [&](const auto& named) {
        verify_arguments(id, term, named.size(), position < named.size() ? &named[position].params : nullptr);
    };
    const auto typed = [&](const auto& named) {
        if (position < named.size()) verify_interval(id, term, named[position].type);
    };
    if (term.kind == TermKind::Register) return indexes(model_.layout.registers);
    if (term.kind == TermKind::Bound) return indexes(64);
    if (term.kind == TermKind::Enabled) return indexes(model_.clauses.size());
    if (term.kind == TermKind::Solutions) return indexes(model_.functions.equations.size());
    if (term.kind == TermKind::Cell) return arguments(model_.variables);
    if (term.kind == TermKind::Table) return arguments(model_.functions.tables);
    if (term.kind == TermKind::Open) {
        arguments(model_.functions.open);
        return typed(model_.functions.open);
    }
    if (term.kind == TermKind::Unknown) {
        arguments(model_.functions.unknowns);
        return typed(model_.functions.unknowns);
    }
}

void TermVerifier::verify_arguments(TermId id, const Term& term, std::size_t count,
                                    const std::vector<TypeId>* params) {
    if (params == nullptr) return problem(id, fmt::format("names number {} of {}", term.payload, count));
    if (params->size() != term.children.size()) problem(id, "wrong number of arguments");
}

void TermVerifier::verify_interval(TermId id, const Term& term, TypeId type_id) {
    const Type& type = model_.type(type_id);
    if (term.bounded && (!type.is_finite() || type.lo < term.lo || term.hi < type.hi))
        problem(id, "its interval leaves out values of its type");
}

namespace {

void narrow(std::map<std::uint32_t, Assumed>& into, std::uint32_t key, const Assumed& other) {
    const auto [it, is_new] = into.try_emplace(key, other);
    if (is_new || !other.bounded) return;
    Assumed& known = it->second;
    known = known.bounded ? Assumed{std::max(known.lo, other.lo), std::min(known.hi, other.hi), true} : other;
}

}  // namespace

TermNeeds TermVerifier::combine(TermId id, const Term& term, std::vector<const TermNeeds*> children) {
    TermNeeds result;
    const auto number = static_cast<std::uint32_t>(term.payload);
    const Assumed assumed{term.lo, term.hi, term.bounded};
    if (term.kind == TermKind::Register) result.registers[number] = assumed;
    if (term.kind == TermKind::Bound) result.binders[number] = assumed;
    // The start and the goal of a Reach are outside the scope of its two binders.
    const std::size_t outside = term.kind == TermKind::Reach ? 2 : 0;
    const std::uint32_t levels = term.kind == TermKind::Reach ? 2 : term.domain.is_valid() ? 1 : 0;
    for (std::size_t i = 0; i < children.size(); ++i) {
        const TermNeeds& child = *children[i];
        const bool inside = levels > 0 && i >= outside;
        if (inside && child.lowest_quantifier < number + levels)
            problem(id, "an inner quantifier does not have a higher level");
        for (const auto& [level, needed] : child.binders) {
            if (inside && number <= level && level < number + levels) {
                covers(id, needed, term.domain);
            } else {
                narrow(result.binders, level, needed);
            }
        }
        for (const auto& [reg, needed] : child.registers) narrow(result.registers, reg, needed);
        result.lowest_quantifier = std::min(result.lowest_quantifier, child.lowest_quantifier);
    }
    if (levels > 0) result.lowest_quantifier = std::min(result.lowest_quantifier, number);
    return result;
}

void TermVerifier::covers(TermId id, const Assumed& assumed, TypeId domain) {
    const Type& type = model_.type(domain);
    if (assumed.bounded && (assumed.lo > type.first() || assumed.hi < type.hi))
        problem(id, "its binder is used with an interval that leaves out values of the domain");
}

const TermNeeds& TermVerifier::needs(TermId root) {
    return fold_(root, [this](TermId id, const Term& term, const auto& of) {
        std::vector<const TermNeeds*> children;
        for (const TermId child : term.children) children.push_back(&of(child));
        return combine(id, term, std::move(children));
    });
}

void TermVerifier::fits(const Assumed& assumed, TypeId id, const std::string& what) {
    if (!id.is_valid() || !assumed.bounded) return;
    const Type& type = model_.type(id);
    if (!type.is_finite() || type.first() < assumed.lo || type.hi > assumed.hi) {
        problems_.push_back(what + " is used with an interval narrower than its type");
    }
}

void TermVerifier::verify(TermId id, const TermPlace& place) {
    if (!id.is_valid()) {
        if (!place.may_be_absent) problems_.push_back(place.what + ": a term is missing");
        return;
    }
    if (id.index >= model_.terms.size())
        return problems_.push_back(place.what + ": a term is not in the pool");
    if (place.boolean && !is_boolean(id)) problems_.push_back(place.what + ": not a truth value");
    const TermNeeds& needed = needs(id);
    for (const auto& [level, assumed] : needed.binders) {
        if (level >= place.binders.size()) {
            problems_.push_back(fmt::format("{}: binder {} is not in scope", place.what, level));
        } else {
            fits(assumed, place.binders[level], fmt::format("{}: binder {}", place.what, level));
        }
    }
    if (needed.lowest_quantifier < place.binders.size()) {
        problems_.push_back(fmt::format("{}: a quantifier takes the level {} of a binder in scope",
                                        place.what, needed.lowest_quantifier));
    }
    for (const auto& [reg, assumed] : needed.registers) {
        const auto known = place.registers.find(reg);
        if (known != place.registers.end()) {
            fits(assumed, known->second, fmt::format("{}: register {}", place.what, reg));
        } else if (!place.any_register) {
            problems_.push_back(fmt::format("{}: register {} holds nothing here", place.what, reg));
        }
    }
}

}  // namespace errata::compiler
