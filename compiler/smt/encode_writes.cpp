// What writes cells: at once, or collected in a block and carried out together at its end.
#include "compiler/smt/encode_code.h"

namespace errata::compiler {

void CodeEncoder::write(const Code& code, Path& path) {
    const std::vector<TypeId>& params = model_.variable(code.var).params;
    std::vector<Formula> arguments;
    for (std::size_t i = 0; i < params.size(); ++i) {
        arguments.push_back(evaluate(code.terms[i], path, code.clause));
        fail(path, terms_.outside({params[i]}, {arguments.back()}), model_.undefined, code.clause);
    }
    Formula value = evaluate(code.terms.back(), path, code.clause);
    const bool is_set = model_.type(model_.variable(code.var).type).form == TypeForm::Set;
    if (code.kind == CodeKind::Gain || (code.kind == CodeKind::Lose && is_set))
        value = members(path, value, code.clause);
    if (path.blocks.empty()) {
        write_now(code, path, arguments, value);
    } else {
        write_collected(code, path, arguments, value);
    }
}

Formula CodeEncoder::checked(const Type& type, Path& path, Formula value, Formula written, ClauseId clause) {
    Value lo = type.is_finite() ? type.lo : counter_lo;
    Value hi = type.is_finite() ? type.hi : counter_hi;
    Formula leaves = pool_.land(written, pool_.lnot(pool_.within(value, lo, hi)));
    if (!type.is_finite()) {
        cut(path, leaves);
    } else {
        fail(path, leaves, model_.overflow, clause);
    }
    return pool_.clip(value, lo, hi);
}

// A register that holds a set here may hold `none` of something else elsewhere.
Formula CodeEncoder::members(Path& path, Formula value, ClauseId clause) {
    if (pool_.values(value).lo() >= 0) return value;
    fail(path, pool_.less(value, pool_.constant(0)), model_.undefined, clause);
    return pool_.clip(value, 0, std::max<Value>(pool_.values(value).hi(), 0));
}

Formula CodeEncoder::sum(Path& path, Formula a, Formula b) {
    const Formula result = pool_.add(a, b);
    if (terms_.is_too_large()) cut(path, pool_.truth(true));
    return result;
}

void CodeEncoder::write_now(const Code& code, Path& path, const std::vector<Formula>& arguments,
                            Formula value) {
    const Variable& variable = model_.variable(code.var);
    if (code.kind != CodeKind::Set) {
        const Formula before = terms_.select(variable, arguments, path.cells);
        if (code.kind == CodeKind::Increase) value = sum(path, before, value);
        if (code.kind == CodeKind::Gain) value = pool_.bit_or(before, value);
        if (code.kind == CodeKind::Lose && model_.type(variable.type).form == TypeForm::Set) {
            value = pool_.bit_minus(before, value);
        } else if (code.kind == CodeKind::Lose) {
            value = pool_.ite(pool_.equal(before, value), pool_.constant(none_value), before);
        }
    }
    value = checked(model_.type(variable.type), path, value, pool_.truth(true), code.clause);
    for (const auto& [cell, here] : terms_.candidates(variable, arguments)) {
        path.cells[cell] = pool_.ite(here, value, path.cells[cell]);
    }
    changed(path);
}

void CodeEncoder::incident_of_writer(Path& path, Formula writer, Formula condition) {
    pool_.values(writer).without(0).for_each([&](Value value) {
        Formula wrote = pool_.land(condition, pool_.equal(writer, value));
        incident(path, {block_incidents_.back(), clause_of(value)}, wrote);
    });
}

void CodeEncoder::write_collected(const Code& code, Path& path, const std::vector<Formula>& arguments,
                                  Formula value) {
    Collected nothing = nothing_collected(pool_);
    std::vector<Formula> conflicts;
    for (const auto& [cell, here] : terms_.candidates(model_.variable(code.var), arguments)) {
        Collected& collected = path.blocks.back().try_emplace(cell, nothing).first->second;
        // Who adds nothing has not written.
        const bool is_relative = code.kind != CodeKind::Set;
        const bool drops =
            code.kind == CodeKind::Lose && model_.type(model_.variable(code.var).type).form != TypeForm::Set;
        const Value idle = drops ? none_value : 0;
        const Formula writes = is_relative ? pool_.land(here, pool_.lnot(pool_.equal(value, idle))) : here;
        collected.clause = pool_.ite(writes, path.speaker, collected.clause);
        if (code.kind == CodeKind::Set) {
            conflicts.push_back(
                pool_.land({here, collected.set, pool_.lnot(pool_.equal(collected.value, value))}));
            conflicts.push_back(pool_.land(here, is_gone(collected, value)));
            collected.value = pool_.ite(here, value, collected.value);
            collected.set = pool_.lor(collected.set, here);
        } else if (code.kind == CodeKind::Increase) {
            collected.amount = pool_.ite(here, sum(path, collected.amount, value), collected.amount);
        } else if (drops) {
            conflicts.push_back(drop(collected, writes, value));
        } else {
            const Formula moved = pool_.ite(here, value, pool_.constant(0));
            const bool gains = code.kind == CodeKind::Gain;
            conflicts.push_back(move_members(gains ? collected.gained : collected.lost,
                                             gains ? collected.lost : collected.gained, moved));
        }
    }
    // Of the node of the innermost block, wherever the second write stands.
    incident(path, {block_incidents_.back(), code.clause}, pool_.lor(conflicts));
}

// Does it lose that object?
Formula CodeEncoder::is_gone(const Collected& collected, Formula object) {
    std::vector<Formula> ways;
    for (const auto& [condition, gone] : collected.gone)
        ways.push_back(pool_.land(condition, pool_.equal(gone, object)));
    return pool_.lor(std::move(ways));
}

// The answer: it has been set to the object that it loses.
Formula CodeEncoder::drop(Collected& collected, Formula condition, Formula object) {
    collected.gone.emplace_back(condition, object);
    return pool_.land({condition, collected.set, pool_.equal(collected.value, object)});
}

// The members go one way; the answer: some of them went the other way before, which counts no longer.
Formula CodeEncoder::move_members(Formula& there, Formula& back, Formula members) {
    const Formula others = pool_.bit_minus(back, members);
    const Formula clash = pool_.lnot(pool_.equal(others, back));
    back = others;
    there = pool_.bit_or(there, members);
    return clash;
}

// A block inside a block hands its outcome on to the outer one, as one write of each sort per cell.
void CodeEncoder::close_block(Path& path) {
    Block block = std::move(path.blocks.back());
    path.blocks.pop_back();
    Collected nothing = nothing_collected(pool_);
    for (const auto& entry : block) {
        const std::size_t cell = entry.first;
        const Collected& collected = entry.second;
        if (!path.blocks.empty()) {
            Collected& outer = path.blocks.back().try_emplace(cell, nothing).first->second;
            Formula clash =
                pool_.land({collected.set, outer.set, pool_.lnot(pool_.equal(collected.value, outer.value))});
            clash = pool_.lor(clash, pool_.land(collected.set, is_gone(outer, collected.value)));
            const Formula gains = move_members(outer.gained, outer.lost, collected.gained);
            const Formula losses = move_members(outer.lost, outer.gained, collected.lost);
            outer.value = pool_.ite(collected.set, collected.value, outer.value);
            outer.set = pool_.lor(outer.set, collected.set);
            std::vector<Formula> clashes{clash, gains, losses};
            std::vector<Formula> gone;
            for (const auto& [condition, object] : collected.gone) {
                clashes.push_back(drop(outer, condition, object));
                gone.push_back(condition);
            }
            incident_of_writer(path, collected.clause, pool_.lor(std::move(clashes)));
            outer.amount = sum(path, outer.amount, collected.amount);
            const Formula nothing_left =
                pool_.land({pool_.lnot(collected.set), pool_.equal(collected.amount, 0),
                            pool_.equal(collected.gained, 0), pool_.equal(collected.lost, 0),
                            pool_.lnot(pool_.lor(std::move(gone)))});
            outer.clause = pool_.ite(nothing_left, outer.clause, collected.clause);
            continue;
        }
        Formula before = pool_.ite(collected.set, collected.value, path.cells[cell]);
        Formula after = sum(path, before, collected.amount);
        after = pool_.bit_minus(pool_.bit_or(after, collected.gained), collected.lost);
        after = pool_.ite(is_gone(collected, after), pool_.constant(none_value), after);
        const Type& type = *cell_types_.at(cell);
        // Whoever wrote last is said to leave the type.
        ValueSet writers = pool_.values(collected.clause).without(0);
        writers.for_each([&](Value writer) {
            Formula wrote = pool_.equal(collected.clause, writer);
            ClauseId speaker = clause_of(writer);
            path.cells[cell] = pool_.ite(wrote, checked(type, path, after, wrote, speaker), path.cells[cell]);
        });
    }
    if (path.blocks.empty()) changed(path);
}

}  // namespace errata::compiler
