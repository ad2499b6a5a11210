#include "reports/explain/deciding.h"

#include <algorithm>

#include "compiler/ir/definitions.h"

namespace errata::reports {

using namespace compiler;

std::vector<bool> read_by(const Model& model, const std::vector<ClauseId>& clauses) {
    const auto speaks_for_them = [&](TermId id) {
        const Term& term = model.terms[id];
        return term.kind == TermKind::Enabled &&
               std::ranges::count(clauses, ClauseId(static_cast<std::size_t>(term.payload))) > 0;
    };
    std::vector<TermId> conditions;
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        if (term.kind == TermKind::And && std::ranges::any_of(term.children, speaks_for_them))
            conditions.emplace_back(i);
    }
    return variables_read(model, std::move(conditions));
}

}  // namespace errata::reports
