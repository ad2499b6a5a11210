#include "checker/screen/made_tables.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>

#include "dsl/ast/print_expr.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace ast = dsl::ast;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;
using ast::TypeExpr;
using ast::TypeKind;

namespace {

using Modules = std::vector<ast::Module>;

constexpr const char* bearer = "x";

void for_items(const Modules& modules, const std::function<void(const Item&)>& visit) {
    for (const ast::Module& module : modules) {
        for (const Item& item : module.items) visit(item);
    }
}

void for_expressions(const Expr& expr, const std::function<void(const Expr&)>& visit) {
    visit(expr);
    for (const Expr& arg : expr.args) for_expressions(arg, visit);
}

bool is_player(const TypeExpr& type) { return type.kind == TypeKind::Named && type.name == "player"; }

bool names(const TypeExpr& type, const std::string& name) {
    if (type.kind == TypeKind::Optional) return names(type.args[0], name);
    return type.kind == TypeKind::Named && type.name == name;
}

bool is_this_field(const Expr& expr) {
    return expr.kind == ExprKind::Field && expr.args[0].kind == ExprKind::Name && expr.args[0].name == "this";
}

// `this` and `it` as the words of a screen.
Expr about_bearer(Expr expr, const std::string& holder) {
    if (expr.kind == ExprKind::Name && expr.name == "this") expr.name = bearer;
    if (expr.kind == ExprKind::Name && expr.name == "it") {
        Expr object = expr;
        object.name = bearer;
        expr.kind = ExprKind::Field;
        expr.name = holder;
        expr.args = {std::move(object)};
        return expr;
    }
    for (Expr& arg : expr.args) arg = about_bearer(std::move(arg), holder);
    return expr;
}

// Without `this.card = it`: whoever is dealt an item bears it.
std::optional<Expr> without_bearing(const Expr& expr, const std::string& holder) {
    if (expr.kind == ExprKind::And) {
        const auto left = without_bearing(expr.args[0], holder);
        const auto right = without_bearing(expr.args[1], holder);
        if (!left || !right) return left ? left : right;
        Expr both = expr;
        both.args = {*left, *right};
        return both;
    }
    const auto is_it = [](const Expr& side) { return side.kind == ExprKind::Name && side.name == "it"; };
    const auto is_holder = [&](const Expr& side) { return is_this_field(side) && side.name == holder; };
    const bool is_bearing =
        expr.kind == ExprKind::Equal && ((is_it(expr.args[0]) && is_holder(expr.args[1])) ||
                                         (is_it(expr.args[1]) && is_holder(expr.args[0])));
    if (is_bearing) return std::nullopt;
    return expr;
}

std::string text_of(const Expr& expr) { return ast::unbroken(ast::expr_text(expr)); }

class Tables {
public:
    explicit Tables(const Modules& modules) : modules_(modules) {
        for_items(modules, [&](const Item& item) {
            for (const ast::Ability& ability : item.contents.abilities) note_costs(ability);
        });
    }

    std::string text() {
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::Printed && has_text(item.name)) make(item);
        });
        return std::move(text_);
    }

private:
    bool has_text(const std::string& kind) const {
        bool found = false;
        for_items(modules_, [&](const Item& item) {
            found =
                found || (item.kind == ItemKind::Card && item.title == kind && !item.contents.lines.empty());
        });
        return found;
    }

    // What costs take from: fields by their names, and state.
    void note_costs(const ast::Ability& ability) {
        for (const std::vector<ast::Stmt>& cost : ability.play.costs) {
            for (const ast::Stmt& stmt : cost) {
                if (stmt.kind != ast::StmtKind::Decrease) continue;
                const Expr& target = stmt.exprs[0];
                if (target.kind == ExprKind::Field || target.kind == ExprKind::Name)
                    paid_.insert(target.name);
            }
        }
    }

    const Item* bearing(const std::string& kind) const {
        const Item* found = nullptr;
        for_items(modules_, [&](const Item& item) {
            const bool is_kind =
                item.kind == ItemKind::Kind || item.kind == ItemKind::Grid || item.kind == ItemKind::Sites;
            if (is_kind && item.name == kind) found = &item;
        });
        return found;
    }

    void make(const Item& printed) {
        const Item* kind = bearing(printed.type.name);
        if (kind == nullptr) return;
        const auto holder = std::ranges::find_if(
            kind->fields, [&](const ast::Binder& field) { return names(field.type, printed.name); });
        if (holder == kind->fields.end()) return;
        std::set<std::string> read;
        for (const Expr& condition : printed.exprs) {
            for_expressions(condition, [&](const Expr& expr) {
                if (is_this_field(expr) && expr.name != holder->name) read.insert(expr.name);
            });
        }
        const auto open =
            printed.exprs.empty() ? std::optional<Expr>() : without_bearing(printed.exprs[0], holder->name);
        const std::string condition = open ? text_of(about_bearer(*open, holder->name)) : "";
        const std::string around = plain_elsewhere(printed, *kind, *holder) + figure_on(*kind);
        screen(printed, *kind, read, "in effect", open ? "require " + condition : "", around);
        if (open)
            screen(printed, *kind, read, "not yet in effect", "require not (" + condition + ")", around);
    }

    void screen(const Item& printed, const Item& kind, const std::set<std::string>& open,
                const std::string& how, const std::string& requirement, const std::string& around) {
        text_ += "screen \"" + printed.name + ": " + how + "\" of " + printed.name +
                 ", size: 2, turns: 1 {\n" + around;
        text_ += "    place " + std::string(bearer) + ": " + kind.name + " {\n";
        for (const ast::Binder& field : kind.fields) {
            if (is_player(field.type) || open.contains(field.name))
                text_ += "        " + std::string(bearer) + "." + field.name + " := any\n";
        }
        if (!requirement.empty()) text_ += "        " + requirement + "\n";
        text_ += "    }\n" + surroundings() + "}\n\n";
    }

    // Where every object bears some item, those that get none of the set bear the one that says least.
    std::string plain_elsewhere(const Item& printed, const Item& kind, const ast::Binder& holder) const {
        if (holder.type.kind == TypeKind::Optional) return "";
        const auto words = [](const Item& card) {
            std::size_t sum = 0;
            for (const ast::TextLine& line : card.contents.lines) sum += line.text.size();
            return sum;
        };
        const Item* plain = nullptr;
        for_items(modules_, [&](const Item& item) {
            if (item.kind != ItemKind::Card || item.title != printed.name) return;
            if (plain == nullptr || words(item) < words(*plain)) plain = &item;
        });
        return "    for each y: " + kind.name + " { y." + holder.name + " := " + ast::name_text(plain->name) +
               " }\n";
    }

    // On a board, whoever can stand on it: the first of the first kind, anywhere.
    std::string figure_on(const Item& board) const {
        if (board.kind != ItemKind::Grid && board.kind != ItemKind::Sites) return "";
        std::string figure;
        for_items(modules_, [&](const Item& item) {
            if (!figure.empty() || item.kind != ItemKind::Kind || !item.names.all.empty()) return;
            const auto place = std::ranges::find_if(
                item.fields, [&](const ast::Binder& field) { return names(field.type, board.name); });
            if (place == item.fields.end()) return;
            figure = "    " + item.name + "1." + place->name + " := any\n";
        });
        return figure;
    }

    // Whose turn it is, and what there is to pay with.
    std::string surroundings() const {
        std::string result;
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::State) {
                for (const ast::Binder& field : item.fields) {
                    if (is_player(field.type)) result += "    " + field.name + " := any\n";
                    if (const std::string most = most_of(field); !most.empty())
                        result += "    " + field.name + " := " + most + "\n";
                }
            }
            if (item.kind != ItemKind::Kind) return;
            for (const ast::Binder& field : item.fields) {
                const std::string most = most_of(field);
                if (most.empty()) continue;
                result += "    for each y: " + item.name + " { y." + field.name + " := " + most + " }\n";
            }
        });
        return result;
    }

    // Of a number that costs take from.
    std::string most_of(const ast::Binder& field) const {
        const bool is_bounded = field.type.kind == TypeKind::Range && field.type.bounds.size() == 2;
        return paid_.contains(field.name) && is_bounded ? text_of(field.type.bounds[1]) : "";
    }

    const Modules& modules_;
    std::set<std::string> paid_;
    std::string text_;
};

}  // namespace

std::string made_tables(const Modules& modules) { return Tables(modules).text(); }

}  // namespace errata::checker
