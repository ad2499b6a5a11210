#include "dsl/ast/dump.h"

#include <span>

#include "dsl/ast/fields.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

namespace {

std::string word(TypeKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_TYPE_KIND(kind, word) word,
#include "dsl/ast/kinds.def"
    };
    return words[static_cast<std::size_t>(kind)];
}

std::string word(ExprKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_EXPR_KIND(kind, word) word,
#include "dsl/ast/kinds.def"
    };
    return words[static_cast<std::size_t>(kind)];
}

std::string word(AbilityKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_ABILITY_KIND(kind, word) word,
#include "dsl/ast/kinds.def"
    };
    return words[static_cast<std::size_t>(kind)];
}

std::string word(StmtKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_STATEMENT(kind, opening, word) word,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
    };
    return words[static_cast<std::size_t>(kind)];
}

// An expression that is dumped without brackets; else empty.
std::string leaf_text(const Expr& node) {
    if (node.kind == ExprKind::Number) return std::to_string(node.number);
    if (node.kind == ExprKind::Bool) return node.number != 0 ? "yes" : "no";
    if (node.kind == ExprKind::None || node.kind == ExprKind::Any) return word(node.kind);
    if (node.kind == ExprKind::Quoted) return grammar::quoted(node.name);
    return node.kind == ExprKind::Name ? node.name : "";
}

// Builds "(head part part ...)"; parts that hold blocks begin lines of their own.
class Writer {
public:
    std::string take() { return std::move(out_); }

    void put(const Item& node) { put(spelling(node.kind), node); }
    void put(const Stmt& node) { on_its_line(word(node.kind), node); }
    void put(const Ability& node) { on_its_line("ability " + word(node.kind), node); }
    void put(const Expr& node) {
        const std::string whole = leaf_text(node);
        whole.empty() ? put(word(node.kind), node) : void(out_ += whole);
    }

    // `fields` calls these, one for each field. Empty fields are left out.
    void operator()(std::string_view label, const std::string& value) {
        if (!value.empty()) labelled(label, label.empty() ? value : grammar::quoted(value));
    }
    void operator()(std::string_view label, const std::vector<std::string>& values) {
        if (!values.empty()) labelled(label, join(mapped(values, grammar::quoted), " "));
    }
    void operator()(std::string_view label, std::int64_t number) {
        if (number != 0) labelled(label, std::to_string(number));
    }
    void operator()(std::string_view label, std::same_as<bool> auto flag) {
        if (flag) labelled("", std::string(label));
    }
    void operator()(std::string_view label, AbilityKind says) {
        if (says != AbilityKind::If) labelled(label, grammar::quoted(word(says)));
    }
    void operator()(std::string_view label, const TypeExpr& type) {
        if (type.kind != TypeKind::Missing) each(label, std::span(&type, 1));
    }
    void operator()(std::string_view label, const Expr& expr) { each(label, std::span(&expr, 1)); }
    template <OneOf<Expr, TypeExpr, Binder> Node>
    void operator()(std::string_view label, const std::vector<Node>& nodes) {
        if (!nodes.empty()) each(label, std::span(nodes));
    }
    template <OneOf<Stmt, Ability> Node>
    void operator()(std::string_view, const std::vector<Node>& nodes) {
        for (const Node& node : nodes) put(node);
    }
    void operator()(std::string_view label, const std::vector<std::vector<Stmt>>& blocks) {
        for (const std::vector<Stmt>& block : blocks) on_its_line(label, block);
    }
    template <OneOf<Option, Column, Setting, TextLine, Equation, Alternative> Node>
    void operator()(std::string_view head, const Node& node) {
        on_its_line(head, node);
    }

private:
    void put(const TypeExpr& node) {
        node.kind == TypeKind::Named ? void(out_ += node.name) : put(word(node.kind), node);
    }
    void put(const Binder& node) {
        out_ += "(" + node.name;
        (*this)("", node.type);
        if (!node.initial.empty()) out_ += " =";
        (*this)("", node.initial);
        if (!node.while_field.empty()) out_ += " while " + node.while_field;
        if (!node.per.empty()) out_ += " per " + node.per;
        out_ += ")";
    }

    void labelled(std::string_view label, const std::string& text) {
        out_ += label.empty() ? " " + text : " (" + std::string(label) + " " + text + ")";
    }
    template <class Node>
    void each(std::string_view label, std::span<const Node> nodes) {
        if (!label.empty()) out_ += " (" + std::string(label);
        for (const Node& node : nodes) {
            out_ += ' ';
            put(node);
        }
        if (!label.empty()) out_ += ')';
    }

    void inside(const std::vector<Stmt>& block) { (*this)("", block); }
    void inside(const auto& node) { fields(node, *this); }
    void put(std::string_view head, const auto& node) {
        out_ += "(" + std::string(head);
        ++depth_;
        inside(node);
        --depth_;
        out_ += ")";
    }
    void on_its_line(std::string_view head, const auto& node) {
        out_ += "\n" + std::string(depth_ * 2, ' ');
        put(head, node);
    }

    std::string out_;
    std::size_t depth_ = 0;
};

template <class Node>
std::string dumped(const Node& node) {
    Writer writer;
    writer.put(node);
    return writer.take();
}

}  // namespace

std::string dump(const Module& module) {
    std::string result;
    for (const Item& item : module.items) result += dump(item) + "\n";
    return result;
}

std::string dump(const Item& item) { return dumped(item); }
std::string dump(const Expr& expr) { return dumped(expr); }
std::string dump(const Stmt& stmt) { return dumped(stmt); }
std::string dump(const Ability& ability) { return dumped(ability); }

}  // namespace errata::dsl::ast
