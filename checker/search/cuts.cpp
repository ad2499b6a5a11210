#include "checker/search/cuts.h"

#include <map>

#include "checker/fact_kinds.h"
#include "checker/plays/to_do.h"

namespace errata::checker {

using namespace compiler;

namespace {

// As far as the states show that were cut off.
struct Seen {
    bool agenda = false;
    bool bag = false;
    bool other = false;
    std::map<std::string, std::size_t> pools;  // of which there are no more objects, and how many there are
};

bool is_full(const Variable& exists, const State& state) {
    for (std::size_t i = 0; i < exists.cells; ++i) {
        if (state[exists.base + i] == 0) return false;
    }
    return true;
}

void look_at(const Model& model, const State& state, Seen& seen) {
    const Layout& layout = model.layout;
    const bool agenda = is_agenda_full(layout, state);
    const bool bag = layout.pending > 0 && state[layout.slot(layout.pending - 1)] != 0;
    bool pool = false;
    for (const Variable& variable : model.variables) {
        if (!variable.is_exists || !is_full(variable, state)) continue;
        seen.pools.emplace(model.type(variable.params[0]).name, variable.cells);
        pool = true;
    }
    seen.agenda = seen.agenda || agenda;
    seen.bag = seen.bag || bag;
    seen.other = seen.other || (!agenda && !bag && !pool);
}

Facts bounds(const Layout& layout, const Seen& seen, bool has_other_reasons) {
    Facts bounds;
    if (seen.agenda) bounds.push_back({FactKind::BoundOf, {"agenda", layout.frames - 1}});
    if (seen.bag) bounds.push_back({FactKind::BoundOf, {"pending", layout.pending}});
    for (const auto& [pool, size] : seen.pools) bounds.push_back({FactKind::BoundOf, {pool, size}});
    if (seen.other && !has_other_reasons) bounds.push_back({FactKind::AnotherBound});
    return bounds;
}

Facts other_reasons(const std::vector<const Exploration*>& searches) {
    SearchOutcome::Cuts cuts;
    for (const Exploration* search : searches) {
        cuts.orders = cuts.orders || search->outcome().cuts.orders;
        cuts.ways = cuts.ways || search->outcome().cuts.ways;
        cuts.too_large = cuts.too_large || search->outcome().cuts.too_large;
    }
    Facts result;
    if (cuts.orders) result.push_back({FactKind::TooManyOrders});
    if (cuts.ways) result.push_back({FactKind::TooManyWays});
    if (cuts.too_large) result.push_back({FactKind::TooLargeNumbers});
    return result;
}

Seen seen_in(const Model& model, const std::vector<const Exploration*>& searches) {
    Seen seen;
    for (const Exploration* search : searches) {
        for (std::size_t i = 0; i < search->size(); ++i) {
            if ((*search)[StateId(i)].cut) look_at(model, search->state(StateId(i)), seen);
        }
    }
    return seen;
}

Fact is_full_at(const std::string& what, std::size_t size) {
    return {FactKind::FullAt, {what, size, 2 * size}};
}

}  // namespace

Facts cuts_limit(const Model& model, const std::vector<const Exploration*>& searches) {
    const Seen seen = seen_in(model, searches);
    Facts parts;
    for (const auto& [pool, size] : seen.pools) parts.push_back(is_full_at(pool, size));
    if (seen.agenda) parts.push_back(is_full_at("agenda", model.layout.frames - 1));
    if (seen.bag) parts.push_back(is_full_at("pending", model.layout.pending));
    add(parts, other_reasons(searches));
    if (parts.empty() && seen.other) parts.push_back({FactKind::LargerScope});
    return parts;
}

Facts cuts(const Model& model, const std::vector<const Exploration*>& searches) {
    const Facts others = other_reasons(searches);
    const Facts outgrown = bounds(model.layout, seen_in(model, searches), !others.empty());
    Facts result;
    if (!outgrown.empty()) result.push_back({FactKind::PlaysOutgrow, {outgrown}});
    if (!others.empty()) result.push_back({FactKind::PlaysCutOff, {others}});
    return result;
}

}  // namespace errata::checker
