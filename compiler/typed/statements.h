// Statements: names resolved, operands typed, what cannot stand where it stands reported. Choices and
// distributions are in `choices`, the statements of a position in `claims`.
#pragma once

#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

// What happens, one statement after the other. What has an error is left out.
Block block(const Typing& t, const std::vector<ast::Stmt>& body, Scope scope);

// Which word of the language says who decides; nothing for a player, or what is no such word.
std::optional<ChooserKind> chooser_word(const ast::Expr& owner, const Scope& scope);
// Who decides, by a word of the language or an expression; nothing after an error.
std::optional<Chooser> chooser(const Typing& t, const ast::Expr& owner, const Scope& scope);
// What names in the braces of a label show, but for those of `binders`.
std::vector<Shown> shown(const Typing& t, const std::string& label, const std::vector<Binder>& binders,
                         dsl::Span span, const Scope& scope);

// The names in the braces of a label, in their order.
std::vector<std::string> names_in_braces(const std::string& label);
// A field of type `order` gets its rank.
std::optional<Stmt> mark(const Typing& t, const ast::Stmt& stmt, const Scope& scope);

// A statement of this kind where that one is written, still without its parts.
Stmt made(StmtKind kind, const ast::Stmt& written);
// That all of the block can be carried out as the state is.
Expr payable(const Typing& t, const Block& block, dsl::Span span);
// What `:=`, `+=` and `-=` do.
ast::Change change_of(ast::StmtKind kind);

}  // namespace errata::compiler::typed
