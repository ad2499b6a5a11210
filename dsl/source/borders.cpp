#include "dsl/source/borders.h"

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::dsl {

namespace fs = std::filesystem;

static constexpr const char* library_folder = "specs";

Borders::Borders(const FileReader& reader, const std::string& spec) : reader_(reader) {
    const fs::path named = reader.resolved(spec);
    const fs::path folder = reader.list(normal_path(spec)) ? named : named.parent_path();
    root_ = folder;
    for (fs::path above = folder; above.has_relative_path(); above = above.parent_path()) {
        if (above.filename() != library_folder) continue;
        root_ = above;
        break;
    }
    if (root_.empty()) root_ = ".";
    if (!reader.library().empty()) library_ = reader.resolved(reader.library());
}

bool Borders::hold(const std::string& path, const std::string& from) const {
    const bool is_ours = !library_.empty() && !lies_in(from, root_) && lies_in(from, library_);
    return lies_in(path, is_ours ? library_ : root_);
}

bool Borders::lies_in(const std::string& path, const fs::path& folder) const {
    const fs::path below = fs::path(reader_.resolved(path)).lexically_relative(folder);
    return !below.empty() && *below.begin() != "..";
}

std::string library_file(const FileReader& reader, const std::string& written) {
    const fs::path path = written;
    const bool leads_out = path.is_absolute() || std::ranges::find(path, fs::path("..")) != path.end();
    if (reader.library().empty() || leads_out || path.extension() != ".rules") return "";
    return reader.resolved((fs::path(reader.library()) / path).generic_string());
}

std::string normal_path(const std::string& path) {
    return fs::path(path).lexically_normal().generic_string();
}

std::string ending_of(const std::string& path) { return lower(fs::path(path).extension().string()); }

}  // namespace errata::dsl
