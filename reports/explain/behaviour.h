// What an edit of a spec changes: which printed lines, rules and actions are written otherwise, and how play
// differs. Play is compared state by state, both versions side by side from the same setup, by the words of
// the spec (state_graph): so it does not matter how either is compiled, nor what a choice is called. The
// first position in which the two part is told with the play to it; what lies behind it is not compared.
// Where a setup leaves too much open to list its positions, or has more states than are looked at, that is
// told. Nothing is said of positions that no setup reaches.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/model.h"
#include "reports/explain/state_graph.h"

namespace errata::reports {

enum class Edit { Changed, New, Gone };

// A card, a rule, an action: what is written in it otherwise.
struct ChangedItem {
    std::string kind;
    std::string name;
    Edit change = Edit::Changed;
    std::vector<std::string> before = {};  // its lines, as far as they are written otherwise
    std::vector<std::string> now = {};
    friend bool operator==(const ChangedItem&, const ChangedItem&) = default;
};

// A position in which the versions part.
struct Parting {
    std::string setup;
    std::vector<std::string> play;  // the moves to it
    // What is done there in one version alone, and what comes of it.
    std::vector<std::string> before;
    std::vector<std::string> now;
    std::vector<std::string> used;  // "rule Bell": what takes part, in either version
    friend bool operator==(const Parting&, const Parting&) = default;
};

struct ComparedSetup {
    std::string setup;
    Edit change = Edit::Changed;         // New, Gone: only one version has it
    std::size_t states = 0;              // from which play goes on alike
    std::size_t parting_states = 0;      // and from which it does not
    bool is_whole = false;               // no other state is reached, but behind positions in which they part
    bool is_listed = true;               // false: too many positions to begin in
    std::vector<Parting> partings = {};  // the nearest first; of many, the first of them
    friend bool operator==(const ComparedSetup&, const ComparedSetup&) = default;
};

struct Behaviour {
    std::vector<ChangedItem> items;
    std::vector<ComparedSetup> setups;
    friend bool operator==(const Behaviour&, const Behaviour&) = default;
};

// Which of a model's setups: those that are declared, or the tables of its screens.
enum class Compared { Setups, Screens };
// `most_states`: of each setup, in each version.
Behaviour compare_behaviour(const compiler::Model& before, const compiler::Model& now,
                            std::size_t most_states, Compared compared = Compared::Setups);

// The nearest parting in which the item takes part or is named; null: there is none.
const Parting* parting_of(const Behaviour& behaviour, const ChangedItem& item);

}  // namespace errata::reports
