// What the language has, its documents show: each statement and each infix operator stands in an example of
// docs/reference, and in a spec whose graph is kept (tests/golden/graphs), so that a change of what it means
// is seen.
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "dsl/parse.h"
#include "dsl/source/file_reader.h"
#include "tests/support/fenced_blocks.h"

namespace errata::dsl {
namespace {

using testing::HasSubstr;

// As a dump calls them.
const std::vector<std::string> constructs = {
#define ERRATA_STATEMENT(kind, opening, dumped) dumped,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
#define ERRATA_INFIX(kind, text, level, dumped) dumped,
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
};

std::string text_of(const std::string& path) {
    return DiskReader().read(std::string(ERRATA_SOURCE_DIR) + "/" + path).value_or("");
}

std::string dump_of(const std::vector<std::string>& specs) {
    std::string all;
    for (const std::string& spec : specs) {
        SourceSet sources;
        Sink sink;
        all += ast::dump(parse(sources, sources.add("t.rules", spec), sink)) + "\n";
    }
    return all;
}

// "(swap" with something behind it, or alone.
void expect_all(const std::string& dump, const std::string& where) {
    for (const std::string& word : constructs) {
        if (word == "error") continue;
        const bool is_there = dump.find("(" + word + " ") != std::string::npos ||
                              dump.find("(" + word + "\n") != std::string::npos ||
                              dump.find("(" + word + ")") != std::string::npos;
        EXPECT_TRUE(is_there) << where << " has no '" << word << "'";
    }
}

std::vector<std::string> examples_of_reference() {
    std::vector<std::string> result;
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/docs/reference";
    for (const auto& page : std::filesystem::directory_iterator(folder)) {
        for (std::string& example :
             tests::fenced_blocks(text_of("docs/reference/" + page.path().filename().string()), "rules"))
            result.push_back(std::move(example));
    }
    return result;
}

TEST(Shown, EveryConstructInAnExampleOfTheDocuments) {
    const std::vector<std::string> examples = examples_of_reference();
    ASSERT_GT(examples.size(), 10U);
    expect_all(dump_of(examples), "docs/reference");
}

TEST(Shown, EveryConstructInASpecWhoseGraphIsKept) {
    const std::string folder = std::string(ERRATA_SOURCE_DIR) + "/tests/golden/graphs";
    std::vector<std::string> specs;
    for (const std::string& path : DiskReader().list(folder).value_or(std::vector<std::string>()))
        specs.push_back(DiskReader().read(path).value_or(""));
    ASSERT_GT(specs.size(), 50U);
    expect_all(dump_of(specs), "tests/golden/graphs");
}

}  // namespace
}  // namespace errata::dsl
