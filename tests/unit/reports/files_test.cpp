// Files that commands write, and where a saved one finds its spec.
#include "reports/cli/files.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::ElementsAre;

class Folder : public testing::Test {
protected:
    Folder()
        : root_(fs::path(testing::TempDir()) /
                ("errata_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~Folder() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    static std::string text(const std::string& file) {
        return dsl::DiskReader().read(file).value_or("(unreadable)");
    }

    fs::path root_;
};

TEST_F(Folder, IsWrittenWhole) {
    EXPECT_TRUE(write_file(path("a"), "first"));
    EXPECT_TRUE(write_file(path("a"), "second"));
    EXPECT_EQ(text(path("a")), "second");
    EXPECT_EQ(std::distance(fs::directory_iterator(root_), fs::directory_iterator()), 1)
        << "nothing is left beside it";
    EXPECT_FALSE(write_file(path("missing/a"), "text"));
}

TEST_F(Folder, KeepsLinksAndPermissions) {
    ASSERT_TRUE(write_file(path("real"), "first"));
    fs::permissions(path("real"), fs::perms::owner_read | fs::perms::owner_write);
    fs::create_symlink("real", path("link"));
    EXPECT_TRUE(write_file(path("link"), "second"));
    EXPECT_TRUE(fs::is_symlink(path("link")));
    EXPECT_EQ(text(path("real")), "second");
    EXPECT_EQ(fs::status(path("real")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(Folder, WritesThroughLinksToWhatIsNotThereYet) {
    fs::create_directories(path("elsewhere"));
    fs::create_symlink("second", path("first"));
    fs::create_symlink("elsewhere/new", path("second"));
    EXPECT_TRUE(write_file(path("first"), "text"));
    EXPECT_TRUE(fs::is_symlink(path("first")));
    EXPECT_TRUE(fs::is_symlink(path("second")));
    EXPECT_EQ(text(path("elsewhere/new")), "text");
    fs::create_symlink("round", path("round"));
    EXPECT_FALSE(write_file(path("round"), "text"));
    EXPECT_TRUE(fs::is_symlink(path("round")));
}

TEST_F(Folder, IsFoundFromASavedFile) {
    fs::create_directories(path("clone/specs"));
    fs::create_directories(path("clone/saved/deep"));
    ASSERT_TRUE(write_file(path("clone/specs/x.rules"), "game \"X\"\n"));
    const auto reader = find_root("specs/x.rules", path("clone/saved/deep/w.json"));
    ASSERT_TRUE(reader);
    EXPECT_EQ(reader->read("specs/x.rules"), "game \"X\"\n");
    EXPECT_THAT(reader->list("specs").value(), ElementsAre("specs/x.rules"))
        << "names do not tell where the clone lies";
    EXPECT_FALSE(find_root("specs/of/no/clone.rules", path("clone/saved/deep/w.json")));
}

TEST(Portable, IsRelativeBelowTheCurrentFolder) {
    EXPECT_EQ(portable("specs/./a.rules"), "specs/a.rules");
    EXPECT_EQ(portable((fs::current_path() / "specs" / "a.rules").string()), "specs/a.rules");
    const std::string elsewhere = (fs::current_path().root_path() / "elsewhere" / "a.rules").string();
    EXPECT_EQ(portable(elsewhere), elsewhere);
}

}  // namespace
}  // namespace errata::tests
