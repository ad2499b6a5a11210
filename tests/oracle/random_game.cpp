#include "tests/oracle/random_game.h"

#include <iterator>
#include <regex>

#include "tests/oracle/random_statements.h"

namespace errata::oracle {

namespace {

class Author {
public:
    Author(std::uint64_t seed, bool rich)
        : dice_(seed * 7919 + 17), say_(dice_, stock_), act_(dice_, stock_, say_) {
        stock_.rich = rich;
    }

    std::string game(std::uint64_t seed) {
        choose_stock();
        text_ = "game \"Random " + std::to_string(seed) + "\"\n\nplayer Ann, Bob\n\n";
        vocabulary();
        phases_ = dice_.one_in(4);
        meta();
        actions();
        rules();
        if (phases_) {
            phase_rules();
        }
        part_rules();
        turn();
        setups();
        checks();
        pass_over_unused();
        return text_;
    }

private:
    void choose_stock() {
        stock_.tokens = dice_.one_in(2);
        stock_.crates = dice_.one_in(4);
        stock_.created = stock_.crates && dice_.one_in(2);
        stock_.gold = dice_.one_in(5);
        stock_.bag = dice_.one_in(4);
        stock_.ready = dice_.one_in(4);
    }

    void vocabulary() {
        text_ += "enum hue: red, blue\n\nstate { n: 0..2  m: 0..2 = 1  done: bool  shade: hue  who: player";
        text_ += stock_.tokens ? "  pick: token?" : "";
        text_ += stock_.bag ? "  bag: set of hue" : "";
        text_ += " }\n\n";
        text_ += stock_.tokens ? "kind token: One, Two { mark: bool  held: 0..2  friend: token? }\n\n" : "";
        text_ += stock_.crates ? "kind crate of " + dice_.of({"2", "2", "3"}) +
                                     " (load, full) { full: bool  load: 0..2 }\n\n"
                               : "";
        text_ += stock_.gold ? "kind player of 2 { gold: 0..2 }\n\n" : "";
        if (stock_.ready) {
            stock_.ready = false;  // a definition cannot use itself
            say_.scope = {{"k", "number"}};
            text_ += "define ready(k: number): bool = k < n or " + say_.condition(1) + "\n\n";
            say_.scope.clear();
            stock_.ready = true;
        }
    }

    void meta() {
        std::vector<std::string> entries;
        entries.push_back("agenda: " + dice_.of({"stack", "stack", "queue", "bag"}));
        if (dice_.one_in(2)) {
            entries.push_back("precedence: " + dice_.of({"cannot", "must"}));
        }
        if (dice_.one_in(3)) {
            entries.push_back("trigger_order: " + dice_.of({"Ann", "who"}));
        }
        text_ += "meta {\n";
        for (const std::string& entry : entries) {
            text_ += "    " + entry + "\n";
        }
        text_ += "}\n\n";
    }

    void actions() {
        const int count = 1 + dice_.below(3);
        std::vector<Name> known;
        for (int i = 0; i < count; ++i) {
            std::vector<std::string> types{"", "small", "hue"};
            if (stock_.tokens) {
                types.push_back("token");
            }
            const Name action{std::string("act") + std::to_string(i + 1), dice_.of(types)};
            const std::string role = "r" + std::to_string(i + 1);
            text_ += "action " + action.name + "(";
            if (!action.type.empty()) {
                text_ += role + ": " + (action.type == "small" ? "1..2" : action.type);
                say_.scope.push_back({role, action.type == "small" ? "number" : action.type});
            }
            // Later ones may perform earlier ones.
            act_.for_moments = dice_.one_in(2);
            act_.actions = act_.for_moments ? act_.instant : known;
            text_ += ") {\n" + act_.block(Place::Action, 1, "    ") + "}\n\n";
            say_.scope.clear();
            known.push_back(action);
            if (act_.for_moments) {
                act_.instant.push_back(action);
            }
            act_.for_moments = false;
        }
        act_.actions = known;
    }

    // A name in brackets that nothing speaks of is an error.
    void pass_over_unused() {
        for (const std::string& name : given_) {
            const std::regex whole("\\b" + name + "\\b");
            const auto first = std::sregex_iterator(text_.begin(), text_.end(), whole);
            if (std::distance(first, std::sregex_iterator()) == 1)
                text_ = std::regex_replace(text_, whole, "_");
        }
    }

    // `when act1(k)`: the role gets a name, is compared with a value, or does not matter.
    std::string pattern(const Name& action) {
        if (action.type.empty()) {
            return action.name + "()";
        }
        if (dice_.one_in(3)) {
            return action.name + "(_)";
        }
        if (dice_.one_in(3)) {
            return action.name + "(" +
                   (action.type == "small" ? dice_.of({"1", "2"})
                    : action.type == "hue" ? "red"
                                           : "One") +
                   ")";
        }
        const std::string name = say_.fresh("p");
        given_.push_back(name);
        say_.scope.push_back({name, action.type == "small" ? "number" : action.type});
        return action.name + "(" + name + ")";
    }

    void rules() {
        const std::vector<Name> all = act_.actions;
        for (int i = 1, count = 1 + dice_.below(4); i <= count; ++i) {
            text_ += "rule \"Rule " + std::to_string(i) + "\" {\n    ";
            const bool is_conditional = dice_.one_in(5);
            if (is_conditional) {
                text_ += (dice_.one_in(3) ? "unless " : "if ") + say_.condition(1) + " {\n    ";
            }
            ability(all[static_cast<std::size_t>(dice_.below(static_cast<int>(all.size())))], all);
            text_ += is_conditional ? "    }\n}\n\n" : "}\n\n";
            say_.scope.clear();
        }
    }

    void phase_rules() {
        text_ += "rule \"Phases\" {\n";
        for (const char* phase : {"dawn", "dusk"}) {
            if (dice_.one_in(2)) {
                const std::string when = dice_.one_in(2) ? " if " + say_.condition(1) : "";
                text_ += (dice_.one_in(3) ? std::string("    when ") + phase + " ends"
                                          : std::string("    at ") + phase) +
                         when + " {\n" + act_.block(Place::Effect, 1, "        ") + "    }\n";
            }
        }
        text_ += dice_.one_in(2) ? "    whenever n = 2 and m = 2 { m := 0 }\n" : "";
        text_ += "}\n\n";
    }

    // Two parts of one action.
    void part_rules() {
        if (!dice_.one_in(8)) {
            return;
        }
        const std::vector<Name> instant = act_.instant;
        act_.instant.clear();  // an action cannot perform itself
        const Name action = dice_.one_in(2) ? act_.actions.back() : act_.actions.front();
        text_ += "rule \"Parts\" {\n";
        for (int i = 0; i < 2; ++i) {
            text_ += "    as " + pattern(action) + (dice_.one_in(2) ? " if " + say_.condition(1) : "") +
                     " {\n" + act_.block(Place::Moment, 1, "        ") + "    }\n";
            say_.scope.clear();
        }
        text_ += "}\n\n";
        act_.instant = instant;
    }

    void ability(const Name& action, const std::vector<Name>& all) {
        const std::string event = pattern(action);
        const std::string when =
            dice_.one_in(2) ? (dice_.one_in(4) ? " unless " : " if ") + say_.condition(1) : "";
        const int which = dice_.below(12);
        // Half of the triggers perform nothing: else most games would never come to rest.
        const std::vector<Name> instant = act_.instant;
        if (dice_.one_in(2)) {
            act_.actions.clear();
            act_.instant.clear();
        }
        if (which < 6) {
            std::string given;
            if (dice_.one_in(5)) {
                given = " given fixed = " + say_.number(1);
                say_.scope.push_back({"fixed", "number"});
            }
            std::string limit;
            if (stock_.rich && dice_.one_in(3)) {
                limit = " limit " + dice_.of({"1", "1", "2"}) + " per " +
                        dice_.of({"turn", "game", phases_ ? "dusk" : "turn"});
            }
            text_ +=
                "when " + event + when + given + limit + " {\n" + act_.block(Place::Effect, 2, "        ");
            if (dice_.one_in(6)) {
                text_ += "        settle\n" + act_.block(Place::Effect, 1, "        ");
            }
            text_ += "    }\n";
        } else if (which == 6) {
            act_.instant.clear();  // an action cannot perform itself
            text_ += "as " + event + when + " {\n" + act_.block(Place::Moment, 1, "        ") + "    }\n";
        } else if (which < 9) {
            text_ += "cannot " + event + " if " + say_.condition(1) + "\n";
        } else {
            check(which);
        }
        act_.actions = all;
        act_.instant = instant;
    }

    void check(int which) {
        say_.scope.clear();
        if (which == 9) {
            text_ +=
                "ending \"" + dice_.of({"third end", "fourth end"}) + "\" if " + say_.condition(1) + "\n";
        } else if (which == 10) {
            act_.instant.clear();
            text_ += "whenever " + say_.condition(1) + " {\n" + act_.block(Place::Moment, 1, "        ") +
                     "    }\n";
        } else {
            text_ += dice_.of({"whenever n = 2 { n := 0 }\n", "whenever done and m = 0 { done := no }\n",
                               "whenever m = 2 and shade = red { shade := blue  n := 1 }\n"});
        }
    }

    void phase(const std::string& name) {
        if (phases_) {
            text_ += "    phase " + name + " {\n" + act_.block(Place::Turn, 1, "        ") + "    }\n";
        }
    }

    void turn() {
        text_ += "turn {\n";
        text_ += stock_.created ? "    if no c: crate { create c: crate { c.full := done } }\n" : "";
        text_ += act_.block(Place::Turn, 2, "    ");
        phase("dawn");
        text_ += "    " + act_.choice(Place::Turn, 2, "    ") + "\n";
        phase("dusk");
        if (dice_.one_in(2)) {
            text_ += "    settle\n" + act_.block(Place::Turn, 1, "    ");
        }
        if (dice_.one_in(2)) {
            text_ += "    if " + say_.condition(1) + " { end \"last end\" }\n";
        }
        text_ += "}\n\n";
    }

    void setups() {
        for (int i = 1, count = dice_.below(3); i <= count; ++i) {
            const bool is_from = i > 1 && dice_.one_in(3);
            text_ += "setup \"position " + std::to_string(i) + "\"" +
                     (is_from ? " from \"position 1\"" : "") + " {\n    n := " + dice_.of({"0", "1", "any"}) +
                     "\n";
            if (stock_.crates && !stock_.created && !is_from && dice_.one_in(3)) {
                text_ += "    crate box: " + dice_.of({"1", "2, yes", "0"}) + "\n";
            }
            text_ += std::string("    ") +
                     (stock_.tokens ? dice_.of({"One.held := 1", "Two.mark := any", "pick := One"})
                                    : "done := any") +
                     "\n";
            if (stock_.crates && !stock_.created && dice_.one_in(2)) {
                text_ += "    for each x: crate { x." + dice_.of({"full", "load"}) + " := any }\n";
            }
            text_ += dice_.one_in(3) ? "    require not done\n" : "";
            text_ += "}\n\n";
        }
    }

    void checks() {
        const std::vector<std::string> modes{"always",     "never", "reachable",  "possible",
                                             "eventually", "after", "terminates", "unique"};
        for (std::size_t i = 0; i < modes.size(); ++i) {
            const std::string head = "check \"claim " + std::to_string(i + 1) + "\" ";
            if (i < 4) {
                text_ += head + modes[i] + " " + say_.condition(2) + "\n\n";
            } else if (i < 6) {
                text_ += head + "eventually " + say_.condition(1) +
                         (i == 5 ? " after " + say_.condition(1) : "") + "\n\n";
            } else if (dice_.one_in(3)) {
                text_ += head + modes[i] + "\n\n";
            }
        }
    }

    Dice dice_;
    Stock stock_;
    RandomExpressions say_;
    RandomStatements act_;
    std::string text_;
    std::vector<std::string> given_;  // the names of roles in brackets
    bool phases_ = false;
};

}  // namespace

std::string random_game(std::uint64_t seed, Writing writing) {
    return Author(seed, writing == Writing::Rich).game(seed);
}

}  // namespace errata::oracle
