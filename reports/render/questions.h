// What was asked of a game and what became of it, question by question: endless loops, orders that matter,
// the claims of the spec. Made of the verdicts of a Report.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

struct Asked {
    std::string question;
    std::size_t refuted = 0;
    std::size_t open = 0;
    std::set<std::string> limits;
    std::string excludes = {};  // what was not asked
};

// "endless loops (but for whole turns that repeat, which `check ... terminates` asks about)", where it is
// cleared.
std::string with_what_it_excludes(const Asked& asked);

// Its detail, and of what is decided who looked again at it: "all 12 reachable states; computed again".
std::string told_detail(const VerdictLine& verdict, Language language);

// Whether the checker asks it of every game; anything else is a claim of the spec.
bool is_general(const std::string& question);

// In the order of the questions; what is none of the general questions is a claim of the spec itself.
std::vector<Asked> asked_questions(const Report& report);

// Of an open verdict: which limit stood in the way and what would raise it, or else what was seen. Of reasons
// of one question that differ in numbers alone, the one with the largest.
checker::Facts told_reason(const Report& report, const VerdictLine& verdict);

}  // namespace errata::reports
