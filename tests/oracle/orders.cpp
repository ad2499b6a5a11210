#include "tests/oracle/orders.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace errata::oracle {

namespace {

constexpr std::size_t most_states = 3000;

struct Ends {
    std::set<std::string> rests;
    bool for_ever = false;
    bool unknown = false;
};

// Variables, ending, and the point of the turn.
std::string rest_of(const State& state) {
    State only = state;
    for (Task& task : only.agenda) {
        for (Frame& frame : task.frames) {
            frame.names.clear();
        }
    }
    return key(only);
}

class Exploration {
public:
    explicit Exploration(const Transitions& transitions) : transitions_(&transitions) {}

    // `first`: what is placed at the next placement.
    Ends from(const std::vector<Way>& ways, const Waiting* first) {
        for (const Way& way : ways) {
            if (!way.error.empty()) {
                ends_.unknown = true;
            } else if (first == nullptr) {
                visit(way.state);
            } else {
                until_placing(way.state, *first);
            }
        }
        ends_.for_ever = ends_.for_ever || cyclic();
        return ends_;
    }

private:
    bool rests(const State& state) const {
        return state.over || (state.agenda.size() == 1 && transitions_->settled(state));
    }

    void until_placing(const State& start, const Waiting& first) {
        std::vector<State> open{start};
        std::set<std::string> met{key(start)};
        while (!open.empty()) {
            const State state = open.back();
            open.pop_back();
            if (transitions_->places(state)) {
                if (std::ranges::count(state.pending, first) > 0) {
                    const Way way = transitions_->place(state, first);
                    ends_.unknown = ends_.unknown || !way.error.empty();
                    if (way.error.empty()) {
                        visit(way.state);
                    }
                } else {
                    visit(state);
                }
                continue;
            }
            if (rests(state) || met.size() > most_states) {
                ends_.unknown = ends_.unknown || !rests(state);
                ends_.rests.insert(rest_of(state));
                continue;
            }
            for (const Way& way : transitions_->moves(state).ways) {
                ends_.unknown = ends_.unknown || !way.error.empty();
                if (way.error.empty() && met.insert(key(way.state)).second) {
                    open.push_back(way.state);
                }
            }
        }
    }

    void visit(const State& start) {
        std::vector<State> open{start};
        number(start);
        std::vector<int> numbers{number(start)};
        while (!open.empty()) {
            const State state = open.back();
            const int at = numbers.back();
            open.pop_back();
            numbers.pop_back();
            if (rests(state)) {
                ends_.rests.insert(rest_of(state));
                continue;
            }
            if (edges_.size() > most_states) {
                ends_.unknown = true;
                return;
            }
            for (const Way& way : transitions_->moves(state).ways) {
                if (!way.error.empty()) {
                    ends_.unknown = true;
                    continue;
                }
                const std::size_t before = edges_.size();
                const int next = number(way.state);
                edges_[static_cast<std::size_t>(at)].push_back(next);
                if (edges_.size() > before) {
                    open.push_back(way.state);
                    numbers.push_back(next);
                }
            }
        }
    }

    int number(const State& state) {
        const auto [place, fresh] = numbers_.emplace(key(state), static_cast<int>(edges_.size()));
        if (fresh) {
            edges_.emplace_back();
        }
        return place->second;
    }

    // What is left when everything that leads nowhere has been taken away, again and again.
    bool cyclic() const {
        std::vector<bool> left(edges_.size(), true);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < edges_.size(); ++i) {
                const bool on = std::ranges::any_of(edges_[i], [&](int next) { return left[static_cast<std::size_t>(next)]; });
                changed = changed || (left[i] && !on);
                left[i] = left[i] && on;
            }
        }
        return std::ranges::count(left, true) > 0;
    }

    const Transitions* transitions_;
    Ends ends_;
    std::unordered_map<std::string, int> numbers_;
    std::vector<std::vector<int>> edges_;
};

Matters compared(const std::vector<Ends>& all) {
    Matters result = Matters::No;
    for (const Ends& ends : all) {
        if (ends.unknown) {
            return Matters::Unknown;
        }
        if (ends.rests != all[0].rests || ends.for_ever != all[0].for_ever) {
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
            const Ends one = Exploration(transitions).from({transitions.place(state, different[a])}, &different[b]);
            const Ends other = Exploration(transitions).from({transitions.place(state, different[b])}, &different[a]);
            result = worse(result, compared({one, other}));
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
    for (const auto& [option, ways] : by_option) {
        all.push_back(Exploration(transitions).from(ways, nullptr));
    }
    return compared(all);
}

Matters outcome_matters(const Transitions& transitions, const State& state) {
    std::map<int, std::vector<Ends>> by_option;
    for (const Way& way : transitions.moves(state).ways) {
        by_option[way.option].push_back(Exploration(transitions).from({way}, nullptr));
    }
    Matters result = Matters::No;
    for (const auto& [option, all] : by_option) {
        result = worse(result, compared(all));
    }
    return result;
}

}  // namespace errata::oracle
