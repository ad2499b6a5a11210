// Which readings a search opens. Each of them multiplies the initial states by its alternatives, and a play
// never asks most readings of a rulebook. So a search begins with every reading at its first alternative, and
// sees which ones are *asked* (Evaluator::watched) on the plays from each initial state. That state is then
// replaced by those with every combination of alternatives of what it asks, and the search is made again,
// until no play asks a reading that is *closed* for it: a tree of cases by what is asked, as deep as there
// are questions.
//
// Why nothing is lost. Take any initial state with any alternatives a, and go down the tree as a says. At the
// leaf is an initial state s of the search that agrees with a on the readings opened on the way, with first
// alternatives elsewhere; every state reached from it was expanded, every question about states was put to
// it, and no closed reading was asked. What is not asked in a state has no influence on its transitions,
// incidents and answers, so the plays under a and from s go the same way step by step, their states equal but
// for the readings that are closed, which nothing writes. So s stands for a. The nearest play under a is
// never shorter than that from s, and s comes first in the order of initial states, so that findings show the
// same plays. What looks at reached states in another way (without a clause, say) watches for itself and
// opens what it asks (text/idle_clauses).
//
// The scope's bound on departures (Model::few_departures) goes well with that: s departs from first
// alternatives at most as often as a.
#pragma once

#include <vector>

#include "checker/explicit/initial_states.h"
#include "checker/fact.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

class OpenedReadings {
public:
    // Open are those that the setup's requirements mention; with `all`, every reading.
    OpenedReadings(const compiler::Model& model, const compiler::Setup& setup, bool all = false);

    // The setup in which all others keep to their first alternative, and which these are.
    const compiler::Setup& setup() const { return setup_; }
    const compiler::ReadingSet& kept_first() const { return kept_first_; }

    // Lists the states of `setup`. False: there are too many.
    bool list(const compiler::Evaluator& evaluator, const SetupLimits& limits);
    // Those the search begins with, in the order of their cells.
    const std::vector<compiler::State>& initial() const { return initial_; }

    // Closed on the plays from an initial state, by its number, and on all plays.
    const compiler::ReadingSet& closed_from(std::size_t initial) const { return closed_[initial]; }
    compiler::ReadingSet closed() const;

    // By initial state: what is asked on plays from there is open for them.
    bool cover(const std::vector<compiler::ReadingSet>& asked) const;
    // None is closed on all plays.
    bool are_open(const compiler::ReadingSet& asked) const;
    // Splits the initial states that ask what is closed for them. False: there are too many then.
    bool open(const compiler::Evaluator& evaluator, const std::vector<compiler::ReadingSet>& asked,
              const SetupLimits& limits);

    // Under which readings play is looked at; nothing in a game without readings.
    Facts facts() const;

private:
    compiler::Setup around(const compiler::State& state, std::vector<std::size_t> cells) const;
    std::size_t cell_of(std::size_t reading) const;

    const compiler::Model& model_;
    compiler::Setup setup_;
    compiler::ReadingSet kept_first_;
    std::vector<compiler::State> initial_;
    std::vector<compiler::ReadingSet> closed_;  // by initial state
};

// How many readings may be in another than their first alternative; nothing where the scope does not bound
// it.
Facts departures(const compiler::Model& model);

// The terms asked of reached states (claims, printed items in function, exceptions) that mention a reading.
struct QuestionsAboutReadings {
    explicit QuestionsAboutReadings(const compiler::Model& model);
    std::vector<compiler::TermId> terms;
};

}  // namespace errata::checker
