// The reserved words are those that the documents list, and every word of an infix operator is one.
#include "dsl/ast/words.h"

#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/ast/infix.h"
#include "dsl/source/file_reader.h"

namespace errata::dsl {
namespace {

// "These words cannot be names: and, any, ... yes." of dsl/README.md.
std::vector<std::string> listed() {
    const std::string readme =
        DiskReader().read(std::string(ERRATA_SOURCE_DIR) + "/dsl/README.md").value_or("");
    const std::string opening = "These words cannot be names:";
    const std::size_t found = readme.find(opening);
    if (found == std::string::npos) return {};
    const std::size_t begin = found + opening.size();
    std::istringstream in(readme.substr(begin, readme.find('.', begin) - begin));
    std::vector<std::string> words;
    for (std::string word; in >> word;) {
        while (!word.empty() && !grammar::is_letter(word.back())) word.pop_back();
        if (!word.empty()) words.push_back(word);
    }
    return words;
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
            EXPECT_THAT(listed(), testing::Contains(word)) << "dsl/README.md lists the reserved words";
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
