#include "checker/reach/written_options.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace errata::checker {

using namespace compiler;

namespace {

bool is_written(const PointOption& option) { return option.span.is_valid() && option.guard.is_valid(); }

// One of several texts that stand beside each other.
bool is_choice(const Point& point) {
    if (point.stage == Stage::Window || point.orders || point.to_come) return false;
    const auto first = std::ranges::find_if(point.options, is_written);
    return first != point.options.end() && std::ranges::any_of(point.options, [&](const PointOption& other) {
               return is_written(other) && !(other.span == first->span);
           });
}

}  // namespace

std::vector<WrittenOption> written_options(const Model& model) {
    using Key = std::tuple<std::size_t, std::size_t, std::size_t, ClauseId>;
    std::map<Key, std::size_t> known;
    std::vector<WrittenOption> result;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        const Point& point = model.flow.points[p];
        if (!is_choice(point)) continue;
        for (std::uint32_t i = 0; i < point.options.size(); ++i) {
            const PointOption& option = point.options[i];
            if (!is_written(option) || option.passes) continue;
            const Key key{option.span.file, option.span.begin, option.span.end, option.clause};
            const auto [it, is_new] = known.try_emplace(key, result.size());
            if (is_new) result.push_back({option.clause, {}});
            result[it->second].places.emplace_back(PointId(p), i);
        }
    }
    return result;
}

}  // namespace errata::checker
