// The examples of the documents are specs: every block marked ```rules compiles, so a reader can start from any of them.
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/program.h"

namespace errata::tests {
namespace {

std::vector<std::string> examples_of(const std::string& document) {
    std::ifstream in(std::string(ERRATA_SOURCE_DIR) + "/" + document);
    EXPECT_TRUE(in.good()) << document;
    std::vector<std::string> result;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.rfind("```", 0) == 0) {
            inside = line == "```rules";
            if (inside) result.emplace_back();
        } else if (inside) {
            result.back() += line + "\n";
        }
    }
    return result;
}

class Documents : public testing::TestWithParam<std::string> {};

TEST_P(Documents, HaveExamplesThatAreSpecs) {
    const std::vector<std::string> examples = examples_of(GetParam());
    EXPECT_FALSE(examples.empty());
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const std::string path = testing::TempDir() + "document_example_" + std::to_string(i) + ".rules";
        std::ofstream(path) << examples[i];
        const Ran ran = run_errata({"check", path});
        EXPECT_TRUE(ran.code == 0 || ran.code == 1)
            << "example " << i + 1 << " of " << GetParam() << " ends with " << ran.code << "\n"
            << ran.err << ran.out;
    }
}

std::string name_of(const testing::TestParamInfo<std::string>& document) {
    return document.param == "README.md" ? "Root" : "Language";
}

INSTANTIATE_TEST_SUITE_P(All, Documents, testing::Values("README.md", "dsl/README.md"), name_of);

}  // namespace
}  // namespace errata::tests
