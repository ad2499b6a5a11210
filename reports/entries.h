// Which findings are one: what has one cause is told once, by the finding with the shortest play, with a line
// for each of the others. A row for each way in which findings are alike says by which facts (entries.cpp);
// no sentence counts. Every format for people goes by it. The findings themselves stay what they are.
#pragma once

#include <vector>

#include "reports/report.h"

namespace errata::reports {

// How another finding is like the one that is shown, from the strongest way to the weakest.
enum class Alike {
    Clauses,   // the same clauses, and a code of the same family: the same conflict, met elsewhere
    Words,     // the same code, of other cards whose words are read by the same phrases
    Question,  // the same question, of which the same is so in the same play: only who disagrees about it is
               // another one
    Claim,     // the same code, about the same claim, which something else breaks; or about what is left open
               // wherever it is asked
    Follows,   // a claim or an example of the spec that goes wrong, or play that stops, by one answer to this
};

struct Other {
    const FindingLines* finding;
    Alike alike;
};

struct Entry {
    const FindingLines* shown;
    std::vector<Other> others;
    // What entries of their own show, of the same code and with a clause of this one. Where something was
    // tried: what stays open though this one is settled.
    std::vector<const FindingLines*> beside = {};
};

// Every finding once. What counts comes first, errors before warnings, and of these loops and wins before
// contradictions, orders and gaps; then what is accepted; notes last. The entries point into `findings`.
std::vector<Entry> entries(const std::vector<FindingLines>& findings);
// Of a screen, where cards that were never played together are what is asked about, wins and other loops come
// before everything else that counts, errors or not.
std::vector<Entry> entries(const Report& report);

// The clauses that are to blame: without what they are only carried out in, where anything else is left.
std::vector<ClauseLine> causes_of(const FindingLines& finding);

// These, and what else has to be there: every card and rule without which it would not be shown.
std::vector<ClauseLine> involved_in(const FindingLines& finding);

// Is it about something that no statement says?
bool is_left_open(const FindingLines& finding);

// The names of the items and rules that the entry and all beside it have a clause of, each once; empty:
// nothing is beside it.
std::vector<std::string> shared_beside(const Entry& entry);

// "Lantern and Echo": what the clauses belong to, each once; at most `most` of them, and how many more.
// `quote` stands around each name.
std::string names_of(const std::vector<ClauseLine>& clauses, std::size_t most = 4,
                     std::string_view quote = "");
// Of its causes.
std::string names_of(const FindingLines& finding);

}  // namespace errata::reports
