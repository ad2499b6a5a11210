// Files that a test writes for a while. Tests run side by side, each in a process of its own.
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <unistd.h>

namespace errata::tests {

// A path that no other process uses.
inline std::filesystem::path scratch_file(const std::string& name) {
    return std::filesystem::path(testing::TempDir()) / ("errata_" + std::to_string(getpid()) + "_" + name);
}

}  // namespace errata::tests
