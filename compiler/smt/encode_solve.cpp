// How code is encoded: what nobody decides within a transition, and for Solve.
#include "compiler/smt/encode_code.h"
#include "compiler/smt/encode_equations.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

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

}  // namespace

void exclude(CodeEncoding& e, const Path& path, Formula condition) {
    condition = e.pool.land({path.alive, e.pool.lnot(path.failed), condition});
    if (!is_false(condition)) e.record.excluded.push_back(condition);
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

Path run_child(CodeEncoding& e, CodeId child, Path path) {
    ++e.inside;
    Running rest = run(e, child, std::move(path));
    --e.inside;
    ERRATA_CHECK(rest.has_value());
    return std::move(*rest);
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

}  // namespace errata::compiler
