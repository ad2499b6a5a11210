// Typed 32-bit indices. A TermId cannot be passed where a ClauseId is meant; both are plain positions in a
// vector. Everything downstream refers to things by id, so values stay copyable, comparable and printable.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace errata::dsl {

template <class Tag>
struct Id {
    static constexpr std::uint32_t invalid_index = 0xffffffffU;

    std::uint32_t index = invalid_index;

    constexpr Id() = default;
    constexpr explicit Id(std::size_t position) : index(static_cast<std::uint32_t>(position)) {}

    constexpr bool is_valid() const { return index != invalid_index; }
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

}  // namespace errata::dsl

template <class Tag>
struct std::hash<errata::dsl::Id<Tag>> {
    std::size_t operator()(errata::dsl::Id<Tag> id) const noexcept { return id.index; }
};
