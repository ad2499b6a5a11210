// The file system behind two functions, so that tests and editors can supply texts from memory.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace errata::dsl {

class FileReader {
public:
    virtual ~FileReader() = default;
    // The content, or nothing when the file cannot be read (missing, a folder, no permission).
    virtual std::optional<std::string> read(const std::string& path) const = 0;
    // The `.rules` files below a folder in a stable order, or nothing when `path` is no folder.
    virtual std::optional<std::vector<std::string>> list(const std::string& path) const = 0;
};

class DiskReader : public FileReader {
public:
    std::optional<std::string> read(const std::string& path) const override;
    std::optional<std::vector<std::string>> list(const std::string& path) const override;
};

class MemoryReader : public FileReader {
public:
    explicit MemoryReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}
    std::optional<std::string> read(const std::string& path) const override;
    std::optional<std::vector<std::string>> list(const std::string& path) const override;

private:
    std::map<std::string, std::string> files_;
};

}  // namespace errata::dsl
