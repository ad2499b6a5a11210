// Reading a spec with everything it imports.
#include "dsl/load.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using namespace errata::dsl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct Loaded {
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

Loaded load_from(std::map<std::string, std::string> files, const std::string& path) {
    Loaded loaded;
    loaded.modules = load(MemoryReader(std::move(files)), path, loaded.sources, loaded.sink);
    return loaded;
}

TEST(Load, PutsImportsFirst) {
    const Loaded loaded =
        load_from({{"game/a.rules", "import \"b.rules\"\nimport \"../shared/c.rules\"\nenum x: A\n"},
                   {"game/b.rules", "import \"../shared/c.rules\"\nenum y: B\n"},
                   {"shared/c.rules", "enum z: C\n"}},
                  "game/a.rules");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(), ElementsAre("shared/c.rules", "game/b.rules", "game/a.rules"));
}

TEST(Load, ReadsAFileOnceHoweverItIsNamed) {
    const Loaded loaded = load_from(
        {{"a.rules", "import \"./b.rules\"\nimport \"x/../b.rules\"\n"}, {"b.rules", "enum y: B\n"}},
        "a.rules");
    EXPECT_THAT(loaded.paths(), ElementsAre("b.rules", "a.rules"));
}

TEST(Load, TakesAllFilesOfAFolder) {
    const Loaded loaded = load_from({{"game/b.rules", "enum y: B\n"},
                                     {"game/a.rules", "import \"b.rules\"\n"},
                                     {"other/c.rules", "enum z: C\n"}},
                                    "game");
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(loaded.paths(), ElementsAre("game/b.rules", "game/a.rules"));
}

TEST(Load, NamesAMissingFileAndItsNeighbour) {
    const Loaded loaded =
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
    const Loaded loaded = load_from({{"a.rules", "import \"x.rules\"\nimport \"x.rules\"\n"}}, "a.rules");
    EXPECT_THAT(loaded.messages(), ElementsAre("E0001 cannot read 'x.rules' [a path is named from the folder of the file that imports it]"));
}

TEST(Load, ShowsTheWayRoundACircle) {
    const Loaded loaded = load_from({{"a.rules", "import \"b.rules\"\n"},
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
    const Loaded loaded = load_from({{"a.rules", "import \"a.rules\"\n"}}, "a.rules");
    ASSERT_EQ(loaded.messages().size(), 1U);
    EXPECT_THAT(loaded.messages()[0], HasSubstr("E0004 'a.rules' imports itself ["));
}

class EmptyFolder : public FileReader {
public:
    std::optional<std::string> read(const std::string&) const override { return std::nullopt; }
    std::optional<std::vector<std::string>> list(const std::string&) const override {
        return std::vector<std::string>();
    }
};

TEST(Load, ReportsAFolderWithoutRules) {
    Loaded loaded;
    loaded.modules = load(EmptyFolder(), "docs", loaded.sources, loaded.sink);
    EXPECT_THAT(loaded.messages(), ElementsAre("E0005 no .rules file in 'docs'"));
}

}  // namespace
}  // namespace errata::tests
