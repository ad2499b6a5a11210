#include "dsl/phrases/parse_table.h"

namespace errata::dsl {

ParseTable::ParseTable(const std::vector<Production>& productions, std::size_t categories,
                       const std::vector<bool>& word_is_number)
    : category_count_(static_cast<std::uint32_t>(categories)),
      word_count_(static_cast<std::uint32_t>(word_is_number.size())),
      terminal_is_number_(word_is_number) {
    terminal_is_number_.resize(terminal_count(), false);
    terminal_is_number_[any_number()] = true;
    lay_out(productions);
    const Bits first = first_sets(productions);
    fill_starters(first);
    fill_follow(productions, first);
    find_cycles(productions);
}

void ParseTable::lay_out(const std::vector<Production>& productions) {
    for (std::size_t i = 0; i < productions.size(); ++i) {
        starts_.push_back(static_cast<std::uint32_t>(symbols_.size()));
        category_of_.push_back(productions[i].category.index);
        symbols_.insert(symbols_.end(), productions[i].symbols.begin(), productions[i].symbols.end());
        symbols_[starts_.back()].leads = true;
        symbols_.push_back({Symbol::Kind::End, false, static_cast<std::uint32_t>(i)});
    }
    std::vector<std::vector<std::uint32_t>> by_category(category_count_);
    for (std::size_t i = 0; i < starts_.size(); ++i) by_category[category_of_[i]].push_back(starts_[i]);
    for (const std::vector<std::uint32_t>& starts : by_category) by_category_.add_row(starts);
}

bool ParseTable::add_row(Bits& set, std::size_t to, const Bits& from_set, std::size_t from) const {
    bool grew = false;
    for (std::uint32_t terminal = 0; terminal < terminal_count(); ++terminal) {
        if (from_set[cell(from, terminal)]) grew = add_terminal(set, to, terminal) || grew;
    }
    return grew;
}

bool ParseTable::add_terminal(Bits& set, std::size_t to, std::uint32_t terminal) const {
    const bool is_new = !set[cell(to, terminal)];
    set[cell(to, terminal)] = true;
    return is_new;
}

// Adds what a symbol can begin with to the set of a category; whether the set grew.
bool ParseTable::add_beginnings(Bits& set, std::size_t category, const Symbol& symbol,
                                const Bits& first) const {
    if (symbol.kind == Symbol::Kind::Word) return add_terminal(set, category, symbol.id);
    if (symbol.kind == Symbol::Kind::Category) return add_row(set, category, first, symbol.id);
    bool grew = false;
    for (std::uint32_t terminal = 0; terminal < terminal_count(); ++terminal) {
        if (terminal_is_number_[terminal]) grew = add_terminal(set, category, terminal) || grew;
    }
    return grew;
}

ParseTable::Bits ParseTable::first_sets(const std::vector<Production>& productions) const {
    Bits first(cell(category_count_, 0), false);
    for (bool grew = true; grew;) {
        grew = false;
        for (const Production& production : productions) {
            grew =
                add_beginnings(first, production.category.index, production.symbols.front(), first) || grew;
        }
    }
    return first;
}

void ParseTable::fill_starters(const Bits& first) {
    std::vector<std::vector<std::uint32_t>> by_terminal(terminal_count());
    for (std::uint32_t category = 0; category < category_count_; ++category) {
        for (const std::uint32_t start : by_category_.row(category)) {
            const Symbol& leading = symbols_[start];
            if (leading.kind == Symbol::Kind::Word) {
                by_terminal[leading.id].push_back(start);
                continue;
            }
            const bool is_number = leading.kind == Symbol::Kind::Number;
            for (std::uint32_t terminal = 0; terminal < terminal_count(); ++terminal) {
                if (is_number ? terminal_is_number_[terminal] : first[cell(leading.id, terminal)]) {
                    by_terminal[terminal].push_back(start);
                }
            }
        }
        for (std::vector<std::uint32_t>& starts : by_terminal) {
            starters_.add_row(starts);
            starts.clear();
        }
    }
}

// The end of the text may follow everything: which category a text is read as is only known later.
void ParseTable::fill_follow(const std::vector<Production>& productions, const Bits& first) {
    Bits follow(first.size(), false);
    for (std::uint32_t category = 0; category < category_count_; ++category) {
        follow[cell(category, end_of_text())] = true;
    }
    for (bool grew = true; grew;) {
        grew = false;
        for (const Production& production : productions) {
            for (std::size_t i = 0; i < production.symbols.size(); ++i) {
                const Symbol& symbol = production.symbols[i];
                if (symbol.kind != Symbol::Kind::Category) continue;
                const bool is_last = i + 1 == production.symbols.size();
                grew = (is_last ? add_row(follow, symbol.id, follow, production.category.index)
                                : add_beginnings(follow, symbol.id, production.symbols[i + 1], first)) ||
                       grew;
            }
        }
    }
    follow_.assign(follow.begin(), follow.end());
}

// A category is cyclic if productions of a single hole lead from it back to it: a transitive closure over
// categories.
void ParseTable::find_cycles(const std::vector<Production>& productions) {
    const std::size_t n = category_count_;
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
    cyclic_.resize(n);
    for (std::size_t category = 0; category < n; ++category)
        cyclic_[category] = reaches[category * n + category];
}

}  // namespace errata::dsl
