// Types as they are written: `0..8`, `set of walk`, `unit?`. Bounds of ranges are numbers that are known
// before anything happens: literals, settings of the scope, definitions without parameters, and what
// arithmetic makes of them.
#pragma once

#include "compiler/resolve/names.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// Wider domains make quantifiers and choices that no search could enumerate.
inline constexpr Value widest_domain = 4096;

class WrittenTypes {
public:
    // Types that are new go to `types`.
    WrittenTypes(const Names& names, TypePool& types, const Reporter& reporter)
        : names_(names), types_(types), reporter_(reporter) {}

    // Invalid after an error, which is reported, and where none is written.
    TypeId type_of(const ast::TypeExpr& type);
    // The same, and it must be one that a quantifier or choice can range over.
    TypeId domain_of(const ast::TypeExpr& type);
    // Reports a type that cannot be one; invalid then.
    TypeId checked_domain(TypeId type, dsl::Span span);
    TypeId range(Value lo, Value hi, dsl::Span span);

private:
    TypeId named(const ast::TypeExpr& type);
    TypeId optional(const ast::TypeExpr& type);
    TypeId set(const ast::TypeExpr& type);
    std::optional<Value> number(const ast::Expr& expr, int depth);
    std::optional<Value> named_number(const ast::Expr& expr, int depth);

    const Names& names_;
    TypePool& types_;
    const Reporter& reporter_;
};

}  // namespace errata::compiler
