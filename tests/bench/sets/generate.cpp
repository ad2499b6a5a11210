#include "tests/bench/sets/generate.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "tests/bench/sets/fillers.h"
#include "tests/bench/sets/patterns.h"
#include "tests/bench/sets/words.h"

namespace errata::tests::sets {

namespace {

constexpr std::size_t cards_per_round = 75;  // of the set, for each copy of all patterns
constexpr std::size_t ladder_sounds = 12;

using Words = std::map<std::string, std::string>;  // by the hole that they fill

std::string filled(std::string text, const Words& words) {
    for (const auto& [hole, word] : words) {
        for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + word.size()))
            text.replace(at, hole.size(), word);
    }
    return text;
}

std::string listed(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : ", ") + name;
    return result;
}

struct Row {
    std::string name;
    int price = 1;
    std::string suit = "Plain";
    std::string text;  // lines with bars between
};

class Deck {
public:
    explicit Deck(const SetOrder& order) : order_(order), random_(order.seed) {}

    GeneratedSet made() {
        const std::size_t rounds = std::max<std::size_t>(1, order_.cards / cards_per_round);
        for (std::size_t round = 0; round < rounds; ++round) {
            for (const Pattern& pattern : patterns()) {
                if (round >= pattern.most || pattern.cards.size() > order_.largest) continue;
                plant(pattern, pattern.cards, false);
                plant(pattern, pattern.twin, true);
            }
        }
        fill_up();
        result_.rules = rules();
        result_.table = table();
        return std::move(result_);
    }

private:
    void plant(const Pattern& pattern, const std::vector<PatternCard>& cards, bool is_twin) {
        Words words = own_words(cards, is_twin);
        Planted planted{pattern.name, pattern.shown, pattern.codes, {}, is_twin};
        for (const PatternCard& card : cards) {
            Row row{new_name(), card.price, "Plain", ""};
            if (card.is_of_own_suit) row.suit = words.at("{suit}");
            words["{self}"] = row.name;
            row.text = filled(card.text, words);
            planted.cards.push_back(row.name);
            rows_.push_back(std::move(row));
        }
        result_.planted.push_back(std::move(planted));
    }

    // Only what the texts have holes for.
    Words own_words(const std::vector<PatternCard>& cards, bool has_third_way) {
        std::string text;
        for (const PatternCard& card : cards) text += card.text;
        const auto asks = [&](const char* hole) { return text.find(hole) != std::string::npos; };
        Words words;
        const std::pair<const char*, std::vector<std::string>*> kinds[] = {
            {"{1}", &sounds_},  {"{2}", &sounds_}, {"{3}", &sounds_},
            {"{ware}", &wares_}, {"{lamp}", &lamps_}, {"{suit}", &suits_}};
        for (const auto& [hole, list] : kinds) {
            if (asks(hole)) words[hole] = list->emplace_back(nouns_.next());
        }
        if (!asks("{left}")) return words;
        words["{left}"] = nouns_.next();
        words["{right}"] = nouns_.next();
        std::vector<std::string> ways = {words["{left}"], words["{right}"]};
        if (has_third_way) ways.push_back(nouns_.next());
        crossroads_.push_back(std::move(ways));
        return words;
    }

    void fill_up() {
        const std::size_t room = order_.cards > rows_.size() ? order_.cards - rows_.size() : 0;
        std::vector<std::string> ladder;
        while (ladder.size() < std::min(ladder_sounds, room / 4)) ladder.push_back(nouns_.next());
        sounds_.insert(sounds_.end(), ladder.begin(), ladder.end());
        Fillers fillers(order_.seed, ladder);
        std::set<std::string> texts;  // each card in a class of its own
        static constexpr const char* plain[] = {"Plain", "Oak", "Elm", "Yew"};
        while (rows_.size() < order_.cards) {
            const std::string text = fillers.next();
            if (!texts.insert(text).second) continue;
            Row row{new_name(), static_cast<int>(random_() % 5), plain[random_() % 4], text};
            rows_.push_back(std::move(row));
        }
    }

    std::string new_name() { return card_name(named_++); }

    std::string rules() const {
        std::ifstream file(ERRATA_SOURCE_DIR "/tests/bench/sets/frame.rules.in");
        std::ostringstream frame;
        frame << file.rdbuf();
        std::vector<std::string> ways;
        std::string crossroads;
        for (const auto& one : crossroads_) {
            ways.insert(ways.end(), one.begin(), one.end());
            crossroads += "        choose by active {\n";
            for (const std::string& way : one)
                crossroads += "            option \"goes " + way + "\" if can go(" + way + ") { go(" + way + ") }\n";
            crossroads += "        }\n";
        }
        const Words words = {{"<<sounds>>", listed(sounds_)}, {"<<suits>>", listed(suits_)},
                             {"<<wares>>", listed(wares_)},   {"<<lamps>>", listed(lamps_)},
                             {"<<ways>>", listed(ways)},      {"<<crossroads>>\n", crossroads},
                             {"<<seats>>", std::to_string(std::max<std::size_t>(2, order_.largest))},
                             {"<<largest>>", std::to_string(order_.largest)}};
        return filled(frame.str(), words);
    }

    // Shuffled, so that what is planted stands anywhere.
    std::string table() {
        for (std::size_t i = rows_.size(); i > 1; --i) std::swap(rows_[i - 1], rows_[random_() % i]);
        std::string result = "Name,Price,Suit,Text\n";
        for (const Row& row : rows_) {
            std::string text;
            for (const char sign : row.text) text += sign == '|' ? "\n" : sign == '"' ? "\"\"" : std::string(1, sign);
            result += row.name + "," + std::to_string(row.price) + "," + row.suit + ",\"" + text + "\"\n";
        }
        return result;
    }

    SetOrder order_;
    std::mt19937 random_;
    std::size_t named_ = 0;
    Nouns nouns_;
    std::vector<std::string> sounds_, wares_, lamps_, suits_;
    std::vector<std::vector<std::string>> crossroads_;
    std::vector<Row> rows_;
    GeneratedSet result_;
};

}  // namespace

std::size_t fewest_cards(std::size_t largest) {
    std::size_t sum = 0;
    for (const Pattern& pattern : patterns()) {
        if (pattern.cards.size() <= largest) sum += pattern.cards.size() + pattern.twin.size();
    }
    return sum;
}

GeneratedSet generate(const SetOrder& order) { return Deck(order).made(); }

}  // namespace errata::tests::sets
