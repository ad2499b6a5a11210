// A term mistaken for another.
#include "compiler/ir/term_kinds.h"
#include "tests/differential/mistakes.h"
#include "tests/differential/rewrite_terms.h"

namespace errata::tests {

using namespace compiler;

namespace {

using Children = std::vector<TermId>;

bool is_quantifier(TermKind kind) {
    return kind == TermKind::Exists || kind == TermKind::Forall || kind == TermKind::Count ||
           kind == TermKind::Sum || kind == TermKind::First;
}

TypeId without_last_value(Model& model, TypeId id) {
    Type shorter = model.type(id);
    --shorter.hi;
    model.types.push_back(std::move(shorter));
    return TypeId(model.types.size() - 1);
}

std::optional<TermId> over_fewer(Model& model, const Term& term, const Children& children) {
    const Type& domain = model.type(term.domain);
    if (domain.hi <= domain.first()) return std::nullopt;
    const TypeId shorter = without_last_value(model, term.domain);
    return model.terms.make_quantifier(term.kind, term.payload, children, shorter, model.type(shorter));
}

void shorten_ranges(Model& model, const EnabledClauses&) {
    rewrite_terms(model, [](Model& in, const Term& term, const Children& children) {
        return is_quantifier(term.kind) ? over_fewer(in, term, children) : std::nullopt;
    });
}

void shorten_reach(Model& model, const EnabledClauses&) {
    rewrite_terms(model, [](Model& in, const Term& term, const Children& children) {
        return term.kind == TermKind::Reach ? over_fewer(in, term, children) : std::nullopt;
    });
}

void swap_branches(Model& model, const EnabledClauses&) {
    rewrite_terms(model, [](Model& in, const Term& term, const Children& children) -> std::optional<TermId> {
        if (term.kind != TermKind::Ite) return std::nullopt;
        return in.terms.make(TermKind::Ite, {children[0], children[2], children[1]});
    });
}

void define_everywhere(Model& model, const EnabledClauses&) {
    rewrite_terms(model, [](Model& in, const Term& term, Children children) -> std::optional<TermId> {
        const std::vector<TypeId>* params = params_of(in, term);
        for (std::size_t i = 0; params != nullptr && i < params->size(); ++i) {
            const Type type = in.type((*params)[i]);
            if (!type.is_finite()) continue;
            const TermId least = in.terms.make(TermKind::Maximum, {children[i], in.terms.constant(type.lo)});
            children[i] = in.terms.make(TermKind::Minimum, {least, in.terms.constant(type.hi)});
        }
        if (params == nullptr) return std::nullopt;
        return with_children(in, term, children);
    });
}

// Every second node asks functions of its own that say the same.
void ask_afresh(Model& model, const EnabledClauses&) {
    const std::size_t count = model.functions.open.size();
    for (std::size_t i = 0; i < count; ++i) model.functions.open.push_back(model.functions.open[i]);
    for (std::size_t i = 0; i < model.flow.code.size(); i += 2) {
        Code code = model.flow.code[CodeId(i)];
        for (TermId& term : code.terms) {
            term = rewritten(
                model, term,
                [&](Model& in, const Term& asked, const Children& children) -> std::optional<TermId> {
                    if (asked.kind != TermKind::Open) return std::nullopt;
                    Term other = asked;
                    other.payload += static_cast<Value>(count);
                    return with_children(in, other, children);
                });
        }
        model.flow.code.replace(CodeId(i), std::move(code));
    }
}

std::vector<bool> inductive_unknowns(const Model& model) {
    std::vector<bool> result(model.functions.unknowns.size());
    for (const Equations& system : model.functions.equations) {
        for (std::size_t i = 0; i < system.count; ++i) result[system.first + i] = system.inductive;
    }
    return result;
}

// What the least solution of the opposite of everything is not, the greatest solution is.
void begin_with_all_yes(Model& model, const EnabledClauses&) {
    const std::vector<bool> turned = inductive_unknowns(model);
    rewrite_terms(model, [&](Model& in, const Term& term, const Children& children) -> std::optional<TermId> {
        if (term.kind != TermKind::Unknown || !turned[static_cast<std::size_t>(term.payload)])
            return std::nullopt;
        return in.terms.make(TermKind::Not, {with_children(in, term, children)});
    });
    for (std::size_t i = 0; i < model.functions.unknowns.size(); ++i) {
        TermId& definition = model.functions.unknowns[i].definition;
        if (turned[i]) definition = model.terms.make(TermKind::Not, {definition});
    }
}

}  // namespace

const std::vector<ModelMistake>& term_mistakes() {
    static const std::vector<ModelMistake> all = {
        {"ShortRange", "a quantifier misses the last value of its domain", shorten_ranges},
        {"ShortReach", "what is reached through the last value only counts as out of reach", shorten_reach},
        {"SwappedIte", "the branches of a conditional value change places", swap_branches},
        {"ForgottenDefinedness", "an index outside its type is not noticed", define_everywhere},
        {"FreshUndetermined", "an undetermined predicate may change its value within a transition",
         ask_afresh},
        {"GreatestFixpoint", "an inductive system begins with 'all yes'", begin_with_all_yes},
    };
    return all;
}

}  // namespace errata::tests
