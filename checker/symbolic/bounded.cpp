#include "checker/symbolic/bounded.h"

#include <algorithm>
#include <chrono>

#include "checker/symbolic/counters.h"
#include "checker/symbolic/goals.h"
#include "checker/symbolic/unroller.h"

namespace errata::checker {

using compiler::Encoder;
using compiler::Formula;
using compiler::FormulaPool;
using compiler::Model;
using compiler::Step;
using compiler::SymbolicState;
using compiler::Value;

namespace {

// Z3 resource units for one look at all well-formed states: a second or two.
constexpr unsigned rule_out_resources = 3'000'000;

// For one attempt at a smaller play of the same length: a tenth of a second or two.
constexpr unsigned nicety_resources = 300'000;

class Clock {
public:
    Clock(double seconds, const std::atomic<bool>* interrupted)
        : seconds_(seconds), interrupted_(interrupted), start_(std::chrono::steady_clock::now()) {}

    // Seconds left; 0: no limit, negative: none left.
    double left() const {
        if (interrupted_ != nullptr && *interrupted_) return -1;
        if (seconds_ <= 0) return 0;
        double used = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
        return used < seconds_ ? seconds_ - used : -1;
    }

private:
    double seconds_;
    const std::atomic<bool>* interrupted_;
    std::chrono::steady_clock::time_point start_;
};

// One run over the depths.
class Run {
public:
    Run(const Model& model, const compiler::Setup& setup, const SearchOptions& options,
        const std::vector<Target>& targets)
        : model_(model),
          setup_(setup),
          options_(options),
          targets_(targets),
          clock_(options.seconds, options.interrupted),
          encoder_(model, within({options.formula_units, options.seconds}, options.encoder)),
          pool_(encoder_.pool()),
          solver_(pool_),
          unroller_(encoder_, solver_, first_state(setup)) {
        for (const Target& target : targets)
            report_.results.push_back({target.id, SearchStatus::Clear, 0, {}, {}});
        is_open_.assign(targets.size(), true);
        turned_down_.assign(targets.size(), 0);
    }

    SearchReport run() {
        rule_out();
        while (has_open() && look_at_depth()) {
            if (unroller_.depth() >= options_.depth) break;
            if (!go_on()) break;
        }
        report_.not_analysed = encoder_.not_analysed();
        report_.queries += solver_.checks();
        report_.formulas = pool_.size();
        return std::move(report_);
    }

private:
    SymbolicState first_state(const compiler::Setup& setup) {
        SymbolicState state = setup_state(model_, setup, pool_);
        for (const auto& [requirement, clause] : setup.requirements) {
            state.constraints.push_back(encoder_.holds(requirement, state.cells));
        }
        return state;
    }

    bool has_open() const { return std::find(is_open_.begin(), is_open_.end(), true) != is_open_.end(); }

    SolverBudget budget() const {
        return {options_.resources, std::max(0.0, clock_.left()), options_.interrupted};
    }

    // For making a play that is known nicer to read.
    SolverBudget little_budget() const {
        SolverBudget little = budget();
        little.resources =
            little.resources == 0 ? nicety_resources : std::min(little.resources, nicety_resources);
        return little;
    }

    // What happens in no well-formed state happens in no play: one small query over any state instead of one
    // per depth. Only without counters, for those of the symbolic states are bounded.
    void rule_out() {
        if (has_counters(model_)) return;
        Encoder encoder(model_, within({options_.formula_units, clock_.left()}, options_.encoder));
        FormulaPool& pool = encoder.pool();
        Solver solver(pool);
        SymbolicState any = well_formed_state(model_, pool);
        for (Formula constraint : any.constraints) solver.require(constraint);
        const Step step = encoder.step(any.cells);
        Goals goals(model_, encoder, any.cells, &step);
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const Goal goal = goals.of(targets_[i]);
            if (!encoder.not_analysed().empty() || encoder.gave_up() || clock_.left() < 0) break;
            SolverBudget little = budget();
            little.resources =
                little.resources == 0 ? rule_out_resources : std::min(little.resources, rule_out_resources);
            if (solver.check({pool.lor(goal.in_state, goal.in_step)}, little) != Answer::Unsat) continue;
            is_open_[i] = false;
            report_.results[i].status = SearchStatus::Impossible;
            report_.results[i].depth = options_.depth;
            report_.results[i].reason = "in no well-formed state";
        }
        report_.queries = solver.checks();
    }

    // Decides all open targets at this depth. False: the search is over.
    bool look_at_depth() {
        if (options_.progress) {
            options_.progress(unroller_.depth(),
                              static_cast<std::size_t>(std::count(is_open_.begin(), is_open_.end(), true)));
        }
        const Step* step = unroller_.depth() < options_.depth ? &unroller_.step() : nullptr;
        Goals all(model_, encoder_, unroller_.last_state(), step);
        std::vector<Goal> goals;
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            goals.push_back(is_open_[i] ? all.of(targets_[i]) : Goal{pool_.truth(false), pool_.truth(false)});
        }
        if (encoder_.gave_up()) return give_up(budget_ended_encoding);
        Formula cut = step != nullptr && !report_.cut_at ? step->cut : pool_.truth(false);
        // What is in a state comes first: it is a step shorter than what is in the step from it.
        for (bool in_step : {false, true}) {
            if (!decide(goals, in_step, in_step ? cut : pool_.truth(false))) return false;
        }
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            if (is_open_[i]) report_.results[i].depth = unroller_.depth() + (step != nullptr ? 1 : 0);
        }
        return true;
    }

    bool decide(std::vector<Goal>& goals, bool in_step, Formula cut) {
        while (true) {
            std::vector<Formula> any = {cut};
            for (std::size_t i = 0; i < goals.size(); ++i) {
                if (is_open_[i]) any.push_back(in_step ? goals[i].in_step : goals[i].in_state);
            }
            Formula wanted = pool_.lor(any);
            if (pool_.is_false(wanted)) return true;
            if (clock_.left() < 0) return give_up("time is up (--budget)");
            switch (solver_.check({wanted}, budget())) {
                case Answer::Unsat:
                    solver_.require(pool_.lnot(wanted));
                    return true;
                case Answer::Unknown:
                    return give_up(solver_.reason());
                case Answer::Sat:
                    break;
            }
            std::vector<Value> assignment = solver_.assignment();
            FormulaPool::Known known;
            if (pool_.evaluate(cut, assignment, known) == 1) {
                report_.cut_at = unroller_.depth() + 1;
                cut = pool_.truth(false);
            }
            for (std::size_t i = 0; i < goals.size(); ++i) {
                Formula& goal = in_step ? goals[i].in_step : goals[i].in_state;
                if (is_open_[i] && pool_.evaluate(goal, assignment, known) == 1) {
                    found(i, goal, in_step, assignment);
                }
            }
        }
    }

    bool give_up(const std::string& reason) {
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            if (!is_open_[i]) continue;
            report_.results[i].status = SearchStatus::Unknown;
            report_.results[i].reason = reason;
        }
        return false;
    }

    void found(std::size_t i, Formula& goal, bool in_step, std::vector<Value> assignment) {
        SymbolicPlay play;
        std::vector<Formula> kept{goal};
        if (!targets_[i].minimise.empty()) {
            assignment = least(targets_[i], kept, std::move(assignment), play.is_minimised);
        }
        assignment = plain(std::move(kept), std::move(assignment));
        for (std::size_t k = 0; k <= unroller_.depth(); ++k) {
            play.states.push_back(decode(model_, pool_, unroller_.state(k), assignment));
        }
        if (in_step) {
            FormulaPool::Known known;
            const Step& step = unroller_.step();
            play.is_broken_off = pool_.evaluate(step.error, assignment, known) == 1 ||
                                 pool_.evaluate(step.cut, assignment, known) == 1;
            if (!play.is_broken_off) play.states.push_back(decode(model_, pool_, step.next, assignment));
        }
        SearchResult& result = report_.results[i];
        if (targets_[i].accept && !targets_[i].accept(play)) {
            goal = pool_.land(goal, other_last_state(assignment));
            if (++turned_down_[i] < targets_[i].candidates) return;
            is_open_[i] = false;
            result.status = SearchStatus::Unknown;
            result.reason = "none of " + std::to_string(turned_down_[i]) + " candidates stood a closer look";
            return;
        }
        is_open_[i] = false;
        result.status = SearchStatus::Found;
        result.depth = unroller_.depth() + (in_step ? 1 : 0);
        result.play = std::move(play);
    }

    Formula other_last_state(const std::vector<Value>& assignment) {
        FormulaPool::Known known;
        std::vector<Formula> differs;
        for (Formula cell : unroller_.last_state()) {
            differs.push_back(pool_.lnot(pool_.equal(cell, pool_.evaluate(cell, assignment, known))));
        }
        return pool_.lor(differs);
    }

    // Fewer and fewer of the terms, until there is no such play. What was reached is kept from then on.
    std::vector<Value> least(const Target& target, std::vector<Formula>& kept, std::vector<Value> assignment,
                             bool& is_proved) {
        Formula sum = pool_.constant(0);
        for (compiler::TermId term : target.minimise)
            sum = pool_.add(sum, encoder_.holds(term, unroller_.state(0)));
        while (true) {
            FormulaPool::Known known;
            Value now = pool_.evaluate(sum, assignment, known);
            Answer answer = Answer::Unsat;
            if (now > 0) {
                answer = Answer::Unknown;
                std::vector<Formula> assumptions = kept;
                assumptions.push_back(pool_.less(sum, pool_.constant(now)));
                if (clock_.left() >= 0) answer = solver_.check(assumptions, little_budget());
            }
            if (answer != Answer::Sat) {
                is_proved = answer == Answer::Unsat && !encoder_.gave_up();
                kept.push_back(pool_.less_equal(sum, pool_.constant(now)));
                return assignment;
            }
            assignment = solver_.assignment();
        }
    }

    // Leaves open cells at their initial values where that does no harm: a variable's cells together if
    // possible, else each.
    std::vector<Value> plain(std::vector<Formula> kept, std::vector<Value> assignment) {
        const std::vector<Formula>& cells = unroller_.state(0);
        const auto is_plain = [&](std::size_t cell) { return pool_.equal(cells[cell], setup_.values[cell]); };
        const auto insist = [&](Formula wish) {
            FormulaPool::Known known;
            if (pool_.evaluate(wish, assignment, known) == 1) {
                kept.push_back(wish);
                return true;
            }
            if (clock_.left() < 0) return false;
            std::vector<Formula> assumptions = kept;
            assumptions.push_back(wish);
            if (solver_.check(assumptions, little_budget()) != Answer::Sat) return false;
            assignment = solver_.assignment();
            kept = std::move(assumptions);
            return true;
        };
        for (const compiler::Variable& variable : model_.variables) {
            std::vector<Formula> wishes;
            for (const std::size_t cell : setup_.open) {
                if (cell >= variable.base && cell < variable.base + variable.cells)
                    wishes.push_back(is_plain(cell));
            }
            if (wishes.empty() || insist(pool_.land(wishes)) || wishes.size() == 1) continue;
            for (const Formula wish : wishes) insist(wish);
        }
        return assignment;
    }

    // One step further. False: no play is that long.
    bool go_on() {
        if (unroller_.is_at_end()) return exhausted();
        unroller_.advance();
        if (clock_.left() < 0) return give_up("time is up (--budget)");
        Answer alive = solver_.check({}, budget());
        if (alive == Answer::Sat) return true;
        if (alive == Answer::Unknown) return give_up(solver_.reason());
        return exhausted();
    }

    bool exhausted() {
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            if (is_open_[i]) report_.results[i].status = SearchStatus::Exhausted;
        }
        return false;
    }

    const Model& model_;
    const compiler::Setup& setup_;
    const SearchOptions& options_;
    const std::vector<Target>& targets_;
    Clock clock_;
    Encoder encoder_;
    FormulaPool& pool_;
    Solver solver_;
    Unroller unroller_;
    std::vector<bool> is_open_;
    std::vector<std::size_t> turned_down_;  // candidates, by target
    SearchReport report_;
};

}  // namespace

BoundedSearch::BoundedSearch(const Model& model, const compiler::Setup& setup, SearchOptions options)
    : model_(model), setup_(setup), options_(std::move(options)) {}

SearchReport BoundedSearch::run(const std::vector<Target>& targets) {
    return Run(model_, setup_, options_, targets).run();
}

}  // namespace errata::checker
