#include "dsl/phrases/parse_table.h"

#include <utility>

namespace errata::dsl {

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
