// A check can be taken apart: for the litmus specs, what each obligation of the plan finds by itself, saved
// to a file, read again and merged, is what `check` says of the whole; and every witness replays from its
// file.
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "dsl/source/file_reader.h"
#include "reports/saved/results.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using checker::CheckOptions;
using checker::CheckResult;
using compiler::Model;

CheckResult through_a_file(const Model& model, const CheckResult& result) {
    const reports::Json json = reports::save_results(model, {"", reports::hash_of(model), {}, result});
    reports::ReadResults read =
        reports::read_results(model, "", reports::hash_of(model), reports::Json::parse(json.dump()));
    EXPECT_EQ(read.problem, "");
    return read.results.result;
}

// All that a report is made of but for how much work it was.
std::string what_it_says(const Model& model, CheckResult result) {
    result.stats.clear();
    reports::Json json = reports::save_results(model, {"", "", {}, result});
    for (const checker::Finding& finding : result.findings)
        json["expected"].push_back({finding.expected, finding.accepted});
    json["missing"] = result.missing;
    json["stale"] = result.stale_acceptances;
    return json.dump(1);
}

void compare_with_parts(const Model& model) {
    CheckOptions options;
    options.budget.states = 20'000;
    options.budget.solver_units = 3'000'000;
    const CheckResult whole = checker::check(model, options);
    std::vector<CheckResult> parts;
    CheckOptions alone = options;
    for (const checker::Obligation& obligation : checker::plan(model, options)) {
        alone.obligations = {obligation.id};
        parts.push_back(through_a_file(model, checker::check(model, alone)));
    }
    std::reverse(parts.begin(), parts.end());  // in whatever order
    const CheckResult merged = checker::merge(model, std::move(parts), options);
    EXPECT_EQ(what_it_says(model, merged), what_it_says(model, whole));
    for (const checker::Finding& finding : whole.findings) {
        if (!finding.witness) continue;
        const reports::Json saved = reports::save_trace(model, *finding.witness);
        EXPECT_EQ(reports::replay(model, reports::Json::parse(saved.dump())).problem, "")
            << finding.fingerprint;
    }
}

TEST(Obligations, RunOneByOneAndMergedSayWhatTheWholeSays) {
    const dsl::DiskReader disk;
    std::vector<std::string> specs = specs_under("/specs/litmus");
    // Where the explicit search is cut off and the symbolic one goes on, or a board is over before play
    // begins: always. Of the others a part, for the sake of time.
    constexpr std::size_t enough = 149;
    constexpr unsigned seed = 20;
    std::shuffle(specs.begin(), specs.end(), std::minstd_rand(seed));
    specs.resize(std::min(specs.size(), enough));
    for (const char* name :
         {"anvil-and-crowd", "warren", "borrowed-sceptre", "hearth-and-lamp", "exile-circle"})
        specs.push_back(litmus_spec(name));
    for (const std::string& path : specs) {
        SCOPED_TRACE(path);
        const checker::Session spec = checker::open_session(disk, path, {});
        for (const checker::Part& part : spec.parts) compare_with_parts(part.model);
    }
}

}  // namespace
}  // namespace errata::tests
