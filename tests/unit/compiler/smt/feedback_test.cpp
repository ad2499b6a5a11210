#include "compiler/smt/feedback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::compiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Feedback, NothingIsGuessedWithoutACircle) {
    const Feedback chain = feedback({{1, 2}, {2}, {}}, {2, 2, 2});
    EXPECT_THAT(chain.guessed, IsEmpty());
    EXPECT_THAT(chain.order, ElementsAre(2, 1, 0));
}

TEST(Feedback, OneGuessOpensACircle) {
    const Feedback ring = feedback({{1}, {2}, {0}, {0}}, {2, 2, 2, 2});
    EXPECT_THAT(ring.guessed, SizeIs(1));
    EXPECT_THAT(ring.order, SizeIs(3));
}

TEST(Feedback, WhatDependsOnItselfIsGuessedAndTheSmallerOfTwo) {
    EXPECT_THAT(feedback({{0}, {0}}, {2, 2}).guessed, ElementsAre(0));
    EXPECT_THAT(feedback({{1}, {0}}, {10, 2}).guessed, ElementsAre(1));
}

TEST(Feedback, ThePointThatTwoCirclesShareIsGuessedOnce) {
    const Feedback eight = feedback({{1, 2}, {0}, {0}}, {2, 2, 2});
    EXPECT_THAT(eight.guessed, ElementsAre(0));
    EXPECT_THAT(eight.order, SizeIs(2));
}

}  // namespace
}  // namespace errata::compiler
