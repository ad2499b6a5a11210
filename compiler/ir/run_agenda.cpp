// What a transition does to the agenda and the pending bag.
#include <algorithm>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

std::vector<Value> Transition::arguments(const Code& node) {
    const Trigger& trigger = model_.triggers[node.trigger.index];
    std::vector<Value> result;
    for (std::size_t i = 0; i < node.terms.size() && !failed(); ++i) {
        result.push_back(terms_.evaluate(node.terms[i]));
        if (!failed() && !model_.type(trigger.params[i]).contains(result[i])) terms_.fail(Failure::Undefined);
    }
    return result;
}

// Without room the instance is dropped and the run goes on, so that what else it meets is still seen.
void Transition::pend(const Code& node) {
    const Layout& layout = model_.layout;
    const std::vector<Value> given = arguments(node);
    if (failed()) return;
    journal_.use(clause_);
    std::size_t slot = 0;
    while (slot < layout.pending && state_[layout.slot(slot)] != 0) ++slot;
    if (slot == layout.pending) {
        cut_ = true;
        return;
    }
    state_[layout.slot(slot)] = Value{node.trigger.index} + 1;
    std::ranges::copy(given, state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1));
}

// While state checks run every frame waits, the top one too.
void Transition::forget(const Code& node) {
    const Layout& layout = model_.layout;
    const Value object = terms_.evaluate(node.terms[0]);
    if (!failed() && object == none_value) terms_.fail(Failure::Undefined);
    if (failed()) return;
    for (std::size_t i = settling_ ? 0 : 1; i < layout.frames && state_[layout.frame(i)] != 0; ++i) {
        const Point& point = model_.points[static_cast<std::size_t>(state_[layout.frame(i)] - 1)];
        if (point.remembers) continue;
        for (const BinderRegister& live : point.live_registers)
            forget_at(layout.frame(i) + 1 + live.reg, live.type, node.domain, object);
    }
    for (std::size_t i = 0; i < layout.pending && state_[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger = model_.triggers[static_cast<std::size_t>(state_[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k)
            forget_at(layout.slot(i) + 1 + k, trigger.params[k], node.domain, object);
    }
}

void Transition::forget_at(std::size_t cell, TypeId id, TypeId domain, Value object) {
    const Type& type = model_.type(id);
    Value& value = state_[cell];
    const Value before = value;
    if (type.form == TypeForm::Set && type.element == domain && 0 <= object &&
        object <= model_.type(domain).hi)
        value &= ~(Value{1} << object);
    if (type.optional && type.base == domain && value == object) value = none_value;
    if (value != before) journal_.use(clause_);
}

// The arguments see the frame's registers before it comes to rest.
void Transition::call(const Code& node) {
    const std::vector<Value> given = arguments(node);
    if (failed()) return;
    stop(node);
    if (failed()) return;
    journal_.use(clause_);
    push_frame(Agenda::Stack, model_.triggers[node.trigger.index].entry, given);
}

bool Transition::is_at_rest() {
    const Layout& layout = model_.layout;
    bool rests = layout.pending == 0 || state_[layout.slot(0)] == 0;
    const ClauseId outer = terms_.speak_for({});
    for (const StateCheck& check : model_.state_checks) {
        terms_.speak_for(check.clause);
        if (terms_.evaluate(check.condition) != 0) rests = false;
        if (failed()) return false;
    }
    terms_.speak_for(outer);
    return rests;
}

void Transition::stop(const Code& node) {
    const Point& point = model_.points[node.point.index];
    for (const BinderRegister& live : point.live_registers) {
        if (!model_.type(live.type).contains(registers()[live.reg])) return terms_.fail(Failure::Overflow);
    }
    for (std::uint32_t reg = 0; reg < model_.layout.registers; ++reg) {
        if (std::ranges::find(point.live_registers, reg, &BinderRegister::reg) ==
            point.live_registers.end()) {
            registers()[reg] = 0;
        }
    }
    state_[model_.layout.frame(0)] = Value{node.point.index} + 1;
    end_ = End::Stop;
}

// Return: the frame leaves the agenda, those below move up.
void Transition::leave(const Code&) {
    const Layout& layout = model_.layout;
    const auto at = [&](std::size_t frame) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::copy(at(1), at(layout.frames), at(0));
    std::fill(at(layout.frames - 1), at(layout.frames), 0);
    end_ = End::Return;
}

std::size_t Transition::floor() const {
    const Layout& layout = model_.layout;
    std::size_t frame = 0;
    while (frame + 1 < layout.frames && state_[layout.frame(frame + 1)] != 0 &&
           !model_.points[static_cast<std::size_t>(state_[layout.frame(frame)] - 1)].floor)
        ++frame;
    return frame;
}

void Transition::push_frame(Agenda agenda, PointId point, const std::vector<Value>& arguments) {
    const Layout& layout = model_.layout;
    const auto at = [&](std::size_t frame) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::size_t present = 0;
    while (present < layout.frames && *at(present) != 0) ++present;
    if (present == layout.frames) {
        cut_ = true;
        return;
    }
    const std::size_t place = agenda == Agenda::Queue ? floor() : 0;
    std::copy_backward(at(place), at(present), at(present + 1));
    std::fill(at(place), at(place + 1), 0);
    *at(place) = Value{point.index} + 1;
    std::ranges::copy(arguments, at(place) + 1);
}

}  // namespace errata::compiler
