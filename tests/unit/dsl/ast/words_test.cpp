// The reserved words are those that the documents list, and every word of an infix operator is one.
#include "dsl/ast/words.h"

#include <iterator>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/ast/infix.h"
#include "dsl/source/file_reader.h"

namespace errata::dsl {
namespace {

// The form in "Reserved words" of docs/reference/files.md.
std::vector<std::string> listed() {
    const std::string page =
        DiskReader().read(std::string(ERRATA_SOURCE_DIR) + "/docs/reference/files.md").value_or("");
    const std::size_t section = page.find("## Reserved words");
    const std::size_t fence = page.find("```text\n", section);
    if (section == std::string::npos || fence == std::string::npos) return {};
    const std::size_t begin = fence + std::string("```text\n").size();
    std::istringstream in(page.substr(begin, page.find("```", begin) - begin));
    return {std::istream_iterator<std::string>(in), {}};
}

TEST(Words, ThoseListedAreReserved) {
    const std::vector<std::string> words = listed();
    ASSERT_GT(words.size(), 40U);
    for (const std::string& word : words) EXPECT_TRUE(grammar::is_reserved(word)) << word;
}

TEST(Words, OperatorsAreReservedAndListed) {
    for (const ast::InfixOperator& infix : ast::infix_operators) {
        if (!grammar::is_letter(infix.text[0])) continue;
        std::istringstream in{std::string(infix.text)};
        for (std::string word; in >> word;) {
            EXPECT_TRUE(grammar::is_reserved(word)) << word;
            EXPECT_THAT(listed(), testing::Contains(word))
                << "docs/reference/files.md lists the reserved words";
        }
    }
}

TEST(Words, OperatorsAreReadWhole) {
    for (const ast::InfixOperator& infix : ast::infix_operators) {
        const std::string text = infix.text;
        if (!grammar::is_letter(text[0])) {
            EXPECT_EQ(grammar::symbol_at(text + " 1"), text);
        }
    }
    EXPECT_EQ(grammar::symbol_at("is"), "i") << "a word is no sign";
}

}  // namespace
}  // namespace errata::dsl
