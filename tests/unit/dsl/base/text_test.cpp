// What of a text may be shown, and the hash of one.
#include "dsl/base/text.h"

#include <gtest/gtest.h>

#include "dsl/base/hash.h"

namespace errata::tests {
namespace {

using dsl::count_of;
using dsl::visible;
using dsl::visible_word;

TEST(Visible, LeavesTextAlone) {
    for (const char* text : {"", "plain", "Über Bäume", "石と木", "a\n\tb", "🃏 and é", "❤️ e\u0301"})
        EXPECT_EQ(visible(text), text);
}

TEST(Visible, SpellsOutWhatTerminalsObeyAndNobodySees) {
    EXPECT_EQ(visible("a\x1b[31mb"), "a\\u001B[31mb");
    EXPECT_EQ(visible("\x7f\xC2\x9B"
                      "31m"),
              "\\u007F\\u009B31m");
    EXPECT_EQ(visible("\xE2\x80\xAE"
                      "abc"),
              "\\u202Eabc")
        << "right-to-left override";
    EXPECT_EQ(visible("\xE2\x81\xA6|\xD8\x9C|\xE2\x80\x8B|\xEF\xBB\xBF|\xE2\x80\xA8"),
              "\\u2066|\\u061C|\\u200B|\\uFEFF|\\u2028");
    EXPECT_EQ(visible("\xF3\xA0\x81\x81"), "\\uDB40\\uDC41") << "a tag";
    EXPECT_EQ(visible(std::string_view("\0", 1)), "\\u0000");
    EXPECT_EQ(visible("a\u3164b"), "a\\u3164b") << "a filler that is blank";
}

TEST(Visible, SpellsOutBytesThatAreNoText) {
    EXPECT_EQ(visible("\xFFok"), "\\xFFok");
    EXPECT_EQ(visible("\xC0\xAF"), "\\xC0\\xAF") << "longer than it has to be";
    EXPECT_EQ(visible("\xED\xA0\x80"), "\\xED\\xA0\\x80") << "half a surrogate";
    EXPECT_EQ(visible("cut \xE2\x82"), "cut \\xE2\\x82");
    EXPECT_EQ(visible("\xF4\x90\x80\x80"), "\\xF4\\x90\\x80\\x80") << "beyond Unicode";
}

TEST(Visible, KeepsAWordInItsLine) { EXPECT_EQ(visible_word("a\nb\tc"), "a\\u000Ab\\u0009c"); }

TEST(Text, IsCutBetweenCharacters) {
    EXPECT_EQ(dsl::front_of("石と木", 9), "石と木");
    EXPECT_EQ(dsl::front_of("石と木", 8), "石と");
    EXPECT_EQ(dsl::front_of("石と木", 2), "");
}

TEST(Plural, IsOfTheLastWord) {
    EXPECT_EQ(count_of(1, "copy"), "1 copy");
    EXPECT_EQ(count_of(2, "copy"), "2 copies");
    EXPECT_EQ(count_of(3, "card ability"), "3 card abilities");
    EXPECT_EQ(count_of(3, "wolf"), "3 wolves");
    EXPECT_EQ(count_of(2, "day"), "2 days");
    EXPECT_EQ(count_of(2, "witch"), "2 witches");
    EXPECT_EQ(count_of(2, "box"), "2 boxes");
    EXPECT_EQ(count_of(0, "card"), "0 cards");
}

// Of the reference: draft-eastlake-fnv.
TEST(Hash, IsFnv1aWith128Bits) {
    EXPECT_EQ(dsl::hash_of(""), "6c62272e07bb014262b821756295c58d");
    EXPECT_EQ(dsl::hash_of("a"), "d228cb696f1a8caf78912b704e4a8964");
    EXPECT_EQ(dsl::hash_of("foobar"), "343e1662793c64bf6f0d3597ba446f18");
}

}  // namespace
}  // namespace errata::tests
