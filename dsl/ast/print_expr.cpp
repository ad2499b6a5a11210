#include "dsl/ast/print_expr.h"

#include <algorithm>

#include "dsl/ast/infix.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

namespace {

struct Operator {
    const char* text;
    Level level;
};

Operator operator_of(ExprKind kind) {
    switch (kind) {
#define ERRATA_INFIX(kind, text, level, dumped) \
    case ExprKind::kind:                        \
        return {text, level};
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
        case ExprKind::Not:
            return {"not", NotLevel};
        case ExprKind::Negate:
            return {"-", NegateLevel};
        case ExprKind::Number:
        case ExprKind::Bool:
        case ExprKind::None:
        case ExprKind::Any:
        case ExprKind::Name:
        case ExprKind::Quoted:
        case ExprKind::Field:
        case ExprKind::Call:
        case ExprKind::Can:
        case ExprKind::SetLiteral:
        case ExprKind::If:
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
        case ExprKind::Path:
        case ExprKind::Solutions:
        case ExprKind::Error:
            return {"", PrimaryLevel};
    }
    return {"", PrimaryLevel};
}

// Extends as far to the right as it can.
bool is_open_ended(ExprKind kind) {
    switch (kind) {
        case ExprKind::If:
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
        case ExprKind::Path:
            return true;
        case ExprKind::Number:
        case ExprKind::Bool:
        case ExprKind::None:
        case ExprKind::Any:
        case ExprKind::Name:
        case ExprKind::Quoted:
        case ExprKind::Field:
        case ExprKind::Call:
        case ExprKind::Can:
        case ExprKind::SetLiteral:
        case ExprKind::Not:
        case ExprKind::Negate:
#define ERRATA_INFIX(kind, text, level, dumped) case ExprKind::kind:
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
        case ExprKind::Solutions:
        case ExprKind::Error:
            return false;
    }
    return false;
}

std::string text_at(const Expr& expr, int level, Follower follower);

// Behind a dot any word is a name.
std::string field_text(const std::string& name) {
    return std::ranges::all_of(name, grammar::is_word_char) ? name : grammar::quoted(name);
}

std::string binary(const Expr& expr, const Operator& op, Follower follower) {
    int left = op.level;
    int right = op.level + 1;
    if (op.level == ImpliesLevel) std::swap(left, right);  // implies groups to the right
    if (op.level == ComparisonLevel) left = op.level + 1;  // comparisons do not chain
    const char blank = op.level <= AndLevel ? break_mark : ' ';
    return text_at(expr.args[0], left, Follower::Other) + blank + op.text + " " +
           text_at(expr.args[1], right, follower);
}

// Two minus signs would begin a comment.
std::string negation(const Expr& of, Follower follower) {
    return "-" + text_at(of, of.kind == ExprKind::Negate ? PrimaryLevel : NegateLevel, follower);
}

std::string over(const std::string& word, const Expr& expr) {
    return word + " " + binders_text(expr.binders) + with_text(expr.args[0]);
}

std::string bare(const Expr& expr, Follower follower) {
    const auto arg = [&](std::size_t i) { return expr_text(expr.args[i]); };
    const std::string mark(1, break_mark);
    switch (expr.kind) {
        case ExprKind::Number:
            return std::to_string(expr.number);
        case ExprKind::Bool:
            return expr.number != 0 ? "yes" : "no";
        case ExprKind::None:
            return "none";
        case ExprKind::Any:
            return "any";
        case ExprKind::Name:
            return expr.name;
        case ExprKind::Quoted:
            return grammar::quoted(expr.name);
        case ExprKind::Field:
            return text_at(expr.args[0], PrimaryLevel, Follower::Other) + "." + field_text(expr.name);
        case ExprKind::Call:
            return expr.name + "(" + exprs_text(expr.args) + ")";
        case ExprKind::Can:
            return "can " + expr.name + "(" + exprs_text(expr.args) + ")";
        case ExprKind::SetLiteral:
            return "{" + exprs_text(expr.args) + "}";
        case ExprKind::If:
            return "if " + arg(0) + mark + "then " + arg(1) + mark + "else " + arg(2);
        case ExprKind::Some:
            return over("some", expr);
        case ExprKind::No:
            return over("no", expr);
        case ExprKind::Every:
            return over("every", expr) + mark + "satisfies " + arg(1);
        case ExprKind::NumberOf:
            return over("number of", expr);
        case ExprKind::Sum:
            return "sum of " + arg(1) + mark + over("over", expr);
        case ExprKind::First:
            return over("first", expr);
        case ExprKind::Path:
            return "path from " + arg(0) + mark + "to " + arg(1) + mark + "through " +
                   binders_text(expr.binders) + with_text(expr.args[2]);
        case ExprKind::Solutions:
            return "solutions of " + expr.name;
        case ExprKind::Not:
            return "not " + text_at(expr.args[0], NotLevel, follower);
        case ExprKind::Negate:
            return negation(expr.args[0], follower);
        case ExprKind::Error:
            return "";
#define ERRATA_INFIX(kind, text, level, dumped) case ExprKind::kind:
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
            return binary(expr, operator_of(expr.kind), follower);
    }
    return "";
}

std::string text_at(const Expr& expr, int level, Follower follower) {
    const bool loose = operator_of(expr.kind).level < level;
    const bool greedy = is_open_ended(expr.kind) && follower == Follower::Other;
    if (loose || greedy) return "(" + bare(expr, Follower::Nothing) + ")";
    return bare(expr, follower);
}

std::string bounds_text(const TypeExpr& type) {
    const std::string low = text_at(type.bounds[0], SumLevel, Follower::Other);
    return (low[0] == '{' ? "(" + low + ")" : low) + ".." +
           text_at(type.bounds[1], SumLevel, Follower::Other);
}

}  // namespace

std::string unbroken(std::string text) {
    std::replace(text.begin(), text.end(), break_mark, ' ');
    return text;
}

std::string expr_text(const Expr& expr, Follower follower) { return text_at(expr, ImpliesLevel, follower); }

std::string exprs_text(const std::vector<Expr>& exprs) {
    std::string result;
    for (const Expr& expr : exprs) result += (result.empty() ? "" : ", ") + expr_text(expr);
    return result;
}

std::string type_text(const TypeExpr& type) {
    switch (type.kind) {
        case TypeKind::Named:
            return type.name;
        case TypeKind::Optional:
            return type_text(type.args[0]) + "?";
        case TypeKind::Set:
            return "set of " + type_text(type.args[0]);
        case TypeKind::Range:
            return bounds_text(type);
        case TypeKind::Number:
            return "number";
        case TypeKind::Counter:
            return "counter";
        case TypeKind::Order:
            return "order";
        case TypeKind::Bool:
            return "bool";
        case TypeKind::Missing:
            return "";
    }
    return "";
}

bool shares_type(const Binder& binder, const Binder& next) {
    const bool same_type = binder.type.span.is_valid() && binder.type.span == next.type.span;
    const bool same_value = binder.initial.size() == next.initial.size() &&
                            (binder.initial.empty() || binder.initial[0].span == next.initial[0].span);
    const bool same_time = binder.while_field == next.while_field && binder.per == next.per;
    return same_type && same_value && same_time;
}

std::string count_text(const Expr& expr) {
    const std::string text = expr_text(expr, Follower::Other);
    const auto end = std::find_if_not(text.rbegin(), text.rend(), grammar::is_word_char);
    const std::string last(end.base(), text.end());
    return last == "no" || last == "first" ? "(" + text + ")" : text;
}

std::string value_text(const Expr& expr) { return expr_text(expr, Follower::Other); }

std::string binders_text(const std::vector<Binder>& binders) {
    std::string result;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        const Binder& binder = binders[i];
        if (i > 0) result += ", ";
        result += binder.name;
        if (i + 1 < binders.size() && shares_type(binder, binders[i + 1])) continue;
        if (binder.type.kind != TypeKind::Missing) result += ": " + type_text(binder.type);
        if (!binder.initial.empty()) result += " = " + value_text(binder.initial[0]);
        if (!binder.while_field.empty()) result += " while " + binder.while_field;
        if (!binder.per.empty()) result += " per " + binder.per;
    }
    return result;
}

std::string with_text(const Expr& condition) {
    const bool unwritten = condition.kind == ExprKind::Bool && condition.number == 1 &&
                           condition.span.begin == condition.span.end;
    return unwritten ? "" : std::string(1, break_mark) + "with " + expr_text(condition);
}

std::string name_text(const std::string& name) {
    return grammar::is_plain_name(name) ? name : grammar::quoted(name);
}

}  // namespace errata::dsl::ast
