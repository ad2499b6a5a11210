// Warnings about the words of a spec, once all its lines are read: phrases with the same wording, phrases
// that no text uses although some text has nearly their words, and lines that say the same as another card's
// by other phrases. Phrases of imported files are a library: that they are not used is no news.
#pragma once

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

void lint_wording(World& world, const Modules& modules);

}  // namespace errata::compiler
