// The lines of printed text, read by the phrases of the game. All readings are looked at: those that mean the
// same are one; if there are several left, each is in force in plays of its own, and the model says so
// (Reading). A line that nothing reads is an error with the nearest phrase.
#pragma once

#include <vector>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/meaning.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// The abilities on a line, in the order of the text, each with the holes it is to be read with.
std::vector<PlacedAbility> read_line(World& world, Meanings& meanings, const CardText& text,
                                     const ast::TextLine& line, ClauseId clause, const Bearer& bearer);

}  // namespace errata::compiler
