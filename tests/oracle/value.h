// What an expression of the rules language comes to: nothing, yes or no, a number, an element of a named
// type, or a set of elements (a bit for each). Plain and ordered, so that states can be compared.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <string>

namespace errata::oracle {

enum class Sort : std::uint8_t { None, Bool, Number, Element, Set };

struct Value {
    Sort sort = Sort::None;
    int type = 0;  // of an element: which type
    std::int64_t number = 0;

    auto operator<=>(const Value&) const = default;
};

inline Value truth(bool yes) { return {Sort::Bool, 0, yes ? 1 : 0}; }
inline Value number(std::int64_t n) { return {Sort::Number, 0, n}; }
inline Value element(int type, std::int64_t index) { return {Sort::Element, type, index}; }
inline Value set_of(std::int64_t bits) { return {Sort::Set, 0, bits}; }

// Names in sight and what they stand for.
using Names = std::map<std::string, Value>;

}  // namespace errata::oracle
