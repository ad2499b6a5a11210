// Random statements, one to a line.
#pragma once

#include "tests/oracle/random_expressions.h"

namespace errata::oracle {

// Where a statement stands decides what may be in it.
enum class Place { Turn, Effect, Action, Moment };

// What games leave out because the program is known to be wrong there, or because the documents do not say
// where play stops. Each goes when that is mended.
struct Exclusions {
    bool stops_in_loops = true;     // a round with a choice in it: is there a stop at its head?
    bool stops_in_for_each = true;  // likewise, unless the choice is the first statement
    bool create_in_for_each = true;
    bool settle_in_effects = true;  // `settle` inside an effect
    bool pool_orders = true;  // a `for each` over objects that no rule names, the order of which matters
    bool phases = true;       // where a phase stops, and that it settles
    bool set_changes = true;  // relative changes of a set at one moment
    bool part_orders = true;  // several `as` parts of one event
    bool open_unique = true;  // `unique` where a setup leaves something open
};

class RandomStatements {
public:
    RandomStatements(Dice& dice, const Stock& stock, RandomExpressions& expressions)
        : dice_(&dice), stock_(&stock), say_(&expressions) {}

    std::string block(Place place, int depth, const std::string& indent);
    std::string choice(Place place, int depth, const std::string& indent);

    std::vector<Name> actions;  // that may be performed: name, type of the only role or ""
    std::vector<Name> instant;  // those of them that may be part of something indivisible
    bool for_moments = false;   // what is written now may be performed at one moment
    Exclusions exclusions;
    bool stack = false;  // the agenda

private:
    std::string statement(Place place, int depth, const std::string& indent);
    std::string change(Place place);
    std::string perform(Place place);
    std::string nested(Place place, int depth, const std::string& indent);
    std::string for_each(Place place, int depth, const std::string& indent);
    std::string loop(Place place, int depth, const std::string& indent);
    std::string crates(const std::string& indent);
    std::string option(Place place, int depth, const std::string& indent, bool declines);

    Dice* dice_;
    const Stock* stock_;
    RandomExpressions* say_;
    int labels_ = 0;
    bool in_loop_ = false;
    bool unstopped_ = false;  // no choice and no settle here
};

}  // namespace errata::oracle
