// The table of analyses: each row is a question a designer asks, the finding codes it decides, and the engines it has.
// The driver plans one obligation per row, setup and engine from it and knows nothing else about analyses.
//
// How to add one: a function `void name(Task&)` in a file of its own, its declaration below, a row in analysis.cpp, its
// codes in codes.def, what it promises in README.md, a unit test on a hand-made model, a litmus spec and its twin.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/analyses/task.h"

namespace errata::checker {

// What one obligation of an analysis covers.
enum class Extent {
    Setup,     // one declared setup
    Setups,    // all declared setups together: what no setup reaches is unreachable
    Scenario,  // one scenario
};

struct Analysis {
    std::string_view name;
    std::string_view claim;  // in words, for lists
    std::vector<std::string_view> codes;
    Extent extent = Extent::Setup;
    bool (*applies)(const compiler::Model&) = nullptr;
    void (*run_explicit)(Task&) = nullptr;
    void (*run_symbolic)(Task&) = nullptr;  // null: only scenarios, which are played
    bool samples = false;                   // its symbolic run goes over a sample of boards
};

const std::vector<Analysis>& all_analyses();
const Analysis* find_analysis(std::string_view name);

// Explicit: on the reachable game graph of the setup. Waits, loops and orders have no symbolic form; there they go over
// a sample of boards (Task::searched).
void find_incidents(Task& task);
void find_deadlocks(Task& task);
void check_claims(Task& task);
void check_rulings(Task& task);
void find_waits(Task& task);
void find_loops(Task& task);
void compare_orders(Task& task);
void find_unreachable(Task& task);
void compare_readings(Task& task);
void play_scenario(Task& task);
bool has_idle_candidates(const compiler::Model& model);
void find_idle_clauses(Task& task);
void skip_idle_clauses(Task& task);

// Symbolic whatever the engine: of every well-formed board.
bool has_cyclic_equations(const compiler::Model& model);
void check_equations(Task& task);

// Symbolic: by bounded search from the setup, every model replayed.
void search_incidents(Task& task);
void search_deadlocks(Task& task);
void search_claims(Task& task);
void search_rulings(Task& task);
void search_unreachable(Task& task);

}  // namespace errata::checker
