// What is said of screens: one sentence of what was looked at, and the items that want a look. As text it is
// part of the text report (text.h); the words are shared with the page (html.cpp).
#pragma once

#include <string>
#include <vector>

#include "checker/screened.h"
#include "reports/words/language.h"

namespace errata::reports {

// What an item does on the tables. Undecided: not all sets with it were seen to the end.
enum class Use { NeverPlayed, NeverActs, IdleAlone, NeedsPartner, Undecided, Fine };
Use use_of(const checker::Screened& screened, const checker::ItemUse& item);

// "on 2 tables, plays of one turn each: single cards 60 of 60, pairs 1,830 of 1,830 seen to the end", and
// what was not.
// "on 3 tables, plays of 1 turn: single cards 60 of 60, pairs 1,829 of 1,830 seen to the end": each set once.
std::string sets_sentence(const checker::Screened& screened);
// "2 cards never come into effect: Sun Colossus, Old Leviathan"; empty: all do.
std::string never_played_sentence(const checker::Screened& screened);
// "Nurse + Choir and 2 sets more": those that were left open for this reason; empty: none was.
std::string open_for(const checker::Screened& screened, const checker::Facts& why);

// "Nurse + Choir (token is full at 8: --scope token=16)": a set that is open, and why.
std::string open_set(const checker::ScreenedSets::Open& set, Language language);

std::string screened_text(const checker::Screened& screened, Language language);
// What plays of so few turns cannot tell; empty: they go to their ends.
std::string not_asked_sentence(const checker::Screened& screened);
// A line for each item that cannot be played, does nothing, or needs a partner; worst first. "": there is
// none.
std::string playability_text(const checker::Screened& screened);
std::vector<std::string> playability_lines(const checker::Screened& screened);
// Of one item: the same words, or "fine".
std::string playability_word(const checker::Screened& screened, const checker::ItemUse& item);

// "pairs", "single cards".
std::string sizes_word(std::size_t items, const std::string& kind);

}  // namespace errata::reports
