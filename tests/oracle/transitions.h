// The moves that a state has: docs/reference, "How a game runs". Settling first; then the agenda; then the
// turn.
#pragma once

#include "tests/oracle/effects.h"

namespace errata::oracle {

enum class Stage : std::uint8_t { Settle, Resolution, Turn, Game };
enum class Owner : std::uint8_t { Rules, Chance, Nobody, Elsewhere, Player };

struct Way {
    State state;        // where it leads, unless it ends with an error or is cut
    std::string error;  // "", the code of what ends the play, or "cut"
    std::vector<std::string> incidents;
    int option = 0;  // which of what can be chosen or placed
    const ast::Option* taken = nullptr;
    Names bound = {};      // by it
    bool ordered = false;  // nobody decided an order on the way
    bool unclear = false;  // ... in a loop that stops: its ends are not compared here
};

struct Moves {
    Stage stage = Stage::Turn;
    Owner owner = Owner::Rules;
    int player = -1;
    bool placing = false;
    bool choice = false;
    std::string gap;                // a choice without an option: its code
    const ast::Stmt* at = nullptr;  // the choice
    std::vector<Way> ways;
};

class Transitions {
public:
    explicit Transitions(const Play& play) : play_(play) {}

    Moves moves(const State& state) const;
    // Places this instance of the pending bag.
    Way place(const State& state, const Waiting& instance) const;
    bool settled(const State& state) const;  // nothing pending, no state check enabled
    bool places(const State& state) const;   // the next thing is to place one of what is pending
    const Play& play() const { return play_; }

private:
    std::vector<int> enabled_checks(const State& state) const;
    void carry_checks(const State& state, const std::vector<int>& checks, Moves& moves) const;
    void placements(const State& state, Moves& moves) const;
    void choices(const State& state, Moves& moves) const;
    void proceed(const State& state, Moves& moves) const;
    template <typename Step>
    void explore(const State& state, Moves& moves, int option, Step step) const;

    Play play_;
};

}  // namespace errata::oracle
