// The code stands as clang-format would write it. Versions differ in small ways; where the one that the house
// uses is not installed, there is nothing to compare with.
#include <array>
#include <cstdio>
#include <string>

#include <gtest/gtest.h>

#include "tests/tidy/checks.h"

namespace errata::tests {
namespace {

// What a command prints, its complaints included.
std::string output_of(const std::string& command) {
    std::string result;
    std::FILE* pipe = popen((command + " 2>&1").c_str(), "r");
    if (pipe == nullptr) return result;
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) result += buffer.data();
    pclose(pipe);
    return result;
}

TEST(House, IsFormatted) {
    if (output_of("clang-format --version").find(" version 14.") == std::string::npos)
        GTEST_SKIP() << "clang-format 14 is not installed";
    std::string files;
    for (const auto& [path, text] : read_tree(ERRATA_SOURCE_DIR)) {
        const bool is_code = path.ends_with(".h") || path.ends_with(".cpp");
        if (is_code) files += " '" + path + "'";
    }
    EXPECT_EQ(output_of("cd '" ERRATA_SOURCE_DIR "' && clang-format --dry-run" + files), "");
}

}  // namespace
}  // namespace errata::tests
