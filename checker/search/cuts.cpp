#include "checker/search/cuts.h"

#include <map>

#include "checker/search/to_do.h"
#include "compiler/ir/code.h"
#include "dsl/base/text.h"

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

std::vector<std::string> bounds_text(const Layout& layout, const Seen& seen, bool has_other_reasons) {
    std::vector<std::string> bounds;
    if (seen.agenda) bounds.push_back("agenda: " + std::to_string(layout.frames - 1));
    if (seen.bag) bounds.push_back("pending: " + std::to_string(layout.pending));
    for (const auto& [pool, size] : seen.pools) bounds.push_back(pool + ": " + std::to_string(size));
    if (seen.other && !has_other_reasons)
        bounds.push_back("a pool of objects, 'later', or more triggers at once than 'pending' holds");
    return bounds;
}

std::vector<std::string> other_reasons(const std::vector<const Exploration*>& searches) {
    Exploration::Cuts cuts;
    for (const Exploration* search : searches) {
        cuts.orders = cuts.orders || search->cuts().orders;
        cuts.ways = cuts.ways || search->cuts().ways;
        cuts.too_large = cuts.too_large || search->cuts().too_large;
    }
    std::vector<std::string> result;
    if (cuts.orders) result.push_back(std::string(more_than_all_orders) + " (" + orders_remedy + ")");
    if (cuts.ways) result.push_back(std::string(more_than_all_ways) + " (make the scope smaller)");
    if (cuts.too_large)
        result.push_back("numbers, or searches for solutions of equations, grow too large (smaller ranges)");
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

std::string is_full_at(const std::string& what, std::size_t size) {
    return what + " is full at " + std::to_string(size) + ": --scope " + what + "=" +
           std::to_string(2 * size);
}

}  // namespace

std::string cuts_limit(const Model& model, const std::vector<const Exploration*>& searches) {
    const Seen seen = seen_in(model, searches);
    std::vector<std::string> parts;
    for (const auto& [pool, size] : seen.pools) parts.push_back(is_full_at(pool, size));
    if (seen.agenda) parts.push_back(is_full_at("agenda", model.layout.frames - 1));
    if (seen.bag) parts.push_back(is_full_at("pending", model.layout.pending));
    for (std::string& reason : other_reasons(searches)) parts.push_back(std::move(reason));
    if (parts.empty() && seen.other) parts.push_back("plays outgrow the scope: a larger one");
    return dsl::join(parts, "; ");
}

std::string cuts_text(const Model& model, const std::vector<const Exploration*>& searches) {
    const Seen seen = seen_in(model, searches);
    const std::vector<std::string> others = other_reasons(searches);
    const std::vector<std::string> bounds = bounds_text(model.layout, seen, !others.empty());
    std::string result;
    if (!bounds.empty())
        result += "; some plays outgrow the scope (" + dsl::join(bounds, ", ") +
                  ") and were cut off (raise that in the scope)";
    if (!others.empty()) result += "; some plays were cut off: " + dsl::join(others, "; ");
    return result;
}

}  // namespace errata::checker
