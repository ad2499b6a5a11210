// The commonest mistakes of somebody who knows games, perhaps a programming language, and only the documents
// of this one: mistakes/NAME.rules, and beside it NAME.txt with all that the program says about it, to the
// letter. A message has to say what is wrong, where, and what to write instead.
#include <algorithm>
#include <filesystem>
#include <sstream>

#include <gtest/gtest.h>

#include "dsl/source/file_reader.h"
#include "reports/cli/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

// Paths occur in messages, so the mistakes are named from the root of the project.
const std::string mistakes_folder = "tests/diagnostics/mistakes";

std::vector<std::string> mistakes() {
    fs::current_path(ERRATA_SOURCE_DIR);
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(mistakes_folder)) {
        if (entry.path().extension() == ".rules") result.push_back(entry.path().generic_string());
    }
    std::sort(result.begin(), result.end());
    return result;
}

std::string said_about(const std::string& path) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    reports::Console console{in, out, err};
    reports::run_program({"check", path}, console);
    return err.str();
}

std::string text_beside(const std::string& path) {
    return dsl::DiskReader().read(fs::path(path).replace_extension(".txt").string()).value_or("");
}

class Mistakes : public testing::TestWithParam<std::string> {};

TEST_P(Mistakes, AreExplainedToTheLetter) { EXPECT_EQ(said_about(GetParam()), text_beside(GetParam())); }

TEST_P(Mistakes, SayWhatToDo) { EXPECT_NE(text_beside(GetParam()).find("\n  hint: "), std::string::npos); }

INSTANTIATE_TEST_SUITE_P(Diagnostics, Mistakes, testing::ValuesIn(mistakes()), name_of_file);

TEST(MistakesList, IsLong) { EXPECT_GE(mistakes().size(), 40U); }

}  // namespace
}  // namespace errata::tests
