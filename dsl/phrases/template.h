// A phrase template written out. `[you] (gain|gains) {n: number} life` stands for four wordings, each a plain
// row of words and holes; the grammar makes one production of each.
//   {n: number}   a hole; {unit} is short for {unit: unit}
//   [until dusk]  an optional part; without a space before it, a suffix: card[s]
//   (gain|gains)  alternatives; parts nest
//   \{ \} \[ \] \( \) \|  the sign itself, as printed: "\{T\}: draw a card"
// Wordings come in a fixed order: earlier alternatives first, optional parts left out first. What is wrong
// with a template is returned with its place, everything at once as far as it can be told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace errata::dsl {

struct TemplateError {
    std::uint32_t offset = 0;  // in the template
    std::string message;
    std::string hint = {};
};

struct TemplateHole {
    std::string name;
    std::string category;
    std::uint32_t offset = 0;  // of its brace
    bool optional = false;     // some wording does without it
};

// The holes in order of first mention; empty if the template is wrong.
std::vector<TemplateHole> template_holes(std::string_view text);

// The template with other names for the categories of its holes.
std::string template_with_categories(std::string_view text, const std::map<std::string, std::string>& names);

// The template with other words.
std::string template_with_words(std::string_view text, const std::map<std::string, std::string>& words);

struct WordingPart {
    bool is_hole = false;
    std::string text;      // the word as written, or the name of the hole
    std::string category;  // of a hole
    bool glued = false;    // no space before it
};

struct Wording {
    std::vector<WordingPart> parts;  // never empty
};

struct ExpandedTemplate {
    std::vector<Wording> wordings;  // no two alike; empty if there are errors
    std::vector<TemplateHole> holes;
    std::vector<TemplateError> errors;
};

ExpandedTemplate expand_template(std::string_view text);

}  // namespace errata::dsl
