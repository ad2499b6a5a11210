// Rules of statements, for the other translation units of the grammar.
#pragma once

#include "dsl/grammar/expressions.h"

namespace errata::dsl::grammar {

using Stmts = std::vector<ast::Stmt>;

struct Block {
    Stmts statements;
    Span span;  // braces included
};

using BlockRule = x3::rule<struct BlockTag, Block>;
BOOST_SPIRIT_DECLARE(BlockRule)

inline const BlockRule block = "'{'";

// Stores the statements of a block in the rule's node.
template <class Node>
constexpr auto statements_into(Stmts Node::*field) {
    return [field](auto& context) { x3::_val(context).*field = std::move(x3::_attr(context).statements); };
}

}  // namespace errata::dsl::grammar
