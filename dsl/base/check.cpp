#include "dsl/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace errata::dsl {

namespace {
// The documented exit code for a bug of the program itself.
constexpr int bug_exit_code = 70;
}  // namespace

void check_failed(const char* condition, const char* file, int line) {
    std::fprintf(stderr, "errata: internal error: CHECK(%s) failed at %s:%d\n", condition, file, line);
    std::fprintf(stderr,
                 "This is a bug of Errata, not of the spec. Please report it with the spec that shows it.\n");
    std::_Exit(bug_exit_code);
}

}  // namespace errata::dsl
