#include "checker/paths/path_step.h"

#include <algorithm>
#include <utility>

namespace errata::checker {

using namespace compiler;

PathStep::PathStep(const Evaluator& evaluator, const std::vector<Population>& populations, PathRecord& record,
                   bool unbounded_ranges)
    : evaluator_(evaluator),
      model_(evaluator.model()),
      record_(record),
      unbounded_ranges_(unbounded_ranges),
      terms_(evaluator, populations, record) {}

const Point* PathStep::point_of(std::size_t frame) const {
    if (frame >= model_.layout.frames) return nullptr;
    const Value waits_at = state_[model_.layout.frame(frame)].now;
    return waits_at == 0 ? nullptr : &model_.points[static_cast<std::size_t>(waits_at - 1)];
}

bool PathStep::is_pending() const {
    return model_.layout.pending > 0 && state_[model_.layout.slot(0)].now != 0;
}

std::vector<std::size_t> PathStep::checks_enabled() {
    std::vector<std::size_t> result;
    const ClauseId outer = terms_.speak_for({});
    for (std::size_t i = 0; i < model_.state_checks.size() && !record_.refused(); ++i) {
        terms_.speak_for(model_.state_checks[i].clause);
        if (terms_.holds(model_.state_checks[i].condition)) result.push_back(i);
    }
    terms_.speak_for(outer);
    return result;
}

void PathStep::look_around(const PathState& state, const Move& move, bool all_options) {
    static const std::vector<std::pair<IncidentId, std::uint32_t>> nothing;
    state_ = state;
    terms_.look_at(state_, register_at(0));
    terms_.begin(nothing);
    const Point* point = point_of(0);
    if (point == nullptr) return refuse("play that has ended");
    if (move.kind == MoveKind::Settle) return;
    ask_owner(move);
    if (move.kind != MoveKind::Place && all_options) ask_guards(*point);
}

void PathStep::ask_owner(const Move& move) {
    const Point& point = *point_of(0);
    if (move.kind != MoveKind::Place) {
        if (point.owner == OwnerKind::Player) {
            terms_.speak_for(point.clause);
            terms_.number(point.player);
        }
        return;
    }
    if (!model_.trigger_order_stated) return;
    const Layout& layout = model_.layout;
    for (std::size_t slot = 0; slot < layout.pending && state_[layout.slot(slot)].now != 0; ++slot) {
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(state_[layout.slot(slot)].now - 1)];
        if (!trigger.player.is_valid()) continue;
        terms_.speak_for(trigger.clause);
        for (std::size_t i = 0; i < trigger.params.size(); ++i)
            terms_.bind(i, state_[layout.slot(slot) + 1 + i]);
        terms_.number(trigger.player);
    }
}

void PathStep::ask_guards(const Point& point) {
    for (const PointOption& option : point.options) {
        std::vector<Value> bindings(option.binders.size());
        const PathState before = state_;
        clause_ = option.clause;
        terms_.speak_for(option.clause);
        ask_guard(option, bindings, 0);
        state_ = before;
    }
}

void PathStep::ask_guard(const PointOption& option, std::vector<Value>& bindings, std::size_t binder) {
    if (record_.refused()) return;
    if (binder == option.binders.size()) {
        terms_.holds(option.guard);
        return;
    }
    const Type& type = model_.type(option.binders[binder].type);
    for (Value value = type.first(); value <= type.hi; ++value) {
        bindings[binder] = value;
        state_[register_at(option.binders[binder].reg)] = fixed(value);
        ask_guard(option, bindings, binder + 1);
    }
    for (const Population& population : terms_.populations()) {
        if (!model_.refers_to(option.binders[binder].type, population.type)) continue;
        state_[register_at(option.binders[binder].reg)] = fixed(population.bystanders.front());
        for (std::size_t rest = binder + 1; rest < option.binders.size(); ++rest)
            if (!record_.refused()) refuse("there is more to choose from in every round");
        if (!record_.refused() && terms_.holds(option.guard))
            refuse("there is more to choose from in every round");
    }
}

PathState PathStep::take(const PathState& state, const Move& move) {
    state_ = state;
    blocks_.clear();
    multiplied_.reset();
    settling_ = false;
    end_ = End::None;
    clause_ = {};
    terms_.look_at(state_, register_at(0));
    terms_.begin(move.outcomes);
    const Point* point = point_of(0);
    if (point == nullptr) {
        refuse("play that has ended");
        return {};
    }
    if (move.kind == MoveKind::Settle) {
        settle();
    } else {
        if (point->settled) checks_enabled();
        if (move.kind == MoveKind::Place) place(move);
        if (move.kind == MoveKind::Option || move.kind == MoveKind::Otherwise) choose(move);
    }
    if (!terms_.outcomes().all_taken()) refuse("what nobody decides");
    sort_bag();
    return std::move(state_);
}

void PathStep::settle() {
    const std::vector<std::size_t> checks = checks_enabled();
    settling_ = true;
    blocks_.emplace_back();
    for (const std::size_t check : checks) {
        if (record_.refused()) return;
        clause_ = model_.state_checks[check].clause;
        terms_.speak_for(clause_);
        run(model_.state_checks[check].body);
    }
    close_block();
}

void PathStep::place(const Move& move) {
    const Layout& layout = model_.layout;
    std::size_t found = layout.pending;
    for (std::size_t slot = 0; slot < layout.pending; ++slot) {
        const auto args = state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1);
        const bool is_this = state_[layout.slot(slot)].now == Value{move.trigger.index} + 1 &&
                             std::equal(move.arguments.begin(), move.arguments.end(), args,
                                        [](Value a, const PathValue& b) { return a == b.now; });
        if (is_this && found == layout.pending) found = slot;
    }
    if (found == layout.pending) return refuse("another play");
    const Trigger& trigger = model_.triggers[move.trigger.index];
    const auto args = state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(found) + 1);
    const std::vector<PathValue> given(args, args + static_cast<std::ptrdiff_t>(trigger.params.size()));
    const auto at_slot = [&](std::size_t slot) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::copy(at_slot(found + 1), at_slot(layout.pending), at_slot(found));
    std::fill(at_slot(layout.pending - 1), at_slot(layout.pending), fixed(0));
    push(model_.agenda, trigger.entry, given);
}

void PathStep::choose(const Move& move) {
    const Point& point = model_.points[move.point.index];
    LabelId label;
    if (move.kind == MoveKind::Option) {
        const PointOption& option = point.options[move.option];
        for (std::size_t i = 0; i < option.binders.size(); ++i)
            state_[register_at(option.binders[i].reg)] = fixed(move.bindings[i]);
        clause_ = option.clause;
        terms_.speak_for(clause_);
        if (!terms_.holds(option.guard)) return refuse("another play");
        label = option.target;
    } else {
        ask_guards(point);
        clause_ = point.clause;
        terms_.speak_for(clause_);
        label = *point.otherwise;
    }
    run(model_.labels[label.index].code);
}

std::size_t PathStep::floor() const {
    std::size_t frame = 0;
    while (point_of(frame + 1) != nullptr && !point_of(frame)->floor) ++frame;
    return frame;
}

void PathStep::push(Agenda agenda, PointId point, const std::vector<PathValue>& arguments) {
    const Layout& layout = model_.layout;
    std::size_t present = 0;
    while (point_of(present) != nullptr) ++present;
    if (present == layout.frames) return refuse("an agenda that is full");
    const auto frame_at = [&](std::size_t frame) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    const std::size_t where = agenda == Agenda::Queue ? floor() : 0;
    std::copy_backward(frame_at(where), frame_at(present), frame_at(present + 1));
    std::fill(frame_at(where), frame_at(where + 1), fixed(0));
    *frame_at(where) = fixed(Value{point.index} + 1);
    std::ranges::copy(arguments, frame_at(where) + 1);
}

void PathStep::stop(PointId id) {
    const Point& point = model_.points[id.index];
    for (std::uint32_t reg = 0; reg < model_.layout.registers; ++reg) {
        const auto live = std::ranges::find(point.live_registers, reg, &BinderRegister::reg);
        PathValue& value = state_[register_at(reg)];
        if (live == point.live_registers.end()) {
            value = fixed(0);
        } else {
            require_within(live->type, value, at({}));
        }
    }
    state_[top()] = fixed(Value{id.index} + 1);
    end_ = End::Stop;
}

void PathStep::require_within(TypeId id, const PathValue& value, PathPlace place) {
    const Type& type = model_.type(id);
    if (value.is_fixed() || !type.is_finite() || (unbounded_ranges_ && type.form == TypeForm::Range)) return;
    record_.at_most(fixed(type.lo), value, place);
    record_.at_most(value, fixed(type.hi), place);
}

void PathStep::leave() {
    const Layout& layout = model_.layout;
    const auto frame_at = [&](std::size_t frame) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::copy(frame_at(1), frame_at(layout.frames), frame_at(0));
    std::fill(frame_at(layout.frames - 1), frame_at(layout.frames), fixed(0));
    end_ = End::Return;
}

// As `canonical` has it: the play that is compared with is in this order.
void PathStep::sort_bag() {
    const Layout& layout = model_.layout;
    std::vector<std::vector<PathValue>> bag;
    for (std::size_t slot = 0; slot < layout.pending && state_[layout.slot(slot)].now != 0; ++slot) {
        const auto first = state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
        bag.emplace_back(first, first + 1 + static_cast<std::ptrdiff_t>(layout.pending_arguments));
    }
    // Which of several are the same decides what is to be placed: so it has to stay.
    for (std::size_t i = 0; i < bag.size(); ++i) {
        for (std::size_t k = i + 1; k < bag.size(); ++k) {
            bool same = true;
            for (std::size_t j = 0; j < bag[i].size() && same; ++j)
                same = record_.equal(bag[i][j], bag[k][j], at({}));
        }
    }
    const auto now = [](const PathValue& value) { return value.now; };
    std::ranges::stable_sort(bag, [&](const auto& a, const auto& b) {
        return std::ranges::lexicographical_compare(a, b, {}, now, now);
    });
    for (std::size_t slot = 0; slot < bag.size(); ++slot)
        std::ranges::copy(bag[slot], state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot)));
}

}  // namespace errata::checker
