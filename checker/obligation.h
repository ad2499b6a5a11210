// One unit of checking work, as a value: what to decide, about which setup, with which engine and budget.
// `check` plans obligations, runs each by itself and merges the results, so a run can be listed, sharded and
// cached.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/analysis_name.h"
#include "checker/engine.h"
#include "checker/reductions.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// Budgets count states and solver resource units, so that equal inputs give equal outputs. `seconds` is the
// one exception: a wall-clock stop, reported as such; 0: none.
struct Budget {
    std::size_t states = 2'000'000;       // of one search
    std::size_t memory = 4'000'000'000;   // bytes, for states of one search and the ways between them
    std::size_t initial_states = 50'000;  // that one search begins with; a setup with more is split
    std::size_t second_look = 1'000'000;  // states of a setup; in parts, of those that come then a sample
    std::size_t solver_units = 0;         // Z3 rlimit per query; 0: none
    double seconds = 0;
};

// Which one it is; stable. Printed "incidents@any_board/symbolic".
struct ObligationId {
    AnalysisName analysis = AnalysisName::Scenarios;
    std::string place;  // its setup or scenario, as typed on command lines; empty: all setups together
    Engine engine = Engine::Explicit;
    friend auto operator<=>(const ObligationId&, const ObligationId&) = default;
};

struct Obligation {
    ObligationId id;
    std::string claim;  // what is decided, in words
    std::size_t setup = 0;
    std::vector<std::string> items;  // printed items that it is about, by name; empty: all
    Budget budget;
    Reductions reductions;
};

// Of a setup or scenario of this name: "any board" -> "any_board", for ids are typed on command lines. (Of
// several that would be the same the later ones have a number behind it.)
std::string place_named(const std::string& name);

std::string print(const ObligationId& id);
// Nothing: no id looks so.
std::optional<ObligationId> read_obligation_id(std::string_view text);

// Canonical one-line text; two obligations with the same text on the same model do the same work.
std::string print(const Obligation& obligation);

}  // namespace errata::checker
