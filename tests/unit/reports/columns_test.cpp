#include "reports/columns.h"

#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using namespace errata::reports;

TEST(Columns, MeasureWhatIsSeen) {
    EXPECT_EQ(display_width("a1 → b1"), 7U);
    EXPECT_EQ(display_width("石と木"), 6U);
    EXPECT_EQ(display_width("e\u0301"), 1U);
    EXPECT_EQ(padded("→", 3), "→  ");
    EXPECT_EQ(padded("longer", 3), "longer");
}

TEST(Columns, CutWhatIsTooLong) {
    EXPECT_EQ(cut_to("one two", 7), "one two");
    EXPECT_EQ(cut_to("one two three", 9), "one tw...");
    EXPECT_EQ(cut_to("one two three", 7), "one...") << "no blank before the dots";
    EXPECT_EQ(cut_to("a→→→→→", 5), "a→...");
    EXPECT_EQ(cut_to("石と木と", 6), "石...");
}

TEST(Columns, WrapAtBlanks) {
    EXPECT_EQ(wrapped("one two three", 2, 9), "  one two\n  three\n");
    EXPECT_EQ(wrapped("unbreakable", 2, 5), "  unbreakable\n");
    EXPECT_EQ(wrapped("", 2, 5), "");
}

TEST(Columns, KeepANameTogether) {
    EXPECT_EQ(unbroken("Soul Jar"), "Soul\u00a0Jar");
    EXPECT_EQ(wrapped(unbroken("Soul Jar") + " b", 0, 5), "Soul\u00a0Jar\nb\n");
}

TEST(Columns, AlignTables) {
    EXPECT_EQ(table({{"a", "bb", "c"}, {"aaa", "b"}}, 1), " a    bb  c\n aaa  b\n");
    EXPECT_EQ(table({}, 1), "");
}

TEST(Columns, GroupDigits) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1204), "1,204");
    EXPECT_EQ(grouped(1234567), "1,234,567");
    EXPECT_EQ(grouped(-123), "-123");
    EXPECT_EQ(grouped(-1234), "-1,234");
}

}  // namespace
}  // namespace errata::tests
