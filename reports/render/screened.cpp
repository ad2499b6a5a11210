#include "reports/render/screened.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "dsl/base/plural.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::ItemUse;
using checker::Screened;
using checker::ScreenedSets;

namespace {

std::string turns_text(const Screened& screened) {
    std::set<std::size_t> turns;
    for (const ScreenedSets& sets : screened.sets) turns.insert(sets.turns);
    if (turns.size() != 1) return "";
    if (turns.contains(0)) return ", to the end of every play";
    return ", plays of " + dsl::count_of(*turns.begin(), "turn");
}

std::size_t smallest_set(const Screened& screened, const std::string& kind) {
    std::size_t smallest = 0;
    for (const ScreenedSets& sets : screened.sets) {
        if (sets.kind == kind && (smallest == 0 || sets.items < smallest)) smallest = sets.items;
    }
    return smallest;
}

Use seen_use_of(const Screened& screened, const ItemUse& item) {
    if (!item.is_playable.value_or(true)) return Use::NeverPlayed;
    if (!item.has_text) return Use::Fine;
    if (item.acts_with.empty() && !item.acts_unseen)
        return checker::has_single_items_only(screened) ? Use::IdleAlone : Use::NeverActs;
    if (item.acts_with.empty()) return Use::Fine;
    return item.acts_with.size() > smallest_set(screened, item.kind) ? Use::NeedsPartner : Use::Fine;
}

// Could what was not seen of it change that?
bool may_change(Use seen, const ItemUse& item) {
    switch (seen) {
        case Use::NeverPlayed:
            return item.play_is_open;
        case Use::NeverActs:
        case Use::IdleAlone:
            return item.smallest_open > 0;
        case Use::NeedsPartner:
            return item.smallest_open > 0 && item.smallest_open < item.acts_with.size();
        case Use::Undecided:
        case Use::Fine:
            return false;
    }
    return false;
}

std::string said_of(const ItemUse& item, Use use) {
    switch (use) {
        case Use::NeverPlayed:
            return "play never brings it into effect" + (item.miss.empty() ? "" : ". " + item.miss);
        case Use::NeverActs:
            return "its text does nothing in any set";
        case Use::IdleAlone:
            return "its text does nothing by itself; larger sets show it in company";
        case Use::NeedsPartner: {
            std::vector<std::string> partners = item.acts_with;
            partners.erase(std::ranges::find(partners, item.name));
            return "does something only in company, for example with " + dsl::join(partners, " and ");
        }
        case Use::Undecided: {
            const bool waits = !item.is_playable.value_or(true);
            return (waits ? "play was not seen to bring it into effect" : "what it does is not decided") +
                   std::string(": not all sets with it were seen to the end") +
                   (item.miss.empty() ? "" : ". " + item.miss);
        }
        case Use::Fine:
            break;
    }
    return "";
}

// So many cannot all be wrong: it is the tables that give them nothing to do.
bool is_the_tables_fault(std::size_t items, std::size_t all) {
    constexpr std::size_t many = 10;
    return items > many && items * 3 > all;
}

std::string said_of_many(const std::vector<std::string>& names, const std::string& all, Use use) {
    constexpr std::size_t shown = 5;
    const std::string count = std::to_string(names.size()) + " of " + all + " (" +
                              dsl::join(std::vector(names.begin(), names.begin() + shown), ", ") + ", ...) ";
    switch (use) {
        case Use::NeverPlayed:
            return count +
                   "are never brought into effect by play: no table gives it a way to bring them there";
        case Use::NeverActs:
            return count +
                   "do nothing in any set: the tables lack what their text speaks of; describe a table "
                   "of your own (`screen`)";
        case Use::IdleAlone:
            return count + "do nothing by themselves; larger sets show them in company";
        case Use::NeedsPartner:
            return count + "do something only in company";
        case Use::Undecided:
            return count + "are not decided: not all sets with them were seen to the end";
        case Use::Fine:
            break;
    }
    return "";
}

}  // namespace

Use use_of(const Screened& screened, const ItemUse& item) {
    const Use seen = seen_use_of(screened, item);
    return may_change(seen, item) ? Use::Undecided : seen;
}

std::string sizes_word(std::size_t items, const std::string& kind) {
    switch (items) {
        case 1:
            return "single " + dsl::plural_of(kind);
        case 2:
            return "pairs";
        case 3:
            return "triples";
        default:
            return "sets of " + std::to_string(items);
    }
}

std::string sets_sentence(const Screened& screened) {
    std::set<std::string> tables;
    bool all_known = true;
    for (const ScreenedSets& sets : screened.sets) {
        tables.insert(sets.table);
        all_known = all_known && sets.all_known;
    }
    std::vector<std::string> parts;
    parts.reserve(screened.totals.size());
    for (const checker::SetsOfSize& total : screened.totals) {
        parts.push_back(sizes_word(total.items, total.kind) + " " +
                        grouped(static_cast<double>(total.sets - total.open)) + " of " +
                        grouped(static_cast<double>(total.sets)));
    }
    return "on " + dsl::count_of(tables.size(), "table") + turns_text(screened) + ": " +
           dsl::join(parts, ", ") + (all_known ? "" : " that there was time for") + " seen to the end";
}

std::string never_played_sentence(const Screened& screened) {
    std::vector<std::string> kinds;  // as they come
    std::map<std::string, std::vector<std::string>> of_kind;
    for (const ItemUse& item : screened.items) {
        if (use_of(screened, item) != Use::NeverPlayed) continue;
        std::vector<std::string>& names = of_kind[item.kind];
        if (names.empty()) kinds.push_back(item.kind);
        names.push_back(item.name);
    }
    std::vector<std::string> sentences;
    for (const std::string& kind : kinds) {
        std::vector<std::string>& names = of_kind.at(kind);
        std::string sentence = dsl::count_of(names.size(), kind) +
                               (names.size() == 1 ? " never comes" : " never come") + " into effect: ";
        constexpr std::size_t named = 4;
        const bool is_cut = names.size() > named;
        if (is_cut) names.resize(named);
        sentences.push_back(sentence + dsl::join(names, ", ") + (is_cut ? ", ..." : ""));
    }
    return dsl::join(sentences, "; ");
}

std::string open_for(const Screened& screened, const checker::Facts& why) {
    std::set<std::vector<std::string>> named;
    std::size_t open = 0;
    for (const ScreenedSets& sets : screened.sets) {
        open += sets.open;
        for (const ScreenedSets::Open& one : sets.shown) {
            if (one.why == why) named.insert(one.items);
        }
    }
    if (named.empty()) return "";
    constexpr std::size_t most = 3;
    std::vector<std::string> names;
    for (const std::vector<std::string>& items : named) {
        if (names.size() < most) names.push_back(dsl::join(items, " + "));
    }
    return dsl::join(names, ", ") + (open > names.size() ? " and others" : "");
}

std::string open_set(const ScreenedSets::Open& set, Language language) {
    const std::string items = dsl::join(set.items, " + ");
    return set.why.empty() ? items : items + " (" + in_one_line(set.why, language) + ")";
}

std::string screened_text(const Screened& screened, Language language) {
    std::string open;
    for (const ScreenedSets& sets : screened.sets) {
        std::vector<std::string> shown;
        for (const ScreenedSets::Open& one : sets.shown) shown.push_back(open_set(one, language));
        if (shown.empty()) continue;
        open += wrapped(
            "not seen to the end on \"" + sets.table + "\": " + dsl::join(shown, ", ") +
                (sets.open > shown.size() ? " and " + std::to_string(sets.open - shown.size()) + " more"
                                          : ""),
            4, default_width);
    }
    return wrapped("Screened: " + sets_sentence(screened), 2, default_width) +
           wrapped(not_asked_sentence(screened), 2, default_width) + open;
}

std::string not_asked_sentence(const Screened& screened) {
    std::size_t most = 0;
    for (const ScreenedSets& sets : screened.sets) {
        if (sets.turns == 0) return "";
        most = std::max(most, sets.turns);
    }
    if (most == 0) return "";
    return "Not asked: what takes more than " + dsl::count_of(most, "turn") +
           " (waiting, locks, what comes later than that); a screen with `turns: " +
           std::to_string(most + 1) + "` follows play further.";
}

std::vector<std::string> playability_lines(const Screened& screened) {
    std::vector<std::string> lines;
    std::map<std::string, std::size_t> all;  // by kind
    for (const ItemUse& item : screened.items) ++all[item.kind];
    for (const Use use :
         {Use::NeverPlayed, Use::NeverActs, Use::IdleAlone, Use::NeedsPartner, Use::Undecided}) {
        for (const auto& [kind, count] : all) {
            std::vector<std::string> names;
            std::vector<std::string> own;
            for (const ItemUse& item : screened.items) {
                if (item.kind != kind || use_of(screened, item) != use) continue;
                names.push_back(item.name);
                own.push_back(item.name + ": " + said_of(item, use));
            }
            if (is_the_tables_fault(names.size(), count))
                own = {said_of_many(names, dsl::count_of(count, kind), use)};
            std::ranges::move(own, std::back_inserter(lines));
        }
    }
    return lines;
}

std::string playability_text(const Screened& screened) {
    std::string text;
    for (const std::string& line : playability_lines(screened)) text += wrapped(line, 4, default_width);
    return text.empty() ? "" : "  Cards to look at:\n" + text;
}

std::string playability_word(const Screened& screened, const ItemUse& item) {
    const std::string said = said_of(item, use_of(screened, item));
    return said.empty() ? "fine" : said;
}

}  // namespace errata::reports
