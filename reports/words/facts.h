// Facts to sentences. Pure: what is said depends on the fact alone.
#pragma once

#include <string>

#include "checker/fact.h"
#include "reports/words/language.h"
#include "reports/words/naming.h"

namespace errata::reports {

// One sentence, or the part of one that the fact is.
std::string said(const checker::Fact& fact, Language language = Language::English, const Naming& naming = {});
// All of them, one sentence after the other.
std::string said(const checker::Facts& facts, Language language = Language::English,
                 const Naming& naming = {});
// The same in one line: what is no sentence is told apart by semicolons.
std::string in_one_line(const checker::Facts& facts, Language language = Language::English);
// "A, B and C": parts of a sentence.
std::string list_said(const checker::Facts& facts, Language language = Language::English,
                      const Naming& naming = {});

// Has it all that its sentence speaks of? Facts of an analysis have; what is read from a file may not.
bool can_be_said(const checker::Fact& fact);

}  // namespace errata::reports
