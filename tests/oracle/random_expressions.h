// Random expressions over the vocabulary that random games have in common. They always have a value, unless
// `daring`.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace errata::oracle {

// What a game declares besides what all of them do.
struct Stock {
    bool tokens =
        false;  // kind token: One, Two { mark: bool, held: 0..2, friend: token? }     state pick: token?
    bool crates = false;   // kind crate of 2 { full: bool  load: 0..2 }
    bool created = false;  // crates come and go
    bool gold = false;     // kind player of 2 { gold: 0..2 }
    bool bag = false;      // state bag: set of hue
    bool rich = false;     // what follows by success, what is divided, what is decided in secret
    bool ready = false;    // define ready(k: number): bool
};

struct Name {
    std::string name;
    std::string type;
};

class Dice {
public:
    explicit Dice(std::uint64_t seed) : engine_(seed) {}

    int below(int count) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(count)); }
    bool one_in(int count) { return below(count) == 0; }
    const std::string& of(const std::vector<std::string>& words) {
        return words[static_cast<std::size_t>(below(static_cast<int>(words.size())))];
    }

private:
    std::mt19937_64 engine_;
};

class RandomExpressions {
public:
    RandomExpressions(Dice& dice, const Stock& stock) : dice_(&dice), stock_(&stock) {}

    std::string condition(int depth);
    std::string number(int depth);
    std::string value(const std::string& type);
    std::string about(const Name& thing);
    std::vector<std::string> named(const std::string& type) const;
    std::string fresh(const std::string& letter) { return letter + std::to_string(++names_); }

    std::vector<Name> scope;

private:
    std::string simple_condition();
    std::string quantified(int depth);

    Dice* dice_;
    const Stock* stock_;
    int names_ = 0;
};

}  // namespace errata::oracle
