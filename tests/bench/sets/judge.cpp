#include "tests/bench/sets/judge.h"

#include <algorithm>
#include <set>

namespace errata::tests::sets {

namespace {

using nlohmann::json;
using Names = std::set<std::string>;

// A finding that counts: what it is, and the cards that it is about.
struct Told {
    std::string code;
    std::string title;
    Names cards;
};

Names cards_of(const json& finding, const Names& all) {
    Names cards;
    for (const json& clause : finding["clauses"]) {
        for (const auto& [field, value] : clause.items()) {
            if (value.is_string() && all.contains(value.get<std::string>()))
                cards.insert(value.get<std::string>());
        }
    }
    return cards;
}

class Judge {
public:
    Judge(const GeneratedSet& set, const json& report) : set_(set), report_(report) {
        for (const json& item : report["screened"]["items"]) all_.insert(item["name"].get<std::string>());
        for (const json& finding : report["findings"]) {
            if (finding["severity"] == "note") continue;
            told_.push_back({finding["code"], finding["title"], cards_of(finding, all_)});
        }
    }

    Judgement run() {
        for (const Planted& planted : set_.planted) {
            if (planted.is_twin) {
                if (is_told(planted)) result_.reported.push_back(text(planted));
                continue;
            }
            ++result_.planted;
            if (!is_told(planted)) result_.missed.push_back(text(planted));
        }
        for (const Told& told : told_) {
            if (!is_explained(told)) result_.others.push_back(told.code + ": " + told.title);
        }
        for (const json& sets : report_["screened"]["sets"]) {
            result_.sets += sets["sets"].get<std::size_t>();
            result_.open += sets["open"].get<std::size_t>();
        }
        return std::move(result_);
    }

private:
    static std::string text(const Planted& planted) {
        std::string text = planted.pattern;
        for (const std::string& card : planted.cards) text += (text == planted.pattern ? ": " : ", ") + card;
        return text;
    }

    const json& item(const std::string& name) const {
        static const json none = {{"playable", nullptr}, {"acts_with", {name}}, {"has_text", true}};
        for (const json& one : report_["screened"]["items"]) {
            if (one["name"] == name) return one;
        }
        return none;
    }

    bool is_told(const Planted& planted) const {
        if (planted.shown == Shown::NeverPlayed) return item(planted.cards[0])["playable"] == false;
        if (planted.shown == Shown::NeverActs) return item(planted.cards[0])["acts_with"].empty();
        const Names cards(planted.cards.begin(), planted.cards.end());
        return std::ranges::any_of(told_, [&](const Told& told) {
            if (planted.is_twin) return !told.cards.empty() && std::ranges::includes(cards, told.cards);
            return told.cards == cards && is_of(told, planted);
        });
    }

    static bool is_of(const Told& told, const Planted& planted) {
        return std::ranges::find(planted.codes, told.code) != planted.codes.end();
    }

    bool is_explained(const Told& told) const {
        return std::ranges::any_of(set_.planted, [&](const Planted& planted) {
            const Names cards(planted.cards.begin(), planted.cards.end());
            return !planted.is_twin && std::ranges::includes(cards, told.cards) && is_of(told, planted);
        });
    }

    const GeneratedSet& set_;
    const json& report_;
    Names all_;
    std::vector<Told> told_;
    Judgement result_;
};

}  // namespace

Judgement judge(const GeneratedSet& set, const json& report) { return Judge(set, report).run(); }

}  // namespace errata::tests::sets
