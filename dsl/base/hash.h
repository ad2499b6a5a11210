// FNV-1a with 128 bits, as Fowler, Noll and Vo publish it (offset basis 0x6c62272e07bb014262b821756295c58d,
// prime 2^88 + 0x13b): the same on every machine, which std::hash is not, and wide enough that two texts of a
// project do not share a hash by chance. It does not withstand somebody who wants two texts to collide.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl {

// 32 hexadecimal digits.
std::string hash_of(std::string_view text);

}  // namespace errata::dsl
