// How the project writes: sentences that take too long to read, in documents for users and in the words of
// reports. Long ones that were there when this was first measured are known by their beginnings
// (prose_known.txt);
// a new one fails. Shorten one, and take its line out.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/words_of_text.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_words = 30;
constexpr std::size_t words_of_beginning = 8;

std::string text_of_file(const fs::path& path) {
    std::ifstream in(path);
    return {std::istreambuf_iterator<char>(in), {}};
}

// Paragraphs and items of lists, without blocks of code, tables and headings.
std::vector<std::string> paragraphs_of(const std::string& markdown) {
    std::vector<std::string> result(1);
    std::istringstream lines(markdown);
    bool is_code = false;
    for (std::string line; std::getline(lines, line);) {
        const std::string bare = line.substr(std::min(line.find_first_not_of(' '), line.size()));
        if (bare.starts_with("```")) is_code = !is_code;
        const bool is_prose = !is_code && !bare.empty() && bare[0] != '|' && bare[0] != '#' && bare[0] != '`';
        const bool begins = bare.starts_with("* ") || bare.starts_with("- ") || !is_prose;
        if (begins) result.emplace_back();
        if (is_prose) result.back() += " " + bare;
    }
    return result;
}

// What stands in quotes in a table of words.
std::vector<std::string> strings_of(const std::string& table) {
    std::vector<std::string> result;
    std::istringstream lines(table);
    bool goes_on = false;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t open = line.find('"');
        const std::size_t close = line.rfind('"');
        if (line.starts_with("//") || open == std::string::npos || open == close) continue;
        const std::string words = line.substr(open + 1, close - open - 1);
        if (goes_on)
            result.back() += words;
        else
            result.push_back(words);
        goes_on = !line.ends_with(")");
    }
    return result;
}

// The beginnings of sentences with too many words. Code counts as one word.
std::vector<std::string> long_sentences(const std::string& paragraph) {
    std::vector<std::string> result;
    std::vector<std::string> sentence;
    bool is_code = false;
    const auto end = [&] {
        if (sentence.size() > most_words) {
            std::string beginning;
            for (std::size_t i = 0; i < words_of_beginning; ++i)
                beginning += (i == 0 ? "" : " ") + sentence[i];
            result.push_back(beginning);
        }
        sentence.clear();
    };
    for (const std::string& word : words_of(paragraph)) {
        const bool was_code = is_code;
        if (std::ranges::count(word, '`') % 2 == 1) is_code = !is_code;
        if (!was_code) sentence.push_back(word);
        const bool is_last = word.ends_with(".") || word.ends_with("?") || word.ends_with("!") ||
                             word.ends_with(".)") || word.ends_with(".**");
        if (is_last && !is_code && !word.ends_with("...")) end();
    }
    end();
    return result;
}

std::vector<std::string> measured() {
    const fs::path root = ERRATA_SOURCE_DIR;
    std::vector<std::string> result;
    const auto add = [&](const std::string& name, const std::vector<std::string>& paragraphs) {
        for (const std::string& paragraph : paragraphs) {
            for (const std::string& beginning : long_sentences(paragraph))
                result.push_back(name + ": " + beginning);
        }
    };
    std::vector<std::string> documents = {"README.md", "dsl/README.md", "specs/tutorial/README.md"};
    for (const auto& entry : fs::recursive_directory_iterator(root / "docs")) {
        if (entry.path().extension() == ".md")
            documents.push_back(fs::relative(entry.path(), root).generic_string());
    }
    std::ranges::sort(documents);
    for (const std::string& document : documents) add(document, paragraphs_of(text_of_file(root / document)));
    for (const char* const table : {"reports/words/facts.def", "reports/words/incidents.def"})
        add(table, strings_of(text_of_file(root / table)));
    return result;
}

TEST(Prose, NewSentencesAreShort) {
    std::set<std::string> known;
    std::istringstream lines(text_of_file(fs::path(ERRATA_SOURCE_DIR) / "tests/tidy/prose_known.txt"));
    for (std::string line; std::getline(lines, line);) known.insert(line);
    for (const std::string& sentence : measured())
        EXPECT_TRUE(known.contains(sentence)) << "more than " << most_words << " words: " << sentence;
}

TEST(Prose, ALongSentenceIsKnownByItsBeginning) {
    std::string text = "One two three four five six seven eight nine";
    for (int i = 0; i < 30; ++i) text += " more";
    EXPECT_EQ(long_sentences("Short. " + text + ". Short."),
              std::vector<std::string>{"One two three four five six seven eight"});
    EXPECT_TRUE(long_sentences("It says `a lot of code " + text + "` here.").empty());
}

}  // namespace
}  // namespace errata::tests
