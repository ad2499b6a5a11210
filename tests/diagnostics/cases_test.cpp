// One small file per message. The comments at the head of a case say what the program must report about it,
// and it must report nothing else:
//
//     -- expect E0201 at 5:12: unknown name 'Montain'
//     -- hint: did you mean 'Mountain'?
//
// The message may be the beginning of the real one; a hint stands below its message and is optional. `at -`
// is a message without a place. In binary files and folders (cases/NAME/), which cannot carry comments, the
// same lines stand in NAME.expect beside them. A case of warnings only must compile. A case NAME.md is a
// catalogue, which the first lesson of the tutorial is held against. A table (*.csv) belongs to the case that
// reads it; `at` is then a place in the table.
#include <algorithm>
#include <filesystem>
#include <regex>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsl/diag/diagnostic.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/program.h"
#include "reports/explain/help.h"
#include "tests/support/codes.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

// Paths occur in messages, so the cases are named from the root of the project.
const std::string cases_folder = "tests/diagnostics/cases";

struct Expected {
    std::string code;
    std::string place;  // "5:12" or "-"
    std::string message;
    std::string hint;
};

std::string text_of(const fs::path& path) { return dsl::DiskReader().read(path.string()).value_or(""); }

std::vector<Expected> read_expectations(const std::string& text) {
    std::vector<Expected> result;
    std::istringstream lines(text);
    const std::string expect = "-- expect ";
    const std::string hint = "-- hint: ";
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with(hint) && !result.empty()) result.back().hint = line.substr(hint.size());
        if (!line.starts_with(expect)) continue;
        std::istringstream words(line.substr(expect.size()));
        Expected expected;
        std::string at;
        words >> expected.code >> at >> expected.place >> std::ws;
        std::getline(words, expected.message);
        EXPECT_EQ(at, "at") << line;
        EXPECT_TRUE(expected.place.ends_with(":")) << line;
        if (!expected.place.empty()) expected.place.pop_back();
        result.push_back(expected);
    }
    return result;
}

std::vector<Expected> expectations_of(const fs::path& path) {
    fs::path beside = path;
    beside.replace_extension(".expect");
    return read_expectations(fs::exists(beside) ? text_of(beside) : text_of(path));
}

struct Reported {
    int code = 0;
    std::vector<Expected> messages;
    std::string text;
};

// What is wrong with a file of options ends a run before there is a report.
std::vector<Expected> printed_messages(const std::string& text) {
    const std::regex head("[^ ]*\\.toml:([0-9]+:[0-9]+): error (E[0-9]+): (.*)");
    const std::string hint = "  hint: ";
    std::vector<Expected> messages;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        std::smatch parts;
        if (std::regex_match(line, parts, head)) messages.push_back({parts[2], parts[1], parts[3], ""});
        if (line.starts_with(hint) && !messages.empty()) messages.back().hint = line.substr(hint.size());
    }
    return messages;
}

// Through the whole program, as a user meets it.
Reported report(const fs::path& path) {
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    reports::Console console{in, out, err};
    Reported reported;
    std::vector<std::string> command = {"check", path.string()};
    if (path.extension() == ".md")
        command = {"coverage", "specs/tutorial/1-coin.rules", "--against", path.string()};
    if (path.extension() == ".toml")
        command = {"check", "specs/tutorial/1-coin.rules", "--config", path.string()};
    command.insert(command.end(), {"--format", "json"});
    reported.code = reports::run_program(command, console);
    reported.text = err.str();
    if (path.extension() == ".toml") {
        reported.messages = printed_messages(reported.text);
        return reported;
    }
    const nlohmann::json printed = nlohmann::json::parse(out.str());
    for (const nlohmann::json& line : printed.at("diagnostics")) {
        const std::string file = line["file"];
        const std::string place = file.empty() ? "-"
                                               : std::to_string(line["line"].get<int>()) + ":" +
                                                     std::to_string(line["column"].get<int>());
        reported.messages.push_back({line["code"], place, line["message"], line["hint"]});
    }
    return reported;
}

std::vector<std::string> cases() {
    fs::current_path(ERRATA_SOURCE_DIR);
    std::vector<std::string> result;
    for (const auto& entry : fs::directory_iterator(cases_folder)) {
        const fs::path ending = entry.path().extension();
        if (ending != ".expect" && ending != ".csv") result.push_back(entry.path().string());
    }
    std::sort(result.begin(), result.end());
    return result;
}

class Cases : public testing::TestWithParam<std::string> {};

TEST_P(Cases, AreReportedAsWritten) {
    const std::vector<Expected> expected = expectations_of(GetParam());
    ASSERT_FALSE(expected.empty()) << "a case says what is expected";
    const Reported reported = report(GetParam());
    bool has_error = false;
    for (std::size_t i = 0; i < std::max(expected.size(), reported.messages.size()); ++i) {
        ASSERT_LT(i, reported.messages.size())
            << "not reported: " << expected[i].code << " " << expected[i].message << "\n"
            << reported.text;
        const Expected& message = reported.messages[i];
        ASSERT_LT(i, expected.size())
            << "not expected: " << message.code << " at " << message.place << ": " << message.message << "\n"
            << reported.text;
        EXPECT_EQ(message.code, expected[i].code) << reported.text;
        EXPECT_EQ(message.place, expected[i].place) << reported.text;
        EXPECT_EQ(message.message.substr(0, expected[i].message.size()), expected[i].message)
            << reported.text;
        EXPECT_TRUE(expected[i].hint.empty() || message.hint == expected[i].hint) << reported.text;
        has_error = has_error || message.code.starts_with("E");
    }
    EXPECT_EQ(reported.code == reports::exit_wrong, has_error) << reported.text;
}

INSTANTIATE_TEST_SUITE_P(Diagnostics, Cases, testing::ValuesIn(cases()), name_of_file);

// An example that is a whole game shows what its page speaks of.
TEST(DiagnosticCodes, AreShownByTheirExamples) {
    std::size_t whole = 0;
    for (const reports::DiagnosticHelp& help : reports::all_diagnostic_help()) {
        if (!help.example.starts_with("game ")) continue;
        ++whole;
        const fs::path path = scratch_file(std::string(help.code) + ".rules");
        ASSERT_TRUE(reports::write_file(path.string(), std::string(help.example) + "\n"));
        const Reported reported = report(path);
        fs::remove(path);
        const auto is_it = [&](const Expected& message) { return message.code == help.code; };
        EXPECT_TRUE(std::any_of(reported.messages.begin(), reported.messages.end(), is_it))
            << help.code << "\n"
            << reported.text;
    }
    EXPECT_GE(whole, 15U);
}

TEST(DiagnosticCodes, AllOccurInACase) {
    std::vector<std::string> shown;
    for (const std::string& path : cases()) {
        for (const Expected& expected : expectations_of(path)) shown.push_back(expected.code);
    }
    for (const dsl::DiagnosticInfo& info : dsl::all_diagnostics()) {
        EXPECT_TRUE(std::find(shown.begin(), shown.end(), info.code) != shown.end())
            << info.code << " (" << info.title << ") occurs in no case";
    }
}

}  // namespace
}  // namespace errata::tests
