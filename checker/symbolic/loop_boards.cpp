#include "checker/symbolic/loop_boards.h"

#include <algorithm>

#include "checker/symbolic/plain_start.h"
#include "checker/symbolic/returning.h"
#include "checker/symbolic/unroller.h"

namespace errata::checker {

using namespace compiler;

namespace {

// One unrolling for all loops.
class Boards {
public:
    Boards(const Model& model, const Setup& setup, const LoopQueryOptions& options)
        : model_(model), options_(options), encoder_(model, options.encoder), setup_(setup) {}

    // By loop.
    std::vector<std::optional<State>> run(const std::vector<AnyBoardLoop>& loops, std::size_t depth) {
        std::vector<std::optional<State>> boards(loops.size());
        while (unroller_.depth() < depth && go_on()) {
            for (std::size_t i = 0; i < loops.size(); ++i) {
                if (boards[i] || loops[i].play.steps.size() > unroller_.depth()) continue;
                const Formula goal = ends_in(loops[i]);
                const Answer answer = solver_.check({goal}, budget());
                if (answer == Answer::Unknown) return boards;
                if (answer == Answer::Unsat) continue;
                boards[i] = decode(model_, pool_, unroller_.state(0), plain(goal));
            }
        }
        return boards;
    }

private:
    SolverBudget budget() const {
        return {options_.resources, options_.seconds_left ? options_.seconds_left() : 0,
                options_.interrupted};
    }

    // Of the plays into the loop that the solver has just found one from a plain board.
    std::vector<Value> plain(Formula goal) {
        const auto little = [&]() -> std::optional<SolverBudget> {
            SolverBudget result = budget();
            if (result.resources == 0 || result.resources > nicety_resources)
                result.resources = nicety_resources;
            return result;
        };
        return with_plain_start({model_, setup_, pool_, solver_, unroller_.state(0), little}, {goal},
                                solver_.assignment());
    }

    // One more step of any kind. False: there is none, or its formula grows too large.
    bool go_on() {
        const ByItself here = encoder_.by_itself(unroller_.last_state());
        if (unroller_.is_at_end() || encoder_.gave_up()) return false;
        forced_.push_back(pool_.land(here.forced, pool_.lnot(unroller_.step().left_to_nobody)));
        going_.push_back(here.items);
        going_.back().insert(going_.back().end(), here.checks.begin(), here.checks.end());
        unroller_.advance();
        return !encoder_.gave_up();
    }

    // The last steps are a round of this sort.
    Formula ends_in(const AnyBoardLoop& loop) {
        const std::size_t to = unroller_.depth();
        const std::size_t from = to - loop.play.steps.size();
        std::vector<Formula> all{returns(model_, pool_, unroller_.state(from), unroller_.last_state())};
        all.insert(all.end(), forced_.begin() + static_cast<std::ptrdiff_t>(from), forced_.end());
        for (const std::size_t what : loop.sort) {
            std::vector<Formula> somewhere;
            for (std::size_t i = from; i < to; ++i) somewhere.push_back(going_[i][what]);
            all.push_back(pool_.lor(std::move(somewhere)));
        }
        return pool_.land(std::move(all));
    }

    const Model& model_;
    const LoopQueryOptions& options_;
    Encoder encoder_;
    const Setup& setup_;
    FormulaPool& pool_ = encoder_.pool();
    Solver solver_{pool_};
    Unroller unroller_{encoder_, solver_, start_of(setup_, encoder_)};
    // By step: it has one possibility, and nothing in it is left to nobody; what goes on in it (ByItself).
    std::vector<Formula> forced_ = {};
    std::vector<std::vector<Formula>> going_ = {};
};

}  // namespace

std::vector<State> boards_into_loops(const Model& model, const Setup& setup,
                                     const std::vector<AnyBoardLoop>& loops, std::size_t depth,
                                     const LoopQueryOptions& options) {
    std::vector<State> result;
    if (loops.empty()) return result;
    for (std::optional<State>& board : Boards(model, setup, options).run(loops, depth)) {
        if (board && std::ranges::find(result, *board) == result.end()) result.push_back(std::move(*board));
    }
    return result;
}

}  // namespace errata::checker
