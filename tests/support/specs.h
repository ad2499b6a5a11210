// The project's own specs as cases of parameterised tests.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace errata::tests {

// Those below a folder of the project, given from its root ("/specs/litmus").
std::vector<std::string> specs_under(const std::string& folder);

// What a case about a spec is called: its path from the project's root, in letters, digits and `_`.
std::string name_of_spec(const testing::TestParamInfo<std::string>& info);

}  // namespace errata::tests
