#include "checker/plays/deciding_objects.h"

#include <algorithm>

#include "checker/plays/describe.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Search {
public:
    Search(const Evaluator& evaluator, const State& state, const std::vector<Value>& bound)
        : model_(evaluator.model()), terms_{model_, evaluator.enabled(), journal_} {
        terms_.look_at(state.data(), nullptr);
        for (std::size_t i = 0; i < bound.size(); ++i)
            terms_.binders.bind(static_cast<std::uint32_t>(i), bound[i]);
    }

    void go_into(TermId id) {
        const Term& term = model_.terms[id];
        const Value value = terms_.evaluate(id);
        if (terms_.failed()) return;
        const bool is_and = term.kind == TermKind::And;
        if (term.kind == TermKind::Not) return go_into(term.children[0]);
        if (term.kind == TermKind::Forall && value == 0) return find_one(term, 0);
        if (term.kind == TermKind::Exists && value == 1) return find_one(term, 1);
        if (is_and || term.kind == TermKind::Or) {
            const bool one_decides = value == (is_and ? 0 : 1);
            return one_decides ? go_into_first(term, value) : go_into_all(term);
        }
        if (term.kind == TermKind::Implies && value == 0) go_into_all(term);
    }

    std::vector<Phrase> names() && { return std::move(names_); }

private:
    void find_one(const Term& term, Value wanted) {
        const Type& domain = model_.type(term.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value) {
            const std::size_t outside = terms_.binders.bind(static_cast<std::uint32_t>(term.payload), value);
            const bool decides = terms_.evaluate(term.children[0]) == wanted && !terms_.failed();
            if (decides) {
                name(term.domain, value);
                go_into(term.children[0]);
            }
            terms_.binders.unbind(outside);
            if (decides || terms_.failed()) return;
        }
    }

    // Numbers are no objects.
    void name(TypeId domain, Value value) {
        if (model_.type(domain).form != TypeForm::Enum) return;
        const Phrase words = value_text(model_, domain, value);
        if (std::ranges::find(names_, words) == names_.end()) names_.push_back(words);
    }

    void go_into_first(const Term& term, Value wanted) {
        for (const TermId child : term.children) {
            if (terms_.evaluate(child) == wanted && !terms_.failed()) return go_into(child);
        }
    }

    void go_into_all(const Term& term) {
        for (const TermId child : term.children) go_into(child);
    }

    const Model& model_;
    Journal journal_;
    TermEvaluator terms_;
    std::vector<Phrase> names_;
};

}  // namespace

std::vector<Phrase> deciding_objects(const Evaluator& evaluator, TermId term, const State& state,
                                     const std::vector<Value>& bound) {
    Search search(evaluator, state, bound);
    search.go_into(term);
    return std::move(search).names();
}

}  // namespace errata::checker
