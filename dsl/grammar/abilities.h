// Rules of abilities and row lists, for the other translation units of the grammar.
#pragma once

#include <string>

#include "dsl/grammar/statements.h"

namespace errata::dsl::grammar {

using Abilities = std::vector<ast::Ability>;

using RowsRule = x3::rule<struct RowsTag, std::vector<std::string>>;
using AbilitiesRule = x3::rule<struct AbilitiesTag, Abilities>;
using TimedRule = x3::rule<struct TimedTag, ast::Ability>;
using LaterRule = x3::rule<struct LaterTag, ast::Ability>;
using MayRule = x3::rule<struct MayTag, ast::Ability>;
BOOST_SPIRIT_DECLARE(RowsRule, AbilitiesRule, TimedRule, LaterRule, MayRule)

inline const RowsRule rows = "'['";                   // [SAN-TER-118, SAN-TER-123], or nothing
inline const AbilitiesRule abilities = "'{'";         // { ... }
inline const TimedRule timed_ability = "an ability";  // when die(m) { }, at dusk { }
// the same in a statement: nothing is chosen or counted
inline const LaterRule later_ability = "'at' or 'when'";
inline const MayRule may_ability = "an ability";  // may "ducks" in reaction by Ann { }

}  // namespace errata::dsl::grammar
