// The evaluator comes to the same with and without its shortcuts: the index of long lists (every list
// indexed, however short), bindings of an option passed over for which a guard cannot hold, compiled terms,
// answers that are kept. Random models, in random states. And a shortcut that goes wrong is noticed.
#include <gtest/gtest.h>

#include <set>

#include "compiler/ir/passes/compile_terms.h"
#include "compiler/ir/passes/guard_binders.h"
#include "compiler/ir/passes/index_cases.h"
#include "tests/differential/random_model.h"
#include "tests/support/random_state.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

using namespace compiler;

bool are_equal(const Successor& a, const Successor& b) {
    const auto same_change = [](const Change& one, const Change& other) {
        return one.cell == other.cell && one.before == other.before && one.after == other.after &&
               one.clause == other.clause;
    };
    return a.move == b.move && a.next == b.next && a.asks == b.asks && a.cut == b.cut &&
           a.given_up == b.given_up && a.too_many_orders == b.too_many_orders && a.incidents == b.incidents &&
           a.used == b.used && std::ranges::equal(a.changes, b.changes, same_change);
}

bool are_equal(const Expansion& a, const Expansion& b) {
    return a.owner == b.owner && a.over == b.over && a.incidents == b.incidents && a.absent == b.absent &&
           std::ranges::equal(a.successors, b.successors, [](const Successor& one, const Successor& other) {
               return are_equal(one, other);
           });
}

struct IndexCompared {
    std::size_t lists = 0;
    std::size_t left_out = 0;  // entries, in the states asked
    std::size_t different = 0;
    std::size_t differently_asked = 0;
};

void compare_with_index(const Model& model, std::uint64_t seed, IndexCompared& compared) {
    compared.lists += model.shortcuts.cases.lists.size() + model.shortcuts.cases.terms.size();
    const Evaluator indexed(model);
    const Evaluator plain = indexed.plain();
    RandomStates states(model, seed);
    for (int i = 0; i < 40; ++i) {
        const State state = states.next();
        for (const CaseList& list : model.shortcuts.cases.lists)
            compared.left_out +=
                list.always.size() + list.by_value.size() - list.entries(state.data()).size();
        ReadingSet asked;
        ReadingSet asked_plainly;
        const Expansion expansion = indexed.watched(asked).expand(state);
        const bool same = are_equal(expansion, plain.watched(asked_plainly).expand(state));
        compared.different += same ? 0 : 1;
        compared.differently_asked += asked == asked_plainly ? 0 : 1;
    }
}

TEST(CaseIndex, ChangesNothing) {
    IndexCompared compared;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + 1'500; ++seed) {
        Model model = random_model(seed);
        model.shortcuts.cases = index_cases(model, ListsIndexed::All);
        compare_with_index(model, seed, compared);
        EXPECT_EQ(compared.different, 0U) << "seed " << seed;
        EXPECT_EQ(compared.differently_asked, 0U) << "seed " << seed;
        if (compared.different + compared.differently_asked > 0) break;
    }
    if (first > 0) return;  // other models may have fewer lists (tests/night)
    EXPECT_GT(compared.lists, 200U);
    EXPECT_GT(compared.left_out, 1'000U);
}

// Each entry under another value than its own.
TEST(CaseIndex, IsFoundOut) {
    IndexCompared compared;
    // The same models in every run: how often the mistake shows is a number of theirs.
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        Model model = random_model(seed);
        model.shortcuts.cases = index_cases(model, ListsIndexed::All);
        const auto spoil = [](CaseList& list) {
            for (auto& [value, entry] : list.by_value) ++value;
        };
        for (CaseList& list : model.shortcuts.cases.lists) spoil(list);
        for (IndexedTerm& term : model.shortcuts.cases.terms) spoil(term.list);
        compare_with_index(model, seed, compared);
    }
    EXPECT_GT(compared.different, 50U);
}

TEST(GuardBinders, ChangeNothing) {
    IndexCompared compared;
    const std::uint64_t first = first_seed();
    std::size_t known = 0;
    for (std::uint64_t seed = first; seed < first + 1'500; ++seed) {
        Model model = random_model(seed);
        model.shortcuts.guard_binders = guard_binders(model);
        for (const auto& options : model.shortcuts.guard_binders.parts) known += options.size();
        compare_with_index(model, seed, compared);
        EXPECT_EQ(compared.different, 0U) << "seed " << seed;
        EXPECT_EQ(compared.differently_asked, 0U) << "seed " << seed;
        if (compared.different + compared.differently_asked > 0) break;
    }
    EXPECT_GT(known, 1'000U);
}

// As if no guard looked at a binder.
TEST(GuardBinders, AreFoundOut) {
    IndexCompared compared;
    for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
        Model model = random_model(seed);
        model.shortcuts.guard_binders = guard_binders(model);
        for (auto& options : model.shortcuts.guard_binders.parts) {
            for (std::vector<std::size_t>& parts : options) std::ranges::fill(parts, std::size_t{0});
        }
        compare_with_index(model, seed, compared);
    }
    EXPECT_GT(compared.different, 50U);
}

// All kinds of terms are met, and what is known to be certain is left early.
TEST(CompiledTerms, ChangeNothing) {
    IndexCompared compared;
    const std::uint64_t first = first_seed();
    std::set<CompiledKind> kinds;
    std::size_t certain = 0;
    for (std::uint64_t seed = first; seed < first + 1'500; ++seed) {
        Model model = random_model(seed);
        model.shortcuts.terms = compile_terms(model, {});
        for (const CompiledTerm& term : model.shortcuts.terms.terms) {
            kinds.insert(term.kind);
            certain += term.is_certain && term.kind == CompiledKind::Exists ? 1 : 0;
        }
        compare_with_index(model, seed, compared);
        EXPECT_EQ(compared.different, 0U) << "seed " << seed;
        EXPECT_EQ(compared.differently_asked, 0U) << "seed " << seed;
        if (compared.different + compared.differently_asked > 0) break;
    }
    if (first > 0) return;
    EXPECT_EQ(kinds.size(), static_cast<std::size_t>(CompiledKind::SetSize) + 1);
    EXPECT_GT(certain, 100U);
}

// With the index of lists as well, as in every game.
TEST(CompiledTerms, GoTogetherWithTheIndex) {
    IndexCompared compared;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + 700; ++seed) {
        Model model = random_model(seed);
        model.shortcuts = {index_cases(model, ListsIndexed::All), guard_binders(model), {}};
        model.shortcuts.terms = compile_terms(model, model.shortcuts.cases);
        compare_with_index(model, seed, compared);
        ASSERT_EQ(compared.different, 0U) << "seed " << seed;
        ASSERT_EQ(compared.differently_asked, 0U) << "seed " << seed;
    }
}

// A constant that is another one; what is not certain taken as certain.
TEST(CompiledTerms, AreFoundOut) {
    const auto differences = [](const auto& spoil) {
        IndexCompared compared;
        for (std::uint64_t seed = 0; seed < 1'500; ++seed) {
            Model model = random_model(seed);
            model.shortcuts.terms = compile_terms(model, {});
            for (CompiledTerm& term : model.shortcuts.terms.terms) spoil(term);
            compare_with_index(model, seed, compared);
        }
        return compared.different;
    };
    EXPECT_GT(differences([](CompiledTerm& term) {
                  if (term.kind == CompiledKind::EqualsConstant) ++term.value;
              }),
              50U);
    EXPECT_GT(differences([](CompiledTerm& term) { term.is_certain = true; }), 5U);
}

// Every term that may have a table has one.
TEST(TermTables, ChangeNothing) {
    IndexCompared compared;
    const std::uint64_t first = first_seed();
    for (std::uint64_t seed = first; seed < first + 1'500; ++seed) {
        Model model = random_model(seed);
        if (seed % 2 == 0) model.shortcuts.cases = index_cases(model, ListsIndexed::All);
        model.shortcuts.terms = compile_terms(model, model.shortcuts.cases, TermsTabled::All);
        compare_with_index(model, seed, compared);
        ASSERT_EQ(compared.different, 0U) << "seed " << seed;
        ASSERT_EQ(compared.differently_asked, 0U) << "seed " << seed;
    }
}

// Conditions that share tables: the evaluator works out some of the known answers again, and notices.
TEST(TermTables, AreFoundOut) {
    const auto differences = [] {
        IndexCompared compared;
        for (std::uint64_t seed = 0; seed < 500; ++seed) {
            Model model = random_model(seed);
            model.shortcuts.terms = compile_terms(model, {}, TermsTabled::All);
            std::vector<CompiledTerm>& terms = model.shortcuts.terms.terms;
            std::uint32_t number = 0;
            for (std::size_t i = 0; i < terms.size(); ++i) {
                const bool is_condition =
                    terms[i].kind == CompiledKind::Exists || terms[i].kind == CompiledKind::Forall;
                const bool is_closed = model.terms[TermId(i)].open_levels == 0;
                terms[i].table = is_condition && is_closed ? number++ / 2 : CompiledTerm::no_table;
            }
            compare_with_index(model, seed, compared);
        }
        return compared.different;
    };
    EXPECT_DEATH(differences(), "again.value == answer.value");
}

}  // namespace
}  // namespace errata::tests
