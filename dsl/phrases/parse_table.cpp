#include "dsl/phrases/parse_table.h"

#include <utility>

namespace errata::dsl {

Terminals::Terminals(std::vector<bool> word_is_number)
    : words_(static_cast<std::uint32_t>(word_is_number.size())), is_number_(std::move(word_is_number)) {
    is_number_.resize(count(), false);
    is_number_[any_number()] = true;
}

bool TerminalSets::add(std::size_t category, std::uint32_t terminal) {
    char& there = bytes_[category * terminals_ + terminal];
    const bool is_new = there == 0;
    there = 1;
    return is_new;
}

bool TerminalSets::add_all(std::size_t category, const TerminalSets& sets, std::size_t of) {
    bool grew = false;
    for (std::uint32_t terminal = 0; terminal < terminals_; ++terminal) {
        if (sets.has(of, terminal)) grew = add(category, terminal) || grew;
    }
    return grew;
}

namespace {

// Adds what a symbol can begin with to the set of a category; whether the set grew.
bool add_beginnings(TerminalSets& sets, std::size_t category, const Symbol& symbol,
                    const Terminals& terminals, const TerminalSets& first) {
    if (symbol.kind == Symbol::Kind::Word) return sets.add(category, symbol.id);
    if (symbol.kind == Symbol::Kind::Category) return sets.add_all(category, first, symbol.id);
    bool grew = false;
    for (std::uint32_t terminal = 0; terminal < terminals.count(); ++terminal) {
        if (terminals.is_number(terminal)) grew = sets.add(category, terminal) || grew;
    }
    return grew;
}

}  // namespace

TerminalSets first_sets(const std::vector<Production>& productions, std::size_t categories,
                        const Terminals& terminals) {
    TerminalSets first(categories, terminals.count());
    for (bool grew = true; grew;) {
        grew = false;
        for (const Production& production : productions) {
            grew = add_beginnings(first, production.category.index, production.symbols.front(), terminals,
                                  first) ||
                   grew;
        }
    }
    return first;
}

TerminalSets follow_sets(const std::vector<Production>& productions, std::size_t categories,
                         const Terminals& terminals, const TerminalSets& first) {
    TerminalSets follow(categories, terminals.count());
    for (std::size_t category = 0; category < categories; ++category)
        follow.add(category, terminals.end_of_text());
    for (bool grew = true; grew;) {
        grew = false;
        for (const Production& production : productions) {
            for (std::size_t i = 0; i < production.symbols.size(); ++i) {
                const Symbol& symbol = production.symbols[i];
                if (symbol.kind != Symbol::Kind::Category) continue;
                const bool is_last = i + 1 == production.symbols.size();
                grew = (is_last ? follow.add_all(symbol.id, follow, production.category.index)
                                : add_beginnings(follow, symbol.id, production.symbols[i + 1], terminals,
                                                 first)) ||
                       grew;
            }
        }
    }
    return follow;
}

namespace {

DottedRules laid_out(const std::vector<Production>& productions, std::size_t categories) {
    DottedRules rules;
    for (std::size_t i = 0; i < productions.size(); ++i) {
        rules.starts.push_back(static_cast<std::uint32_t>(rules.symbols.size()));
        rules.category_of.push_back(productions[i].category.index);
        rules.symbols.insert(rules.symbols.end(), productions[i].symbols.begin(),
                             productions[i].symbols.end());
        rules.symbols[rules.starts.back()].leads = true;
        rules.symbols.push_back({Symbol::Kind::End, false, static_cast<std::uint32_t>(i)});
    }
    std::vector<std::vector<std::uint32_t>> by_category(categories);
    for (std::size_t i = 0; i < rules.starts.size(); ++i)
        by_category[rules.category_of[i]].push_back(rules.starts[i]);
    for (const std::vector<std::uint32_t>& starts : by_category) rules.by_category.add_row(starts);
    return rules;
}

// By category and terminal: the productions that can begin with it.
Rows starters_of(const DottedRules& rules, std::size_t categories, const Terminals& terminals,
                 const TerminalSets& first) {
    Rows starters;
    std::vector<std::vector<std::uint32_t>> by_terminal(terminals.count());
    for (std::size_t category = 0; category < categories; ++category) {
        for (const std::uint32_t start : rules.by_category.row(category)) {
            const Symbol& leading = rules.symbols[start];
            if (leading.kind == Symbol::Kind::Word) {
                by_terminal[leading.id].push_back(start);
                continue;
            }
            const bool is_number = leading.kind == Symbol::Kind::Number;
            for (std::uint32_t terminal = 0; terminal < terminals.count(); ++terminal) {
                if (is_number ? terminals.is_number(terminal) : first.has(leading.id, terminal))
                    by_terminal[terminal].push_back(start);
            }
        }
        for (std::vector<std::uint32_t>& starts : by_terminal) {
            starters.add_row(starts);
            starts.clear();
        }
    }
    return starters;
}

// A category is cyclic if productions of a single hole lead from it back to it: a transitive closure over
// categories.
std::vector<bool> cycles(const std::vector<Production>& productions, std::size_t n) {
    std::vector<bool> reaches(n * n, false);
    for (const Production& production : productions) {
        const Symbol& only = production.symbols.front();
        if (production.symbols.size() == 1 && only.kind == Symbol::Kind::Category) {
            reaches[production.category.index * n + only.id] = true;
        }
    }
    for (std::size_t via = 0; via < n; ++via) {
        for (std::size_t from = 0; from < n; ++from) {
            if (!reaches[from * n + via]) continue;
            for (std::size_t to = 0; to < n; ++to) {
                if (reaches[via * n + to]) reaches[from * n + to] = true;
            }
        }
    }
    std::vector<bool> cyclic(n);
    for (std::size_t category = 0; category < n; ++category)
        cyclic[category] = reaches[category * n + category];
    return cyclic;
}

}  // namespace

ParseTable::ParseTable(const std::vector<Production>& productions, std::size_t categories,
                       std::vector<bool> word_is_number)
    : category_count_(static_cast<std::uint32_t>(categories)),
      terminals_(std::move(word_is_number)),
      rules_(laid_out(productions, categories)),
      follow_(0, 0),
      cyclic_(cycles(productions, categories)) {
    const TerminalSets first = first_sets(productions, categories, terminals_);
    starters_ = starters_of(rules_, categories, terminals_, first);
    follow_ = follow_sets(productions, categories, terminals_, first);
}

}  // namespace errata::dsl
