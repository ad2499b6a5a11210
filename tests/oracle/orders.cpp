#include "tests/oracle/orders.h"

#include <algorithm>
#include <functional>
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

// Variables, ending, and the point of the turn: what was decided in secret and is still to be done is none of
// it.
std::string rest_of(const Vocabulary& vocabulary, const State& state) {
    State only = state;
    for (Task& task : only.agenda) {
        for (Frame& frame : task.frames) {
            frame.names.clear();
            if (frame.in_secret && frame.index == 0 && &frame != &task.frames.back()) {
                frame.block = nullptr;
            }
        }
    }
    return but_for_names(vocabulary, only, key);
}

using GoesOn = std::function<bool(const State&)>;

class Exploration {
public:
    // Where it `goes_on`, play is not at rest.
    explicit Exploration(const Transitions& transitions, GoesOn goes_on = {})
        : transitions_(&transitions), goes_on_(std::move(goes_on)) {}

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
        return state.over || (state.agenda.size() == 1 && !is_between_secrets(state) &&
                              !(goes_on_ && goes_on_(state)) && transitions_->settled(state));
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
    GoesOn goes_on_;
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

namespace {

Matters options_matter(const Transitions& transitions, const Moves& moves, const GoesOn& goes_on) {
    std::map<int, std::vector<Way>> by_option;
    for (const Way& way : moves.ways) {
        by_option[way.option].push_back(way);
    }
    std::vector<Ends> all;
    all.reserve(by_option.size());
    for (const auto& [option, ways] : by_option) {
        all.push_back(Exploration(transitions, goes_on).from(ways, nullptr));
    }
    return compared(transitions, all);
}

// What was chosen in the turn, or decided in secret, has not been done to its end.
GoesOn chosen_goes_on(const State& state, const ast::Stmt& choice) {
    const Frame& top = state.agenda.back().frames.back();
    std::size_t place = state.agenda.back().frames.size();
    if (top.kind == FrameKind::Secret) {
        place += top.block->size() - top.index - 2;
    }
    return [place, &choice](const State& later) {
        const std::vector<Frame>& frames = later.agenda.front().frames;
        return frames.size() > place && std::ranges::any_of(choice.options, [&](const ast::Option& option) {
                   return frames[place].block == &option.body;
               });
    };
}

}  // namespace

Matters choice_matters(const Transitions& transitions, const State& state) {
    const Moves moves = transitions.moves(state);
    const Matters result = options_matter(transitions, moves, {});
    const bool in_turn = state.agenda.size() == 1 && moves.at != nullptr;
    return result == Matters::No && in_turn
               ? options_matter(transitions, moves, chosen_goes_on(state, *moves.at))
               : result;
}

namespace {

// Where a player picks in a round of a `repeat`.
struct Picking {
    std::size_t tasks;  // on the agenda
    std::size_t loop;   // the innermost `repeat`
    std::vector<Frame> frames;
    const ast::Stmt* choice;
    int player;
};

bool is_in_rounds(const Picking& picking, const State& state) {
    if (state.over || state.agenda.size() < picking.tasks) {
        return false;
    }
    const std::vector<Frame>& frames = state.agenda[picking.tasks - 1].frames;
    return frames.size() > picking.loop && frames[picking.loop].kind == FrameKind::Loop &&
           frames[picking.loop].statement == picking.frames[picking.loop].statement;
}

std::optional<Picking> picking_in(const State& state, const Moves& moves) {
    const std::vector<Frame>& frames = state.agenda.back().frames;
    const bool plain =
        moves.choice && moves.owner == Owner::Player && moves.at->kind == ast::StmtKind::Choose;
    for (std::size_t i = frames.size(); plain && frames.back().kind == FrameKind::Block && i-- > 0;) {
        if (frames[i].kind == FrameKind::Loop) {
            return Picking{state.agenda.size(), i, frames, moves.at, moves.player};
        }
    }
    return std::nullopt;
}

bool is_same_place(const Picking& picking, const State& state) {
    return state.agenda.size() == picking.tasks &&
           std::ranges::equal(state.agenda.back().frames, picking.frames, [](const Frame& a, const Frame& b) {
               return a.kind == b.kind && a.block == b.block && a.statement == b.statement &&
                      a.action == b.action && a.index == b.index;
           });
}

bool has_same_names(const Picking& picking, const State& state) {
    return std::ranges::equal(state.agenda.back().frames, picking.frames, {}, &Frame::names, &Frame::names);
}

using Pick = std::pair<const ast::Option*, Names>;

// Behind the player's next pick, whichever it is: the same names are in sight.
std::map<Pick, std::vector<Way>> next_picks(const Transitions& transitions, const Picking& picking,
                                            const std::vector<Way>& ways) {
    std::map<Pick, std::vector<Way>> behind;
    std::map<std::string, State> met;
    std::vector<State> open;
    const auto arrive = [&](const Way& way) {
        if (way.error.empty() && met.emplace(key(way.state), way.state).second) {
            open.push_back(way.state);
        }
    };
    std::ranges::for_each(ways, arrive);
    while (!open.empty() && met.size() <= most_states_of_orders) {
        const State state = std::move(open.back());
        open.pop_back();
        if (!is_in_rounds(picking, state)) {
            continue;
        }
        const Moves moves = transitions.moves(state);
        const bool there = moves.choice && is_same_place(picking, state);
        if (there && (moves.owner != Owner::Player || moves.player != picking.player)) {
            continue;
        }
        const bool same = there && has_same_names(picking, state);
        for (const Way& way : moves.ways) {
            if (same && way.taken != nullptr) {
                if (way.error.empty()) {
                    behind[{way.taken, way.bound}].push_back(way);
                }
            } else {
                arrive(way);
            }
        }
    }
    return behind;
}

}  // namespace

Matters picks_matter(const Transitions& transitions, const State& state) {
    const Moves moves = transitions.moves(state);
    const std::optional<Picking> picking = picking_in(state, moves);
    if (!picking) {
        return Matters::No;
    }
    std::map<Pick, std::vector<Way>> by_pick;
    for (const Way& way : moves.ways) {
        if (way.taken != nullptr) {
            by_pick[{way.taken, way.bound}].push_back(way);
        }
    }
    std::map<Pick, std::map<Pick, std::vector<Way>>> behind;
    for (const auto& [pick, ways] : by_pick) {
        behind[pick] = next_picks(transitions, *picking, ways);
    }
    const auto in_rounds = [&](const State& later) { return is_in_rounds(*picking, later); };
    Matters result = Matters::No;
    for (auto one = by_pick.begin(); one != by_pick.end(); ++one) {
        for (auto other = std::next(one); other != by_pick.end(); ++other) {
            if (behind[one->first].contains(other->first) && behind[other->first].contains(one->first)) {
                std::vector<Ends> all;
                all.push_back(
                    Exploration(transitions, in_rounds).from(behind[one->first][other->first], nullptr));
                all.push_back(
                    Exploration(transitions, in_rounds).from(behind[other->first][one->first], nullptr));
                result = worse(result, compared(transitions, all));
            }
        }
    }
    return result;
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
