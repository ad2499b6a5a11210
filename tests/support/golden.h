// Texts kept beside the tests that expect them. ERRATA_UPDATE_GOLDEN=1 rewrites them instead; read the
// difference before keeping it.
#pragma once

#include <string>

namespace errata::tests {

std::string read_text(const std::string& path);

// `path` is below the root of the project.
void expect_golden(const std::string& path, const std::string& text);

}  // namespace errata::tests
