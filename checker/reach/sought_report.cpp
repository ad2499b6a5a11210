// What is said of things that should occur in some play.
#include <algorithm>
#include <map>
#include <set>

#include "checker/causes/standing_in_way.h"
#include "checker/claims/claims.h"
#include "checker/fact_kinds.h"
#include "checker/near/near_miss.h"
#include "checker/near/near_option.h"
#include "checker/near/never_run.h"
#include "checker/near/sought_code.h"
#include "checker/near/writers.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/reach/unreachable.h"
#include "checker/search/findings.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

FindingCode code_of(SoughtKind kind) {
    switch (kind) {
        case SoughtKind::Ending:
            return FindingCode::UnreachableEnding;
        case SoughtKind::Item:
            return FindingCode::UnreachableCard;
        case SoughtKind::Ability:
        case SoughtKind::PutOff:
        case SoughtKind::Option:
            return FindingCode::UnreachableAbility;
        case SoughtKind::State:
            return FindingCode::UnreachableState;
        case SoughtKind::Premise:
        case SoughtKind::Event:
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
        case SoughtKind::Event:
            return {ClaimSort::Premise, one.index};
        case SoughtKind::State:
            return {ClaimSort::Declared, one.index};
        case SoughtKind::Ability:
        case SoughtKind::PutOff:
        case SoughtKind::Option:
            return {ClaimSort::EveryAbility};
    }
    return {};
}

namespace {

// Does no setup deal it, and does nothing ever bring it out?
bool is_nowhere(const Model& model, const Effects& effects, const PrintedItem& item) {
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        const bool has_it = has_members(model, variable.type, item.identity_type);
        if (!has_it && !refers_to(model, variable.type, item.identity_type)) continue;
        if (has_it || !effects.writes(VarId(i)).empty()) return false;
        for (const Setup& setup : model.setups) {
            for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
                const bool is_open = std::ranges::find(setup.open, cell) != setup.open.end();
                if (is_open || setup.values[cell] == item.identity) return false;
            }
        }
    }
    return true;
}

class SoughtReport {
public:
    SoughtReport(Task& task, const std::vector<Sought>& sought, const Completeness& open)
        : task_(task),
          model_(task.model()),
          sought_(sought),
          open_(open),
          effects_(task.workbench().evaluator().facts().get<Effects>()) {
        for (std::size_t setup = 0; setup < model_.setups.size(); ++setup) {
            if (const Reach* const reach = task_.workbench().reach(setup)) graphs_.push_back(reach);
        }
    }

    void run() {
        for (const Sought& one : sought_) {
            if (code_of(one.kind) != FindingCode::UnreachableAbility) report(one);
        }
        abilities();
    }

private:
    void report(const Sought& one) {
        const ClaimId claim = claim_of(one);
        if (one.occurs) return task_.shown_by_play(claim, {FactKind::ShownByPlay, {one.steps}});
        if (!one.absent && one.is_undecided)
            return task_.verdict(claim, Status::Unknown, {{FactKind::SoughtHasNoValue}});
        if (!one.absent) return task_.verdict(claim, open_, {{FactKind::NotMet}});
        task_.verdict(claim, Status::Refuted, {why(one)});
        Finding finding;
        finding.code = code_of(one.kind);
        finding.status = *one.absent;
        finding.facts = {why(one)};
        add(finding.facts, miss(one));
        finding.clauses = one.clauses;
        dead_.insert(one.clauses.begin(), one.clauses.end());
        switch (one.kind) {
            case SoughtKind::Ending:
                finding.about = about(EndingId(one.index));
                break;
            case SoughtKind::Item:
                finding.about = {AboutSort::Item, one.index};
                finding.is_slight = is_nowhere(model_, effects_, model_.printed_items[one.index]);
                break;
            case SoughtKind::Premise:
            case SoughtKind::Event:
            case SoughtKind::State:
                finding.about = about(model_, model_.asked.claims[one.index]);
                if (model_.asked.claims[one.index].clause.is_valid())
                    finding.clauses = {model_.asked.claims[one.index].clause};
                break;
            case SoughtKind::Ability:
            case SoughtKind::PutOff:
            case SoughtKind::Option:
                break;
        }
        if (!one.excluded) {
            name_who_changes(one, finding);
            name_what_keeps_away(one, finding);
        }
        task_.finding(std::move(finding));
    }

    Fact why(const Sought& one) const {
        if (one.excluded) return {FactKind::InNoPlay, {Fact{*one.excluded}}};
        if (*one.absent == Status::Proved) return {FactKind::NoPlayHowever};
        return {FactKind::InNoneOf, {open_.facts}};
    }

    // How near the states that were seen come.
    Facts miss(const Sought& one) const {
        if (one.excluded) return {};
        const Phrase said =
            one.kind == SoughtKind::Ability  ? near_miss_of_clause(graphs_, ClauseId(one.index))
            : one.kind == SoughtKind::Ending ? near_miss_of_ending(graphs_, EndingId(one.index))
                                             : near_miss(graphs_, one.condition).words;
        return said.empty() ? Facts{} : Facts{{FactKind::HowNear, {said}}};
    }

    // Who could bring it about.
    void name_who_changes(const Sought& one, Finding& finding) const {
        const StateCheck* check = one.kind == SoughtKind::Ending
                                      ? check_that_ends(task_.workbench().evaluator(), EndingId(one.index))
                                      : nullptr;
        const TermId condition = check ? check->condition : one.condition;
        if (!condition.is_valid() || one.kind == SoughtKind::Item) return;
        const FewWriters writers = few_writers_of(model_, effects_, {condition});
        add(finding.facts, writers.facts);
        add_helping(finding, writers.clauses);
    }

    void name_what_keeps_away(const Sought& one, Finding& finding) {
        const auto index = static_cast<Value>(one.index);
        Occurs occurs;
        if (one.kind == SoughtKind::Ability) {
            occurs = [clause = ClauseId(one.index)](const Evaluator&, const State&, const Successor* step) {
                return step && std::ranges::find(step->used, clause) != step->used.end();
            };
        } else if (one.kind == SoughtKind::Option) {
            occurs = [&places = one.places](const Evaluator&, const State&, const Successor* step) {
                return step && step->move.kind == MoveKind::Option &&
                       std::ranges::find(places, OptionAt(step->move.point, step->move.option)) !=
                           places.end();
            };
        } else if (one.kind == SoughtKind::PutOff) {
            occurs = [trigger = TriggerId(one.index)](const Evaluator&, const State&, const Successor* step) {
                return step && step->move.kind == MoveKind::Place && step->move.trigger == trigger;
            };
        } else if (one.kind == SoughtKind::Ending) {
            occurs = [over = model_.layout.over, index](const Evaluator&, const State& state,
                                                        const Successor*) {
                return state[over] == index + 1;
            };
        } else if (one.condition.is_valid()) {
            occurs = [condition = one.condition](const Evaluator& without, const State& state,
                                                 const Successor*) {
                return without.value(condition, state) == Value{1};
            };
        } else {
            return;
        }
        if (initial_.empty()) initial_ = initial_states();
        const KeptAway sought{initial_, occurs, finding.clauses};
        const InTheWay in_way = standing_in_way(Experiment(task_.workbench().evaluator(), looking_), sought);
        name_what_stands_in_way(model_, in_way, finding);
    }

    std::vector<State> initial_states() const {
        constexpr std::size_t most = 4'000;
        std::vector<State> result;
        for (const Reach* reach : graphs_) {
            const Exploration& exploration = reach->exploration();
            for (std::size_t id = 0; id < exploration.size() && result.size() < most; ++id) {
                if (exploration.depth(StateId(id)) == 0) result.push_back(exploration.state(StateId(id)));
            }
        }
        return result;
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
                ability_finding(members);
                continue;
            }
            for (const Sought* one : members) {
                if (is_dead(one)) ability_finding({one});
            }
        }
        dead += put_off() + options();
        const Fact remark{FactKind::AbilitiesUsed, {live, dead, open}};
        if (open > 0) {
            task_.verdict({ClaimSort::EveryAbility}, open_, {remark});
        } else if (dead > 0) {
            task_.verdict({ClaimSort::EveryAbility}, Status::Refuted, {remark});
        } else {
            task_.shown_by_play({ClaimSort::EveryAbility}, remark);
        }
    }

    // Findings, as many as it says. One `later` may be several triggers, for what it speaks of there.
    std::size_t put_off() {
        std::map<std::pair<ClauseId, std::string>, std::vector<const Sought*>> written;
        for (const Sought& one : sought_) {
            if (one.kind != SoughtKind::PutOff) continue;
            const Trigger& trigger = model_.rules.triggers[one.index];
            written[{trigger.clause, trigger.put_off}].push_back(&one);
        }
        std::size_t findings = 0;
        for (const auto& [place, triggers] : written) {
            const auto is_dead = [&](const Sought* one) { return !one->occurs && one->absent; };
            if (!std::ranges::all_of(triggers, is_dead) || !is_used(*triggers.front())) continue;
            put_off_finding(*triggers.front());
            ++findings;
        }
        return findings;
    }

    // Does the ability that puts it off do something in some play?
    bool is_used(const Sought& put_off) const {
        const ClauseId clause = model_.rules.triggers[put_off.index].clause;
        return std::ranges::any_of(sought_, [&](const Sought& one) {
            return one.kind == SoughtKind::Ability && one.index == clause.index && one.occurs;
        });
    }

    void put_off_finding(const Sought& one) {
        const Trigger& trigger = model_.rules.triggers[one.index];
        Finding finding;
        finding.code = FindingCode::UnreachableAbility;
        finding.status = *one.absent;
        finding.is_slight = model_.clause(trigger.clause).is_of_library;
        finding.clauses = {trigger.clause};
        finding.facts = {{FactKind::PutOffNever, {trigger.put_off}}, why(one)};
        name_what_keeps_away(one, finding);
        task_.finding(std::move(finding));
    }

    // Findings, one for each text in which there are such options.
    std::size_t options() {
        std::map<std::vector<ClauseId>, std::vector<const Sought*>> by_text;
        for (const Sought& one : sought_) {
            const bool is_dead = one.kind == SoughtKind::Option && one.is_asked && !one.occurs && one.absent;
            if (is_dead) by_text[one.clauses].push_back(&one);
        }
        for (const auto& [text, dead] : by_text) option_finding(dead);
        return by_text.size();
    }

    const PointOption& option_at(const OptionAt& place) const {
        return model_.flow.points[place.first.index].options[place.second];
    }

    void option_finding(const std::vector<const Sought*>& dead) {
        const Sought& first = *dead.front();
        Finding finding;
        finding.code = FindingCode::UnreachableAbility;
        finding.status = *first.absent;
        finding.about = about(first.places.front().first);
        finding.clauses = first.clauses;
        // Of objects, it may be that no setup lays out such a one.
        bool are_of_objects = true;
        std::vector<Phrase> names;
        for (const Sought* const one : dead) {
            const PointOption& option = option_at(one->places.front());
            names.push_back(option_text(option, by_kind(option)));
            const bool names_one = option.text.find('{') != std::string::npos;
            are_of_objects = are_of_objects && (names_one || !option.binders.empty());
        }
        const auto is_of_library = [&](ClauseId clause) { return model_.clause(clause).is_of_library; };
        finding.is_slight = are_of_objects || std::ranges::any_of(finding.clauses, is_of_library);
        finding.facts = {{FactKind::OptionNeverPossible, {names}}, why(first)};
        for (const OptionAt& place : first.places) {
            const Phrase said = miss_of_option(graphs_, {}, place.first, option_at(place)).words;
            if (said.empty()) continue;
            finding.facts.push_back({FactKind::HowNear, {lacks(said)}});
            break;
        }
        name_what_keeps_away(first, finding);
        task_.finding(std::move(finding));
    }

    // "orders castings on a unit": of what it is about, the kind.
    Filling by_kind(const PointOption& option) const {
        return [this, &option](const std::string& hole) -> std::optional<Phrase> {
            const auto binder = std::ranges::find(option.binders, hole, &BinderRegister::name);
            if (binder == option.binders.end()) return std::nullopt;
            return Phrase("a " + model_.type(model_.types.base(binder->type)).name);
        };
    }

    void ability_finding(const std::vector<const Sought*>& members) {
        Finding finding;
        finding.code = FindingCode::UnreachableAbility;
        finding.status = Status::Proved;
        bool of_dead_item = true;
        finding.is_slight = std::ranges::all_of(
            members, [&](const Sought* one) { return model_.clauses[one->index].is_of_library; });
        for (const Sought* one : members) {
            const ClauseId clause(one->index);
            finding.clauses.push_back(clause);
            finding.status = std::max(finding.status, *one->absent);
            of_dead_item = of_dead_item && dead_.contains(clause);
        }
        if (of_dead_item) return;  // the ending or card is reported already
        finding.facts = {why(*members.front())};
        add(finding.facts, miss(*members.front()));
        if (!members.front()->excluded) name_what_keeps_away(*members.front(), finding);
        task_.finding(std::move(finding));
    }

    Task& task_;
    const Model& model_;
    const std::vector<Sought>& sought_;
    const Completeness& open_;
    const Effects& effects_;
    std::vector<const Reach*> graphs_;
    std::vector<State> initial_;  // from the first time that somebody asks from where play begins
    std::set<ClauseId> dead_;     // of endings and items reported
    // For what keeps all of them away.
    Allowance looking_{200'000, [this] { return task_.workbench().clock().is_over(); }};
};

}  // namespace

void report_sought(Task& task, const std::vector<Sought>& sought, const Completeness& open) {
    SoughtReport(task, sought, open).run();
}

}  // namespace errata::checker
