// Files that a test writes down: a FileReader over texts in memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dsl/source/file_reader.h"

namespace errata::tests {

class MemoryReader : public dsl::FileReader {
public:
    explicit MemoryReader(std::map<std::string, std::string> files, std::string library = "")
        : files_(std::move(files)), library_(std::move(library)) {}

    std::optional<std::string> read(const std::string& path) const override {
        const auto found = files_.find(path);
        return found == files_.end() ? std::nullopt : std::optional(found->second);
    }
    std::optional<std::vector<std::string>> list(const std::string& path) const override {
        std::vector<std::string> found;
        for (const auto& [name, text] : files_) {
            if (name.starts_with(path + "/") && name.ends_with(".rules")) found.push_back(name);
        }
        return found.empty() ? std::nullopt : std::optional(found);
    }
    std::string library() const override { return library_; }

private:
    std::map<std::string, std::string> files_;
    std::string library_;
};

}  // namespace errata::tests
