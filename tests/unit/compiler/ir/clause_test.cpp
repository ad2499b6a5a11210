#include "compiler/ir/clause.h"

#include <set>

#include <gtest/gtest.h>

namespace errata::compiler {
namespace {

TEST(Clause, every_kind_has_a_word_of_its_own_but_what_is_printed) {
    std::set<std::string> words;
    for (const ClauseKind kind : {
#define ERRATA_CLAUSE(name, word) ClauseKind::name,
#include "compiler/ir/clause_kinds.def"
#undef ERRATA_CLAUSE
         }) {
        const Clause clause{"", "", kind, {}, {}};
        EXPECT_EQ(kind_word(clause).empty(), kind == ClauseKind::Printed) << static_cast<int>(kind);
        EXPECT_TRUE(words.emplace(kind_word(clause)).second) << kind_word(clause);
    }
}

TEST(Clause, what_is_printed_is_called_as_the_spec_calls_it) {
    EXPECT_EQ(kind_word({"Void", "", ClauseKind::Printed, {}, {}, "terrain"}), "terrain");
    EXPECT_EQ(kind_word({"Flight", "", ClauseKind::Rule, {}, {}}), "rule");
}

}  // namespace
}  // namespace errata::compiler
