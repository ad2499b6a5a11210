// Waits until a spec is saved (`--watch`).
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace errata::reports {

// Files and folders as they are now, by path: when they were written, and how large they are.
class WatchedFiles {
public:
    // As it is now. Of a folder the names in it count, of a file what is in it. One that is not there may
    // come.
    void add(const std::string& path);

    // The first that is not as it was, as soon as there is one. Empty: `interrupted` came before.
    std::string wait(const std::atomic<bool>& interrupted) const;

private:
    std::map<std::string, std::string> states_;
};

}  // namespace errata::reports
