#include "reports/lsp/spec_choice.h"

#include <algorithm>
#include <filesystem>

#include "checker/driver/session.h"
#include "checker/driver/specs_in.h"
#include "dsl/source/borders.h"

namespace errata::reports::lsp {

namespace fs = std::filesystem;

namespace {

// Of one folder; more games than that are no set of files that import each other.
constexpr std::size_t most_asked = 40;

bool lies_in(const std::string& path, const std::string& folder) {
    const fs::path below = fs::path(path).lexically_relative(folder);
    return !below.empty() && *below.begin() != "..";
}

// Does the spec read the file, and is there a game in it?
bool reads(const dsl::FileReader& reader, const std::string& spec, const std::string& file) {
    const checker::Session session = checker::read_session(reader, spec);
    if (module_with_game(session.modules) == nullptr) return false;
    for (std::uint32_t i = 0; i < session.sources.size(); ++i) {
        if (dsl::normal_path(session.sources.file(i).path()) == file) return true;
    }
    return false;
}

// Does the text hold the name of the file?
bool names(const dsl::FileReader& reader, const std::string& spec, const std::string& file) {
    const auto text = reader.read(spec);
    return text && text->find(file) != std::string::npos;
}

}  // namespace

const dsl::ast::Module* module_with_game(const std::vector<dsl::ast::Module>& modules) {
    const dsl::ast::Module* found = nullptr;
    for (const dsl::ast::Module& module : modules) {
        const bool declares_game = std::ranges::find(module.items, dsl::ast::ItemKind::Game,
                                                     &dsl::ast::Item::kind) != module.items.end();
        if (declares_game && (found == nullptr || !module.is_library)) found = &module;
    }
    return found;
}

std::vector<std::string> specs_with(const dsl::FileReader& reader, const std::vector<std::string>& roots,
                                    const std::string& written) {
    const std::string file = dsl::normal_path(written);
    const auto is_root_of = [&](const std::string& root) { return lies_in(file, dsl::normal_path(root)); };
    const auto root = std::ranges::find_if(roots, is_root_of);
    if (root == roots.end()) {
        if (file.ends_with(".rules") && reads(reader, file, file)) return {file};
        return {};
    }
    for (fs::path folder = fs::path(file).parent_path();; folder = folder.parent_path()) {
        std::vector<std::string> candidates = checker::specs_in(reader, folder.generic_string());
        const auto own = std::ranges::find(candidates, file);
        if (own != candidates.end())
            std::rotate(candidates.begin(), own, own + 1);
        else if (candidates.size() > most_asked)
            candidates.resize(most_asked);
        std::vector<std::string> result;
        for (const std::string& spec : candidates) {
            // The file itself is what is meant; others count if they import it.
            const bool is_own = !result.empty() && result.front() == file;
            if (is_own && !names(reader, spec, fs::path(file).filename().string())) continue;
            if (reads(reader, spec, file)) result.push_back(spec);
        }
        if (!result.empty()) return result;
        if (!lies_in(folder.generic_string(), *root) || folder == folder.parent_path() ||
            folder == fs::path(dsl::normal_path(*root)))
            return {};
    }
}

}  // namespace errata::reports::lsp
