// Every spec of the house that says what it should show is run by the program and must agree, in both
// directions: what it expects is found, and nothing else from warnings upwards is. A litmus spec without
// expectations is a twin: there is nothing to find. A spec belongs to the tests by lying under specs/.
#include <gtest/gtest.h>

#include "dsl/source/file_reader.h"
#include "tests/support/codes.h"
#include "tests/support/program.h"
#include "tests/support/report_schema.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

bool has_expectation(const std::string& path) {
    const dsl::DiskReader disk;
    for (const std::string& file : disk.list(path).value_or(std::vector<std::string>{path})) {
        const std::string text = "\n" + disk.read(file).value_or("");
        if (text.find("\nexpect ") != std::string::npos) return true;
    }
    return false;
}

// The specs under specs/ that the tests hold to their word.
std::vector<std::string> specs_of_the_house() {
    std::vector<std::string> result;
    for (const std::string& spec : specs_under("/specs")) {
        const bool is_litmus = spec.find("/specs/litmus/") != std::string::npos;
        if (is_litmus || has_expectation(spec)) result.push_back(spec);
    }
    // Mistakes of ours that are mended, each with the smallest spec that showed it.
    for (const std::string& spec : specs_under("/tests/verdicts/regressions")) result.push_back(spec);
    return result;
}

class Verdicts : public testing::TestWithParam<std::string> {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Verdicts);

TEST_P(Verdicts, AreAsTheSpecSays) {
    std::vector<std::string> arguments = {"check", GetParam(), "--format", "json"};
    if (!has_expectation(GetParam())) arguments.insert(arguments.end(), {"--fail-on", "warning"});
    const Ran ran = run_errata(arguments);
    EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
    EXPECT_EQ(schema_offence(ran.out), "") << ran.out;
}

INSTANTIATE_TEST_SUITE_P(Specs, Verdicts, testing::ValuesIn(specs_of_the_house()), name_of_spec);

TEST(VerdictsOfTheHouse, AreManyEnoughToMeanSomething) { EXPECT_GE(specs_of_the_house().size(), 10U); }

}  // namespace
}  // namespace errata::tests
