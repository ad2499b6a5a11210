#include "dsl/base/hash.h"

#include <cstdint>

namespace errata::dsl {

namespace {

struct Wide {
    std::uint64_t high = 0;
    std::uint64_t low = 0;
};

// The high half of a product of two numbers of 64 bits.
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t half = 0xffffffffULL;
    const std::uint64_t middle = (a >> 32) * (b & half) + (((a & half) * (b & half)) >> 32);
    const std::uint64_t other = (a & half) * (b >> 32) + (middle & half);
    return (a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32);
}

// Times 2^88 + 0x13b, modulo 2^128.
Wide times_prime(const Wide& number) {
    constexpr std::uint64_t rest = 0x13b;
    return {number.high * rest + high_product(number.low, rest) + (number.low << 24), number.low * rest};
}

}  // namespace

std::string hash_of(std::string_view text) {
    Wide hash{0x6c62272e07bb0142ULL, 0x62b821756295c58dULL};
    for (const char c : text) {
        hash.low ^= static_cast<unsigned char>(c);
        hash = times_prime(hash);
    }
    std::string digits;
    for (const std::uint64_t half : {hash.high, hash.low}) {
        for (int shift = 60; shift >= 0; shift -= 4) digits += "0123456789abcdef"[(half >> shift) & 15U];
    }
    return digits;
}

}  // namespace errata::dsl
