// The file system behind a few functions, so that tests can supply texts from memory. A reader also knows
// Errata's own folder, from which a spec anywhere may import what is installed with the program.
#pragma once

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
    // Whether there is something of that name, be it readable or not.
    virtual bool exists(const std::string& path) const;
    // Errata's own folder, or "" where there is none.
    virtual std::string library() const { return ""; }
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
    bool exists(const std::string& path) const override;
    // Found beside the program that runs, so the two can move together: `share/errata` in the program's
    // folder where it was built, `../share/errata` from there once it is installed.
    std::string library() const override;

private:
    std::size_t largest_;
};

}  // namespace errata::dsl
