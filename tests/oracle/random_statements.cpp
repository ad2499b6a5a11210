#include "tests/oracle/random_statements.h"

namespace errata::oracle {

std::string RandomStatements::block(Place place, int depth, const std::string& indent) {
    const std::size_t sight = say_->scope.size();
    std::string text;
    for (int left = 1 + dice_->below(depth > 1 ? 3 : 2); left > 0; --left) {
        text += indent + statement(place, depth, indent) + "\n";
    }
    say_->scope.resize(sight);
    return text;
}

std::string RandomStatements::statement(Place place, int depth, const std::string& indent) {
    const int which = dice_->below(depth > 0 ? 16 : 9);
    if (which < 5) {
        return change(place);
    }
    if (which < 8) {
        return (place == Place::Moment ? instant : actions).empty() ? change(place) : perform(place);
    }
    if (which == 8) {
        const std::string name = say_->fresh("v");
        std::string text = "let " + name + " = " + say_->number(1);
        say_->scope.push_back({name, "number"});
        return text;
    }
    return nested(place, depth, indent);
}

std::string RandomStatements::nested(Place place, int depth, const std::string& indent) {
    const std::string deeper = indent + "    ";
    const bool moment = place == Place::Moment;
    if (stock_->rich && dice_->one_in(2)) {
        return rich(place, depth, indent);
    }
    switch (dice_->below(7)) {
        case 0:
        case 1: {
            std::string text =
                "if " + say_->condition(1) + " {\n" + block(place, depth - 1, deeper) + indent + "}";
            if (dice_->one_in(2)) {
                text += " else {\n" + block(place, depth - 1, deeper) + indent + "}";
            }
            return text;
        }
        case 2:
            return for_each(place, depth, indent);
        case 3:
            if (!moment) {
                return "simultaneously {\n" + block(Place::Moment, depth - 1, deeper) + indent + "}";
            }
            return change(place);
        case 4:
            return moment || for_moments ? change(place) : choice(place, depth, indent);
        case 5:
            return moment || in_loop_ ? change(place) : loop(place, depth, indent);
        default:
            if (!moment && !for_moments) {
                return "settle";
            }
            return stock_->crates && !moment && !for_moments ? crates(indent) : change(place);
    }
}

std::string RandomStatements::change(Place place) {
    std::vector<std::string> ways{"n := " + say_->number(1),
                                  "m := " + say_->number(1),
                                  "n := min(2, n + 1)",
                                  "if n < 2 { n += 1 }",
                                  "if m > 0 { m -= 1 }",
                                  "done := " + say_->value("bool"),
                                  "shade := " + say_->value("hue"),
                                  "who := " + say_->value("player")};
    if (dice_->one_in(12)) {
        ways = {"n += 1", "m -= 1"};
    }
    if (stock_->tokens) {
        const std::string token = say_->value("token");
        ways.insert(ways.end(),
                    {token + ".mark := " + say_->value("bool"), token + ".held := " + say_->number(1),
                     token + ".friend := " + say_->value("token?"), "pick := " + say_->value("token?"),
                     "if pick is not none { pick.mark := " + say_->value("bool") + " }"});
        if (dice_->one_in(20)) {
            ways = {"pick.held := 1", "n := pick.held"};
        }
    }
    for (const std::string& crate : say_->named("crate")) {
        ways.insert(ways.end(), {crate + ".full := " + say_->value("bool"),
                                 crate + ".load := " + say_->number(1), "n := " + crate + ".load"});
    }
    if (stock_->bag) {
        ways.insert(ways.end(),
                    {"bag += " + say_->value("hue"), "bag -= " + say_->value("hue"), "bag := {red}"});
    }
    if (stock_->gold) {
        ways.insert(ways.end(), {"who.gold := " + say_->number(1), "Ann.gold := min(2, Ann.gold + 1)"});
    }
    if (place == Place::Moment && stock_->tokens && dice_->one_in(4)) {
        return "if One.held < 1 { One.held += 1 }";
    }
    return dice_->of(ways);
}

std::string RandomStatements::perform(Place place) {
    const std::vector<Name>& known = place == Place::Moment ? instant : actions;
    const Name& action = known[static_cast<std::size_t>(dice_->below(static_cast<int>(known.size())))];
    std::string argument;
    if (action.type == "small") {
        argument = dice_->one_in(3) ? "max(1, " + say_->number(0) + ")" : dice_->of({"1", "2"});
    } else if (!action.type.empty()) {
        argument = say_->value(action.type);
    }
    return (dice_->one_in(3) ? "try " : "") + action.name + "(" + argument + ")";
}

std::string RandomStatements::for_each(Place place, int depth, const std::string& indent) {
    const std::string name = say_->fresh("z");
    std::vector<std::string> types{"hue", "player"};
    if (stock_->tokens) {
        types.insert(types.end(), {"token", "token"});
    }
    if (stock_->crates) {
        types.insert(types.end(), {"crate", "crate"});
    }
    const std::string type = dice_->of(types);
    say_->scope.push_back({name, type});
    std::string head = "for each " + name + ": " + type;
    head += type == "crate" && dice_->one_in(5) ? " in order" : "";
    head += dice_->one_in(2)
                ? " with " + (type == "crate" ? say_->about(say_->scope.back()) : say_->condition(0))
                : "";
    const std::string deeper = indent + "    ";
    const bool stops = place != Place::Moment && !for_moments && dice_->one_in(type == "crate" ? 3 : 4);
    std::string text = head + " {\n";
    if (stops) {
        text += deeper + (dice_->one_in(5) ? "settle" : choice(place, depth - 1, deeper)) + "\n";
    }
    text += block(place, depth - 1, deeper) + indent + "}";
    say_->scope.pop_back();
    return text;
}

std::string RandomStatements::loop(Place place, int depth, const std::string& indent) {
    if (for_moments) {
        return change(place);
    }
    in_loop_ = true;
    std::string text = dice_->one_in(3) ? "repeat while n < 2 {\n" + indent + "    n += 1\n"
                                        : "repeat while " + say_->condition(1) + " {\n";
    text += block(place, depth - 1, indent + "    ") + indent + "}";
    in_loop_ = false;
    return text;
}

std::string RandomStatements::rich(Place place, int depth, const std::string& indent) {
    const std::string deeper = indent + "    ";
    const bool stops = place != Place::Moment && !for_moments;
    const int which = dice_->below(stops ? 5 : 3);
    if (which == 3 && (stock_->tokens || stock_->crates)) {
        return distribution(place, depth, indent);
    }
    if (which == 4) {
        std::string text = "secretly in order {\n";
        for (int choices = 2; choices > 0; --choices) {
            text += deeper + choice(place, depth - 1, deeper) + "\n";
        }
        return text + indent + "}";
    }
    std::string text = "do {\n" + block(place, depth - 1, deeper) + indent + "} then {\n" +
                       block(place, depth - 1, deeper) + indent + "}";
    if (dice_->one_in(2)) {
        text += " otherwise {\n" + block(place, depth - 1, deeper) + indent + "}";
    }
    return text;
}

std::string RandomStatements::distribution(Place place, int depth, const std::string& indent) {
    const std::string type = stock_->tokens && (!stock_->crates || dice_->one_in(2)) ? "token" : "crate";
    const std::size_t sight = say_->scope.size();
    const std::string share = say_->fresh("s");
    const std::string whose = say_->fresh("z");
    std::string text = "distribute " + dice_->of({"", "", "up to ", "as many as "}) +
                       dice_->of({"1", "2", "n", "m"}) + " as " + share + " over " + whose + ": " + type;
    say_->scope.push_back({whose, type});
    text += dice_->one_in(3) ? " with " + say_->about(say_->scope.back()) : "";
    text += dice_->one_in(2) ? " up to 1" : "";
    text += " by " + dice_->of({"Ann", "Bob", "chance"}) + " \"deals\" {\n";
    say_->scope.push_back({share, "number"});
    text += block(place, depth - 1, indent + "    ") + indent + "}";
    say_->scope.resize(sight);
    if (dice_->one_in(2)) {
        text += " otherwise {\n" + block(place, 0, indent + "    ") + indent + "}";
    }
    return text;
}

std::string RandomStatements::crates(const std::string&) {
    if (!stock_->created) {
        return "for each c: crate { c.full := " + dice_->of({"yes", "no"}) + " }";
    }
    const std::string name = say_->fresh("c");
    if (dice_->one_in(2)) {
        return "if (number of c: crate) < 2 { create " + name + ": crate { " + name +
               ".full := " + say_->value("bool") + " } }";
    }
    return "for each " + name + ": crate with " + name + ".full { destroy " + name + " }";
}

std::string RandomStatements::choice(Place place, int depth, const std::string& indent) {
    const std::string by = dice_->of({"Ann", "Ann", "Bob", "who", "chance", "nobody", "elsewhere"});
    std::string text = "choose by " + by + " {\n";
    const int options = 1 + dice_->below(3);
    const bool declines = dice_->one_in(3) || options == 1;
    for (int i = 0; i < options; ++i) {
        text += option(place, depth, indent + "    ", declines && i + 1 == options);
    }
    if (dice_->one_in(2)) {
        text += indent + "    otherwise {\n" + block(place, 0, indent + "        ") + indent + "    }\n";
    }
    return text + indent + "}";
}

std::string RandomStatements::option(Place place, int depth, const std::string& indent, bool declines) {
    const std::string label = "way " + std::to_string(++labels_);
    if (declines) {
        return indent + "option \"" + label + "\" { nothing }\n";
    }
    const std::size_t sight = say_->scope.size();
    std::string head = "option \"" + label;
    std::string binders = "\"";
    if (dice_->one_in(3)) {
        const std::string name = say_->fresh("k");
        const std::string type = stock_->tokens ? dice_->of({"token", "hue"}) : dice_->of({"hue", "player"});
        say_->scope.push_back({name, type});
        binders = " {" + name + "}\" for " + name + ": " + type;
        binders += dice_->one_in(2) ? " with " + say_->condition(1) : "";
    } else if (dice_->one_in(2)) {
        binders = "\" if " + say_->condition(1);
    }
    binders += stock_->rich && dice_->one_in(3) ? " when possible" : "";
    std::string text = indent + head + binders + " {\n" + block(place, depth - 1, indent + "    ");
    if (place == Place::Turn && dice_->one_in(5)) {
        text += indent + "    end \"" + dice_->of({"first end", "second end"}) + "\"\n";
    }
    say_->scope.resize(sight);
    return text + indent + "}\n";
}

}  // namespace errata::oracle
