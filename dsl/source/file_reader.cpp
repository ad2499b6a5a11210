#include "dsl/source/file_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace errata::dsl {

namespace fs = std::filesystem;

namespace {

// The folder that holds the running program, or "" if the system does not say.
fs::path program_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

std::string library_of_program() {
    const fs::path folder = program_folder();
    if (folder.empty()) return "";
    for (const fs::path& place : {folder / "share/errata", folder.parent_path() / "share/errata"}) {
        std::error_code error;
        if (fs::is_directory(place, error)) return place.generic_string();
    }
    return "";
}

}  // namespace

std::optional<std::string> DiskReader::read(const std::string& path) const {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return std::nullopt;
    // Not by the size that the system names, which some files do not have.
    std::string content;
    std::vector<char> chunk(std::size_t{1} << 16U);
    while (stream.read(chunk.data(), static_cast<std::streamsize>(chunk.size())), stream.gcount() > 0) {
        content.append(chunk.data(), static_cast<std::size_t>(stream.gcount()));
        if (content.size() > largest_) return std::nullopt;
    }
    if (stream.bad()) return std::nullopt;
    return content;
}

std::string DiskReader::why_unreadable(const std::string& path) const {
    std::error_code error;
    if (!fs::exists(path, error)) return error ? error.message() : "there is no such file";
    if (fs::is_directory(path, error)) return "it is a folder";
    if (!fs::is_regular_file(path, error)) return "it is no ordinary file";
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size > largest_) return "it is larger than " + std::to_string(largest_ >> 20U) + " MB";
    return std::ifstream(path, std::ios::binary) ? "" : "it may not be read";
}

std::string DiskReader::resolved(const std::string& path) const {
    std::error_code error;
    const fs::path result = fs::weakly_canonical(fs::absolute(path, error), error);
    return error ? FileReader::resolved(path) : result.generic_string();
}

bool DiskReader::exists(const std::string& path) const {
    std::error_code error;
    // What may not be looked at counts as there.
    return fs::exists(path, error) || error;
}

std::string DiskReader::library() const {
    static const std::string found = library_of_program();
    return found;
}

bool FileReader::exists(const std::string& path) const {
    return read(path).has_value() || list(path).has_value();
}

std::string FileReader::resolved(const std::string& path) const {
    return fs::path(path).lexically_normal().generic_string();
}

std::optional<std::vector<std::string>> DiskReader::list(const std::string& path) const {
    std::error_code error;
    if (!fs::is_directory(path, error)) return std::nullopt;
    std::vector<std::string> found;
    for (auto it = fs::recursive_directory_iterator(path, error);
         !error && it != fs::recursive_directory_iterator(); it.increment(error)) {
        if (it->is_regular_file(error) && it->path().extension() == ".rules")
            found.push_back(it->path().generic_string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

}  // namespace errata::dsl
