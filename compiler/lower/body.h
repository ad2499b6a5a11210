// Statements to code: a body is cut at its stops (choices, `settle`, loops) into points and labels; what lies
// between two stops becomes one structured piece of code. Written in continuation-passing style: `tail` makes
// the code of a body followed by whatever the continuation makes. Actions are written out where they are
// performed, with the prohibitions and replacements that concern them and the triggers that listen.
#pragma once

#include "compiler/lower/code.h"
#include "compiler/lower/events.h"
#include "compiler/lower/place.h"

namespace errata::compiler {

// A body, followed by `next`.
CodeId tail(const Lowering& l, const typed::Block& body, Place place, const Continuation& next);
// A body without stops that lets the code go on behind it.
CodeId straight(const Lowering& l, const typed::Block& body, Place place);

// All state checks, which happen at one moment: where they set and add to one thing the game says which comes
// first, or nobody does.
void order_state_checks(const Lowering& l);

// Does running this involve a stop or an end, so that it cannot be part of something indivisible?
// `indivisible`: asked about it as part of something without any.
bool has_stop(const Lowering& l, const typed::Block& body, const Place& place, bool indivisible);
bool has_stop(const Lowering& l, const typed::Stmt& stmt, const Place& place, bool indivisible);

// What single statements become; those with `next` may stop.
CodeId change(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId introduce(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId destroy(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId mark(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId create(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId solve(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId simultaneously(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId insert(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation* next);
CodeId perform(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation* next);
CodeId later(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId open_window(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId choose(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId choose_several(const Lowering& l, const typed::Stmt& stmt, const Place& place,
                      const Continuation& next);
CodeId distribute(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId secretly(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId for_each_straight(const Lowering& l, const typed::Stmt& stmt, const Place& place);
CodeId for_each_stopping(const Lowering& l, const typed::Stmt& stmt, const Place& place,
                         const Continuation& next);
CodeId for_each_in_turn(const Lowering& l, const typed::Stmt& stmt, const Place& place,
                        const Continuation& next);
CodeId repeat(const Lowering& l, const typed::Stmt& stmt, const Place& place, const Continuation& next);
CodeId phase(const Lowering& l, const typed::Stmt& stmt, Place place, const Continuation& next);

// How the game ends: code that finishes it, and before that tells whom the ending is for where its text says
// so. Used for `ending` abilities (items.cpp), too. References into the program, which outlives it.
struct WrittenEnding {
    const std::string& name;
    const std::vector<typed::Expr>& winner;  // none or one
    dsl::Span span;
    ClauseId clause;
};

// Endings of one name are one, for whoever the last of its texts to be carried out names.
CodeId tell_winner(const Lowering& l, const WrittenEnding& ending, const Place& place);
CodeId finish(const Lowering& l, const WrittenEnding& ending);

}  // namespace errata::compiler
