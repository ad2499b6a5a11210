// What the words of a finding's clauses stand for: the phrases that read them, the definitions and actions
// that they name, and what these name in turn; and who else acts. Found in the text of the spec; what a
// printed line comes to is where its phrases say it.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/verdict.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

struct Around {
    std::vector<ClauseLine> lines;
    std::set<std::string> words;  // all that the finding's clauses and these lines name
};

// What is said about what is left open, or about what the play leans on; what the finding's printed lines
// come to, then what is named, nearest first; then who could bring about what it awaits, what there was to
// choose from, who else acts in its play, the latest first, what is printed on the cards in it, how the game
// is run, its boards and the fields that all these speak of. None that the finding quotes itself.
Around definitions_used(const compiler::Model& model, const dsl::SourceSet& sources,
                        const checker::Finding& finding);

}  // namespace errata::reports
