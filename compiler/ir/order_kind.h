// Of a finding about an order, or about a choice that is left to nobody: what it is that has no order.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace errata::compiler {

enum class OrderKind : std::uint8_t {
#define ERRATA_ORDER_KIND(name, word) name,
#include "compiler/ir/order_kinds.def"
#undef ERRATA_ORDER_KIND
};

inline constexpr std::array all_order_kinds = {
#define ERRATA_ORDER_KIND(name, word) OrderKind::name,
#include "compiler/ir/order_kinds.def"
#undef ERRATA_ORDER_KIND
};

constexpr std::string_view word(OrderKind value) {
    constexpr std::array<std::string_view, all_order_kinds.size()> words = {
#define ERRATA_ORDER_KIND(name, word) word,
#include "compiler/ir/order_kinds.def"
#undef ERRATA_ORDER_KIND
    };
    return words[static_cast<std::size_t>(value)];
}

}  // namespace errata::compiler
