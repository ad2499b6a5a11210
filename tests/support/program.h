// The whole program, run in memory: arguments and input in, streams and exit code out.
#pragma once

#include <string>
#include <vector>

namespace errata::tests {

struct Ran {
    int code = 0;
    std::string out;
    std::string err;
};

Ran run_errata(const std::vector<std::string>& arguments, const std::string& input = "");

}  // namespace errata::tests
