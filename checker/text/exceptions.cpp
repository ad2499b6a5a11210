// Statements that give way to a declared exception (`overridden`, a note), and exceptions to one another, of
// which none counts (`contradiction.exceptions`).
#include <list>
#include <optional>

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

// States expanded again for one exception: what gives way is no defect by itself, and not worth more.
constexpr std::size_t most_exception_expansions = 10'000;

// Where a term holds and one of these clauses is asked: without it the state looks different.
struct Sought {
    TermId holds;
    std::vector<ClauseId> clauses;
    std::size_t spent = 0;           // states expanded again
    std::optional<Trace> play = {};  // to the first such state

    bool is_cut_short() const { return spent > most_exception_expansions; }
};

class Overruled {
public:
    Overruled(Task& task, const std::vector<const Reach*>& graphs) : task_(task), model_(task.model()) {
        for (const Overruling& overruling : model_.rules.overrulings)
            sought_.push_back({overruling.holds, {overruling.winner}});
        for (const ExceptionCircle& circle : model_.rules.exception_circles)
            sought_.push_back({circle.holds, circle.clauses});
        for (const Reach* graph : graphs) look_in(*graph);
    }

    // Whether two exceptions to one another meet.
    bool note_all() {
        bool met = false;
        auto at = sought_.begin();
        for (const Overruling& overruling : model_.rules.overrulings) note(overruling, *at++);
        for (const ExceptionCircle& circle : model_.rules.exception_circles) met = note(circle, *at++) || met;
        return met;
    }

    // The search for a circle of exceptions was cut short.
    bool is_cut_short() const {
        const auto first = static_cast<std::ptrdiff_t>(model_.rules.overrulings.size());
        return std::any_of(sought_.begin() + first, sought_.end(),
                           [](const Sought& sought) { return sought.is_cut_short(); });
    }

private:
    // The states are gone over once.
    void look_in(const Reach& graph) {
        const Evaluator& evaluator = task_.workbench().evaluator();
        std::list<Evaluator> without;
        std::list<std::list<Differences>> differences;  // by what is sought there, and clause
        std::vector<StateCondition> conditions;
        std::vector<std::size_t> asked;
        for (std::size_t i = 0; i < sought_.size(); ++i) {
            if (sought_[i].play) continue;
            std::list<Differences>& any = differences.emplace_back();
            for (const ClauseId clause : sought_[i].clauses) {
                without.emplace_back(model_, all_but(evaluator, {clause}));
                any.emplace_back(evaluator, without.back(), std::vector{clause});
            }
            conditions.push_back(that_holds(evaluator, sought_[i].holds));
            conditions.back().also = [&sought = sought_[i], &any](const State& state) {
                return std::ranges::any_of(any, [&](const Differences& one) {
                    ++sought.spent;
                    return !sought.is_cut_short() && one.are_in(state);
                });
            };
            asked.push_back(i);
        }
        const std::vector<std::optional<StateId>> found = first_states(graph, conditions);
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i]) sought_[asked[i]].play = trace_to(graph.exploration(), *found[i]);
        }
    }

    void note(const Overruling& overruling, Sought& sought) {
        std::optional<Trace>& play = sought.play;
        if (!play) return note_limit(sought, {FactKind::WhetherGivesWay, {name(overruling.loser)}});
        Finding finding;
        finding.code = FindingCode::Overridden;
        finding.about = {AboutSort::Overruling, dsl::place_in(model_.rules.overrulings, overruling)};
        finding.facts = {{FactKind::ExceptionCounts, {play->steps.size()}}};
        finding.clauses = {overruling.loser, overruling.winner};
        tell(std::move(finding), std::move(*play));
    }

    bool note(const ExceptionCircle& circle, Sought& sought) {
        std::optional<Trace>& play = sought.play;
        if (!play) {
            note_limit(sought,
                       {FactKind::WhetherTheyMeet,
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

    void tell(Finding finding, Trace play) {
        finding.witness = std::move(play);
        finding.minimal_proved = true;
        task_.finding(std::move(finding));
    }

    void note_limit(const Sought& sought, Fact what) {
        if (sought.is_cut_short()) task_.not_analysed(std::move(what));
    }

    const std::string& name(ClauseId clause) const { return model_.clause(clause).name; }

    Task& task_;
    const Model& model_;
    std::vector<Sought> sought_;  // for each exception, then for each circle
};

}  // namespace

static void find_overruled(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    Overruled overruled(task, searched.graphs);
    const bool met = overruled.note_all();
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
