#include "reports/cli/watch.h"

#include <chrono>
#include <filesystem>
#include <thread>

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

// Files are asked rather than listened to: that works on every file system, and a spec has few files.
constexpr std::chrono::milliseconds between_looks(200);

std::string state_of(const std::string& path) {
    std::error_code error;
    if (fs::is_directory(path, error)) {
        std::string names;
        for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path, error))
            names += entry.path().generic_string() + "\n";
        return names;
    }
    const fs::file_time_type written = fs::last_write_time(path, error);
    if (error) return "";
    return std::to_string(written.time_since_epoch().count()) + " " +
           std::to_string(fs::file_size(path, error));
}

}  // namespace

void WatchedFiles::add(const std::string& path) { states_.try_emplace(path, state_of(path)); }

std::string WatchedFiles::wait(const std::atomic<bool>& interrupted) const {
    while (!interrupted) {
        for (const auto& [path, state] : states_) {
            if (state_of(path) != state) return path;
        }
        std::this_thread::sleep_for(between_looks);
    }
    return "";
}

}  // namespace errata::reports
