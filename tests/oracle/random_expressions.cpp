#include "tests/oracle/random_expressions.h"

namespace errata::oracle {

std::vector<std::string> RandomExpressions::named(const std::string& type) const {
    std::vector<std::string> found;
    for (const Name& name : scope) {
        if (name.type == type) {
            found.push_back(name.name);
        }
    }
    return found;
}

// Something that is said about one thing in sight.
std::string RandomExpressions::about(const Name& thing) {
    if (thing.type == "token") {
        return dice_->of({thing.name + ".mark", thing.name + ".held > 0", thing.name + ".friend is none",
                          thing.name + " = pick", thing.name + " = One"});
    }
    if (thing.type == "crate") {
        return thing.name + dice_->of({".full", ".full", ".load > 0", ".load = n"});
    }
    if (thing.type == "hue") {
        return stock_->bag && dice_->one_in(2) ? thing.name + " in bag" : thing.name + " = shade";
    }
    if (thing.type == "player") {
        return thing.name + (stock_->gold ? ".gold > 0" : " = who");
    }
    return thing.name + dice_->of({" = 1", " > 0", " = n", " < m"});
}

std::string RandomExpressions::simple_condition() {
    if (!scope.empty() && dice_->one_in(2)) {
        return about(scope[static_cast<std::size_t>(dice_->below(static_cast<int>(scope.size())))]);
    }
    std::vector<std::string> ways{"done",  "n = 1",  "n = 2",       "m = 0",         "m = 2",
                                  "n < m", "n != m", "shade = red", "shade != blue", "who = Ann"};
    if (stock_->tokens) {
        ways.insert(ways.end(), {"pick is none", "pick is not none and pick.mark", "One.mark", "Two.held = 1",
                                 "One.friend = Two", "pick = Two"});
    }
    if (stock_->bag) {
        ways.insert(ways.end(), {"red in bag", "blue not in bag", "size(bag) = 1"});
    }
    if (stock_->gold) {
        ways.insert(ways.end(), {"Ann.gold > Bob.gold", "who.gold = 1"});
    }
    if (stock_->ready) {
        ways.insert(ways.end(), {"ready(1)", "ready(m)"});
    }
    return dice_->of(ways);
}

std::string RandomExpressions::quantified(int depth) {
    std::vector<std::string> types{"hue", "player"};
    if (stock_->tokens) {
        types.insert(types.end(), {"token", "token"});
    }
    if (stock_->crates) {
        types.insert(types.end(), {"crate", "crate"});
    }
    const std::string type = dice_->of(types);
    const std::string name = fresh("x");
    scope.push_back({name, type});
    const std::string inner = dice_->one_in(2) ? about(scope.back()) : condition(depth - 1);
    std::string text;
    switch (dice_->below(4)) {
        case 0:
            text = "(some " + name + ": " + type + " with " + inner + ")";
            break;
        case 1:
            text = "(no " + name + ": " + type + " with " + inner + ")";
            break;
        case 2:
            text = "(every " + name + ": " + type + " satisfies " + inner + ")";
            break;
        default:
            text = "(number of " + name + ": " + type + " with " + inner +
                   ") = " + std::to_string(dice_->below(3));
    }
    scope.pop_back();
    return text;
}

std::string RandomExpressions::condition(int depth) {
    if (depth <= 0) {
        return simple_condition();
    }
    switch (dice_->below(6)) {
        case 0:
            return "(" + condition(depth - 1) + " and " + condition(depth - 1) + ")";
        case 1:
            return "(" + condition(depth - 1) + " or " + condition(depth - 1) + ")";
        case 2:
            return "not (" + condition(depth - 1) + ")";
        case 3:
            return quantified(depth);
        default:
            return simple_condition();
    }
}

std::string RandomExpressions::number(int depth) {
    std::vector<std::string> ways = named("number");
    ways.insert(ways.end(), {"0", "1", "2", "n", "m"});
    for (const std::string& token : named("token")) {
        ways.push_back(token + ".held");
    }
    for (const std::string& crate : named("crate")) {
        ways.insert(ways.end(), {crate + ".load", crate + ".load"});
    }
    if (stock_->tokens) {
        ways.push_back("One.held");
    }
    if (stock_->gold) {
        ways.insert(ways.end(), {"who.gold", "Bob.gold"});
    }
    if (depth <= 0 || dice_->one_in(2)) {
        return dice_->of(ways);
    }
    switch (dice_->below(5)) {
        case 0:
            return "min(" + number(depth - 1) + ", " + number(depth - 1) + ")";
        case 1:
            return "max(" + number(depth - 1) + ", " + number(depth - 1) + ")";
        case 2:
            return "(if " + condition(depth - 1) + " then " + number(0) + " else " + number(0) + ")";
        case 3:
            return stock_->tokens ? "(number of y: token with y.mark)" : "(2 - " + dice_->of(ways) + ")";
        default:
            return stock_->bag ? "size(bag)" : "min(2, " + number(0) + " + 1)";
    }
}

std::string RandomExpressions::value(const std::string& type) {
    if (type == "number") {
        return number(1);
    }
    std::vector<std::string> ways = named(type);
    if (type == "bool") {
        return dice_->one_in(3) ? condition(1) : dice_->of({"yes", "no", "not done"});
    }
    if (type == "hue") {
        ways.insert(ways.end(), {"red", "blue", "shade"});
    } else if (type == "player") {
        ways.insert(ways.end(), {"Ann", "Bob", "who"});
    } else if (type == "token") {
        ways.insert(ways.end(), {"One", "Two"});
    } else if (type == "token?") {
        for (const std::string& token : named("token")) {
            ways.push_back(token);
        }
        ways.insert(ways.end(), {"One", "Two", "none", "pick", "One.friend", "(first y: token with y.mark)"});
    }
    return dice_->of(ways);
}

}  // namespace errata::oracle
