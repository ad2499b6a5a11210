#include "checker/symbolic/bounded.h"

#include <algorithm>
#include <chrono>

#include "checker/fact_kinds.h"
#include "checker/symbolic/counters.h"
#include "checker/symbolic/goals.h"
#include "checker/symbolic/plain_start.h"
#include "checker/symbolic/unroller.h"
#include "compiler/smt/formula.h"

namespace errata::checker {

using compiler::Encoder;
using compiler::Formula;
using compiler::FormulaPool;
using compiler::KnownValues;
using compiler::Model;
using compiler::Step;
using compiler::SymbolicState;
using compiler::Value;

namespace {

// Z3 resource units for one look at all well-formed states: a second or two.
constexpr unsigned rule_out_resources = 3'000'000;

constexpr std::size_t most_plays = 20;  // of one target, Target::by_each

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

SearchReport nothing_found(const std::vector<Target>& targets) {
    SearchReport report;
    report.results.resize(targets.size());
    return report;
}

// One run over the depths.
struct Run {
    const Model& model;
    const compiler::Setup& setup;
    const SearchOptions& options;
    const std::vector<Target>& targets;
    Clock clock{options.seconds, options.interrupted};
    Encoder encoder{model, within({options.formula_units, options.seconds}, options.encoder)};
    FormulaPool& pool = encoder.pool();
    Solver solver{pool};
    Unroller unroller{encoder, solver, start_of(setup, encoder)};
    std::vector<bool> is_open = std::vector<bool>(targets.size(), true);
    std::vector<std::size_t> turned_down = std::vector<std::size_t>(targets.size());  // candidates, by target
    // By target: who met its incident in the plays found, and who can at all; nothing: anybody.
    std::vector<std::set<compiler::ClauseId>> spoke =
        std::vector<std::set<compiler::ClauseId>>(targets.size());
    std::vector<std::optional<std::set<compiler::ClauseId>>> can_speak =
        std::vector<std::optional<std::set<compiler::ClauseId>>>(targets.size());
    SearchReport report = nothing_found(targets);
};

bool is_undecided(const Run& r, std::size_t i) { return r.is_open[i] && !r.report.results[i].play; }

bool has_open(const Run& r) { return std::find(r.is_open.begin(), r.is_open.end(), true) != r.is_open.end(); }

SolverBudget budget(const Run& r) {
    return {r.options.resources, std::max(0.0, r.clock.left()), r.options.interrupted};
}

// Is there a well-formed state where the goal is met? Two instances that wait there may be any two: of these
// only what is seen without solving is asked, for there are as many such targets as pairs of triggers.
Answer anywhere(Run& r, Solver& solver, const Target& target, Formula goal) {
    if (is_false(goal)) return Answer::Unsat;
    if (target.kind == TargetKind::Pending) return Answer::Unknown;
    SolverBudget little = budget(r);
    little.resources =
        little.resources == 0 ? rule_out_resources : std::min(little.resources, rule_out_resources);
    return solver.check({goal}, little);
}

// What happens in no well-formed state happens in no play: one small query over any state instead of one
// per depth. Only without counters, for those of the symbolic states are bounded.
void rule_out(Run& r) {
    if (has_counters(r.model)) return;
    Encoder encoder(r.model, within({r.options.formula_units, r.clock.left()}, r.options.encoder));
    FormulaPool& pool = encoder.pool();
    Solver solver(pool);
    SymbolicState any = well_formed_state(r.model, pool);
    for (Formula constraint : any.constraints) solver.require(constraint);
    const Step step = encoder.step(any.cells);
    Goals goals(r.model, encoder, any.cells, &step);
    for (std::size_t i = 0; i < r.targets.size(); ++i) {
        const Goal goal = goals.of(r.targets[i]);
        if (r.targets[i].by_each) {
            std::set<compiler::ClauseId>& clauses = r.can_speak[i].emplace();
            for (const compiler::StepIncident& met : goals.meetings(r.targets[i]))
                clauses.insert(met.occurrence.clause);
        }
        if (!encoder.not_analysed().empty() || encoder.gave_up() || r.clock.left() < 0) break;
        if (anywhere(r, solver, r.targets[i], pool.lor(goal.in_state, goal.in_step)) != Answer::Unsat)
            continue;
        r.is_open[i] = false;
        r.report.results[i].status = SearchStatus::Impossible;
        r.report.results[i].depth = r.options.depth;
    }
    r.report.queries = solver.checks();
}

bool give_up(Run& r, const std::optional<Fact>& reason) {
    for (std::size_t i = 0; i < r.targets.size(); ++i) {
        if (!is_undecided(r, i)) continue;
        r.report.results[i].status = SearchStatus::Unknown;
        r.report.results[i].reason = reason;
    }
    return false;
}

Formula other_last_state(Run& r, const std::vector<Value>& assignment) {
    KnownValues known;
    std::vector<Formula> differs;
    for (Formula cell : r.unroller.last_state()) {
        differs.push_back(r.pool.lnot(r.pool.equal(cell, evaluate(r.pool, cell, assignment, known))));
    }
    return r.pool.lor(differs);
}

// Fewer and fewer of the terms, until there is no such play. What was reached is kept from then on.
std::vector<Value> least(Run& r, const Target& target, std::vector<Formula>& kept,
                         std::vector<Value> assignment) {
    Formula sum = r.pool.constant(0);
    for (compiler::TermId term : target.minimise)
        sum = add(r.pool, sum, r.encoder.holds(term, r.unroller.state(0)));
    while (true) {
        KnownValues known;
        Value now = evaluate(r.pool, sum, assignment, known);
        Answer answer = Answer::Unsat;
        if (now > 0) {
            answer = Answer::Unknown;
            std::vector<Formula> assumptions = kept;
            assumptions.push_back(less(r.pool, sum, r.pool.constant(now)));
            if (r.clock.left() >= 0) answer = r.solver.check(assumptions, little_of(budget(r)));
        }
        if (answer != Answer::Sat) {
            kept.push_back(less_equal(r.pool, sum, r.pool.constant(now)));
            return assignment;
        }
        assignment = r.solver.assignment();
    }
}

// Has somebody else yet to meet the incident? Then that is sought from now on.
bool seek_others(Run& r, std::size_t i, Goals& all, Goal& goal, const std::vector<Value>& assignment) {
    const Target& target = r.targets[i];
    if (!target.by_each || r.report.results[i].further.size() + 1 >= most_plays) return false;
    KnownValues known;
    std::set<compiler::ClauseId>& spoke = r.spoke[i];
    const std::size_t before = spoke.size();
    for (const compiler::StepIncident& met : all.meetings(target)) {
        if (evaluate(r.pool, met.condition, assignment, known) == 1) spoke.insert(met.occurrence.clause);
    }
    if (spoke.size() == before) return false;
    goal = all.of(target, spoke);
    const auto& can_speak = r.can_speak[i];
    return !can_speak || !std::ranges::includes(spoke, *can_speak);
}

void found(Run& r, std::size_t i, Goals& all, Goal& goals, bool in_step, std::vector<Value> assignment) {
    Formula& goal = in_step ? goals.in_step : goals.in_state;
    SymbolicPlay play;
    std::vector<Formula> kept{goal};
    if (!r.targets[i].minimise.empty()) {
        assignment = least(r, r.targets[i], kept, std::move(assignment));
    }
    if (r.clock.left() >= 0)
        assignment = with_plain_start(
            {r.pool, r.solver, plain_cells(r.model, r.setup, r.pool, r.unroller.state(0)), budget(r)},
            std::move(kept), std::move(assignment));
    for (std::size_t k = 0; k <= r.unroller.depth(); ++k) {
        play.states.push_back(decode(r.model, r.pool, r.unroller.state(k), assignment));
    }
    if (in_step) {
        KnownValues known;
        const Step& step = r.unroller.step();
        play.is_broken_off = evaluate(r.pool, step.error, assignment, known) == 1 ||
                             evaluate(r.pool, step.cut, assignment, known) == 1;
        if (!play.is_broken_off) play.states.push_back(decode(r.model, r.pool, step.next, assignment));
    }
    SearchResult& result = r.report.results[i];
    if (r.targets[i].accept && !r.targets[i].accept(play)) {
        goal = r.pool.land(goal, other_last_state(r, assignment));
        if (++r.turned_down[i] < r.targets[i].candidates) return;
        r.is_open[i] = false;
        result.status = SearchStatus::Unknown;
        result.reason = Fact{FactKind::CandidatesFailed, {r.turned_down[i]}};
        return;
    }
    if (result.play) {
        result.further.push_back(std::move(play));
    } else {
        result.status = SearchStatus::Found;
        result.depth = r.unroller.depth() + (in_step ? 1 : 0);
        result.play = std::move(play);
    }
    r.is_open[i] = seek_others(r, i, all, goals, assignment);
}

bool decide(Run& r, Goals& all, std::vector<Goal>& goals, bool in_step, Formula cut) {
    while (true) {
        std::vector<Formula> any = {cut};
        for (std::size_t i = 0; i < goals.size(); ++i) {
            if (r.is_open[i]) any.push_back(in_step ? goals[i].in_step : goals[i].in_state);
        }
        Formula wanted = r.pool.lor(any);
        if (is_false(wanted)) return true;
        if (r.clock.left() < 0) return give_up(r, Fact{FactKind::TimeIsUp});
        switch (r.solver.check({wanted}, budget(r))) {
            case Answer::Unsat:
                r.solver.require(r.pool.lnot(wanted));
                return true;
            case Answer::Unknown:
                return give_up(r, r.solver.reason());
            case Answer::Sat:
                break;
        }
        std::vector<Value> assignment = r.solver.assignment();
        KnownValues known;
        if (evaluate(r.pool, cut, assignment, known) == 1) {
            r.report.cut_at = r.unroller.depth() + 1;
            cut = r.pool.truth(false);
        }
        for (std::size_t i = 0; i < goals.size(); ++i) {
            const Formula goal = in_step ? goals[i].in_step : goals[i].in_state;
            if (r.is_open[i] && evaluate(r.pool, goal, assignment, known) == 1) {
                found(r, i, all, goals[i], in_step, assignment);
            }
        }
    }
}

// Decides all open targets at this depth. False: the search is over.
bool look_at_depth(Run& r) {
    if (r.options.progress) {
        r.options.progress(r.unroller.depth(),
                           static_cast<std::size_t>(std::count(r.is_open.begin(), r.is_open.end(), true)));
    }
    const Step* step = r.unroller.depth() < r.options.depth ? &r.unroller.step() : nullptr;
    Goals all(r.model, r.encoder, r.unroller.last_state(), step);
    std::vector<Goal> goals;
    for (std::size_t i = 0; i < r.targets.size(); ++i) {
        goals.push_back(r.is_open[i] ? all.of(r.targets[i], r.spoke[i])
                                     : Goal{r.pool.truth(false), r.pool.truth(false)});
    }
    if (r.encoder.gave_up()) return give_up(r, Fact{FactKind::UnitsSpentOnFormulas});
    Formula cut = step != nullptr && !r.report.cut_at ? step->cut : r.pool.truth(false);
    // What is in a state comes first: it is a step shorter than what is in the step from it.
    for (bool in_step : {false, true}) {
        if (!decide(r, all, goals, in_step, in_step ? cut : r.pool.truth(false))) return false;
    }
    for (std::size_t i = 0; i < r.targets.size(); ++i) {
        if (is_undecided(r, i)) r.report.results[i].depth = r.unroller.depth() + (step != nullptr ? 1 : 0);
    }
    return true;
}

bool exhausted(Run& r) {
    for (std::size_t i = 0; i < r.targets.size(); ++i) {
        if (is_undecided(r, i)) r.report.results[i].status = SearchStatus::Exhausted;
    }
    return false;
}

// One step further. False: no play is that long.
bool go_deeper(Run& r) {
    if (r.unroller.is_at_end()) return exhausted(r);
    r.unroller.advance();
    if (r.clock.left() < 0) return give_up(r, Fact{FactKind::TimeIsUp});
    Answer alive = r.solver.check({}, budget(r));
    if (alive == Answer::Sat) return true;
    if (alive == Answer::Unknown) return give_up(r, r.solver.reason());
    return exhausted(r);
}

SearchReport search(Run& r) {
    rule_out(r);
    while (has_open(r) && look_at_depth(r)) {
        if (r.unroller.depth() >= r.options.depth) break;
        if (!go_deeper(r)) break;
    }
    r.report.not_analysed = r.encoder.not_analysed();
    r.report.queries += r.solver.checks();
    r.report.formulas = r.pool.nodes().size();
    return std::move(r.report);
}

}  // namespace

BoundedSearch::BoundedSearch(const Model& model, const compiler::Setup& setup, SearchOptions options)
    : model_(model), setup_(setup), options_(std::move(options)) {}

SearchReport BoundedSearch::run(const std::vector<Target>& targets) {
    Run r{model_, setup_, options_, targets};
    return search(r);
}

}  // namespace errata::checker
