// What is asked of the graph of a game: the verdicts and findings as checker/analyses.md defines them,
// written down again without looking at how the program finds them.
#pragma once

#include <set>

#include "tests/oracle/search.h"

namespace errata::oracle {

// Codes of findings that are met in the graph of one setup, and how its claims come out there.
struct Answers {
    std::set<std::string> codes;
    std::set<std::string> endings;
    std::map<std::string, std::string> claims;  // title: "holds", "fails"; "shown" for `reachable`
    std::set<std::string> undecided;            // claims that the documents leave open here, see README.md
};

// Sets of nodes.
using Region = std::vector<bool>;

// A way for players, chance or nobody to go on: everything that may come of it.
struct Option {
    std::vector<int> next;  // -1: an error, or cut
};

struct Arena {
    explicit Arena(const Graph& graph);

    const Graph* graph;
    std::vector<std::vector<Option>> options;
};

Answers ask(const Transitions& transitions, const Graph& graph);

// Regions in which play can be kept for ever, seen from the stage. ...Together: with what nobody decides,
// orders and outcomes alike; by chance, or by players.
enum class Hold { Mandatory, Inevitable, Chance, Optional, Together, ChanceTogether };
// What leads into `inside` counts as kept.
Region held(const Arena& arena, Hold hold, Stage stage, const Region& inside = {});
// From which nodes all play comes into the region.
Region bound_for(const Arena& arena, const Region& region);
// The players, `awaited` aside, who can keep play out of `goal` for ever by themselves, and from where.
Region kept_away(const Arena& arena, int player, const Region& goal);
Region on_cycles(const Arena& arena, Hold hold, const Region& region, Stage stage);
// From which nodes some play leads into the region. `leaks`: so do errors and what is cut.
Region leading_to(const Graph& graph, const Region& goal, bool leaks);

}  // namespace errata::oracle
