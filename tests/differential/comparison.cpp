#include "tests/differential/comparison.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include "compiler/smt/formula.h"
#include "tests/support/codes.h"

namespace errata::tests {

using checker::Answer;
using compiler::Expansion;
using compiler::Formula;
using compiler::FormulaPool;
using compiler::KnownValues;
using compiler::Occurrence;
using compiler::ReplacedFormulas;
using compiler::State;
using compiler::StepIncident;
using compiler::Successor;
using compiler::Value;

Comparison::Comparison(const compiler::Model& model, const compiler::EncoderOptions& options)
    : Comparison(model, model, options) {}

Comparison::Comparison(const compiler::Model& encoded, const compiler::Model& evaluated,
                       const compiler::EncoderOptions& options, const Change& change)
    : model_(encoded),
      evaluator_(evaluated, options.enabled),
      encoder_(encoded, options),
      solver_(encoder_.pool()),
      small_solver_(encoder_.pool()) {
    before_ = well_formed_state(encoded, encoder_.pool());
    step_ = encoder_.step(before_.cells);
    if (change) change(encoder_, before_.cells, step_);
    in_state_ = step_.considered;
    for (const auto& more : {encoder_.stuck(before_.cells).incidents, encoder_.asking_whose(before_.cells)})
        in_state_.insert(in_state_.end(), more.begin(), more.end());
    after_ = renamed(step_.next, encoder_.pool());
    for (Formula constraint : before_.constraints) solver_.require(constraint);
    for (Formula constraint : after_.constraints) solver_.require(constraint);
}

bool Comparison::is_beyond_counters(const State& state) const {
    for (const auto& variable : model_.variables) {
        if (model_.type(variable.type).is_finite()) continue;
        for (std::size_t i = variable.base; i < variable.base + variable.cells; ++i) {
            if (state[i] < compiler::counter_lo || state[i] > compiler::counter_hi) return true;
        }
    }
    return false;
}

// When several writes of one block leave their types, which of them is named is not defined. What is written,
// and with whom, only the evaluator says.
void Comparison::insert(Outcome& outcome, Occurrence occurrence) const {
    if (occurrence.incident == model_.incidents.overflow) occurrence.clause = {};
    outcome.incidents.insert({occurrence.incident, occurrence.clause});
}

std::set<Outcome> Comparison::evaluated(const State& state) const {
    std::set<Outcome> outcomes;
    for (const Successor& successor : evaluator_.expand(state).successors) {
        Outcome outcome;
        outcome.is_cut = successor.cut || (successor.next && is_beyond_counters(*successor.next));
        outcome.is_error = !outcome.is_cut && !successor.next;
        if (!outcome.is_cut) {
            if (successor.next) outcome.next = *successor.next;
            for (const Occurrence& occurrence : successor.incidents) insert(outcome, occurrence);
        }
        outcomes.insert(outcome);
    }
    return outcomes;
}

Comparison::View Comparison::whole(const State& state) {
    View view{step_, after_.cells, {}, {step_.valid}, &solver_};
    for (std::size_t i = 0; i < state.size(); ++i) {
        view.assumed.push_back(encoder_.pool().equal(before_.cells[i], state[i]));
    }
    return view;
}

Comparison::View Comparison::substituted(const State& state) {
    FormulaPool& pool = encoder_.pool();
    ReplacedFormulas replaced;
    for (std::size_t i = 0; i < state.size(); ++i) replaced[before_.cells[i].index] = pool.constant(state[i]);
    auto seen = [&](Formula f) { return substitute(pool, f, replaced); };
    View view{{}, {}, {}, {}, &small_solver_};
    for (Formula constraint : before_.constraints) view.assumed.push_back(seen(constraint));
    view.step.valid = seen(step_.valid);
    view.step.error = seen(step_.error);
    view.step.cut = seen(step_.cut);
    for (const StepIncident& incident : step_.incidents) {
        view.step.incidents.push_back({incident.occurrence, seen(incident.condition)});
    }
    view.in_state = in_state_;
    for (StepIncident& incident : view.in_state) incident.condition = seen(incident.condition);
    for (Formula cell : step_.next) view.after.push_back(seen(cell));
    view.assumed.push_back(view.step.valid);
    return view;
}

std::optional<std::string> Comparison::enumerate(const View& view, std::size_t limit,
                                                 std::set<Outcome>& outcomes) {
    FormulaPool& pool = encoder_.pool();
    std::vector<Formula> assumed = view.assumed;
    Formula here = pool.variable(compiler::ValueSet(0, 1));  // what is required of this state's outcomes only
    assumed.push_back(here);
    Answer answer;
    // Different orders of the bag are different for Z3, so it may come more often than there are outcomes.
    std::size_t rounds = 0;
    while ((answer = view.solver->check(assumed)) == Answer::Sat && outcomes.size() <= limit) {
        if (++rounds > 100 + 50 * limit)
            return "Z3 and FormulaPool::evaluate disagree: an outcome comes again and again";
        std::vector<Value> assignment = view.solver->assignment();
        KnownValues known;
        auto holds = [&](Formula f) { return evaluate(pool, f, assignment, known) == 1; };
        Outcome outcome;
        outcome.is_cut = holds(view.step.cut);
        outcome.is_error = holds(view.step.error);
        std::vector<Formula> other = {outcome.is_cut ? pool.lnot(view.step.cut) : view.step.cut,
                                      outcome.is_error ? pool.lnot(view.step.error) : view.step.error};
        if (!outcome.is_cut) {
            for (const StepIncident& incident : view.step.incidents) {
                bool happens = holds(incident.condition);
                if (happens) insert(outcome, incident.occurrence);
                other.push_back(happens ? pool.lnot(incident.condition) : incident.condition);
            }
        }
        if (!outcome.is_cut && !outcome.is_error) {
            outcome.next = decode(model_, pool, view.after, assignment);
            for (Formula cell : view.after) {
                other.push_back(pool.lnot(pool.equal(cell, evaluate(pool, cell, assignment, known))));
            }
        }
        outcomes.insert(outcome);
        other.push_back(pool.lnot(here));
        view.solver->require(pool.lor(other));
    }
    if (answer == Answer::Unknown) return "Z3 gives up";
    return {};
}

std::string Comparison::show(const std::set<Outcome>& outcomes) const {
    std::string text;
    for (const Outcome& outcome : outcomes) {
        text += outcome.is_error ? "  error" : outcome.is_cut ? "  cut" : fmt::format("  {}", outcome.next);
        for (const Occurrence& o : outcome.incidents) {
            text += fmt::format("  {}({})/{}", name_of(model_.incidents.all[o.incident.index]),
                                o.incident.index, static_cast<int>(o.clause.index));
        }
        text += "\n";
    }
    return text;
}

std::string Comparison::difference_of_incidents(const State& state, const View& view) {
    const Expansion expansion = evaluator_.expand(state);
    const std::set<Occurrence> expected(expansion.incidents.begin(), expansion.incidents.end());
    std::set<Occurrence> found;
    std::vector<Formula> assumed = view.assumed;
    std::erase(assumed, view.step.valid);  // there need not be a transition
    for (const StepIncident& incident : view.in_state) {
        if (found.contains(incident.occurrence) || is_false(incident.condition)) continue;
        assumed.push_back(incident.condition);
        if (view.solver->check(assumed) == Answer::Sat) found.insert(incident.occurrence);
        assumed.pop_back();
    }
    if (expected == found) return "";
    std::string text = "incidents of the state\n";
    const auto tell = [&](const char* whose, const std::set<Occurrence>& those,
                          const std::set<Occurrence>& others) {
        for (const Occurrence& o : those) {
            if (others.contains(o)) continue;
            text += fmt::format("  only the {}: {}({})/{}\n", whose,
                                name_of(model_.incidents.all[o.incident.index]), o.incident.index,
                                static_cast<int>(o.clause.index));
        }
    };
    tell("evaluator", expected, found);
    tell("encoding", found, expected);
    return text;
}

std::optional<std::string> Comparison::compare(const State& state) {
    if (!not_analysed().empty()) return {};
    std::set<Outcome> expected = evaluated(state);
    std::set<Outcome> found;
    const bool as_it_is = compared_++ % 8 == 0;
    View view = as_it_is ? whole(state) : substituted(state);
    std::optional<std::string> failure = enumerate(view, expected.size(), found);
    std::string difference;
    if (failure) {
        difference = *failure;
    } else if (expected != found) {
        std::set<Outcome> missing, extra;
        std::set_difference(expected.begin(), expected.end(), found.begin(), found.end(),
                            std::inserter(missing, missing.end()));
        std::set_difference(found.begin(), found.end(), expected.begin(), expected.end(),
                            std::inserter(extra, extra.end()));
        difference = "only the evaluator:\n" + show(missing) + "only the encoding:\n" + show(extra);
    } else if (!as_it_is) {
        difference = difference_of_incidents(state, view);
    }
    agreed_ += expected.size();
    if (difference.empty()) return {};
    return fmt::format("state {}\n{}", state, difference);
}

}  // namespace errata::tests
