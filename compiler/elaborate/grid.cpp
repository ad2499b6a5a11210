#include "compiler/elaborate/grid.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace errata::compiler {

namespace {

struct Direction {
    const char* name;
    std::int64_t dx;
    std::int64_t dy;
};

// Orthogonal ones first: a grid without diagonals uses the first four.
constexpr std::array<Direction, 8> directions{{{"north", 0, -1},
                                               {"east", 1, 0},
                                               {"south", 0, 1},
                                               {"west", -1, 0},
                                               {"northeast", 1, -1},
                                               {"southeast", 1, 1},
                                               {"southwest", -1, 1},
                                               {"northwest", -1, -1}}};

Value opposite(Value direction) { return direction < 4 ? (direction + 2) % 4 : 4 + (direction - 4 + 2) % 4; }

// All grids of a spec share one type of directions; the first grid makes it.
void declare_directions(World& world, bool diagonal, dsl::Span span) {
    const std::size_t count = diagonal ? 8 : 4;
    if (world.direction_type.is_valid()) return;
    Type type;
    type.form = TypeForm::Enum;
    type.name = "direction";
    type.hi = static_cast<Value>(count) - 1;
    type.span = span;
    for (std::size_t i = 0; i < count; ++i) type.labels.emplace_back(directions[i].name);
    world.direction_type = world.add_type(type);
    world.types["direction"] = world.direction_type;
    std::vector<Value> opposites;
    for (std::size_t i = 0; i < count; ++i) {
        world.add_constant(directions[i].name, world.direction_type, static_cast<Value>(i));
        opposites.push_back(opposite(static_cast<Value>(i)));
    }
    world.attributes[{world.direction_type, "opposite"}] =
        world.add_table("opposite", {world.direction_type}, world.direction_type, opposites);
}

}  // namespace

void declare_grid(World& world, const ast::Item& item, std::int64_t width, std::int64_t height) {
    const bool diagonal = item.title == "diagonal";
    declare_directions(world, diagonal, item.span);
    const Value last_direction = world.type(world.direction_type).hi;

    Type type;
    type.form = TypeForm::Enum;
    type.name = item.name;
    type.is_site = true;
    type.hi = width * height - 1;
    type.span = item.span;
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            type.labels.push_back(std::string(1, static_cast<char>('a' + x)) + std::to_string(y + 1));
        }
    }
    const TypeId site = world.add_type(type);
    world.types[item.name] = site;
    for (std::size_t i = 0; i < type.labels.size(); ++i) world.add_constant(type.labels[i], site, static_cast<Value>(i));
    const TypeId maybe_site = world.optional(site);
    const TypeId maybe_direction = world.optional(world.direction_type);

    const auto at = [&](std::int64_t x, std::int64_t y) -> Value {
        return x >= 0 && x < width && y >= 0 && y < height ? y * width + x : none_value;
    };
    std::vector<Value> step;
    std::vector<Value> adjacent;
    std::vector<Value> distance;
    std::vector<Value> direction;
    std::vector<Value> column;
    std::vector<Value> row;
    for (Value q = 0; q <= type.hi; ++q) {
        const std::int64_t x = q % width;
        const std::int64_t y = q / width;
        column.push_back(x + 1);
        row.push_back(y + 1);
        for (Value d = 0; d <= last_direction; ++d) {
            const bool usable = diagonal || d < 4;
            const Direction& way = directions[static_cast<std::size_t>(d)];
            step.push_back(usable ? at(x + way.dx, y + way.dy) : none_value);
        }
        for (Value r = 0; r <= type.hi; ++r) {
            const std::int64_t dx = r % width - x;
            const std::int64_t dy = r / width - y;
            const std::int64_t apart = diagonal ? std::max(std::abs(dx), std::abs(dy)) : std::abs(dx) + std::abs(dy);
            distance.push_back(apart);
            adjacent.push_back(apart == 1 ? 1 : 0);
            Value way = none_value;
            for (Value d = 0; d <= last_direction && apart == 1; ++d) {
                const Direction& candidate = directions[static_cast<std::size_t>(d)];
                if (candidate.dx == dx && candidate.dy == dy) way = d;
            }
            direction.push_back(way);
        }
    }
    const TypeId columns = world.range_type(1, width);
    const TypeId rows = world.range_type(1, height);
    const TypeId lengths = world.range_type(0, width + height);
    world.attributes[{site, "step"}] = world.add_table("step", {site, world.direction_type}, maybe_site, step);
    world.attributes[{site, "adjacent"}] = world.add_table("adjacent", {site, site}, world.bool_type, adjacent);
    world.attributes[{site, "distance"}] = world.add_table("distance", {site, site}, lengths, distance);
    world.attributes[{site, "direction"}] = world.add_table("direction", {site, site}, maybe_direction, direction);
    world.attributes[{site, "column"}] = world.add_table("column", {site}, columns, column);
    world.attributes[{site, "row"}] = world.add_table("row", {site}, rows, row);
}

}  // namespace errata::compiler
