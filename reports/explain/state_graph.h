// The searched game of one setup in words: every state reached and every way on, by the names that the spec
// gives and nothing of how the model is laid out (points, labels, registers, what an ability keeps for
// itself). So two models that mean the same have the same graph, however differently they were made. States
// that look the same here keep their own numbers.
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "reports/report.h"

namespace errata::reports {

inline constexpr std::size_t most_graph_states = 2'000;

struct EdgeLines {
    std::string target;                  // "3", "cut (too many orders)", "error"
    std::string move;                    // "plays first (nobody decides: yes)"
    std::vector<std::string> used;       // "rule Falling", each once
    std::vector<std::string> incidents;  // "contradiction.set-set: two endings", each once
};

struct StateLines {
    std::string who;  // who decides: "Ann", "rules", "nobody", "chance"; empty if the game is over
    std::vector<std::string> values;  // "Ann.gold = 3": what is not as it was declared
    std::vector<std::string> agenda;  // the next item first, without the turn
    std::vector<std::string> pending;
    std::string ending;                  // empty while the game runs
    std::vector<std::string> broken;     // claims about every state that this one breaks
    std::vector<std::string> incidents;  // of the state itself
    std::vector<EdgeLines> edges;
};

struct StateGraph {
    std::string setup;
    bool listed = true;       // false: it leaves too many positions open
    std::size_t begins = 0;   // the first so many states
    std::size_t reached = 0;  // states with a number
    std::vector<StateLines>
        states;  // those whose ways on were looked at: all of them, unless the limit was reached
};

// Without any reduction but that readings are opened where they are asked.
StateGraph explain_graph(const compiler::Model& model, std::size_t setup,
                         std::size_t most_states = most_graph_states);

}  // namespace errata::reports
