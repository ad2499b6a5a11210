// Rules of abilities and row lists. Abilities stand in blocks of items; a statement (`later`) and an item
// need parts of them.
#pragma once

#include <string>

#include "dsl/grammar/statements.h"

namespace errata::dsl::grammar {

using Abilities = std::vector<ast::Ability>;

using RowsRule = x3::rule<struct RowsTag, std::vector<std::string>>;
using AbilitiesRule = x3::rule<struct AbilitiesTag, Abilities>;
using MeaningRule = x3::rule<struct MeaningTag, Abilities>;
using LaterRule = x3::rule<struct LaterTag, ast::Ability>;
BOOST_SPIRIT_DECLARE(RowsRule, AbilitiesRule, MeaningRule, LaterRule)

inline const RowsRule rows = "'['";            // [SAN-TER-118, SAN-TER-123], or nothing
inline const AbilitiesRule abilities = "'{'";  // { ... }
// when die(m) { }, at dusk { } in a statement: nothing is chosen or counted
inline const MeaningRule meaning = "an ability";  // one or more, without braces
inline const LaterRule later_ability = "'at' or 'when'";

}  // namespace errata::dsl::grammar
