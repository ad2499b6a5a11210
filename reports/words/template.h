// Sentences with holes, and how holes are filled: the one form in which the tables of this folder are
// written. `{0}` is argument 0: a name or a number as it is, several as "A, B and C". `{0:, or }` puts this
// between them, `{0,}` commas between the thousands of a number. `{0|one|many}` is the first text for
// exactly one and else the second, `{0|none|one|many}` the first for the number 0 and for no names;
// `{0|none|some}` of a name is the first where it is empty. Texts may have holes of their own. `{{` is a
// brace.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/fact.h"
#include "reports/words/naming.h"

namespace errata::reports {

// How an argument that is a fact is said.
using Saying = std::function<std::string(const checker::Fact&)>;

// A hole without its argument is our bug.
std::string filled(std::string_view text, const std::vector<checker::Argument>& arguments, const Saying& say,
                   const Naming& naming = {});

// How many arguments it asks for.
std::size_t holes_of(std::string_view text);

}  // namespace errata::reports
