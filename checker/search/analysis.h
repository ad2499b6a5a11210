// An analysis: a question a designer asks, the finding codes it decides, and the engines it has. The driver
// (driver/analysis.h) plans one obligation per analysis, setup and engine and knows nothing else about them.
//
// How to add one: its name in checker/analysis_names.def, and a file in the folder of its question with the
// functions that decide it and `Analysis rows::Name()`, which names them. The linker names a row that is
// missing, the compiler a fact that a row does not state. Then its codes (finding_codes.def says how), what
// it decides in analyses.md, a unit test on a hand-made model, a litmus spec and its twin. If it says
// something of all states, its row names a rule (second_look.h): without one nobody looks again. One that
// asks the model alone (what is written and never read) runs on a setup or on all, and needs no search:
// Task::finding for each thing found, with the clauses it is about, else Task::proved_by_text. What play and
// claims evaluate is `evaluated_terms` (compiler/ir/definitions.h).
#pragma once

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
    Model,     // the rules and cards as they are written: nothing is searched
};

// What has no default here is stated in every row.
struct Analysis {
    AnalysisName name = AnalysisName::Scenarios;  // filled in by all_analyses
    std::string_view claim;                       // in words, for lists
    std::vector<FindingCode> codes;
    Extent extent;
    bool (*applies)(const compiler::Model&);
    void (*run_explicit)(Task&);
    void (*run_symbolic)(Task&);  // null: scenarios, which are played, and where nothing is searched
    bool samples = false;         // its symbolic run goes over a sample of boards
    // How what it says of all states is looked at again (search/second_look.h); null: nobody does.
    StatesRule certify;
    FindingsRule certify_findings = nullptr;
    // Of one that speaks of all setups together: what it keeps of each part of a setup that is searched in
    // parts, before it runs; it finds that in Task::kept.
    void (*see_part)(Task&, std::size_t setup) = nullptr;
    // Only run where somebody names one of its codes, or asks for what is on request (CheckOptions).
    bool is_on_request = false;
    // Is it about rules and cards, so that `errata screen` asks it of every set? (Else about what the spec
    // claims, or what never happens, which sets alone do not tell.)
    bool screens;
};

// Each stands in the file of its analysis.
namespace rows {
#define ERRATA_ANALYSIS(name, word) Analysis name();
#include "checker/analysis_names.def"
#undef ERRATA_ANALYSIS
}  // namespace rows

inline bool always(const compiler::Model&) { return true; }

}  // namespace errata::checker
