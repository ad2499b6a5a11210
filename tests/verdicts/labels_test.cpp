// What a reader sees of an option: every name in its label, whatever it stands for.
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;

TEST(LabelsOfOptions, ShowRolesLetsConstantsAndBearers) {
    const std::string spec = "/tests/verdicts/regressions/labels-show-roles.rules";
    const Ran ran = run_errata({"check", std::string(ERRATA_SOURCE_DIR) + spec, "--format", "json"});
    EXPECT_THAT(ran.out, HasSubstr("ties Dolly to Molly, Dolly and 2"));
    EXPECT_THAT(ran.out, HasSubstr("then ties Molly to Polly"));
    EXPECT_THAT(ran.out, HasSubstr("Dolly hides from Dolly"));
}

}  // namespace
}  // namespace errata::tests
