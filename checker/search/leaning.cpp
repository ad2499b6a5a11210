#include "checker/search/leaning.h"

#include <algorithm>
#include <vector>

#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_real_choice(const Evaluator& evaluator, const State& state, const Move& taken) {
    const Expansion expansion = evaluator.expand(state);
    if (expansion.owner.kind != OwnerKind::Elsewhere) return false;
    return std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
        const Move& move = successor.move;
        return move.option != taken.option || move.bindings != taken.bindings;
    });
}

void add(std::vector<std::string>& texts, const std::string& text) {
    if (std::ranges::find(texts, text) == texts.end()) texts.push_back(text);
}

// In the last step the finding's own question is no other one.
std::vector<std::string> open_questions(const Model& model, const Finding& finding) {
    std::vector<std::string> result;
    for (const Successor& step : finding.witness->steps) {
        const bool is_last = &step == &finding.witness->steps.back();
        for (const auto& [id, outcome] : step.move.outcomes) {
            const Incident& incident = model.incidents.all[id.index];
            if (is_last && incident.code == finding.code) continue;
            if (outcome < incident.outcomes.size()) add(result, incident.outcomes[outcome]);
        }
    }
    return result;
}

std::vector<std::string> decided_elsewhere(const Evaluator& evaluator, const Trace& witness) {
    const Model& model = evaluator.model();
    std::vector<std::string> result;
    const State* before = &witness.initial;
    for (const Successor& step : witness.steps) {
        const bool is_elsewhere = step.move.kind == MoveKind::Option &&
                                  model.flow.points[step.move.point.index].owner == OwnerKind::Elsewhere;
        if (is_elsewhere && is_real_choice(evaluator, *before, step.move))
            add(result, move_text(model, *before, step.move));
        if (step.next) before = &*step.next;
    }
    return result;
}

}  // namespace

std::string leaning(const Evaluator& evaluator, const Finding& finding) {
    std::string result;
    const auto say = [&](const std::string& on, const std::vector<std::string>& what) {
        if (what.empty()) return;
        result += (result.empty() ? "" : " ") + ("It leans on " + on + ": " + dsl::join(what, ", ") + ".");
    };
    say("what is decided elsewhere", decided_elsewhere(evaluator, *finding.witness));
    say("what no rule decides", open_questions(evaluator.model(), finding));
    return result;
}

}  // namespace errata::checker
