// Small games at random, as text: well-formed, within the subset of the interpreter, the same for the same
// seed.
#pragma once

#include <cstdint>
#include <string>

namespace errata::oracle {

std::string random_game(std::uint64_t seed);

}  // namespace errata::oracle
