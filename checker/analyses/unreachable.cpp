#include "checker/analyses/unreachable.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/analyses/analysis.h"
#include "checker/analyses/describe.h"
#include "checker/analyses/findings.h"
#include "checker/analyses/live_code.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::string code_of(SoughtKind kind) {
    switch (kind) {
        case SoughtKind::Ending: return "unreachable.ending";
        case SoughtKind::Item: return "unreachable.card";
        case SoughtKind::Ability: return "unreachable.ability";
        case SoughtKind::State: return "unreachable.state";
    }
    return "";
}

std::string clause_text(const Clause& clause) {
    return clause.text.empty() ? clause.name : clause.name + ": \"" + clause.text + "\"";
}

}  // namespace

std::vector<Sought> things_sought(const Model& model) {
    const LiveCode code = find_live_code(model);
    std::vector<Sought> result;
    for (std::size_t i = 0; i < model.endings.size(); ++i) {
        Sought sought{SoughtKind::Ending, i, "ending \"" + model.endings[i].name + "\"", {}, {}, false, "", {}};
        if (!code.endings[i]) sought.excluded = "no rule that can run ends the game so";
        result.push_back(std::move(sought));
    }
    for (std::size_t i = 0; i < model.printed_items.size(); ++i) {
        const PrintedItem& item = model.printed_items[i];
        if (!item.functions.is_valid()) continue;
        Sought sought{SoughtKind::Item, i, item.kind + " \"" + item.name + "\"", item.functions, {}, false, "", {}};
        if (model.terms.is_false(item.functions)) sought.excluded = "nothing can have it";
        result.push_back(std::move(sought));
    }
    for (std::size_t i = 0; i < model.claims.size(); ++i) {
        const Claim& claim = model.claims[i];
        if (claim.kind != ClaimKind::Reachable) continue;
        Sought sought{SoughtKind::State, i, "check \"" + claim.name + "\"", claim.condition, {}, false, "", {}};
        if (model.terms.is_false(claim.condition)) sought.excluded = "its condition is never met by definition";
        result.push_back(std::move(sought));
    }
    for (std::size_t i = 0; i < model.clauses.size(); ++i) {
        if (!code.ability[i]) continue;
        Sought sought{SoughtKind::Ability, i, "ability " + clause_text(model.clauses[i]), {}, {}, false, "", {}};
        if (!code.live[i]) sought.excluded = "nothing that can run leads to it";
        result.push_back(std::move(sought));
    }
    return result;
}

namespace {

class SoughtReport {
public:
    SoughtReport(Task& task, const std::vector<Sought>& sought, const Coverage& open)
        : task_(task), model_(task.model()), sought_(sought), open_(open) {}

    void run() {
        for (const Sought& one : sought_) {
            if (one.kind != SoughtKind::Ability) report(one);
        }
        abilities();
    }

private:
    void report(const Sought& one) {
        const std::string claim = one.kind == SoughtKind::State ? one.name : one.name + " occurs";
        if (one.occurs) return task_.verdict(claim, Status::Proved, one.how);
        if (!one.absent) return task_.verdict(claim, open_, "not met");
        task_.verdict(claim, Status::Refuted, why(one));
        Finding finding;
        finding.code = code_of(one.kind);
        finding.status = *one.absent;
        finding.explanation = why(one) + ".";
        switch (one.kind) {
            case SoughtKind::Ending: finding.title = model_.endings[one.index].name + " is never reached"; break;
            case SoughtKind::Item:
                finding.title = model_.printed_items[one.index].name + " never comes into effect";
                finding.clauses = model_.printed_items[one.index].clauses;
                dead_.insert(finding.clauses.begin(), finding.clauses.end());
                break;
            case SoughtKind::State:
                finding.title = model_.claims[one.index].name;
                if (model_.claims[one.index].clause.is_valid()) finding.clauses = {model_.claims[one.index].clause};
                break;
            case SoughtKind::Ability: break;
        }
        task_.finding(std::move(finding));
    }

    std::string why(const Sought& one) const {
        if (one.excluded) return "In no play: " + *one.excluded;
        if (*one.absent == Status::Proved) return "In no well-formed state of this scope";
        return "In none of " + open_.text;
    }

    // A rule or card of which nothing is ever used is one finding; a single dead ability of a used one is its own.
    void abilities() {
        std::map<std::pair<std::string, std::string>, std::vector<const Sought*>> groups;
        std::size_t live = 0;
        std::size_t open = 0;
        std::size_t dead = 0;
        for (const Sought& one : sought_) {
            if (one.kind != SoughtKind::Ability) continue;
            const Clause& clause = model_.clauses[one.index];
            groups[{clause.kind, clause.name}].push_back(&one);
            if (one.occurs) ++live;
            if (!one.occurs && one.absent) ++dead;
            if (!one.occurs && !one.absent) ++open;
        }
        for (const auto& [key, members] : groups) {
            const auto is_dead = [&](const Sought* one) { return !one->occurs && one->absent; };
            if (members.size() > 1 && std::ranges::all_of(members, is_dead)) {
                ability_finding(key.second + " is never used", members);
                continue;
            }
            for (const Sought* one : members) {
                if (is_dead(one)) ability_finding(clause_text(model_.clauses[one->index]) + " is never used", {one});
            }
        }
        const std::string remark = "used: " + std::to_string(live) + ", never: " + std::to_string(dead) + ", not met: " +
                                   std::to_string(open);
        if (open > 0) {
            task_.verdict("every ability is used", open_, remark);
        } else {
            task_.verdict("every ability is used", dead > 0 ? Status::Refuted : Status::Proved, remark);
        }
    }

    void ability_finding(const std::string& title, const std::vector<const Sought*>& members) {
        Finding finding;
        finding.code = "unreachable.ability";
        finding.title = title;
        finding.status = Status::Proved;
        bool of_dead_item = true;
        for (const Sought* one : members) {
            const ClauseId clause(one->index);
            finding.clauses.push_back(clause);
            finding.status = std::max(finding.status, *one->absent);
            of_dead_item = of_dead_item && dead_.contains(clause);
        }
        if (of_dead_item) return;  // the card is reported already
        finding.explanation = why(*members.front()) + ".";
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Model& model_;
    const std::vector<Sought>& sought_;
    const Coverage& open_;
    std::set<ClauseId> dead_;  // of items that never come into effect
};

}  // namespace

void report_sought(Task& task, const std::vector<Sought>& sought, const Coverage& open) {
    SoughtReport(task, sought, open).run();
}

void mark_occurring(Task& task, const Reach& reach, std::vector<Sought>& sought) {
    const Exploration& exploration = reach.exploration();
    const auto found = [&](Sought& one, const Trace& play) {
        task.certify(play);
        one.occurs = true;
        one.how = "shown by a replayed play of " + dsl::count_of(play.steps.size(), "transition");
    };
    for (Sought& one : sought) {
        if (one.occurs || one.excluded) continue;
        switch (one.kind) {
            case SoughtKind::Ending:
                if (const auto& state = reach.recording().endings()[one.index]) found(one, exploration.trace_to(*state));
                break;
            case SoughtKind::Ability:
                if (const auto& step = reach.recording().used()[one.index]) {
                    found(one, exploration.trace_to(step->state, step->successor));
                }
                break;
            case SoughtKind::Item:
            case SoughtKind::State: {
                const auto holds = [&](const State& state) {
                    return task.evaluator().value(one.condition, state) == Value{1};
                };
                if (const auto state = reach.first(holds)) found(one, exploration.trace_to(*state));
                break;
            }
        }
    }
}

void find_unreachable(Task& task) {
    std::vector<Sought> sought = things_sought(task.model());
    Coverage all{Status::Complete, "", true};
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        const Reach* reach = task.workbench().reach(setup);
        Coverage seen{Status::Unknown, "setup \"" + task.model().setups[setup].name +
                                           "\", whose initial states are too many to list", false};
        if (reach) {
            mark_occurring(task, *reach, sought);
            seen = coverage(task.workbench(), setup, *reach);
        }
        all.status = std::max(all.status, seen.status);
        all.text += (all.text.empty() ? "" : "; ") + seen.text;
        all.is_conclusive = all.is_conclusive && seen.is_conclusive;
    }
    for (Sought& one : sought) {
        if (one.excluded) one.absent = Status::Proved;
        else if (!one.occurs && all.status == Status::Complete) one.absent = Status::Complete;
    }
    report_sought(task, sought, all);
}

}  // namespace errata::checker
