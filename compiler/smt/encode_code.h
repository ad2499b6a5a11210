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

class CodeEncoder {
public:
    CodeEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool, TermEncoder& terms,
                StepRecord& record);

    // Runs code that ends by itself.
    void run_to_end(CodeId code, Path path);

    // A state check's body inside the settle block: falls through, Finish only notes the ending.
    Path run_check(CodeId code, Path path);
    // Carries out the innermost open block.
    void close_block(Path& path);

    // Ends the transition in the path's cells: with the game over, or as they are.
    void finish(Path path, Formula over);
    void stay(Path path);
    void drop_top_frame(Path& path);
    // Puts a frame onto the agenda: cut if there is no room.
    void push_on_top(Path& path, const std::vector<Formula>& frame);
    void push_above_floor(Path& path, const std::vector<Formula>& frame);
    std::vector<Formula> floors(const Path& path);

    // Evaluates a term and records what evaluating it does to the path.
    Formula evaluate(TermId term, Path& path, ClauseId clause);
    // A guard is 1 or undefined, or not analysed: then nothing may be concluded from its not being there.
    // Records nothing but what nobody decides on the way.
    Formula peek(TermId guard, Path& path);
    void fail(Path& path, Formula condition, IncidentId incident, ClauseId clause);
    void cut(Path& path, Formula condition);

private:
    using Running = std::optional<Path>;  // nothing: every branch has ended

    Running run(CodeId code, Path path);
    Running run_node(const Code& code, Path path);
    Running run_sequence(const Code& code, Path path);
    Running run_let(const Code& code, Path path);
    Running run_finish(const Code& code, Path path);
    Running go_on_at(LabelId label, Path path);
    Running ended(Path path);
    Running run_if(const Code& code, Path path);
    Running run_if_at_rest(const Code& code, Path path);
    // The first child where the condition holds, elsewhere the second, if there is one.
    Running run_branches(const Code& code, Formula condition, const Path& path);
    Running run_fork(const Code& code, const Path& path);
    Running run_solve(const Code& code, Path path);
    Path run_solved(const Code& code, const SolutionSet& set, Path path);
    Path run_child(CodeId child, Path path);
    // One of an AnyOrder, in the round under way.
    struct OrderInstance {
        const Code* code = nullptr;  // an If or a ForEach
        Value value = 0;             // of the ForEach's binder
        Formula taken;               // in a round before
        Formula ready;               // not taken, and its condition holds
        Formula may_be_over;         // its condition did not hold in some round
    };
    struct NextInstance {
        Formula number;   // among all of the node; their count: none
        Formula goes_on;  // behind the node: none is ready, or none is taken
    };
    std::vector<OrderInstance> instances_of(const Code& code);
    void bind(const Code& part, Formula value, Path& path);
    void ask_instances(std::vector<OrderInstance>& instances, Path& path);
    Formula same_in_sight(const OrderInstance& a, const OrderInstance& b, Path& path);
    std::vector<Formula> told_apart(const std::vector<OrderInstance>& instances, Path& path);
    struct OrdersSoFar {
        Formula decided;  // there was a round with several ways
        Formula cost;     // of such rounds after the first
    };
    NextInstance next_of(const Code& code, const std::vector<OrderInstance>& instances, OrdersSoFar& so_far,
                         Path& path);
    Path take(const Code& part, Formula value, Path path);
    Running take_next(std::vector<OrderInstance>& instances, Formula next, const Path& path);
    Path run_any_order(const Code& code, Path path);
    Running run_block(const Code& code, Path path);
    Path run_for_each(const Code& code, Path path);
    void set_register(const Code& code, Path& path);
    void write(const Code& code, Path& path);
    void write_now(const Code& code, Path& path, const std::vector<Formula>& arguments, Formula value);
    Formula members(Path& path, Formula value, ClauseId clause);
    Formula is_gone(const Collected& collected, Formula object);
    Formula drop(Collected& collected, Formula condition, Formula object);
    Formula move_members(Formula& there, Formula& back, Formula members);
    void write_collected(const Code& code, Path& path, const std::vector<Formula>& arguments, Formula value);
    Formula checked(const Type& type, Path& path, Formula value, Formula written, ClauseId clause);
    // Cuts the path where the sum may be too large to be analysed.
    Formula sum(Path& path, Formula a, Formula b);
    void incident_of_writer(Path& path, Formula writer, Formula condition);
    std::vector<Formula> instance(const Code& code, Path& path);
    void pend(const Code& code, Path& path);
    void forget(const Code& code, Path& path);
    // The points, or triggers, that keep a reference to an object, or a set of objects, in one place.
    struct Keepers {
        std::vector<std::size_t> references;
        std::vector<std::size_t> sets;
        void add(std::size_t number, const Type& type, TypeId domain);
    };
    void forget_at(Formula& value, Formula keeper, const Keepers& keepers, Formula object);
    void call(const Code& code, Path path);
    void wait_at(PointId point, Path& path);
    void clear_agenda(Path& path);
    void incident(const Path& path, Occurrence occurrence, Formula condition);
    // What evaluating a term does to the path.
    void receive(const Encoded& encoded, Path& path, ClauseId clause);
    // Demands of each outcome that nobody decides that it is a possible one, or what it was before.
    void decide(const std::vector<Decision>& decisions, Path& path);
    void exclude(const Path& path, Formula condition);
    void left_to_nobody(const Path& path, Formula condition);
    Surroundings surroundings(const Path& path) const {
        return {path.cells, path.binders, path.version, path.given};
    }
    void changed(Path& path) { path.version = terms_.next_version(); }
    Running branches_joined(Formula condition, Running yes, Running no);

    const Model& model_;
    const EncoderOptions& options_;
    FormulaPool& pool_;
    TermEncoder& terms_;
    StepRecord& record_;
    bool settling_ = false;
    int inside_ = 0;  // constructs whose body comes back to them: blocks, loops, state checks
    std::vector<IncidentId> block_incidents_;  // of the open blocks
    std::map<std::size_t, const Type*> cell_types_;
};

}  // namespace errata::compiler
