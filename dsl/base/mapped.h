// What a function makes of each element of a container, in order: mapped(args, &TypedTerm::term). The
// function may be a pointer to a member; it may move what it returns out of an element.
#pragma once

#include <functional>
#include <iterator>
#include <type_traits>
#include <vector>

namespace errata::dsl {

template <class Container, class Function>
auto mapped(Container&& from, const Function& function) {
    using Result = std::remove_cvref_t<decltype(std::invoke(function, *std::begin(from)))>;
    std::vector<Result> result;
    result.reserve(std::size(from));
    for (auto& element : from) result.push_back(std::invoke(function, element));
    return result;
}

}  // namespace errata::dsl
