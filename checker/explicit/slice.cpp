#include "checker/explicit/slice.h"

#include <algorithm>

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

// How a variable is used.
struct Use {
    bool is_read = false;  // otherwise than by a comparison with a constant
    std::vector<Value> constants;
    bool rises = false;
    bool falls = false;
};

bool compares(const Term& term) {
    return term.kind == TermKind::Less || term.kind == TermKind::LessEqual || term.kind == TermKind::Equal;
}

void see_reads(const Model& model, const Term& term, std::vector<Use>& uses) {
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        const Term& child = model.terms[term.children[i]];
        if (child.kind != TermKind::Cell) continue;
        Use& use = uses[static_cast<std::size_t>(child.payload)];
        const bool is_compared = compares(term) && model.terms[term.children[1 - i]].kind == TermKind::Const;
        if (is_compared)
            use.constants.push_back(model.terms[term.children[1 - i]].payload);
        else
            use.is_read = true;
    }
}

}  // namespace

UnreadCounters::UnreadCounters(const Model& model) {
    if (compares_ends(model)) return;  // `unique` asks for the value of everything
    std::vector<Use> uses(model.variables.size());
    const std::vector<TermId> roots = evaluated_terms(model);
    for (const TermId root : roots) {
        const Term& term = model.terms[root];
        if (term.kind == TermKind::Cell) uses[static_cast<std::size_t>(term.payload)].is_read = true;
    }
    walk_terms(model.terms, roots, [&](TermId, const Term& term) { see_reads(model, term, uses); });
    // Whether a Set changes anything depends on the value that it replaces.
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        if (node.kind == CodeKind::Set) uses[node.var.index].is_read = true;
        if (node.kind != CodeKind::Increase) continue;
        const Term& amount = model.terms[node.terms.back()];
        uses[node.var.index].rises |= !amount.bounded || amount.hi > 0;
        uses[node.var.index].falls |= !amount.bounded || amount.lo < 0;
    }
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        const Use& use = uses[i];
        if (use.is_read || model.type(variable.type).is_finite()) continue;
        if (!use.constants.empty() && use.rises && use.falls) continue;
        for (std::size_t k = 0; k < variable.cells; ++k) {
            const std::size_t cell = variable.base + k;
            if (use.constants.empty())
                cells.push_back(cell);
            else
                spent.push_back(
                    {cell, use.falls,
                     use.falls ? std::ranges::min(use.constants) - 1 : std::ranges::max(use.constants) + 1});
        }
    }
}

}  // namespace errata::checker
