#include "checker/search/card_sets.h"

#include <algorithm>
#include <set>

#include "checker/explicit/initial_states.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Initial states of one small game; a setup that leaves more open is too open for this.
constexpr SetupLimits small{5'000, 500'000};

// Card sets looked at: beyond some dozens the states for each become too few.
constexpr std::size_t most_games = 48;

// A cell and what it belongs to.
struct Place {
    std::size_t cell = 0;
    const Variable* variable = nullptr;  // a field of one object, or null
    std::size_t object = 0;
};

bool is_same_object(const Place& a, const Place& b) {
    return a.variable && b.variable && a.variable->params[0] == b.variable->params[0] && a.object == b.object;
}

class SmallGames {
public:
    SmallGames(const Evaluator& evaluator, const Setup& setup)
        : evaluator_(evaluator), model_(evaluator.model()), setup_(setup) {}

    std::vector<std::vector<State>> run() {
        std::vector<Place> cards;
        for (const std::size_t cell : setup_.open) {
            const Place place = place_of(cell);
            if (is_card(place)) cards.push_back(place);
        }
        const std::vector<const PrintedItem*> items = reacting_items();
        for (const PrintedItem* item : items) {
            for (const Place& card : cards) consider({{card, item}});
        }
        for (std::size_t i = 0; i < items.size(); ++i) {
            for (std::size_t j = i; j < items.size(); ++j) {
                for (const Place& first : cards) {
                    for (const Place& second : cards) {
                        if (first.cell != second.cell) consider({{first, items[i]}, {second, items[j]}});
                    }
                }
            }
        }
        // Without such cards there is still the board as it is initially.
        if (games_.empty()) consider({});
        return std::move(games_);
    }

private:
    using Choice = std::vector<std::pair<Place, const PrintedItem*>>;

    Place place_of(std::size_t cell) const {
        for (const Variable& variable : model_.variables) {
            if (cell < variable.base || cell >= variable.base + variable.cells) continue;
            if (variable.is_field && variable.params.size() == 1)
                return {cell, &variable, cell - variable.base};
        }
        return {cell, nullptr, 0};
    }

    bool is_of_board(const Place& place) const {
        return place.variable && model_.type(place.variable->params[0]).is_site;
    }

    // Does the cell say which printed item an object is, other than a square of the board?
    bool is_card(const Place& place) const {
        const auto is_kind = [&](const PrintedItem& item) {
            return item.identity_type == place.variable->type;
        };
        return place.variable && !is_of_board(place) && std::ranges::any_of(model_.printed_items, is_kind);
    }

    std::vector<const PrintedItem*> reacting_items() const {
        std::set<std::uint32_t> speaking;
        for (const Trigger& trigger : model_.rules.triggers) speaking.insert(trigger.clause.index);
        const auto speaks = [&](ClauseId clause) { return speaking.contains(clause.index); };
        std::vector<const PrintedItem*> items;
        for (const PrintedItem& item : model_.printed_items) {
            if (std::ranges::any_of(item.clauses, speaks)) items.push_back(&item);
        }
        return items;
    }

    void consider(const Choice& choice) {
        if (games_.size() >= most_games) return;
        // Objects that differ in nothing but their number make the same game.
        std::multiset<std::vector<Value>> signature;
        for (const auto& [place, item] : choice) {
            if (place.variable->type != item->identity_type) return;
            signature.insert(signature_of(place, *item));
        }
        if (!seen_.insert(signature).second) return;
        Setup narrow = setup_;
        for (const auto& [place, item] : choice) narrow.values[place.cell] = item->identity;
        std::erase_if(narrow.open, [&](std::size_t cell) {
            const Place place = place_of(cell);
            return is_of_board(place) || is_card(place);
        });
        // What else is open, but for the chosen cards, stays at its initial value where the setup allows
        // that.
        const auto is_chosen = [&](const Place& place) {
            return std::ranges::any_of(choice,
                                       [&](const auto& entry) { return is_same_object(entry.first, place); });
        };
        for (const Variable& variable : model_.variables) {
            const std::vector<std::size_t> before = narrow.open;
            std::erase_if(narrow.open, [&](std::size_t cell) {
                const bool is_own = cell >= variable.base && cell < variable.base + variable.cells;
                return is_own && !is_chosen(place_of(cell));
            });
            if (narrow.open == before) continue;
            const auto states = initial_states(evaluator_, narrow, small);
            if (states && states->empty()) narrow.open = before;
        }
        auto states = initial_states(evaluator_, narrow, small);
        if (states && !states->empty()) games_.push_back(std::move(*states));
    }

    // The item and what the setup fixes of the object.
    std::vector<Value> signature_of(const Place& card, const PrintedItem& item) const {
        std::vector<Value> result{item.identity};
        for (const Variable& variable : model_.variables) {
            if (!variable.is_field || variable.params != card.variable->params) continue;
            const std::size_t cell = variable.base + card.object;
            const bool is_open = std::ranges::find(setup_.open, cell) != setup_.open.end();
            result.push_back(is_open ? 0 : setup_.values[cell]);
        }
        return result;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    const Setup& setup_;
    std::set<std::multiset<std::vector<Value>>> seen_;
    std::vector<std::vector<State>> games_;
};

}  // namespace

std::vector<std::vector<State>> small_games(const Evaluator& evaluator, const Setup& setup) {
    return SmallGames(evaluator, setup).run();
}

}  // namespace errata::checker
