// Layers whose effects are applied one by one, where the game says by which mark (`effect_order`) and
// some effect asks for values of its own layer.
//
// Every effect of the layer is an *instance* for each object that may bear it, numbered. Turn by turn one
// of those that are left is applied, whether it is in force then or not. An instance *needs* another one if
// applying that one now would change what it does, and those that add need those that set. Next is the one
// that was marked first among those that need nobody, save who needs them in turn. Nothing is next, and so
// the equations of the layer have no solution, where two came at once, one of them needs the other or both
// set one value, unless it comes to the same who is first.
//
// All of this is said by unknowns of one system of equations, each of which leans on earlier turns alone.
#pragma once

#include "compiler/lower/computed.h"

namespace errata::compiler {

// Unknowns for the layer's values and turns, at the end of the model's; `span`, `clause`: theirs.
void add_layer_order(const Lowering& l, std::int64_t layer, dsl::Span span, ClauseId clause);
void define_layer_order(const Lowering& l, const LayerOrder& order);

// Null: its layer has none.
const LayerOrder* order_of(const Lowering& l, ComputedId what);
// The value as it is for who asks: in a layer under way, at that moment; for an effect that went on from it,
// as it was when that one had its turn; else when all had.
TermId value_in_order(const Lowering& l, const LayerOrder& order, ComputedId what,
                      const std::vector<TypedTerm>& args, const Scope& scope);

}  // namespace errata::compiler
