// Random small models in which every kind of term and code occurs: the widest net for a difference between
// the evaluator and the encoding. Well-formed by construction (gotos lead forward, a control frame never
// returns, registers keep to their types); else anything goes: undefined indices, overflows, contradictions,
// forks, full bags and agendas.
#pragma once

#include <cstdint>

#include "compiler/ir/model.h"

namespace errata::tests {

compiler::Model random_model(std::uint64_t seed);

}  // namespace errata::tests
