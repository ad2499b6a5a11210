// One claim about one setup has one verdict, whichever analyses and engines had a part in it; and nobody is
// told to be free of what was found.
#include <map>

#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "checker/driver/specs_in.h"
#include "dsl/source/file_reader.h"
#include "tests/support/codes.h"

namespace errata::tests {
namespace {

void expect_one_verdict_each(const checker::CheckResult& result, const std::string& spec) {
    // By what the verdict is about, and its setup.
    std::map<std::pair<checker::ClaimId, std::string>, checker::Status> known;
    for (const checker::Verdict& verdict : result.verdicts) {
        EXPECT_TRUE(known.try_emplace({verdict.about, verdict.obligation.place}, verdict.status).second)
            << spec << ": " << verdict.claim << " by " << print(verdict.obligation);
    }
    for (const checker::Finding& finding : result.findings) {
        if (finding.status == checker::Status::Unconfirmed) continue;
        const auto freed = known.find({checker::claim_of_none(finding.code), finding.obligation.place});
        EXPECT_TRUE(freed == known.end() || freed->second == checker::Status::Refuted)
            << spec << ": " << finding.code << " " << finding.title;
    }
}

void check_specs_under(const std::string& folder) {
    const dsl::DiskReader disk;
    std::size_t checked = 0;
    for (const std::string& path : checker::specs_in(disk, std::string(ERRATA_SOURCE_DIR) + folder)) {
        const checker::Session spec = checker::open_session(disk, path, {});
        for (const checker::Part& part : spec.parts) {
            checker::CheckOptions options;
            expect_one_verdict_each(checker::check(part.model, options), path);
            ++checked;
        }
    }
    EXPECT_GT(checked, 20U);
}

TEST(OneVerdict, ForEachClaimOfTheLitmusSpecs) { check_specs_under("/specs/litmus"); }
TEST(OneVerdict, ForEachClaimOfTheRegressions) { check_specs_under("/tests/verdicts/regressions"); }

}  // namespace
}  // namespace errata::tests
