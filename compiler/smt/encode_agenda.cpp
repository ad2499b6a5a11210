// The part of CodeEncoder that moves frames and pending instances.
#include <algorithm>

#include "compiler/smt/encode_code.h"

#include "dsl/base/mapped.h"

namespace errata::compiler {

// The arguments of a trigger; undefined outside their types.
std::vector<Formula> CodeEncoder::instance(const Code& code, Path& path) {
    const std::vector<TypeId>& params = model_.triggers[code.trigger.index].params;
    std::vector<Formula> values;
    for (std::size_t i = 0; i < code.terms.size(); ++i) {
        Formula value = evaluate(code.terms[i], path, code.clause);
        fail(path, terms_.outside({params[i]}, {value}), model_.undefined, code.clause);
        const Type& type = model_.type(params[i]);
        values.push_back(type.is_finite() ? pool_.clip(value, type.lo, type.hi) : value);
    }
    return values;
}

void CodeEncoder::pend(const Code& code, Path& path) {
    const Layout& layout = model_.layout;
    const std::vector<Formula> values = instance(code, path);
    Formula waiting = pool_.truth(true);  // for the first empty slot
    for (std::size_t i = 0; i < layout.pending; ++i) {
        Formula& head = path.cells[layout.slot(i)];
        Formula here = pool_.land(waiting, pool_.equal(head, 0));
        waiting = pool_.land(waiting, pool_.lnot(here));
        head = pool_.ite(here, pool_.constant(static_cast<Value>(code.trigger.index) + 1), head);
        for (std::size_t a = 0; a < layout.pending_arguments; ++a) {
            Formula& argument = path.cells[layout.slot(i) + 1 + a];
            Formula value = a < values.size() ? values[a] : pool_.constant(0);
            argument = pool_.ite(here, value, argument);
        }
    }
    path.spilled = pool_.lor(path.spilled, waiting);
    changed(path);
}

// `value` without the object, where `keeper` (the frame's point, the instance's trigger) is one that keeps
// objects of the domain there.
void CodeEncoder::forget_at(Formula& value, Formula keeper, const Keepers& keepers, Formula object) {
    const auto at = [&](const std::vector<std::size_t>& numbers) {
        return pool_.lor(dsl::mapped(numbers, [&](std::size_t number) {
            return pool_.equal(keeper, static_cast<Value>(number) + 1);
        }));
    };
    if (!keepers.references.empty()) {
        const Formula gone = pool_.land(at(keepers.references), pool_.equal(value, object));
        value = pool_.ite(gone, pool_.constant(none_value), value);
    }
    if (!keepers.sets.empty()) {
        Formula mask = pool_.constant(0);
        pool_.values(object).cut_to(0, set_positions - 1).for_each([&](Value i) {
            mask = pool_.ite(pool_.equal(object, i), pool_.constant(Value{1} << i), mask);
        });
        value = pool_.ite(at(keepers.sets), pool_.bit_minus(value, mask), value);
    }
}

void CodeEncoder::Keepers::add(std::size_t number, const Type& type, TypeId domain) {
    if (type.optional && type.base == domain) references.push_back(number);
    if (type.form == TypeForm::Set && type.element == domain) sets.push_back(number);
}

void CodeEncoder::forget(const Code& code, Path& path) {
    const Layout& layout = model_.layout;
    const Formula object = evaluate(code.terms[0], path, code.clause);
    fail(path, pool_.equal(object, none_value), model_.undefined, code.clause);
    // A state check runs while every frame waits; otherwise the top frame is the one that runs.
    const std::size_t running = settling_ ? 0 : 1;
    for (std::size_t r = 0; r < layout.registers; ++r) {
        Keepers points;
        for (std::size_t p = 0; p < model_.points.size(); ++p) {
            if (model_.points[p].remembers) continue;
            for (const BinderRegister& live : model_.points[p].live_registers)
                if (live.reg == r) points.add(p, model_.type(live.type), code.domain);
        }
        for (std::size_t i = running; i < layout.frames; ++i)
            forget_at(path.cells[layout.frame(i) + 1 + r], path.cells[layout.frame(i)], points, object);
    }
    for (std::size_t a = 0; a < layout.pending_arguments; ++a) {
        Keepers triggers;
        for (std::size_t t = 0; t < model_.triggers.size(); ++t) {
            if (a < model_.triggers[t].params.size())
                triggers.add(t, model_.type(model_.triggers[t].params[a]), code.domain);
        }
        for (std::size_t i = 0; i < layout.pending; ++i)
            forget_at(path.cells[layout.slot(i) + 1 + a], path.cells[layout.slot(i)], triggers, object);
    }
    changed(path);
}

// The top frame's point, and what it keeps there.
void CodeEncoder::wait_at(PointId id, Path& path) {
    const Layout& layout = model_.layout;
    const Point& point = model_.points[id.index];
    path.cells[layout.frame(0)] = pool_.constant(static_cast<Value>(id.index) + 1);
    for (const BinderRegister& live : point.live_registers) {
        const Type& type = model_.type(live.type);
        Formula& value = path.cells[layout.frame(0) + 1 + live.reg];
        if (!type.is_finite()) continue;
        fail(path, pool_.lnot(pool_.within(value, type.lo, type.hi)), model_.overflow, {});
        value = pool_.clip(value, type.lo, type.hi);
    }
    for (std::size_t r = 0; r < layout.registers; ++r) {
        bool lives = std::any_of(point.live_registers.begin(), point.live_registers.end(),
                                 [&](const BinderRegister& live) { return live.reg == r; });
        if (!lives) {
            path.cells[layout.frame(0) + 1 + r] = pool_.constant(0);
        }
    }
}

void CodeEncoder::call(const Code& code, Path path) {
    const Layout& layout = model_.layout;
    std::vector<Formula> frame(1 + layout.registers, pool_.constant(0));
    const PointId entry = model_.triggers[code.trigger.index].entry;
    frame[0] = pool_.constant(static_cast<Value>(entry.index) + 1);
    const std::vector<Formula> values = instance(code, path);
    std::copy(values.begin(), values.end(), frame.begin() + 1);
    wait_at(code.point, path);
    push_on_top(path, frame);
    stay(std::move(path));
}

void CodeEncoder::push_on_top(Path& path, const std::vector<Formula>& frame) {
    const Layout& layout = model_.layout;
    cut(path, pool_.lnot(pool_.equal(path.cells[layout.frame(layout.frames - 1)], 0)));
    for (std::size_t c = 0; c < frame.size(); ++c) {
        for (std::size_t i = layout.frames; i-- > 1;) {
            path.cells[layout.frame(i) + c] = path.cells[layout.frame(i - 1) + c];
        }
        path.cells[layout.frame(0) + c] = frame[c];
    }
}

// By frame: whether it is the floor.
std::vector<Formula> CodeEncoder::floors(const Path& path) {
    const Layout& layout = model_.layout;
    std::vector<Formula> result;
    Formula higher = pool_.truth(false);  // the floor lies above
    for (std::size_t i = 0; i < layout.frames; ++i) {
        const Formula at = path.cells[layout.frame(i)];
        std::vector<Formula> cases{i + 1 < layout.frames ? pool_.equal(path.cells[layout.frame(i + 1)], 0)
                                                         : pool_.truth(true)};
        for (std::size_t p = 0; p < model_.points.size(); ++p) {
            if (model_.points[p].floor) cases.push_back(pool_.equal(at, static_cast<Value>(p) + 1));
        }
        result.push_back(
            pool_.land({pool_.lnot(pool_.equal(at, 0)), pool_.lnot(higher), pool_.lor(std::move(cases))}));
        higher = pool_.lor(higher, result.back());
    }
    return result;
}

void CodeEncoder::push_above_floor(Path& path, const std::vector<Formula>& frame) {
    const Layout& layout = model_.layout;
    cut(path, pool_.lnot(pool_.equal(path.cells[layout.frame(layout.frames - 1)], 0)));
    const std::vector<Formula> is_floor = floors(path);
    std::vector<Formula> moves_down;  // by frame: the one above it comes here
    for (std::size_t i = 0; i < layout.frames; ++i)
        moves_down.push_back(i == 0 ? pool_.truth(false) : pool_.lor(moves_down[i - 1], is_floor[i - 1]));
    for (std::size_t c = 0; c < frame.size(); ++c) {
        for (std::size_t i = layout.frames; i-- > 0;) {
            Formula& cell = path.cells[layout.frame(i) + c];
            cell = pool_.ite(is_floor[i], frame[c], cell);
            if (i > 0) cell = pool_.ite(moves_down[i], path.cells[layout.frame(i - 1) + c], cell);
        }
    }
}

void CodeEncoder::drop_top_frame(Path& path) {
    const Layout& layout = model_.layout;
    std::size_t width = 1 + layout.registers;
    for (std::size_t i = 0; i < layout.frames; ++i) {
        for (std::size_t c = 0; c < width; ++c) {
            bool has_next = i + 1 < layout.frames;
            path.cells[layout.frame(i) + c] =
                has_next ? path.cells[layout.frame(i + 1) + c] : pool_.constant(0);
        }
    }
}

void CodeEncoder::stay(Path path) {
    cut(path, path.spilled);
    record_.ended.push_back(std::move(path));
}

void CodeEncoder::clear_agenda(Path& path) {
    const Layout& layout = model_.layout;
    for (std::size_t i = layout.frame(0); i < layout.frame(layout.frames); ++i)
        path.cells[i] = pool_.constant(0);
    for (std::size_t i = layout.slot(0); i < layout.slot(layout.pending); ++i)
        path.cells[i] = pool_.constant(0);
}

void CodeEncoder::finish(Path path, Formula over) {
    cut(path, path.spilled);
    clear_agenda(path);
    path.cells[model_.layout.over] = over;
    record_.ended.push_back(std::move(path));
}

}  // namespace errata::compiler
