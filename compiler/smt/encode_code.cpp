#include "compiler/smt/encode_code.h"

#include "compiler/smt/encode_equations.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

Running run_sequence(CodeEncoding& e, const Code& code, Path path);
Running run_let(CodeEncoding& e, const Code& code, Path path);
void set_register(CodeEncoding& e, const Code& code, Path& path);
Running go_on_at(CodeEncoding& e, LabelId label, Path path);
Running ended(CodeEncoding& e, Path path);
Running run_finish(CodeEncoding& e, const Code& code, Path path);
Running run_if(CodeEncoding& e, const Code& code, Path path);
Running run_if_at_rest(CodeEncoding& e, const Code& code, Path path);
Running run_branches(CodeEncoding& e, const Code& code, Formula condition, const Path& path);
Running run_fork(CodeEncoding& e, const Code& code, const Path& path);
Path run_for_each(CodeEncoding& e, const Code& code, Path path);
Running run_block(CodeEncoding& e, const Code& code, Path path);
Running run_solve(CodeEncoding& e, const Code& code, Path path);

Running run_node(CodeEncoding& e, const Code& code, Path path) {
    switch (code.kind) {
        case CodeKind::Sequence:
            return run_sequence(e, code, std::move(path));
        case CodeKind::If:
            return run_if(e, code, std::move(path));
        case CodeKind::IfAtRest:
            return run_if_at_rest(e, code, std::move(path));
        case CodeKind::Let:
            return run_let(e, code, std::move(path));
        case CodeKind::ForEach:
            return run_for_each(e, code, std::move(path));
        case CodeKind::AnyOrder:
            return run_any_order(e, code, std::move(path));
        case CodeKind::Rounds:
            return run_rounds(e, code, std::move(path));
        case CodeKind::Again:
            return run_again(e, code, std::move(path));
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            write(e, code, path);
            return path;
        case CodeKind::SetRegister:
            set_register(e, code, path);
            return path;
        case CodeKind::Simultaneously:
            return run_block(e, code, std::move(path));
        case CodeKind::Defer:
            return run_defer(e, code, std::move(path));
        case CodeKind::Fork:
            return run_fork(e, code, path);
        case CodeKind::Solve:
            return run_solve(e, code, std::move(path));
        case CodeKind::Report:
            incident(e, path, {code.incident, code.clause}, e.pool.truth(true));
            return path;
        case CodeKind::Pend:
            pend(e, code, path);
            return path;
        case CodeKind::Forget:
            forget(e, code, path);
            return path;
        case CodeKind::Goto:
            return go_on_at(e, code.label, std::move(path));
        case CodeKind::Call:
            call(e, code, std::move(path));
            return std::nullopt;
        case CodeKind::Stop:
            wait_at(e, code.point, path);
            return ended(e, std::move(path));
        case CodeKind::Return:
            drop_top_frame(e, path);
            return ended(e, std::move(path));
        case CodeKind::Finish:
            return run_finish(e, code, std::move(path));
        case CodeKind::Cut:
            cut(e, path, e.pool.truth(true));
            return e.inside > 0 ? Running(std::move(path)) : ended(e, std::move(path));
    }
    ERRATA_CHECK(false && "a code kind without an encoding");
    return path;
}

Running run_sequence(CodeEncoding& e, const Code& code, Path path) {
    Running running = std::move(path);
    for (CodeId child : code.children) {
        if (!running) break;
        running = run(e, child, std::move(*running));
    }
    return running;
}

Running run_let(CodeEncoding& e, const Code& code, Path path) {
    Formula value = evaluate(e, code.terms[0], path, code.clause);
    if (path.binders.size() <= code.level) path.binders.resize(code.level + 1, e.pool.truth(false));
    path.binders[code.level] = value;
    return run(e, code.children[0], std::move(path));
}

void set_register(CodeEncoding& e, const Code& code, Path& path) {
    path.cells[e.model.layout.frame(0) + 1 + code.level] = evaluate(e, code.terms[0], path, code.clause);
    changed(e, path);
}

Running go_on_at(CodeEncoding& e, LabelId label, Path path) {
    path.binders.clear();
    e.record.waiting[label.index].push_back(std::move(path));
    return std::nullopt;
}

Running ended(CodeEncoding& e, Path path) {
    stay(e, std::move(path));
    return std::nullopt;
}

Running run_finish(CodeEncoding& e, const Code& code, Path path) {
    Formula over = e.pool.constant(static_cast<Value>(code.ending.index) + 1);
    if (e.settling) {
        path.over = e.pool.ite(e.pool.equal(path.over, 0), over, path.over);
        return path;
    }
    finish(e, std::move(path), over);
    return std::nullopt;
}

Running run_if(CodeEncoding& e, const Code& code, Path path) {
    const Formula condition = e.pool.equal(evaluate(e, code.terms[0], path, code.clause), 1);
    return run_branches(e, code, condition, path);
}

Running run_if_at_rest(CodeEncoding& e, const Code& code, Path path) {
    std::vector<Formula> restless;
    for (const StateCheck& check : e.model.rules.state_checks) {
        restless.push_back(e.pool.equal(evaluate(e, check.condition, path, check.clause), 1));
    }
    for (std::size_t i = 0; i < e.model.layout.pending; ++i) {
        restless.push_back(e.pool.lnot(e.pool.equal(path.cells[e.model.layout.slot(i)], 0)));
    }
    return run_branches(e, code, e.pool.lnot(e.pool.lor(std::move(restless))), path);
}

Running run_branches(CodeEncoding& e, const Code& code, Formula condition, const Path& path) {
    auto branch = [&](std::size_t child, Formula taken) -> Running {
        Path copy = path;
        copy.alive = e.pool.land(path.alive, taken);
        if (child >= code.children.size()) return copy;
        return run(e, code.children[child], std::move(copy));
    };
    if (is_true(condition)) return branch(0, condition);
    if (is_false(condition)) return branch(1, e.pool.lnot(condition));
    Running yes = branch(0, condition);
    Running no = branch(1, e.pool.lnot(condition));
    return branches_joined(e, condition, std::move(yes), std::move(no));
}

Running run_fork(CodeEncoding& e, const Code& code, const Path& path) {
    incident(e, path, {code.incident, code.clause}, e.pool.truth(true));
    left_to_nobody(e, path, e.pool.truth(true));
    Formula outcome = e.pool.variable(ValueSet(0, static_cast<Value>(code.children.size()) - 1));
    Running result;
    for (std::size_t i = code.children.size(); i-- > 0;) {
        Formula taken = e.pool.equal(outcome, static_cast<Value>(i));
        Path copy = path;
        copy.alive = e.pool.land(path.alive, taken);
        result = branches_joined(e, taken, run(e, code.children[i], std::move(copy)), std::move(result));
    }
    return result;
}

Path run_for_each(CodeEncoding& e, const Code& code, Path path) {
    const Type& domain = e.model.type(code.domain);
    if (path.binders.size() <= code.level) path.binders.resize(code.level + 1, e.pool.truth(false));
    for (Value v = domain.first(); v <= domain.hi; ++v) {
        path.binders[code.level] = e.pool.constant(v);
        Formula condition = e.pool.truth(true);
        if (!code.terms.empty() && code.terms[0].is_valid()) {
            condition = e.pool.equal(evaluate(e, code.terms[0], path, code.clause), 1);
        }
        if (is_false(condition)) continue;
        Path taken = path;
        taken.alive = e.pool.land(path.alive, condition);
        ++e.inside;
        Running body = run(e, code.children[0], std::move(taken));
        --e.inside;
        ERRATA_CHECK(body.has_value());
        Path skipped = std::move(path);
        skipped.alive = e.pool.land(skipped.alive, e.pool.lnot(condition));
        path = std::move(*branches_joined(e, condition, std::move(body), std::move(skipped)));
    }
    return path;
}

Running run_block(CodeEncoding& e, const Code& code, Path path) {
    path.blocks.emplace_back();
    e.block_incidents.push_back(code.incident);
    ++e.inside;
    Running rest = run(e, code.children[0], std::move(path));
    --e.inside;
    e.block_incidents.pop_back();
    ERRATA_CHECK(rest.has_value());
    close_block(e, *rest, code.sets_last);
    if (!rest->blocks.empty()) return rest;
    return run_deferred(e, std::move(*rest), code.incident, code.sets_last);
}

// What nobody decides within a transition: outcomes that a term comes to, and what a Solve holds.

Formula is_possible(FormulaPool& pool, const Decision& decision, Formula outcome) {
    std::vector<Formula> wrong;
    for (std::size_t i = 0; i < decision.possible->size(); ++i) {
        const Formula is_it = pool.equal(outcome, decision.first + static_cast<Value>(i));
        wrong.push_back(pool.land(is_it, pool.lnot((*decision.possible)[i])));
    }
    return pool.lnot(pool.lor(std::move(wrong)));
}

// There is a solution, or there are backups: the unknowns keep these values while the child runs.
Path run_solved(CodeEncoding& e, const Code& code, const SolutionSet& set, Path path) {
    const Equations& system = e.model.functions.equations[code.equations.index];
    std::vector<Formula> chosen = set.holds;
    const Formula several = e.pool.land(path.alive, set.several);
    if (!is_false(several)) {
        incident(e, path, {system.several, code.clause}, several);
        left_to_nobody(e, path, several);
        const Formula taken = e.pool.variable(ValueSet(0, static_cast<Value>(chosen.size()) - 1));
        std::vector<Formula> none_of_them;
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const Formula is_it = e.pool.equal(taken, static_cast<Value>(a));
            none_of_them.push_back(e.pool.land(is_it, e.pool.lnot(set.holds[a])));
            chosen[a] = e.pool.land(chosen[a], e.pool.lor(e.pool.lnot(set.several), is_it));
        }
        exclude(e, path, e.pool.land(several, e.pool.lor(std::move(none_of_them))));
    }
    const Given outside = path.given;
    path.given[code.equations.index] = {values_in(e.terms, set, chosen), e.pool.truth(false)};
    changed(e, path);
    path = run_child(e, code.children[0], std::move(path));
    path.given = outside;
    changed(e, path);
    return path;
}

Running run_solve(CodeEncoding& e, const Code& code, Path path) {
    const Equations& system = e.model.functions.equations[code.equations.index];
    const SolvedSystem solved = solve(e.terms, code.equations, surroundings(path));
    const Formula no = e.pool.truth(false);
    receive(e, {no, no, no, solved.met, solved.decisions}, path, code.clause);
    if (solved.set == nullptr) return path;
    const SolutionSet& set = *solved.set;
    const auto has_child = [&](std::size_t i) {
        return i < code.children.size() && code.children[i].is_valid();
    };
    const Formula none = set.none;
    const Formula several = has_child(2) ? set.several : no;
    const auto under = [&](Formula condition) {
        Path copy = path;
        copy.alive = e.pool.land(path.alive, condition);
        return copy;
    };
    Path result = under(e.pool.land(e.pool.lnot(none), e.pool.lnot(several)));
    if (!is_false(result.alive)) result = run_solved(e, code, set, std::move(result));
    if (!is_false(none)) {
        Path without = under(none);
        if (has_child(1)) {
            without = run_child(e, code.children[1], std::move(without));
        } else {
            incident(e, without, {system.none, code.clause}, e.pool.truth(true));
        }
        result = std::move(*branches_joined(e, none, std::move(without), std::move(result)));
    }
    if (!is_false(several)) {
        Path undecided = run_child(e, code.children[2], under(several));
        result = std::move(*branches_joined(e, several, std::move(undecided), std::move(result)));
    }
    return result;
}

// The value of an open function stays whatever changes. A solution stays as long as it is one whenever the
// system is asked.
void decide(CodeEncoding& e, const std::vector<Decision>& decisions, Path& path) {
    for (const Decision& decision : decisions) {
        std::vector<Formula> before = decision.outcome;
        Formula stays = e.pool.truth(false);
        for (const Taken& earlier : path.taken) {
            if (earlier.is_solution != decision.is_solution || earlier.index != decision.index) continue;
            std::vector<Formula> same = {earlier.condition};
            for (std::size_t i = 0; i < decision.arguments.size(); ++i)
                same.push_back(e.pool.equal(earlier.arguments[i], decision.arguments[i]));
            const Formula is_same = e.pool.land(std::move(same));
            for (std::size_t i = 0; i < before.size(); ++i)
                before[i] = e.pool.ite(is_same, earlier.outcome[i], before[i]);
            stays = e.pool.ite(is_same, earlier.kept, stays);
        }
        const Formula here = e.pool.land({path.alive, e.pool.lnot(path.failed), decision.asked});
        Taken taken{decision.is_solution, decision.index,     decision.arguments,
                    decision.outcome,     e.pool.truth(true), {}};
        if (decision.is_solution && !is_false(stays)) {
            const Formula still = is_solution(e.terms, *decision.solutions, before);
            taken.kept = e.pool.truth(false);
            taken.condition = e.pool.land({here, stays, e.pool.lnot(still)});
            if (!is_false(taken.condition)) path.taken.push_back(taken);
            stays = e.pool.land(stays, still);
        }
        std::vector<Formula> unchanged;
        for (std::size_t i = 0; i < before.size(); ++i)
            unchanged.push_back(e.pool.equal(before[i], decision.outcome[i]));
        const Formula changed = e.pool.lnot(e.pool.land(std::move(unchanged)));
        const Formula impossible = e.pool.lnot(is_possible(e.pool, decision, decision.taken));
        Formula wrong = e.pool.ite(stays, changed, impossible);
        if (decision.is_solution) wrong = e.pool.lor(wrong, impossible);
        exclude(e, path, e.pool.land(decision.undecided, wrong));
        taken.kept = e.pool.truth(true);
        taken.condition = e.pool.land(here, decision.undecided);
        const bool is_news = path.taken.empty() || path.taken.back() != taken;
        if (is_news && !is_false(taken.condition)) path.taken.push_back(std::move(taken));
    }
}

}  // namespace

CodeEncoding encoding_of_code(TermEncoding& terms, StepRecord& record) {
    std::map<std::size_t, const Type*> cell_types;
    for (const Variable& variable : terms.model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) {
            cell_types[variable.base + i] = &terms.model.type(variable.type);
        }
    }
    return {terms.model, terms.options, terms.pool, terms, record, std::move(cell_types)};
}

void incident(CodeEncoding& e, const Path& path, Occurrence occurrence, Formula condition) {
    condition = e.pool.land({path.alive, e.pool.lnot(path.failed), condition});
    if (is_false(condition) || !occurrence.incident.is_valid()) return;
    if (occurrence.clause.is_valid()) {
        e.record.incidents.push_back({occurrence, condition});
        return;
    }
    e.pool.values(path.speaker).for_each([&](Value value) {
        Formula spoken = e.pool.land(condition, e.pool.equal(path.speaker, value));
        e.record.incidents.push_back({{occurrence.incident, clause_of(value)}, spoken});
    });
}

void left_to_nobody(CodeEncoding& e, const Path& path, Formula condition) {
    e.record.nobody.push_back(e.pool.land({path.alive, e.pool.lnot(path.failed), condition}));
}

void exclude(CodeEncoding& e, const Path& path, Formula condition) {
    condition = e.pool.land({path.alive, e.pool.lnot(path.failed), condition});
    if (!is_false(condition)) e.record.excluded.push_back(condition);
}

void fail(CodeEncoding& e, Path& path, Formula condition, IncidentId id, ClauseId clause) {
    condition = e.pool.land({path.alive, e.pool.lnot(path.failed), condition});
    if (is_false(condition)) return;
    incident(e, path, {id, clause}, condition);
    e.record.errors.push_back(condition);
    path.failed = e.pool.lor(path.failed, condition);
}

void cut(CodeEncoding& e, Path& path, Formula condition) {
    condition = e.pool.land({path.alive, e.pool.lnot(path.failed), condition});
    if (is_false(condition)) return;
    e.record.cuts.push_back(condition);
    path.failed = e.pool.lor(path.failed, condition);
}

void receive(CodeEncoding& e, const Encoded& encoded, Path& path, ClauseId clause) {
    decide(e, encoded.decisions, path);
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) {
            cut(e, path, met.condition);
            continue;
        }
        if (met.occurrence.incident != e.model.incidents.undefined) left_to_nobody(e, path, met.condition);
        Occurrence occurrence = met.occurrence;
        if (!occurrence.clause.is_valid()) occurrence.clause = clause;
        incident(e, path, occurrence, met.condition);
    }
    incident(e, path, {e.model.incidents.undefined, clause}, encoded.unspoken);
    fail(e, path, encoded.undefined, {}, {});
}

Formula evaluate(CodeEncoding& e, TermId term, Path& path, ClauseId clause) {
    if (!term.is_valid()) return e.pool.truth(true);
    const Encoded encoded = encode(e.terms, term, surroundings(path));
    receive(e, encoded, path, clause);
    return encoded.value;
}

Formula peek(CodeEncoding& e, TermId guard, Path& path) {
    if (!guard.is_valid()) return e.pool.truth(true);
    const Encoded encoded = encode(e.terms, guard, surroundings(path));
    decide(e, encoded.decisions, path);
    std::vector<Formula> all = {e.pool.equal(encoded.value, 1), encoded.undefined};
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) all.push_back(met.condition);
    }
    return e.pool.lor(std::move(all));
}

void run_to_end(CodeEncoding& e, CodeId code, Path path) {
    Running rest = run(e, code, std::move(path));
    if (!rest) return;
    // A branch that does not end its code cannot be continued; compiled models have none.
    e.terms.limits.not_analysed("code that does not end");
    cut(e, *rest, e.pool.truth(true));
    e.record.ended.push_back(std::move(*rest));
}

Path run_check(CodeEncoding& e, CodeId code, Path path) {
    e.settling = true;
    ++e.inside;
    e.block_incidents.push_back(e.model.incidents.settle_conflict);
    Running rest = run(e, code, std::move(path));
    e.block_incidents.pop_back();
    e.settling = false;
    --e.inside;
    ERRATA_CHECK(rest.has_value());
    return std::move(*rest);
}

Running branches_joined(CodeEncoding& e, Formula condition, Running yes, Running no) {
    if (!yes) return no;
    if (!no) return yes;
    bool changes = yes->version != no->version;
    Path result = joined(e.pool, condition, std::move(*yes), *no);
    if (changes) changed(e, result);
    return result;
}

Running run(CodeEncoding& e, CodeId id, Path path) {
    if (e.terms.limits.gives_up()) return path;
    const Code& code = e.model.flow.code[id];
    const Formula outer = path.speaker;
    if (code.clause.is_valid()) path.speaker = e.pool.constant(number_of(code.clause));
    Running rest = run_node(e, code, std::move(path));
    if (rest) rest->speaker = outer;
    return rest;
}

Path run_child(CodeEncoding& e, CodeId child, Path path) {
    ++e.inside;
    Running rest = run(e, child, std::move(path));
    --e.inside;
    ERRATA_CHECK(rest.has_value());
    return std::move(*rest);
}

}  // namespace errata::compiler
