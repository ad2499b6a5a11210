// Every code has its page.
#include "reports/explain/help.h"

#include <set>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "dsl/diag/diagnostic.h"
#include "dsl/source/file_reader.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;

TEST(Help, CoversEveryFindingCode) {
    ASSERT_FALSE(compiler::all_codes().empty());
    for (const compiler::CodeInfo& info : compiler::all_codes()) {
        const FindingHelp* help = find_help(info.code);
        ASSERT_NE(help, nullptr) << info.name;
        EXPECT_FALSE(help->means.empty() || help->decided.empty() || help->settle.words.empty() ||
                     help->example.empty())
            << info.name;
        EXPECT_THAT(help_page(info.name), HasSubstr(std::string(info.title)));
    }
    EXPECT_EQ(all_finding_help().size(), compiler::all_codes().size())
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

// The lines of a text, without the blanks they begin and end with.
std::set<std::string> trimmed_lines(std::string_view text) {
    std::set<std::string> lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) {
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string::npos)
            lines.insert(line.substr(first, line.find_last_not_of(' ') + 1 - first));
    }
    return lines;
}

TEST(Help, QuotesLitmusSpecs) {
    const dsl::DiskReader disk;
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/specs/litmus";
    std::set<std::string> shown;  // codes that some litmus spec expects
    for (const std::string& path : disk.list(folder).value_or(std::vector<std::string>())) {
        for (const std::string& line : trimmed_lines(disk.read(path).value_or(""))) {
            if (!line.starts_with("expect ")) continue;
            std::istringstream words(line);
            std::string word;
            words >> word >> word;
            shown.insert(word);
        }
    }
    for (const FindingHelp& help : all_finding_help()) {
        EXPECT_TRUE(shown.contains(std::string(compiler::code_name(help.code))))
            << "no spec in specs/litmus says 'expect " << help.code << "'";
        EXPECT_FALSE(help.litmus.empty()) << help.code << " wants the litmus spec that shows it";
        const std::string text = disk.read(folder + "/" + std::string(help.litmus) + ".rules").value_or("");
        EXPECT_THAT(text, HasSubstr("expect " + std::string(compiler::code_name(help.code)) + " "));
        const std::set<std::string> lines = trimmed_lines(text);
        for (const std::string& line : trimmed_lines(help.example))
            EXPECT_TRUE(lines.contains(line)) << help.litmus << ": " << line;
        EXPECT_THAT(help_page(compiler::code_name(help.code)),
                    HasSubstr("specs/litmus/" + std::string(help.litmus) + ".rules"));
    }
}

TEST(Help, FindsDiagnosticsInLowerCase) { EXPECT_EQ(help_page("e0201"), help_page("E0201")); }

TEST(Help, HasNoPageForAnythingElse) { EXPECT_EQ(help_page("loop"), ""); }

TEST(Help, ListsAllCodes) {
    for (const std::string& code : all_help_codes()) EXPECT_THAT(help_index(), HasSubstr(code));
}

}  // namespace
}  // namespace errata::tests
