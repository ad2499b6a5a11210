#include "checker/explicit/slice.h"

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool compares_ends(const Model& model) {
    for (const Claim& claim : model.asked.claims) {
        if (claim.kind == ClaimKind::Unique) return true;
    }
    return false;
}

}  // namespace

UnreadCounters::UnreadCounters(const Model& model) {
    if (compares_ends(model)) return;  // `unique` asks for the value of everything
    std::vector<bool> needed(model.variables.size());
    walk_terms(model.terms, evaluated_terms(model), [&](TermId, const Term& term) {
        if (term.kind == TermKind::Cell) needed[static_cast<std::size_t>(term.payload)] = true;
    });
    // Whether a Set changes anything depends on the value that it replaces.
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        if (node.kind == CodeKind::Set) needed[node.var.index] = true;
    }
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        if (needed[i] || model.type(variable.type).is_finite()) continue;
        for (std::size_t k = 0; k < variable.cells; ++k) cells.push_back(variable.base + k);
    }
}

}  // namespace errata::checker
