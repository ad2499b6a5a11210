#include "compiler/resolve/boards.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <deque>

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

constexpr Value most_sites_with_lines = 100;

TableId add_table(Names& names, std::string name, std::vector<TypeId> params, TypeId type,
                  std::vector<Value> values) {
    names.store.tables.push_back(Table{std::move(name), std::move(params), type, std::move(values)});
    return TableId(names.store.tables.size() - 1);
}

void add_constant(Names& names, const std::string& name, TypeId type, Value value) {
    names.vocabulary.constants[name].emplace_back(type, value);
}

struct Direction {
    const char* name;
    std::int64_t dx;
    std::int64_t dy;
    bool on_hex;
};

// Orthogonal ones first: a grid without diagonals uses the first four, one of hexes those to its six sides.
constexpr std::array<Direction, 8> directions{{{"north", 0, -1, true},
                                               {"east", 1, 0, false},
                                               {"south", 0, 1, true},
                                               {"west", -1, 0, false},
                                               {"northeast", 1, -1, true},
                                               {"southeast", 1, 1, true},
                                               {"southwest", -1, 1, true},
                                               {"northwest", -1, -1, true}}};

Value opposite(Value direction) { return direction < 4 ? (direction + 2) % 4 : 4 + (direction - 4 + 2) % 4; }

// All of a compass, clockwise.
std::vector<Value> clockwise(Compass compass) {
    if (compass == Compass::Four) return {0, 1, 2, 3};
    if (compass == Compass::Six) return {0, 4, 5, 2, 6, 7};
    return {0, 4, 1, 5, 2, 6, 3, 7};
}

// By 0 to a full turn. A direction that no board has stays what it is.
void declare_turns(Names& names, Compass compass, std::size_t count) {
    const std::vector<Value> round = clockwise(compass);
    std::vector<Value> turned;
    for (std::size_t d = 0; d < count; ++d) {
        const auto at = std::ranges::find(round, static_cast<Value>(d));
        const auto from = static_cast<std::size_t>(at - round.begin());
        for (std::size_t n = 0; n <= round.size(); ++n)
            turned.push_back(at == round.end() ? static_cast<Value>(d) : round[(from + n) % round.size()]);
    }
    const TypeId direction = names.vocabulary.direction_type;
    const TypeId steps = names.vocabulary.types.range(0, static_cast<Value>(round.size()));
    names.store.attributes[{direction, "turned"}] =
        add_table(names, "turned", {direction, steps}, direction, turned);
}

// All grids of a spec share one type of directions; the first grid makes it, with diagonals if any grid has
// them.
void declare_directions(Names& names, Compass compass, dsl::Span span) {
    const std::size_t count = compass == Compass::Four ? 4 : 8;
    if (names.vocabulary.direction_type.is_valid()) return;
    Type type;
    type.form = TypeForm::Enum;
    type.name = "direction";
    type.hi = static_cast<Value>(count) - 1;
    type.span = span;
    for (std::size_t i = 0; i < count; ++i) type.labels.emplace_back(directions[i].name);
    names.vocabulary.direction_type = names.vocabulary.types.add(type);
    names.vocabulary.named["direction"] = names.vocabulary.direction_type;
    std::vector<Value> opposites;
    for (std::size_t i = 0; i < count; ++i) {
        add_constant(names, directions[i].name, names.vocabulary.direction_type, static_cast<Value>(i));
        opposites.push_back(opposite(static_cast<Value>(i)));
    }
    names.store.attributes[{names.vocabulary.direction_type, "opposite"}] = add_table(
        names, "opposite", {names.vocabulary.direction_type}, names.vocabulary.direction_type, opposites);
    declare_turns(names, compass, count);
}

TypeId add_site_type(Names& names, const ast::Item& item, std::vector<std::string> labels) {
    Type type;
    type.form = TypeForm::Enum;
    type.name = item.name;
    type.is_site = true;
    type.hi = static_cast<Value>(labels.size()) - 1;
    type.span = item.span;
    type.labels = std::move(labels);
    const TypeId site = names.vocabulary.types.add(type);
    names.vocabulary.named[item.name] = site;
    for (std::size_t i = 0; i < type.labels.size(); ++i)
        add_constant(names, type.labels[i], site, static_cast<Value>(i));
    return site;
}

// Steps from each site to each other one, row by row; where there is no way: the number of sites.
std::vector<Value> distances(const std::vector<std::vector<Value>>& neighbours) {
    const std::size_t count = neighbours.size();
    std::vector<Value> result;
    for (std::size_t from = 0; from < count; ++from) {
        std::vector<Value> away(count, static_cast<Value>(count));
        away[from] = 0;
        std::deque<std::size_t> open{from};
        while (!open.empty()) {
            const std::size_t at = open.front();
            open.pop_front();
            for (const Value next : neighbours[at]) {
                const auto to = static_cast<std::size_t>(next);
                if (away[to] <= away[at] + 1) continue;
                away[to] = away[at] + 1;
                open.push_back(to);
            }
        }
        result.insert(result.end(), away.begin(), away.end());
    }
    return result;
}

void declare_neighbourhood(Names& names, TypeId site, const std::vector<std::vector<Value>>& neighbours) {
    const std::size_t count = neighbours.size();
    std::vector<Value> adjacent(count * count, 0);
    for (std::size_t q = 0; q < count; ++q) {
        for (const Value r : neighbours[q]) adjacent[q * count + static_cast<std::size_t>(r)] = 1;
    }
    const TypeId lengths = names.vocabulary.types.range(0, static_cast<Value>(count));
    names.store.attributes[{site, "adjacent"}] =
        add_table(names, "adjacent", {site, site}, names.vocabulary.bool_type, adjacent);
    names.store.attributes[{site, "distance"}] =
        add_table(names, "distance", {site, site}, lengths, distances(neighbours));
}

bool has(const GridShape& shape, std::size_t direction) {
    return shape.hex ? directions[direction].on_hex : direction < 4 || shape.diagonal;
}

// What lies beside a site in a direction, `none` where the board ends.
Value beside(const GridShape& shape, Value site, std::size_t direction) {
    const Direction& way = directions[direction];
    std::int64_t x = site % shape.width;
    std::int64_t y = site / shape.width;
    // Of the four slanting ways on hexes, those up lead to the next column's same row from a lowered column,
    // those down from a raised one.
    const bool slants = shape.hex && way.dx != 0;
    const bool lowered = x % 2 == 1;
    if (!slants || (way.dy < 0) != lowered) y += way.dy;
    x += way.dx;
    if (shape.ring) x = (x + shape.width) % shape.width;
    return x >= 0 && x < shape.width && y >= 0 && y < shape.height ? y * shape.width + x : none_value;
}

// Which squares share a side, and which a corner alone: wherever pieces may step.
void declare_sides_and_corners(Names& names, const GridShape& shape, TypeId site) {
    const auto count = static_cast<std::size_t>(shape.width * shape.height);
    std::vector<Value> sides(count * count, 0);
    std::vector<Value> corners(count * count, 0);
    for (std::size_t q = 0; q < count; ++q) {
        for (std::size_t d = 0; d < directions.size(); ++d) {
            const Value next = beside(shape, static_cast<Value>(q), d);
            if (next == none_value || next == static_cast<Value>(q)) continue;
            (d < 4 ? sides : corners)[q * count + static_cast<std::size_t>(next)] = 1;
        }
    }
    // On a narrow ring a square may be met both ways.
    for (std::size_t i = 0; i < corners.size(); ++i) corners[i] = corners[i] && !sides[i] ? 1 : 0;
    const TypeId yes_or_no = names.vocabulary.bool_type;
    names.store.attributes[{site, "orthogonal"}] =
        add_table(names, "orthogonal", {site, site}, yes_or_no, sides);
    names.store.attributes[{site, "diagonal"}] =
        add_table(names, "diagonal", {site, site}, yes_or_no, corners);
}

struct Place {
    double x;
    double y;
};

Place middle(const GridShape& shape, Value site) {
    const Value column = site % shape.width;
    const Value row = site / shape.width;
    const auto x = static_cast<double>(column);
    const auto y = static_cast<double>(row);
    if (!shape.hex) return {x, y};
    return {x * std::sqrt(3.0) / 2, y + (column % 2 == 1 ? 0.5 : 0.0)};
}

double apart(Place a, Place b) { return std::hypot(a.x - b.x, a.y - b.y); }

// A field's inside is what lies nearer to its middle than to that of any neighbour (squares and regular hexes
// are their own Voronoi cells), be that neighbour on the board or beyond its edge.
bool crosses(const GridShape& shape, Value from, Value to, Value field) {
    constexpr int samples_per_step = 48;
    constexpr double margin = 1e-6;
    static const std::vector<Place> around_square{{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    static const double slant = std::sqrt(3.0) / 2;
    static const std::vector<Place> around_hex{{0, -1}, {slant, -0.5}, {slant, 0.5},
                                               {0, 1},  {-slant, 0.5}, {-slant, -0.5}};
    const Place a = middle(shape, from);
    const Place b = middle(shape, to);
    const Place c = middle(shape, field);
    const int samples = samples_per_step * static_cast<int>(1 + apart(a, b));
    for (int i = 0; i <= samples; ++i) {
        const double t = static_cast<double>(i) / samples;
        const Place p{a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t};
        const auto& around = shape.hex ? around_hex : around_square;
        const bool inside = std::all_of(around.begin(), around.end(), [&](Place step) {
            return apart(p, {c.x + step.x, c.y + step.y}) > apart(p, c) + margin;
        });
        if (inside) return true;
    }
    return false;
}

}  // namespace

void declare_grid(Names& names, const Reporter& reporter, const ast::Item& item, Value width, Value height,
                  Compass compass) {
    const GridShape shape{width, height, item.grid.diagonal, item.grid.hex, item.grid.ring};
    if (shape.hex && shape.ring && width % 2 != 0) {
        reporter.error(DiagnosticKind::too_large, item.name_span,
                       "a ring of hexes needs an even number of columns",
                       "every second column lies half a field lower, also where the ring closes");
    }
    declare_directions(names, compass, item.span);
    const auto direction_count = static_cast<std::size_t>(names.type(names.vocabulary.direction_type).size());

    std::vector<std::string> labels;
    for (std::int64_t y = 0; y < height; ++y) {
        for (std::int64_t x = 0; x < width; ++x) {
            labels.push_back(std::string(1, static_cast<char>('a' + x)) + std::to_string(y + 1));
        }
    }
    const auto count = static_cast<Value>(labels.size());
    const TypeId site = add_site_type(names, item, std::move(labels));
    names.vocabulary.types[site.index].columns = width;
    names.store.grids[site] = shape;
    const TypeId maybe_site = names.vocabulary.types.optional(site);
    const TypeId maybe_direction = names.vocabulary.types.optional(names.vocabulary.direction_type);

    std::vector<std::vector<Value>> neighbours(static_cast<std::size_t>(count));
    std::vector<Value> step;
    std::vector<Value> direction(static_cast<std::size_t>(count * count), none_value);
    std::vector<Value> column;
    std::vector<Value> row;
    for (Value q = 0; q < count; ++q) {
        column.push_back(q % width + 1);
        row.push_back(q / width + 1);
        for (std::size_t d = 0; d < direction_count; ++d) {
            const Value next = has(shape, d) ? beside(shape, q, d) : none_value;
            step.push_back(next);
            if (next == none_value || next == q) continue;
            neighbours[static_cast<std::size_t>(q)].push_back(next);
            direction[static_cast<std::size_t>(q * count + next)] = static_cast<Value>(d);
        }
    }
    declare_neighbourhood(names, site, neighbours);
    if (!shape.hex) declare_sides_and_corners(names, shape, site);
    names.store.attributes[{site, "step"}] =
        add_table(names, "step", {site, names.vocabulary.direction_type}, maybe_site, step);
    names.store.attributes[{site, "direction"}] =
        add_table(names, "direction", {site, site}, maybe_direction, direction);
    names.store.attributes[{site, "column"}] =
        add_table(names, "column", {site}, names.vocabulary.types.range(1, width), column);
    names.store.attributes[{site, "row"}] =
        add_table(names, "row", {site}, names.vocabulary.types.range(1, height), row);
}

void declare_sites(Names& names, const Reporter& reporter, const ast::Item& item) {
    std::vector<std::vector<Value>> neighbours(item.names.all.size());
    const auto position = [&](const std::string& name, dsl::Span span) -> std::optional<std::size_t> {
        const auto found = std::find(item.names.all.begin(), item.names.all.end(), name);
        if (found != item.names.all.end()) return static_cast<std::size_t>(found - item.names.all.begin());
        reporter.unknown(span, item.name, name, item.names.all);
        return std::nullopt;
    };
    for (const ast::Link& link : item.links) {
        const auto from = position(link.from, link.span);
        const auto to = position(link.to, link.span);
        if (!from || !to) continue;
        if (*from == *to) {
            reporter.error(DiagnosticKind::duplicate_name, link.span, "a link joins two different places");
            continue;
        }
        neighbours[*from].push_back(static_cast<Value>(*to));
        neighbours[*to].push_back(static_cast<Value>(*from));
    }
    const TypeId site = add_site_type(names, item, item.names.all);
    declare_neighbourhood(names, site, neighbours);
}

std::optional<std::vector<Value>> lines_between(const Names& names, TypeId site) {
    const auto found = names.store.grids.find(site);
    if (found == names.store.grids.end() || found->second.ring) return std::nullopt;
    const Value count = names.type(site).size();
    if (count > most_sites_with_lines) return std::nullopt;
    std::vector<Value> values;
    for (Value a = 0; a < count; ++a) {
        for (Value b = 0; b < count; ++b) {
            for (Value q = 0; q < count; ++q) {
                values.push_back(q != a && q != b && crosses(found->second, a, b, q) ? 1 : 0);
            }
        }
    }
    return values;
}

}  // namespace errata::compiler
