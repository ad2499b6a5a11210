#include "dsl/base/date.h"

#include <gtest/gtest.h>

namespace errata::tests {
namespace {

TEST(Date, IsReadAndWrittenInOneForm) {
    for (const char* text : {"2027-03-01", "2028-02-29", "0001-01-01", "9999-12-31"}) {
        const auto date = dsl::read_date(text);
        ASSERT_TRUE(date) << text;
        EXPECT_EQ(dsl::date_text(*date), text);
    }
}

TEST(Date, IsNoneThatTheCalendarLacksOrThatIsWrittenOtherwise) {
    for (const char* text : {"", "2027", "2027-3-1", "2027-02-29", "2027-13-01", "2027-00-10", "2027-01-00",
                             "2027/03/01", "2027-03-01 ", "x027-03-01"})
        EXPECT_FALSE(dsl::read_date(text)) << text;
}

TEST(Date, ComesBeforeLaterOnes) { EXPECT_LT(*dsl::read_date("2026-12-31"), *dsl::read_date("2027-01-01")); }

}  // namespace
}  // namespace errata::tests
