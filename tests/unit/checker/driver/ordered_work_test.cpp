// Work done by several threads is handed in in its order, split or whole, and no thread runs far ahead.
#include "checker/driver/ordered_work.h"

#include <atomic>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

namespace errata::checker {
namespace {

struct Range {
    int from = 0;
    int to = 0;
};

// Ranges are halved until they hold one number; each number is handed in. Every seventh is dropped.
std::vector<int> handed_in(std::size_t threads, std::size_t most_waiting) {
    constexpr std::size_t count = 12;
    constexpr int each = 16;
    std::vector<int> result;
    OrderedWork<Range, int> work(
        count, most_waiting,
        [](std::size_t i) {
            return Range{static_cast<int>(i) * each, static_cast<int>(i + 1) * each};
        },
        [&](int number) { result.push_back(number); });
    const auto run = [&] {
        while (const auto taken = work.take()) {
            const auto [from, to] = taken->work;
            const int middle = from + (to - from) / 2;
            if (to - from > 1) {
                work.split(taken->place, {{from, middle}, {middle, to}});
            } else if (from % 7 == 0) {
                work.drop(taken->place);
            } else {
                work.finish(taken->place, from);
            }
        }
    };
    std::vector<std::thread> others;
    for (std::size_t i = 1; i < threads; ++i) others.emplace_back(run);
    run();
    for (std::thread& thread : others) thread.join();
    return result;
}

TEST(OrderedWork, IsHandedInInItsOrder) {
    std::vector<int> all(12 * 16);
    std::iota(all.begin(), all.end(), 0);
    std::erase_if(all, [](int number) { return number % 7 == 0; });
    for (const std::size_t threads : {1U, 2U, 4U}) {
        EXPECT_EQ(handed_in(threads, 1), all) << threads;
        EXPECT_EQ(handed_in(threads, 8), all) << threads;
    }
}

// A piece that nobody ends holds back those behind it; its own pieces are begun meanwhile.
TEST(OrderedWork, AllThreadsShareThePiecesOfTheFirst) {
    std::vector<int> result;
    OrderedWork<int, int> work(
        4, 1, [](std::size_t i) { return static_cast<int>(i); },
        [&](int number) { result.push_back(number); });
    const auto first = work.take();
    const auto second = work.take();
    work.finish(second->place, second->work);
    EXPECT_TRUE(result.empty());
    work.split(first->place, {10, 11});
    const auto piece = work.take();
    EXPECT_EQ(piece->work, 10) << "what is due comes before what would have to wait";
    work.finish(piece->place, piece->work);
    EXPECT_EQ(result, std::vector{10});
    const auto rest = work.take();
    EXPECT_EQ(rest->work, 11);
    work.drop(rest->place);
    EXPECT_EQ(result, (std::vector{10, 1}));
    EXPECT_EQ(work.take()->work, 2);
}

TEST(OrderedWork, OfNothingIsDone) {
    OrderedWork<int, int> work(
        0, 1, [](std::size_t) { return 0; }, [](int) {});
    EXPECT_FALSE(work.take());
}

}  // namespace
}  // namespace errata::checker
