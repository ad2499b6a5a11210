// One game, two ways to search it: what one engine has shown, the other must not have found broken. The specs
// of the folder `engines` are about what the solver has to know; a sample of the litmus specs and the
// regressions are searched both ways as well.
#include <map>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/support/codes.h"
#include "tests/support/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;
using Statuses = std::map<std::string, std::vector<std::string>>;  // by claim, one for each setup

// Of the many litmus specs every fifth.
std::vector<std::string> specs_for_both() {
    std::vector<std::string> result = specs_under("/tests/verdicts/engines");
    for (const std::string& spec : specs_under("/tests/verdicts/regressions")) result.push_back(spec);
    const std::vector<std::string> litmus = specs_under("/specs/litmus");
    for (std::size_t i = 0; i < litmus.size(); i += 5) result.push_back(litmus[i]);
    return result;
}

// Some specs have millions of states; a part of them is enough for what one engine says of the other.
Statuses search(const std::string& spec, const std::string& engine) {
    const Ran ran =
        run_errata({"check", spec, "--engine", engine, "--budget", "200000states", "--format", "json"});
    EXPECT_TRUE(ran.code == 0 || ran.code == 1 || ran.code == 3)
        << engine << ": exit " << ran.code << ran.err;
    Statuses result;
    const Json json = Json::parse(ran.out, nullptr, false);
    if (json.is_discarded()) return result;
    for (const Json& verdict : json.at("verdicts"))
        result[verdict.at("claim")].push_back(verdict.at("status"));
    return result;
}

bool is_shown(const std::string& status) { return status == "proved" || status == "complete"; }

class TwoEngines : public testing::TestWithParam<std::string> {};

TEST_P(TwoEngines, DoNotContradictEachOther) {
    const Statuses by_listing = search(GetParam(), "explicit");
    const Statuses by_solving = search(GetParam(), "symbolic");
    EXPECT_FALSE(by_listing.empty());
    for (const auto& [claim, listed] : by_listing) {
        const auto solved = by_solving.find(claim);
        if (solved == by_solving.end() || solved->second.size() != listed.size()) continue;
        for (std::size_t i = 0; i < listed.size(); ++i) {
            const std::string& other = solved->second[i];
            EXPECT_FALSE(listed[i] == "refuted" && is_shown(other))
                << claim << ": " << other << " by the solver";
            EXPECT_FALSE(is_shown(listed[i]) && other == "refuted") << claim << ": refuted by the solver";
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Specs, TwoEngines, testing::ValuesIn(specs_for_both()), name_of_spec);

// What the folder's specs say they show is found in both ways; of a spec that expects nothing, nothing is.
class BothEngines : public testing::TestWithParam<std::string> {};

TEST_P(BothEngines, FindWhatTheSpecSays) {
    for (const std::string engine : {"explicit", "symbolic"}) {
        const Ran ran = run_errata({"check", GetParam(), "--engine", engine, "--fail-on", "warning"});
        EXPECT_TRUE(ran.code == 0 || ran.code == 3) << engine << ": exit " << ran.code << "\n"
                                                    << ran.out << ran.err;
    }
}

INSTANTIATE_TEST_SUITE_P(Specs, BothEngines, testing::ValuesIn(specs_under("/tests/verdicts/engines")),
                         name_of_spec);

}  // namespace
}  // namespace errata::tests
