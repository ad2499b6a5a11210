// The door between the grammar and the rest of the front end: one item at a time, no Spirit in sight.
#pragma once

#include "dsl/ast/ast.h"
#include "dsl/grammar/layout.h"
#include "dsl/grammar/state.h"

namespace errata::dsl::grammar {

// Reads the item that `state` delimits. An item whose head cannot be read is an Error item that keeps its
// name if it has one; every failure is reported to the sink of the state.
ast::Item read_item(State& state, SliceKind kind);

}  // namespace errata::dsl::grammar
