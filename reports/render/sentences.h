// The sentences that every report for people shares, whatever its layout: what was cleared and what not, on
// which setups the plays begin, how a play comes about, what can come of a step, who can do something about a
// loop, and what findings of one entry are called. Made of a Report alone. Layout, places and colours are the
// renderers'.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/entries.h"
#include "reports/report.h"

namespace errata::reports {

std::string short_fingerprint(const FindingLines& finding);

// "2 errors, 1 note; 1 expected", "no findings".
std::string counts_sentence(const Report& report);

// What a report begins with: "5 errors (3 derived, 2 asked), 1 note; 6 findings in 4 entries; cleared:
// endless loops; not cleared: ...".
std::string opening_sentence(const Report& report);

// ""combat" (12), "start" (3)": where plays of findings begin, the commonest setup first.
std::string found_in(const Report& report);

// ""boardhops", "teleports"": of the setups that the spec describes, those of which no finding shows a play.
// Empty where a finding is about plays that there are not, or the report shows some findings alone.
std::string nothing_found_in(const Report& report);

// "Ash, Boots and 24 more".
std::string few_of(std::vector<std::string> names, std::size_t most);

// What a text begins with: the opening sentence, and where the spec has several setups both of these, with
// few names.
std::string opening_with_setups(const Report& report);

// The counts with what was asked and is not decided: "no findings" stands alone only if everything was.
std::string headline_sentence(const Report& report);

// Of what is worse than in the baseline.
std::string worse_sentence(const Worse& worse);
// Of a run that was held against a baseline: what is known, gone, worse and as open as it was. Empty: of any
// other run.
std::vector<std::string> baseline_sentences(const Report& report);

// "Smallest game: 2 cards, 6 steps; reachable from side by side; replayed; minimal (proved)". The finding has
// a witness.
std::string witness_sentence(const FindingLines& finding);

// "can keep it going: Ann; can break it: nobody". The finding has a loop.
std::string loop_players_sentence(const FindingLines& finding);
// A forced wait to which somebody's choice has led.
bool waits_after_a_choice(const FindingLines& finding);
// "Ann passes (in the place of step 5)".
std::string way_out_words(const WayOutLine& way);
// A line for the other setups in which the same was met, and for each in which others can end it.
std::vector<std::string> elsewhere_sentences(const FindingLines& finding);
// Of a position that play comes to: whose choices lead there; of what is never so, that nobody's do. Empty
// where that is no question.
std::string choosers_sentence(const FindingLines& finding);

// The cited rows that no catalogue tells the words of.
std::vector<std::string> rows_without_sentence(const ClauseLine& clause);

// "SAN-TER-41: A minion that ...; SAN-TER-42": the cited rows on one line, with what they say.
std::string cited_sentence(const ClauseLine& clause);

// "Accepted: as printed (claims.rules:12)".
std::string acceptance_sentence(const FindingLines& finding, const std::string& spec);

// "This play needs the reading Who pays: strict; ...": empty where it needs none.
std::string readings_sentence(const FindingLines& finding);
std::string assumptions_sentence(const FindingLines& finding);

// "Derived: it follows where Chasm and Feather meet." or "Asked: the spec itself poses the question."
std::string origin_sentence(const FindingLines& finding);

// How another finding of the entry is named: "Mill and Oven at once #0badcafe", with its code where that is
// another one.
std::string other_name(const Entry& entry, const Other& other);

// "Also: Mill and Oven at once #0badcafe; 5 steps from any board": one for each finding of the same cause.
std::vector<std::string> also_sentences(const Entry& entry);

// "The same with: Bellows and Tinker #0badcafe, Hammer #..."; empty: no other cards have these words.
std::string same_words_sentence(const Entry& entry);
// "About the same, in the same play, disagree: Gnome and Imp #1a2b3c4d"; empty: nobody else does.
std::string same_question_sentence(const Entry& entry);
// "The same claim is broken otherwise: Gnome #1a2b3c4d": the others of the entry that break its claim.
std::string same_claim_sentence(const Entry& entry);
// "By this goes wrong, too: Flames #1234abcd": examples of the spec; empty: none.
std::string follows_sentence(const Entry& entry);
// Who breaks a claim, or from which setup it is broken where that is all that is known.
std::string breaker_of(const FindingLines& finding);
// "Still open when this is settled alone: Gnome and Imp #1a2b3c4d, ...; Gnome is in all of them." Empty: no
// other entry shares a clause with it.
std::string beside_sentence(const Entry& entry);
// "Still open when this is settled alone", or, where nothing was tried, "With a part in common".
std::string beside_words(const Entry& entry);
// The part of it behind the names, or empty.
std::string shared_sentence(const Entry& entry);
// What was not laid out because it would be the same; empty: nothing.
std::string alike_sentence(const FindingLines& finding);

// Of the lines that a finding quotes beside its clauses (FindingLines::definitions): a definition, an action,
// a phrase, or who asks; else it is who else acts in the play, or what lies around it.
bool says_what_words_stand_for(const ClauseLine& line);
// That, or a value or declaration that these words speak of; else it lies around the finding.
bool is_what_words_come_to(const ClauseLine& line);

// What can come of a step, told apart: the facts in which the ways differ, without what is the same either
// way. A way without facts of its own says so.
std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes);

// How many facts of one way are shown, before the rest is folded (unless one alone would be).
std::size_t facts_shown(std::size_t all);

}  // namespace errata::reports
