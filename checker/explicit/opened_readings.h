// Which readings a search opens. Each of them multiplies the initial states by its alternatives, and a setup
// never asks most readings of a rulebook. So a search begins with every reading at its first alternative,
// sees which ones are *asked* (Evaluator::watched), and is made again with those open, until it asks no
// other.
//
// Why nothing is lost. Let O be the opened readings and the search complete: every state reached from any
// combination of alternatives of O (the others at their first) was expanded, every question about states was
// put to it, and only readings of O were asked. Take any full assignment a of alternatives, and a' that
// agrees with a on O and has first alternatives elsewhere. What is not asked in a state has no influence on
// its transitions, incidents and answers, so the plays from a and from a' go the same way step by step, their
// states equal but for the variables outside O, which nothing writes. So a' stands for a. The nearest play
// under a' is never longer and comes first in the order of initial states, so that findings show the same
// plays. What looks at reached states in another way (without a clause, say) watches for itself and opens
// what it asks (text/idle_clauses).
//
// The scope's bound on departures (Model::few_departures) goes well with that: a' departs from first
// alternatives at most as often as a.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class OpenedReadings {
public:
    // Those that the setup's requirements mention; with `all`, every reading.
    OpenedReadings(const compiler::Model& model, const compiler::Setup& setup, bool all = false);

    // The setup in which the others keep to their first alternative.
    const compiler::Setup& setup() const { return setup_; }
    // Of the readings that the setup leaves open: those that keep to their first alternative here.
    const compiler::ReadingSet& closed() const { return closed_; }

    // Is every one of these open, as far as the setup leaves it open?
    bool cover(const compiler::ReadingSet& asked) const;
    void open(const compiler::ReadingSet& asked);

    // ", under every combination of the 3 readings asked (of 20)"; empty in a game without readings.
    std::string text() const;

private:
    const compiler::Model& model_;
    compiler::Setup setup_;
    compiler::ReadingSet closed_;
};

// " with at most 1 reading other than its first alternative", as the scope bounds it; empty where it does
// not.
std::string departures_text(const compiler::Model& model);

// The terms asked of reached states (claims, printed items in function, exceptions) that mention a reading.
std::vector<compiler::TermId> questions_about_readings(const compiler::Model& model);

}  // namespace errata::checker
