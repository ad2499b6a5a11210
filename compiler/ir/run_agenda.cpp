// What a transition does to the agenda and the pending bag.
#include <algorithm>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

std::vector<Value> arguments(Transition& t, const Code& node) {
    const Trigger& trigger = t.model.rules.triggers[node.trigger.index];
    std::vector<Value> result;
    for (std::size_t i = 0; i < node.terms.size() && !t.failed(); ++i) {
        result.push_back(t.terms.evaluate(node.terms[i]));
        if (!t.failed() && !t.model.type(trigger.params[i]).contains(result[i]))
            t.terms.fail(Failure::Undefined);
    }
    return result;
}

void forget_at(Transition& t, std::size_t cell, TypeId id, const Forgotten& forgotten) {
    const auto& [domain, object, clause] = forgotten;
    const Type& type = t.model.type(id);
    Value& value = t.state[cell];
    const Value before = value;
    if (type.form == TypeForm::Set && type.element == domain && 0 <= object &&
        object <= t.model.type(domain).hi)
        value &= ~(Value{1} << object);
    if (type.optional && type.base == domain && value == object) value = none_value;
    if (value != before) t.journal.use(clause);
}

}  // namespace

void pend(Transition& t, const Code& node) {
    const std::vector<Value> given = arguments(t, node);
    if (t.failed()) return;
    t.journal.use(t.clause);
    const bool waits = t.moment.open > 0 && t.model.rules.triggers[node.trigger.index].limit;
    if (!waits) return put_into_bag(t, node.trigger, given);
    t.moment.blocks[t.moment.open - 1].limited.push_back({node.trigger, given});
}

// Without room the instance is dropped and the run goes on, so that what else it meets is still seen.
void put_into_bag(Transition& t, TriggerId trigger, const std::vector<Value>& given) {
    const Layout& layout = t.model.layout;
    std::size_t slot = 0;
    while (slot < layout.pending && t.state[layout.slot(slot)] != 0) ++slot;
    if (slot == layout.pending) {
        t.cut = RunCut::Room;
        return;
    }
    t.state[layout.slot(slot)] = Value{trigger.index} + 1;
    std::ranges::copy(given, t.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1));
}

void forget(Transition& t, const Code& node) {
    const Value object = t.terms.evaluate(node.terms[0]);
    if (!t.failed() && object == none_value) t.terms.fail(Failure::Undefined);
    if (t.failed()) return;
    const Forgotten forgotten{node.domain, object, t.clause};
    if (t.moment.open == 0) return forget_now(t, forgotten);
    t.moment.blocks[t.moment.open - 1].forgotten.push_back(forgotten);
}

// While state checks run every frame waits, the top one too.
void forget_now(Transition& t, const Forgotten& forgotten) {
    const Layout& layout = t.model.layout;
    for (std::size_t i = t.settling ? 0 : 1; i < layout.frames && t.state[layout.frame(i)] != 0; ++i) {
        const Point& point = t.model.flow.points[static_cast<std::size_t>(t.state[layout.frame(i)] - 1)];
        if (point.remembers) continue;
        for (const BinderRegister& live : point.live_registers)
            forget_at(t, layout.frame(i) + 1 + live.reg, live.type, forgotten);
    }
    for (std::size_t i = 0; i < layout.pending && t.state[layout.slot(i)] != 0; ++i) {
        const Trigger& trigger =
            t.model.rules.triggers[static_cast<std::size_t>(t.state[layout.slot(i)] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k)
            forget_at(t, layout.slot(i) + 1 + k, trigger.params[k], forgotten);
    }
}

// The arguments see the frame's registers before it comes to rest.
void call(Transition& t, const Code& node) {
    const std::vector<Value> given = arguments(t, node);
    if (t.failed()) return;
    stop(t, node);
    if (t.failed()) return;
    t.journal.use(t.clause);
    push_frame(t, Agenda::Stack, t.model.rules.triggers[node.trigger.index].entry, given);
}

bool is_at_rest(Transition& t) {
    const Layout& layout = t.model.layout;
    bool rests = layout.pending == 0 || t.state[layout.slot(0)] == 0;
    const ClauseId outer = t.terms.speak_for({});
    const std::vector<StateCheck>& checks = t.model.rules.state_checks;
    const CaseList* const cases = t.shortcuts == nullptr ? nullptr : t.shortcuts->cases.checks();
    const bool all_said = each_entry(cases, t.terms.cells, checks.size(), [&](std::uint32_t i) {
        t.terms.speak_for(checks[i].clause);
        if (t.terms.evaluate(checks[i].condition) != 0) rests = false;
        return !t.failed();
    });
    if (!all_said) return false;
    t.terms.speak_for(outer);
    return rests;
}

void stop(Transition& t, const Code& node) {
    const Point& point = t.model.flow.points[node.point.index];
    for (const BinderRegister& live : point.live_registers) {
        if (!t.model.type(live.type).contains(t.registers()[live.reg]))
            return t.terms.fail(Failure::Overflow);
    }
    for (std::uint32_t reg = 0; reg < t.model.layout.registers; ++reg) {
        if (std::ranges::find(point.live_registers, reg, &BinderRegister::reg) ==
            point.live_registers.end()) {
            t.registers()[reg] = 0;
        }
    }
    t.state[t.model.layout.frame(0)] = Value{node.point.index} + 1;
    t.end = RunEnd::Stop;
}

void leave(Transition& t) {
    const Layout& layout = t.model.layout;
    const auto at = [&](std::size_t frame) {
        return t.state.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::copy(at(1), at(layout.frames), at(0));
    std::fill(at(layout.frames - 1), at(layout.frames), 0);
    t.end = RunEnd::Return;
}

std::size_t floor(const Transition& t) {
    const Layout& layout = t.model.layout;
    std::size_t frame = 0;
    while (frame + 1 < layout.frames && t.state[layout.frame(frame + 1)] != 0 &&
           !t.model.flow.points[static_cast<std::size_t>(t.state[layout.frame(frame)] - 1)].floor)
        ++frame;
    return frame;
}

void push_frame(Transition& t, Agenda agenda, PointId point, const std::vector<Value>& arguments) {
    const Layout& layout = t.model.layout;
    const auto at = [&](std::size_t frame) {
        return t.state.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::size_t present = 0;
    while (present < layout.frames && *at(present) != 0) ++present;
    if (present == layout.frames) {
        t.cut = RunCut::Room;
        return;
    }
    const std::size_t place = agenda == Agenda::Queue ? floor(t) : 0;
    std::copy_backward(at(place), at(present), at(present + 1));
    std::fill(at(place), at(place + 1), 0);
    *at(place) = Value{point.index} + 1;
    std::ranges::copy(arguments, at(place) + 1);
}

}  // namespace errata::compiler
