#include "checker/causes/leaning.h"

#include <algorithm>
#include <vector>

#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_real_choice(const Game& game, const State& state, const Move& taken) {
    const Expansion expansion = game.expand(state);
    if (expansion.owner.kind != OwnerKind::Elsewhere) return false;
    return std::ranges::any_of(expansion.successors, [&](const Successor& successor) {
        const Move& move = successor.move;
        return move.option != taken.option || move.bindings != taken.bindings;
    });
}

template <class Item>
void add_once(std::vector<Item>& items, const Item& item) {
    if (std::ranges::find(items, item) == items.end()) items.push_back(item);
}

// One of the outcomes of a step.
struct Question {
    std::size_t step = 0;
    std::size_t number = 0;
};

// Answered otherwise, in this step, does the play show what it shows?
bool goes_without(const Game& game, const SamePlay& again, const Trace& play, const Question& question) {
    const std::size_t number = question.number;
    const Move& taken = play.steps[question.step].move;
    const auto is_answered_otherwise = [&](const Move& move) {
        return move.outcomes.size() > number &&
               std::equal(move.outcomes.begin(), move.outcomes.begin() + static_cast<std::ptrdiff_t>(number),
                          taken.outcomes.begin()) &&
               move.outcomes[number].second != taken.outcomes[number].second;
    };
    return std::ranges::all_of(game.same_choice(state_before(play, question.step), taken),
                               [&](const Successor& other) {
                                   return !is_answered_otherwise(other.move) ||
                                          again.shows_the_same_after(game, question.step, other);
                               });
}

// In the last step the finding's own question is no other one.
std::vector<Question> other_questions(const Model& model, const Finding& finding) {
    const Trace& play = *finding.witness;
    std::vector<Question> result;
    for (std::size_t i = 0; i < play.steps.size(); ++i) {
        const auto& outcomes = play.steps[i].move.outcomes;
        for (std::size_t k = 0; k < outcomes.size(); ++k) {
            const Incident& incident = model.incidents.all[outcomes[k].first.index];
            const bool is_own = i + 1 == play.steps.size() && incident.code == finding.code;
            const bool has_words = outcomes[k].second < incident.outcomes.size();
            if (!is_own && has_words) result.push_back({i, k});
        }
    }
    return result;
}

// Those that say something there, of all that ever speak about it.
std::vector<ClauseId> who_disagrees(const Successor& step, IncidentId incident, const Incident& asked) {
    std::vector<ClauseId> result;
    for (const Occurrence& met : step.incidents) {
        if (met.incident == incident && met.clause.is_valid()) add_clause(result, met.clause);
    }
    return result.empty() ? asked.clauses : result;
}

// Of the ways that the choice in this step can go without some clauses: does it go as in the play?
enum class Goes { So, Either, Otherwise };

Goes goes_in(const Game& others, const Trace& play, std::size_t step) {
    const Successor& taken = play.steps[step];
    bool so = false;
    bool otherwise = false;
    for (const Successor& other : others.same_choice(state_before(play, step), taken.move))
        (other.next == taken.next ? so : otherwise) = true;
    return so && otherwise ? Goes::Either : so ? Goes::So : Goes::Otherwise;
}

// Of those that disagree what speaks for the answer that the play has: all without which it would have the
// other one; where several say the same, the first that alone would do.
Clauses who_answers_so(const Experiment& experiment, const Trace& play, std::size_t step,
                       const Clauses& disagreeing) {
    Clauses result = experiment.each_without(
        disagreeing, [&](const Game& others) { return goes_in(others, play, step) == Goes::Otherwise; });
    for (std::size_t i = 0; i < disagreeing.size() && result.empty(); ++i) {
        Clauses others = disagreeing;
        std::erase(others, disagreeing[i]);
        if (goes_in(experiment.without(others), play, step) == Goes::So) result.push_back(disagreeing[i]);
    }
    return result;
}

std::vector<Phrase> open_questions(const Experiment& experiment, const Finding& finding,
                                   const SamePlay& again, Leaning& leaning) {
    const Model& model = experiment.game().rules().model();
    const Trace& play = *finding.witness;
    std::vector<Phrase> result;
    for (const Question& question : other_questions(model, finding)) {
        if (goes_without(experiment.game(), again, play, question)) continue;
        const auto& [incident, answer] = play.steps[question.step].move.outcomes[question.number];
        const Incident& asked = model.incidents.all[incident.index];
        std::string between;
        if (asked.code == FindingCode::GapUndefined) add_once(leaning.left_open, incident);
        if (asked.code == FindingCode::ContradictionDefinition) {
            const std::vector<ClauseId> clauses = who_disagrees(play.steps[question.step], incident, asked);
            add_clauses(leaning.disagreeing, clauses);
            add_clauses(leaning.needed, who_answers_so(experiment, play, question.step, clauses));
            if (!clauses.empty()) between = " (" + clause_names(model, clauses) + " say different things)";
        }
        add_once(result, asked.outcomes[answer] + between);
    }
    return result;
}

std::vector<Phrase> decided_elsewhere(const Game& game, const Trace& witness) {
    const Model& model = game.rules().model();
    std::vector<Phrase> result;
    const State* before = &witness.initial;
    for (const Successor& step : witness.steps) {
        const bool is_elsewhere = step.move.kind == MoveKind::Option &&
                                  model.flow.points[step.move.point.index].owner == OwnerKind::Elsewhere;
        if (is_elsewhere && is_real_choice(game, *before, step.move))
            add_once(result, move_text(model, *before, step.move));
        if (step.next) before = &*step.next;
    }
    return result;
}

// So many steps of the play could have gone otherwise: in a loop that nobody can leave nothing leans on how
// it goes.
std::size_t way_there(const Finding& finding) {
    const Trace& play = *finding.witness;
    if (!is_forced(finding.code)) return play.steps.size();
    if (play.loop_start) return *play.loop_start;
    return finding.loop && !finding.loop->rounds.empty() ? finding.loop->rounds.front() : play.steps.size();
}

// "Scout before Sentry": what acts first though nobody decides it, and with another one first play comes to
// something else. On a stack whoever is placed last acts first.
std::vector<Phrase> unowned_orders(const Game& game, const Finding& finding, const SamePlay& again) {
    const Model& model = game.rules().model();
    const Trace& play = *finding.witness;
    std::vector<Phrase> result;
    if (selects({"order"}, finding.code)) return result;
    const std::size_t steps = way_there(finding);
    for (std::size_t i = 0; i < steps; ++i) {
        const Move& taken = play.steps[i].move;
        if (taken.kind != MoveKind::Place) continue;
        const Expansion expansion = game.expand(state_before(play, i));
        if (expansion.owner.kind != OwnerKind::Nobody) continue;
        for (const Successor& other : expansion.successors) {
            const bool is_other = other.move.kind == MoveKind::Place && other.move != taken;
            if (!is_other || again.shows_the_same_after(game, i, other) ||
                again.is_shown_by_another_after(game, i, other))
                continue;
            const bool is_stack = model.policies.agenda == Agenda::Stack;
            const Move& first = is_stack ? other.move : taken;
            const Move& second = is_stack ? taken : other.move;
            add_once(result, instance_text(model, first.trigger, first.arguments) + " before " +
                                 instance_text(model, second.trigger, second.arguments));
        }
    }
    return result;
}

}  // namespace

Leaning leaning(const Evaluator& evaluator, const Finding& finding, const IsShown& is_shown) {
    Leaning result;
    // Of what never acts, and never matters, all plays were seen.
    if (is(finding.code, CodeNature::Idle)) return result;
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const SamePlay again(experiment.game(), finding, is_shown);
    const auto say = [&](FactKind kind, const std::vector<Phrase>& what) {
        if (!what.empty()) result.facts.push_back({kind, {what}});
    };
    say(FactKind::LeansElsewhere, decided_elsewhere(experiment.game(), *finding.witness));
    const std::vector<Phrase> questions = open_questions(experiment, finding, again, result);
    say(FactKind::LeansUndecided, questions);
    if (!questions.empty()) result.facts.push_back({FactKind::OtherAnswerOther});
    say(FactKind::LeansOrder, unowned_orders(experiment.game(), finding, again));
    return experiment.is_known() ? result : Leaning();
}

}  // namespace errata::checker
