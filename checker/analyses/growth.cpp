#include "checker/analyses/growth.h"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace errata::checker {

using namespace compiler;

namespace {

bool is_counter(const Model& model, const Variable& variable) {
    return !model.type(variable.type).is_finite();
}

// Everything a transition evaluates; claims and scenarios only watch.
std::vector<TermId> evaluated_terms(const Model& model) {
    std::vector<TermId> roots;
    for (std::size_t i = 0; i < model.code.size(); ++i) {
        const Code& node = model.code[CodeId(i)];
        roots.insert(roots.end(), node.terms.begin(), node.terms.end());
    }
    for (const Point& point : model.points) {
        roots.push_back(point.player);
        for (const PointOption& option : point.options) roots.push_back(option.guard);
    }
    for (const Trigger& trigger : model.triggers) roots.push_back(trigger.player);
    for (const StateCheck& check : model.state_checks) roots.push_back(check.condition);
    for (const OpenPredicate& open : model.open_predicates) {
        for (const Statement& statement : open.statements) roots.push_back(statement.condition);
    }
    std::erase_if(roots, [](TermId id) { return !id.is_valid(); });
    return roots;
}

struct Movement {
    Value shift = 0;   // per round
    Value lowest = 0;  // over the states of the round, with room for what happens inside transitions
    Value highest = 0;
};

class Blindness {
public:
    Blindness(const Model& model, std::map<std::size_t, Movement> moving)
        : model_(model), moving_(std::move(moving)) {}

    // No rule can tell the rounds apart.
    bool holds() const {
        std::vector<bool> seen(model_.terms.size());
        std::vector<TermId> open = evaluated_terms(model_);
        for (const TermId root : open) {
            if (reads_moving(root)) return false;
        }
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (seen[id.index]) continue;
            seen[id.index] = true;
            const Term& term = model_.terms[id];
            for (const TermId child : term.children) {
                if (reads_moving(child) && !is_decided(term)) return false;
                open.push_back(child);
            }
        }
        return true;
    }

private:
    bool reads_moving(TermId id) const {
        const Term& term = model_.terms[id];
        if (term.kind != TermKind::Cell) return false;
        const Variable& variable = model_.variables[static_cast<std::size_t>(term.payload)];
        const auto first = moving_.lower_bound(variable.base);
        return first != moving_.end() && first->first < variable.base + variable.cells;
    }

    // A comparison of a moving counter with something that it has left behind.
    bool is_decided(const Term& term) const {
        if (term.kind != TermKind::Equal && term.kind != TermKind::Less && term.kind != TermKind::LessEqual)
            return false;
        const bool left = reads_moving(term.children[0]);
        if (left && reads_moving(term.children[1])) return false;
        const Term& counter = model_.terms[term.children[left ? 0 : 1]];
        const Term& other = model_.terms[term.children[left ? 1 : 0]];
        if (!other.bounded) return false;
        const Variable& variable = model_.variables[static_cast<std::size_t>(counter.payload)];
        return std::all_of(moving_.lower_bound(variable.base),
                           moving_.lower_bound(variable.base + variable.cells), [&](const auto& entry) {
                               const Movement& movement = entry.second;
                               return movement.shift > 0 ? movement.lowest > other.hi
                                                         : movement.highest < other.lo;
                           });
    }

    const Model& model_;
    std::map<std::size_t, Movement> moving_;
};

std::map<std::size_t, Movement> movements(const Growth& growth, const State& first) {
    std::map<std::size_t, Movement> result;
    for (const auto& [cell, shift] : growth.shifts) {
        Movement movement{shift, first[cell], first[cell]};
        Value room = 0;
        for (const Successor& step : growth.round) {
            movement.lowest = std::min(movement.lowest, (*step.next)[cell]);
            movement.highest = std::max(movement.highest, (*step.next)[cell]);
            for (const Change& change : step.changes) {
                if (change.cell == cell) room += std::abs(change.after - change.before);
            }
        }
        movement.lowest -= room;
        movement.highest += room;
        result.emplace(cell, movement);
    }
    return result;
}

// The one successor, if all that can happen comes to the same.
std::optional<Successor> only_successor(const Evaluator& evaluator, const State& state) {
    Expansion expansion = evaluator.expand(state);
    if (expansion.successors.empty()) return std::nullopt;
    for (const Successor& successor : expansion.successors) {
        if (!successor.next || successor.next != expansion.successors.front().next) return std::nullopt;
    }
    return std::move(expansion.successors.front());
}

}  // namespace

bool has_counters(const Model& model) {
    return std::any_of(model.variables.begin(), model.variables.end(),
                       [&](const Variable& variable) { return is_counter(model, variable); });
}

State without_counters(const Model& model, State state) {
    for (const Variable& variable : model.variables) {
        if (!is_counter(model, variable)) continue;
        std::fill_n(state.begin() + static_cast<std::ptrdiff_t>(variable.base), variable.cells, 0);
    }
    return state;
}

std::optional<Growth> find_growth(const Evaluator& evaluator, const State& from, std::size_t steps) {
    const Model& model = evaluator.model();
    std::vector<State> path{from};
    std::vector<Successor> moves;
    std::map<State, std::size_t> seen{{without_counters(model, from), 0}};
    while (moves.size() < steps) {
        std::optional<Successor> only = only_successor(evaluator, path.back());
        if (!only) return std::nullopt;
        path.push_back(*only->next);
        moves.push_back(std::move(*only));
        const auto [known, is_new] = seen.emplace(without_counters(model, path.back()), path.size() - 1);
        if (is_new) continue;
        const std::size_t start = known->second;
        Growth growth;
        const auto first = moves.begin() + static_cast<std::ptrdiff_t>(start);
        growth.stem.assign(moves.begin(), first);
        growth.round.assign(first, moves.end());
        for (std::size_t cell = 0; cell < path[start].size(); ++cell) {
            const Value shift = path.back()[cell] - path[start][cell];
            if (shift != 0) growth.shifts.emplace_back(cell, shift);
        }
        if (growth.shifts.empty()) return std::nullopt;
        growth.proved = Blindness(model, movements(growth, path[start])).holds();
        return growth;
    }
    return std::nullopt;
}

}  // namespace errata::checker
