// The table of analyses: each row is a question a designer asks, the finding codes it decides, and the
// engines it has. The driver plans one obligation per row, setup and engine from it and knows nothing else
// about analyses.
//
// How to add one: a function `void name(Task&)` in a file of its own, in the folder of its question, declared
// in that folder's analyses.h; its name in checker/analysis_names.def and a row in analysis.cpp; its
// codes (finding_codes.def says how); what it decides
// in analyses.md; a unit test on a hand-made model, a litmus spec and its twin. If it says something of all
// states, a rule in second_look.cpp beside it, named in the row: without one nobody looks again.
// One that asks the model alone (what is written and never read) runs on a setup or on all, and needs no
// search: Task::finding for each thing found, with the clauses it is about, else Task::proved_by_text. What
// play and claims evaluate is `evaluated_terms` (compiler/ir/definitions.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/search/second_look.h"
#include "checker/search/task.h"

namespace errata::checker {

// What one obligation of an analysis covers.
enum class Extent {
    Setup,     // one declared setup
    Setups,    // all declared setups together: what no setup reaches is unreachable
    Scenario,  // one scenario
};

struct Analysis {
    AnalysisName name = AnalysisName::Scenarios;
    std::string_view claim;  // in words, for lists
    std::vector<FindingCode> codes;
    Extent extent = Extent::Setup;
    bool (*applies)(const compiler::Model&) = nullptr;
    void (*run_explicit)(Task&) = nullptr;
    void (*run_symbolic)(Task&) = nullptr;  // null: only scenarios, which are played
    bool samples = false;                   // its symbolic run goes over a sample of boards
    // How what it says is looked at again (search/second_look.h); null: nothing to look at.
    StatesRule certify = nullptr;
    FindingsRule certify_findings = nullptr;
    // Of one that speaks of all setups together: what it keeps of each part of a setup that is searched in
    // parts, before it runs; it finds that in Task::kept.
    void (*see_part)(Task&, std::size_t setup) = nullptr;
    // Is it about rules and cards, so that `errata screen` asks it of every set? (Else about what the spec
    // claims, or what never happens, which sets alone do not tell.)
    bool screens = false;
};

const std::vector<Analysis>& all_analyses();
const Analysis& analysis_of(AnalysisName name);

}  // namespace errata::checker
