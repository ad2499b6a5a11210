#include "checker/paths/linear.h"

namespace errata::checker {

using compiler::Value;

namespace {

std::optional<Value> plus(Value a, Value b) {
    Value result = 0;
    if (__builtin_add_overflow(a, b, &result)) return std::nullopt;
    return result;
}

std::optional<Value> times(Value a, Value b) {
    Value result = 0;
    if (__builtin_mul_overflow(a, b, &result)) return std::nullopt;
    return result;
}

std::optional<Value> plus_product(Value a, Value b, Value factor) {
    const std::optional<Value> product = times(b, factor);
    return product ? plus(a, *product) : std::nullopt;
}

}  // namespace

Linear variable(std::uint32_t number) { return {0, {{number, 1}}}; }

std::optional<Linear> sum(const Linear& a, const Linear& b, Value factor) {
    const std::optional<Value> constant = plus_product(a.constant, b.constant, factor);
    if (!constant) return std::nullopt;
    Linear result{*constant};
    auto in_a = a.parts.begin();
    auto in_b = b.parts.begin();
    while (in_a != a.parts.end() || in_b != b.parts.end()) {
        const bool of_a = in_b == b.parts.end() || (in_a != a.parts.end() && in_a->first <= in_b->first);
        const bool of_b = in_a == a.parts.end() || (in_b != b.parts.end() && in_b->first <= in_a->first);
        const std::uint32_t number = of_a ? in_a->first : in_b->first;
        const std::optional<Value> coefficient =
            plus_product(of_a ? in_a->second : 0, of_b ? in_b->second : 0, factor);
        if (!coefficient) return std::nullopt;
        if (*coefficient != 0) result.parts.emplace_back(number, *coefficient);
        if (of_a) ++in_a;
        if (of_b) ++in_b;
    }
    return result;
}

std::optional<Linear> scaled(const Linear& a, Value factor) { return sum({}, a, factor); }

std::optional<Linear> substituted(const Linear& a, const std::vector<Linear>& values) {
    std::optional<Linear> result = Linear{a.constant};
    for (const auto& [number, coefficient] : a.parts) {
        if (result) result = sum(*result, values[number], coefficient);
    }
    return result;
}

std::optional<Value> value_at(const Linear& a, const std::vector<Value>& point) {
    std::optional<Value> result = a.constant;
    for (const auto& [number, coefficient] : a.parts) {
        if (result) result = plus_product(*result, point[number], coefficient);
    }
    return result;
}

}  // namespace errata::checker
