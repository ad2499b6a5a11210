// Whoever a finding names is needed for it: the play of each finding of the litmus specs, carried out again
// without any one of the clauses that it names, no longer goes the same way to the same end.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "checker/certify/replay.h"
#include "checker/driver/session.h"
#include "checker/order/quiescence.h"
#include "checker/plays/describe.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/source/file_reader.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

using namespace compiler;
using checker::Finding;

// Clauses that take part or do not; others (the turn, an action) are always there.
std::vector<bool> clauses_that_can_go(const Model& model) {
    std::vector<bool> result(model.clauses.size());
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        if (term.kind == TermKind::Enabled) result[static_cast<std::size_t>(term.payload)] = true;
    }
    for (const OpenFunction& open : model.functions.open) {
        for (const Statement& statement : open.statements) result[statement.clause.index] = true;
    }
    return result;
}

// What gives way, and what leaves a question open, does nothing by itself: such findings name who speaks. A
// line that can be read in two ways is named itself, and may make its difference later than at once.
bool names_who_speaks(FindingCode code) {
    return code == FindingCode::Overridden || code == FindingCode::ContradictionExceptions ||
           code == FindingCode::GapUndefined || code == FindingCode::AmbiguousText;
}

// How many solutions the equations that the finding is about have in a state; nothing if it is about none.
std::optional<Value> solutions_of(const Model& model, const Finding& finding, const EnabledClauses& enabled,
                                  const State& state) {
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        const Equations& system = model.functions.equations[i];
        for (const IncidentId incident : {system.none, system.several}) {
            if (finding.about != checker::about(incident)) continue;
            Model asking = model;
            const TermId number = asking.terms.make(TermKind::Solutions, {}, static_cast<Value>(i));
            return Evaluator(asking, enabled).value(number, state);
        }
    }
    return std::nullopt;
}

// Of how many arguments nobody can tell what the function says that the finding is about, asked though nobody
// asks.
std::size_t without_answer(const Model& model, const Finding& finding, const EnabledClauses& enabled,
                           const State& state) {
    std::size_t result = 0;
    for (std::size_t i = 0; i < model.functions.open.size(); ++i) {
        const OpenFunction& open = model.functions.open[i];
        if (finding.about != checker::about(open.gap) && finding.about != checker::about(open.contradiction))
            continue;
        for (std::size_t position = 0; position < tuples(model, open.params); ++position) {
            Model asking = model;
            std::vector<TermId> arguments;
            for (const Value argument : checker::arguments_at(model, open, position))
                arguments.push_back(asking.terms.constant(argument));
            const TermId asked = asking.terms.make_leaf(TermKind::Open, static_cast<Value>(i),
                                                        std::move(arguments), model.type(open.type));
            if (!Evaluator(asking, enabled).value(asked, state)) ++result;
        }
    }
    return result;
}

// Everything about the place where the play ends.
bool are_alike(const Expansion& one, const Expansion& other) {
    return one.incidents == other.incidents && one.owner == other.owner &&
           std::ranges::equal(one.successors, other.successors, [](const Successor& a, const Successor& b) {
               return a.move == b.move && a.next == b.next && a.incidents == b.incidents;
           });
}

// Do two things that can be chosen, or go first, come to different ends?
bool parts(const Evaluator& evaluator, const State& state, checker::Until until) {
    constexpr std::size_t most_states = 20'000;
    const Value top = state[evaluator.model().layout.frame(0)];
    const Point* const within =
        top > 0 ? &evaluator.model().flow.points[static_cast<std::size_t>(top) - 1] : nullptr;
    std::vector<std::pair<Move, std::set<State>>> ends;
    for (const Successor& successor : evaluator.expand(state).successors) {
        if (!successor.next) continue;
        Move move = successor.move;
        const auto known = std::ranges::find(ends, move, &std::pair<Move, std::set<State>>::first);
        auto& own = known == ends.end() ? ends.emplace_back(move, std::set<State>()).second : known->second;
        for (const auto& [view, end] :
             checker::explore(evaluator, *successor.next, {}, most_states, {within, until}).ends)
            own.insert(view);
    }
    return std::ranges::any_of(ends, [&](const auto& entry) { return entry.second != ends.front().second; });
}

bool is_order(FindingCode code) {
    return code == FindingCode::OrderUnowned || code == FindingCode::OrderChosen;
}

class Blame : public testing::TestWithParam<std::string> {};

TEST_P(Blame, NobodyIsNamedWithoutNeed) {
    const dsl::DiskReader disk;
    const checker::Session session = checker::open_session(disk, GetParam(), {});
    ASSERT_FALSE(session.parts.empty());
    const Model& model = session.parts.front().model;
    checker::CheckOptions options;
    options.threads = 1;
    options.budget.states = 20'000;
    const std::vector<bool> can_go = clauses_that_can_go(model);
    const EnabledClauses all(model.clauses.size(), true);
    const std::vector<checker::CheckResult> results = checker::check(session, options);
    for (const Finding& finding : results.front().findings) {
        if (!finding.witness || finding.status != checker::Status::Refuted || names_who_speaks(finding.code))
            continue;
        const checker::Trace& play = *finding.witness;
        const bool is_declared = play.setup < model.setups.size();
        const checker::ReplayStart start{is_declared ? &model.setups[play.setup] : nullptr, play.setup};
        // The last step may be an error: then it is the state before that counts.
        std::size_t end = play.steps.size();
        while (end > 0 && !play.steps[end - 1].next) --end;
        const State& last = end == 0 ? play.initial : *play.steps[end - 1].next;
        ASSERT_TRUE(checker::replay(Evaluator(model, all), start, play).trace) << finding.fingerprint;
        for (const ClauseId clause : finding.clauses) {
            if (!can_go[clause.index]) continue;
            EnabledClauses others = all;
            others[clause.index] = false;
            const Evaluator without(model, others);
            const bool goes_the_same_way = checker::replay(without, start, play).trace.has_value();
            const bool has_as_many =
                solutions_of(model, finding, others, last) == solutions_of(model, finding, all, last) &&
                without_answer(model, finding, others, last) == without_answer(model, finding, all, last);
            using enum checker::Until;
            const bool comes_to_one =
                is_order(finding.code) &&
                std::ranges::any_of(std::array{Rest, Rounds, Done}, [&](auto until) {
                    return parts(Evaluator(model, all), last, until) && !parts(without, last, until);
                });
            EXPECT_FALSE(goes_the_same_way && has_as_many && !comes_to_one &&
                         are_alike(without.expand(last), Evaluator(model, all).expand(last)))
                << finding.fingerprint << " names " << model.clause(clause).path;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Litmus, Blame, testing::ValuesIn(specs_under("/specs/litmus")), name_of_spec);

}  // namespace
}  // namespace errata::tests
