#include "tests/oracle/orders.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "tests/oracle/renaming.h"

namespace errata::oracle {

namespace {

constexpr std::size_t most_states_of_orders = 3000;

struct Ends {
    std::map<std::string, State> rests;
    bool for_ever = false;
    bool unknown = false;
};

bool is_between_secrets(const State& state) {
    const std::vector<Frame>& frames = state.agenda.back().frames;
    return !frames.empty() && frames.back().kind == FrameKind::Secret && frames.back().index > 0;
}

// Variables, ending, and the point of the turn.
std::string rest_of(const Vocabulary& vocabulary, const State& state) {
    State only = state;
    for (Task& task : only.agenda) {
        for (Frame& frame : task.frames) {
            frame.names.clear();
        }
    }
    return but_for_names(vocabulary, only, key);
}

class Exploration {
public:
    explicit Exploration(const Transitions& transitions) : transitions_(&transitions) {}

    // `first`: what is placed at the next placement.
    Ends from(const std::vector<Way>& ways, const Waiting* first) {
        for (const Way& way : ways) {
            arrive(-1, way, first);
        }
        while (!open_.empty() && edges_.size() <= most_states_of_orders) {
            const Open next = std::move(open_.back());
            open_.pop_back();
            visit(next);
        }
        ends_.unknown = ends_.unknown || !open_.empty();
        ends_.for_ever = cyclic();
        return ends_;
    }

private:
    struct Open {
        int number;
        State state;
        const Waiting* first;
    };

    const Vocabulary& vocabulary() const { return *transitions_->play().vocabulary; }

    bool rests(const State& state) const {
        if (transitions_->play().halt_tasks > 0) {
            return state.over || state.agenda.back().stop == Stop::LoopEnd;
        }
        return state.over ||
               (state.agenda.size() == 1 && !is_between_secrets(state) && transitions_->settled(state));
    }

    void arrive(int from, const Way& way, const Waiting* first) {
        if (!way.error.empty()) {
            ends_.unknown = true;
            return;
        }
        const auto [place, fresh] = numbers_.emplace(
            (first == nullptr ? "" : "before ") + but_for_names(vocabulary(), way.state, key),
            static_cast<int>(edges_.size()));
        if (fresh) {
            edges_.emplace_back();
            open_.push_back({place->second, way.state, first});
        }
        if (from >= 0) {
            edges_[static_cast<std::size_t>(from)].push_back(place->second);
        }
    }

    void visit(const Open& open) {
        if (rests(open.state)) {
            ends_.rests.emplace(rest_of(vocabulary(), open.state), open.state);
            return;
        }
        const Waiting* first = open.first;
        if (first != nullptr && transitions_->places(open.state)) {
            if (std::ranges::count(open.state.pending, *first) > 0) {
                arrive(open.number, transitions_->place(open.state, *first), nullptr);
                return;
            }
            first = nullptr;
        }
        const Moves moves = transitions_->moves(open.state);
        ends_.unknown = ends_.unknown || moves.ways.empty();  // stuck in an effect: is that an end?
        for (const Way& way : moves.ways) {
            arrive(open.number, way, first);
        }
    }

    // What is left when everything that leads nowhere has been taken away, again and again.
    bool cyclic() const {
        std::vector<bool> left(edges_.size(), true);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < edges_.size(); ++i) {
                const bool on = std::ranges::any_of(
                    edges_[i], [&](int next) { return left[static_cast<std::size_t>(next)]; });
                changed = changed || (left[i] && !on);
                left[i] = left[i] && on;
            }
        }
        return std::ranges::count(left, true) > 0;
    }

    const Transitions* transitions_;
    Ends ends_;
    std::vector<Open> open_;
    std::unordered_map<std::string, int> numbers_;
    std::vector<std::vector<int>> edges_;
};

constexpr int most_steps = 64;

// Where play stands in the turn, whatever is on the table.
std::string point_of(const State& state) {
    State only;
    if (!state.over && !state.agenda.empty()) {
        only.agenda = {state.agenda.front()};
        for (Frame& frame : only.agenda.front().frames) {
            frame.names.clear();
            frame.rest.clear();
        }
    }
    only.over = state.over;
    return key(only);
}

// Without anybody's doing play comes from one to the other, the first time that it is where that is: there is
// only a stop more on one way.
bool comes_by_itself(const Transitions& transitions, State state, const State& goal) {
    if (point_of(state) == point_of(goal)) {
        return false;
    }
    for (int step = 0; step < most_steps && !state.over; ++step) {
        const Moves moves = transitions.moves(state);
        if (moves.ways.size() != 1 || !moves.ways[0].error.empty() || !moves.ways[0].incidents.empty()) {
            return false;
        }
        state = moves.ways[0].state;
        if (point_of(state) == point_of(goal)) {
            return key(state) == key(goal);
        }
    }
    return false;
}

bool has_as_well(const Transitions& transitions, const Ends& ends, const std::string& rest,
                 const State& state) {
    return ends.rests.contains(rest) || std::ranges::any_of(ends.rests, [&](const auto& other) {
               return comes_by_itself(transitions, state, other.second) ||
                      comes_by_itself(transitions, other.second, state);
           });
}

bool are_one(const Transitions& transitions, const Ends& a, const Ends& b) {
    const auto has = [&](const Ends& ends) {
        return [&](const auto& rest) { return has_as_well(transitions, ends, rest.first, rest.second); };
    };
    return std::ranges::all_of(a.rests, has(b)) && std::ranges::all_of(b.rests, has(a));
}

Matters compared(const Transitions& transitions, const std::vector<Ends>& all) {
    Matters result = Matters::No;
    for (const Ends& ends : all) {
        if (ends.unknown) {
            return Matters::Unknown;
        }
        if (!are_one(transitions, ends, all[0]) || ends.for_ever != all[0].for_ever) {
            result = Matters::Yes;
        }
    }
    return result;
}

Matters worse(Matters a, Matters b) {
    return a == Matters::Yes || b == Matters::Yes ? Matters::Yes : a == Matters::Unknown ? a : b;
}

}  // namespace

Matters order_matters(const Transitions& transitions, const State& state) {
    std::vector<Waiting> different = state.pending;
    different.erase(std::unique(different.begin(), different.end()), different.end());
    Matters result = Matters::No;
    for (std::size_t a = 0; a < different.size(); ++a) {
        for (std::size_t b = a + 1; b < different.size(); ++b) {
            const Ends one =
                Exploration(transitions).from({transitions.place(state, different[a])}, &different[b]);
            const Ends other =
                Exploration(transitions).from({transitions.place(state, different[b])}, &different[a]);
            result = worse(result, compared(transitions, {one, other}));
        }
    }
    return result;
}

Matters choice_matters(const Transitions& transitions, const State& state) {
    const Moves moves = transitions.moves(state);
    std::map<int, std::vector<Way>> by_option;
    for (const Way& way : moves.ways) {
        by_option[way.option].push_back(way);
    }
    std::vector<Ends> all;
    all.reserve(by_option.size());
    for (const auto& [option, ways] : by_option) {
        all.push_back(Exploration(transitions).from(ways, nullptr));
    }
    return compared(transitions, all);
}

Matters next_matters(const Transitions& transitions, const State& state) {
    Play play = transitions.play();
    play.halt_tasks = state.agenda.size();
    play.halt_frames = state.agenda.back().frames.size() - 1;
    return choice_matters(Transitions(play), state);
}

Matters outcome_matters(const Transitions& transitions, const State& state) {
    std::map<int, std::vector<Ends>> by_option;
    for (const Way& way : transitions.moves(state).ways) {
        by_option[way.option].push_back(Exploration(transitions).from({way}, nullptr));
    }
    Matters result = Matters::No;
    for (const auto& [option, all] : by_option) {
        result = worse(result, compared(transitions, all));
    }
    return result;
}

}  // namespace errata::oracle
