// One transition of a path (path_values.h): code as code.h says it, over numbers and expressions at once. The
// whole state is carried along, agenda and bag included, so that a number that is handed from one item to the
// next stays an expression. What a transition does for a population that it goes through (`for each`) may add
// up or concern its members alone; all else is refused.
#pragma once

#include <optional>
#include <vector>

#include "checker/paths/path_terms.h"

namespace errata::checker {

using PathState = std::vector<PathValue>;  // as compiler::State

enum class PathEnd { None, Stopped, Return, Again };

struct PathWrite {
    compiler::VarId var;
    std::size_t cell = 0;
    std::optional<PathValue> set;
    std::optional<PathValue> reset;  // what it held before, as far as the block is concerned
    bool is_for_good = false;        // and what it holds behind it
    PathValue added;
    compiler::Value gained = 0;
    compiler::Value lost = 0;
    std::vector<compiler::Value> gone;
};

using PathBlock = std::vector<PathWrite>;

// Of the Rounds with this level: the values of its binders.
struct PathRound {
    std::uint32_t level = 0;
    std::vector<PathValue> values = {};
};

// Put off until the outermost block is closed, with what is known where it stands.
struct PathDeferred {
    compiler::CodeId code;
    std::uint32_t stage = 0;
    compiler::ClauseId clause;
    std::vector<PathValue> bound;
    std::optional<Population> multiplied;
};

// What is under way at one moment.
struct PathMoment {
    std::vector<PathBlock> blocks = {};     // innermost last
    std::vector<std::size_t> limited = {};  // cells that count what was caught in these, once for each
    std::vector<PathDeferred> deferred = {};
};

// A transition under way.
struct PathStep {
    const compiler::Evaluator& evaluator;
    const std::vector<Population>& populations;
    PathRecord& record;
    bool unbounded_ranges;
    const compiler::Model& model = evaluator.model();
    PathTerms terms{evaluator, populations, record};
    PathState state = {};
    PathMoment moment = {};
    std::optional<Population> multiplied = {};  // the loop's body runs for one that stands for all of these
    bool settling = false;
    compiler::ClauseId clause = {};
    PathEnd end = PathEnd::None;
    PathRound next_round = {};  // PathEnd::Again

    std::size_t top() const { return model.layout.frame(0); }
    std::size_t register_at(std::size_t reg) const { return top() + 1 + reg; }
    const compiler::Point* point_of(std::size_t frame) const;
    bool is_over() const { return record.refused() || end != PathEnd::None; }
    PathPlace at(compiler::TermId term) const { return {term, clause}; }
    void refuse(std::string what, compiler::TermId term = {}) { record.refuse(std::move(what), at(term)); }
};

// Who chooses in `state`; with `all_options` also that no option is possible but those that are now.
void look_around(PathStep& s, const PathState& state, const compiler::Move& move, bool all_options);
// The state after the move, its bag in canonical order. After a refusal: what it had come to by then.
PathState take(PathStep& s, const PathState& state, const compiler::Move& move);

std::vector<std::size_t> checks_enabled(PathStep& s);
bool is_pending(const PathStep& s);

// path_code.cpp
void run(PathStep& s, compiler::CodeId id);
void close_block(PathStep& s, bool sets_last = false);
// What nobody decides about what state checks set and add to, as the play says.
void order_changes(PathStep& s);

// path_deferred.cpp. Puts the node off, inside a block; and what was put off in the one that has been closed.
void defer(PathStep& s, const compiler::Code& node);
void run_deferred(PathStep& s, bool sets_last);

// path_orders.cpp
void any_order(PathStep& s, const compiler::Code& node);
void rounds(PathStep& s, const compiler::Code& node);
void again(PathStep& s, const compiler::Code& node);

// path_step.cpp
void stop(PathStep& s, compiler::PointId id);
void leave(PathStep& s);
void push(PathStep& s, compiler::Agenda agenda, compiler::PointId point,
          const std::vector<PathValue>& arguments);
// A value that the type has to hold, whatever the variables are.
void require_within(PathStep& s, compiler::TypeId type, const PathValue& value, PathPlace place);

}  // namespace errata::checker
