// The catalogue that a spec names itself: which file it is, and what is said about one that cannot be had.
#include "checker/catalogue/named_catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::tests {
namespace {

using namespace errata::checker;
using testing::HasSubstr;

struct Named {
    explicit Named(const std::map<std::string, std::string>& files) {
        const tests::MemoryReader reader(files);
        const auto modules = dsl::load(reader, "game/main.rules", sources, sink);
        catalogue = named_catalogue(reader, "game/main.rules", modules, sources, sink);
        for (const dsl::Diagnostic& diagnostic : sink.sorted()) messages += dsl::render(diagnostic, sources);
    }
    dsl::SourceSet sources;
    dsl::Sink sink;
    NamedCatalogue catalogue;
    std::string messages;
};

const std::string mine_rows = "| MIN-1 | rule | Rich. |\n| MIN-12 | rule | Poor. |\n";

TEST(NamedCatalogue, LiesWhereTheFileSaysThatNamesIt) {
    const Named read({{"game/main.rules", "import \"book/rules.rules\"\ngame \"Mine\"\n"},
                      {"game/book/rules.rules", "meta { catalogue: \"rows.md\" }\n"},
                      {"game/book/rows.md", mine_rows}});
    EXPECT_EQ(read.messages, "");
    EXPECT_EQ(read.catalogue.file, "game/book/rows.md");
    ASSERT_EQ(read.catalogue.rows.size(), 2U);
    EXPECT_EQ(read.catalogue.rows[0].statement, "Rich.");
}

TEST(NamedCatalogue, OfTheSpecItselfCountsMoreThanThatOfItsImports) {
    const std::map<std::string, std::string> files = {
        {"game/lib.rules", "meta { catalogue: \"other.md\" }\n"}, {"game/rows.md", mine_rows}};
    auto named = files;
    named["game/main.rules"] = "import \"lib.rules\"\ngame \"Mine\"\nmeta { catalogue: \"rows.md\" }\n";
    EXPECT_EQ(Named(named).catalogue.file, "game/rows.md");
    named["game/main.rules"] = "import \"lib.rules\"\ngame \"Mine\"\nmeta { catalogue: unstated }\n";
    EXPECT_EQ(Named(named).catalogue.file, "");
    EXPECT_EQ(Named(named).messages, "");
    named["game/main.rules"] = "import \"lib.rules\"\ngame \"Mine\"\n";
    EXPECT_THAT(Named(named).messages, HasSubstr("game/lib.rules:1:19: error E0001: cannot read 'other.md'"));
}

TEST(NamedCatalogue, HasTheRowsThatAreCitedOrEachIsToldOnce) {
    const Named read({{"game/main.rules",
                       "game \"Mine\"\nmeta { catalogue: \"rows.md\" }\n"
                       "rule \"A\" [MIN-1, MIN-13] { not lit }\n"
                       "rule \"B\" [MIN-13] { lit }\n"},
                      {"game/rows.md", mine_rows}});
    EXPECT_THAT(read.messages,
                HasSubstr("game/main.rules:3:18: warning W0603: 'game/rows.md' has no row MIN-13"));
    EXPECT_THAT(read.messages, HasSubstr("did you mean 'MIN-1'?"));
    EXPECT_EQ(read.sink.sorted().size(), 1U) << read.messages;
}

TEST(NamedCatalogue, IsNoFileOutsideTheSpec) {
    const Named read(
        {{"game/main.rules", "game \"Mine\"\nmeta { catalogue: \"../rows.md\" }\n"}, {"rows.md", mine_rows}});
    EXPECT_THAT(read.messages, HasSubstr("error E0008: '../rows.md' is not read"));
    const Named text({{"game/main.rules", "game \"Mine\"\nmeta { catalogue: \"rows.txt\" }\n"},
                      {"game/rows.txt", mine_rows}});
    EXPECT_THAT(text.messages, HasSubstr("error E0008: 'rows.txt' is not read"));
}

}  // namespace
}  // namespace errata::tests
