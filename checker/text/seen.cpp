#include "checker/text/seen.h"

namespace errata::checker {

using namespace compiler;

Seen seen(const Evaluator& evaluator, const State& state) {
    Seen result;
    const Expansion expansion = evaluator.expand(state);
    result.chooser = expansion.owner;
    const auto meet = [&](const std::vector<Occurrence>& met) {
        for (const Occurrence& occurrence : met) result.incidents.insert(occurrence.incident);
    };
    meet(expansion.incidents);
    for (const Successor& successor : expansion.successors) {
        meet(successor.incidents);
        result.ways.emplace_back(successor.move, successor.next);
    }
    const Model& model = evaluator.model();
    const auto ask = [&](TermId term) {
        if (term.is_valid()) result.said.push_back(evaluator.value(term, state));
    };
    for (const Claim& claim : model.asked.claims) {
        if (claim.kind == ClaimKind::After) continue;  // an incident of the action
        ask(claim.condition);
        ask(claim.premise);
    }
    for (const PrintedItem& item : model.printed_items) ask(item.functions);
    return result;
}

}  // namespace errata::checker
