// What each construct of the language means, as the graph of a small game that uses it: docs/reference,
// heading by heading. Nothing of how the compiler says it is in these texts, so they stay as they are when
// only that changes.
//
// How to add one: NAME.rules beside this file; ERRATA_UPDATE_GOLDEN=1 writes NAME.graph, to be read before it
// is kept.
#include <filesystem>

#include <gtest/gtest.h>

#include "checker/driver/specs_in.h"
#include "dsl/source/file_reader.h"
#include "tests/support/codes.h"
#include "tests/support/golden.h"
#include "tests/support/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

const std::string graphs_folder = "tests/golden/graphs";

std::vector<std::string> names() {
    std::vector<std::string> result;
    const std::string place = std::string(ERRATA_SOURCE_DIR) + "/" + graphs_folder;
    for (const std::string& spec : checker::specs_in(dsl::DiskReader(), place))
        result.push_back(fs::path(spec).stem().string());
    return result;
}

class Graphs : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Graphs);

TEST_P(Graphs, AreAsTheyWere) {
    const std::string path = graphs_folder + "/" + GetParam();
    const Ran ran =
        run_errata({"dump", "--stage", "graph", std::string(ERRATA_SOURCE_DIR) + "/" + path + ".rules"});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out.find("\nlimit: "), std::string::npos) << "a game to be read by people has few states";
    expect_golden(path + ".graph", ran.out);
}

INSTANTIATE_TEST_SUITE_P(Constructs, Graphs, testing::ValuesIn(names()), name_of_file);

TEST(GraphsOfTheHouse, AreManyEnoughToMeanSomething) { EXPECT_GE(names().size(), 60U); }

}  // namespace
}  // namespace errata::tests
