// The row about sets.
#include <algorithm>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Expr;
using ast::ExprKind;

namespace {

// A variable that is a set of an enum, as flags.
class Flags {
public:
    Flags(const Original& original, std::string variable, const ast::Item& values)
        : original_(original), variable_(std::move(variable)), values_(values.names.all) {}

    std::string flag(const std::string& value) const { return variable_ + "_has_" + value; }

    // Nothing: it is used otherwise.
    std::optional<Spec> rewrite() {
        Spec copy = original_.spec;
        Places places{original_.vocabulary, {}, {}};
        places.expr = [&](Expr& expr, const Place&) {
            const bool is_in = expr.kind == ExprKind::In || expr.kind == ExprKind::NotIn;
            if (!is_in || !is_variable(expr.args[1]) || !is_value(expr.args[0])) return;
            Expr asked = name_expr(flag(expr.args[0].name), expr.span);
            expr = expr.kind == ExprKind::In ? asked : negated(asked);
        };
        places.block = [&](std::vector<ast::Stmt>& block, const Place& place) {
            for (ast::Stmt& stmt : block) change(stmt, place);
        };
        places.go(copy);
        for (ast::Module& module : copy.modules) {
            for (ast::Item& item : module.items) declare(item);
        }
        const Vocabulary known = vocabulary_of(copy);
        if (known.others.contains(variable_)) return std::nullopt;
        return copy;
    }

private:
    bool is_variable(const Expr& expr) const { return expr.kind == ExprKind::Name && expr.name == variable_; }
    bool is_value(const Expr& expr) const {
        return expr.kind == ExprKind::Name && std::ranges::find(values_, expr.name) != values_.end();
    }

    void change(ast::Stmt& stmt, const Place& place) const {
        const bool adds = stmt.kind == ast::StmtKind::Increase;
        if (!adds && stmt.kind != ast::StmtKind::Decrease) return;
        if (!is_variable(stmt.exprs[0]) || !is_value(stmt.exprs[1])) return;
        if (!place.is_sequence || place.is_together || place.is_cost) return;
        stmt.kind = ast::StmtKind::Assign;
        stmt.exprs[0].name = flag(stmt.exprs[1].name);
        stmt.exprs[1].kind = ExprKind::Bool;
        stmt.exprs[1].name.clear();
        stmt.exprs[1].number = adds ? 1 : 0;
    }

    void declare(ast::Item& item) const {
        if (item.kind != ast::ItemKind::State) return;
        std::vector<ast::Binder> fields;
        for (const ast::Binder& field : item.fields) {
            const bool begins_empty =
                field.initial.empty() ||
                (field.initial[0].kind == ExprKind::SetLiteral && field.initial[0].args.empty());
            if (field.name != variable_ || !begins_empty) {
                fields.push_back(field);
                continue;
            }
            for (const std::string& value : values_) {
                ast::Binder one = field;
                one.name = flag(value);
                one.type = {};
                one.type.kind = ast::TypeKind::Bool;
                one.type.span = field.span;
                one.initial.clear();
                fields.push_back(std::move(one));
            }
        }
        item.fields = std::move(fields);
    }

    const Original& original_;
    std::string variable_;
    std::vector<std::string> values_;
};

}  // namespace

std::optional<Rewritten> set_to_flags(const Original& original, Random&) {
    std::map<std::string, const ast::Item*> enums;
    for (const ast::Module& module : original.spec.modules) {
        for (const ast::Item& item : module.items) {
            if (item.kind == ast::ItemKind::Enum) enums[item.name] = &item;
        }
    }
    for (const ast::Module& module : original.spec.modules) {
        for (const ast::Item& item : module.items) {
            for (const ast::Binder& field : item.fields) {
                if (item.kind != ast::ItemKind::State || field.type.kind != ast::TypeKind::Set) continue;
                const auto values = enums.find(field.type.args[0].name);
                if (values == enums.end() || original.vocabulary.cells.at(field.name).size() > 1) continue;
                if (auto spec = Flags(original, field.name, *values->second).rewrite())
                    return Rewritten{std::move(*spec)};
            }
        }
    }
    return std::nullopt;
}

}  // namespace errata::metamorphic
