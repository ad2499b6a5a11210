// Rules of expressions, types and binders, for the other translation units of the grammar.
#pragma once

#include "dsl/grammar/terminals.h"

namespace errata::dsl::grammar {

using Exprs = std::vector<ast::Expr>;
using Binders = std::vector<ast::Binder>;

// name(arguments), where the brackets may be left out: an event, a relation's head.
struct Head {
    Lexeme name;
    bool has_brackets = false;
    Exprs args;
};

using ExpressionRule = x3::rule<struct ExpressionTag, ast::Expr>;
using TargetRule = x3::rule<struct TargetTag, ast::Expr>;
using TypeRule = x3::rule<struct TypeTag, ast::TypeExpr>;
using BindersRule = x3::rule<struct BindersTag, Binders>;
using ConditionRule = x3::rule<struct ConditionTag, ast::Expr>;
using ParametersRule = x3::rule<struct ParametersTag, Binders>;
using FieldsRule = x3::rule<struct FieldsTag, Binders>;
using HeadRule = x3::rule<struct HeadTag, Head>;
BOOST_SPIRIT_DECLARE(ExpressionRule, TargetRule, TypeRule, BindersRule, ConditionRule, ParametersRule,
                     FieldsRule, HeadRule)

inline const ExpressionRule expression = "an expression";
// a name with calls and field accesses: what a statement may begin with
inline const TargetRule target = "a name";
inline const TypeRule type = "a type";
inline const BindersRule binders = "a name";      // m: minion, q: square
inline const ConditionRule condition = "'with'";  // with E, or nothing: then `yes`
inline const ParametersRule parameters = "'('";   // (m: minion, by: player = m.owner)
inline const FieldsRule fields = "'{'";           // { owner: player  hp: 0..9 = 3 }
inline const HeadRule head = "a name";

}  // namespace errata::dsl::grammar
