// Texts that runs keep: as they were kept or not at all, whatever becomes of the file.
#include "checker/cache/store.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using checker::Store;

class StoreOf : public testing::Test {
protected:
    StoreOf() { fs::remove_all(folder_); }
    ~StoreOf() override { fs::remove_all(folder_); }

    std::unique_ptr<Store> open(std::size_t most = 1'000'000) const {
        std::string problem;
        std::unique_ptr<Store> store = Store::open(folder_.string(), most, problem);
        EXPECT_EQ(store != nullptr, problem.empty()) << problem;
        return store;
    }
    fs::path file() const {
        for (const auto& entry : fs::directory_iterator(folder_)) {
            if (entry.path().extension() == ".sqlite") return entry.path();
        }
        return {};
    }

    fs::path folder_ = scratch_file("store");
};

TEST_F(StoreOf, KeepsTextsByKey) {
    const std::string text("a\0b\n\xff", 5);
    open()->keep("one", text);
    open()->keep("two", "");
    const auto store = open();
    EXPECT_EQ(store->find("one"), text);
    EXPECT_EQ(store->find("two"), "");
    EXPECT_EQ(store->find("three"), std::nullopt);
    store->keep("one", "other");
    EXPECT_EQ(store->find("one"), "other");
    EXPECT_EQ(store->summary().texts, 2U);
    EXPECT_EQ(store->summary().bytes, 5U);
}

TEST_F(StoreOf, ForgetsWhatWasNotUsedForLongest) {
    const auto store = open(1000);
    for (int i = 0; i < 20; ++i) store->keep("key" + std::to_string(i), std::string(100, 'x'));
    EXPECT_LE(store->summary().bytes, 1000U);
    EXPECT_GE(store->summary().bytes, 500U);
    store->keep("huge", std::string(2000, 'x'));
    EXPECT_EQ(store->find("huge"), std::nullopt);
    EXPECT_GE(store->summary().texts, 5U) << "what is too large drives nothing out";
    store->prune(0);
    EXPECT_EQ(store->summary().texts, 0U);
}

// Every byte of the file may be wrong.
TEST_F(StoreOf, BelievesNoDamagedFile) {
    const std::string kept = "what was found: " + std::string(500, 'y');
    open()->keep("one", kept);
    const auto size = static_cast<std::size_t>(fs::file_size(file()));
    std::ifstream whole(file(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
    for (std::size_t at = 0; at < size; at += 97) {
        std::string damaged = bytes;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x55);
        std::ofstream(file(), std::ios::binary | std::ios::trunc) << damaged;
        const auto store = open();
        ASSERT_NE(store, nullptr);
        const auto found = store->find("one");
        EXPECT_TRUE(!found || *found == kept) << at;
        store->keep("two", "x");
        store->keep("one", kept);
    }
    for (const std::string& other : {std::string(), std::string("no such file"), bytes.substr(0, size / 2)}) {
        std::ofstream(file(), std::ios::binary | std::ios::trunc) << other;
        const auto store = open();
        ASSERT_NE(store, nullptr);
        EXPECT_EQ(store->find("one"), std::nullopt);
        store->keep("one", kept);
        EXPECT_EQ(store->find("one"), kept) << "it is made anew";
    }
}

TEST_F(StoreOf, SaysWhyNothingCanBeKept) {
    std::string problem;
    EXPECT_EQ(Store::open("/proc/nowhere", 1000, problem), nullptr);
    EXPECT_THAT(problem, testing::HasSubstr("'/proc/nowhere' is no folder"));
    std::ofstream(folder_.string()) << "a file";
    EXPECT_EQ(Store::open(folder_.string(), 1000, problem), nullptr);
}

TEST_F(StoreOf, ManyMayUseItAtOnce) {
    open();
    std::vector<std::thread> threads;
    for (int writer = 0; writer < 4; ++writer) {
        threads.emplace_back([&, writer] {
            const auto store = open();
            for (int i = 0; i < 50; ++i)
                store->keep(std::to_string(i), "text " + std::to_string(i) + std::string(writer == 0, ' '));
        });
    }
    for (std::thread& thread : threads) thread.join();
    const auto store = open();
    EXPECT_EQ(store->summary().texts, 50U);
    for (int i = 0; i < 50; ++i)
        EXPECT_THAT(store->find(std::to_string(i)).value_or(""),
                    testing::StartsWith("text " + std::to_string(i)));
}

// A run may be killed while it writes.
TEST_F(StoreOf, OutlivesAKill) {
    open()->keep("before", "x");
    for (int kill_after = 1; kill_after < 12; kill_after += 2) {
        const pid_t child = fork();
        if (child == 0) {
            const auto store = open();
            for (int i = 0;; ++i) store->keep(std::to_string(i % 40), std::string(20'000, 'z'));
        }
        usleep(static_cast<useconds_t>(kill_after) * 5'000);
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const auto store = open();
        ASSERT_NE(store, nullptr);
        EXPECT_EQ(store->find("before"), "x");
        for (int i = 0; i < 40; ++i) {
            const auto found = store->find(std::to_string(i));
            EXPECT_TRUE(!found || *found == std::string(20'000, 'z'));
        }
    }
}

}  // namespace
}  // namespace errata::tests
