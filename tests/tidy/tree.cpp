#include "tests/tidy/checks.h"

#include <fstream>
#include <iterator>
#include <set>

namespace errata::tests {

namespace fs = std::filesystem;

Tree read_tree(const fs::path& root) {
    static const std::set<std::string> hidden_but_ours = {".ci", ".clang-format", ".clang-tidy",
                                                          ".editorconfig", ".gitignore"};
    Tree tree;
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator();
         ++entry) {
        const std::string name = entry->path().filename().string();
        const bool is_build = entry.depth() == 0 && name == "build";
        if (is_build || (name.starts_with('.') && !hidden_but_ours.contains(name))) {
            entry.disable_recursion_pending();
            continue;
        }
        if (!entry->is_regular_file()) continue;
        std::ifstream file(entry->path(), std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const bool is_text = text.find('\0') == std::string::npos;
        if (is_text) tree.emplace(fs::relative(entry->path(), root).generic_string(), std::move(text));
    }
    return tree;
}

}  // namespace errata::tests
