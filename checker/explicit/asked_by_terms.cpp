#include "checker/explicit/asked_by_terms.h"

#include <utility>

#include "checker/explicit/asked_readings.h"
#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Of one term, a few megabytes. Beyond that it is evaluated in each state.
constexpr std::size_t most_combinations = 20'000;

}  // namespace

AskedByTerms::AskedByTerms(const Evaluator& evaluator, const std::vector<TermId>& terms)
    : evaluator_(evaluator) {
    const Model& model = evaluator.model();
    for (const TermId term : terms) {
        Asked& asked = terms_.emplace_back();
        asked.term = term;
        const std::vector<bool> read = variables_read(model, {term});
        for (std::size_t i = 0; i < read.size(); ++i) {
            const Variable& variable = model.variables[i];
            for (std::size_t k = 0; read[i] && k < variable.cells; ++k)
                asked.cells.push_back(variable.base + k);
        }
    }
}

void AskedByTerms::add(const State& state, ReadingSet& asked) {
    for (Asked& one : terms_) {
        values_.clear();
        for (const std::size_t cell : one.cells)
            values_.append(reinterpret_cast<const char*>(&state[cell]), sizeof(Value));
        const auto found = one.known.find(values_);
        if (found != one.known.end()) {
            asked = asked_in_either(std::move(asked), found->second);
            continue;
        }
        ReadingSet own;
        evaluator_.watched(own).value(one.term, state);
        asked = asked_in_either(std::move(asked), own);
        if (one.known.size() < most_combinations) one.known.emplace(values_, std::move(own));
    }
}

}  // namespace errata::checker
