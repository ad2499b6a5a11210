// The project's own specs as cases of parameterised tests.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace errata::tests {

// Those below a folder of the project, given from its root ("/specs/litmus").
std::vector<std::string> specs_under(const std::string& folder);

// The litmus spec of that name, in whichever folder it lies.
std::string litmus_spec(const std::string& name);

// What a case about a spec is called: its path from the project's root, in letters, digits and `_`.
std::string name_of_spec(const testing::TestParamInfo<std::string>& info);

// Likewise of a file of one folder: its name without the ending.
std::string name_of_file(const testing::TestParamInfo<std::string>& info);

}  // namespace errata::tests
