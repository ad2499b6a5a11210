// The house as it stands keeps its own rules.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/tidy/checks.h"

namespace errata::tests {
namespace {

using testing::IsEmpty;

const Tree& house() {
    static const Tree tree = read_tree(ERRATA_SOURCE_DIR);
    return tree;
}

TEST(House, IsRead) {
    EXPECT_TRUE(house().contains("dsl/CMakeLists.txt"));
    EXPECT_TRUE(house().contains("dsl/diag/kinds.def"));
    EXPECT_TRUE(house().contains("tests/tidy/tree_test.cpp"));
    EXPECT_TRUE(house().contains(".ci/run"));
    EXPECT_TRUE(house().contains("reports/cli/main.cpp"));
}

TEST(House, LinesFitTheirColumns) { EXPECT_THAT(check_line_lengths(house()), IsEmpty()); }
TEST(House, IncludesOnlyToTheLeft) { EXPECT_THAT(check_layers(house()), IsEmpty()); }
TEST(House, IncludesOnlyToTheLeftInsideAFolder) { EXPECT_THAT(check_sub_folders(house()), IsEmpty()); }
TEST(House, KeepsSpiritInTheGrammar) { EXPECT_THAT(check_spirit_home(house()), IsEmpty()); }
TEST(House, KeepsZ3InItsTwoFolders) { EXPECT_THAT(check_z3_home(house()), IsEmpty()); }
TEST(House, OpensHeadersWithProse) { EXPECT_THAT(check_header_prose(house()), IsEmpty()); }
TEST(House, PrintsAndExitsOnlyInTheCommandLine) { EXPECT_THAT(check_output(house()), IsEmpty()); }
TEST(House, DefinesATypeOnce) { EXPECT_THAT(check_type_names(house()), IsEmpty()); }
TEST(House, UsesOnlyWhatItNeeds) { EXPECT_THAT(check_usings(house()), IsEmpty()); }
TEST(House, NamesAllKindsInASwitch) { EXPECT_THAT(check_switches(house()), IsEmpty()); }
TEST(House, AsksForFactsAndNotForTheirWords) { EXPECT_THAT(check_words(house()), IsEmpty()); }
TEST(House, ShowsEveryDiagnosticInATest) { EXPECT_THAT(check_diagnostics_tested(house()), IsEmpty()); }
TEST(House, GivesEveryLitmusSpecATwin) { EXPECT_THAT(check_litmus_twins(house()), IsEmpty()); }
TEST(House, NamesNoMachine) { EXPECT_THAT(check_machine_paths(house()), IsEmpty()); }

}  // namespace
}  // namespace errata::tests
