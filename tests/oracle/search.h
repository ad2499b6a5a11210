// Every state that play can reach, as a graph.
#pragma once

#include <unordered_map>

#include "tests/oracle/transitions.h"

namespace errata::oracle {

struct Node {
    State state;
    Moves moves;            // without the states they lead to
    std::vector<int> next;  // the node each way leads to; -1: an error or cut
    int same = 0;           // equal for states that are the same but for names
};

struct Graph {
    std::vector<Node> nodes;
    std::vector<int> initial;
    std::size_t forms = 0;  // states that are the same but for names counted once
    bool cut = false;       // something outgrew the agenda, the pending bag or a pool
    bool unclear = false;   // a loop that stops has passed something over: how much it remembers is not said
    bool whole = true;      // false: more states than asked for
};

struct Position {
    std::string name;
    std::vector<State> states;
};

// The setups of a game with the positions that they leave open.
std::vector<Position> positions(const Vocabulary& vocabulary);
Graph search(const Transitions& transitions, const std::vector<State>& initial, std::size_t most);

}  // namespace errata::oracle
