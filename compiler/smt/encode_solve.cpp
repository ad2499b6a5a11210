// The part of CodeEncoder for what nobody decides within a transition, and for Solve.
#include "compiler/smt/encode_code.h"
#include "compiler/smt/encode_equations.h"
#include "dsl/base/check.h"

namespace errata::compiler {

void CodeEncoder::exclude(const Path& path, Formula condition) {
    condition = pool_.land({path.alive, pool_.lnot(path.failed), condition});
    if (!pool_.is_false(condition)) record_.excluded.push_back(condition);
}

namespace {

Formula is_possible(FormulaPool& pool, const Decision& decision, Formula outcome) {
    std::vector<Formula> wrong;
    for (std::size_t i = 0; i < decision.possible->size(); ++i) {
        const Formula is_it = pool.equal(outcome, decision.first + static_cast<Value>(i));
        wrong.push_back(pool.land(is_it, pool.lnot((*decision.possible)[i])));
    }
    return pool.lnot(pool.lor(std::move(wrong)));
}

}  // namespace

// The value of an open function stays whatever changes. A solution stays as long as it is one whenever the
// system is asked.
void CodeEncoder::decide(const std::vector<Decision>& decisions, Path& path) {
    for (const Decision& decision : decisions) {
        std::vector<Formula> before = decision.outcome;
        Formula stays = pool_.truth(false);
        for (const Taken& earlier : path.taken) {
            if (earlier.is_solution != decision.is_solution || earlier.index != decision.index) continue;
            std::vector<Formula> same = {earlier.condition};
            for (std::size_t i = 0; i < decision.arguments.size(); ++i)
                same.push_back(pool_.equal(earlier.arguments[i], decision.arguments[i]));
            const Formula is_same = pool_.land(std::move(same));
            for (std::size_t i = 0; i < before.size(); ++i)
                before[i] = pool_.ite(is_same, earlier.outcome[i], before[i]);
            stays = pool_.ite(is_same, earlier.kept, stays);
        }
        const Formula here = pool_.land({path.alive, pool_.lnot(path.failed), decision.asked});
        Taken taken{decision.is_solution, decision.index,    decision.arguments,
                    decision.outcome,     pool_.truth(true), {}};
        if (decision.is_solution && !pool_.is_false(stays)) {
            const Formula still = terms_.is_solution(*decision.solutions, before);
            taken.kept = pool_.truth(false);
            taken.condition = pool_.land({here, stays, pool_.lnot(still)});
            if (!pool_.is_false(taken.condition)) path.taken.push_back(taken);
            stays = pool_.land(stays, still);
        }
        std::vector<Formula> unchanged;
        for (std::size_t i = 0; i < before.size(); ++i)
            unchanged.push_back(pool_.equal(before[i], decision.outcome[i]));
        const Formula changed = pool_.lnot(pool_.land(std::move(unchanged)));
        const Formula impossible = pool_.lnot(is_possible(pool_, decision, decision.taken));
        Formula wrong = pool_.ite(stays, changed, impossible);
        if (decision.is_solution) wrong = pool_.lor(wrong, impossible);
        exclude(path, pool_.land(decision.undecided, wrong));
        taken.kept = pool_.truth(true);
        taken.condition = pool_.land(here, decision.undecided);
        const bool is_news = path.taken.empty() || path.taken.back() != taken;
        if (is_news && !pool_.is_false(taken.condition)) path.taken.push_back(std::move(taken));
    }
}

Path CodeEncoder::run_child(CodeId child, Path path) {
    ++inside_;
    Running rest = run(child, std::move(path));
    --inside_;
    ERRATA_CHECK(rest.has_value());
    return std::move(*rest);
}

// There is a solution, or there are backups: the unknowns keep these values while the child runs.
Path CodeEncoder::run_solved(const Code& code, const SolutionSet& set, Path path) {
    const Equations& system = model_.equations[code.equations.index];
    std::vector<Formula> chosen = set.holds;
    const Formula several = pool_.land(path.alive, set.several);
    if (!pool_.is_false(several)) {
        incident(path, {system.several, code.clause}, several);
        left_to_nobody(path, several);
        const Formula taken = pool_.variable(ValueSet(0, static_cast<Value>(chosen.size()) - 1));
        std::vector<Formula> none_of_them;
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const Formula is_it = pool_.equal(taken, static_cast<Value>(a));
            none_of_them.push_back(pool_.land(is_it, pool_.lnot(set.holds[a])));
            chosen[a] = pool_.land(chosen[a], pool_.lor(pool_.lnot(set.several), is_it));
        }
        exclude(path, pool_.land(several, pool_.lor(std::move(none_of_them))));
    }
    const Given outside = path.given;
    path.given[code.equations.index] = {terms_.values_in(set, chosen), pool_.truth(false)};
    changed(path);
    path = run_child(code.children[0], std::move(path));
    path.given = outside;
    changed(path);
    return path;
}

CodeEncoder::Running CodeEncoder::run_solve(const Code& code, Path path) {
    const Equations& system = model_.equations[code.equations.index];
    const TermEncoder::Solved solved = terms_.solve(code.equations, surroundings(path));
    const Formula no = pool_.truth(false);
    receive({no, no, no, solved.met, solved.decisions}, path, code.clause);
    if (solved.set == nullptr) return path;
    const SolutionSet& set = *solved.set;
    const auto has_child = [&](std::size_t i) {
        return i < code.children.size() && code.children[i].is_valid();
    };
    const Formula none = set.none;
    const Formula several = has_child(2) ? set.several : no;
    const auto under = [&](Formula condition) {
        Path copy = path;
        copy.alive = pool_.land(path.alive, condition);
        return copy;
    };
    Path result = under(pool_.land(pool_.lnot(none), pool_.lnot(several)));
    if (!pool_.is_false(result.alive)) result = run_solved(code, set, std::move(result));
    if (!pool_.is_false(none)) {
        Path without = under(none);
        if (has_child(1)) {
            without = run_child(code.children[1], std::move(without));
        } else {
            incident(without, {system.none, code.clause}, pool_.truth(true));
        }
        result = std::move(*branches_joined(none, std::move(without), std::move(result)));
    }
    if (!pool_.is_false(several)) {
        Path undecided = run_child(code.children[2], under(several));
        result = std::move(*branches_joined(several, std::move(undecided), std::move(result)));
    }
    return result;
}

}  // namespace errata::compiler
