#include "dsl/phrases/terminal_sets.h"

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

}  // namespace errata::dsl
