// The code stands as clang-format would write it, the code that documents quote (```cpp) included. Versions
// differ in small ways; where the one that the house uses is not installed, there is nothing to compare with.
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/fenced_blocks.h"
#include "tests/support/scratch.h"
#include "tests/tidy/checks.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;

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

bool is_installed() { return output_of("clang-format --version").find(" version 14.") != std::string::npos; }

// What clang-format would change in these files.
std::string complaints(const std::vector<std::string>& files) {
    std::string command = "cd '" ERRATA_SOURCE_DIR "' && clang-format --dry-run --style=file:.clang-format";
    for (const std::string& file : files) command += " '" + file + "'";
    return output_of(command);
}

// In C++ quoted by a document.
std::string complaints_about_code_in(const std::string& document) {
    std::string result;
    for (const std::string& block : fenced_blocks(document, "cpp")) {
        const auto file = scratch_file("block.cpp");
        std::ofstream(file, std::ios::binary) << block;
        result += complaints({file.string()});
        std::filesystem::remove(file);
    }
    return result;
}

TEST(House, IsFormatted) {
    if (!is_installed()) GTEST_SKIP() << "clang-format 14 is not installed";
    std::vector<std::string> files;
    for (const auto& [path, text] : read_tree(ERRATA_SOURCE_DIR)) {
        if (path.ends_with(".h") || path.ends_with(".cpp")) files.push_back(path);
        if (path.ends_with(".md")) {
            EXPECT_EQ(complaints_about_code_in(text), "") << path;
        }
    }
    EXPECT_EQ(complaints(files), "");
}

TEST(Format, SeesTheCodeInDocuments) {
    if (!is_installed()) GTEST_SKIP() << "clang-format 14 is not installed";
    EXPECT_EQ(complaints_about_code_in("Text.\n```cpp\nint a = 1;\n```\n```text\nint  b;\n```\n"), "");
    EXPECT_THAT(complaints_about_code_in("Text.\n```cpp\nint  a=1;\n```\n"), HasSubstr("clang-format"));
}

}  // namespace
}  // namespace errata::tests
