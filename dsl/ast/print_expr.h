// Expressions, types and binders as text for the layout in print.cpp. The text has a mark where a line may be
// broken.
#pragma once

#include <string>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

// Stands for a blank at which a long line may be broken. A control code, so no source text contains it.
constexpr char break_mark = '\x01';
std::string unbroken(std::string text);  // with blanks for the marks

// What follows the expression decides which brackets it needs.
enum class Follower {
    // its end is the end of a statement, or a closing bracket, or a word that no expression takes in
    Nothing,
    Other,  // something that a quantifier or an `if` at the end would take in
};

std::string expr_text(const Expr& expr, Follower follower = Follower::Nothing);
std::string exprs_text(const std::vector<Expr>& exprs);  // a, b, c
std::string type_text(const TypeExpr& type);

// Whether two neighbours were written with one type and value: `a, b: bool = no`.
bool shares_type(const Binder& binder, const Binder& next);

// The initial value of a field, a parameter or a setting. There a leading `no` before a name would be read as
// a value.
std::string value_text(const Expr& expr);
// The number in front of a binder. There `no` and `first` at its end would begin a quantifier.
std::string count_text(const Expr& expr);
std::string binders_text(const std::vector<Binder>& binders);
std::string with_text(const Expr& condition);  // " with c", or "" for the condition `yes` that nobody wrote

// A name, in quotes if it needs them.
std::string name_text(const std::string& name);

}  // namespace errata::dsl::ast
