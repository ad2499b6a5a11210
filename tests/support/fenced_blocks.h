// The code in documents: what stands between a line "```mark" and a line "```".
#pragma once

#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace errata::tests {

// Files: what stands below a line "```mark NAME", by name.
inline std::map<std::string, std::string> fenced_files(const std::string& document, std::string_view mark) {
    std::istringstream in(document);
    std::map<std::string, std::string> result;
    const std::string opening = "```" + std::string(mark) + " ";
    std::string* file = nullptr;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            file = line.starts_with(opening) ? &result[line.substr(opening.size())] : nullptr;
        } else if (file != nullptr) {
            *file += line + "\n";
        }
    }
    return result;
}

inline std::vector<std::string> fenced_blocks(const std::string& document, std::string_view mark) {
    std::istringstream in(document);
    std::vector<std::string> result;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            inside = line.substr(3) == mark;
            if (inside) result.emplace_back();
        } else if (inside) {
            result.back() += line + "\n";
        }
    }
    return result;
}

// All of them in their order, each with its mark.
inline std::vector<std::pair<std::string, std::string>> all_fenced_blocks(const std::string& document) {
    std::istringstream in(document);
    std::vector<std::pair<std::string, std::string>> result;
    bool inside = false;
    for (std::string line; std::getline(in, line);) {
        if (line.starts_with("```")) {
            inside = !inside;
            if (inside) result.emplace_back(line.substr(3), "");
        } else if (inside) {
            result.back().second += line + "\n";
        }
    }
    return result;
}

}  // namespace errata::tests
