#include "checker/search/cuts.h"

#include <set>

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
    std::set<std::string> pools;  // of which there are no more objects
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
        seen.pools.insert(model.type(variable.params[0]).name + ": " + std::to_string(variable.cells));
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
    bounds.insert(bounds.end(), seen.pools.begin(), seen.pools.end());
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

}  // namespace

std::string cuts_text(const Model& model, const std::vector<const Exploration*>& searches) {
    Seen seen;
    for (const Exploration* search : searches) {
        for (std::size_t i = 0; i < search->size(); ++i) {
            if ((*search)[StateId(i)].cut) look_at(model, search->state(StateId(i)), seen);
        }
    }
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
