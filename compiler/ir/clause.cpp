#include "compiler/ir/clause.h"

#include <array>

namespace errata::compiler {

std::string_view kind_word(const Clause& clause) {
    static constexpr std::array words = {
#define ERRATA_CLAUSE(name, word) std::string_view(word),
#include "compiler/ir/clause_kinds.def"
#undef ERRATA_CLAUSE
    };
    return clause.kind == ClauseKind::Printed ? clause.heading : words[static_cast<std::size_t>(clause.kind)];
}

}  // namespace errata::compiler
