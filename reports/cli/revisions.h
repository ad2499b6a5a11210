// Specs as they were in another revision of a git repository: `errata diff HEAD~1 rules`.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "reports/cli/files.h"

namespace errata::reports {

// A folder that is gone with this.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// All files of the revision, laid down below `folder`; and how `path`, which begins at the current folder, is
// called there. Nothing: it is no revision of the repository that the current folder lies in, or git or tar
// cannot do it.
std::optional<std::string> lay_down(const std::string& revision, const std::string& path,
                                    const TemporaryFolder& folder);

}  // namespace errata::reports
