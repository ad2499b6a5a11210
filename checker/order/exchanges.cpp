#include "checker/order/exchanges.h"

#include <algorithm>
#include <set>

#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"

namespace errata::checker {

using namespace compiler;

namespace {

// From one pick of a repeat to the same player's next one there are a few.
constexpr std::size_t most_states_between = 2'000;

class NextPick {
public:
    NextPick(const Evaluator& evaluator, const Picking& picking, PointId at)
        : evaluator_(evaluator), picking_(picking), at_(at) {}

    NextPicks run(const Same& first) {
        for (const Successor* successor : first) go_on(*successor);
        while (!open_.empty()) {
            if (++result_.states > most_states_between) return {{}, result_.states, false};
            const State state = std::move(open_.back());
            open_.pop_back();
            look_at(state, evaluator_.expand(state));
        }
        for (auto& [move, states] : result_.behind) {
            std::ranges::sort(states);
            states.erase(std::unique(states.begin(), states.end()), states.end());
        }
        return std::move(result_);
    }

private:
    void go_on(const Successor& successor) {
        if (successor.next && seen_.insert(*successor.next).second) open_.push_back(*successor.next);
    }

    void look_at(const State& state, const Expansion& expansion) {
        // In another run of the `repeat`, or where those who pick there alternate, one pick is not done
        // behind the other.
        if (!is_in_rounds(state) || is_picked_by_another(state, expansion)) return;
        const bool is_same = expansion.owner == picking_.owner && is_about_the_same(state);
        for (const Successor& successor : expansion.successors) {
            const Move& move = successor.move;
            if (!is_same || move.kind != MoveKind::Option || move.point != at_) {
                go_on(successor);
            } else if (successor.next) {
                states_behind(move).push_back(*successor.next);
            }
        }
    }

    bool is_in_rounds(const State& state) const {
        const Model& model = evaluator_.model();
        const LabelId head = model.flow.points[at_.index].rounds.back();
        for (std::size_t frame = 0; frame < model.layout.frames; ++frame) {
            const Value point = state[model.layout.frame(frame)];
            if (point == 0) break;
            const auto& rounds = model.flow.points[static_cast<std::size_t>(point) - 1].rounds;
            if (std::ranges::find(rounds, head) != rounds.end()) return true;
        }
        return false;
    }

    bool is_picked_by_another(const State& state, const Expansion& expansion) const {
        return top_point(evaluator_.model(), state) == at_ && expansion.owner != picking_.owner;
    }

    std::vector<State>& states_behind(const Move& move) {
        const auto known = std::ranges::find_if(
            result_.behind, [&](const auto& entry) { return is_same_choice(entry.first, move); });
        return known == result_.behind.end() ? result_.behind.emplace_back(move, std::vector<State>()).second
                                             : known->second;
    }

    // What was picked before, around both picks, is no other: what is done with another thing is no question
    // of order.
    bool is_about_the_same(const State& state) const {
        const Model& model = evaluator_.model();
        const std::size_t top = model.layout.frame(0);
        if (state[top] != picking_.state[top]) return false;
        const Point& point = model.flow.points[at_.index];
        return std::ranges::all_of(point.live_registers, [&](const BinderRegister& live) {
            const std::size_t cell = top + 1 + live.reg;
            return live.internal || state[cell] == picking_.state[cell];
        });
    }

    const Evaluator& evaluator_;
    const Picking& picking_;
    PointId at_;
    std::set<State> seen_;
    std::vector<State> open_;
    NextPicks result_;
};

}  // namespace

bool picks_in_rounds(const Point& point) {
    return point.owner == OwnerKind::Player && !point.rounds.empty() && !point.unseen &&
           !point.options.empty();
}

const std::vector<State>* NextPicks::behind_pick(const Move& move) const {
    const auto known =
        std::ranges::find_if(behind, [&](const auto& entry) { return is_same_choice(entry.first, move); });
    return known == behind.end() ? nullptr : &known->second;
}

NextPicks next_picks(const Evaluator& evaluator, const Picking& picking, const Same& first) {
    return NextPick(evaluator, picking, first.front()->move.point).run(first);
}

}  // namespace errata::checker
