// A decision tree answers as the evaluator does, whatever it was asked before: all closed terms of random
// models, in random states.
#include <gtest/gtest.h>

#include "compiler/ir/decision_tree.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "tests/differential/random_model.h"
#include "tests/support/random_state.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace compiler;

std::vector<TermId> closed_terms(const Model& model) {
    TermFold<bool> asks_a_register(model.terms);
    std::vector<TermId> result;
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const bool is_open = asks_a_register(TermId(i), [](TermId, const Term& term, const auto& of) {
            return term.kind == TermKind::Register ||
                   std::ranges::any_of(term.children, [&](TermId child) { return of(child); });
        });
        if (!is_open && model.terms[TermId(i)].open_levels == 0) result.emplace_back(i);
    }
    return result;
}

// How often an answer was known before.
std::size_t compare_trees(const Model& model, std::uint64_t seed, std::size_t most_nodes) {
    const Evaluator evaluator(model);
    RandomStates states(model, seed);
    std::vector<State> asked;
    for (int i = 0; i < 40; ++i) asked.push_back(states.next());
    std::size_t known = 0;
    for (const TermId term : closed_terms(model)) {
        DecisionTree tree(evaluator, term, most_nodes);
        for (const State& state : asked) {
            const std::size_t before = tree.nodes();
            EXPECT_EQ(tree.value(state), evaluator.value(term, state))
                << "seed " << seed << " term " << term.index;
            known += before > 0 && tree.nodes() == before ? 1 : 0;
        }
    }
    return known;
}

TEST(DecisionTree, AnswersAsTheEvaluatorDoes) {
    std::size_t known = 0;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + 150; ++seed) {
        const Model model = random_model(seed);
        known += compare_trees(model, seed, std::size_t{1} << 16);
        compare_trees(model, seed, 5);
    }
    EXPECT_GT(known, 10'000U);
}

}  // namespace
}  // namespace errata::tests
