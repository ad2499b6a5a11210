// Rules of abilities and row lists, for the other translation units of the grammar.
#pragma once

#include <string>

#include "dsl/grammar/statements.h"

namespace errata::dsl::grammar {

using Abilities = std::vector<ast::Ability>;

using RowsRule = x3::rule<struct RowsTag, std::vector<std::string>>;
using AbilitiesRule = x3::rule<struct AbilitiesTag, Abilities>;
BOOST_SPIRIT_DECLARE(RowsRule, AbilitiesRule)

inline const RowsRule rows = "'['";            // [SAN-TER-118, SAN-TER-123], or nothing
inline const AbilitiesRule abilities = "'{'";  // { ... }

}  // namespace errata::dsl::grammar
