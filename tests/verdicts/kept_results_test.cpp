// What a run keeps gives the next run the same bytes, also where every line has moved: for each litmus spec
// and the lessons of the tutorial.
#include <filesystem>

#include <gtest/gtest.h>

#include "checker/cache/store.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

std::size_t texts_in(const std::string& folder) {
    std::string problem;
    return checker::Store::open(folder, 1'000'000'000, problem)->summary().texts;
}

class Kept : public testing::TestWithParam<std::string> {};

TEST_P(Kept, GiveTheSameReport) {
    namespace fs = std::filesystem;
    const std::string folder = scratch_file("kept").string();
    const fs::path spec = scratch_file("kept.rules");
    const std::string text = dsl::DiskReader().read(GetParam()).value_or("");
    const auto run = [&](const std::string& shown, std::vector<std::string> words) {
        EXPECT_TRUE(reports::write_file(spec.string(), shown));
        words.insert(words.begin(),
                     {"check", spec.string(), "--budget", "20000states,3000000units", "--format", "json"});
        return run_errata(words);
    };
    const Ran first = run(text, {"--cache", folder});
    if (first.code == reports::exit_wrong) GTEST_SKIP() << "it imports what lies beside it";
    const std::size_t kept = texts_in(folder);
    const Ran second = run(text, {"--cache", folder});
    EXPECT_EQ(first.out, second.out);
    EXPECT_EQ(first.err, second.err);
    EXPECT_EQ(first.code, second.code);
    const std::string moved = "-- A comment.\n\n" + text;
    EXPECT_EQ(run(moved, {"--cache", folder}).out, run(moved, {"--no-cache"}).out);
    EXPECT_EQ(texts_in(folder), kept) << "a later run had to look for itself";
    fs::remove_all(folder);
    fs::remove(spec);
}

INSTANTIATE_TEST_SUITE_P(Litmus, Kept, testing::ValuesIn(specs_under("/specs/litmus")), name_of_spec);
INSTANTIATE_TEST_SUITE_P(Tutorial, Kept, testing::ValuesIn(specs_under("/specs/tutorial")), name_of_spec);

}  // namespace
}  // namespace errata::tests
