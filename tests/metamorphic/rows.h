// The functions of the rows of rewritings.def, and what several of them are made of.
#pragma once

#include "tests/metamorphic/everywhere.h"
#include "tests/metamorphic/places.h"
#include "tests/metamorphic/rewriting.h"

namespace errata::metamorphic {

#define ERRATA_REWRITING(name, keeps, condition) \
    std::optional<Rewritten> name(const Original& original, Random& random);
#include "tests/metamorphic/rewritings.def"
#undef ERRATA_REWRITING

ast::Expr name_expr(const std::string& name, dsl::Span at);
ast::Expr number_expr(std::int64_t number, dsl::Span at);
ast::Expr call_expr(const std::string& name, std::vector<ast::Expr> args, dsl::Span at);
ast::Expr joined(ast::ExprKind kind, ast::Expr left, ast::Expr right);
ast::Expr negated(ast::Expr condition);
bool is_same(const ast::Expr& a, const ast::Expr& b);
std::optional<std::int64_t> literal(const ast::Expr& expr);

// A condition that nobody wrote.
bool is_unwritten(const ast::Expr& expr);
// Certainly a number with a plain value: no field of type `order`, no set.
bool is_number(const ast::Expr& expr, const Vocabulary& known, const Place& place);
// A name of a value that has one meaning, and no variable.
bool is_constant(const ast::Expr& expr, const Vocabulary& known, const Place& place);
// Writes of numbers and values alone: nothing that stops or that anybody listens to.
bool only_assigns(const std::vector<ast::Stmt>& block);
bool has_setting(const Spec& spec, const std::string& name);

// Changes expressions (or blocks) at one place or all. `change` gives nothing where it cannot act.
using ExprChange = std::function<std::optional<ast::Expr>(const ast::Expr&, const Place&)>;
std::optional<Rewritten> change_exprs(const Original& original, Random& random, const ExprChange& change);
using StmtChange = std::function<std::optional<std::vector<ast::Stmt>>(const ast::Stmt&, const Place&)>;
std::optional<Rewritten> change_stmts(const Original& original, Random& random, const StmtChange& change);

}  // namespace errata::metamorphic
