// One claim about one setup has one verdict, whichever analyses and engines had a part in it; and nobody is
// told to be free of what was found.
#include <map>

#include <gtest/gtest.h>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "dsl/source/file_reader.h"
#include "tests/support/codes.h"
#include "tests/support/specs.h"

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
            << spec << ": " << finding.code << " " << finding.fingerprint;
    }
}

class OneVerdict : public testing::TestWithParam<std::string> {};

TEST_P(OneVerdict, ForEachClaim) {
    const checker::Session session = checker::open_session(dsl::DiskReader(), GetParam(), {});
    ASSERT_FALSE(session.parts.empty());
    checker::CheckOptions options;
    options.budget.states = 200'000;  // a few specs have millions
    for (const checker::Part& part : session.parts)
        expect_one_verdict_each(checker::check(part.model, options), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Litmus, OneVerdict, testing::ValuesIn(specs_under("/specs/litmus")), name_of_spec);
INSTANTIATE_TEST_SUITE_P(Regressions, OneVerdict,
                         testing::ValuesIn(specs_under("/tests/verdicts/regressions")), name_of_spec);

}  // namespace
}  // namespace errata::tests
