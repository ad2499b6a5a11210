// How a model is encoded. The limits turn what would be too large into a reason in `not_analysed`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>

#include "compiler/ir/evaluate.h"

namespace errata::compiler {

// Mistakes that the encoder makes on request. The tests that compare it with the evaluator must notice each;
// nothing else ever asks for one.
enum class EncoderFault : std::uint8_t {
    None,
    DropFrameCondition,    // a write through an index also reaches the last cell it could name
    ReverseAgenda,         // a stack is a queue and the other way round
    ShortRange,            // a quantifier misses the last value of its domain
    SwappedIte,            // the branches of a conditional value change places
    ForgottenDefinedness,  // an index outside its type is not noticed
    IgnoredEnabled,        // statements of disabled clauses still hold
    SequentialBlock,       // a Simultaneously block reads its own writes
    ForgottenLife,         // Stop keeps the registers that die there
    ForgottenOverflow,     // leaving a type is not noticed
    KeptInstance,          // a placed trigger stays in the bag
    FirstCheckOnly,        // of several enabled state checks one is carried out
    EagerOtherwise,        // `otherwise` is taken although there are options
    FreshUndetermined,     // an undetermined predicate may change its value within a transition
    LostReturn,            // Return leaves the frames below where they are
    LastSumWins,           // amounts of one block do not add up
    PriorityForgotten,     // options are offered although triggers wait
    LostOption,            // a point's last option is not seen
    CallerGone,            // a called item takes the place of the frame that called it
    CalledBelow,           // a called item is put directly above the floor
    FloorForgotten,        // only the control frame waits for what is placed
    NothingRemembered,     // what has left is forgotten in the middle of an effect, too
    KeptReference,         // an object that has left stays in the registers of the waiting frames
    KeptArgument,          // and in the arguments of pending instances
    ForgetfulRunner,       // it leaves the registers of the running frame, too
    EagerBag,              // the next instance is taken from the bag before the last item is done
    ShortReach,            // what is as far away as anything can be counts as out of reach
    FallbackAnyway,        // a fallback counts though the statements do not allow it
    ValueIgnored,          // statements speak of the last value of the type, whatever they say
    StrayValue,            // what nobody decides may come out as a value that is not possible
    LostEquation,          // the last unknown that is guessed need not satisfy its equation
    GreatestFixpoint,      // an inductive system begins with "all yes"
    ForgottenPreference,   // all solutions count
    BackupForgotten,       // no solution is an incident although there are backups
    ThawedSolve,           // inside a Solve the unknowns change with the state
    FreshSolution,         // the solution taken may change within a transition though it is still one
    QuietChecks,           // state checks that set one cell differently say nothing
    QuietBlocks,           // nor do the Sets of a Simultaneously block
    QuietMembers,          // nor does what a set gains and loses in it
    QuietLooks,            // what a look at an option that is not there meets goes unsaid
    QuietOwners,           // and so does what the question meets whose choice it is
    OrderAsWritten,        // instances in any order are carried out as they are written
    NothingPassedOver,     // all of them are, even those that could have had their turn
    QuietOrder,            // that nobody decides between them goes unsaid
    ManyOrders,            // there are never too many of them
    PendingAtRest,         // what is pending does not keep the game from being at rest
    NobodyAlike,           // objects that nothing tells apart count one by one
};

struct EncoderOptions {
    EnabledClauses enabled;        // by clause; empty: all
    bool clause_literals = false;  // a free truth value per clause instead of `enabled`
    // Leave out what is done at points of the turn, and place the first of the pending instances only: for
    // steps that are known to be forced (ByItself).
    bool agenda_only = false;
    std::size_t term_limit = 400'000;       // instances that unrolling one term may cost
    std::size_t option_limit = 4'096;       // binder values of a point looked at for "no option is possible"
    std::size_t unknown_limit = 1'024;      // unknowns of one system of equations
    std::size_t round_limit = 16;           // instances that one AnyOrder may carry out
    std::size_t solution_limit = 4'096;     // candidates for its solution
    std::size_t solution_work = 4'000'000;  // formulas that looking at all of them may make
    // Beyond, or when `stop` says so, the encoder gives up: what it makes from then on means nothing.
    std::size_t formula_limit = 30'000'000;
    std::function<bool()> stop;
    EncoderFault fault = EncoderFault::None;
};

// Counters are unbounded in the rules; here a transition that takes one beyond these is cut.
inline constexpr Value counter_lo = -(Value{1} << 15);
inline constexpr Value counter_hi = (Value{1} << 15) - 1;

}  // namespace errata::compiler
