// The finding codes by name, from the one table finding_codes.def. Included where a code is named; a header
// that only keeps or hands on a code does with finding_code.h.
#pragma once

#include "compiler/ir/finding_code.h"

namespace errata::compiler {

enum class FindingCode : std::uint8_t {
#define ERRATA_FINDING(name, code, family, nature, severity, question, agree, title) name,
#include "compiler/ir/finding_codes.def"
#undef ERRATA_FINDING
};

}  // namespace errata::compiler
