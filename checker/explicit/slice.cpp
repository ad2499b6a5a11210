#include "checker/explicit/slice.h"

#include "compiler/ir/definitions.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Every term that a transition or a question about states evaluates. Requirements are asked of initial states
// only, and scenarios are played without a search.
std::vector<TermId> evaluated_terms(const Model& model) {
    std::vector<TermId> roots;
    const auto add = [&](TermId term) {
        if (term.is_valid()) roots.push_back(term);
    };
    for (std::size_t i = 0; i < model.code.size(); ++i) {
        for (const TermId term : model.code[CodeId(i)].terms) add(term);
    }
    for (const Point& point : model.points) {
        add(point.player);
        for (const PointOption& option : point.options) add(option.guard);
    }
    for (const Trigger& trigger : model.triggers) add(trigger.player);
    for (const StateCheck& check : model.state_checks) add(check.condition);
    for_each_definition(model, add);
    for (const Claim& claim : model.claims) {
        add(claim.condition);
        add(claim.premise);
    }
    for (const PrintedItem& item : model.printed_items) add(item.functions);
    return roots;
}

bool compares_ends(const Model& model) {
    for (const Claim& claim : model.claims) {
        if (claim.kind == ClaimKind::Unique) return true;
    }
    return false;
}

}  // namespace

std::vector<VarId> unread_counters(const Model& model) {
    std::vector<VarId> result;
    if (compares_ends(model)) return result;  // `unique` asks for the value of everything
    std::vector<bool> needed(model.variables.size());
    walk_terms(model.terms, evaluated_terms(model), [&](TermId, const Term& term) {
        if (term.kind == TermKind::Cell) needed[static_cast<std::size_t>(term.payload)] = true;
    });
    // Whether a Set changes anything depends on the value that it replaces.
    for (std::size_t i = 0; i < model.code.size(); ++i) {
        const Code& node = model.code[CodeId(i)];
        if (node.kind == CodeKind::Set) needed[node.var.index] = true;
    }
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        if (!needed[i] && !model.type(model.variables[i].type).is_finite()) result.push_back(VarId(i));
    }
    return result;
}

}  // namespace errata::checker
