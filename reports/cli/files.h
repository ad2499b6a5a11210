// Files that commands write, and finding the spec a saved file speaks of from wherever the program is run.
#pragma once

#include <optional>
#include <string>

#include "dsl/source/file_reader.h"
#include "reports/cli/console.h"

namespace errata::reports {

// Writes beside the file and renames, so that it is never seen half written. False if that fails.
bool write_file(const std::string& path, const std::string& text);

// A path as saved files name it: relative to the current folder when it lies below it.
std::string portable(const std::string& path);

// Reads paths below `root`, so that texts keep the names a saved file gives them whatever the folder they are
// found in.
class RootedReader : public dsl::FileReader {
public:
    explicit RootedReader(std::string root) : root_(std::move(root)) {}
    std::optional<std::string> read(const std::string& path) const override;
    std::optional<std::vector<std::string>> list(const std::string& path) const override;
    std::string why_unreadable(const std::string& path) const override;
    std::string resolved(const std::string& path) const override;
    bool exists(const std::string& path) const override;
    std::string library() const override { return disk_.library(); }

private:
    std::string root_;
    dsl::DiskReader disk_;
};

// The one spec that is there; nothing: there are several, which is told. `shown`: what messages call it.
std::optional<std::string> only_spec(const dsl::FileReader& reader, const std::string& path,
                                     const std::string& shown, Console& console);

// The folder from which `spec` is found: the current one, or the nearest one above `saved_file`.
std::optional<RootedReader> find_root(const std::string& spec, const std::string& saved_file);

}  // namespace errata::reports
