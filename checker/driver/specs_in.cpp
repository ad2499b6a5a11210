#include "checker/driver/specs_in.h"

#include <algorithm>
#include <map>

namespace errata::checker {

namespace {

// Whether a text has an item `game "..."` at the margin. Looks at the letters only, so that a file full of
// errors still counts as the spec it is meant to be.
bool declares_game(const std::string& text) {
    for (std::size_t at = 0; at != std::string::npos; at = text.find('\n', at)) {
        if (text[at] == '\n') ++at;
        const std::string_view line = std::string_view(text).substr(at, text.find('\n', at) - at);
        if (line.starts_with("game ") && line.find('"') != std::string_view::npos) return true;
        if (at >= text.size()) break;
    }
    return false;
}

void split(const std::string& folder, const std::vector<std::string>& games,
           std::vector<std::string>& specs) {
    std::map<std::string, std::vector<std::string>> below;  // subfolder -> the games in it
    for (const std::string& game : games) {
        const std::size_t slash = game.find('/', folder.size() + 1);
        if (slash == std::string::npos)
            specs.push_back(game);
        else
            below[game.substr(0, slash)].push_back(game);
    }
    for (const auto& [subfolder, inside] : below) {
        if (inside.size() == 1)
            specs.push_back(subfolder);
        else
            split(subfolder, inside, specs);
    }
}

}  // namespace

std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path) {
    std::string folder = path;
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    const auto files = reader.list(folder);
    if (!files) return {path};
    std::vector<std::string> games;
    for (const std::string& file : *files) {
        const auto text = reader.read(file);
        if (text && declares_game(*text)) games.push_back(file);
    }
    if (games.size() <= 1) return {folder};
    std::vector<std::string> specs;
    split(folder, games, specs);
    std::sort(specs.begin(), specs.end());
    return specs;
}

}  // namespace errata::checker
