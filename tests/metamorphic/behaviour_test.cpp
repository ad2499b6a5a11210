// `errata diff` says that nothing plays otherwise when a spec is only spelled otherwise.
#include <algorithm>
#include <array>
#include <string_view>

#include <gtest/gtest.h>

#include "checker/driver/session.h"
#include "reports/explain/behaviour.h"
#include "tests/metamorphic/corpus.h"
#include "tests/support/memory_reader.h"
#include "tests/support/specs.h"

namespace errata::metamorphic {
namespace {

constexpr std::size_t shares = 4;
constexpr std::size_t rows_of_each = 5;
constexpr std::size_t most_states = 300;

// What is called otherwise afterwards plays otherwise for whoever reads it. So does what is kept in other
// variables, or may go beyond a bound.
bool keeps_what_is_read(const Rewriting& row, const Rewritten& rewritten) {
    constexpr std::array<std::string_view, 4> others = {"set_to_flags", "bound_widened", "bound_dropped",
                                                        "locals_renamed"};
    return rewritten.names.empty() && rewritten.added.empty() &&
           std::ranges::find(others, row.name) == others.end();
}

// The partings, in words; nothing: it does not compile, which others look at.
std::optional<std::string> partings(const Texts& before, const Texts& now, const std::string& path) {
    const checker::Session one = checker::open_session(tests::MemoryReader(before), path, {});
    const checker::Session other = checker::open_session(tests::MemoryReader(now), path, {});
    if (one.parts.empty() || other.parts.empty()) return std::nullopt;
    const reports::Behaviour behaviour =
        reports::compare_behaviour(one.parts.front().model, other.parts.front().model, most_states);
    std::string words;
    for (const reports::ComparedSetup& setup : behaviour.setups) {
        for (const reports::Parting& parting : setup.partings) {
            words += "setup " + setup.setup + ":";
            for (const std::string& move : parting.play) words += " " + move + ".";
            for (const std::string& line : parting.before) words += "\n  before: " + line;
            for (const std::string& line : parting.now) words += "\n  now:    " + line;
            words += "\n";
        }
    }
    return words;
}

// What rules set at the same time to different values has that of the first of them.
bool goes_by_the_order(const std::string& path, const Rewriting& row) {
    return path.ends_with("/two-recruits.rules") && std::string_view(row.name) == "items_permuted";
}

class Behaviours : public testing::TestWithParam<std::size_t> {};

TEST_P(Behaviours, AreTheSameInAnotherSpelling) {
    std::vector<std::string> paths = tests::specs_under("/specs/litmus");
    for (std::string& path : tests::specs_under("/specs/tutorial")) paths.push_back(std::move(path));
    std::size_t compared = 0;
    for (std::size_t i = GetParam(); i < paths.size(); i += shares) {
        const auto spec = read_spec(paths[i]);
        if (!spec) continue;
        const auto vocabulary = vocabulary_of(*spec);
        const Said nothing_said;
        Random random(std::hash<std::string>()(paths[i].substr(paths[i].rfind('/'))));
        std::vector<Rewriting> rows = all_rewritings();
        shuffle(rows, random);
        std::size_t of_this = 0;
        for (const Rewriting& row : rows) {
            const auto rewritten = row.rewrite({*spec, vocabulary, nothing_said}, random);
            if (!rewritten || !keeps_what_is_read(row, *rewritten) || goes_by_the_order(paths[i], row))
                continue;
            const auto words = partings(texts(*spec), texts(rewritten->spec), spec->path);
            if (!words) continue;
            EXPECT_EQ(*words, "") << paths[i] << " rewritten by " << row.name;
            ++compared;
            if (++of_this == rows_of_each) break;
        }
    }
    EXPECT_GT(compared, 200U);
}

INSTANTIATE_TEST_SUITE_P(Metamorphic, Behaviours, testing::Range(std::size_t{0}, shares));

}  // namespace
}  // namespace errata::metamorphic
