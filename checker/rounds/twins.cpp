#include "checker/rounds/twins.h"

#include <algorithm>

#include "checker/explicit/mix.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::uint64_t hash_of(Value value) { return mix(0x5bd1e995U, static_cast<std::uint64_t>(value)); }

}  // namespace

Twins::Twins(const Model& model, Numbers numbers)
    : model_(model), numbers_(numbers), cells_(model, numbers) {}

// Registers of waiting frames that hold a number without a bound.
std::vector<std::size_t> Twins::counting_registers(const State& state) const {
    std::vector<std::size_t> result;
    const Layout& layout = model_.layout;
    for (std::size_t frame = 0; frame < layout.frames && state[layout.frame(frame)] != 0; ++frame) {
        const Point& point = model_.flow.points[static_cast<std::size_t>(state[layout.frame(frame)] - 1)];
        for (const BinderRegister& live : point.live_registers) {
            if (is_among(numbers_, model_.type(live.type)))
                result.push_back(layout.frame(frame) + 1 + live.reg);
        }
    }
    return result;
}

// What can be said of each object without naming objects: refined until neighbours of neighbours count.
Twins::Colours Twins::colours(const State& state, bool with_numbers) const {
    Colours colours;
    const std::vector<Object> there = cells_.present(state);
    for (const Object& object : there) colours[object] = object.pool + 1;
    const std::vector<Mention> named = cells_.mentions(state);
    const auto colour_of = [&](Object object) {
        const auto known = colours.find(object);
        return known == colours.end() ? std::uint64_t{7} : known->second;
    };
    for (int round = 0; round < 3; ++round) {
        Colours next = colours;
        const auto tell = [&](Object object, std::uint64_t what) {
            const auto it = next.find(object);
            if (it != next.end()) it->second += what;
        };
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            const CellFacts& facts = cells_[cell];
            if (facts.objects.empty() && !facts.value_pool) continue;
            if (facts.is_number && !with_numbers) continue;
            std::uint64_t what = mix(3, facts.variable);
            for (std::size_t k = 0, o = 0; k < facts.arguments.size(); ++k) {
                const bool is_object = o < facts.object_places.size() && facts.object_places[o] == k;
                what = mix(what, is_object ? colour_of(facts.objects[o++]) : hash_of(facts.arguments[k]));
            }
            const Value value = state[cell];
            std::uint64_t content = hash_of(value);
            if (facts.value_pool && facts.is_set) {
                content = 11;
                for (Value bit = 0; bit < 30; ++bit) {
                    if ((value >> bit & 1) == 0) continue;
                    const Object member{*facts.value_pool, bit};
                    content += mix(4, colour_of(member));
                    tell(member, mix(what, 5));
                }
            } else if (facts.value_pool && value != none_value) {
                content = colour_of({*facts.value_pool, value});
                tell({*facts.value_pool, value}, mix(what, 6));
            }
            for (std::size_t o = 0; o < facts.objects.size(); ++o)
                tell(facts.objects[o], mix(mix(what, content), o));
        }
        for (const Mention& mention : named) tell({mention.pool, state[mention.cell]}, mix(8, mention.where));
        for (auto& [object, colour] : next) colour = mix(colour, 9);
        colours = std::move(next);
    }
    return colours;
}

std::vector<Value> Twins::shape(const State& state, bool with_numbers) const {
    const Colours known = colours(state, with_numbers);
    const auto colour_of = [&](std::size_t pool, Value value) {
        const auto it = known.find({pool, value});
        return it == known.end() ? value : static_cast<Value>(it->second);
    };
    std::vector<Value> result(state);
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const CellFacts& facts = cells_[cell];
        const bool is_left_out =
            facts.is_number || !facts.objects.empty() || (facts.value_pool && facts.is_set);
        if (is_left_out) {
            result[cell] = 0;
        } else if (facts.value_pool) {
            result[cell] = colour_of(*facts.value_pool, state[cell]);
        }
    }
    for (const Mention& mention : cells_.mentions(state))
        result[mention.cell] = colour_of(mention.pool, state[mention.cell]);
    for (const std::size_t cell : counting_registers(state)) result[cell] = 0;
    // The bag in an order that does not depend on names.
    const Layout& layout = model_.layout;
    std::vector<std::vector<Value>> bag;
    for (std::size_t slot = 0; slot < layout.pending && state[layout.slot(slot)] != 0; ++slot) {
        const auto first = result.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
        bag.emplace_back(first, first + 1 + static_cast<std::ptrdiff_t>(layout.pending_arguments));
    }
    std::ranges::sort(bag);
    for (std::size_t slot = 0; slot < bag.size(); ++slot)
        std::ranges::copy(bag[slot], result.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot)));
    std::vector<Value> kinds;
    for (const auto& [object, colour] : known) kinds.push_back(static_cast<Value>(colour));
    std::ranges::sort(kinds);
    kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
    result.insert(result.end(), kinds.begin(), kinds.end());
    return result;
}

// The state with the objects that agenda and bag name renamed; the variables are left as they are.
std::optional<State> Twins::kernel_as(const State& state, const std::map<Object, Object>& renamed) const {
    State result = state;
    for (const Mention& mention : cells_.mentions(state)) {
        const auto it = renamed.find({mention.pool, state[mention.cell]});
        if (it == renamed.end()) return std::nullopt;
        result[mention.cell] = it->second.value;
    }
    return canonical(model_, std::move(result));
}

std::vector<Object> Twins::equals_of(const State& state, Object object) const {
    std::vector<Object> result;
    if (cells_.has_relations() || cells_.is_referred_to(state, object)) return result;
    for (const Object& other : cells_.present(state)) {
        if (other.pool != object.pool || cells_.is_referred_to(state, other)) continue;
        const std::map<Object, Object> renamed{{object, other}};
        bool equal = true;
        for (std::size_t cell = 0; cell < cells_.size() && equal; ++cell) {
            if (!cells_[cell].objects.empty() && cells_[cell].objects.front() == object)
                equal = state[cell] == state[cells_.cell_as(cell, renamed)];
        }
        if (equal) result.push_back(other);
    }
    return result;
}

// What is not there looks as it did at the beginning, so that one free place is as good as another.
bool Twins::is_tidy(const State& state) const {
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const CellFacts& facts = cells_[cell];
        const bool is_absent = std::ranges::any_of(
            facts.objects, [&](const Object& object) { return !cells_.exists(state, object); });
        if (is_absent && state[cell] != model_.variables[facts.variable].initial) return false;
    }
    return true;
}

bool Twins::agrees(const State& from, const State& to, Inflation& inflation) const {
    if (!is_tidy(from) || !is_tidy(to)) return false;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
        const CellFacts& facts = cells_[cell];
        const bool is_of_absent = std::ranges::any_of(
            facts.objects, [&](const Object& object) { return inflation.renamed.count(object) == 0; });
        if (is_of_absent) continue;
        const Value there = to[cells_.cell_as(cell, inflation.renamed)];
        if (facts.is_number) {
            if (there != from[cell]) inflation.shifts.emplace_back(cell, there - from[cell]);
            continue;
        }
        if (facts.renamed(from[cell], inflation.renamed) != there) return false;
    }
    for (const auto& [extra, twin] : inflation.twins) {
        if (cells_.is_referred_to(to, extra) || cells_.is_referred_to(from, twin)) return false;
        const std::map<Object, Object> as_extra{{twin, extra}};
        for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
            const CellFacts& facts = cells_[cell];
            if (facts.objects.empty() || facts.objects.front() != twin) continue;
            if (facts.renamed(from[cell], inflation.renamed) != to[cells_.cell_as(cell, as_extra)])
                return false;
        }
    }
    std::optional<State> kernel = kernel_as(from, inflation.renamed);
    if (!kernel) return false;
    for (const std::size_t cell : counting_registers(from)) {
        if (to[cell] != from[cell]) inflation.shifts.emplace_back(cell, to[cell] - from[cell]);
        (*kernel)[cell] = to[cell];
    }
    return std::equal(kernel->begin() + static_cast<std::ptrdiff_t>(cells_.size()), kernel->end(),
                      to.begin() + static_cast<std::ptrdiff_t>(cells_.size()));
}

std::optional<Inflation> Twins::inflation(const State& from, const State& to) const {
    // Who has the same numbers is the same; else numbers are what changes.
    if (std::optional<Inflation> result = inflation(from, to, true)) return result;
    return inflation(from, to, false);
}

std::optional<Inflation> Twins::inflation(const State& from, const State& to, bool with_numbers) const {
    Inflation result;
    const Colours here = colours(from, with_numbers);
    Colours there = colours(to, with_numbers);
    const auto take = [&](Object object, Object as) {
        result.renamed.emplace(object, as);
        there.erase(as);
    };
    std::vector<Object> others;
    for (const auto& [object, colour] : here) {  // who keeps its colour keeps its name
        const auto same = there.find(object);
        if (same != there.end() && same->second == colour) {
            take(object, object);
        } else {
            others.push_back(object);
        }
    }
    for (const Object& object : others) {
        const auto match = std::ranges::find_if(there, [&](const auto& entry) {
            return entry.first.pool == object.pool && entry.second == here.at(object);
        });
        if (match == there.end()) return std::nullopt;
        take(object, match->first);
    }
    if (!there.empty() && cells_.has_relations()) return std::nullopt;
    for (const auto& extra : there) {
        const auto twin = std::ranges::find_if(here, [&](const auto& entry) {
            return entry.first.pool == extra.first.pool && entry.second == extra.second;
        });
        if (twin == here.end()) return std::nullopt;
        result.twins.emplace(extra.first, twin->first);
    }
    if (!agrees(from, to, result)) return std::nullopt;
    return result;
}

}  // namespace errata::checker
