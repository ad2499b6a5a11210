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

class PathStep {
public:
    PathStep(const compiler::Evaluator& evaluator, const std::vector<Population>& populations,
             PathRecord& record, bool unbounded_ranges);

    // Who chooses in `state`; with `all_options` also that no option is possible but those that are now.
    void look_around(const PathState& state, const compiler::Move& move, bool all_options);
    // The state after the move, its bag in canonical order. After a refusal it means nothing.
    PathState take(const PathState& state, const compiler::Move& move);

private:
    enum class End { None, Stop, Return };

    struct Write {
        compiler::VarId var;
        std::size_t cell = 0;
        std::optional<PathValue> set;
        PathValue added;
        compiler::Value gained = 0;
        compiler::Value lost = 0;
        std::vector<compiler::Value> gone;
    };
    using Block = std::vector<Write>;

    std::size_t top() const { return model_.layout.frame(0); }
    std::size_t register_at(std::size_t reg) const { return top() + 1 + reg; }
    const compiler::Point* point_of(std::size_t frame) const;
    std::vector<std::size_t> checks_enabled();
    bool is_pending() const;
    void ask_guards(const compiler::Point& point);
    void ask_guard(const compiler::PointOption& option, std::vector<compiler::Value>& bindings,
                   std::size_t binder);
    void ask_owner(const compiler::Move& move);

    void settle();
    void place(const compiler::Move& move);
    void choose(const compiler::Move& move);

    void run(compiler::CodeId id);
    void run_node(const compiler::Code& node);
    void for_each(const compiler::Code& node);
    void for_population(const compiler::Code& node, const Population& population);
    void any_order(const compiler::Code& node);
    void write(const compiler::Code& node);
    void write_for_population(const compiler::Code& node);
    void collect(const compiler::Code& node, std::size_t cell, const PathValue& value);
    Write& write_to(compiler::VarId var, std::size_t cell);
    void close_block();
    void carry_out(compiler::VarId var, std::size_t cell, const PathValue& value, PathPlace place);
    void fork(const compiler::Code& node);
    std::vector<PathValue> arguments(const compiler::Code& node);
    void pend(const compiler::Code& node);
    void forget(const compiler::Code& node);
    void forget_at(std::size_t cell, compiler::TypeId type, compiler::TypeId domain, compiler::Value object);
    void stop(compiler::PointId id);
    void leave();
    std::size_t floor() const;
    void push(compiler::Agenda agenda, compiler::PointId point, const std::vector<PathValue>& arguments);
    void sort_bag();
    void refuse(std::string what, compiler::TermId term = {}) { record_.refuse(std::move(what), at(term)); }
    PathPlace at(compiler::TermId term) const { return {term, clause_}; }
    // A value that the type has to hold, whatever the variables are.
    void require_within(compiler::TypeId type, const PathValue& value, PathPlace place);
    bool is_over() const { return record_.refused() || end_ != End::None; }

    const compiler::Evaluator& evaluator_;
    const compiler::Model& model_;
    PathRecord& record_;
    bool unbounded_ranges_;
    PathTerms terms_;
    PathState state_;
    std::vector<Block> blocks_;
    std::optional<Population> multiplied_;  // the loop's body runs for one that stands for all of these
    bool settling_ = false;
    compiler::ClauseId clause_;
    End end_ = End::None;
};

}  // namespace errata::checker
