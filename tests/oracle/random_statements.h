// Random statements, one to a line.
#pragma once

#include "tests/oracle/random_expressions.h"

namespace errata::oracle {

// Where a statement stands decides what may be in it.
enum class Place { Turn, Effect, Action, Moment };

class RandomStatements {
public:
    RandomStatements(Dice& dice, const Stock& stock, RandomExpressions& expressions)
        : dice_(&dice), stock_(&stock), say_(&expressions) {}

    std::string block(Place place, int depth, const std::string& indent);
    std::string choice(Place place, int depth, const std::string& indent);

    std::vector<Name> actions;  // that may be performed: name, type of the only role or ""
    std::vector<Name> instant;  // those of them that may be part of something indivisible
    bool for_moments = false;   // what is written now may be performed at one moment

private:
    std::string statement(Place place, int depth, const std::string& indent);
    std::string change(Place place);
    std::string perform(Place place);
    std::string nested(Place place, int depth, const std::string& indent);
    std::string for_each(Place place, int depth, const std::string& indent);
    std::string loop(Place place, int depth, const std::string& indent);
    std::string crates(const std::string& indent);
    std::string rich(Place place, int depth, const std::string& indent);
    std::string distribution(Place place, int depth, const std::string& indent);
    std::string option(Place place, int depth, const std::string& indent, bool declines);

    Dice* dice_;
    const Stock* stock_;
    RandomExpressions* say_;
    int labels_ = 0;
    bool in_loop_ = false;
};

}  // namespace errata::oracle
