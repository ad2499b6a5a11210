// Which counters nothing reads, as the second look finds them.
#include <algorithm>

#include "checker/certify/sameness.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

// A counter is read if its cell stands in a term that a transition, an owner, a claim or a printed item
// evaluates; a Set of it reads it too, for what a Set changes depends on it. A check for one end only
// compares everything.
std::vector<std::size_t> cells_never_read(const Model& model) {
    std::vector<bool> seen(model.terms.size());
    std::vector<bool> read(model.variables.size());
    std::vector<TermId> open;
    const auto look = [&](TermId root) {
        if (root.is_valid()) open.push_back(root);
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (seen[id.index]) continue;
            seen[id.index] = true;
            const Term& term = model.terms[id];
            if (term.kind == TermKind::Cell) read[static_cast<std::size_t>(term.payload)] = true;
            open.insert(open.end(), term.children.begin(), term.children.end());
        }
    };
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        std::ranges::for_each(node.terms, look);
        if (node.kind == CodeKind::Set) read[node.var.index] = true;
    }
    for (const Point& point : model.flow.points) {
        look(point.player);
        for (const PointOption& option : point.options) look(option.guard);
    }
    for (const Trigger& trigger : model.rules.triggers) look(trigger.player);
    for (const StateCheck& check : model.rules.state_checks) look(check.condition);
    for_each_definition(model, look);
    for (const PrintedItem& item : model.printed_items) look(item.functions);
    for (const Claim& claim : model.asked.claims) {
        if (claim.kind == ClaimKind::Unique) return {};
        look(claim.condition);
        look(claim.premise);
    }
    std::vector<std::size_t> unread;
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        if (read[i] || model.type(variable.type).form != TypeForm::Counter) continue;
        for (std::size_t k = 0; k < variable.cells; ++k) unread.push_back(variable.base + k);
    }
    return unread;
}

}  // namespace errata::checker
