// Contradictions and gaps as the model's incidents: whatever the search met is a finding, once per incident,
// with the shortest play to it. What it did not meet is a verdict per code.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "checker/claims/incident_findings.h"
#include "checker/claims/second_look.h"
#include "checker/claims/unasked.h"
#include "checker/claims/ways.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/steps.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "checker/search/incident_list.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

bool is_ruling(const Model& model, IncidentId incident) {
    return std::any_of(model.asked.claims.begin(), model.asked.claims.end(), [&](const Claim& claim) {
        return claim.kind == ClaimKind::After && claim.incident == incident;
    });
}

bool is_order(const Model& model, IncidentId incident) {
    const FindingCode code = model.incidents.all[incident.index].code;
    return code == FindingCode::OrderUnowned || code == FindingCode::OrderChosen;
}

bool is_met(const Exploration& exploration, IncidentId incident) {
    return std::ranges::any_of(exploration.met(),
                               [&](const Met& met) { return met.occurrence.incident == incident; });
}

std::vector<IncidentFamily> incident_families(const Model& model) {
    std::map<std::string_view, IncidentFamily> by_name;
    for (std::size_t i = 0; i < model.incidents.all.size(); ++i) {
        if (is_ruling(model, IncidentId(i)) || is_order(model, IncidentId(i))) continue;
        const FindingCode code = model.incidents.all[i].code;
        IncidentFamily& family = by_name.try_emplace(code_name(code), IncidentFamily{code, {}}).first->second;
        family.incidents.push_back(IncidentId(i));
    }
    return dsl::mapped(by_name, [](auto& entry) { return std::move(entry.second); });
}

namespace {

bool is_contradiction(const Model& model, IncidentId incident) {
    return is_of(model.incidents.all[incident.index].code, FindingFamily::Contradiction) &&
           !is_generic(model, incident);
}

// Where to look at incidents, nearest first. Of a contradiction every constellation of clauses that it was
// met with, since each may hold another one; of other incidents the first place.
std::vector<Met> places(const Model& model, const Exploration& exploration) {
    std::vector<Met> result;
    std::set<Occurrence> known;
    for (const Met& met : exploration.met()) {
        const IncidentId incident = met.occurrence.incident;
        if (is_ruling(model, incident) || is_order(model, incident)) continue;
        const Occurrence apart =
            is_generic(model, incident) ? met.occurrence : Occurrence{incident, ClauseId()};
        if (known.insert(apart).second || is_contradiction(model, incident)) result.push_back(met);
    }
    std::set<const std::vector<Occurrence>*> lists;
    const GameGraph& graph = exploration.graph();
    for (std::size_t state = 0; state < graph.size(); ++state) {
        for (std::uint32_t edge = graph.first[state]; edge < graph.first[state + 1]; ++edge) {
            const std::vector<Occurrence>& list = exploration.edges().incidents_of(edge);
            if (list.empty() || !lists.insert(&list).second) continue;
            for (const Occurrence& occurrence : list) {
                if (!is_contradiction(model, occurrence.incident) || is_ruling(model, occurrence.incident))
                    continue;
                result.push_back({occurrence, StateId(state), exploration.edges().successor_of(edge)});
            }
        }
    }
    const std::vector<std::uint32_t> depths = depths_of(exploration);
    std::ranges::stable_sort(
        result, {}, [&](const Met& met) { return depths[met.state.index] + (met.successor ? 1 : 0); });
    return result;
}

}  // namespace

namespace {

// Of one conflict, by what it is about: which incident, what is written or the clause that met it, and the
// clauses in conflict.
using Conflict = std::tuple<IncidentId, VarId, ClauseId, std::vector<ClauseId>>;

Conflict conflict_of(const Model& model, const Occurrence& met, const Finding& finding) {
    const bool is_by_clause = is_generic(model, met.incident) && !met.var.is_valid();
    return {met.incident, met.var, is_by_clause ? met.clause : ClauseId(), finding.clauses};
}

// Steps tried for conflicts that make no difference at the first place where they are met.
constexpr std::size_t most_tries = 40'000;

// Places where conflicts make a difference, nearest first. Where it was met before it made none.
class FurtherPlaces {
public:
    FurtherPlaces(const Task& task, const Exploration& exploration)
        : task_(task), evaluator_(task.workbench().evaluator()), exploration_(exploration) {}

    // Replaces those of them for which there is such a place. Of the others those stay alike that are so at
    // every place.
    void look(std::map<Conflict, Finding>& open) {
        std::set<IncidentId> wanted;
        for (const auto& [conflict, finding] : open) wanted.insert(std::get<0>(conflict));
        const GameGraph& graph = exploration_.graph();
        for (std::size_t state = 0; state < graph.size() && !wanted.empty(); ++state) {
            for (std::uint32_t edge = graph.first[state]; edge < graph.first[state + 1]; ++edge) {
                for (const Occurrence& met : exploration_.edges().incidents_of(edge)) {
                    if (!wanted.contains(met.incident)) continue;
                    if (++tries_ > most_tries || task_.workbench().clock().is_over()) return;
                    look_at(met, StateId(state), exploration_.edges().successor_of(edge), open, wanted);
                }
            }
        }
        for (auto& [conflict, finding] : open)
            finding.is_slight = finding.is_slight && exploration_.complete();
        is_whole_ = true;
    }
    bool is_whole() const { return is_whole_; }

private:
    void look_at(const Occurrence& met, StateId state, std::uint32_t successor,
                 std::map<Conflict, Finding>& open, std::set<IncidentId>& wanted) {
        const State before = exploration_.state(state);
        const Move move = evaluator_.expand(before).successors.at(successor).move;
        const Telling telling = ways_of(evaluator_, met.incident, before, move).telling;
        for (auto& [conflict, finding] : open) {
            if (telling == Telling::Undecided && std::get<0>(conflict) == met.incident)
                finding.is_slight = false;
        }
        if (telling != Telling::Apart) return;
        const Trace play = trace_to(exploration_, state, successor);
        for (Finding& finding : incident_findings(evaluator_, met, play)) {
            const auto known = open.find(conflict_of(task_.model(), met, finding));
            if (known == open.end() || !known->second.outcomes.empty()) continue;
            known->second = std::move(finding);
            const auto waits = [&](const auto& entry) {
                return std::get<0>(entry.first) == met.incident && entry.second.outcomes.empty();
            };
            if (std::ranges::none_of(open, waits)) wanted.erase(met.incident);
        }
    }

    const Task& task_;
    const Evaluator& evaluator_;
    const Exploration& exploration_;
    std::size_t tries_ = 0;
    bool is_whole_ = false;
};

}  // namespace

// As much was seen as is asked for, but not all was looked at in it.
static Completeness without_what_was_passed(const Completeness& seen,
                                            const std::map<FindingCode, Fact>& all_passed, FindingCode code) {
    const auto passed = all_passed.find(code);
    if (passed == all_passed.end() || !seen.is_conclusive) return seen;
    return {Status::Bounded, before(passed->second, seen.facts), false, {passed->second}};
}

static void find_incidents(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty()) return;
    const Reach& reach = *searched.graphs.front();
    const Model& model = task.model();
    std::set<Conflict> reported;
    std::map<Conflict, Finding> open;  // nothing tells their ways apart so far
    std::map<FindingCode, std::size_t> finds;
    for (const Met& met : places(model, reach.exploration())) {
        const Trace play = trace_of(reach.exploration(), met);
        for (Finding& finding : incident_findings(task.workbench().evaluator(), met.occurrence, play)) {
            Conflict conflict = conflict_of(model, met.occurrence, finding);
            if (!reported.insert(conflict).second) continue;
            ++finds[finding.code];
            // Told as something else (a value missing in equations), it is there all the same.
            const FindingCode met_as = model.incidents.all[met.occurrence.incident.index].code;
            if (met_as != finding.code) ++finds[met_as];
            const bool is_open =
                finding.outcomes.empty() &&
                ways_of(task.workbench().evaluator(), met.occurrence.incident, play).telling !=
                    Telling::Apart;
            if (is_open) {
                open.emplace(std::move(conflict), std::move(finding));
                continue;
            }
            finding.minimal_proved = true;
            task.finding(std::move(finding));
        }
    }
    FurtherPlaces further(task, reach.exploration());
    if (!open.empty()) further.look(open);
    for (auto& [conflict, finding] : open) {
        finding.minimal_proved = !finding.outcomes.empty() || further.is_whole();
        finding.is_slight = finding.is_slight && further.is_whole();
        if (finding.is_slight)
            finding.facts.push_back({FactKind::AlikeEverywhere});
        else if (finding.outcomes.empty() && !further.is_whole())
            finding.facts.push_back({FactKind::NotAllCompared});
        task.finding(std::move(finding));
    }
    Unasked unasked = unasked_contradictions(task, reach);
    for (Finding& finding : unasked.findings) {
        ++finds[finding.code];
        task.finding(std::move(finding));
    }
    for (const IncidentFamily& family : incident_families(model)) {
        if (!task.wants(family.code)) continue;
        const Completeness seen = without_what_was_passed(searched.completeness, unasked.passed, family.code);
        const std::size_t found = finds[family.code];
        if (found > 0) {
            task.verdict(claim_of_none(family.code), Status::Refuted,
                         {{FactKind::FoundIn, {found, searched.completeness.facts}}});
        } else {
            task.verdict(claim_of_none(family.code), seen);
        }
    }
}

namespace {

// The occurrences of the incident that a play ends with.
std::vector<Occurrence> last_occurrences(const Evaluator& evaluator, IncidentId incident, const Trace& play) {
    const auto of = [&](std::vector<Occurrence> met) {
        std::erase_if(met, [&](const Occurrence& one) { return one.incident != incident; });
        return met;
    };
    std::vector<Occurrence> result;
    if (!play.steps.empty()) result = of(play.steps.back().incidents);
    if (result.empty() && (play.steps.empty() || play.steps.back().next))
        result = of(evaluator.expand(last_state(play)).incidents);
    if (result.empty()) result.push_back({incident, {}});
    return result;
}

// The findings of all plays that the search found for an incident. Each conflict is told once.
std::vector<Finding> findings_of(const Evaluator& evaluator, IncidentId incident, const SearchFind& find) {
    std::vector<const Trace*> plays{&*find.play};
    for (const Trace& play : find.further) plays.push_back(&play);
    std::set<Conflict> told;
    std::vector<Finding> result;
    for (const Trace* const play : plays) {
        for (const Occurrence& met : last_occurrences(evaluator, incident, *play)) {
            for (Finding& finding : incident_findings(evaluator, met, *play)) {
                if (!told.insert(conflict_of(evaluator.model(), met, finding)).second) continue;
                finding.minimal_proved = find.is_minimal;
                finding.is_slight = false;  // elsewhere there may be a difference
                result.push_back(std::move(finding));
            }
        }
    }
    return result;
}

}  // namespace

namespace {

// What nobody asks the solver is not asked either: it is looked at on a sample of boards.
struct UnaskedInSample {
    std::set<FindingCode> looked_for;
    std::map<FindingCode, std::size_t> found;
    std::map<FindingCode, Fact> passed;
    Completeness seen;
};

UnaskedInSample look_where_nobody_asks(Task& task) {
    UnaskedInSample result;
    result.looked_for = codes_that_nobody_asks_for(task);
    if (result.looked_for.empty()) return result;
    const Searched sample = searched_by(task);
    result.seen = sample.completeness;
    std::set<std::string> known;
    for (const Reach* reach : sample.graphs) {
        Unasked unasked = unasked_contradictions(task, *reach);
        result.passed.merge(unasked.passed);
        for (Finding& finding : unasked.findings) {
            if (!known.insert(fingerprint(task.model(), finding)).second) continue;
            finding.minimal_proved = false;
            ++result.found[finding.code];
            task.finding(std::move(finding));
        }
    }
    return result;
}

}  // namespace

static void search_incidents(Task& task) {
    const Model& model = task.model();
    UnaskedInSample unasked = look_where_nobody_asks(task);
    const auto finds = task.workbench().symbolic().find(task.obligation().setup, AnalysisName::Incidents);
    for (const IncidentFamily& family : incident_families(model)) {
        if (!task.wants(family.code)) continue;
        std::size_t found = unasked.found[family.code];
        std::optional<Completeness> open;  // the least that is known of those not found
        for (const IncidentId incident : family.incidents) {
            const SearchFind& find = finds.at(incident_target(incident));
            if (find.play) {
                for (Finding& finding : findings_of(task.workbench().evaluator(), incident, find)) {
                    task.finding(std::move(finding));
                    ++found;
                }
                continue;
            }
            Completeness seen = completeness(task.workbench(), task.obligation().setup, find);
            if (!open || open->status < seen.status || (open->is_conclusive && !seen.is_conclusive))
                open = std::move(seen);
        }
        ERRATA_CHECK(found > 0 || open);
        const bool is_shown = open && (open->status == Status::Proved || open->status == Status::Complete);
        if (found == 0 && is_shown && unasked.looked_for.contains(family.code)) {
            Completeness seen = without_what_was_passed(unasked.seen, unasked.passed, family.code);
            const Fact unasked_too{FactKind::WhereNobodyAsks, {seen.facts}};
            seen.facts = open->facts;
            seen.facts.push_back(unasked_too);
            task.verdict(claim_of_none(family.code), seen);
            continue;
        }
        Facts facts;
        if (found > 0) facts.push_back({FactKind::Found, {found}});
        if (open && found > 0)
            facts.push_back({FactKind::BesideThat, {open->facts}});
        else if (open)
            facts = open->facts;
        const Status status = found > 0 ? Status::Refuted : open->status;
        task.verdict(claim_of_none(family.code), status, std::move(facts), open && open->is_conclusive,
                     open ? open->limit : Facts{});
    }
    for (const std::string& reason : task.workbench().symbolic().not_analysed(task.obligation().setup)) {
        task.not_analysed({FactKind::NotInFormulas, {reason}});
    }
}

Analysis rows::Incidents() {
    return {.claim = "the rules neither contradict each other nor leave a needed value open",
            .codes = {FindingCode::ContradictionMustCannot, FindingCode::ContradictionSetSet,
                      FindingCode::ContradictionDefinition, FindingCode::ContradictionNoFixpoint,
                      FindingCode::ContradictionManyFixpoints, FindingCode::GapUndefined,
                      FindingCode::GapNoOption, FindingCode::Deadlock},
            .extent = Extent::Setup,
            .applies = always,
            .run_explicit = find_incidents,
            .run_symbolic = search_incidents,
            .certify = certify_incidents,
            .screens = true};
}

}  // namespace errata::checker
