#include "reports/cli/files.h"

#include <filesystem>
#include <fstream>

namespace errata::reports {

namespace fs = std::filesystem;

bool write_file(const std::string& path, const std::string& text) {
    const std::string beside = path + ".new";
    std::error_code error;
    {
        std::ofstream stream(beside, std::ios::binary | std::ios::trunc);
        stream << text;
        stream.close();
        if (!stream) {
            fs::remove(beside, error);
            return false;
        }
    }
    const fs::file_status before = fs::status(path, error);
    if (fs::exists(before)) fs::permissions(beside, before.permissions(), error);
    // A link keeps pointing to what it points to; the text changes there.
    const fs::path target =
        fs::is_symlink(fs::symlink_status(path, error)) ? fs::canonical(path, error) : fs::path(path);
    fs::rename(beside, target, error);
    if (error) fs::remove(beside);
    return !error;
}

std::string portable(const std::string& path) {
    std::error_code error;
    const fs::path here = fs::current_path(error);
    const fs::path relative =
        fs::path(path).is_absolute() ? fs::path(path).lexically_relative(here) : fs::path(path);
    const std::string result = relative.lexically_normal().generic_string();
    return result.empty() || result.starts_with("..") ? fs::path(path).generic_string() : result;
}

std::optional<std::string> RootedReader::read(const std::string& path) const {
    return disk_.read((fs::path(root_) / path).generic_string());
}

std::optional<std::vector<std::string>> RootedReader::list(const std::string& path) const {
    auto files = disk_.list((fs::path(root_) / path).generic_string());
    if (!files) return std::nullopt;
    for (std::string& file : *files) file = fs::path(file).lexically_relative(root_).generic_string();
    return files;
}

std::optional<RootedReader> find_root(const std::string& spec, const std::string& saved_file) {
    std::error_code error;
    if (fs::path(spec).is_absolute() || fs::exists(spec, error)) return RootedReader("");
    for (fs::path folder = fs::absolute(saved_file, error).parent_path();; folder = folder.parent_path()) {
        if (fs::exists(folder / spec, error)) return RootedReader(folder.generic_string());
        if (!folder.has_relative_path()) return std::nullopt;
    }
}

}  // namespace errata::reports
