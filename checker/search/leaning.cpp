#include "checker/search/leaning.h"

#include <algorithm>
#include <vector>

#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/same_play.h"
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

// Answered otherwise, in this step, does the play show what it shows?
bool goes_without(const Evaluator& evaluator, const SamePlay& again, const Trace& play, std::size_t step,
                  std::size_t number) {
    const Move& taken = play.steps[step].move;
    const auto is_answered_otherwise = [&](const Move& move) {
        return is_same_choice(move, taken) && move.outcomes.size() > number &&
               std::equal(move.outcomes.begin(), move.outcomes.begin() + static_cast<std::ptrdiff_t>(number),
                          taken.outcomes.begin()) &&
               move.outcomes[number].second != taken.outcomes[number].second;
    };
    const State& before = step == 0 ? play.initial : *play.steps[step - 1].next;
    const std::vector<Successor> successors = evaluator.expand(before).successors;
    return std::ranges::all_of(successors, [&](const Successor& other) {
        return !is_answered_otherwise(other.move) || again.shows_the_same_after(step, other);
    });
}

// In the last step the finding's own question is no other one.
std::vector<std::string> open_questions(const Evaluator& evaluator, const Finding& finding) {
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    const SamePlay again(evaluator, finding);
    std::vector<std::string> result;
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
        const auto& outcomes = play.steps[i].move.outcomes;
        for (std::size_t k = 0; k < outcomes.size(); ++k) {
            const Incident& incident = model.incidents.all[outcomes[k].first.index];
            const bool is_own = i + 1 == play.steps.size() && incident.code == finding.code;
            const bool has_words = outcomes[k].second < incident.outcomes.size();
            if (!is_own && has_words && !goes_without(evaluator, again, play, i, k))
                add(result, incident.outcomes[outcomes[k].second]);
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
    const std::vector<std::string> questions = open_questions(evaluator, finding);
    say("what no rule decides", questions);
    if (!questions.empty()) result += " With another answer this play does not show it.";
    return result;
}

}  // namespace errata::checker
