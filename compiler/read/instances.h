// The bodies that a reading of a text uses, each typed for its bearer and for what it is given there.
#pragma once

#include "compiler/typed/phrases.h"
#include "dsl/phrases/derivation.h"

namespace errata::compiler {

// Types the phrase of the derivation and those in its holes, as far as they are used. What is wrong with them
// is added to `problems`.
void type_bodies(typed::Phrases& phrases, const dsl::Derivation& derivation, PrintedId bearer,
                 const std::vector<TypeId>& given, std::vector<dsl::Diagnostic>& problems);

}  // namespace errata::compiler
