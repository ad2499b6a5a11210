// Random syntax trees: every construct, every nesting, without regard to meaning. Only trees that the grammar
// can give are made (no optional set, no two names alone in a row).
#pragma once

#include <cstdint>
#include <random>

#include "dsl/ast/ast.h"

namespace errata::dsl {

class RandomModule {
public:
    explicit RandomModule(std::uint32_t seed) : random_(seed) {}

    ast::Module module();
    ast::Expr expr(int depth);

private:
    static constexpr int expr_depth = 4;

    int below(int bound) { return std::uniform_int_distribution<int>(0, bound - 1)(random_); }
    bool chance(int percent) { return below(100) < percent; }
    std::string name();
    std::string title();
    std::vector<std::string> rows();
    ast::Expr condition(int depth);
    std::vector<ast::Expr> exprs(int depth, int most);
    ast::TypeExpr type(int depth);
    ast::Binder binder(int depth);
    std::vector<ast::Binder> binders(int depth, int least = 1);
    std::vector<ast::Binder> fields(int least);
    std::vector<ast::Stmt> block(int depth);
    ast::Stmt stmt(int depth);
    ast::Stmt choice(int depth);
    ast::Stmt distribution(int depth);
    std::vector<ast::Ability> abilities(int depth);
    ast::Ability ability(int depth);
    ast::Expr guard();
    void targets(ast::Ability& a);
    void limit(ast::Ability& a);
    void exceptions(ast::Ability& a);
    void timed(ast::Ability& a, bool can_target, int depth);
    void may(ast::Ability& a, int depth);
    std::vector<ast::Setting> settings(int least);
    ast::Item item();

    std::mt19937 random_;
};

}  // namespace errata::dsl
