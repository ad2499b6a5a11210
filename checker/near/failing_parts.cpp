#include "checker/near/failing_parts.h"

#include <algorithm>

#include "checker/plays/describe.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr Value most_off = 1'000'000;

bool is_calculated(TermKind kind) {
    return kind == TermKind::Add || kind == TermKind::Subtract || kind == TermKind::Multiply ||
           kind == TermKind::Minimum || kind == TermKind::Maximum || kind == TermKind::Within ||
           kind == TermKind::Count || kind == TermKind::Sum;
}

bool is_number(const Model& model, const Term& comparison) {
    return std::ranges::any_of(comparison.children, [&](TermId side) {
        const Term& term = model.terms[side];
        if (is_calculated(term.kind)) return true;
        return term.kind == TermKind::Cell &&
               is_number_type(model.type(model.variables[static_cast<std::size_t>(term.payload)].type));
    });
}

class FailingParts {
public:
    FailingParts(TermEvaluator& terms, const VisitPart& visit) : terms_(terms), visit_(visit) {}

    void look_at(TermId id, bool wanted) {
        const Term& term = terms_.model.terms[id];
        const bool has_to_be_all =
            (term.kind == TermKind::And && wanted) || (term.kind == TermKind::Or && !wanted);
        const bool is_of_every_value =
            (term.kind == TermKind::Forall && wanted) || (term.kind == TermKind::Exists && !wanted);
        if (term.kind == TermKind::Not) return look_at(term.children[0], !wanted);
        if (has_to_be_all) return those_failing(term, wanted);
        if (is_of_every_value) return first_failing(term, wanted);
        if (term.kind == TermKind::Implies && wanted) return look_at(term.children[1], true);
        if (term.kind == TermKind::Or && wanted) {
            if (const std::optional<TermId> only = only_reading(term)) return look_at(*only, true);
        }
        if (term.kind == TermKind::And && !wanted) {
            if (const std::optional<TermId> only = only_reading(term)) return look_at(*only, false);
        }
        if (term.kind == TermKind::Exists && wanted) return nearest(term);
        visit_({id, wanted, bound_});
    }

private:
    // Of several of which one would do, or one must not be so, the one that is not decided by the values
    // picked alone.
    std::optional<TermId> only_reading(const Term& term) const {
        std::vector<TermId> reading;
        for (const TermId child : term.children) {
            if (weight(child) == 1) reading.push_back(child);
        }
        return reading.size() == 1 ? std::optional(reading[0]) : std::nullopt;
    }

    // What the values picked decide alone does not come about later.
    std::size_t weight(TermId part) const {
        constexpr std::size_t never = 1000;
        bool reads = false;
        walk_terms(terms_.model.terms, std::span(&part, 1), [&](TermId, const Term& term) {
            reads = reads || term.kind == TermKind::Cell || term.kind == TermKind::Open ||
                    term.kind == TermKind::Unknown;
        });
        return reads ? 1 : never;
    }

    // For which value the fewest parts fail, and of these by the least.
    void nearest(const Term& term) {
        std::optional<std::pair<std::size_t, Value>> least;
        Value best = 0;
        for_each_value(term, [&](Value value) {
            std::pair<std::size_t, Value> failing{0, 0};
            const VisitPart count = [&](const FailingPart& part) {
                failing.first += weight(part.term);
                failing.second += how_far_off(terms_, part.term);
            };
            FailingParts(terms_, count).look_at(term.children[0], true);
            if (!least || failing < *least) {
                least = failing;
                best = value;
            }
            return true;
        });
        if (!least) return;
        for_each_value(term, [&](Value value) {
            if (value == best) look_at(term.children[0], true);
            return value != best;
        });
    }

    // Until `visit` says no.
    template <class Visit>
    void for_each_value(const Term& term, const Visit& visit) {
        const Type& domain = terms_.model.type(term.domain);
        const auto level = static_cast<std::uint32_t>(term.payload);
        const std::size_t outside = terms_.binders.depth();
        bound_.emplace_back(level, term.domain);
        bool goes_on = true;
        for (Value value = domain.first(); goes_on && value <= domain.hi; ++value) {
            terms_.binders.bind(level, value);
            goes_on = visit(value);
        }
        bound_.pop_back();
        terms_.binders.unbind(outside);
    }

    bool fails(TermId id, bool wanted) {
        const std::optional<Value> value = tried(terms_, id);
        return !value || (*value != 0) != wanted;
    }

    void those_failing(const Term& term, bool wanted) {
        for (const TermId child : term.children) {
            if (fails(child, wanted)) look_at(child, wanted);
        }
    }

    void first_failing(const Term& term, bool wanted) {
        for_each_value(term, [&](Value) {
            if (!fails(term.children[0], wanted)) return true;
            look_at(term.children[0], wanted);
            return false;
        });
    }

    TermEvaluator& terms_;
    const VisitPart& visit_;
    std::vector<std::pair<std::uint32_t, TypeId>> bound_;
};

}  // namespace

// Of what has to be so for every value: for how many it is not.
static Value failing_values(TermEvaluator& terms, const Term& term, bool wanted) {
    const Type& domain = terms.model.type(term.domain);
    const std::size_t outside = terms.binders.depth();
    Value failing = 0;
    for (Value value = domain.first(); value <= domain.hi; ++value) {
        terms.binders.bind(static_cast<std::uint32_t>(term.payload), value);
        const std::optional<Value> is_so = tried(terms, term.children[0]);
        if (!is_so || (*is_so != 0) != wanted) ++failing;
    }
    terms.binders.unbind(outside);
    return failing;
}

Value how_far_off(TermEvaluator& terms, TermId condition) {
    const Model& model = terms.model;
    const Term* term = &model.terms[condition];
    if (term->kind == TermKind::Not) term = &model.terms[term->children[0]];
    const bool is_negated = term != &model.terms[condition];
    if (term->kind == (is_negated ? TermKind::Exists : TermKind::Forall))
        return failing_values(terms, *term, !is_negated);
    if (term->kind == TermKind::Reach && term == &model.terms[condition])
        return model.type(term->domain).size() - static_cast<Value>(reached_by_way(terms, condition).size());
    if (term->kind != TermKind::Less && term->kind != TermKind::LessEqual && term->kind != TermKind::Equal)
        return 0;
    // Of other things than numbers none is nearer than another.
    if (term->kind == TermKind::Equal && !is_number(model, *term)) return 0;
    const std::optional<Value> a = tried(terms, term->children[0]);
    const std::optional<Value> b = tried(terms, term->children[1]);
    return a && b ? std::min<Value>(std::abs(*a - *b), most_off) : most_off;
}

void for_each_failing_part(TermEvaluator& terms, TermId condition, bool wanted, const VisitPart& visit) {
    FailingParts(terms, visit).look_at(condition, wanted);
}

}  // namespace errata::checker
