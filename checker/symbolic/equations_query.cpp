#include "checker/symbolic/equations_query.h"

#include <vector>

#include "checker/fact_kinds.h"
#include "checker/symbolic/counters.h"
#include "compiler/ir/definitions.h"
#include "compiler/smt/encode_equations.h"
#include "compiler/smt/encode_step.h"
#include "compiler/smt/formula.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Query {
public:
    Query(const Model& model, EquationsId system, const EquationsQueryOptions& options)
        : model_(model),
          system_(model.functions.equations[system.index]),
          options_(options),
          encoder_(model, options.encoder),
          pool_(encoder_.pool()) {
        board_ = well_formed_state(model, pool_);
        view_ = solvability(encoder_.terms(), system, board_.cells);
        std::vector<TermId> definitions;
        for_each_definition(model, system_, [&](TermId term) { definitions.push_back(term); });
        asks_counters_ = ask_counters(model, std::move(definitions));
    }

    EquationsAnswer run() {
        if (encoder_.gave_up()) return {given_up(), given_up()};
        if (view_.is_listed) return {ask(view_.several), ask(view_.none)};
        if (view_.set != nullptr) return {two_copies(), collected_guesses()};
        const BoardAnswer unknown{
            Answer::Unknown, {}, Fact{FactKind::LeftOut, {*encoder_.not_analysed().begin()}}};
        return {unknown, unknown};
    }

private:
    void describe_board(Solver& solver) {
        for (const Formula constraint : board_.constraints) solver.require(constraint);
        solver.require(view_.asked);
    }

    static BoardAnswer given_up() { return {Answer::Unknown, {}, Fact{FactKind::UnitsSpentOnFormulas}}; }

    State board(Solver& solver) { return decode(model_, pool_, board_.cells, solver.assignment()); }

    BoardAnswer answer(Solver& solver, const std::vector<Formula>& assumptions) {
        if (encoder_.gave_up()) return given_up();
        BoardAnswer result;
        result.answer = solver.check(assumptions, {options_.resources, options_.seconds});
        result.reason = solver.reason();
        if (result.answer == Answer::Sat) result.state = board(solver);
        return result;
    }

    // Of all boards.
    BoardAnswer answer_for_all(Solver& solver, const std::vector<Formula>& assumptions) {
        BoardAnswer result = answer(solver, assumptions);
        if (result.answer == Answer::Unsat && asks_counters_)
            return {Answer::Unknown, {}, Fact{FactKind::CountersBounded}};
        return result;
    }

    BoardAnswer ask(Formula question) {
        Solver solver(pool_);
        describe_board(solver);
        return answer_for_all(solver, {question});
    }

    std::vector<Formula> fresh_guesses() {
        std::vector<Formula> guesses;
        for (const ValueSet& values : compiler::guesses(pool_, *view_.set))
            guesses.push_back(pool_.variable(values));
        return guesses;
    }

    // Different solutions differ in a guessed unknown, for the others follow from these.
    BoardAnswer two_copies() {
        const std::vector<Formula> one = fresh_guesses();
        const std::vector<Formula> other = fresh_guesses();
        std::vector<Formula> differ;
        for (std::size_t i = 0; i < one.size(); ++i)
            differ.push_back(pool_.lnot(pool_.equal(one[i], other[i])));
        Solver solver(pool_);
        describe_board(solver);
        solver.require(follows(encoder_.terms(), *view_.set, one));
        solver.require(follows(encoder_.terms(), *view_.set, other));
        BoardAnswer result = answer_for_all(solver, {pool_.lor(std::move(differ))});
        if (result.answer == Answer::Sat && system_.preference.is_valid())
            return {Answer::Unknown, {}, Fact{FactKind::PreferenceUnasked}};
        return result;
    }

    BoardAnswer collected_guesses() {
        const std::vector<Formula> guesses = fresh_guesses();
        Solver unsolved(pool_);  // boards that no guess known solves
        describe_board(unsolved);
        Solver solved(pool_);
        describe_board(solved);
        solved.require(follows(encoder_.terms(), *view_.set, guesses));
        for (std::size_t round = 0; round < options_.rounds; ++round) {
            BoardAnswer open = answer_for_all(unsolved, {});
            if (open.answer != Answer::Sat) return open;
            BoardAnswer guess = answer(solved, {is_board(*open.state)});
            if (guess.answer == Answer::Unsat) return open;
            if (guess.answer == Answer::Unknown) return guess;
            KnownValues known;
            const std::vector<Value> assignment = solved.assignment();
            const auto constant = [&](Formula value) {
                return pool_.constant(evaluate(pool_, value, assignment, known));
            };
            unsolved.require(
                pool_.lnot(follows(encoder_.terms(), *view_.set, dsl::mapped(guesses, constant))));
        }
        return {Answer::Unknown, {}, Fact{FactKind::ManySolutions}};
    }

    // Of the variables, which are all that equations read.
    Formula is_board(const State& state) {
        std::vector<Formula> all;
        for (const Variable& variable : model_.variables) {
            for (std::size_t i = variable.base; i < variable.base + variable.cells; ++i)
                all.push_back(pool_.equal(board_.cells[i], state[i]));
        }
        return pool_.land(std::move(all));
    }

    const Model& model_;
    const Equations& system_;
    const EquationsQueryOptions& options_;
    Encoder encoder_;
    FormulaPool& pool_;
    SymbolicState board_;
    Solvability view_;
    bool asks_counters_ = false;
};

}  // namespace

EquationsAnswer equations_query(const Model& model, EquationsId system,
                                const EquationsQueryOptions& options) {
    return Query(model, system, options).run();
}

}  // namespace errata::checker
