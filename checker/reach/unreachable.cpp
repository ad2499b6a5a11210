#include "checker/reach/unreachable.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "checker/claims/claims.h"
#include "checker/claims/induction.h"
#include "checker/reach/analyses.h"
#include "checker/reach/near_miss.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/symbolic/well_formed.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

FindingCode code_of(SoughtKind kind) {
    switch (kind) {
        case SoughtKind::Ending:
            return FindingCode::UnreachableEnding;
        case SoughtKind::Item:
            return FindingCode::UnreachableCard;
        case SoughtKind::Ability:
            return FindingCode::UnreachableAbility;
        case SoughtKind::State:
            return FindingCode::UnreachableState;
        case SoughtKind::Premise:
            break;
    }
    return FindingCode::Vacuous;
}

ClaimId claim_of(const Sought& one) {
    switch (one.kind) {
        case SoughtKind::Ending:
            return {ClaimSort::Ending, one.index};
        case SoughtKind::Item:
            return {ClaimSort::Item, one.index};
        case SoughtKind::Premise:
            return {ClaimSort::Premise, one.index};
        case SoughtKind::State:
            return {ClaimSort::Declared, one.index};
        case SoughtKind::Ability:
            return {ClaimSort::EveryAbility};
    }
    return {};
}

// When the ending is due; invalid if a statement brings it about, and no condition of its own.
TermId condition_of_ending(const Model& model, std::size_t ending) {
    for (const StateCheck& check : model.state_checks) {
        bool ends = false;
        walk_code(model.code, std::array{check.body}, [&](CodeId, const Code& node) {
            ends = ends || (node.kind == CodeKind::Finish && node.ending.index == ending);
        });
        if (ends) return check.condition;
    }
    return {};
}

class SoughtReport {
public:
    SoughtReport(Task& task, const std::vector<Sought>& sought, const Completeness& open)
        : task_(task), model_(task.model()), sought_(sought), open_(open) {
        for (std::size_t setup = 0; setup < model_.setups.size(); ++setup) {
            if (const Reach* const reach = task_.workbench().reach(setup)) graphs_.push_back(reach);
        }
    }

    void run() {
        for (const Sought& one : sought_) {
            if (one.kind != SoughtKind::Ability) report(one);
        }
        abilities();
    }

private:
    void report(const Sought& one) {
        const ClaimId claim = claim_of(one);
        if (one.occurs) return task_.verdict(claim, Status::Proved, one.how);
        if (!one.absent) return task_.verdict(claim, open_, "not met");
        task_.verdict(claim, Status::Refuted, why(one));
        Finding finding;
        finding.code = code_of(one.kind);
        finding.status = *one.absent;
        finding.explanation = why(one) + "." + miss(one);
        finding.clauses = one.clauses;
        dead_.insert(one.clauses.begin(), one.clauses.end());
        switch (one.kind) {
            case SoughtKind::Ending:
                finding.title = model_.endings[one.index].name + " is never reached";
                break;
            case SoughtKind::Item:
                finding.title = model_.printed_items[one.index].name + " never comes into effect";
                break;
            case SoughtKind::Premise:
            case SoughtKind::State:
                finding.title = model_.claims[one.index].name;
                if (model_.claims[one.index].clause.is_valid())
                    finding.clauses = {model_.claims[one.index].clause};
                break;
            case SoughtKind::Ability:
                break;
        }
        task_.finding(std::move(finding));
    }

    std::string why(const Sought& one) const {
        if (one.excluded) return "In no play: " + *one.excluded;
        if (*one.absent == Status::Proved) return "No play of this scope, however long, can come to it";
        return "In none of " + open_.text;
    }

    // Where all states were seen: how near they come.
    std::string miss(const Sought& one) const {
        if (*one.absent != Status::Complete) return "";
        const std::string said =
            one.kind == SoughtKind::Ability  ? near_miss_of_clause(graphs_, ClauseId(one.index))
            : one.kind == SoughtKind::Ending ? near_miss(graphs_, condition_of_ending(model_, one.index))
                                             : near_miss(graphs_, one.condition);
        return said.empty() ? "" : " " + said;
    }

    // A rule or card of which nothing is ever used is one finding; a single dead ability of a used one is its
    // own.
    void abilities() {
        // By kind, what the spec calls it, and name.
        std::map<std::tuple<ClauseKind, std::string, std::string>, std::vector<const Sought*>> groups;
        std::size_t live = 0;
        std::size_t open = 0;
        std::size_t dead = 0;
        for (const Sought& one : sought_) {
            if (one.kind != SoughtKind::Ability) continue;
            const Clause& clause = model_.clauses[one.index];
            groups[{clause.kind, clause.heading, clause.name}].push_back(&one);
            if (one.occurs) ++live;
            if (!one.occurs && one.absent) ++dead;
            if (!one.occurs && !one.absent) ++open;
        }
        for (const auto& [key, members] : groups) {
            const auto is_dead = [&](const Sought* one) { return !one->occurs && one->absent; };
            if (members.size() > 1 && std::ranges::all_of(members, is_dead)) {
                ability_finding(std::get<2>(key) + " is never used", members);
                continue;
            }
            for (const Sought* one : members) {
                if (is_dead(one))
                    ability_finding(ability_text(model_.clauses[one->index]) + " is never used", {one});
            }
        }
        const std::string remark = "used: " + std::to_string(live) + ", never: " + std::to_string(dead) +
                                   ", not met: " + std::to_string(open);
        if (open > 0) {
            task_.verdict({ClaimSort::EveryAbility}, open_, remark);
        } else {
            task_.verdict({ClaimSort::EveryAbility}, dead > 0 ? Status::Refuted : Status::Proved, remark);
        }
    }

    void ability_finding(const std::string& title, const std::vector<const Sought*>& members) {
        Finding finding;
        finding.code = FindingCode::UnreachableAbility;
        finding.title = title;
        finding.status = Status::Proved;
        bool of_dead_item = true;
        for (const Sought* one : members) {
            const ClauseId clause(one->index);
            finding.clauses.push_back(clause);
            finding.status = std::max(finding.status, *one->absent);
            of_dead_item = of_dead_item && dead_.contains(clause);
        }
        if (of_dead_item) return;  // the ending or card is reported already
        finding.explanation = why(*members.front()) + "." + miss(*members.front());
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Model& model_;
    const std::vector<Sought>& sought_;
    const Completeness& open_;
    std::vector<const Reach*> graphs_;
    std::set<ClauseId> dead_;  // of endings and items reported
};

}  // namespace

void report_sought(Task& task, const std::vector<Sought>& sought, const Completeness& open) {
    SoughtReport(task, sought, open).run();
}

void mark_occurring(Task& task, const Reach& reach, std::vector<Sought>& sought) {
    const Exploration& exploration = reach.exploration();
    const auto found = [&](Sought& one, const Trace& play) {
        task.certify(play);
        one.occurs = true;
        one.how = "shown by a replayed play of " + dsl::count_of(play.steps.size(), "transition");
    };
    std::vector<Sought*> conditions;
    std::vector<Reach::Condition> holds;
    for (Sought& one : sought) {
        if (one.occurs || one.excluded) continue;
        switch (one.kind) {
            case SoughtKind::Ending:
                if (const auto& state = reach.recording().endings()[one.index])
                    found(one, exploration.trace_to(*state));
                break;
            case SoughtKind::Ability:
                if (const auto& step = reach.recording().used()[one.index]) {
                    found(one, exploration.trace_to(step->state, step->successor));
                }
                break;
            case SoughtKind::Item:
            case SoughtKind::Premise:
            case SoughtKind::State:
                conditions.push_back(&one);
                holds.push_back(Reach::holds(task.workbench().evaluator(), one.condition));
                break;
        }
    }
    const std::vector<std::optional<StateId>> states = reach.firsts(holds);
    for (std::size_t i = 0; i < conditions.size(); ++i) {
        if (states[i]) found(*conditions[i], exploration.trace_to(*states[i]));
    }
}

namespace {

SolverBudget proof_budget(const Task& task) {
    const std::size_t units = task.obligation().budget.solver_units;
    return {units > 0 ? static_cast<unsigned>(units) : default_solver_units, task.workbench().seconds_left(),
            task.workbench().limits().interrupted};
}

// No well-formed state at all satisfies the condition; or none of the setups begins with it and no step makes
// it true.
bool is_proved_absent(const Task& task, const Sought& one, bool tries_induction) {
    const SolverBudget budget = proof_budget(task);
    if (well_formed_query(task.model(), one.condition, {}, budget).answer == Answer::Unsat) return true;
    if (!tries_induction) return false;
    for (const Setup& setup : task.model().setups) {
        if (true_at_first(task.model(), setup, one.condition, budget) != Answer::Unsat) return false;
    }
    return made_true_by_a_step(task.model(), one.condition, budget) == Answer::Unsat;
}

// What the searches have not met: excluded by text, by proof, or by a search that saw everything. Where play
// breaks off, a proof would not know either what a term says that could not be evaluated.
void judge_absent(Task& task, std::vector<Sought>& sought, bool saw_everything, bool breaks_off) {
    for (Sought& one : sought) {
        if (one.occurs) continue;
        if (one.excluded) {
            one.absent = Status::Proved;
            continue;
        }
        if (breaks_off) continue;
        if (saw_everything) one.absent = Status::Complete;
        if (!one.condition.is_valid() || task.workbench().is_out_of_time() || !task.wants(code_of(one.kind)))
            continue;
        if (is_proved_absent(task, one, !saw_everything)) one.absent = Status::Proved;
    }
}

void join(Completeness& all, const Completeness& seen) {
    all.status = std::max(all.status, seen.status);
    all.text += (all.text.empty() ? "" : "; ") + seen.text;
    all.is_conclusive = all.is_conclusive && seen.is_conclusive;
    if (all.limit.empty()) all.limit = seen.limit;
}

// Nothing follows from an accident: what is not met may be what would come behind it.
void look_for_a_break(const Reach& reach, Completeness& all, bool& breaks_off) {
    if (breaks_off) return;
    const std::optional<Step> step = broken_off(reach.recording());
    if (!step) return;
    breaks_off = true;
    const Trace play = reach.exploration().trace_to(step->state, step->successor);
    std::string what = "an error";
    if (!play.steps.back().incidents.empty()) {
        const Incident& met = reach.model().incidents[play.steps.back().incidents[0].incident.index];
        what = std::string(code_name(met.code)) + (met.title.empty() ? "" : ": " + met.title);
    }
    join(all, {Status::Unknown,
               "play breaks off " + when_text(play) + " (" + what +
                   "), and what would follow is not known: settle that first",
               false, "play breaks off with " + what});
}

}  // namespace

void find_unreachable(Task& task) {
    std::vector<Sought> sought = things_sought(task.model());
    Completeness all{Status::Complete, "", true};
    bool breaks_off = false;
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        const Reach* reach = task.workbench().reach(setup);
        if (!reach) {
            join(all, {Status::Unknown,
                       "setup \"" + task.model().setups[setup].name +
                           "\", whose initial states are too many to list",
                       false, "too many initial states: a smaller setup"});
            continue;
        }
        mark_occurring(task, *reach, sought);
        join(all, completeness(task.workbench(), setup, *reach));
        look_for_a_break(*reach, all, breaks_off);
    }
    judge_absent(task, sought, all.status == Status::Complete, breaks_off);
    report_sought(task, sought, all);
}

namespace {

std::string target_of(const Sought& one) {
    switch (one.kind) {
        case SoughtKind::Ending:
            return ending_target(one.index);
        case SoughtKind::Item:
            return item_target(one.index);
        case SoughtKind::State:
            return claim_target(one.index);
        case SoughtKind::Ability:
        case SoughtKind::Premise:
            return "";
    }
    return "";
}

}  // namespace

// Setups whose states can all be listed are searched so; the others symbolically, and abilities and premises,
// which have no symbolic form, on the boards met there.
void search_unreachable(Task& task) {
    std::vector<Sought> sought = things_sought(task.model());
    Completeness all{Status::Complete, "", true};
    bool breaks_off = false;
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        if (const Reach* reach = task.workbench().reach(setup)) {
            mark_occurring(task, *reach, sought);
            look_for_a_break(*reach, all, breaks_off);
            const Completeness seen = completeness(task.workbench(), setup, *reach);
            if (seen.is_conclusive) {
                join(all, seen);
                continue;
            }
        }
        const auto finds = task.workbench().symbolic().find(setup, AnalysisName::Unreachable);
        Completeness searched{Status::Complete, "", true};
        for (Sought& one : sought) {
            const auto known = finds.find(target_of(one));
            if (known == finds.end()) continue;
            const SearchFind& find = known->second;
            if (find.play && !one.occurs) {
                one.occurs = true;
                one.how =
                    "shown by a replayed play of " + dsl::count_of(find.play->steps.size(), "transition");
            }
            if (!find.play && (searched.text.empty() || searched.status < find.verdict)) {
                searched = {find.verdict, find.detail, find.is_conclusive, find.limit};
            }
        }
        const bool rest_open = std::ranges::any_of(
            sought, [](const Sought& one) { return target_of(one).empty() && !one.occurs && !one.excluded; });
        if (rest_open) {
            for (const auto& reach : task.workbench().sample(setup)) {
                mark_occurring(task, *reach, sought);
                look_for_a_break(*reach, all, breaks_off);
            }
            join(searched, sample_completeness(task.workbench(), setup));
        }
        join(all, searched);
    }
    judge_absent(task, sought, all.status == Status::Complete, breaks_off);
    report_sought(task, sought, all);
}

}  // namespace errata::checker
