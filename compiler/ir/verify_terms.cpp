#include "compiler/ir/verify_terms.h"

#include <fmt/format.h>

#include <algorithm>

namespace errata::compiler {

TermVerifier::TermVerifier(const Model& model, std::vector<std::string>& problems)
    : model_(model), problems_(problems), fold_(model.terms) {}

namespace {

void add_problem(const Model& model, TermId id, const std::string& text, std::vector<std::string>& problems) {
    problems.push_back(fmt::format("term {} ({}): {}", id.index, info(model.terms[id].kind).text, text));
}

bool is_boolean(const Term& term) { return term.bounded && term.lo >= 0 && term.hi <= 1; }

// One term of the pool by itself.
class LoneTerm {
public:
    LoneTerm(const Model& model, TermId id, std::vector<std::string>& problems)
        : model_(model), id_(id), term_(model.terms[id]), problems_(problems) {}

    void verify() const {
        const int arity = info(term_.kind).arity;
        if (arity >= 0 && term_.children.size() != static_cast<std::size_t>(arity))
            return problem("wrong number of children");
        if (std::ranges::any_of(term_.children, [&](TermId child) { return child.index >= id_.index; }))
            return problem("a child is not older than its parent");
        verify_kind();
    }

private:
    void verify_kind() const {
        switch (term_.kind) {
            case TermKind::Register:
                return payload(model_.layout.registers);
            case TermKind::Bound:
                return payload(64);
            case TermKind::Enabled:
                return payload(model_.clauses.size());
            case TermKind::Solutions:
                return payload(model_.equations.size());
            case TermKind::Cell:
                return arguments(model_.variables);
            case TermKind::Table:
                return arguments(model_.tables);
            case TermKind::Open:
                arguments(model_.open_functions);
                return interval(model_.open_functions);
            case TermKind::Unknown:
                arguments(model_.unknowns);
                return interval(model_.unknowns);
            case TermKind::Not:
            case TermKind::And:
            case TermKind::Or:
            case TermKind::Implies:
                return conditions(term_.children.size());
            case TermKind::Ite:
                return conditions(1);
            case TermKind::Exists:
            case TermKind::Forall:
            case TermKind::Count:
            case TermKind::Sum:
            case TermKind::First:
                quantifier(1);
                return conditions(1);
            case TermKind::Reach:
                quantifier(2);
                return link();
            case TermKind::Const:
            case TermKind::Equal:
            case TermKind::Less:
            case TermKind::LessEqual:
            case TermKind::Add:
            case TermKind::Subtract:
            case TermKind::Multiply:
            case TermKind::Minimum:
            case TermKind::Maximum:
            case TermKind::SetHas:
            case TermKind::SetInsert:
            case TermKind::SetErase:
            case TermKind::SetUnion:
            case TermKind::SetMinus:
            case TermKind::SetSize:
                return;
        }
    }

    void payload(std::size_t count) const {
        if (term_.payload < 0 || static_cast<std::size_t>(term_.payload) >= count) problem("names nothing");
    }

    void conditions(std::size_t count) const {
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_boolean(model_.terms[term_.children[i]]))
                problem(fmt::format("child {} is not a truth value", i));
        }
    }

    void quantifier(std::size_t binders) const {
        payload(65 - binders);
        if (term_.domain.index >= model_.types.size()) return problem("the domain is no type");
        if (!model_.type(term_.domain).is_finite()) problem("the domain is not finite");
    }

    void link() const {
        if (!is_boolean(model_.terms[term_.children[2]])) problem("its link is not a truth value");
    }

    template <class Named>
    void arguments(const std::vector<Named>& all) const {
        const auto position = static_cast<std::size_t>(term_.payload);
        if (position >= all.size())
            return problem(fmt::format("names number {} of {}", term_.payload, all.size()));
        if (all[position].params.size() != term_.children.size()) problem("wrong number of arguments");
    }

    template <class Named>
    void interval(const std::vector<Named>& all) const {
        const auto position = static_cast<std::size_t>(term_.payload);
        if (position >= all.size()) return;
        const Type& type = model_.type(all[position].type);
        if (term_.bounded && (!type.is_finite() || type.lo < term_.lo || term_.hi < type.hi))
            problem("its interval leaves out values of its type");
    }

    void problem(const std::string& text) const { add_problem(model_, id_, text, problems_); }

    const Model& model_;
    TermId id_;
    const Term& term_;
    std::vector<std::string>& problems_;
};

}  // namespace

bool TermVerifier::verify_pool() {
    const std::size_t before = problems_.size();
    for (std::size_t i = 0; i < model_.terms.size(); ++i) LoneTerm(model_, TermId(i), problems_).verify();
    return problems_.size() == before;
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
            add_problem(model_, id, "an inner quantifier does not have a higher level", problems_);
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
        add_problem(model_, id, "its binder is used with an interval that leaves out values of the domain",
                    problems_);
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
    if (place.boolean && !is_boolean(model_.terms[id]))
        problems_.push_back(place.what + ": not a truth value");
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
