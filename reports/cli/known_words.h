// Options that take one of a few words: what is typed is held against the list, and a word that is not on it
// is answered with the list and the nearest one. For the command line alone, which knows CLI11.
#pragma once

#include <CLI/CLI.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/text.h"

namespace errata::reports {

// "" or what is wrong, in words.
inline std::string not_among(const std::string& word, const std::vector<std::string>& known) {
    if (std::find(known.begin(), known.end(), word) != known.end()) return "";
    const auto near = dsl::nearest(word, known);
    return "'" + word + "' is not known here: " + dsl::join(known, ", ") +
           (near ? "; did you mean '" + *near + "'?" : "");
}

inline auto one_of(std::vector<std::string> known) {
    return [known = std::move(known)](const std::string& word) { return not_among(word, known); };
}

// The word becomes the number of its value, which CLI11 reads.
template <class Value>
CLI::Validator one_of(std::map<std::string, Value> names) {
    std::vector<std::string> known;
    known.reserve(names.size());
    for (const auto& [name, value] : names) known.push_back(name);
    return CLI::Validator(
        [names = std::move(names), known = std::move(known)](std::string& word) {
            std::string problem = not_among(word, known);
            if (problem.empty()) word = std::to_string(static_cast<int>(names.at(word)));
            return problem;
        },
        "");
}

}  // namespace errata::reports
