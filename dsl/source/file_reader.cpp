#include "dsl/source/file_reader.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace errata::dsl {

namespace fs = std::filesystem;

std::optional<std::string> DiskReader::read(const std::string& path) const {
    std::error_code error;
    if (!fs::is_regular_file(path, error)) return std::nullopt;
    std::ifstream stream(path, std::ios::binary);
    if (!stream) return std::nullopt;
    std::ostringstream content;
    content << stream.rdbuf();
    return std::move(content).str();
}

std::optional<std::vector<std::string>> DiskReader::list(const std::string& path) const {
    std::error_code error;
    if (!fs::is_directory(path, error)) return std::nullopt;
    std::vector<std::string> found;
    for (auto it = fs::recursive_directory_iterator(path, error); !error && it != fs::recursive_directory_iterator();
         it.increment(error)) {
        if (it->is_regular_file(error) && it->path().extension() == ".rules") found.push_back(it->path().generic_string());
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::optional<std::string> MemoryReader::read(const std::string& path) const {
    const auto found = files_.find(path);
    if (found == files_.end()) return std::nullopt;
    return found->second;
}

std::optional<std::vector<std::string>> MemoryReader::list(const std::string& path) const {
    std::vector<std::string> found;
    for (const auto& [name, text] : files_) {
        if (name.rfind(path + "/", 0) == 0 && name.size() > 6 && name.substr(name.size() - 6) == ".rules") {
            found.push_back(name);
        }
    }
    if (found.empty()) return std::nullopt;
    return found;
}

}  // namespace errata::dsl
