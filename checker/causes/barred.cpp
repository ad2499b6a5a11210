#include "checker/causes/barred.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "checker/causes/experiment.h"
#include "checker/causes/last_changes.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_told = 3;
constexpr std::size_t most_later = 2;  // steps
constexpr Value most_values = 64;      // of a cell

// The first step of the round that it helps, and what would be otherwise: "group1.at were not a1".
struct Bar {
    std::size_t step = 0;
    Phrase otherwise;
};

class Barring {
public:
    Barring(const Evaluator& evaluator, TermId awaited, const Trace& play, Stop stop)
        : evaluator_(evaluator),
          model_(evaluator.model()),
          awaited_(awaited),
          play_(play),
          allowance_(usual_expansions, std::move(stop)),
          game_(evaluator, allowance_) {}

    // Too many, or too much to try: none.
    std::vector<Bar> bars() {
        const std::vector<std::size_t> cells = cells_to_try();
        std::vector<Bar> bars;
        for (std::size_t step = *play_.loop_start; step < play_.steps.size(); ++step) {
            for (const std::size_t cell : cells) {
                const Phrase change = change_that_helps(step, cell);
                if (change.empty()) continue;
                const Phrase otherwise = cell_name(model_, cell) + " were " + change;
                const bool is_known = std::ranges::find(bars, otherwise, &Bar::otherwise) != bars.end();
                if (!is_known) bars.push_back({step, otherwise});
            }
        }
        return !allowance_.is_used_up() && bars.size() <= most_told ? bars : std::vector<Bar>();
    }

private:
    const Type& type_of(std::size_t cell) const {
        return model_.type(model_.variable(*variable_of(model_, cell)).type);
    }

    // Of the game, and no part of what is asked.
    std::vector<std::size_t> cells_to_try() const {
        CellTrace asked;
        traced_value(evaluator_, awaited_, last_state(play_), &asked);
        std::vector<std::size_t> cells;
        for (std::size_t cell = 0; cell < model_.layout.frame(0); ++cell) {
            const auto id = variable_of(model_, cell);
            if (!id || asked.all || std::ranges::find(asked.cells, cell) != asked.cells.end()) continue;
            const Variable& variable = model_.variable(*id);
            if (is_of_the_game(variable) && can_be_tried(type_of(cell))) cells.push_back(cell);
        }
        return cells;
    }

    static bool can_be_tried(const Type& type) {
        return type.form != TypeForm::Set && type.is_finite() && type.size() <= most_values;
    }

    bool is_so(const State& state) const { return evaluator_.value(awaited_, state) == Value{1}; }

    // In so many steps, whatever is chosen and whatever nobody decides.
    bool comes_about_within(const State& state, std::size_t steps) {
        return all_ways(state, [&](const State& next) {
            return is_so(next) || (steps > 1 && comes_about_within(next, steps - 1));
        });
    }

    // Another value in the cell makes another thing of this step, and it comes about, then or a little later.
    // (Where the step does the same, the next one is looked at by itself.)
    bool comes_about_with(std::size_t step, std::size_t cell, Value value) {
        State state = state_before(play_, step);
        state[cell] = value;
        State same = *play_.steps[step].next;
        same[cell] = value;
        return all_ways(state, [&](const State& next) {
            return next != same && (is_so(next) || comes_about_within(next, most_later));
        });
    }

    // There is a way on, and it is so of all.
    bool all_ways(const State& state, const std::function<bool(const State&)>& is_so) {
        const std::vector<Successor> ways = game_.successors(state);
        return !ways.empty() &&
               std::ranges::all_of(ways, [&](const Successor& way) { return way.next && is_so(*way.next); });
    }

    // "not a1 (as it is from the start)": any other value would let the step bring it about; "2 or more (1
    // since step 3 (Tax))", "0 or less ..." of numbers. Empty: no such change does. That some other value
    // leads to it by another way does not make this one a bar.
    Phrase change_that_helps(std::size_t step, std::size_t cell) {
        State state = state_before(play_, step);
        const Value is = state[cell];
        const Type& type = type_of(cell);
        std::vector<Value> helping;
        std::vector<Value> others;
        for (Value value = type.lo; value <= type.hi; ++value) {
            state[cell] = value;
            if (value == is || !evaluator_.is_well_formed(state)) continue;
            if (is_so(state)) continue;
            (comes_about_with(step, cell, value) ? helping : others).push_back(value);
        }
        if (helping.empty()) return "";
        const auto text = [&](Value other) { return cell_value_text(model_, cell, other); };
        const std::string since = since_text(model_, cell, play_);
        const std::string now = since.empty() ? " from the start)" : since + ")";
        if (others.empty() && helping.size() > 1) return "not " + text(is) + " (as it is" + now;
        const Phrase so_far = " (" + text(is) + now;
        if (others.empty()) return text(helping.front()) + so_far;
        if (type.form != TypeForm::Range) return "";
        if (helping.front() > std::max(is, others.back())) return text(helping.front()) + " or more" + so_far;
        if (helping.back() < std::min(is, others.front())) return text(helping.back()) + " or less" + so_far;
        return "";
    }

    const Evaluator& evaluator_;
    const Model& model_;
    TermId awaited_;
    const Trace& play_;
    Allowance allowance_;
    Game game_;
};

}  // namespace

Facts what_bars(const Evaluator& evaluator, TermId awaited, const Trace& play, Stop stop) {
    const std::vector<Bar> bars = Barring(evaluator, awaited, play, std::move(stop)).bars();
    if (bars.empty()) return {};
    Facts ways;
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const bool is_new = i == 0 || bars[i].step != bars[i - 1].step;
        ways.push_back(is_new ? Fact{FactKind::BarInStep, {bars[i].step + 1, bars[i].otherwise}}
                              : Fact{FactKind::BarToo, {bars[i].otherwise}});
    }
    return {{FactKind::WouldComeAbout, {std::move(ways)}}};
}

}  // namespace errata::checker
