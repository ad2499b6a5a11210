// Mistakes of the evaluator, played by giving it a model with the mistake in it: what an evaluator that
// mistakes a node for another would do with the right one. The encoding gets the right one, and the
// comparison must notice.
#pragma once

#include <cstdint>

#include "compiler/ir/model.h"

namespace errata::tests {

enum class EvaluatorFault : std::uint8_t {
    LostOption,       // a point's first option is not seen: a transition is dropped
    GuardIgnored,     // options are there whatever their guards say
    OtherwiseMissed,  // a point without an option has nothing else
    AlwaysSettled,    // state checks and placements come between any two transitions
    LastCheckOnly,    // of several enabled state checks one is carried out
    BagLikeStack,     // the next instance is taken from the bag before the last item is done
    QueueLikeStack,
    FloorForgotten,  // only the control frame waits for what is placed
    NothingRemembered,
    LostInstance,    // Pend does nothing
    KeptReference,   // Forget does nothing
    CalledLater,     // a called item goes into the bag
    ReturnLikeStop,  // an item that is done stays where it was
    QuietFork,       // nobody decides, so the first outcome is taken
    QuietGap,        // an undetermined predicate is false
    IncreaseLikeSet,
    GainLikeSet,
    NeverAtRest,
    SequentialBlock,        // a Simultaneously block reads its own writes
    FirstPassOnly,          // a condition is evaluated, and what follows is carried out anyway
    PreferenceIgnored,      // all solutions of a system count
    BackupIgnored,          // a system without a solution has nothing else
    OtherEquation,          // an unknown to bool has the opposite of its definition
    InductiveLikePlain,     // an inductive system has any of its solutions, not the least
    SolveWithoutOthers,     // what a Solve does with no solution or with several is not seen
    NegativeStatementLost,  // an open function does not hear what it is not
    QuietChecks,            // state checks that set one cell differently say nothing
    QuietBlocks,            // nor do the Sets of a Simultaneously block
    QuietOwners,            // nobody asks whose choice it is
    OrderAsWritten          // instances in any order are carried out as they are written
};

compiler::Model with_fault(compiler::Model model, EvaluatorFault fault);

}  // namespace errata::tests
