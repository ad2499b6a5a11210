// What happens at one moment. Writes change cells at once, or a block collects them and carries them out
// together at its end. Then triggers with a limit are caught, and what was put off until the moment is over
// is run.
#include <algorithm>
#include <utility>

#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula.h"

namespace errata::compiler {

namespace {

// Triggers with a limit that are caught at one moment. Each instance has a variable that says whether it is
// among those that are caught. When the moment ends their number is the one that code.h gives.

const TriggerLimit& limit_of(CodeEncoding& e, TriggerId trigger) {
    return *e.model.rules.triggers[trigger.index].limit;
}

// Are the uses of the instance counted in that cell, the one of this number?
Formula is_counted(CodeEncoding& e, const LimitedPend& instance, std::size_t number) {
    const Variable& uses = e.model.variable(limit_of(e, instance.trigger).uses);
    if (uses.params.empty()) return instance.waits;
    if (instance.arguments.empty()) return e.pool.truth(false);
    const Value whose = e.model.type(uses.params[0]).first() + static_cast<Value>(number);
    return e.pool.land(instance.waits, e.pool.equal(instance.arguments[0], whose));
}

Formula differ(CodeEncoding& e, const LimitedPend& a, const LimitedPend& b) {
    std::vector<Formula> same;
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
        same.push_back(e.pool.equal(a.arguments[i], b.arguments[i]));
    return e.pool.lnot(e.pool.land(std::move(same)));
}

// Those of one trigger whose uses one cell counts.
void close_limit(CodeEncoding& e, TriggerId trigger, std::size_t number,
                 const std::vector<LimitedPend>& instances, Path& path, Block& block) {
    const TriggerLimit& limit = limit_of(e, trigger);
    const std::size_t cell = e.model.variable(limit.uses).base + number;
    Formula count = e.pool.constant(0);
    Formula caught = e.pool.constant(0);
    std::vector<Formula> different;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const Formula here = is_counted(e, instances[i], number);
        count = add(e.pool, count, here);
        caught = add(e.pool, caught, e.pool.land(here, instances[i].caught));
        for (std::size_t k = 0; k < i; ++k)
            different.push_back(e.pool.land(
                {here, is_counted(e, instances[k], number), differ(e, instances[k], instances[i])}));
    }
    const Formula left = subtract(e.pool, e.pool.constant(limit.most), path.cells[cell]);
    const Formula room = e.pool.ite(less(e.pool, left, e.pool.constant(0)), e.pool.constant(0), left);
    const Formula too_many = less(e.pool, room, count);
    exclude(e, path, e.pool.lnot(e.pool.equal(caught, e.pool.ite(too_many, room, count))));
    const Formula open =
        e.pool.land({too_many, less(e.pool, e.pool.constant(0), room), e.pool.lor(std::move(different))});
    incident(e, path, {limit.order, e.model.rules.triggers[trigger.index].clause}, open);
    left_to_nobody(e, path, open);
    const auto counted = block.find(cell);
    if (counted == block.end()) return;
    Formula& amount = counted->second.amount;
    amount = subtract(e.pool, amount, subtract(e.pool, count, caught));
}

}  // namespace

Formula catch_within_limit(CodeEncoding& e, const Code& code, const std::vector<Formula>& arguments,
                           const Path& path) {
    const Formula waits = e.pool.land(path.alive, e.pool.lnot(path.failed));
    const Formula caught = e.pool.variable(ValueSet(0, 1));
    e.limited.push_back({code.trigger, arguments, waits, e.pool.equal(caught, 1)});
    return e.limited.back().caught;
}

namespace {

void close_limits(CodeEncoding& e, Path& path, Block& block) {
    std::map<TriggerId, std::vector<LimitedPend>> by_trigger;
    for (LimitedPend& instance : std::exchange(e.limited, {}))
        by_trigger[instance.trigger].push_back(std::move(instance));
    for (const auto& [trigger, instances] : by_trigger) {
        const Variable& uses = e.model.variable(limit_of(e, trigger).uses);
        for (std::size_t number = 0; number < uses.cells; ++number)
            close_limit(e, trigger, number, instances, path, block);
        // What no cell counts is caught.
        for (const LimitedPend& instance : instances) {
            std::vector<Formula> counted;
            for (std::size_t number = 0; number < uses.cells; ++number)
                counted.push_back(is_counted(e, instance, number));
            exclude(e, path,
                    e.pool.land({instance.waits, e.pool.lnot(e.pool.lor(std::move(counted))),
                                 e.pool.lnot(instance.caught)}));
        }
    }
}

// What writes cells: at once, or collected in a block and carried out together at its end.

Formula set_to(CodeEncoding& e, Collected& collected, Formula condition, Formula value);
Formula move_members(CodeEncoding& e, Collected& collected, bool gains, Formula members);

Formula checked(CodeEncoding& e, const Type& type, Path& path, Formula value, Formula written,
                ClauseId clause) {
    Value lo = type.is_finite() ? type.lo : counter_lo;
    Value hi = type.is_finite() ? type.hi : counter_hi;
    Formula leaves = e.pool.land(written, e.pool.lnot(within(e.pool, value, lo, hi)));
    if (!type.is_finite()) {
        cut(e, path, leaves);
    } else {
        fail(e, path, leaves, e.model.incidents.overflow, clause);
    }
    return clip(e.pool, value, lo, hi);
}

bool is_set(CodeEncoding& e, VarId var) {
    return e.model.type(e.model.variable(var).type).form == TypeForm::Set;
}

// A register that holds a set here may hold `none` of something else elsewhere.
Formula members(CodeEncoding& e, Path& path, Formula value, ClauseId clause) {
    if (e.pool.values(value).lo() >= 0) return value;
    fail(e, path, less(e.pool, value, e.pool.constant(0)), e.model.incidents.undefined, clause);
    return clip(e.pool, value, 0, std::max<Value>(e.pool.values(value).hi(), 0));
}

Formula sum(CodeEncoding& e, Path& path, Formula a, Formula b) {
    const Formula result = add(e.pool, a, b);
    if (e.terms.limits.is_too_large()) cut(e, path, e.pool.truth(true));
    return result;
}

void write_now(CodeEncoding& e, const Code& code, Path& path, const std::vector<Formula>& arguments,
               Formula value) {
    const Variable& variable = e.model.variable(code.var);
    if (code.kind != CodeKind::Set) {
        const Formula before = select(e.terms, variable, arguments, path.cells);
        if (code.kind == CodeKind::Increase) value = sum(e, path, before, value);
        if (code.kind == CodeKind::Gain) value = bit_or(e.pool, before, value);
        if (code.kind == CodeKind::Lose && is_set(e, code.var)) {
            value = bit_minus(e.pool, before, value);
        } else if (code.kind == CodeKind::Lose) {
            value = e.pool.ite(e.pool.equal(before, value), e.pool.constant(none_value), before);
        }
    }
    value = checked(e, e.model.type(variable.type), path, value, e.pool.truth(true), code.clause);
    for (const auto& [cell, here] : candidates(e.terms, variable, arguments)) {
        path.cells[cell] = e.pool.ite(here, value, path.cells[cell]);
    }
    changed(e, path);
}

void incident_of_writer(CodeEncoding& e, Path& path, Formula writer, Formula condition) {
    e.pool.values(writer).without(0).for_each([&](Value value) {
        Formula wrote = e.pool.land(condition, e.pool.equal(writer, value));
        incident(e, path, {e.block_incidents.back(), clause_of(value)}, wrote);
    });
}

void write_collected(CodeEncoding& e, const Code& code, Path& path, const std::vector<Formula>& arguments,
                     Formula value) {
    Collected nothing = nothing_collected(e.pool);
    std::vector<Formula> conflicts;
    for (const auto& [cell, here] : candidates(e.terms, e.model.variable(code.var), arguments)) {
        Collected& collected = path.blocks.back().try_emplace(cell, nothing).first->second;
        // Who adds nothing has not written.
        const bool is_relative = code.kind != CodeKind::Set;
        const bool drops = code.kind == CodeKind::Lose && (code.is_reset || !is_set(e, code.var));
        const Value idle = drops ? none_value : 0;
        const Formula writes = is_relative ? e.pool.land(here, e.pool.lnot(e.pool.equal(value, idle))) : here;
        collected.clause = e.pool.ite(writes, path.speaker, collected.clause);
        if (code.kind == CodeKind::Set && code.is_reset) {
            collected.before = e.pool.ite(here, value, collected.before);
            collected.reset = e.pool.lor(collected.reset, here);
            if (code.is_for_good) collected.ended = e.pool.lor(collected.ended, here);
        } else if (code.kind == CodeKind::Set) {
            conflicts.push_back(set_to(e, collected, here, value));
        } else if (code.kind == CodeKind::Increase) {
            collected.amount = e.pool.ite(here, sum(e, path, collected.amount, value), collected.amount);
        } else if (drops) {
            collected.gone.emplace_back(writes, value);
        } else {
            const Formula moved = e.pool.ite(here, value, e.pool.constant(0));
            const bool gains = code.kind == CodeKind::Gain;
            conflicts.push_back(move_members(e, collected, gains, moved));
        }
    }
    // Of the node of the innermost block, wherever the second write stands.
    incident(e, path, {e.block_incidents.back(), code.clause}, e.pool.lor(conflicts));
}

// Who leaves at a moment is forgotten when it is over, also by what is written at the same moment.
Formula without_gone(CodeEncoding& e, const Type& type, Formula value, const Collected& collected) {
    std::vector<Formula> ways;
    for (const auto& [condition, gone] : collected.gone) {
        if (type.form == TypeForm::Set)
            value = e.pool.ite(condition, bit_minus(e.pool, value, gone), value);
        else
            ways.push_back(e.pool.land(condition, e.pool.equal(gone, value)));
    }
    return e.pool.ite(e.pool.lor(std::move(ways)), e.pool.constant(none_value), value);
}

// The answer: it was set to something else before.
Formula set_to(CodeEncoding& e, Collected& collected, Formula condition, Formula value) {
    const Formula differs =
        e.pool.land({condition, collected.set, e.pool.lnot(e.pool.equal(collected.value, value))});
    const Formula clash = e.pool.lor(differs, e.pool.land(condition, collected.differ));
    collected.differ = e.pool.lor(collected.differ, differs);
    collected.value = e.pool.ite(condition, value, collected.value);
    collected.set = e.pool.lor(collected.set, condition);
    return clash;
}

// The members go one way; the answer: some of them went the other way before, which counts no longer.
Formula move_members(CodeEncoding& e, Collected& collected, bool gains, Formula members) {
    Formula& there = gains ? collected.gained : collected.lost;
    Formula& back = gains ? collected.lost : collected.gained;
    Formula& ever = gains ? collected.ever_gained : collected.ever_lost;
    const Formula before = gains ? collected.ever_lost : collected.ever_gained;
    const Formula clash = e.pool.lnot(e.pool.equal(bit_minus(e.pool, before, members), before));
    back = bit_minus(e.pool, back, members);
    there = bit_or(e.pool, there, members);
    ever = bit_or(e.pool, ever, members);
    return clash;
}

void drop_what_is_added(CodeEncoding& e, Formula condition, Collected& collected) {
    const Formula dropped = e.pool.land(condition, collected.set);
    for (Formula* const added : {&collected.amount, &collected.gained, &collected.lost})
        *added = e.pool.ite(dropped, e.pool.constant(0), *added);
}

}  // namespace

void write(CodeEncoding& e, const Code& code, Path& path) {
    const std::vector<TypeId>& params = e.model.variable(code.var).params;
    std::vector<Formula> arguments;
    for (std::size_t i = 0; i < params.size(); ++i) {
        arguments.push_back(evaluate(e, code.terms[i], path, code.clause));
        fail(e, path, outside(e.terms, {params[i]}, {arguments.back()}), e.model.incidents.undefined,
             code.clause);
    }
    Formula value = evaluate(e, code.terms.back(), path, code.clause);
    if (code.kind == CodeKind::Gain || (code.kind == CodeKind::Lose && is_set(e, code.var)))
        value = members(e, path, value, code.clause);
    if (path.blocks.empty()) {
        write_now(e, code, path, arguments, value);
    } else {
        write_collected(e, code, path, arguments, value);
    }
}

void order_changes(CodeEncoding& e, Path& path) {
    for (const MomentOrder& order : e.model.rules.moment_orders) {
        const Variable& variable = e.model.variable(order.variable);
        std::vector<Collected*> written;
        std::vector<Formula> mixed;
        for (auto& [cell, collected] : path.blocks.back()) {
            if (cell < variable.base || cell >= variable.base + variable.cells) continue;
            written.push_back(&collected);
            const Formula adds_nothing =
                e.pool.land({e.pool.equal(collected.amount, 0), e.pool.equal(collected.gained, 0),
                             e.pool.equal(collected.lost, 0)});
            mixed.push_back(e.pool.land(collected.set, e.pool.lnot(adds_nothing)));
        }
        const Formula open = e.pool.lor(std::move(mixed));
        if (is_false(open)) continue;
        incident(e, path, {order.incident, order.clause}, open);
        left_to_nobody(e, path, open);
        const Formula is_set_last = e.pool.variable(ValueSet(0, 1));
        for (Collected* const collected : written)
            drop_what_is_added(e, e.pool.land(open, e.pool.equal(is_set_last, 1)), *collected);
    }
}

// A block inside a block hands its outcome on to the outer one, as one write of each sort per cell.
void close_block(CodeEncoding& e, Path& path, bool sets_last) {
    Block block = std::move(path.blocks.back());
    path.blocks.pop_back();
    if (path.blocks.empty()) close_limits(e, path, block);
    Collected nothing = nothing_collected(e.pool);
    for (const auto& entry : block) {
        const std::size_t cell = entry.first;
        Collected collected = entry.second;
        if (sets_last) drop_what_is_added(e, e.pool.truth(true), collected);
        if (!path.blocks.empty()) {
            Collected& outer = path.blocks.back().try_emplace(cell, nothing).first->second;
            std::vector<Formula> clashes{set_to(e, outer, collected.set, collected.value),
                                         move_members(e, outer, true, collected.gained),
                                         move_members(e, outer, false, collected.lost)};
            outer.before = e.pool.ite(collected.reset, collected.before, outer.before);
            outer.reset = e.pool.lor(outer.reset, collected.reset);
            outer.ended = e.pool.lor(outer.ended, collected.ended);
            std::vector<Formula> gone;
            for (const auto& [condition, left] : collected.gone) {
                outer.gone.emplace_back(condition, left);
                gone.push_back(condition);
            }
            incident_of_writer(e, path, collected.clause, e.pool.lor(std::move(clashes)));
            outer.amount = sum(e, path, outer.amount, collected.amount);
            const Formula nothing_left =
                e.pool.land({e.pool.lnot(collected.set), e.pool.lnot(collected.reset),
                             e.pool.equal(collected.amount, 0), e.pool.equal(collected.gained, 0),
                             e.pool.equal(collected.lost, 0), e.pool.lnot(e.pool.lor(std::move(gone)))});
            outer.clause = e.pool.ite(nothing_left, outer.clause, collected.clause);
            continue;
        }
        const Type& type = *e.cell_types.at(cell);
        Formula before = e.pool.ite(collected.reset, collected.before, path.cells[cell]);
        before = e.pool.ite(collected.set, collected.value, before);
        Formula after = sum(e, path, before, collected.amount);
        after = bit_minus(e.pool, bit_or(e.pool, after, collected.gained), collected.lost);
        after = without_gone(e, type, after, collected);
        after = e.pool.ite(collected.ended, collected.before, after);
        // Whoever wrote last is said to leave the type.
        ValueSet writers = e.pool.values(collected.clause).without(0);
        writers.for_each([&](Value writer) {
            Formula wrote = e.pool.equal(collected.clause, writer);
            ClauseId speaker = clause_of(writer);
            path.cells[cell] =
                e.pool.ite(wrote, checked(e, type, path, after, wrote, speaker), path.cells[cell]);
        });
    }
    if (path.blocks.empty()) forget_departed(e, path);
}

namespace {

// How code is encoded that is put off until a moment is over: each piece runs on the path of the whole
// moment, where the run got to it.

std::vector<EncodedDeferred> next_stage(CodeEncoding& e) {
    std::uint32_t least = e.deferred.front().stage;
    for (const EncodedDeferred& one : e.deferred) least = std::min(least, one.stage);
    std::vector<EncodedDeferred> now;
    std::vector<EncodedDeferred> later;
    for (EncodedDeferred& one : e.deferred) (one.stage == least ? now : later).push_back(std::move(one));
    e.deferred = std::move(later);
    return now;
}

Path run_piece(CodeEncoding& e, const EncodedDeferred& piece, Path path) {
    Path here = path;
    here.alive = e.pool.land(path.alive, piece.waits);
    here.binders = piece.binders;
    here.given = piece.given;
    here.speaker = piece.speaker;
    changed(e, here);
    here = run_child(e, piece.code, std::move(here));
    path.alive = e.pool.land(path.alive, e.pool.lnot(piece.waits));
    here.binders = path.binders;
    here.given = path.given;
    here.speaker = path.speaker;
    return std::move(*branches_joined(e, piece.waits, std::move(here), std::move(path)));
}

}  // namespace

Path run_defer(CodeEncoding& e, const Code& code, Path path) {
    if (path.blocks.empty()) return run_child(e, code.children[0], std::move(path));
    const Formula waits = e.pool.land(path.alive, e.pool.lnot(path.failed));
    if (!is_false(waits))
        e.deferred.push_back({code.children[0], code.level, waits, path.binders, path.given, path.speaker});
    return path;
}

Path run_deferred(CodeEncoding& e, Path path, IncidentId conflict, bool sets_last) {
    e.block_incidents.push_back(conflict);
    while (!e.deferred.empty()) {
        path.blocks.emplace_back();
        for (const EncodedDeferred& piece : next_stage(e)) path = run_piece(e, piece, std::move(path));
        if (e.settling) order_changes(e, path);
        close_block(e, path, sets_last);
    }
    e.block_incidents.pop_back();
    return path;
}

}  // namespace errata::compiler
