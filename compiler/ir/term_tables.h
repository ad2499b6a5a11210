// What terms say, kept from one state to the next by what they read (read_tree.h): most of a state is as it
// was in the state before, and each state is looked at by several analyses. One of the evaluator's shortcuts
// (shortcuts.h): evaluate_tabled asks it. It holds for one model and one set of enabled clauses.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "compiler/ir/clause.h"
#include "compiler/ir/read_tree.h"

namespace errata::compiler {

// For one thread at a time.
class TermTables {
public:
    // With more nodes than that all is forgotten, and learned anew.
    explicit TermTables(std::size_t most_nodes) : most_nodes_(most_nodes) {}

    // All that an evaluation leaves: the value, and the clauses that it used, in order.
    struct Answer {
        Value value = 0;
        std::vector<ClauseId> used = {};
        friend auto operator<=>(const Answer&, const Answer&) = default;
    };

    // Whether to ask the table of this number: not where hardly any answer was known.
    bool is_of_use(std::uint32_t table);

    // Null: not known. Good until the next `keep`.
    template <class ValueOf>
    const Answer* find(std::uint32_t table, ValueOf&& value_of) {
        Table& one = tables_[table];
        ++one.asked;
        const std::optional<std::uint32_t> found = tree_.find(one.root, value_of);
        if (!found) return nullptr;
        ++one.known;
        ++known_;
        return answers_[*found];
    }
    template <class ValueOf>
    void keep(std::uint32_t table, std::span<const std::uint32_t> reads, ValueOf&& value_of, Answer answer) {
        if (tree_.size() > most_nodes_) forget();
        tree_.grow(tables_[table].root, reads, value_of, number_of(std::move(answer)));
    }
    // How many answers were known so far.
    std::size_t known() const { return known_; }

private:
    struct Table {
        ReadTree::Root root = {};
        std::uint32_t asked = 0;
        std::uint32_t known = 0;
        bool is_given_up = false;
    };

    void forget();
    std::uint32_t number_of(Answer&& answer);

    std::size_t most_nodes_;
    ReadTree tree_;
    std::vector<Table> tables_;
    std::map<Answer, std::uint32_t> numbers_;
    std::vector<const Answer*> answers_;  // keys of `numbers_`
    std::size_t known_ = 0;
};

// Tables for whoever evaluates now: each thread has some of its own, and what one has learned stays for the
// next.
class TermTablesPool {
public:
    // Gives them back at its end.
    class Lease {
    public:
        Lease() = default;
        Lease(TermTablesPool* pool, std::unique_ptr<TermTables> tables)
            : pool_(pool), tables_(std::move(tables)) {}
        Lease(Lease&&) = default;
        Lease& operator=(Lease&&) = delete;
        ~Lease() {
            if (tables_) pool_->take_back(std::move(tables_));
        }
        TermTables* tables() const { return tables_.get(); }

    private:
        TermTablesPool* pool_ = nullptr;
        std::unique_ptr<TermTables> tables_ = {};
    };

    explicit TermTablesPool(std::size_t most_nodes) : most_nodes_(most_nodes) {}

    Lease lease();

private:
    void take_back(std::unique_ptr<TermTables> tables);

    const std::size_t most_nodes_;  // of each
    std::mutex mutex_;
    std::vector<std::unique_ptr<TermTables>> free_;
};

}  // namespace errata::compiler
