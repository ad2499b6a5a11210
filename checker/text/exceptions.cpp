// Statements that give way to a declared exception (`overridden`, a note), and exceptions to one another, of
// which none counts (`contradiction.exceptions`).
#include "checker/causes/experiment.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/search/analysis.h"
#include "checker/search/first_states.h"
#include "checker/text/differences.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/place_in.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

static bool has_exceptions(const Model& model) {
    return !model.rules.overrulings.empty() || !model.rules.exception_circles.empty();
}

namespace {

// States expanded again for one setup: what gives way is no defect by itself, and not worth more.
constexpr std::size_t most_exception_expansions = 10'000;

class Overruled {
public:
    Overruled(Task& task, const std::vector<const Reach*>& graphs)
        : task_(task), model_(task.model()), graphs_(graphs) {}

    void note(const Overruling& overruling) {
        std::optional<Trace> play = first_play(overruling.holds, {overruling.winner});
        if (!play) return note_limit({FactKind::WhetherGivesWay, {name(overruling.loser)}});
        Finding finding;
        finding.code = FindingCode::Overridden;
        finding.about = {AboutSort::Overruling, dsl::place_in(model_.rules.overrulings, overruling)};
        finding.facts = {{FactKind::ExceptionCounts, {play->steps.size()}}};
        finding.clauses = {overruling.loser, overruling.winner};
        tell(std::move(finding), std::move(*play));
    }

    // Whether they meet.
    bool note(const ExceptionCircle& circle) {
        std::optional<Trace> play;
        for (const ClauseId clause : circle.clauses)
            if (!play) play = first_play(circle.holds, {clause});
        if (!play) {
            note_limit({FactKind::WhetherTheyMeet,
                        {dsl::mapped(circle.clauses, [&](ClauseId clause) { return name(clause); })}});
            return false;
        }
        Finding finding;
        finding.code = FindingCode::ContradictionExceptions;
        finding.about = {AboutSort::ExceptionCircle, dsl::place_in(model_.rules.exception_circles, circle)};
        finding.facts = {{FactKind::NoExceptionCounts, {play->steps.size()}}};
        finding.clauses = circle.clauses;
        tell(std::move(finding), std::move(*play));
        return true;
    }

    bool is_cut_short() const { return spent_ > most_exception_expansions; }

private:
    // To the first state in which the term holds and the clauses are asked: without them it looks different.
    std::optional<Trace> first_play(TermId holds, const std::vector<ClauseId>& clauses) {
        const Evaluator& evaluator = task_.workbench().evaluator();
        const Evaluator without(model_, all_but(evaluator, clauses));
        const Differences differences(evaluator, without, clauses);
        const auto counts = [&](const State& state) {
            return evaluator.value(holds, state) == Value{1} && ++spent_ <= most_exception_expansions &&
                   differences.are_in(state);
        };
        for (const Reach* graph : graphs_) {
            const auto state = first_state(*graph, {counts});
            if (state) return trace_to(graph->exploration(), *state);
        }
        return std::nullopt;
    }

    void tell(Finding finding, Trace play) {
        finding.witness = std::move(play);
        finding.minimal_proved = true;
        task_.finding(std::move(finding));
    }

    void note_limit(Fact what) {
        if (is_cut_short()) task_.not_analysed(std::move(what));
    }

    const std::string& name(ClauseId clause) const { return model_.clause(clause).name; }

    Task& task_;
    const Model& model_;
    const std::vector<const Reach*>& graphs_;
    std::size_t spent_ = 0;
};

}  // namespace

static void find_overruled(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    Overruled overruled(task, searched.graphs);
    for (const Overruling& overruling : task.model().rules.overrulings) overruled.note(overruling);
    bool met = false;
    for (const ExceptionCircle& circle : task.model().rules.exception_circles)
        met = overruled.note(circle) || met;
    const ClaimId claim = claim_of_all(task.obligation().id.analysis);
    if (met)
        return task.verdict(claim, Status::Refuted, {{FactKind::TheyMeetIn, {searched.completeness.facts}}});
    if (task.model().rules.exception_circles.empty())
        return task.proved_by_text(claim, {{FactKind::NoCircle}});
    Completeness seen = searched.completeness;
    if (overruled.is_cut_short() && seen.status == Status::Complete)
        seen = {Status::Bounded, seen.facts, false, {{FactKind::TooManyExpansions}}};
    task.verdict(claim, seen);
}

Analysis rows::Exceptions() {
    return {.claim = "of rules that are exceptions to one another, no two ever meet",
            .codes = {FindingCode::Overridden, FindingCode::ContradictionExceptions},
            .extent = Extent::Setup,
            .applies = has_exceptions,
            .run_explicit = find_overruled,
            .run_symbolic = find_overruled,
            .samples = true,
            .certify = nullptr,
            .screens = true};
}

}  // namespace errata::checker
