// The examples of the documents are specs: every block marked ```rules compiles, so a reader can start from
// any of them. A block marked ```csv NAME is a table that they read by that name. What they quote is what the
// program says: a block marked ```console begins with `$ errata ...`, run from the root of the project, and
// goes on with its output. A line `...` stands for any number of lines; what follows `> ` is typed.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/codes.h"
#include "tests/support/fenced_blocks.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/words_of_text.h"

namespace errata::tests {
namespace {

std::string text_of_document(const std::string& document) {
    std::ifstream in(std::string(ERRATA_SOURCE_DIR) + "/" + document);
    EXPECT_TRUE(in.good()) << document;
    return {std::istreambuf_iterator<char>(in), {}};
}

// Does `said` read as `quoted`, with any lines where it says `...`?
bool agrees(const std::vector<std::string>& quoted, const std::vector<std::string>& said, std::size_t q = 0,
            std::size_t s = 0) {
    for (; q < quoted.size(); ++q, ++s) {
        if (quoted[q] == "...") {
            for (std::size_t rest = s; rest <= said.size(); ++rest) {
                if (agrees(quoted, said, q + 1, rest)) return true;
            }
            return false;
        }
        if (s == said.size() || quoted[q] != said[s]) return false;
    }
    return s == said.size();
}

// The first block that is not what the program says, with what it says; "" if there is none.
std::string misquoted(const std::string& block) {
    std::vector<std::string> quoted = lines_of(block);
    const std::string prompt = "$ errata ";
    if (quoted.empty() || quoted[0].rfind(prompt, 0) != 0)
        return "a quotation begins with '" + prompt + "...':\n" + block;
    const std::vector<std::string> arguments = words_of(quoted[0].substr(prompt.size()));
    quoted.erase(quoted.begin());
    std::string typed;
    for (const std::string& line : quoted) {
        if (line.rfind("> ", 0) == 0) typed += line.substr(2) + "\n";
    }
    const Ran ran = run_errata(arguments, typed);
    const std::string said = ran.err + ran.out;
    return agrees(quoted, lines_of(said)) ? "" : block + "--- is really ---\n" + said;
}

class Documents : public testing::TestWithParam<std::string> {};

TEST_P(Documents, HaveExamplesThatAreSpecs) {
    const std::string document = text_of_document(GetParam());
    const std::vector<std::string> examples = fenced_blocks(document, "rules");
    const std::filesystem::path folder = scratch_file("document_examples");
    std::filesystem::create_directories(folder);
    for (const auto& [name, table] : fenced_files(document, "csv")) std::ofstream(folder / name) << table;
    for (std::size_t i = 0; i < examples.size(); ++i) {
        const std::string path = (folder / ("example_" + std::to_string(i) + ".rules")).string();
        std::ofstream(path) << examples[i];
        const Ran ran = run_errata({"check", path});
        EXPECT_TRUE(ran.code == 0 || ran.code == 1)
            << "example " << i + 1 << " of " << GetParam() << " ends with " << ran.code << "\n"
            << ran.err << ran.out;
    }
    std::filesystem::remove_all(folder);
}

TEST_P(Documents, QuoteWhatTheProgramSays) {
    std::filesystem::current_path(ERRATA_SOURCE_DIR);
    for (const std::string& block : fenced_blocks(text_of_document(GetParam()), "console"))
        EXPECT_EQ(misquoted(block), "");
}

// A block marked ```session is a quotation, too, but is run in a folder of its own, where the tables of the
// document lie. A block marked ```append FILE before it stands at the end of that file then.
TEST_P(Documents, GoAsTheirSessionsSay) {
    const auto blocks = all_fenced_blocks(text_of_document(GetParam()));
    const bool has_session =
        std::ranges::any_of(blocks, [](const auto& block) { return block.first == "session"; });
    if (!has_session) return;
    const std::filesystem::path folder = scratch_file("document_session");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::filesystem::current_path(folder);
    for (const auto& [mark, text] : blocks) {
        const std::string file = mark.substr(std::min(mark.find(' ') + 1, mark.size()));
        if (mark.starts_with("csv ")) std::ofstream(folder / file) << text;
        if (mark.starts_with("append ")) std::ofstream(folder / file, std::ios::app) << "\n" << text;
        if (mark == "session") {
            EXPECT_EQ(misquoted(text), "");
        }
    }
    std::filesystem::current_path(ERRATA_SOURCE_DIR);
    std::filesystem::remove_all(folder);
}

TEST(Quotations, AreHeldToTheLetter) {
    EXPECT_EQ(misquoted("$ errata explain nothing\nerrata: no code is called 'nothing'\n...\n"), "");
    EXPECT_NE(misquoted("$ errata explain nothing\nerrata: all is well\n...\n"), "");
    EXPECT_NE(misquoted("$ errata explain nothing\n"), "");
}

std::vector<std::string> documents() {
    std::vector<std::string> result{"README.md", "specs/tutorial/README.md"};
    for (const char* const folder : {"docs", "docs/reference"}) {
        for (const auto& entry :
             std::filesystem::directory_iterator(std::string(ERRATA_SOURCE_DIR) + "/" + folder)) {
            if (entry.path().extension() == ".md")
                result.push_back(std::string(folder) + "/" + entry.path().filename().string());
        }
    }
    std::ranges::sort(result);
    return result;
}

std::string name_of(const testing::TestParamInfo<std::string>& document) {
    std::string name = document.param;
    std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, Documents, testing::ValuesIn(documents()), name_of);

}  // namespace
}  // namespace errata::tests
