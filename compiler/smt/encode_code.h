// Symbolic execution of Code trees, read off code.h independently of the reference evaluator: one path goes
// in, what ends the transition is handed over (waiting gotos by label, ended paths), errors, cuts and
// incidents are collected with the condition under which they happen.
#pragma once

#include <optional>
#include <vector>

#include "compiler/smt/encode_terms.h"
#include "compiler/smt/path.h"

namespace errata::compiler {

struct StepIncident {
    Occurrence occurrence;
    Formula condition;
};

// What the runs of one transition have led to so far.
struct StepRecord {
    std::vector<StepIncident> incidents;
    std::vector<Formula> nobody;  // a Fork is reached, or a predicate asked that has no value
    std::vector<Formula> errors;
    std::vector<Formula> cuts;
    std::vector<Formula>
        excluded;  // no run at all: what nobody decides comes out as nothing that is possible
    std::vector<Path> ended;
    std::map<std::uint32_t, std::vector<Path>> waiting;  // by label
};

using Running = std::optional<Path>;  // nothing: every branch has ended

// An instance that is caught inside a block if its limit has room.
struct LimitedPend {
    TriggerId trigger;
    std::vector<Formula> arguments;
    Formula waits;   // the run gets there
    Formula caught;  // where it does, nobody decides this
};

// What is put off until the outermost block has been carried out, with what is known where it stands.
struct EncodedDeferred {
    CodeId code;
    std::uint32_t stage = 0;
    Formula waits;  // the run gets there
    std::vector<Formula> binders;
    Given given;
    Formula speaker;
};

// A run that has reached an Again, with the values for the binders.
struct EncodedRound {
    Path path;
    std::vector<Formula> values;
};

// What the code of one transition is encoded with; everything below is a free function over it.
struct CodeEncoding {
    const Model& model;
    const EncoderOptions& options;
    FormulaPool& pool;
    TermEncoding& terms;
    StepRecord& record;
    std::map<std::size_t, const Type*> cell_types;
    bool settling = false;
    int inside = 0;  // constructs whose body comes back to them: blocks, loops, state checks
    std::vector<IncidentId> block_incidents = {};                    // of the open blocks
    std::vector<LimitedPend> limited = {};                           // of all of them
    std::vector<EncodedDeferred> deferred = {};                      // likewise
    std::map<std::uint32_t, std::vector<EncodedRound>> rounds = {};  // under way, by level
};

CodeEncoding encoding_of_code(TermEncoding& terms, StepRecord& record);

// encode_code.cpp. Runs code that ends by itself.
void run_to_end(CodeEncoding& e, CodeId code, Path path);
// A state check's body inside the settle block: falls through, Finish only notes the ending.
Path run_check(CodeEncoding& e, CodeId code, Path path);
Running run(CodeEncoding& e, CodeId code, Path path);
// A body that comes back to the construct around it.
Path run_child(CodeEncoding& e, CodeId child, Path path);
Running branches_joined(CodeEncoding& e, Formula condition, Running yes, Running no);

// encode_orders.cpp: instances in an order that nobody decides.
Path run_any_order(CodeEncoding& e, const Code& code, Path path);
Path run_rounds(CodeEncoding& e, const Code& code, Path path);
Running run_again(CodeEncoding& e, const Code& code, Path path);

// encode_moment.cpp. Carries out the innermost open block.
void close_block(CodeEncoding& e, Path& path, bool sets_last = false);
// Of the block that is closed next: what is set and added to where nobody says which comes first.
void order_changes(CodeEncoding& e, Path& path);
void write(CodeEncoding& e, const Code& code, Path& path);

// A Defer; and what was put off inside the outermost block, which has been closed.
Path run_defer(CodeEncoding& e, const Code& code, Path path);
Path run_deferred(CodeEncoding& e, Path path, IncidentId conflict, bool sets_last);

// Whether an instance of a trigger with a limit is caught at the moment under way. When that ends, as many
// are as there is room for.
Formula catch_within_limit(CodeEncoding& e, const Code& code, const std::vector<Formula>& arguments,
                           const Path& path);

// encode_agenda.cpp. Ends the transition in the path's cells: with the game over, or as they are.
void finish(CodeEncoding& e, Path path, Formula over);
void stay(CodeEncoding& e, Path path);
void drop_top_frame(CodeEncoding& e, Path& path);
// Puts a frame onto the agenda: cut if there is no room.
void push_on_top(CodeEncoding& e, Path& path, const std::vector<Formula>& frame);
void push_above_floor(CodeEncoding& e, Path& path, const std::vector<Formula>& frame);
std::vector<Formula> floors(CodeEncoding& e, const Path& path);
void pend(CodeEncoding& e, const Code& code, Path& path);
void forget(CodeEncoding& e, const Code& code, Path& path);
// What has left inside the blocks that are closed now.
void forget_departed(CodeEncoding& e, Path& path);
void call(CodeEncoding& e, const Code& code, Path path);
void wait_at(CodeEncoding& e, PointId point, Path& path);

// Evaluates a term and records what evaluating it does to the path.
Formula evaluate(CodeEncoding& e, TermId term, Path& path, ClauseId clause);
// A guard is 1 or undefined, or not analysed: then nothing may be concluded from its not being there.
// Records nothing but what nobody decides on the way.
Formula peek(CodeEncoding& e, TermId guard, Path& path);
// What evaluating a term does to the path.
void receive(CodeEncoding& e, const Encoded& encoded, Path& path, ClauseId clause);
inline Surroundings surroundings(const Path& path) {
    return {path.cells, path.binders, path.version, path.given};
}
inline void changed(CodeEncoding& e, Path& path) { path.version = next_version(e.terms); }

// What comes of a path, noted in the record.
void fail(CodeEncoding& e, Path& path, Formula condition, IncidentId incident, ClauseId clause);
void cut(CodeEncoding& e, Path& path, Formula condition);
void incident(CodeEncoding& e, const Path& path, Occurrence occurrence, Formula condition);
void exclude(CodeEncoding& e, const Path& path, Formula condition);
void left_to_nobody(CodeEncoding& e, const Path& path, Formula condition);

}  // namespace errata::compiler
