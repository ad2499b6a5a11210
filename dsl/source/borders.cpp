#include "dsl/source/borders.h"

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
}

bool Borders::hold(const std::string& path) const {
    const fs::path file = reader_.resolved(path);
    const fs::path below = file.lexically_relative(root_.empty() ? "." : root_);
    return !below.empty() && *below.begin() != "..";
}

std::string normal_path(const std::string& path) {
    return fs::path(path).lexically_normal().generic_string();
}

std::string ending_of(const std::string& path) { return lower(fs::path(path).extension().string()); }

}  // namespace errata::dsl
