#include "checker/certify/forced_loop.h"

#include <algorithm>
#include <map>

#include "checker/certify/sameness.h"
#include "checker/explicit/stage.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Region {
public:
    Region(const Evaluator& evaluator, const ForcedLoop& claimed)
        : evaluator_(evaluator), claimed_(claimed), sameness_(evaluator.facts().get<Sameness>()) {}

    std::string follow(const State& start) {
        add(start);
        for (std::size_t i = 0; i < states_.size(); ++i) {
            if (states_.size() > claimed_.max_states) return claimed_.grows ? "" : "too many states";
            // Two states that could not be compared may be the same after all.
            if (std::string problem = expand(i); !problem.empty()) return gave_up_ ? "" : problem;
        }
        return "";
    }

private:
    bool is_beyond_a_bound(const Successor& successor) const {
        const IncidentId overflow = evaluator_.model().incidents.overflow;
        return successor.cut || (!successor.next && !successor.incidents.empty() &&
                                 std::ranges::all_of(successor.incidents, [&](const Occurrence& met) {
                                     return met.incident == overflow;
                                 }));
    }

    std::size_t add(const State& state) {
        std::vector<std::size_t>& alike = by_digest_[sameness_.digest(state)];
        for (const std::size_t known : alike) {
            if (sameness_.compare(state, states_[known], &gave_up_)) return known;
        }
        alike.push_back(states_.size());
        states_.push_back(state);
        return states_.size() - 1;
    }

    std::string expand(std::size_t at) {
        const State state = states_[at];
        const Expansion expansion = evaluator_.expand(state);
        if (expansion.successors.empty()) return "play can stop in it";
        std::optional<std::size_t> only;
        for (const Successor& successor : expansion.successors) {
            if (claimed_.grows && is_beyond_a_bound(successor)) continue;
            if (!successor.next) return "a way out is an error or cut";
            const LoopStage stage = stage_of(evaluator_.model(), state, successor.move, *successor.next);
            if (claimed_.within_turn && stage == LoopStage::Game) return "a new turn begins in it";
            const std::size_t target = add(*successor.next);
            if (claimed_.mandatory && only && *only != target) return "there is a choice in it";
            only = target;
        }
        return "";
    }

    const Evaluator& evaluator_;
    const ForcedLoop& claimed_;
    const Sameness& sameness_;
    std::atomic<bool> gave_up_{false};
    std::vector<State> states_;
    std::map<std::uint64_t, std::vector<std::size_t>> by_digest_;
};

}  // namespace

std::string problem_of(const Evaluator& evaluator, const Trace& play, std::size_t stem,
                       const ForcedLoop& claimed) {
    return Region(evaluator, claimed).follow(stem == 0 ? play.initial : *play.steps[stem - 1].next);
}

}  // namespace errata::checker
