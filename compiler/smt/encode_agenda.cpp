// How code is encoded that moves frames and pending instances.
#include <algorithm>
#include <utility>

#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula.h"

#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// The points, or triggers, that keep a reference to an object, or a set of objects, in one place.
struct Keepers {
    std::vector<std::size_t> references;
    std::vector<std::size_t> sets;

    void add(std::size_t number, const Type& type, TypeId domain) {
        if (type.optional && type.base == domain) references.push_back(number);
        if (type.form == TypeForm::Set && type.element == domain) sets.push_back(number);
    }
};

// The arguments of a trigger; undefined outside their types.
std::vector<Formula> instance(CodeEncoding& e, const Code& code, Path& path) {
    const std::vector<TypeId>& params = e.model.rules.triggers[code.trigger.index].params;
    std::vector<Formula> values;
    for (std::size_t i = 0; i < code.terms.size(); ++i) {
        Formula value = evaluate(e, code.terms[i], path, code.clause);
        fail(e, path, outside(e.terms, {params[i]}, {value}), e.model.incidents.undefined, code.clause);
        const Type& type = e.model.type(params[i]);
        values.push_back(type.is_finite() ? clip(e.pool, value, type.lo, type.hi) : value);
    }
    return values;
}

// `value` without the object, where `keeper` (the frame's point, the instance's trigger) is one that keeps
// objects of the domain there.
void forget_at(CodeEncoding& e, Formula& value, Formula keeper, const Keepers& keepers, Formula object) {
    const auto at = [&](const std::vector<std::size_t>& numbers) {
        return e.pool.lor(dsl::mapped(numbers, [&](std::size_t number) {
            return e.pool.equal(keeper, static_cast<Value>(number) + 1);
        }));
    };
    if (!keepers.references.empty()) {
        const Formula gone = e.pool.land(at(keepers.references), e.pool.equal(value, object));
        value = e.pool.ite(gone, e.pool.constant(none_value), value);
    }
    if (!keepers.sets.empty()) {
        Formula mask = e.pool.constant(0);
        e.pool.values(object).cut_to(0, set_positions - 1).for_each([&](Value i) {
            mask = e.pool.ite(e.pool.equal(object, i), e.pool.constant(Value{1} << i), mask);
        });
        value = e.pool.ite(at(keepers.sets), bit_minus(e.pool, value, mask), value);
    }
}

// Of the object none nothing is forgotten.
void forget_everywhere(CodeEncoding& e, const Departed& departed, Path& path) {
    const Layout& layout = e.model.layout;
    const TypeId domain = departed.domain;
    const Formula object = e.pool.ite(departed.condition, departed.object, e.pool.constant(none_value));
    for (std::size_t r = 0; r < layout.registers; ++r) {
        Keepers points;
        for (std::size_t p = 0; p < e.model.flow.points.size(); ++p) {
            if (e.model.flow.points[p].remembers) continue;
            for (const BinderRegister& live : e.model.flow.points[p].live_registers)
                if (live.reg == r) points.add(p, e.model.type(live.type), domain);
        }
        for (std::size_t i = departed.first_waiting; i < layout.frames; ++i)
            forget_at(e, path.cells[layout.frame(i) + 1 + r], path.cells[layout.frame(i)], points, object);
    }
    for (std::size_t a = 0; a < layout.pending_arguments; ++a) {
        Keepers triggers;
        for (std::size_t t = 0; t < e.model.rules.triggers.size(); ++t) {
            if (a < e.model.rules.triggers[t].params.size())
                triggers.add(t, e.model.type(e.model.rules.triggers[t].params[a]), domain);
        }
        for (std::size_t i = 0; i < layout.pending; ++i)
            forget_at(e, path.cells[layout.slot(i) + 1 + a], path.cells[layout.slot(i)], triggers, object);
    }
}

void clear_agenda(CodeEncoding& e, Path& path) {
    const Layout& layout = e.model.layout;
    for (std::size_t i = layout.frame(0); i < layout.frame(layout.frames); ++i)
        path.cells[i] = e.pool.constant(0);
    for (std::size_t i = layout.slot(0); i < layout.slot(layout.pending); ++i)
        path.cells[i] = e.pool.constant(0);
}

}  // namespace

void pend(CodeEncoding& e, const Code& code, Path& path) {
    const Layout& layout = e.model.layout;
    const std::vector<Formula> values = instance(e, code, path);
    const bool is_limited = !path.blocks.empty() && e.model.rules.triggers[code.trigger.index].limit;
    // For the first empty slot.
    Formula waiting = is_limited ? catch_within_limit(e, code, values, path) : e.pool.truth(true);
    for (std::size_t i = 0; i < layout.pending; ++i) {
        Formula& head = path.cells[layout.slot(i)];
        Formula here = e.pool.land(waiting, e.pool.equal(head, 0));
        waiting = e.pool.land(waiting, e.pool.lnot(here));
        head = e.pool.ite(here, e.pool.constant(static_cast<Value>(code.trigger.index) + 1), head);
        for (std::size_t a = 0; a < layout.pending_arguments; ++a) {
            Formula& argument = path.cells[layout.slot(i) + 1 + a];
            Formula value = a < values.size() ? values[a] : e.pool.constant(0);
            argument = e.pool.ite(here, value, argument);
        }
    }
    path.spilled = e.pool.lor(path.spilled, waiting);
    changed(e, path);
}

void forget(CodeEncoding& e, const Code& code, Path& path) {
    const Formula object = evaluate(e, code.terms[0], path, code.clause);
    fail(e, path, e.pool.equal(object, none_value), e.model.incidents.undefined, code.clause);
    path.departed.push_back({e.pool.truth(true), object, code.domain, e.settling ? 0U : 1U});
    if (path.blocks.empty()) forget_departed(e, path);
}

void forget_departed(CodeEncoding& e, Path& path) {
    for (const Departed& departed : std::exchange(path.departed, {})) forget_everywhere(e, departed, path);
    changed(e, path);
}

// The top frame's point, and what it keeps there.
void wait_at(CodeEncoding& e, PointId id, Path& path) {
    const Layout& layout = e.model.layout;
    const Point& point = e.model.flow.points[id.index];
    path.cells[layout.frame(0)] = e.pool.constant(static_cast<Value>(id.index) + 1);
    for (const BinderRegister& live : point.live_registers) {
        const Type& type = e.model.type(live.type);
        Formula& value = path.cells[layout.frame(0) + 1 + live.reg];
        if (!type.is_finite()) continue;
        fail(e, path, e.pool.lnot(within(e.pool, value, type.lo, type.hi)), e.model.incidents.overflow, {});
        value = clip(e.pool, value, type.lo, type.hi);
    }
    for (std::size_t r = 0; r < layout.registers; ++r) {
        bool lives = std::any_of(point.live_registers.begin(), point.live_registers.end(),
                                 [&](const BinderRegister& live) { return live.reg == r; });
        if (!lives) {
            path.cells[layout.frame(0) + 1 + r] = e.pool.constant(0);
        }
    }
}

void call(CodeEncoding& e, const Code& code, Path path) {
    const Layout& layout = e.model.layout;
    std::vector<Formula> frame(1 + layout.registers, e.pool.constant(0));
    const PointId entry = e.model.rules.triggers[code.trigger.index].entry;
    frame[0] = e.pool.constant(static_cast<Value>(entry.index) + 1);
    const std::vector<Formula> values = instance(e, code, path);
    std::copy(values.begin(), values.end(), frame.begin() + 1);
    wait_at(e, code.point, path);
    push_on_top(e, path, frame);
    stay(e, std::move(path));
}

void push_on_top(CodeEncoding& e, Path& path, const std::vector<Formula>& frame) {
    const Layout& layout = e.model.layout;
    cut(e, path, e.pool.lnot(e.pool.equal(path.cells[layout.frame(layout.frames - 1)], 0)));
    for (std::size_t c = 0; c < frame.size(); ++c) {
        for (std::size_t i = layout.frames; i-- > 1;) {
            path.cells[layout.frame(i) + c] = path.cells[layout.frame(i - 1) + c];
        }
        path.cells[layout.frame(0) + c] = frame[c];
    }
}

// By frame: whether it is the floor.
std::vector<Formula> floors(CodeEncoding& e, const Path& path) {
    const Layout& layout = e.model.layout;
    std::vector<Formula> result;
    Formula higher = e.pool.truth(false);  // the floor lies above
    for (std::size_t i = 0; i < layout.frames; ++i) {
        const Formula at = path.cells[layout.frame(i)];
        std::vector<Formula> cases{i + 1 < layout.frames ? e.pool.equal(path.cells[layout.frame(i + 1)], 0)
                                                         : e.pool.truth(true)};
        for (std::size_t p = 0; p < e.model.flow.points.size(); ++p) {
            if (e.model.flow.points[p].floor) cases.push_back(e.pool.equal(at, static_cast<Value>(p) + 1));
        }
        result.push_back(e.pool.land(
            {e.pool.lnot(e.pool.equal(at, 0)), e.pool.lnot(higher), e.pool.lor(std::move(cases))}));
        higher = e.pool.lor(higher, result.back());
    }
    return result;
}

void push_above_floor(CodeEncoding& e, Path& path, const std::vector<Formula>& frame) {
    const Layout& layout = e.model.layout;
    cut(e, path, e.pool.lnot(e.pool.equal(path.cells[layout.frame(layout.frames - 1)], 0)));
    const std::vector<Formula> is_floor = floors(e, path);
    std::vector<Formula> moves_down;  // by frame: the one above it comes here
    for (std::size_t i = 0; i < layout.frames; ++i)
        moves_down.push_back(i == 0 ? e.pool.truth(false) : e.pool.lor(moves_down[i - 1], is_floor[i - 1]));
    for (std::size_t c = 0; c < frame.size(); ++c) {
        for (std::size_t i = layout.frames; i-- > 0;) {
            Formula& cell = path.cells[layout.frame(i) + c];
            cell = e.pool.ite(is_floor[i], frame[c], cell);
            if (i > 0) cell = e.pool.ite(moves_down[i], path.cells[layout.frame(i - 1) + c], cell);
        }
    }
}

void drop_top_frame(CodeEncoding& e, Path& path) {
    const Layout& layout = e.model.layout;
    std::size_t width = 1 + layout.registers;
    for (std::size_t i = 0; i < layout.frames; ++i) {
        for (std::size_t c = 0; c < width; ++c) {
            bool has_next = i + 1 < layout.frames;
            path.cells[layout.frame(i) + c] =
                has_next ? path.cells[layout.frame(i + 1) + c] : e.pool.constant(0);
        }
    }
}

void stay(CodeEncoding& e, Path path) {
    cut(e, path, path.spilled);
    e.record.ended.push_back(std::move(path));
}

void finish(CodeEncoding& e, Path path, Formula over) {
    cut(e, path, path.spilled);
    clear_agenda(e, path);
    path.cells[e.model.layout.over] = over;
    e.record.ended.push_back(std::move(path));
}

}  // namespace errata::compiler
