#include "compiler/ir/expand.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

// The expansion of one state under way.
struct Expander {
    const Model& model;
    const EnabledClauses& enabled;
    const State& state;
    ReadingSet* asked;
    const CaseIndex* cases;
    const Point* point = nullptr;
    Journal so_far = {};  // what evaluating the state checks' conditions met and decided
    Transition transition{model, enabled, asked, cases};
    Expansion expansion = {};
    bool owned = false;
    std::vector<Value> registers = {};  // of the top frame, with the binders of the option under way
    std::vector<Value> bindings = {};
    bool asking = false;  // whether what is carried out is there at all
    bool full = false;
    bool option_possible = false;
    bool guards_met = false;  // an incident, of an outcome new or known: `otherwise` depends on it
};

PointId id_of_point(const Expander& e) {
    return PointId(static_cast<std::size_t>(e.point - e.model.flow.points.data()));
}

bool has_room_for(Expander& e, const Move& move) {
    constexpr std::size_t most_values = std::size_t{1} << 26;  // half a gigabyte
    if (e.full || e.expansion.successors.size() * e.model.layout.cells < most_values) return !e.full;
    e.full = true;
    Successor cut;
    cut.move = move;
    cut.cut = cut.given_up = cut.too_many_ways = true;
    e.expansion.successors.push_back(std::move(cut));
    return false;
}

template <class Body>
void explore(Expander& e, const Move& move, Body body) {
    if (!has_room_for(e, move)) return;
    Decisions& decisions = e.transition.decisions;
    do {
        decisions.rewind();
        e.transition.journal = e.so_far;
        e.transition.changes.clear();
        forgive(e.transition.terms);
        e.asking = false;
        if (!body()) continue;
        e.expansion.successors.push_back(e.transition.result(move));
        e.expansion.successors.back().asks = e.asking;
    } while (decisions.advance());
}

std::vector<Value> arguments_of(const Expander& e, std::size_t slot) {
    const std::size_t trigger = static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1);
    const auto first = e.state.begin() + static_cast<std::ptrdiff_t>(e.model.layout.slot(slot) + 1);
    return {first, first + static_cast<std::ptrdiff_t>(e.model.rules.triggers[trigger].params.size())};
}

void own(Expander& e, Owner owner) {
    if (!e.owned) e.expansion.owner = owner;
    if (e.owned && owner != e.expansion.owner) e.expansion.owner = {OwnerKind::Nobody};
    e.owned = true;
}

void meet(Expander& e, const std::vector<Occurrence>& incidents) {
    for (const Occurrence& occurrence : incidents) {
        if (std::ranges::find(e.expansion.incidents, occurrence) == e.expansion.incidents.end()) {
            e.expansion.incidents.push_back(occurrence);
        }
    }
}

std::optional<Value> asked(Expander& e, TermId term, ClauseId clause) {
    if (!term.is_valid()) return std::nullopt;
    Journal journal;
    TermEvaluator terms{e.model, e.enabled, journal, nullptr, e.asked};
    terms.look_at(e.state.data(), e.registers.data());
    terms.speak_for(clause);
    for (std::size_t i = 0; i < e.bindings.size(); ++i)
        terms.binders.bind(static_cast<std::uint32_t>(i), e.bindings[i]);
    const Value value = terms.evaluate(term);
    meet(e, journal.incidents);
    if (terms.failed()) return std::nullopt;
    return value;
}

// None is nobody.
std::optional<Value> player(Expander& e, TermId term, ClauseId clause) {
    const std::optional<Value> who = asked(e, term, clause);
    return who == none_value ? std::nullopt : who;
}

// Between instances of different players nobody decides who places first.
Owner owner_of_placement(Expander& e, const std::vector<std::size_t>& instances) {
    if (instances.size() == 1) return {OwnerKind::Rules};
    if (!e.model.policies.trigger_order_stated) return {OwnerKind::Nobody};
    std::optional<Value> chooser;
    for (const std::size_t slot : instances) {
        const Trigger& trigger =
            e.model.rules.triggers[static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1)];
        e.bindings = arguments_of(e, slot);
        const std::optional<Value> mine = player(e, trigger.player, trigger.clause);
        if (!mine || (chooser && *chooser != *mine)) return {OwnerKind::Nobody};
        chooser = mine;
    }
    return {OwnerKind::Player, *chooser};
}

// Of the instances in these slots those that are next by rank.
void keep_next(Expander& e, std::vector<std::size_t>& instances) {
    const bool is_stack = e.model.policies.agenda == Agenda::Stack;
    std::vector<Value> ranks;
    for (const std::size_t slot : instances) {
        const Trigger& trigger =
            e.model.rules.triggers[static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1)];
        e.bindings = arguments_of(e, slot);
        const Value rank = asked(e, trigger.rank, trigger.clause).value_or(0);
        ranks.push_back(is_stack ? -rank : rank);
    }
    const Value next = *std::ranges::min_element(ranks);
    std::size_t place = 0;
    std::erase_if(instances, [&](std::size_t) { return ranks[place++] != next; });
}

void place(Expander& e) {
    const Layout& layout = e.model.layout;
    const auto slot_at = [&](std::size_t slot) {
        return e.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::vector<std::size_t> instances;  // the first slot of each different one
    for (std::size_t slot = 0; slot < layout.pending && *slot_at(slot) != 0; ++slot) {
        if (std::ranges::none_of(instances, [&](std::size_t known) {
                return std::equal(slot_at(slot), slot_at(slot + 1), slot_at(known));
            })) {
            instances.push_back(slot);
        }
    }
    keep_next(e, instances);
    own(e, owner_of_placement(e, instances));
    for (const std::size_t slot : instances) {
        Move move;
        move.kind = MoveKind::Place;
        move.trigger = TriggerId(static_cast<std::size_t>(*slot_at(slot) - 1));
        move.arguments = arguments_of(e, slot);
        const Trigger& trigger = e.model.rules.triggers[move.trigger.index];
        explore(e, move, [&] {
            e.transition.begin(e.state);
            State& next = e.transition.state;
            const auto at = [&](std::size_t i) {
                return next.begin() + static_cast<std::ptrdiff_t>(layout.slot(i));
            };
            std::copy(at(slot + 1), at(layout.pending), at(slot));
            std::fill(at(layout.pending - 1), at(layout.pending), 0);
            push_frame(e.transition, e.model.policies.agenda, trigger.entry, move.arguments);
            e.transition.journal.use(trigger.clause);
            return true;
        });
    }
}

template <class Visit>
bool for_each_binding(Expander& e, const PointOption& option, Visit visit) {
    const auto& binders = option.binders;
    const auto take = [&](std::size_t binder, Value value) {
        e.bindings[binder] = value;
        e.registers[binders[binder].reg] = value;
    };
    const std::vector<Value> before = e.registers;
    e.bindings.resize(binders.size());
    bool more = true;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        const Type& type = e.model.type(binders[i].type);
        take(i, type.first());
        if (type.first() > type.hi) more = false;
    }
    bool wanted = true;
    while (more && wanted) {
        wanted = visit();
        // The last binder runs fastest.
        more = false;
        for (std::size_t i = binders.size(); i-- > 0 && !more;) {
            const Type& type = e.model.type(binders[i].type);
            more = e.bindings[i] < type.hi;
            take(i, more ? e.bindings[i] + 1 : type.first());
        }
    }
    e.registers = before;
    return wanted;
}

void try_option(Expander& e, std::uint32_t index) {
    const PointOption& option = e.point->options[index];
    const PointId point = id_of_point(e);
    TermEvaluator& terms = e.transition.terms;
    Move move;
    move.point = point;
    move.option = index;
    for_each_binding(e, option, [&] {
        move.bindings = e.bindings;
        explore(e, move, [&] {
            terms.look_at(e.state.data(), e.registers.data());
            terms.speak_for(option.clause);
            const bool holds = terms.evaluate(option.guard) != 0;
            if (e.transition.decisions.any() ||
                e.transition.journal.incidents.size() > e.so_far.incidents.size())
                e.guards_met = true;
            if (!holds && !terms.failed()) {
                meet(e, e.transition.journal.incidents);
                const std::vector<OpenValue>& taken = e.transition.journal.open_values;
                e.expansion.open_values.insert(e.expansion.open_values.end(), taken.begin(), taken.end());
                return false;
            }
            e.option_possible = true;
            e.asking = terms.failed();
            if (e.asking) return true;
            e.transition.begin(e.state);
            std::ranges::copy(e.registers, e.transition.registers());
            e.transition.journal.use(option.clause);
            run(e.transition, option.target, option.clause);
            return true;
        });
        return !e.full;
    });
}

void try_otherwise(Expander& e, bool guards_met) {
    TermEvaluator& terms = e.transition.terms;
    Move move;
    move.kind = MoveKind::Otherwise;
    move.point = id_of_point(e);
    const auto none_possible = [&] {
        terms.look_at(e.state.data(), e.registers.data());
        return std::ranges::all_of(e.point->options, [&](const PointOption& option) {
            return for_each_binding(e, option, [&] {
                terms.speak_for(option.clause);
                return terms.evaluate(option.guard) == 0 && !terms.failed();
            });
        });
    };
    explore(e, move, [&] {
        if (guards_met && !none_possible()) return false;
        if (!e.point->otherwise) {
            e.transition.journal.meet(e.point->no_option, e.point->clause);
            meet(e, e.transition.journal.incidents);
            return false;
        }
        e.transition.begin(e.state);
        e.transition.journal.use(e.point->clause);
        run(e.transition, *e.point->otherwise, e.point->clause);
        return true;
    });
}

Owner owner_of(Expander& e, const Point& point) {
    if (point.owner != OwnerKind::Player) return {point.owner};
    const std::optional<Value> chooser = player(e, point.player, point.clause);
    return chooser ? Owner{OwnerKind::Player, *chooser} : Owner{OwnerKind::Nobody};
}

void choose(Expander& e) {
    own(e, owner_of(e, *e.point));
    e.option_possible = false;
    e.guards_met = false;
    const CaseList* const cases = e.cases == nullptr ? nullptr : e.cases->point(id_of_point(e));
    std::size_t tried = 0;
    each_entry(cases, e.state.data(), e.point->options.size(), [&](std::uint32_t option) {
        try_option(e, option);
        ++tried;
        return true;
    });
    // A guard that does not hold meets what was met before it, also one that is left out.
    if (tried < e.point->options.size()) meet(e, e.so_far.incidents);
    if (!e.option_possible || e.guards_met) try_otherwise(e, e.guards_met);
}

void go_on(Expander& e) {
    const Layout& layout = e.model.layout;
    const bool pending = layout.pending > 0 && e.state[layout.slot(0)] != 0;
    const bool on_floor = e.point->floor || layout.frames == 1 || e.state[layout.frame(1)] == 0;
    if (e.point->settled && pending && (e.model.policies.agenda != Agenda::Bag || on_floor)) {
        place(e);
    } else {
        choose(e);
    }
}

void settle(Expander& e) {
    Decisions decisions;
    TermEvaluator terms{.model = e.model,
                        .enabled = e.enabled,
                        .journal = e.so_far,
                        .decisions = &decisions,
                        .asked = e.asked,
                        .cases = e.cases};
    terms.look_at(e.state.data(), e.registers.data());
    const std::vector<StateCheck>& checks = e.model.rules.state_checks;
    const CaseList* const cases = e.cases == nullptr ? nullptr : e.cases->checks();
    std::vector<std::size_t> holding;
    Move move;
    move.kind = MoveKind::Settle;
    do {
        decisions.rewind();
        e.so_far.clear();
        forgive(terms);
        holding.clear();
        each_entry(cases, e.state.data(), checks.size(), [&](std::uint32_t i) {
            terms.speak_for(checks[i].clause);
            if (terms.evaluate(checks[i].condition) != 0) holding.push_back(i);
            return !terms.failed();
        });
        if (terms.failed()) {
            own(e, {});
            explore(e, move, [&] {
                e.transition.terms.speak_for(terms.speak_for({}));
                e.transition.terms.fail(terms.failure);
                e.asking = true;
                return true;
            });
        } else if (!holding.empty()) {
            own(e, {});
            explore(e, move, [&] {
                e.transition.begin(e.state);
                settle(e.transition, holding);
                return true;
            });
        } else {
            // Conditions that do not hold say nothing about what follows, but what they met was met.
            if (!decisions.any()) {
                std::vector<Occurrence> met = std::move(e.so_far.incidents);
                e.so_far.clear();
                e.so_far.incidents = std::move(met);
            }
            go_on(e);
        }
    } while (decisions.advance());
}

}  // namespace

Expansion expansion(const Model& model, const EnabledClauses& enabled, const State& state, ReadingSet* asked,
                    const CaseIndex* cases) {
    Expander e{model, enabled, state, asked, cases};
    const Layout& layout = model.layout;
    if (state[layout.over] != 0) {
        e.expansion.over = true;
        return std::move(e.expansion);
    }
    const Value top = state[layout.frame(0)];
    if (top == 0) return std::move(e.expansion);
    e.point = &model.flow.points[static_cast<std::size_t>(top - 1)];
    const auto registers = state.begin() + static_cast<std::ptrdiff_t>(layout.frame(0) + 1);
    e.registers.assign(registers, registers + static_cast<std::ptrdiff_t>(layout.registers));
    if (e.point->settled && !model.rules.state_checks.empty()) {
        settle(e);
    } else {
        go_on(e);
    }
    return std::move(e.expansion);
}

}  // namespace errata::compiler
