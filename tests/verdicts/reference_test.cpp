// What the reference says of the language is so: beside this file, reference/ has small specs that hold its
// statements. Each begins with the page and the sentences that it holds, to the letter. It ends with exit
// code 0. With a line `-- says E0304` it has that message instead.
// How to add one: reference/PAGE-topic.rules. Leave a sentence out of the page if no spec can hold it.
#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/base/text.h"
#include "tests/support/golden.h"
#include "tests/support/program.h"
#include "tests/support/words_of_text.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

const std::string root = std::string(ERRATA_SOURCE_DIR) + "/";
const std::string folder = "tests/verdicts/reference/";

struct Statement {
    std::string path;
    std::string page;
    std::vector<std::string> quotes;
    std::vector<std::string> messages;
};

// Line breaks and indentation do not count.
std::string flat(const std::string& text) { return dsl::join(words_of(text), " "); }

Statement read_statement(const std::string& path) {
    std::istringstream in(read_text(root + path));
    Statement result{path, {}, {}, {}};
    std::string header;
    for (std::string line; std::getline(in, line) && line.starts_with("--");) {
        const std::string said = flat(line.substr(2));
        if (result.page.empty()) {
            result.page = said;
        } else if (said.starts_with("says ")) {
            result.messages.push_back(said.substr(5, 5));
        } else {
            header += (header.empty() ? "" : " ") + said;
        }
    }
    bool is_inside = false;
    for (std::size_t i = 0; i < header.size(); ++i) {
        const bool is_escaped = header[i] == '\\' && i + 1 < header.size() && header[i + 1] == '"';
        if (header[i] == '"') {
            is_inside = !is_inside;
            if (is_inside) result.quotes.emplace_back();
        } else if (is_inside) {
            if (is_escaped) ++i;
            result.quotes.back() += header[i];
        }
    }
    return result;
}

std::map<std::string, std::vector<Statement>> statements_by_page() {
    std::map<std::string, std::vector<Statement>> result;
    for (const auto& entry : fs::directory_iterator(root + folder)) {
        if (entry.path().extension() != ".rules") continue;
        Statement statement = read_statement(folder + entry.path().filename().string());
        result[statement.page].push_back(std::move(statement));
    }
    for (auto& [page, statements] : result) std::ranges::sort(statements, {}, &Statement::path);
    return result;
}

std::vector<std::string> pages() {
    std::vector<std::string> result;
    for (const auto& [page, statements] : statements_by_page()) result.push_back(page);
    return result;
}

class Reference : public testing::TestWithParam<std::string> {};

TEST_P(Reference, SaysWhatIsSo) {
    fs::current_path(root);
    ASSERT_TRUE(fs::exists(root + GetParam())) << GetParam();
    const std::string page = flat(read_text(root + GetParam()));
    const std::vector<Statement> statements = statements_by_page().at(GetParam());
    for (const Statement& statement : statements) {
        EXPECT_FALSE(statement.quotes.empty()) << statement.path << " quotes nothing";
        for (const std::string& quote : statement.quotes)
            EXPECT_NE(page.find(quote), std::string::npos) << statement.path << " quotes: " << quote;
        const auto is_error = [](const std::string& code) { return code.starts_with("E"); };
        const int code = std::ranges::any_of(statement.messages, is_error) ? 2 : 0;
        const Ran ran = run_errata({"check", statement.path});
        EXPECT_EQ(ran.code, code) << statement.path << "\n" << ran.err << ran.out;
        for (const std::string& message : statement.messages)
            EXPECT_THAT(ran.err + ran.out, testing::HasSubstr(message)) << statement.path;
    }
}

std::string name_of_page(const testing::TestParamInfo<std::string>& page) {
    std::string name = fs::path(page.param).stem().string();
    std::erase_if(name, [](unsigned char c) { return std::isalnum(c) == 0; });
    return name;
}

INSTANTIATE_TEST_SUITE_P(Pages, Reference, testing::ValuesIn(pages()), name_of_page);

}  // namespace
}  // namespace errata::tests
