// Words and things in a row.
#include "compiler/ir/phrase.h"

#include <gtest/gtest.h>

namespace errata::compiler {
namespace {

const Thing may{TypeId(3), 0};
const Thing mark{TypeId(3), 1};

TEST(Phrase, TellsThingsFromWords) {
    const Phrase phrase = "Mark the spot: " + Phrase("May", may) + " digs";
    EXPECT_EQ(phrase.text(), "Mark the spot: May digs");
    EXPECT_TRUE(phrase.mentions(may));
    EXPECT_FALSE(phrase.mentions(mark));
    EXPECT_NE(phrase, Phrase("Mark the spot: May digs"));
}

TEST(Phrase, OfTheSameWordsIsTheSame) {
    EXPECT_EQ(Phrase("digs ") + "" + "here", Phrase("digs here"));
    EXPECT_TRUE((Phrase("") + "").empty());
    Phrase twice("a");
    twice += twice;
    EXPECT_EQ(twice, Phrase("aa"));
    EXPECT_EQ(join({Phrase("May", may), "Ann"}, ", ").parts().size(), 2U);
}

}  // namespace
}  // namespace errata::compiler
