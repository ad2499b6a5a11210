// What was tried on a finding, as a sentence.
#include "reports/explain/advice.h"

#include <gtest/gtest.h>

namespace errata::reports {
namespace {

TEST(AdviceSentence, SaysWhatElseASettlingChangeSettlesAndWhatItLeaves) {
    checker::Tried tried;
    tried.remedy = "`except to Gate` in Road";
    tried.settles = true;
    tried.saw_all = true;
    EXPECT_EQ(advice_sentence(tried, {}, {}),
              "Tried: `except to Gate` in Road. The finding is gone, and no new problem appears.");
    EXPECT_EQ(
        advice_sentence(tried, {"0123456789"}, {}),
        "Tried: `except to Gate` in Road. The finding is gone, and no new problem appears. The same edit "
        "removes #01234567.");
    EXPECT_EQ(advice_sentence(tried, {}, {"0123456789"}),
              "Tried: `except to Gate` in Road. The finding is gone, but not for the others who disagree: "
              "#01234567, and no new problem appears.");
    tried.settles = false;
    EXPECT_EQ(advice_sentence(tried, {}, {}), "Tried in vain: `except to Gate` in Road.");
}

}  // namespace
}  // namespace errata::reports
