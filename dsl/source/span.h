// A half-open byte range in one file of a SourceSet. Everything a user may see carries one.
#pragma once

#include <compare>
#include <cstdint>

namespace errata::dsl {

struct Span {
    static constexpr std::uint32_t no_file = 0xffffffffU;

    std::uint32_t file = no_file;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    bool is_valid() const { return file != no_file; }
    friend auto operator<=>(const Span&, const Span&) = default;
};

}  // namespace errata::dsl
