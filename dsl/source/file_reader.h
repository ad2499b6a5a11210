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
    // The content, or nothing when the file cannot be read (missing, a folder, a device, too large, no
    // permission).
    virtual std::optional<std::string> read(const std::string& path) const = 0;
    // Why `read` gives nothing, as far as that is not plain: "it is larger than 16 MB", or "".
    virtual std::string why_unreadable(const std::string&) const { return ""; }
    // The one name of what is meant, links followed.
    virtual std::string resolved(const std::string& path) const;
    // The `.rules` files below a folder in a stable order, or nothing when `path` is no folder.
    virtual std::optional<std::vector<std::string>> list(const std::string& path) const = 0;
};

// Only ordinary files are read, and only up to a size: a device or a pipe may never end.
class DiskReader : public FileReader {
public:
    // bytes; a rulebook has some hundred thousand
    static constexpr std::size_t largest_spec = std::size_t{16} << 20U;
    static constexpr std::size_t largest_saved = std::size_t{512} << 20U;  // results of a large game

    explicit DiskReader(std::size_t largest = largest_spec) : largest_(largest) {}
    std::string why_unreadable(const std::string& path) const override;
    std::string resolved(const std::string& path) const override;
    std::optional<std::string> read(const std::string& path) const override;
    std::optional<std::vector<std::string>> list(const std::string& path) const override;

private:
    std::size_t largest_;
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
