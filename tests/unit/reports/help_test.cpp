// Every code has its page.
#include "reports/explain/help.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/codes.h"
#include "dsl/diag/diagnostic.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;

TEST(Help, CoversEveryFindingCode) {
    ASSERT_FALSE(checker::all_codes().empty());
    for (const checker::CodeInfo& info : checker::all_codes()) {
        const FindingHelp* help = find_help(info.code);
        ASSERT_NE(help, nullptr) << info.code;
        EXPECT_FALSE(help->means.empty() || help->decided.empty() || help->settle.empty() ||
                     help->example.empty())
            << info.code;
        EXPECT_THAT(help_page(info.code), HasSubstr(std::string(info.title)));
    }
    EXPECT_EQ(all_finding_help().size(), checker::all_codes().size())
        << "a page for a code that does not exist";
}

TEST(Help, CoversEveryDiagnostic) {
    ASSERT_FALSE(dsl::all_diagnostics().empty());
    for (const dsl::DiagnosticInfo& info : dsl::all_diagnostics()) {
        EXPECT_THAT(help_page(info.code), HasSubstr(std::string(info.title))) << info.code;
        EXPECT_THAT(help_page(info.code), HasSubstr("What to do")) << info.code;
    }
    EXPECT_EQ(all_diagnostic_help().size(), dsl::all_diagnostics().size())
        << "a page for a diagnostic that does not exist";
}

TEST(Help, FindsDiagnosticsInLowerCase) { EXPECT_EQ(help_page("e0201"), help_page("E0201")); }

TEST(Help, HasNoPageForAnythingElse) { EXPECT_EQ(help_page("loop"), ""); }

TEST(Help, ListsAllCodes) {
    for (const std::string& code : all_help_codes()) EXPECT_THAT(help_index(), HasSubstr(code));
}

}  // namespace
}  // namespace errata::tests
