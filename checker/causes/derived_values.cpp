#include "checker/causes/derived_values.h"

#include <algorithm>

#include "checker/causes/experiment.h"
#include "checker/plays/describe.h"
#include "checker/plays/term_words.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_values_told = 4;
constexpr std::size_t most_makers = 4;  // named

class DerivedValues {
public:
    DerivedValues(const Evaluator& evaluator, const State& state)
        : evaluator_(evaluator),
          state_(state),
          terms_{evaluator.model(), evaluator.enabled(), journal_, nullptr},
          words_(evaluator.model(), terms_, [](const Term&) { return TypeId(); }),
          clauses_(listed(clauses_that_can_go(evaluator.model()))) {
        terms_.look_at(state_.data(), state_.data());
    }

    std::vector<Phrase> of(TermId condition) {
        walk_terms(model().terms, std::span(&condition, 1), [&](TermId id, const Term& term) {
            if (term.open_levels != 0) return;
            if (is_asked(term)) tell(id, words_.value(id), makers_of(id));
            const bool compares = term.kind == TermKind::Equal || term.kind == TermKind::Less ||
                                  term.kind == TermKind::LessEqual;
            if (!compares) return;
            tell_side(term.children[0], term.children[1]);
            tell_side(term.children[1], term.children[0]);
        });
        return std::move(told_);
    }

private:
    using Makers = std::optional<std::vector<std::string>>;  // nothing: nobody, or too many to name

    const Model& model() const { return evaluator_.model(); }

    static bool is_asked(const Term& term) {
        return term.kind == TermKind::Open || term.kind == TermKind::Unknown;
    }

    // What is counted or put together, and stands under no name.
    void tell_side(TermId side, TermId other) {
        const TermKind kind = model().terms[side].kind;
        const bool is_plain = kind == TermKind::Cell || kind == TermKind::Const || kind == TermKind::Table ||
                              is_asked(model().terms[side]);
        const Term& against = model().terms[other];
        if (is_plain || against.kind != TermKind::Const || asks_by_name(side)) return;
        const Makers makers = makers_of(side);
        if (makers) tell(side, "what is compared with " + std::to_string(against.payload), makers);
    }

    bool asks_by_name(TermId side) const {
        bool result = false;
        walk_terms(model().terms, std::span(&side, 1), [&](TermId, const Term& term) {
            result = result || (is_asked(term) && term.open_levels == 0);
        });
        return result;
    }

    void tell(TermId id, const Phrase& name, const Makers& makers) {
        const std::optional<Value> value = evaluator_.value(id, state_);
        if (name.empty() || !value || told_.size() == most_values_told) return;
        const TypeId type = words_.type(id);
        Phrase said =
            name + " is " + (type.is_valid() ? value_text(model(), type, *value) : std::to_string(*value));
        if (makers) said += " by " + list_text(*makers);
        if (std::ranges::find(told_, said) == told_.end()) told_.push_back(std::move(said));
    }

    Makers makers_of(TermId id) const {
        if (told_.size() == most_values_told) return std::nullopt;
        const std::optional<Value> value = evaluator_.value(id, state_);
        Allowance allowance;
        const Experiment experiment(evaluator_, allowance);
        const Clauses deciding = experiment.each_without(
            clauses_, [&](const Game& others) { return others.rules().value(id, state_) != value; });
        std::vector<std::string> makers;
        for (const ClauseId clause : deciding) {
            const std::string maker = named_and_quoted(model().clause(clause));
            if (std::ranges::find(makers, maker) == makers.end()) makers.push_back(maker);
        }
        if (makers.empty() || makers.size() > most_makers) return std::nullopt;
        return makers;
    }

    const Evaluator& evaluator_;
    const State& state_;
    Journal journal_;
    TermEvaluator terms_;
    TermWords words_;
    Clauses clauses_;  // any of which may make a value
    std::vector<Phrase> told_;
};

}  // namespace

std::vector<Phrase> derived_values(const Evaluator& evaluator, TermId condition, const State& state) {
    return DerivedValues(evaluator, state).of(condition);
}

}  // namespace errata::checker
