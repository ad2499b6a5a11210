#include "tests/bench/sets/fillers.h"

#include <array>
#include <utility>

namespace errata::tests::sets {

namespace {

// Of events: what follows is always of a higher rank. Between start and marking stand the sounds of the ladder.
constexpr std::size_t start = 0;
constexpr std::size_t marking = 100;
constexpr std::size_t hurting = 101;
constexpr std::size_t gaining = 102;
constexpr std::size_t quiet = 103;  // nothing listens

struct Wording {
    const char* text;
    std::size_t rank;
};

constexpr std::array triggers = {
    Wording{"When the bell sounds, {e}.", start},
    Wording{"When the gong sounds, {e}.", start},
    Wording{"When this enters, {e}.", start},
    Wording{"When another card enters, {e}.", start},
    Wording{"When another {suit} card enters, {e}.", start},
    Wording{"At dawn, {e}.", start},
    Wording{"At dusk, {e}.", start},
    Wording{"You may tire this: {e}.", start},
    Wording{"You may pay {n} coins, once a turn: {e}.", start},
    Wording{"When this is marked, {e}.", marking},
    Wording{"When another card is marked, {e}.", marking},
    Wording{"When you lose life, {e}.", hurting},
    Wording{"When your opponent loses life, {e}.", hurting},
    Wording{"When you gain coins, {e}.", gaining},
    Wording{"When your opponent gains coins, {e}.", gaining},
};

constexpr std::array statics = {
    "Your other {suit} cards are {n} stronger.", "Marked cards are 1 weaker.",
    "Tired cards cannot be marked.",             "This cannot be marked.",
    "If you would lose life, lose 1 less.",      "If you would gain coins, gain 1 more.",
};

constexpr std::array effects = {
    Wording{"mark this", marking},
    Wording{"mark each other card", marking},
    Wording{"mark each {suit} card", marking},
    Wording{"your opponent loses {n} life", hurting},
    Wording{"lose {n} life", hurting},
    Wording{"each player loses 1 life", hurting},
    Wording{"gain {n} coins", gaining},
    Wording{"your opponent gains 1 coin", gaining},
    Wording{"lose {n} coins", quiet},
    Wording{"heal {n}", quiet},
    Wording{"draw a card", quiet},
    Wording{"discard a card", quiet},
    Wording{"your opponent draws a card", quiet},
    Wording{"your opponent discards a card", quiet},
    Wording{"raise the tide", quiet},
    Wording{"lower the tide", quiet},
    Wording{"let there be {weather}", quiet},
    Wording{"this grows", quiet},
    Wording{"this shrinks", quiet},
    Wording{"each other card grows", quiet},
    Wording{"each {suit} card shrinks", quiet},
    Wording{"unmark each card", quiet},
    Wording{"tire each other card", quiet},
    Wording{"wake each card", quiet},
};

constexpr std::array cases = {"the tide is {t}", "there is {weather}", "you hold {n} cards", "this is marked"};

// What triggers wait for, from the start of a turn.
constexpr std::array starters = {
    "When the bell sounds, mark each other card.",
    "When the bell sounds, mark this.",
    "When the gong sounds, gain 2 coins.",
    "When the gong sounds, your opponent gains 1 coin.",
    "When the bell sounds, each player loses 1 life.",
};

constexpr std::array suits = {"Plain", "Oak", "Elm", "Yew"};
constexpr std::array weathers = {"rain", "snow"};

std::string with(std::string text, const std::string& hole, const std::string& word) {
    for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + word.size()))
        text.replace(at, hole.size(), word);
    return text;
}

}  // namespace

Fillers::Fillers(std::uint32_t seed, std::vector<std::string> ladder)
    : random_(seed), ladder_(std::move(ladder)) {}

// Not a distribution of the library: those differ between libraries.
std::size_t Fillers::pick(std::size_t below) { return random_() % below; }

std::string Fillers::next() {
    const std::size_t number = made_++;
    if (number < starters.size()) return starters[number];
    if (number < starters.size() + ladder_.size())
        return "When the bell sounds, sound the " + ladder_[number - starters.size()] + ".";
    if (pick(8) == 0) return filled(statics[pick(statics.size())]) + "|" + line();
    return pick(3) == 0 ? line() + "|" + line() : line();
}

std::string Fillers::line() {
    if (!ladder_.empty() && pick(4) == 0) {
        const std::size_t step = pick(ladder_.size());
        return "When the " + ladder_[step] + " sounds, " + effect(start + 1 + step) + ".";
    }
    const Wording& trigger = triggers[pick(triggers.size())];
    return with(filled(trigger.text), "{e}", effect(trigger.rank));
}

std::string Fillers::effect(std::size_t above) {
    const std::size_t kind = pick(10);
    if (kind == 0) {
        const std::string first = effect(above);
        return first + " and " + effect(above);
    }
    if (kind == 1) return "if " + filled(cases[pick(cases.size())]) + ", " + effect(above);
    if (kind < 4 && above < ladder_.size())
        return "sound the " + ladder_[above + pick(ladder_.size() - above)];
    while (true) {
        const Wording& one = effects[pick(effects.size())];
        if (one.rank > above) return filled(one.text);
    }
}

std::string Fillers::filled(std::string text) {
    text = with(std::move(text), "{suit}", suits[pick(suits.size())]);
    text = with(std::move(text), "{n}", std::to_string(2 + pick(2)));
    text = with(std::move(text), "{t}", std::to_string(pick(4)));
    return with(std::move(text), "{weather}", weathers[pick(weathers.size())]);
}

}  // namespace errata::tests::sets
