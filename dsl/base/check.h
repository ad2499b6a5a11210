// CHECK: the stop for our own bugs. A spec, a file or a solver can never cause one; those are diagnostics or
// values. A failed check prints the place and ends the process through the handler of check.cpp (exit code
// 70).
#pragma once

namespace errata::dsl {

[[noreturn]] void check_failed(const char* condition, const char* file, int line);

}  // namespace errata::dsl

#define ERRATA_CHECK(condition) \
    (static_cast<bool>(condition) ? void(0) : ::errata::dsl::check_failed(#condition, __FILE__, __LINE__))
