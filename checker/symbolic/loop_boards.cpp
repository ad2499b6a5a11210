#include "checker/symbolic/loop_boards.h"

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

    LoopBoards run(const std::vector<AnyBoardLoop>& loops, std::size_t depth) {
        LoopBoards found{std::vector<std::optional<State>>(loops.size())};
        while (unroller_.depth() < depth && !unroller_.is_at_end()) {
            found.is_cut_off = !go_on();
            for (std::size_t i = 0; i < loops.size() && !found.is_cut_off; ++i)
                found.is_cut_off = !look_for(loops[i], found.by_loop[i]);
            if (found.is_cut_off) break;
            found.depth = unroller_.depth();
        }
        return found;
    }

private:
    // Of the plays into the loop that the solver has just found one from a plain board.
    std::vector<Value> plain(Formula goal) {
        return with_plain_start({pool_, solver_, plain_cells(model_, setup_, pool_, unroller_.state(0)),
                                 budget_of(options_), most_niceties},
                                {goal}, solver_.assignment());
    }

    // False: not decided.
    bool look_for(const AnyBoardLoop& loop, std::optional<State>& board) {
        if (board || loop.play.steps.size() > unroller_.depth()) return true;
        const Formula goal = ends_in(loop);
        const Answer answer = solver_.check({goal}, budget_of(options_));
        if (answer == Answer::Sat) board = decode(model_, pool_, unroller_.state(0), plain(goal));
        return answer != Answer::Unknown;
    }

    // One more step of any kind. False: its formula grows too large.
    bool go_on() {
        const ByItself here = encoder_.by_itself(unroller_.last_state());
        forced_.push_back(pool_.land(here.forced, pool_.lnot(unroller_.step().left_to_nobody)));
        going_.push_back(what_goes_on(here));
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

LoopBoards boards_into_loops(const Model& model, const Setup& setup, const std::vector<AnyBoardLoop>& loops,
                             std::size_t depth, const LoopQueryOptions& options) {
    return loops.empty() ? LoopBoards() : Boards(model, setup, options).run(loops, depth);
}

}  // namespace errata::checker
