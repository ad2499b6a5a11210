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
    EXPECT_EQ(advice_sentence(tried, {}, {}), "With `except to Gate` in Road: gone, and nothing new.");
    EXPECT_EQ(advice_sentence(tried, {"0123456789"}, {}),
              "With `except to Gate` in Road: gone, and nothing new; settled by it, too: #01234567.");
    EXPECT_EQ(advice_sentence(tried, {}, {"0123456789"}),
              "With `except to Gate` in Road: gone, but not for the others who disagree: #01234567, and "
              "nothing new.");
    tried.settles = false;
    EXPECT_EQ(advice_sentence(tried, {}, {}), "With `except to Gate` in Road: still there.");
}

}  // namespace
}  // namespace errata::reports
