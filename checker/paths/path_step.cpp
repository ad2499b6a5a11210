#include "checker/paths/path_step.h"

#include <algorithm>
#include <utility>

namespace errata::checker {

using namespace compiler;

namespace {

void ask_owner(PathStep& s, const Move& move) {
    const Point& point = *s.point_of(0);
    if (move.kind != MoveKind::Place) {
        if (point.owner == OwnerKind::Player) {
            s.terms.speak_for(point.clause);
            s.terms.number(point.player);
        }
        return;
    }
    if (!s.model.policies.trigger_order_stated) return;
    const Layout& layout = s.model.layout;
    for (std::size_t slot = 0; slot < layout.pending && s.state[layout.slot(slot)].now != 0; ++slot) {
        const Trigger& trigger =
            s.model.rules.triggers[static_cast<std::size_t>(s.state[layout.slot(slot)].now - 1)];
        if (!trigger.player.is_valid()) continue;
        s.terms.speak_for(trigger.clause);
        for (std::size_t i = 0; i < trigger.params.size(); ++i)
            s.terms.bind(i, s.state[layout.slot(slot) + 1 + i]);
        s.terms.number(trigger.player);
    }
}

void ask_guard(PathStep& s, const PointOption& option, std::vector<Value>& bindings, std::size_t binder) {
    if (s.record.refused()) return;
    if (binder == option.binders.size()) {
        s.terms.holds(option.guard);
        return;
    }
    const Type& type = s.model.type(option.binders[binder].type);
    for (Value value = type.first(); value <= type.hi; ++value) {
        bindings[binder] = value;
        s.state[s.register_at(option.binders[binder].reg)] = fixed(value);
        ask_guard(s, option, bindings, binder + 1);
    }
    for (const Population& population : s.terms.populations) {
        if (!refers_to(s.model, option.binders[binder].type, population.type)) continue;
        s.state[s.register_at(option.binders[binder].reg)] = fixed(population.bystanders.front());
        for (std::size_t rest = binder + 1; rest < option.binders.size(); ++rest)
            if (!s.record.refused()) s.refuse("there is more to choose from in every round");
        if (!s.record.refused() && s.terms.holds(option.guard))
            s.refuse("there is more to choose from in every round");
    }
}

void ask_guards(PathStep& s, const Point& point) {
    for (const PointOption& option : point.options) {
        std::vector<Value> bindings(option.binders.size());
        const PathState before = s.state;
        s.clause = option.clause;
        s.terms.speak_for(option.clause);
        ask_guard(s, option, bindings, 0);
        s.state = before;
    }
}

void settle(PathStep& s) {
    const std::vector<std::size_t> checks = checks_enabled(s);
    s.settling = true;
    s.moment.blocks.emplace_back();
    for (const std::size_t check : checks) {
        if (s.record.refused()) return;
        s.clause = s.model.rules.state_checks[check].clause;
        s.terms.speak_for(s.clause);
        run(s, s.model.rules.state_checks[check].body);
    }
    order_changes(s);
    close_block(s, s.model.policies.sets_last);
    run_deferred(s, s.model.policies.sets_last);
}

void place(PathStep& s, const Move& move) {
    const Layout& layout = s.model.layout;
    std::size_t found = layout.pending;
    for (std::size_t slot = 0; slot < layout.pending; ++slot) {
        const auto args = s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1);
        const bool is_this = s.state[layout.slot(slot)].now == Value{move.trigger.index} + 1 &&
                             std::equal(move.arguments.begin(), move.arguments.end(), args,
                                        [](Value a, const PathValue& b) { return a == b.now; });
        if (is_this && found == layout.pending) found = slot;
    }
    if (found == layout.pending) return s.refuse("another play");
    const bool has_company = layout.pending > 1 && s.state[layout.slot(1)].now != 0;
    if (has_company && std::ranges::any_of(s.model.rules.triggers,
                                           [](const Trigger& trigger) { return trigger.rank.is_valid(); }))
        return s.refuse("triggers go by when their bearers were marked");
    const Trigger& trigger = s.model.rules.triggers[move.trigger.index];
    const auto args = s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(found) + 1);
    const std::vector<PathValue> given(args, args + static_cast<std::ptrdiff_t>(trigger.params.size()));
    const auto at_slot = [&](std::size_t slot) {
        return s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::copy(at_slot(found + 1), at_slot(layout.pending), at_slot(found));
    std::fill(at_slot(layout.pending - 1), at_slot(layout.pending), fixed(0));
    push(s, s.model.policies.agenda, trigger.entry, given);
}

void choose(PathStep& s, const Move& move) {
    const Point& point = s.model.flow.points[move.point.index];
    LabelId label;
    if (move.kind == MoveKind::Option) {
        const PointOption& option = point.options[move.option];
        for (std::size_t i = 0; i < option.binders.size(); ++i)
            s.state[s.register_at(option.binders[i].reg)] = fixed(move.bindings[i]);
        s.clause = option.clause;
        s.terms.speak_for(s.clause);
        if (!s.terms.holds(option.guard)) return s.refuse("another play");
        label = option.target;
    } else {
        ask_guards(s, point);
        s.clause = point.clause;
        s.terms.speak_for(s.clause);
        label = *point.otherwise;
    }
    run(s, s.model.flow.labels[label.index].code);
}

std::size_t floor(const PathStep& s) {
    std::size_t frame = 0;
    while (s.point_of(frame + 1) != nullptr && !s.point_of(frame)->floor) ++frame;
    return frame;
}

// As `canonical` has it: the play that is compared with is in this order.
void sort_bag(PathStep& s) {
    const Layout& layout = s.model.layout;
    std::vector<std::vector<PathValue>> bag;
    for (std::size_t slot = 0; slot < layout.pending && s.state[layout.slot(slot)].now != 0; ++slot) {
        const auto first = s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
        bag.emplace_back(first, first + 1 + static_cast<std::ptrdiff_t>(layout.pending_arguments));
    }
    // Which of several are the same decides what is to be placed: so it has to stay.
    for (std::size_t i = 0; i < bag.size(); ++i) {
        for (std::size_t k = i + 1; k < bag.size(); ++k) {
            bool same = true;
            for (std::size_t j = 0; j < bag[i].size() && same; ++j)
                same = s.record.equal(bag[i][j], bag[k][j], s.at({}));
        }
    }
    const auto now = [](const PathValue& value) { return value.now; };
    std::ranges::stable_sort(bag, [&](const auto& a, const auto& b) {
        return std::ranges::lexicographical_compare(a, b, {}, now, now);
    });
    for (std::size_t slot = 0; slot < bag.size(); ++slot)
        std::ranges::copy(bag[slot], s.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot)));
}

}  // namespace

const Point* PathStep::point_of(std::size_t frame) const {
    if (frame >= model.layout.frames) return nullptr;
    const Value waits_at = state[model.layout.frame(frame)].now;
    return waits_at == 0 ? nullptr : &model.flow.points[static_cast<std::size_t>(waits_at - 1)];
}

bool is_pending(const PathStep& s) {
    return s.model.layout.pending > 0 && s.state[s.model.layout.slot(0)].now != 0;
}

std::vector<std::size_t> checks_enabled(PathStep& s) {
    std::vector<std::size_t> result;
    const ClauseId outer = s.terms.speak_for({});
    for (std::size_t i = 0; i < s.model.rules.state_checks.size() && !s.record.refused(); ++i) {
        s.terms.speak_for(s.model.rules.state_checks[i].clause);
        if (s.terms.holds(s.model.rules.state_checks[i].condition)) result.push_back(i);
    }
    s.terms.speak_for(outer);
    return result;
}

void look_around(PathStep& s, const PathState& state, const Move& move, bool all_options) {
    static const std::vector<std::pair<IncidentId, std::uint32_t>> nothing;
    s.state = state;
    s.terms.look_at(s.state, s.register_at(0));
    begin(s.terms, nothing);
    const Point* point = s.point_of(0);
    if (point == nullptr) return s.refuse("play that has ended");
    if (move.kind == MoveKind::Settle) return;
    ask_owner(s, move);
    if (move.kind != MoveKind::Place && all_options) ask_guards(s, *point);
}

PathState take(PathStep& s, const PathState& state, const Move& move) {
    s.state = state;
    s.moment = {};
    s.multiplied.reset();
    s.settling = false;
    s.end = PathEnd::None;
    s.clause = {};
    s.terms.look_at(s.state, s.register_at(0));
    begin(s.terms, move.outcomes);
    const Point* point = s.point_of(0);
    if (point == nullptr) {
        s.refuse("play that has ended");
        return {};
    }
    if (move.kind == MoveKind::Settle) {
        settle(s);
    } else {
        if (point->settled) checks_enabled(s);
        if (move.kind == MoveKind::Place) place(s, move);
        if (move.kind == MoveKind::Option || move.kind == MoveKind::Otherwise) choose(s, move);
    }
    if (!s.terms.outcomes.all_taken()) s.refuse("what nobody decides");
    sort_bag(s);
    return std::move(s.state);
}

void push(PathStep& s, Agenda agenda, PointId point, const std::vector<PathValue>& arguments) {
    const Layout& layout = s.model.layout;
    std::size_t present = 0;
    while (s.point_of(present) != nullptr) ++present;
    if (present == layout.frames) return s.refuse("an agenda that is full");
    const auto frame_at = [&](std::size_t frame) {
        return s.state.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    const std::size_t where = agenda == Agenda::Queue ? floor(s) : 0;
    std::copy_backward(frame_at(where), frame_at(present), frame_at(present + 1));
    std::fill(frame_at(where), frame_at(where + 1), fixed(0));
    *frame_at(where) = fixed(Value{point.index} + 1);
    std::ranges::copy(arguments, frame_at(where) + 1);
}

void stop(PathStep& s, PointId id) {
    const Point& point = s.model.flow.points[id.index];
    for (std::uint32_t reg = 0; reg < s.model.layout.registers; ++reg) {
        const auto live = std::ranges::find(point.live_registers, reg, &BinderRegister::reg);
        PathValue& value = s.state[s.register_at(reg)];
        if (live == point.live_registers.end()) {
            value = fixed(0);
        } else {
            require_within(s, live->type, value, s.at({}));
        }
    }
    s.state[s.top()] = fixed(Value{id.index} + 1);
    s.end = PathEnd::Stopped;
}

void require_within(PathStep& s, TypeId id, const PathValue& value, PathPlace place) {
    const Type& type = s.model.type(id);
    if (value.is_fixed() || !type.is_finite() || (s.unbounded_ranges && type.form == TypeForm::Range)) return;
    s.record.at_most(fixed(type.lo), value, place);
    s.record.at_most(value, fixed(type.hi), place);
}

void leave(PathStep& s) {
    const Layout& layout = s.model.layout;
    const auto frame_at = [&](std::size_t frame) {
        return s.state.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::copy(frame_at(1), frame_at(layout.frames), frame_at(0));
    std::fill(frame_at(layout.frames - 1), frame_at(layout.frames), fixed(0));
    s.end = PathEnd::Return;
}

}  // namespace errata::checker
