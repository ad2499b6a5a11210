#include "compiler/ir/term_tables.h"

namespace errata::compiler {

bool TermTables::is_of_use(std::uint32_t table) {
    constexpr std::uint32_t first_look = 2'000;
    if (table >= tables_.size()) tables_.resize(table + 1);
    Table& one = tables_[table];
    if (one.asked >= first_look) {
        if (one.known < one.asked / 2) one.is_given_up = true;
        one.asked /= 2;
        one.known /= 2;
    }
    return !one.is_given_up;
}

void TermTables::forget() {
    tree_.clear();
    numbers_.clear();
    answers_.clear();
    for (Table& table : tables_) table.root = {};
}

std::uint32_t TermTables::number_of(Answer&& answer) {
    const auto [at, is_new] = numbers_.try_emplace(std::move(answer), 0);
    if (is_new) {
        at->second = static_cast<std::uint32_t>(answers_.size());
        answers_.push_back(&at->first);
    }
    return at->second;
}

TermTablesPool::Lease TermTablesPool::lease() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return {this, std::make_unique<TermTables>(most_nodes_)};
    std::unique_ptr<TermTables> tables = std::move(free_.back());
    free_.pop_back();
    return {this, std::move(tables)};
}

void TermTablesPool::take_back(std::unique_ptr<TermTables> tables) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(tables));
}

}  // namespace errata::compiler
