// What an expression means in a state: docs/reference, "Expressions", read from left to right.
#pragma once

#include <functional>

#include "tests/oracle/state.h"

namespace errata::oracle {

// A play that ends here, and the code of the finding that says why.
struct PlayEnds {
    std::string code;
};

class Evaluator {
public:
    Evaluator(const Vocabulary& vocabulary, const State& state) : vocabulary_(&vocabulary), state_(&state) {}

    Value value(const ast::Expr& expr, const Names& names) const;
    bool holds(const ast::Expr& expr, const Names& names) const { return value(expr, names).number != 0; }
    // The condition of an ability or option: none written means yes.
    bool holds(const std::vector<ast::Expr>& condition, const Names& names) const {
        return condition.empty() || holds(condition[0], names);
    }
    // Every way to bind these names for which the condition holds, in order.
    std::vector<Names> bindings(const std::vector<ast::Binder>& binders, const ast::Expr* condition,
                                const Names& names) const;
    // What a name may stand for: only objects that are there.
    std::vector<Value> range(const ast::TypeExpr& type) const;
    std::size_t cell(const ast::Expr& target, const Names& names) const;
    // The values of an action's roles, defaults last.
    Names roles(const ast::Item& action, const std::vector<ast::Expr>& arguments, const Names& names) const;
    // Does a pattern, `die(m)`, fit an event? If so, with what names.
    std::optional<Names> match(const std::vector<ast::Expr>& pattern, const ast::Item& action,
                               const Names& roles) const;
    bool forbidden(const ast::Item& action, const Names& roles) const;

private:
    Value named(const ast::Expr& expr, const Names& names) const;
    Value field(const ast::Expr& expr, const Names& names) const;
    Value call(const ast::Expr& expr, const Names& names) const;
    Value compared(const ast::Expr& expr, const Names& names) const;
    Value counted(const ast::Expr& expr, const Names& names) const;
    Value arithmetic(const ast::Expr& expr, const Names& names) const;
    Value literal_set(const ast::Expr& expr, const Names& names) const;
    std::int64_t amount(const ast::Expr& expr, const Names& names) const;

    const Vocabulary* vocabulary_;
    const State* state_;
};

}  // namespace errata::oracle
