// What counts as a row of a catalogue, and what is said about one that cannot be counted.
#include "checker/catalogue/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace errata::tests {
namespace {

using namespace errata::checker;
using testing::ElementsAre;
using testing::HasSubstr;

struct Catalogue {
    explicit Catalogue(const std::string& text) {
        rows = read_catalogue(sources, sources.add("rows.md", text), sink);
        for (const CatalogueRow& row : rows) ids.push_back(row.id);
        for (const dsl::Diagnostic& diagnostic : sink.sorted()) messages += dsl::render(diagnostic, sources);
    }
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<CatalogueRow> rows;
    std::vector<std::string> ids;
    std::string messages;
};

TEST(Catalogue, HasTheRowsOfItsTables) {
    const Catalogue read(
        "# Rows\n\n| ID | Type | Statement | Check |\n|---|---|---|---|\n| SAN-1 | rule | One. | always |\n\n"
        "Text about | SAN-2 | here.\n\n|X2-HOP-12a|card|Two.|\n");
    EXPECT_THAT(read.ids, ElementsAre("SAN-1", "X2-HOP-12a"));
    EXPECT_EQ(read.rows[0].type, "rule");
    EXPECT_EQ(read.rows[0].statement, "One.");
    EXPECT_EQ(read.sources.place(read.rows[1].span), "rows.md:9:1");
    EXPECT_EQ(read.messages, "");
}

TEST(Catalogue, IsReadWhateverEndsItsLines) {
    const Catalogue read("| ID | Type |\r\n| A-1 | rule | One. |\r\n| A-2 | rule | Two. \r\n");
    EXPECT_THAT(read.ids, ElementsAre("A-1", "A-2"));
    EXPECT_EQ(read.rows[1].statement, "Two.");
    EXPECT_THAT(Catalogue("| A-1 | rule | without a line break |").ids, ElementsAre("A-1"));
}

TEST(Catalogue, KeepsEscapedPipesInTheirCells) {
    const Catalogue read("| A-1 | rule | this \\| that, C:\\ too | x |\n");
    EXPECT_EQ(read.rows[0].statement, "this | that, C:\\ too");
}

TEST(Catalogue, PassesOverCodeBlocks) {
    const Catalogue read(
        "```\n| A-1 | x | x |\n~~~\n| A-2 | x | x |\n```\n| A-3 | x | x |\n~~~~ text\n```\n| A-4 | x | x "
        "|\n~~~\n"
        "| A-5 | x | x |\n~~~~~\n    | A-6 | x | x |\n\t| A-7 | x | x |\n  | A-8 | x | x |\n");
    EXPECT_THAT(read.ids, ElementsAre("A-3", "A-8"));
}

TEST(Catalogue, KnowsIdsFromOtherWords) {
    const Catalogue read(
        "| A | x |\n| a-1 | x |\n| A- | x |\n| A-B | x |\n| A--1 | x |\n| A-1 (old) | x |\n| A-1 |\n");
    EXPECT_THAT(read.ids, ElementsAre("A-1"));
    EXPECT_EQ(read.rows[0].type, "") << "what is not there is empty";
}

TEST(Catalogue, TellsOfEachRowThatOccursTwice) {
    const Catalogue read("| A-1 | x |\n| A-2 | x |\n| A-1 | y |\n| A-2 | y |\n");
    EXPECT_THAT(read.messages, HasSubstr("rows.md:3:1: error E0007: A-1 stands in this catalogue twice"));
    EXPECT_THAT(read.messages, HasSubstr("note: rows.md:1:1: first here"));
    EXPECT_THAT(read.messages, HasSubstr("rows.md:4:1: error E0007: A-2 stands"));
}

TEST(Catalogue, HasToHaveRows) {
    EXPECT_THAT(Catalogue("").messages, HasSubstr("E0007: there is no row in this catalogue"));
    EXPECT_THAT(Catalogue("| ID | Type |\n").messages, HasSubstr("E0007"));
}

}  // namespace
}  // namespace errata::tests
