#include "checker/claims/said.h"

#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

Said::Said(const Evaluator& evaluator, const OpenFunction& open, const State& state)
    : model_(evaluator.model()), open_(open), terms_{model_, evaluator.enabled(), journal_, &decisions_} {
    terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
}

std::size_t Said::size() const { return tuples(model_, open_.params); }

std::vector<Spoken> Said::about(std::size_t position) {
    std::vector<Spoken> result;
    decisions_.rewind();
    for (const Statement& statement : open_.statements) {
        const BinderRange outside = enter(terms_, open_.params, position);
        if (terms_.evaluate(statement.condition) != 0 && !terms_.failed()) {
            const Value value = terms_.evaluate(statement.value);
            result.push_back({&statement, terms_.failed() ? std::nullopt : std::optional(value)});
        }
        terms_.binders.leave(outside);
        forgive(terms_);
    }
    return result;
}

}  // namespace errata::checker
