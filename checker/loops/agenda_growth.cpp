#include "checker/loops/agenda_growth.h"

#include <algorithm>
#include <map>

#include "checker/search/to_do.h"

namespace errata::checker {

using namespace compiler;

namespace {

using RoundBounds = std::pair<std::size_t, std::size_t>;

class Search {
public:
    Search(const Model& model, const std::vector<State>& states) : model_(model) {
        for (const State& state : states) path_.push_back(to_do(model.layout, state));
        for (std::size_t i = 0; i < model.flow.code.size(); ++i)
            forgets_ = forgets_ || model.flow.code[CodeId(i)].kind == CodeKind::Forget;
    }

    std::optional<AgendaGrowth> run() {
        // Where a round could have begun: what it reads first is the same.
        std::map<std::vector<std::vector<Value>>, std::vector<std::size_t>> alike;
        for (std::size_t end = 0; end < path_.size(); ++end) {
            const ToDo& now = path_[end];
            if (now.items.empty()) break;
            std::vector<std::size_t>& starts = alike[{now.rest, now.items.front()}];
            for (auto start = starts.rbegin(); start != starts.rend(); ++start) {
                if (const std::size_t more = left_over({*start, end}); more > 0)
                    return AgendaGrowth{*start, end, more};
            }
            starts.push_back(end);
        }
        return std::nullopt;
    }

private:
    std::size_t left_over(RoundBounds round) const {
        if (const std::size_t more = on_top(round); more > 0) return more;
        if (forgets_) return 0;  // a round may change what it does not get to
        if (model_.policies.agenda == Agenda::Queue) return in_queue(round);
        if (model_.policies.agenda == Agenda::Bag) return in_bag(round);
        return 0;
    }

    // The same top of a higher agenda; nothing that lay below the first top has been the top meanwhile.
    std::size_t on_top(RoundBounds round) const {
        const ToDo& first = path_[round.first];
        const ToDo& last = path_[round.second];
        const std::size_t height = first.items.size();
        if (height < 2 || last.items.size() <= height || first.pending != last.pending) return 0;
        for (std::size_t i = round.first + 1; i <= round.second; ++i) {
            if (path_[i].items.size() < height) return 0;
            // In a queue, what is placed goes below.
            const bool placed = path_[i].items.size() > path_[i - 1].items.size() &&
                                path_[i].pending.size() < path_[i - 1].pending.size();
            if (placed && model_.policies.agenda != Agenda::Stack) return 0;
        }
        return last.items.size() - height;
    }

    // Equal items waiting for their turn, more of them after the round, and the round does only such as were
    // there at its beginning.
    std::size_t in_queue(RoundBounds round) const {
        const ToDo& first = path_[round.first];
        const ToDo& last = path_[round.second];
        const std::size_t height = first.items.size();
        if (height < 2 || last.items.size() <= height || !first.pending.empty() || !last.pending.empty())
            return 0;
        if (first.items.back() != last.items.back()) return 0;
        for (const ToDo* ends : {&first, &last}) {
            for (std::size_t i = 0; i + 1 < ends->items.size(); ++i) {
                if (ends->items[i] != first.items.front()) return 0;
            }
        }
        std::size_t done = 0;
        for (std::size_t i = round.first + 1; i <= round.second; ++i) {
            if (path_[i].items.size() < path_[i - 1].items.size()) ++done;
        }
        return done < height ? last.items.size() - height : 0;
    }

    // The same agenda and a bag with more of the one thing that was in it all the time.
    std::size_t in_bag(RoundBounds round) const {
        const ToDo& first = path_[round.first];
        const ToDo& last = path_[round.second];
        if (first.items != last.items || last.pending.size() <= first.pending.size()) return 0;
        for (std::size_t i = round.first; i <= round.second; ++i) {
            for (const std::vector<Value>& instance : path_[i].pending) {
                if (instance != last.pending.front()) return 0;
            }
            if (path_[i].items.size() == 1 && path_[i].pending.empty()) return 0;
        }
        return last.pending.size() - first.pending.size();
    }

    const Model& model_;
    std::vector<ToDo> path_;
    bool forgets_ = false;
};

}  // namespace

std::optional<AgendaGrowth> find_agenda_growth(const Model& model, const std::vector<State>& states) {
    return Search(model, states).run();
}

}  // namespace errata::checker
