#include "tests/support/golden.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

namespace errata::tests {

std::string read_text(const std::string& path) {
    std::ifstream stream(path, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    return std::move(text).str();
}

void expect_golden(const std::string& path, const std::string& text) {
    const std::string place = std::string(ERRATA_SOURCE_DIR) + "/" + path;
    if (std::getenv("ERRATA_UPDATE_GOLDEN") != nullptr) std::ofstream(place, std::ios::binary) << text;
    EXPECT_EQ(text, read_text(place)) << path;
}

}  // namespace errata::tests
