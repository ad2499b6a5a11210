#include "checker/search/elsewhere.h"

#include <algorithm>
#include <vector>

#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

static bool is_real_choice(const Evaluator& evaluator, const State& state, const Move& taken) {
    const Expansion expansion = evaluator.expand(state);
    if (expansion.owner.kind != OwnerKind::Elsewhere) return false;
    return std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
        const Move& move = successor.move;
        return move.option != taken.option || move.bindings != taken.bindings;
    });
}

std::string leaning(const Evaluator& evaluator, const Trace& witness) {
    const Model& model = evaluator.model();
    std::vector<std::string> decided;
    const State* before = &witness.initial;
    for (const auto& step : witness.steps) {
        const bool is_elsewhere = step.move.kind == MoveKind::Option &&
                                  model.flow.points[step.move.point.index].owner == OwnerKind::Elsewhere;
        if (is_elsewhere && is_real_choice(evaluator, *before, step.move)) {
            const std::string text = move_text(model, *before, step.move);
            if (std::ranges::find(decided, text) == decided.end()) decided.push_back(text);
        }
        if (step.next) before = &*step.next;
    }
    if (decided.empty()) return "";
    return "It leans on what is decided elsewhere: " + dsl::join(decided, ", ") + ".";
}

}  // namespace errata::checker
