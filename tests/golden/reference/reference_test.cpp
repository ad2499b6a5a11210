// Two pages of the reference are made from what is there already: messages.md from `errata explain`, and
// words.md from the forms and headings of the other pages. ERRATA_UPDATE_GOLDEN=1 rewrites them.
#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tests/support/golden.h"
#include "tests/support/program.h"
#include "tests/support/words_of_text.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;

const std::string pages_folder = "docs/reference/";

// --- messages.md

// All codes that `errata explain` lists, in its order.
std::vector<std::string> all_codes() {
    std::vector<std::string> codes;
    for (const std::string& line : lines_of(run_errata({"explain"}).out)) {
        std::istringstream words(line);
        std::string code;
        if (line.starts_with("  ") && words >> code) codes.push_back(code);
    }
    return codes;
}

// What `errata explain` says of a code, as a section: its headings stand at the margin, its text is indented
// by two.
std::string section_of(const std::string& code) {
    std::string section;
    bool is_example = false;
    const auto end_example = [&] {
        if (is_example) section += "```\n";
        is_example = false;
    };
    for (const std::string& line : lines_of(run_errata({"explain", code}).out)) {
        if (section.empty()) {
            const std::size_t end = line.find("): ");
            section = "## " + code + "\n\n> **" + line.substr(code.size() + 2, end - code.size() - 2) +
                      "**: " + line.substr(end + 3) + "\n";
        } else if (line.empty() || line.starts_with(" ")) {
            section += (line.empty() ? line : line.substr(2)) + "\n";
        } else {
            while (section.ends_with("\n\n")) section.pop_back();
            end_example();
            is_example = line.starts_with("Example");
            section += "\n**" + line + "**\n\n" + (is_example ? "```text\n" : "");
        }
    }
    while (section.ends_with("\n\n")) section.pop_back();
    end_example();
    return section;
}

TEST(ReferencePages, TellWhatEachCodeMeans) {
    std::string page =
        "# Findings and messages\n\nEvery code that Errata prints, as `errata explain CODE` tells it. Codes "
        "of findings are words.\nMessages about the text of a spec have numbers: E for errors, W for "
        "warnings.\n";
    const std::vector<std::string> codes = all_codes();
    ASSERT_GT(codes.size(), 60U);
    for (const std::string& code : codes) page += "\n" + section_of(code);
    expect_golden(pages_folder + "messages.md", page);
}

// --- words.md

// As GitHub makes it of a heading: small letters, digits and hyphens; blanks are hyphens.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char letter : heading) {
        const auto byte = static_cast<unsigned char>(letter);
        if (std::isalnum(byte) != 0 || letter == '-' || letter == '_')
            anchor += static_cast<char>(std::tolower(byte));
        else if (letter == ' ')
            anchor += '-';
    }
    return anchor;
}

// The words in small letters: placeholders have capitals.
std::vector<std::string> words_of_language(const std::string& text) {
    std::vector<std::string> words;
    std::string word;
    bool is_small = true;
    const auto end = [&] {
        if (word.size() > 1 && is_small) words.push_back(word);
        word.clear();
        is_small = true;
    };
    for (const char letter : text) {
        const bool is_letter = std::isalpha(static_cast<unsigned char>(letter)) != 0 || letter == '_';
        if (!is_letter) {
            end();
            continue;
        }
        word += letter;
        is_small = is_small && (letter == '_' || std::islower(static_cast<unsigned char>(letter)) != 0);
    }
    end();
    return words;
}

std::string without_comment(const std::string& line) { return line.substr(0, line.find("--")); }

std::string without_strings(const std::string& line) {
    std::string result;
    bool is_string = false;
    for (const char letter : line) {
        if (letter == '"') is_string = !is_string;
        if (!is_string && letter != '"') result += letter;
    }
    return result;
}

// The words that the sources of the language name: strings of one word.
std::set<std::string> words_in_sources() {
    std::set<std::string> words;
    const std::string root = std::string(ERRATA_SOURCE_DIR) + "/";
    for (const char* const folder : {"dsl/grammar", "dsl/ast", "compiler/resolve", "compiler/typed"}) {
        for (const auto& entry : fs::directory_iterator(root + folder)) {
            const std::string text = read_text(entry.path().string());
            for (std::size_t at = text.find('"'); at != std::string::npos; at = text.find('"', at + 1)) {
                const std::size_t end = text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at + 1);
                if (end != std::string::npos && end > at + 1 && text[end] == '"')
                    words.insert(text.substr(at + 1, end - at - 1));
            }
        }
    }
    return words;
}

struct Section {
    std::string page;
    std::string heading;
    auto operator<=>(const Section&) const = default;
};

// The words of a section: of the code in its heading, the functions in the first column of its tables, and,
// of its form, those that the language knows.
void add_words(const std::string& page, const std::set<std::string>& known,
               std::map<std::string, std::set<Section>>& sections) {
    Section here;
    bool is_form = false;
    bool is_code = false;
    bool has_mistakes = false;  // the table
    const auto add = [&](const std::string& text) {
        for (const std::string& word : words_of_language(text)) sections[word].insert(here);
    };
    for (const std::string& line :
         lines_of(read_text(std::string(ERRATA_SOURCE_DIR) + "/" + pages_folder + page))) {
        if (line.starts_with("```")) {
            is_code = !is_code;
            if (!is_code) is_form = false;
        } else if (is_code) {
            for (const std::string& word : words_of_language(without_strings(without_comment(line)))) {
                if (is_form && known.contains(word)) sections[word].insert(here);
            }
        } else if (line.starts_with("## ")) {
            here = {page, line.substr(3)};
            for (std::size_t at = here.heading.find('`'); at != std::string::npos;) {
                const std::size_t end = here.heading.find('`', at + 1);
                add(here.heading.substr(at + 1, end - at - 1));
                at = end == std::string::npos ? end : here.heading.find('`', end + 1);
            }
        } else if (line.starts_with("| You write")) {
            has_mistakes = true;
        } else if (line.empty()) {
            has_mistakes = false;
        } else if (line.starts_with("| `") && !has_mistakes) {
            const std::size_t end = line.find_first_of("(`", 3);
            if (end != std::string::npos && line[end] == '(') add(line.substr(3, end - 3));
        } else if (line.starts_with("**")) {
            is_form = line.starts_with("**Form**");
        }
    }
}

TEST(ReferencePages, ListEveryWord) {
    std::vector<std::string> pages;
    const std::set<std::string> made{"README.md", "messages.md", "words.md"};
    for (const auto& entry : fs::directory_iterator(std::string(ERRATA_SOURCE_DIR) + "/" + pages_folder)) {
        const std::string name = entry.path().filename().string();
        if (entry.path().extension() == ".md" && !made.contains(name)) pages.push_back(name);
    }
    std::ranges::sort(pages);
    std::map<std::string, std::set<Section>> sections;
    const std::set<std::string> known = words_in_sources();
    for (const std::string& page : pages) add_words(page, known, sections);
    std::string index =
        "# Words\n\nEvery word of the language, and the sections whose form has it.\n\n| Word | Sections "
        "|\n|---|---|\n";
    for (const auto& [word, places] : sections) {
        std::string links;
        for (const Section& place : places) {
            links += (links.empty() ? "[" : ", [") + place.heading + "](" + place.page + "#" +
                     anchor_of(place.heading) + ")";
        }
        index += "| `" + word + "` | " + links + " |\n";
    }
    expect_golden(pages_folder + "words.md", index);
}

}  // namespace
}  // namespace errata::tests
