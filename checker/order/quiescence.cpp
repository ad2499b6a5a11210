#include "checker/order/quiescence.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "checker/explicit/game_graph.h"
#include "checker/explicit/word_hash.h"
#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

std::optional<Instance> placed(const Move& move) {
    if (move.kind != MoveKind::Place) return std::nullopt;
    return Instance{move.trigger, move.arguments};
}

namespace {

// What waits for `later`: the columns of each of its tables.
using Tables = std::map<std::uint32_t, std::vector<const Variable*>>;

Tables tables_of(const Model& model) {
    Tables tables;
    for (const Variable& variable : model.variables) {
        if (variable.waits_for > 0) tables[variable.waits_for].push_back(&variable);
    }
    return tables;
}

void put_rows_in_order(const Tables& tables, State& state) {
    for (const auto& [number, columns] : tables) {
        std::vector<std::vector<Value>> rows(columns.front()->cells);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (const Variable* column : columns) rows[row].push_back(state[column->base + row]);
        }
        std::ranges::sort(rows);
        for (std::size_t row = 0; row < rows.size(); ++row) {
            for (std::size_t i = 0; i < columns.size(); ++i) state[columns[i]->base + row] = rows[row][i];
        }
    }
}

// Up to which interchangeable object is which, and in which order stands what waits for `later`.
State in_order(const Model& model, const Symmetry& symmetry, State view) {
    const Tables tables = tables_of(model);
    put_rows_in_order(tables, view);
    view = symmetry.representative(view);
    put_rows_in_order(tables, view);  // where objects have other names, so have their rows
    return view;
}

bool is_in_window(const Model& model, const State& state) {
    const Layout& layout = model.layout;
    return state[layout.over] == 0 && layout.frames > 1 && state[layout.frame(1)] != 0;
}

}  // namespace

State quiescent_view(const Model& model, const Symmetry& symmetry, const State& state, Registers registers) {
    const Layout& layout = model.layout;
    State view = state;
    std::size_t control = 0;
    for (std::size_t i = 1; i < layout.frames; ++i) {
        if (state[layout.frame(i)] != 0) control = i;
    }
    const Value point = layout.frames > 0 ? state[layout.frame(control)] : 0;
    const bool keeps = registers == Registers::Kept;
    for (std::size_t i = 0; i < layout.frames; ++i) {
        const std::size_t kept = layout.frame(control) - layout.frame(0);
        for (std::size_t cell = layout.frame(i); cell < layout.frame(i + 1); ++cell)
            view[cell] = i == 0 && keeps ? state[cell + kept] : 0;
    }
    for (std::size_t i = 0; i < layout.pending; ++i) {
        for (std::size_t cell = layout.slot(i); cell < layout.slot(i + 1); ++cell) view[cell] = 0;
    }
    // Without its registers the point is not there yet.
    view = in_order(model, symmetry, std::move(view));
    if (layout.frames > 0) view[layout.frame(0)] = point;
    return view;
}

State end_view(const Model& model, const Symmetry& symmetry, const State& state, Registers registers,
               InWindows in_windows) {
    if (in_windows == InWindows::Rest && is_in_window(model, state)) return in_order(model, symmetry, state);
    const Value over = state[model.layout.over];
    const VarId winner = over == 0 ? VarId() : model.rules.endings[static_cast<std::size_t>(over - 1)].winner;
    if (!winner.is_valid()) return quiescent_view(model, symmetry, state, registers);
    State view(state.size());
    const std::size_t who = model.variable(winner).base;
    view[who] = state[who];
    view[model.layout.over] = over;
    return view;
}

bool is_quiescent(const Model& model, const State& state, const Expansion& expansion, InWindows in_windows) {
    if (expansion.successors.empty()) return true;
    const MoveKind kind = expansion.successors.front().move.kind;
    if (kind == MoveKind::Settle || kind == MoveKind::Place) return false;
    const Layout& layout = model.layout;
    const auto point = [&](std::size_t i) -> const Point& {
        return model.flow.points[static_cast<std::size_t>(state[layout.frame(i)] - 1)];
    };
    if (!point(0).settled) return false;  // in the middle of something
    if (layout.frames < 2 || state[layout.frame(1)] == 0) return true;
    if (in_windows == InWindows::GoOn || point(0).control) return false;
    for (std::size_t i = 0; i < layout.frames && state[layout.frame(i)] != 0; ++i) {
        if (!point(i).control && point(i).stage != Stage::Window) return false;
    }
    return true;
}

namespace {

// Does `at` keep what this register of the other point keeps?
bool keeps(const Point& at, const Point& other, std::uint32_t reg) {
    const auto kept = std::ranges::find(other.live_registers, reg, &BinderRegister::reg);
    return std::ranges::any_of(at.live_registers, [&](const BinderRegister& live) {
        return live.reg == reg && live.type == kept->type && live.name == kept->name;
    });
}

// What was chosen at the other point has not been done to its end.
bool carries_out(const Point& at, const Point& other) {
    if (&at == &other) return false;  // there it is chosen again
    if (other.decided && keeps(at, other, *other.decided)) return true;
    return std::ranges::any_of(other.options, [&](const PointOption& option) {
        return std::ranges::any_of(option.binders, [&](const BinderRegister& name) {
            return std::ranges::any_of(at.live_registers, [&](const BinderRegister& live) {
                return live.reg == name.reg && live.name == name.name;
            });
        });
    });
}

// Some of those whose order is asked about have not had their turn.
bool goes_on(const Model& model, const State& state, const GoingOn& within) {
    if (!within.from || state[model.layout.over] != 0) return false;
    const Point& at = model.flow.points[static_cast<std::size_t>(state[model.layout.frame(0)] - 1)];
    const Point& from = *within.from;
    if (from.to_come && keeps(at, from, *from.to_come)) return true;
    if (within.until == Until::Rounds)
        return !from.rounds.empty() && std::ranges::find(at.rounds, from.rounds.back()) != at.rounds.end();
    return within.until == Until::Done && carries_out(at, from);
}

// A state, and whether the next placement is still prescribed.
using Visit = std::pair<State, bool>;

struct HashOfVisit {
    std::size_t operator()(const Visit& visit) const {
        return word_hash(std::span(visit.first), visit.second ? 1 : 0);
    }
};

// The transitions that may be taken, each with whether the next placement is prescribed behind it.
std::vector<std::pair<const Successor*, bool>> ways_on(const Visit& visit, const Expansion& expansion,
                                                       const std::optional<Instance>& next) {
    // What is demanded may be gone by then; the demand lapses with it.
    const bool demands =
        visit.second && std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
            return !placed(successor.move) || placed(successor.move) == next;
        });
    std::vector<std::pair<const Successor*, bool>> result;
    for (const Successor& successor : expansion.successors) {
        const std::optional<Instance> instance = placed(successor.move);
        if (!instance || !demands || instance == next) result.emplace_back(&successor, demands && !instance);
    }
    return result;
}

// Does play rest in the state?
bool rests(const Model& model, const State& state, const Expansion& expansion, const GoingOn& within) {
    return is_quiescent(model, state, expansion, within.in_windows) &&
           (expansion.successors.empty() || !goes_on(model, state, within));
}

}  // namespace

Quiescence explore(const Evaluator& evaluator, const State& from, const std::optional<Instance>& next,
                   std::size_t budget, const GoingOn& within) {
    Quiescence result;
    const Symmetry& symmetry = evaluator.facts().get<Symmetry>();
    std::unordered_map<Visit, std::uint32_t, HashOfVisit> numbers;
    std::vector<const Visit*> visits;                   // by number
    std::vector<std::vector<std::uint32_t>> followers;  // by number
    const auto number = [&](Visit visit) {
        const auto [entry, is_new] =
            numbers.try_emplace(std::move(visit), static_cast<std::uint32_t>(visits.size()));
        if (is_new) {
            visits.push_back(&entry->first);
            followers.emplace_back();
        }
        return entry->second;
    };
    std::vector<std::uint32_t> open{number({from, next.has_value()})};
    std::vector<bool> expanded;
    while (!open.empty()) {
        const std::uint32_t current = open.back();
        open.pop_back();
        expanded.resize(visits.size());
        if (expanded[current]) continue;
        expanded[current] = true;
        if (++result.states > budget) {
            result.cut_off(OrderCut::States);
            return result;
        }
        const State& state = visits[current]->first;
        const Expansion expansion = evaluator.expand(state);
        if (rests(evaluator.model(), state, expansion, within)) {
            result.ends.emplace(
                end_view(evaluator.model(), symmetry, state, within.registers, within.in_windows), state);
            continue;
        }
        for (const auto& [successor, demands] : ways_on(*visits[current], expansion, next)) {
            if (!successor->next) {
                result.cut_off(successor->incidents.empty() ? OrderCut::Room : OrderCut::Error);
                continue;
            }
            const std::uint32_t follower = number({*successor->next, demands});
            followers[current].push_back(follower);
            open.push_back(follower);
        }
    }
    GameGraph graph;
    for (const std::vector<std::uint32_t>& of_one : followers) graph.add(of_one);
    const Components parts = components(graph, StateSet(graph.size(), true));
    result.endless = std::ranges::find(parts.cyclic, true) != parts.cyclic.end();
    return result;
}

namespace {

bool is_chosen(const Expansion& expansion, const Move& move) {
    const bool has_chooser =
        expansion.owner.kind == OwnerKind::Player || expansion.owner.kind == OwnerKind::Chance;
    return has_chooser && move.kind == MoveKind::Option && expansion.successors.size() > 1;
}

// Shortest ways from a beginning.
class WaysThere {
public:
    WaysThere(const Evaluator& evaluator, const Beginning& beginning)
        : evaluator_(evaluator), beginning_(beginning) {}

    // Until `wants` says of a state, and whether play rests there, that it was the last one wanted; within
    // `budget` states.
    template <class Wants>
    void look(std::size_t budget, const Wants& wants) {
        for (const State& state : beginning_.states) come_to({state, beginning_.next.has_value()}, {});
        for (; !open_.empty() && steps_.size() <= budget; open_.pop_front()) {
            const Visit* const visit = open_.front();
            const Expansion expansion = evaluator_.expand(visit->first);
            const bool is_at_rest = rests(evaluator_.model(), visit->first, expansion, beginning_.within);
            if (wants(visit->first, is_at_rest, [&] { return way_to(visit); })) return;
            if (is_at_rest) continue;
            for (const auto& [successor, demands] : ways_on(*visit, expansion, beginning_.next)) {
                const bool chosen = is_chosen(expansion, successor->move);
                if (successor->next)
                    come_to({*successor->next, demands},
                            {visit, successor->used, chosen ? expansion.owner : Owner(), successor->move});
            }
        }
    }

private:
    struct Step {
        const Visit* from = nullptr;
        std::vector<ClauseId> used = {};
        Owner chooser = {};  // the rules, where there is no choice
        Move move = {};
    };

    void come_to(Visit&& visit, Step&& step) {
        const auto [entry, is_new] = steps_.try_emplace(std::move(visit), std::move(step));
        if (is_new) open_.push_back(&entry->first);
    }

    WayThere way_to(const Visit* visit) const {
        std::set<ClauseId> acting(beginning_.used.begin(), beginning_.used.end());
        std::vector<Phrase> chosen;
        for (const Visit* at = visit; at != nullptr; at = steps_.at(*at).from) {
            const Step& step = steps_.at(*at);
            acting.insert(step.used.begin(), step.used.end());
            if (step.chooser.kind != OwnerKind::Rules)
                chosen.insert(chosen.begin(), actor_name(evaluator_.model(), step.chooser) + " " +
                                                  move_text(evaluator_.model(), step.from->first, step.move));
        }
        return {{acting.begin(), acting.end()}, std::move(chosen)};
    }

    const Evaluator& evaluator_;
    const Beginning& beginning_;
    std::unordered_map<Visit, Step, HashOfVisit> steps_;
    std::deque<const Visit*> open_;
};

}  // namespace

std::optional<WayThere> way_to(const Evaluator& evaluator, const Beginning& beginning, const State& end,
                               std::size_t budget) {
    std::optional<WayThere> result;
    WaysThere(evaluator, beginning).look(budget, [&](const State& state, bool, const auto& way) {
        if (state == end) result = way();
        return result.has_value();
    });
    return result;
}

std::map<State, WayThere> ways_to_ends(const Evaluator& evaluator, const Beginning& beginning,
                                       std::size_t budget) {
    std::map<State, WayThere> result;
    WaysThere(evaluator, beginning).look(budget, [&](const State& state, bool is_at_rest, const auto& way) {
        if (is_at_rest) result.try_emplace(state, way());
        return false;
    });
    return result;
}

}  // namespace errata::checker
