// The sentences that every report for people shares, whatever its layout: what was cleared and what not, how
// a play comes about, who can do something about a loop, and which findings are the same but for names. Made
// of a Report alone. Layout, places and colours are the renderers'.
#pragma once

#include <string>
#include <vector>

#include "reports/report.h"

namespace errata::reports {

// As many digits of a fingerprint as `accept` and `--only` want at least.
std::string short_fingerprint(const FindingLines& finding);

// "2 errors, 1 note; 1 expected", "no findings".
std::string counts_sentence(const Report& report);

// The same with what was asked and is not decided: "no findings" stands alone only if everything was.
std::string headline_sentence(const Report& report);

// "Smallest game: 2 cards, 6 steps; reachable from side by side; replayed; minimal (proved)". The finding has
// a witness.
std::string witness_sentence(const FindingLines& finding);

// "can keep it going: Ann; can break it: nobody". The finding has a loop.
std::string loop_players_sentence(const FindingLines& finding);

// The cited rows that no catalogue tells the words of.
std::vector<std::string> rows_without_sentence(const ClauseLine& clause);

// "SAN-TER-41: A minion that ...; SAN-TER-42": the cited rows on one line, with what they say.
std::string cited_sentence(const ClauseLine& clause);

// Cards with the same text make the same finding many times over: findings of one code and standing whose
// titles differ in names alone and whose clauses read the same, in the order of the report. The first stands
// for all.
std::vector<std::vector<const FindingLines*>> by_wording(const std::vector<FindingLines>& findings);

}  // namespace errata::reports
