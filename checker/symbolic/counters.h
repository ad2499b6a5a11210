// Counters are unbounded in the rules; in a symbolic state they lie within counter_lo..counter_hi
// (options.h). What is excluded for all symbolic states is excluded for all well-formed states only where no
// counter matters.
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

bool has_counters(const compiler::Model& model);

// Whether a counter's value takes part in that of one of the terms.
bool ask_counters(const compiler::Model& model, std::vector<compiler::TermId> terms);

}  // namespace errata::checker
