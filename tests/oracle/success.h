// Is a block possible, and does it do something? docs/reference/choices.md, "Success", row by row.
#pragma once

#include "tests/oracle/expressions.h"

namespace errata::oracle {

struct Success {
    bool possible = true;
    bool acts = false;

    bool is_success() const { return possible && acts; }
    void add(const Success& other) {
        possible = possible && other.possible;
        acts = acts || other.acts;
    }
};

// For whom it is asked: who must do it may do what is forbidden, where the game says so.
enum class For { Must, May };

// In this state. What has no value on the way is outside of the subset.
Success success_of(const Vocabulary& vocabulary, const State& state, const std::vector<ast::Stmt>& block,
                   const Names& names, For whom);

// Is something chosen in it?
bool has_choice(const Vocabulary& vocabulary, const std::vector<ast::Stmt>& block);

// Would this change leave what it changes where it may not be?
bool leaves_its_range(const Vocabulary& vocabulary, const State& state, const ast::Stmt& change,
                      const Names& names);

// The ways to divide an amount between those that may get some: what each gets, in their order.
struct Share {
    const ast::Option* part = nullptr;
    Value whose;
    std::int64_t amount = 0;
};
using Split = std::vector<Share>;
std::int64_t most_of(const std::vector<Split>& ways);
std::vector<Split> splits(const Vocabulary& vocabulary, const State& state, const ast::Stmt& distribute,
                          const Names& names);

}  // namespace errata::oracle
