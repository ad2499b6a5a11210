#include "dsl/source/overlay_reader.h"

#include <algorithm>
#include <filesystem>
#include <utility>

namespace errata::dsl {

static std::string usual_form(const std::string& path) {
    return std::filesystem::path(path).lexically_normal().generic_string();
}

void OverlayReader::put(const std::string& path, std::string text) {
    texts_[usual_form(path)] = std::move(text);
}

void OverlayReader::remove(const std::string& path) { texts_.erase(usual_form(path)); }

const std::string* OverlayReader::find(const std::string& path) const {
    const auto found = texts_.find(usual_form(path));
    return found == texts_.end() ? nullptr : &found->second;
}

std::optional<std::string> OverlayReader::read(const std::string& path) const {
    const std::string* const own = find(path);
    return own == nullptr ? under_.read(path) : std::optional(*own);
}

std::string OverlayReader::why_unreadable(const std::string& path) const {
    return under_.why_unreadable(path);
}

std::string OverlayReader::resolved(const std::string& path) const { return under_.resolved(path); }

// With files that are only put there.
std::optional<std::vector<std::string>> OverlayReader::list(const std::string& path) const {
    auto files = under_.list(path);
    if (!files) return files;
    const std::string folder = usual_form(path + "/");
    for (const auto& [file, text] : texts_) {
        const bool is_new = file.starts_with(folder) && file.ends_with(".rules") && !under_.exists(file);
        if (is_new) files->insert(std::ranges::lower_bound(*files, file), file);
    }
    return files;
}

bool OverlayReader::exists(const std::string& path) const {
    return texts_.contains(usual_form(path)) || under_.exists(path);
}

}  // namespace errata::dsl
