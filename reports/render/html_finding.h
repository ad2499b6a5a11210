// A finding on a page of HTML. One article says what is wrong, quotes the clauses as cards, shows the play
// and what comes out of it, and gives the line by which a spec accepts the finding. The text report says all
// of this, too.
#pragma once

#include <map>
#include <string>

#include "reports/entries.h"
#include "reports/render/html_board.h"
#include "reports/render/html_markup.h"
#include "reports/report.h"

namespace errata::reports::html {

// What the findings of one spec have in common on a page.
struct Section {
    std::string spec;
    std::map<std::string, std::size_t> items;  // number of each clause's item, by `item_key`
    std::map<const FindingLines*, std::string> anchors;
    std::map<std::string, std::size_t> beginnings;  // findings by the first eight digits
    Tints tints = {};                               // of all boards
};

// "error" in the colours of its severity.
Html severity_mark(checker::Severity severity);

// What the spec has to say so that this finding no longer counts.
std::string accept_line(const FindingLines& finding, const Section& section);

// How an entry stands on the page: a twin is shown by another entry already, and stays folded on paper.
enum class Fold { Open, Folded, Twin };

// The finding that the entry shows; the others are told by name alone.
Html article(const Entry& entry, Fold fold, const Section& section);

// How the game goes on where the rules disagree or are silent, side by side. Ways that come to the same share
// a column. What not all of them have in common is marked, also on the boards that they end with. `witness`:
// the play that leads to them, whose board has the same scale; may be null.
Html outcomes(const std::vector<OutcomeLine>& outcomes, const Tints& tints = {},
              const WitnessLines* witness = nullptr);

}  // namespace errata::reports::html
