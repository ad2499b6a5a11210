#include "checker/claims/without_value.h"

#include <optional>

#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Innermost {
public:
    Innermost(TermEvaluator& terms, std::map<Value, TypeId>& bound)
        : model_(terms.model), terms_(terms), bound_(bound) {}

    TermId in(TermId id) {
        for (;;) {
            const std::optional<TermId> part = failing_part(id);
            if (!part) return id;
            id = *part;
        }
    }

private:
    std::optional<TermId> failing_part(TermId id) {
        const Term& term = model_.terms[id];
        if (!term.domain.is_valid()) return failing_child(term);
        if (term.kind == TermKind::Reach) return std::nullopt;
        const Type& domain = model_.type(term.domain);
        const auto level = static_cast<std::uint32_t>(term.payload);
        for (Value value = domain.first(); value <= domain.hi; ++value) {
            const std::size_t depth = terms_.binders.bind(level, value);
            if (const std::optional<TermId> part = failing_child(term)) {
                bound_[term.payload] = term.domain;
                return part;
            }
            terms_.binders.unbind(depth);
        }
        return std::nullopt;
    }

    // Left to right, as they are evaluated: behind one that decides nothing is asked.
    std::optional<TermId> failing_child(const Term& term) {
        for (const TermId child : term.children) {
            if (has_no_value(terms_, child)) return child;
            const Value value = terms_.evaluate(child);
            forgive(terms_);
            const bool decides = (term.kind == TermKind::And && value == 0) ||
                                 (term.kind == TermKind::Or && value == 1) ||
                                 (term.domain.is_valid() && value == 0);
            if (decides) return std::nullopt;
            if (term.kind == TermKind::Ite && child == term.children[0]) {
                const TermId taken = term.children[value == 1 ? 1 : 2];
                return has_no_value(terms_, taken) ? std::optional(taken) : std::nullopt;
            }
        }
        return std::nullopt;
    }

    const Model& model_;
    TermEvaluator& terms_;
    std::map<Value, TypeId>& bound_;
};

}  // namespace

bool has_no_value(TermEvaluator& terms, TermId id) {
    terms.evaluate(id);
    const bool failed = terms.failure == Failure::Undefined || terms.failure == Failure::Overflow;
    forgive(terms);
    return failed;
}

TermId innermost_without_value(TermEvaluator& terms, TermId id, std::map<Value, TypeId>& bound) {
    return Innermost(terms, bound).in(id);
}

}  // namespace errata::checker
