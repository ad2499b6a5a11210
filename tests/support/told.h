// What a report says, whatever the width: looked for in one line. Facts are told by their kinds and arguments
// ("⟦SetTwice: tide, 3, 1⟧"), whatever the words for them are. All is told with nothing folded, unless a
// card, a rule or a title is asked about: then it is told in full, with folds.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "reports/cli/selection.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"
#include "tests/support/specs.h"

namespace errata::tests {

inline Ran in_one_line(Ran ran) {
    std::string line;
    for (const char c : ran.out) {
        const bool is_space = c == ' ' || c == '\n';
        if (!is_space || line.empty() || line.back() != ' ') line += is_space ? ' ' : c;
    }
    ran.out = line;
    return ran;
}

inline bool asks_about_some(const std::vector<std::string>& switches) {
    for (std::size_t i = 0; i + 1 < switches.size(); ++i) {
        if (switches[i] == "--about") return true;
        if (switches[i] == "--only" && reports::names_one_finding(switches[i + 1])) return true;
    }
    return false;
}

inline Ran check_spec(const std::string& path, std::vector<std::string> switches = {}) {
    if (!asks_about_some(switches)) switches.insert(switches.begin(), "--verbose");
    switches.insert(switches.begin(), {"check", path, "--language", "pseudo"});
    return in_one_line(run_errata(switches));
}

// A spec of that name, written for the check.
inline Ran check_text(const std::string& name, const std::string& text,
                      const std::vector<std::string>& switches = {}) {
    const auto path = scratch_file(name);
    std::ofstream(path) << text;
    Ran ran = check_spec(path.string(), switches);
    std::filesystem::remove(path);
    return ran;
}

// A whole spec; one without its first line; and one without its players.
inline Ran check_spec_text(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_text("told.rules", text, switches);
}
inline Ran check_game(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_spec_text("game \"Told\"\n" + text, switches);
}
inline Ran check_anns(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_game("player Ann\n" + text, switches);
}
inline Ran check_anns_and_bobs(const std::string& text, const std::vector<std::string>& switches = {}) {
    return check_game("player Ann, Bob\n" + text, switches);
}

// The text with one place otherwise, which has to be there.
inline std::string replaced(std::string text, const std::string& what, const std::string& by) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return at == std::string::npos ? text : text.replace(at, what.size(), by);
}

inline Ran litmus(const std::string& name, const std::vector<std::string>& switches = {}) {
    return check_spec(litmus_spec(name), switches);
}

// As if it expected nothing, each line where it was: of what a spec expects, a report does not say what
// settles it.
inline Ran litmus_unexpected(const std::string& name, const std::vector<std::string>& switches = {}) {
    std::ifstream lines(litmus_spec(name));
    std::string text;
    for (std::string line; std::getline(lines, line);)
        text += (line.starts_with("expect ") ? "" : line) + "\n";
    return check_text(name + ".rules", text, switches);
}

// What stands between two words of the report, the first time.
inline std::string between(const std::string& text, const std::string& from, const std::string& to) {
    const std::size_t begin = text.find(from);
    const std::size_t end = text.find(to, begin);
    EXPECT_NE(end, std::string::npos) << from;
    return end == std::string::npos ? "" : text.substr(begin, end - begin);
}

inline bool says(const Ran& ran, const std::string& words) {
    return ran.out.find(words) != std::string::npos;
}

// The same before the list of claims, in which every code stands that was asked about.
inline bool finds(const Ran& ran, const std::string& code) {
    return ran.out.substr(0, ran.out.find(" Claims: ")).find(code) != std::string::npos;
}

}  // namespace errata::tests
