// A run of code that is under way, for all states and choices that take it: the cells as changed so far and
// the condition under which the run gets here. Branches copy it; where they come together again only cells
// that differ need a case distinction, so whatever no branch touches stays the very same formula.
#pragma once

#include <map>
#include <vector>

#include "compiler/smt/encode_terms.h"

namespace errata::compiler {

// What a Simultaneously block has collected for one cell.
struct Collected {
    Formula set;          // there was a Set
    Formula value;        // its value, of several the last one's
    Formula differ;       // there were Sets with different values
    Formula reset;        // there was a reset
    Formula before;       // and what it says that the cell held before
    Formula ended;        // and what it holds behind the block
    Formula amount;       // sum of the increases
    Formula gained;       // members more
    Formula lost;         // members less
    Formula ever_gained;  // those that a later write took back among them
    Formula ever_lost;
    // What has left, each under a condition: objects, or for a set those that it holds no longer.
    std::vector<std::pair<Formula, Formula>> gone;
    Formula clause;  // of the last write, as a number; 0: nobody wrote
};

Collected nothing_collected(FormulaPool& pool);

using Block = std::map<std::size_t, Collected>;

// Clauses as values of a formula. Small numbers, for their sets are walked; 0 is kept for "nobody wrote".
Value number_of(ClauseId clause);
ClauseId clause_of(Value number);

// What was taken, before the run got here, where nobody decides (Decision in encode_terms.h).
struct Taken {
    bool is_solution = false;
    std::uint32_t index = 0;
    std::vector<Formula> arguments;
    std::vector<Formula> outcome;
    Formula kept;  // still, rather than forgotten
    Formula condition;
    friend bool operator==(const Taken&, const Taken&) = default;
};

// An object of a type that has left inside a block, where the condition holds.
struct Departed {
    Formula condition;
    Formula object;
    TypeId domain;
    // A state check runs while every frame waits; otherwise the top frame is the one that runs.
    std::size_t first_waiting = 1;
    friend bool operator==(const Departed&, const Departed&) = default;
};

struct Path {
    std::vector<Formula> cells;
    std::vector<Formula> binders;
    Formula alive;    // the run gets here, errors aside
    Formula failed;   // it has been ended by an error or cut before
    Formula spilled;  // the bag had no room for an instance: cut at the end, if no error comes first
    std::uint64_t version = 0;
    Given given;                     // inside the blocks of a Solve: its unknowns
    std::vector<Taken> taken;        // what nobody decided, in order
    std::vector<Block> blocks;       // open Simultaneously blocks, innermost last
    std::vector<Departed> departed;  // inside them; forgotten when the outermost ends
    Formula speaker;                 // the clause under way (number_of); a node without one speaks for it
    Formula over;                    // settle only: the ending reached + 1, 0 none
};

// `yes` where `condition` holds (both come from one path that branched on it), `no` elsewhere.
Path joined(FormulaPool& pool, Formula condition, Path yes, const Path& no);

// Paths that exclude each other; outside all of them the cells mean nothing. At least one. Blocks must be
// closed.
Path merged(FormulaPool& pool, std::vector<Path> paths);

// For each cell the value of the path that is alive.
std::vector<Formula> merged_cells(FormulaPool& pool, const std::vector<Path>& paths);

}  // namespace errata::compiler
