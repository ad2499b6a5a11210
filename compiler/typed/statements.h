// Statements: names resolved, operands typed, what cannot stand where it stands reported.
#pragma once

#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

class Statements {
public:
    explicit Statements(const Typing& typing)
        : typing_(typing),
          names_(typing.names),
          types_(typing.program.types),
          reporter_(typing.reporter),
          expressions_(typing) {}

    // What happens, one statement after the other. What has an error is left out.
    Block block(const std::vector<ast::Stmt>& body, Scope scope);
    // The statements of a position: what is set, not what happens. Adds the names of what is created.
    Block position(const std::vector<ast::Stmt>& body, Scope& scope);

    // Who decides, by a word of the language or an expression; nothing after an error.
    std::optional<Chooser> chooser(const ast::Expr& owner, const Scope& scope);
    // What names in the braces of a label show, but for those of `binders`.
    std::vector<Shown> shown(const std::string& label, const std::vector<Binder>& binders, dsl::Span span,
                             const Scope& scope);

    Expressions& expressions() { return expressions_; }

private:
    std::optional<Stmt> statement(const ast::Stmt& stmt, Scope& scope);
    std::optional<Stmt> change(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> introduce(const ast::Stmt& stmt, const Scope& scope);
    bool is_changeable(const Expr& target, dsl::Span span);
    bool fits_set(const ast::Stmt& stmt, const Expr& target, const Expr& value);
    bool is_settable(const ast::Stmt& stmt, const Expr& target, const Expr& value);
    std::optional<Stmt> let(const ast::Stmt& stmt, Scope& scope);
    std::optional<Stmt> conditional(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> for_each(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> choose(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Option> option(const ast::Option& written, const Scope& scope);
    std::optional<Stmt> secretly(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> later(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> solve(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> mark(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> perform(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> insert(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> create(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> destroy(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> placed(const ast::Stmt& stmt, Scope& scope);
    std::optional<Stmt> placed_if(const ast::Stmt& stmt, const Scope& scope);
    std::optional<Stmt> placed_each(const ast::Stmt& stmt, Scope& scope);
    std::optional<Stmt> set_up(const ast::Stmt& stmt, const Scope& scope);
    void misplaced(const ast::Stmt& stmt, std::string message, std::string hint = "");

    const Typing& typing_;
    const Names& names_;
    TypePool& types_;
    const Reporter& reporter_;
    Expressions expressions_;
};

// A statement of this kind where that one is written, still without its parts.
Stmt made(StmtKind kind, const ast::Stmt& written);
// What `:=`, `+=` and `-=` do.
ast::Change change_of(ast::StmtKind kind);

}  // namespace errata::compiler::typed
