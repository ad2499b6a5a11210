// The library of phrases does what it says: small games whose cards have a text for each wording, and
// scenarios that play it.
//
// To add one: a card with the wording in the game that is named for the library's file, and a scenario that
// fails without it.
#include <gtest/gtest.h>

#include "tests/support/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

class LibraryGames : public testing::TestWithParam<std::string> {};

TEST_P(LibraryGames, GoAsWritten) {
    const Ran ran = run_errata({"check", GetParam()});
    EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
}

INSTANTIATE_TEST_SUITE_P(Library, LibraryGames, testing::ValuesIn(specs_under("/tests/verdicts/library")),
                         name_of_spec);

}  // namespace
}  // namespace errata::tests
