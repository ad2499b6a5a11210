// What was answered is known where the same was read, and only there.
#include "compiler/ir/term_tables.h"

#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using compiler::TermTables;
using compiler::Value;

// Cell 0 says whether cell 1 or cell 2 is read next.
struct Cells {
    std::vector<Value> values;

    Value operator()(std::uint32_t cell) const { return values[cell]; }
    std::vector<std::uint32_t> read() const { return {0, values[0] == 0 ? 1U : 2U}; }
    Value answer() const { return values[values[0] == 0 ? 1 : 2]; }
};

void keep(TermTables& tables, const Cells& cells) {
    tables.keep(0, cells.read(), cells, {cells.answer(), {}});
}

TEST(TermTables, KnowWhatWasKeptForTheSameReads) {
    TermTables tables(1'000);
    ASSERT_TRUE(tables.is_of_use(0));
    const Cells first{{0, 7, 8}};
    EXPECT_EQ(tables.find(0, first), nullptr);
    keep(tables, first);
    keep(tables, {{1, 7, 8}});
    ASSERT_NE(tables.find(0, first), nullptr);
    EXPECT_EQ(tables.find(0, first)->value, 7);
    EXPECT_EQ(tables.find(0, Cells{{0, 7, 9}})->value, 7);  // cell 2 is not read there
    EXPECT_EQ(tables.find(0, Cells{{1, 9, 8}})->value, 8);
    EXPECT_EQ(tables.find(0, Cells{{0, 8, 8}}), nullptr);
    EXPECT_EQ(tables.known(), 4U);
}

TEST(TermTables, ForgetAllWhereThereIsTooMuch) {
    TermTables tables(6);
    ASSERT_TRUE(tables.is_of_use(0));
    for (Value value = 0; value < 20; ++value) {
        const Cells cells{{0, value, 0}};
        keep(tables, cells);
        ASSERT_NE(tables.find(0, cells), nullptr);
        EXPECT_EQ(tables.find(0, cells)->value, value);
    }
    EXPECT_EQ(tables.find(0, Cells{{0, 0, 0}}), nullptr);
}

TEST(TermTables, AreOfNoUseWhereHardlyAnyAnswerIsKnown) {
    TermTables tables(100'000);
    Value value = 0;
    while (tables.is_of_use(0) && value < 10'000) {
        const Cells cells{{0, value++, 0}};
        if (tables.find(0, cells) == nullptr) keep(tables, cells);
    }
    EXPECT_LT(value, 10'000);
    for (int i = 0; i < 10'000; ++i) {
        ASSERT_TRUE(tables.is_of_use(1));
        const Cells same{{0, 1, 2}};
        if (tables.find(1, same) == nullptr) tables.keep(1, same.read(), same, {1, {}});
    }
}

}  // namespace
}  // namespace errata::tests
