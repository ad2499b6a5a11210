// What is quoted of the spec beside what a finding's words name: the lines that do an action, the endings
// that play comes to or is kept from, the setups in which it begins. For definitions.cpp.
#pragma once

#include <string>

#include "checker/verdict.h"
#include "reports/explain/quotes.h"

namespace errata::reports {

// Where no ending is left: what they would ask for.
void add_endings(const compiler::Model& model, const dsl::SourceSet& sources, Quotes& quotes);

// Of what is never reached: the endings that its explanation names, and how play begins.
void add_bounds_of_play(const compiler::Model& model, const dsl::SourceSet& sources,
                        const checker::Finding& finding, Quotes& quotes);

// Of an action, the lines that do it wherever they stand; none where these are many.
void add_callers(const compiler::Model& model, const dsl::SourceSet& sources, const std::string& action,
                 Quotes& quotes);

}  // namespace errata::reports
