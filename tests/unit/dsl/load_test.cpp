// Reading a spec with everything it imports.
#include "dsl/load.h"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/memory_reader.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::dsl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct LoadedFiles {
    SourceSet sources;
    Sink sink;
    std::vector<ast::Module> modules;

    std::vector<std::string> paths() const {
        std::vector<std::string> result;
        for (const ast::Module& module : modules) result.push_back(sources.file(module.file).path());
        return result;
    }
    // "E0001 message [hint] | note"
    std::vector<std::string> messages() const {
        std::vector<std::string> result;
        for (const Diagnostic& diagnostic : sink.sorted()) {
            std::string text = std::string(info(diagnostic.kind).code) + " " + diagnostic.message;
            if (!diagnostic.hint.empty()) text += " [" + diagnostic.hint + "]";
            for (const auto& [span, note] : diagnostic.notes)
                text += " | " + sources.place(span) + " " + note;
            result.push_back(std::move(text));
        }
        return result;
    }
};

LoadedFiles load_from(std::map<std::string, std::string> files, const std::string& path) {
    LoadedFiles loaded;
    loaded.modules = load(tests::MemoryReader(std::move(files)), path, loaded.sources, loaded.sink);
    return loaded;
}

TEST(Load, PutsImportsFirst) {
    const LoadedFiles loaded =
        load_from({{"specs/game/a.rules", "import \"b.rules\"\nimport \"../shared/c.rules\"\nenum x: A\n"},
                   {"specs/game/b.rules", "import \"../shared/c.rules\"\nenum y: B\n"},
                   {"specs/shared/c.rules", "enum z: C\n"}},
                  "specs/game/a.rules");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(),
                ElementsAre("specs/shared/c.rules", "specs/game/b.rules", "specs/game/a.rules"));
}

TEST(Load, ReadsAFileOnceHoweverItIsNamed) {
    const LoadedFiles loaded = load_from(
        {{"a.rules", "import \"./b.rules\"\nimport \"x/../b.rules\"\n"}, {"b.rules", "enum y: B\n"}},
        "a.rules");
    EXPECT_THAT(loaded.paths(), ElementsAre("b.rules", "a.rules"));
}

TEST(Load, TakesAllFilesOfAFolder) {
    const LoadedFiles loaded = load_from({{"game/b.rules", "enum y: B\n"},
                                          {"game/a.rules", "import \"b.rules\"\n"},
                                          {"other/c.rules", "enum z: C\n"}},
                                         "game");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(), ElementsAre("game/b.rules", "game/a.rules"));
}

TEST(Load, NamesAMissingFileAndItsNeighbour) {
    const LoadedFiles loaded =
        load_from({{"game/a.rules", "import \"terains.rules\"\n"}, {"game/terrains.rules", "enum y: B\n"}},
                  "game/a.rules");
    EXPECT_THAT(loaded.messages(),
                ElementsAre("E0001 cannot read 'terains.rules' [did you mean 'terrains.rules'?]"));
    EXPECT_THAT(loaded.paths(), ElementsAre("game/a.rules")) << "the rest is there";
}

TEST(Load, ReportsAMissingSpec) {
    EXPECT_THAT(load_from({}, "nothing.rules").messages(), ElementsAre("E0001 cannot read 'nothing.rules'"));
}

TEST(Load, ReportsAMissingImportOnce) {
    const LoadedFiles loaded =
        load_from({{"a.rules", "import \"x.rules\"\nimport \"x.rules\"\n"}}, "a.rules");
    EXPECT_THAT(
        loaded.messages(),
        ElementsAre(
            "E0001 cannot read 'x.rules' [a path is named from the folder of the file that imports it]"));
}

TEST(Load, ShowsTheWayRoundACircle) {
    const LoadedFiles loaded = load_from({{"a.rules", "import \"b.rules\"\n"},
                                          {"b.rules", "enum y: B\nimport \"c.rules\"\n"},
                                          {"c.rules", "import \"b.rules\"\n"}},
                                         "a.rules");
    EXPECT_THAT(
        loaded.messages(),
        ElementsAre("E0004 'b.rules' imports itself through other files [move what both sides need into a "
                    "file of its own]"
                    " | b.rules:2:1 'b.rules' imports 'c.rules' | c.rules:1:1 'c.rules' imports 'b.rules'"));
    EXPECT_THAT(loaded.paths(), ElementsAre("c.rules", "b.rules", "a.rules")) << "each file is there once";
}

TEST(Load, ReportsAFileThatImportsItself) {
    const LoadedFiles loaded = load_from({{"a.rules", "import \"a.rules\"\n"}}, "a.rules");
    ASSERT_EQ(loaded.messages().size(), 1U);
    EXPECT_THAT(loaded.messages()[0], HasSubstr("E0004 'a.rules' imports itself ["));
}

// What one import of a spec says, in a world with these files.
std::string refusal(const std::string& spec, const std::string& import,
                    std::map<std::string, std::string> others = {}) {
    others[spec] = "import \"" + import + "\"\nenum x: A\n";
    const std::vector<std::string> messages = load_from(std::move(others), spec).messages();
    return messages.empty() ? "" : messages[0].substr(0, messages[0].find(" ["));
}

TEST(Load, ImportsSpecsOfItsProjectOnly) {
    EXPECT_EQ(refusal("game/a.rules", "../b.rules", {{"b.rules", "enum y: B\n"}}),
              "E0008 '../b.rules' is not imported");
    EXPECT_EQ(refusal("game/a.rules", "notes.txt", {{"game/notes.txt", "my secret"}}),
              "E0008 'notes.txt' is not imported");
    EXPECT_EQ(refusal("game/a.rules", "/etc/hosts.rules", {{"/etc/hosts.rules", "enum y: B\n"}}),
              "E0008 '/etc/hosts.rules' is not imported");
    EXPECT_EQ(refusal("specs/x/y/a.rules", "../../../b.rules", {{"b.rules", "enum y: B\n"}}),
              "E0008 '../../../b.rules' is not imported");
    EXPECT_EQ(refusal("specs/x/y/a.rules", "../../lib/b.rules", {{"specs/lib/b.rules", "enum y: B\n"}}), "");
    EXPECT_EQ(refusal("game/a.rules", "sub/b.rules", {{"game/sub/b.rules", "enum y: B\n"}}), "");
}

// A spec somewhere, and a folder of Errata's own.
const std::map<std::string, std::string> library_files = {
    {"lib/profiles/stack.rules", "import \"piles/pile.rules\"\nenum x: A\n"},
    {"lib/profiles/piles/pile.rules", "enum y: B\n"},
    {"lib/profiles/out.rules", "import \"../../game/b.rules\"\n"},
    {"lib/profiles/table.rules",
     "printed card on thing if this.card = it\n"
     "cards \"cards.csv\" as card { name: \"Name\" }\n"},
    {"lib/profiles/cards.csv", "Name\nFox\n"}};

LoadedFiles load_with_library(std::map<std::string, std::string> files, const std::string& path) {
    files.insert(library_files.begin(), library_files.end());
    LoadedFiles loaded;
    loaded.modules = load(tests::MemoryReader(std::move(files), "lib"), path, loaded.sources, loaded.sink);
    return loaded;
}

TEST(LoadFromLibrary, AnImportFallsBackToErratasOwnFolder) {
    const LoadedFiles loaded =
        load_with_library({{"game/a.rules", "import \"profiles/stack.rules\"\n"}}, "game/a.rules");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(),
                ElementsAre("lib/profiles/piles/pile.rules", "lib/profiles/stack.rules", "game/a.rules"));
}

TEST(LoadFromLibrary, TheFolderOfTheImportingFileComesFirst) {
    const LoadedFiles loaded = load_with_library(
        {{"game/a.rules", "import \"profiles/stack.rules\"\n"}, {"game/profiles/stack.rules", "enum z: C\n"}},
        "game/a.rules");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(), ElementsAre("game/profiles/stack.rules", "game/a.rules"));
}

TEST(LoadFromLibrary, AFileIsReadOnceHoweverItIsNamed) {
    const LoadedFiles loaded = load_with_library(
        {{"lib/games/a.rules",
          "import \"../profiles/piles/pile.rules\"\nimport \"profiles/piles/pile.rules\"\n"}},
        "lib");
    EXPECT_THAT(loaded.paths(), testing::Contains("lib/profiles/piles/pile.rules").Times(1));
}

TEST(LoadFromLibrary, ItsTablesAreRead) {
    const LoadedFiles loaded =
        load_with_library({{"game/a.rules", "import \"profiles/table.rules\"\n"}}, "game/a.rules");
    EXPECT_THAT(loaded.messages(), IsEmpty());
}

// What one import of game/a.rules says where Errata's own folder is there.
std::string message_with_library(const std::string& import) {
    const std::vector<std::string> messages =
        load_with_library(
            {{"game/a.rules", "import \"" + import + "\"\nenum w: A\n"}, {"game/b.rules", "enum v: B\n"}},
            "game/a.rules")
            .messages();
    return messages.empty() ? "" : messages[0];
}

TEST(LoadFromLibrary, AMissingFileIsToldWithBothPlaces) {
    EXPECT_EQ(
        message_with_library("profiles/stak.rules"),
        "E0001 cannot read 'profiles/stak.rules': it is neither in 'game' nor in Errata's own folder 'lib' "
        "[did you mean 'profiles/stack.rules'?]");
    EXPECT_EQ(
        message_with_library("profiles/tide.rules"),
        "E0001 cannot read 'profiles/tide.rules': it is neither in 'game' nor in Errata's own folder 'lib' "
        "[a path starts at the folder of the file that imports it, or at Errata's own folder]");
}

TEST(LoadFromLibrary, AProfileIsSuggestedWhereItsFolderIsLeftOut) {
    EXPECT_EQ(message_with_library("stack.rules"),
              "E0001 cannot read 'stack.rules' [did you mean 'profiles/stack.rules'?]");
    EXPECT_EQ(message_with_library("tide.rules"),
              "E0001 cannot read 'tide.rules' [a path is named from the folder of the file that imports it]");
}

TEST(LoadFromLibrary, NothingElseIsReadByWayOfIt) {
    EXPECT_THAT(message_with_library("profiles/out.rules"),
                HasSubstr("E0008 '../../game/b.rules' is not imported"));
    EXPECT_THAT(message_with_library("../lib/profiles/stack.rules"), HasSubstr("E0008"));
    EXPECT_THAT(message_with_library("/lib/profiles/stack.rules"), HasSubstr("E0008"));
    EXPECT_THAT(message_with_library("profiles/../../lib/profiles/stack.rules"), HasSubstr("E0008"));
    EXPECT_THAT(message_with_library("profiles/cards.csv"), HasSubstr("E0008"));
}

class Disk : public testing::Test {
protected:
    Disk() { fs::create_directories(root_ / "game"); }
    ~Disk() override { fs::remove_all(root_); }
    std::string file(const std::string& name, const std::string& text) const {
        std::ofstream(root_ / name, std::ios::binary) << text;
        return (root_ / name).string();
    }
    std::string first_message(const std::string& import) const {
        LoadedFiles loaded;
        const std::string spec = file("game/a.rules", "import \"" + import + "\"\nenum x: A\n");
        loaded.modules = load(DiskReader(), spec, loaded.sources, loaded.sink);
        const std::vector<std::string> messages = loaded.messages();
        return messages.empty() ? "" : messages[0];
    }

    fs::path root_ = fs::path(testing::TempDir()) / ("errata_load_" + std::to_string(getpid()));
};

TEST_F(Disk, LinksLeadNowhereElse) {
    file("outside.rules", "enum secret: Swordfish\n");
    fs::create_symlink(root_ / "outside.rules", root_ / "game/link.rules");
    EXPECT_THAT(first_message("link.rules"), HasSubstr("E0008"));
    file("game/inside.rules", "enum y: B\n");
    fs::create_symlink("inside.rules", root_ / "game/other.rules");
    EXPECT_EQ(first_message("other.rules"), "");
}

TEST_F(Disk, WhatIsNoOrdinaryFileIsNotOpened) {
    ASSERT_EQ(mkfifo((root_ / "game/pipe.rules").c_str(), 0600), 0);
    EXPECT_THAT(first_message("pipe.rules"), HasSubstr("cannot read 'pipe.rules': it is no ordinary file"));
    fs::create_directories(root_ / "game/folder.rules");
    EXPECT_THAT(first_message("folder.rules"), HasSubstr("cannot read 'folder.rules': it is a folder"));
    EXPECT_THAT(first_message("/dev/zero"), HasSubstr("E0008"));
}

TEST_F(Disk, AFileHasASize) {
    file("game/large.rules", std::string(DiskReader::largest_spec, ' ') + "enum y: B\n");
    EXPECT_THAT(first_message("large.rules"), HasSubstr("it is larger than 16 MB"));
}

TEST_F(Disk, TextsOfAllEditorsAreRead) {
    for (const char* text : {"enum y: B", "enum y: B\r\n",
                             "\xEF\xBB\xBF"
                             "enum y: B\n"}) {
        file("game/b.rules", text);
        EXPECT_EQ(first_message("b.rules"), "") << text;
    }
    for (const std::string& text : {std::string("enum y: B\0\n", 11), std::string("enum y: \xC0\xAF\n")}) {
        file("game/b.rules", text);
        EXPECT_THAT(first_message("b.rules"), HasSubstr("E0002")) << text;
    }
}

class EmptyFolder : public FileReader {
public:
    std::optional<std::string> read(const std::string&) const override { return std::nullopt; }
    std::optional<std::vector<std::string>> list(const std::string&) const override {
        return std::vector<std::string>();
    }
};

TEST(Load, ReportsAFolderWithoutRules) {
    LoadedFiles loaded;
    loaded.modules = load(EmptyFolder(), "docs", loaded.sources, loaded.sink);
    EXPECT_THAT(loaded.messages(), ElementsAre("E0005 no .rules file in 'docs'"));
}

}  // namespace
}  // namespace errata::tests
