// Which replacements can meet the event that they replace again: because what they do in its place is, or
// leads through other replacements to, an event of the same action. Only of these has to be remembered whom
// they have helped already.
#pragma once

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Fills World::recurring. Needs all abilities in their places.
void find_recurring(World& world);

}  // namespace errata::compiler
