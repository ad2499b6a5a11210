#include "reports/cli/files.h"

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "checker/driver/specs_in.h"

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

bool write_text(const fs::path& path, const std::string& text) {
    std::ofstream stream(path, std::ios::binary | std::ios::trunc);
    stream << text;
    stream.close();
    return !stream.fail();
}

// Links to something that is not there yet, too. Nothing: they go round in a circle.
std::optional<fs::path> behind_links(fs::path path) {
    constexpr int most_links = 40;
    for (int i = 0; i < most_links; ++i) {
        std::error_code error;
        if (!fs::is_symlink(fs::symlink_status(path, error))) return path;
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return std::nullopt;
}

}  // namespace

bool write_file(const std::string& path, const std::string& text) {
    std::error_code error;
    const fs::file_status before = fs::status(path, error);
    // Nothing takes the place of a device or a pipe; it is written to.
    if (fs::exists(before) && !fs::is_regular_file(before)) return write_text(path, text);
    // A link keeps pointing to what it points to; the text changes there.
    const std::optional<fs::path> target = behind_links(path);
    if (!target) return false;
    fs::path beside = *target;
    beside += ".errata-" + std::to_string(getpid());
    const bool written = write_text(beside, text);
    if (written && fs::exists(before)) fs::permissions(beside, before.permissions(), error);
    if (written) fs::rename(beside, *target, error);
    if (written && !error) return true;
    fs::remove(beside, error);
    return false;
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

std::string RootedReader::why_unreadable(const std::string& path) const {
    return disk_.why_unreadable((fs::path(root_) / path).generic_string());
}

std::string RootedReader::resolved(const std::string& path) const {
    return disk_.resolved((fs::path(root_) / path).generic_string());
}

bool RootedReader::exists(const std::string& path) const {
    return disk_.exists((fs::path(root_) / path).generic_string());
}

std::optional<std::string> only_spec(const dsl::FileReader& reader, const std::string& path,
                                     const std::string& shown, Console& console) {
    const std::vector<std::string> specs = checker::specs_in(reader, path);
    if (specs.size() <= 1) return specs.front();
    complain(console, "'" + shown + "' holds " + std::to_string(specs.size()) + " specs; give one of them");
    return std::nullopt;
}

std::optional<RootedReader> find_root(const std::string& spec, const std::string& saved_file) {
    std::error_code error;
    // A saved file may name anything; only a spec is read for it, and perhaps quoted.
    const auto is_spec = [&](const fs::path& path) {
        return fs::is_directory(path, error) || (path.extension() == ".rules" && fs::exists(path, error));
    };
    if (fs::path(spec).is_absolute() && !is_spec(spec)) return std::nullopt;
    if (fs::path(spec).is_absolute() || is_spec(spec)) return RootedReader("");
    for (fs::path folder = fs::absolute(saved_file, error).parent_path();; folder = folder.parent_path()) {
        if (is_spec(folder / spec)) return RootedReader(folder.generic_string());
        if (!folder.has_relative_path()) return std::nullopt;
    }
}

}  // namespace errata::reports
