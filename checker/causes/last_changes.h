// What a condition reads where a play ends, and which steps made it so: how a claim that is broken there says
// what broke it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "checker/trace.h"
#include "compiler/ir/cell_trace.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// "herd is Ann since step 13 (Loan), home is Cleo": the cells that a closed term reads at places known there,
// at most eight, with the last step that changed each; where there are none, what it reads of what changed.
struct Held {
    compiler::Phrase words;     // or empty
    bool names_makers = false;  // by what a derived value is made is among them
};
Held held(const compiler::Evaluator& evaluator, compiler::TermId term, const Trace& play);

// "herd is Ann since step 13 (Loan)" of each of these cells, as they are where the play ends.
compiler::Phrase values_since(const compiler::Model& model, const std::vector<std::size_t>& cells,
                              const Trace& play);

// " since step 13 (Loan)", of the cell's last change; empty for what was so from the start.
std::string since_text(const compiler::Model& model, std::size_t cell, const Trace& play);

// Whether something is so in a state; adds to the trace (may be null) the cells that this depends on.
using IsSo = std::function<bool(const compiler::State&, compiler::CellTrace*)>;

// A change of the play, and its step (from 0).
struct Decisive {
    std::size_t step = 0;
    compiler::Change change;
};

// What brought it about that something is so where the play ends: of the cells that this depends on, the last
// changes without which it would not be so. Where each change alone would do, all last changes.
std::vector<Decisive> decisive_changes(const IsSo& is_so, const Trace& play);

// Who made them, in the order of the play.
std::vector<compiler::ClauseId> who_made(const std::vector<Decisive>& changes);

}  // namespace errata::checker
