// From facts to words: a checked model becomes a Report. Names cells and moves, works out who acted by asking
// the reference evaluator, groups steps into turns and counts the pieces a play needs. Decides nothing.
#pragma once

#include <optional>
#include <string>

#include "checker/verdict.h"
#include "compiler/ir/model.h"
#include "dsl/base/date.h"
#include "reports/report.h"
#include "reports/words/language.h"

namespace errata::reports {

// One model and what was found about it. A spec is more than one when scenarios bring pools of their own.
struct Checked {
    const compiler::Model* model;
    const checker::CheckResult* result;
};

// `checked` holds the game first. `spec` is the path as the user gave it. `sink` holds the warnings of the
// compilation. `today`: the day on which the results were held against what the spec accepts. `language`: of
// what is said of findings and verdicts.
Report explain(const std::vector<Checked>& checked, const dsl::SourceSet& sources, const dsl::Sink& sink,
               const std::string& spec, std::optional<dsl::Date> today = {},
               Language language = Language::English);

// The report of a spec that could not be compiled.
Report explain_errors(const dsl::SourceSet& sources, const dsl::Sink& sink, const std::string& spec);

// One finding, as `play` tells it at once.
FindingLines explain(const compiler::Model& model, const dsl::SourceSet& sources,
                     const checker::Finding& finding, Language language = Language::English);

// A clause with its place and its text.
ClauseLine explain(const compiler::Model& model, const dsl::SourceSet& sources, compiler::ClauseId clause);

// A trace alone, as `replay` shows it.
WitnessLines explain(const compiler::Model& model, const dsl::SourceSet& sources,
                     const checker::Trace& trace);

}  // namespace errata::reports
