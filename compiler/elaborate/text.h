// Printed text to abilities: the phrases of the game become a chart grammar, each line of a card is read by it, and the phrases'
// bodies stand for the words. A line that nothing reads is an error with the nearest phrase; a line with several readings
// is reported, never decided quietly.
#pragma once

#include <vector>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Categories and phrases of all modules, checked; seals the grammar. Names of enums, kinds and printed items are categories too.
void declare_phrases(World& world, const Modules& modules);

// The abilities on a line, in the order of the text, each with the holes it is to be read with.
std::vector<PlacedAbility> read_line(World& world, const CardText& text, const ast::TextLine& line,
                                     ClauseId clause);

// Abilities as written, holes among them expanded.
std::vector<PlacedAbility> expand(World& world, const std::vector<ast::Ability>& abilities,
                                  PlacedAbility place);

}  // namespace errata::compiler
