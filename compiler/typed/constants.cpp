// What an expression comes to before anything happens, if that can be seen: through definitions, too.
#include <algorithm>
#include <map>

#include "compiler/ir/term_kinds.h"
#include "compiler/typed/program.h"

namespace errata::compiler::typed {

namespace {

using Known = std::map<LocalId, Value>;

constexpr int deepest = 100;

class Folding {
public:
    explicit Folding(const Program& program) : program_(program) {}

    std::optional<Value> value(const Expr& expr, const Known& known, int depth) {
        switch (expr.kind) {
            case ExprKind::Literal:
            case ExprKind::Constant:
                return expr.value;
            case ExprKind::Local: {
                const auto found = known.find(expr.local);
                return found == known.end() ? std::nullopt : std::optional(found->second);
            }
            case ExprKind::SetLiteral:
                return set(expr, known, depth);
            case ExprKind::Not: {
                const auto a = value(expr.args[0], known, depth);
                return a ? std::optional<Value>(*a == 0 ? 1 : 0) : std::nullopt;
            }
            case ExprKind::Equal: {
                const auto a = value(expr.args[0], known, depth);
                const auto b = value(expr.args[1], known, depth);
                return a && b ? std::optional<Value>(*a == *b ? 1 : 0) : std::nullopt;
            }
            case ExprKind::If: {
                const auto test = value(expr.args[0], known, depth);
                return test ? value(expr.args[*test != 0 ? 1 : 2], known, depth) : std::nullopt;
            }
            case ExprKind::Operator:
                return operation(expr, known, depth);
            case ExprKind::Define:
                return definition(expr, known, depth);
            case ExprKind::Cell:
            case ExprKind::Table:
            case ExprKind::Open:
            case ExprKind::Computed:
            case ExprKind::Can:
            case ExprKind::Solutions:
            case ExprKind::Payable:
            case ExprKind::Share:
            case ExprKind::Hole:
            case ExprKind::Antecedent:
            case ExprKind::OneOf:
            case ExprKind::Some:
            case ExprKind::No:
            case ExprKind::Every:
            case ExprKind::NumberOf:
            case ExprKind::Sum:
            case ExprKind::First:
            case ExprKind::Path:
                return std::nullopt;
        }
        return std::nullopt;
    }

private:
    std::optional<Value> set(const Expr& expr, const Known& known, int depth) {
        Value mask = 0;
        for (const Expr& position : expr.args) {
            const auto one = value(position, known, depth);
            if (!one || *one < 0 || *one >= most_set_elements) return std::nullopt;
            mask |= Value{1} << *one;
        }
        return mask;
    }

    std::optional<Value> operation(const Expr& expr, const Known& known, int depth) {
        if (expr.args.size() != 2) return std::nullopt;
        const auto a = value(expr.args[0], known, depth);
        if (!a) return std::nullopt;
        const auto b = value(expr.args[1], known, depth);
        if (!b) return std::nullopt;
        Value result = 0;
        bool overflows = false;
        if (expr.op == TermKind::Add) overflows = __builtin_add_overflow(*a, *b, &result);
        if (expr.op == TermKind::Subtract) overflows = __builtin_sub_overflow(*a, *b, &result);
        if (expr.op == TermKind::Multiply) overflows = __builtin_mul_overflow(*a, *b, &result);
        if (expr.op == TermKind::Minimum) return std::min(*a, *b);
        if (expr.op == TermKind::Maximum) return std::max(*a, *b);
        if (expr.op == TermKind::Less) return *a < *b ? 1 : 0;
        if (expr.op == TermKind::LessEqual) return *a <= *b ? 1 : 0;
        const bool is_known =
            expr.op == TermKind::Add || expr.op == TermKind::Subtract || expr.op == TermKind::Multiply;
        return is_known && !overflows ? std::optional(result) : std::nullopt;
    }

    // Once for the same arguments: definitions that use each other twice are many, written out.
    std::optional<Value> definition(const Expr& expr, const Known& known, int depth) {
        const Definition& define = program_.definitions[expr.id];
        if (depth == deepest || define.body.empty()) return std::nullopt;
        Known inner;
        for (std::size_t i = 0; i < expr.args.size(); ++i) {
            const auto one = value(expr.args[i], known, depth);
            if (!one) return std::nullopt;
            inner[define.params[i].local] = *one;
        }
        const auto before = definitions_.find({expr.id, inner});
        if (before != definitions_.end()) return before->second;
        const std::optional<Value> result = value(define.body[0], inner, depth + 1);
        definitions_.emplace(std::pair(expr.id, std::move(inner)), result);
        return result;
    }

    const Program& program_;
    std::map<std::pair<std::size_t, Known>, std::optional<Value>> definitions_;
};

}  // namespace

std::optional<Value> constant_of(const Program& program, const Expr& expr) {
    return Folding(program).value(expr, {}, 0);
}

}  // namespace errata::compiler::typed
