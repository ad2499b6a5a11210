// Small games at random, as text: well-formed, within the subset of the interpreter, the same for the same
// seed.
#pragma once

#include <cstdint>
#include <string>

namespace errata::oracle {

// Rich: also what follows by success, distributions, choices in secret.
enum class Writing { Plain, Rich };
std::string random_game(std::uint64_t seed, Writing writing = Writing::Plain);

}  // namespace errata::oracle
