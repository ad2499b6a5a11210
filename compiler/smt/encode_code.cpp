#include "compiler/smt/encode_code.h"

#include "dsl/base/check.h"

namespace errata::compiler {

CodeEncoder::CodeEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool,
                         TermEncoder& terms, StepRecord& record)
    : model_(model), options_(options), pool_(pool), terms_(terms), record_(record) {
    for (const Variable& variable : model_.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) {
            cell_types_[variable.base + i] = &model_.type(variable.type);
        }
    }
}

void CodeEncoder::incident(const Path& path, Occurrence occurrence, Formula condition) {
    condition = pool_.land({path.alive, pool_.lnot(path.failed), condition});
    if (pool_.is_false(condition) || !occurrence.incident.is_valid()) return;
    if (occurrence.clause.is_valid()) {
        record_.incidents.push_back({occurrence, condition});
        return;
    }
    pool_.values(path.speaker).for_each([&](Value value) {
        Formula spoken = pool_.land(condition, pool_.equal(path.speaker, value));
        record_.incidents.push_back({{occurrence.incident, clause_of(value)}, spoken});
    });
}

void CodeEncoder::left_to_nobody(const Path& path, Formula condition) {
    record_.nobody.push_back(pool_.land({path.alive, pool_.lnot(path.failed), condition}));
}

void CodeEncoder::fail(Path& path, Formula condition, IncidentId id, ClauseId clause) {
    condition = pool_.land({path.alive, pool_.lnot(path.failed), condition});
    if (pool_.is_false(condition)) return;
    incident(path, {id, clause}, condition);
    record_.errors.push_back(condition);
    path.failed = pool_.lor(path.failed, condition);
}

void CodeEncoder::cut(Path& path, Formula condition) {
    condition = pool_.land({path.alive, pool_.lnot(path.failed), condition});
    if (pool_.is_false(condition)) return;
    record_.cuts.push_back(condition);
    path.failed = pool_.lor(path.failed, condition);
}

void CodeEncoder::receive(const Encoded& encoded, Path& path, ClauseId clause) {
    decide(encoded.decisions, path);
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) {
            cut(path, met.condition);
            continue;
        }
        if (met.occurrence.incident != model_.undefined) left_to_nobody(path, met.condition);
        Occurrence occurrence = met.occurrence;
        if (!occurrence.clause.is_valid()) occurrence.clause = clause;
        incident(path, occurrence, met.condition);
    }
    incident(path, {model_.undefined, clause}, encoded.unspoken);
    fail(path, encoded.undefined, {}, {});
}

Formula CodeEncoder::evaluate(TermId term, Path& path, ClauseId clause) {
    if (!term.is_valid()) return pool_.truth(true);
    const Encoded encoded = terms_.encode(term, surroundings(path));
    receive(encoded, path, clause);
    return encoded.value;
}

Formula CodeEncoder::peek(TermId guard, Path& path) {
    if (!guard.is_valid()) return pool_.truth(true);
    const Encoded encoded = terms_.encode(guard, surroundings(path));
    decide(encoded.decisions, path);
    std::vector<Formula> all = {pool_.equal(encoded.value, 1), encoded.undefined};
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) all.push_back(met.condition);
    }
    return pool_.lor(std::move(all));
}

void CodeEncoder::run_to_end(CodeId code, Path path) {
    Running rest = run(code, std::move(path));
    if (!rest) return;
    // A branch that does not end its code cannot be continued; compiled models have none.
    terms_.not_analysed("code that does not end");
    cut(*rest, pool_.truth(true));
    record_.ended.push_back(std::move(*rest));
}

Path CodeEncoder::run_check(CodeId code, Path path) {
    settling_ = true;
    ++inside_;
    block_incidents_.push_back(model_.settle_conflict);
    Running rest = run(code, std::move(path));
    block_incidents_.pop_back();
    settling_ = false;
    --inside_;
    ERRATA_CHECK(rest.has_value());
    return std::move(*rest);
}

CodeEncoder::Running CodeEncoder::branches_joined(Formula condition, Running yes, Running no) {
    if (!yes) return no;
    if (!no) return yes;
    bool changes = yes->version != no->version;
    Path result = joined(pool_, condition, std::move(*yes), *no);
    if (changes) changed(result);
    return result;
}

CodeEncoder::Running CodeEncoder::run(CodeId id, Path path) {
    if (terms_.gives_up()) return path;
    const Code& code = model_.code[id];
    const Formula outer = path.speaker;
    if (code.clause.is_valid()) path.speaker = pool_.constant(number_of(code.clause));
    Running rest = run_node(code, std::move(path));
    if (rest) rest->speaker = outer;
    return rest;
}

CodeEncoder::Running CodeEncoder::run_node(const Code& code, Path path) {
    switch (code.kind) {
        case CodeKind::Sequence:
            return run_sequence(code, std::move(path));
        case CodeKind::If:
            return run_if(code, std::move(path));
        case CodeKind::IfAtRest:
            return run_if_at_rest(code, std::move(path));
        case CodeKind::Let:
            return run_let(code, std::move(path));
        case CodeKind::ForEach:
            return run_for_each(code, std::move(path));
        case CodeKind::AnyOrder:
            return run_any_order(code, std::move(path));
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            write(code, path);
            return path;
        case CodeKind::SetRegister:
            set_register(code, path);
            return path;
        case CodeKind::Simultaneously:
            return run_block(code, std::move(path));
        case CodeKind::Fork:
            return run_fork(code, path);
        case CodeKind::Solve:
            return run_solve(code, std::move(path));
        case CodeKind::Report:
            incident(path, {code.incident, code.clause}, pool_.truth(true));
            return path;
        case CodeKind::Pend:
            pend(code, path);
            return path;
        case CodeKind::Forget:
            forget(code, path);
            return path;
        case CodeKind::Goto:
            return go_on_at(code.label, std::move(path));
        case CodeKind::Call:
            call(code, std::move(path));
            return std::nullopt;
        case CodeKind::Stop:
            wait_at(code.point, path);
            return ended(std::move(path));
        case CodeKind::Return:
            drop_top_frame(path);
            return ended(std::move(path));
        case CodeKind::Finish:
            return run_finish(code, std::move(path));
        case CodeKind::Cut:
            cut(path, pool_.truth(true));
            return inside_ > 0 ? Running(std::move(path)) : ended(std::move(path));
    }
    ERRATA_CHECK(false && "a code kind without an encoding");
    return path;
}

CodeEncoder::Running CodeEncoder::run_sequence(const Code& code, Path path) {
    Running running = std::move(path);
    for (CodeId child : code.children) {
        if (!running) break;
        running = run(child, std::move(*running));
    }
    return running;
}

CodeEncoder::Running CodeEncoder::run_let(const Code& code, Path path) {
    Formula value = evaluate(code.terms[0], path, code.clause);
    if (path.binders.size() <= code.level) path.binders.resize(code.level + 1, pool_.truth(false));
    path.binders[code.level] = value;
    return run(code.children[0], std::move(path));
}

void CodeEncoder::set_register(const Code& code, Path& path) {
    path.cells[model_.layout.frame(0) + 1 + code.level] = evaluate(code.terms[0], path, code.clause);
    changed(path);
}

CodeEncoder::Running CodeEncoder::go_on_at(LabelId label, Path path) {
    path.binders.clear();
    record_.waiting[label.index].push_back(std::move(path));
    return std::nullopt;
}

CodeEncoder::Running CodeEncoder::ended(Path path) {
    stay(std::move(path));
    return std::nullopt;
}

CodeEncoder::Running CodeEncoder::run_finish(const Code& code, Path path) {
    Formula over = pool_.constant(static_cast<Value>(code.ending.index) + 1);
    if (settling_) {
        path.over = pool_.ite(pool_.equal(path.over, 0), over, path.over);
        return path;
    }
    finish(std::move(path), over);
    return std::nullopt;
}

CodeEncoder::Running CodeEncoder::run_if(const Code& code, Path path) {
    const Formula condition = pool_.equal(evaluate(code.terms[0], path, code.clause), 1);
    return run_branches(code, condition, path);
}

CodeEncoder::Running CodeEncoder::run_if_at_rest(const Code& code, Path path) {
    std::vector<Formula> restless;
    for (const StateCheck& check : model_.state_checks) {
        restless.push_back(pool_.equal(evaluate(check.condition, path, check.clause), 1));
    }
    for (std::size_t i = 0; i < model_.layout.pending; ++i) {
        restless.push_back(pool_.lnot(pool_.equal(path.cells[model_.layout.slot(i)], 0)));
    }
    return run_branches(code, pool_.lnot(pool_.lor(std::move(restless))), path);
}

CodeEncoder::Running CodeEncoder::run_branches(const Code& code, Formula condition, const Path& path) {
    auto branch = [&](std::size_t child, Formula taken) -> Running {
        Path copy = path;
        copy.alive = pool_.land(path.alive, taken);
        if (child >= code.children.size()) return copy;
        return run(code.children[child], std::move(copy));
    };
    if (pool_.is_true(condition)) return branch(0, condition);
    if (pool_.is_false(condition)) return branch(1, pool_.lnot(condition));
    Running yes = branch(0, condition);
    Running no = branch(1, pool_.lnot(condition));
    return branches_joined(condition, std::move(yes), std::move(no));
}

CodeEncoder::Running CodeEncoder::run_fork(const Code& code, const Path& path) {
    incident(path, {code.incident, code.clause}, pool_.truth(true));
    left_to_nobody(path, pool_.truth(true));
    Formula outcome = pool_.variable(ValueSet(0, static_cast<Value>(code.children.size()) - 1));
    Running result;
    for (std::size_t i = code.children.size(); i-- > 0;) {
        Formula taken = pool_.equal(outcome, static_cast<Value>(i));
        Path copy = path;
        copy.alive = pool_.land(path.alive, taken);
        result = branches_joined(taken, run(code.children[i], std::move(copy)), std::move(result));
    }
    return result;
}

Path CodeEncoder::run_for_each(const Code& code, Path path) {
    const Type& domain = model_.type(code.domain);
    if (path.binders.size() <= code.level) path.binders.resize(code.level + 1, pool_.truth(false));
    for (Value v = domain.first(); v <= domain.hi; ++v) {
        path.binders[code.level] = pool_.constant(v);
        Formula condition = pool_.truth(true);
        if (!code.terms.empty() && code.terms[0].is_valid()) {
            condition = pool_.equal(evaluate(code.terms[0], path, code.clause), 1);
        }
        if (pool_.is_false(condition)) continue;
        Path taken = path;
        taken.alive = pool_.land(path.alive, condition);
        ++inside_;
        Running body = run(code.children[0], std::move(taken));
        --inside_;
        ERRATA_CHECK(body.has_value());
        Path skipped = std::move(path);
        skipped.alive = pool_.land(skipped.alive, pool_.lnot(condition));
        path = std::move(*branches_joined(condition, std::move(body), std::move(skipped)));
    }
    return path;
}

CodeEncoder::Running CodeEncoder::run_block(const Code& code, Path path) {
    path.blocks.emplace_back();
    block_incidents_.push_back(code.incident);
    ++inside_;
    Running rest = run(code.children[0], std::move(path));
    --inside_;
    block_incidents_.pop_back();
    ERRATA_CHECK(rest.has_value());
    close_block(*rest);
    return rest;
}

}  // namespace errata::compiler
