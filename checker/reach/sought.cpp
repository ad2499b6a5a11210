// What should occur in some play, listed.
#include <set>

#include "checker/claims/claims.h"
#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "checker/reach/live_code.h"
#include "checker/reach/unreachable.h"
#include "checker/reach/written_options.h"
#include "compiler/ir/effects/effects.h"

namespace errata::checker {

using namespace compiler;

namespace {

// A window is a place for abilities, an action what they do, a phase a part of the turn: a library may
// declare more of them than a game uses.
bool is_place_for_abilities(ClauseKind kind) {
    return kind == ClauseKind::Window || kind == ClauseKind::Action || kind == ClauseKind::Phase;
}

Sought make_sought(SoughtKind kind, std::size_t index) {
    Sought sought;
    sought.kind = kind;
    sought.index = index;
    return sought;
}

void seek_endings(const Model& model, const LiveCode& live, const Effects& effects,
                  std::vector<Sought>& result) {
    for (std::size_t i = 0; i < model.rules.endings.size(); ++i) {
        if (model.rules.endings[i].is_horizon) continue;
        Sought sought = make_sought(SoughtKind::Ending, i);
        for (const Act& act : effects.ends(EndingId(i))) add_clause(sought.clauses, act.clause);
        if (!live.endings[i]) sought.excluded = FactKind::NothingEndsSo;
        result.push_back(std::move(sought));
    }
}

void seek_items(const Model& model, std::vector<Sought>& result) {
    for (std::size_t i = 0; i < model.printed_items.size(); ++i) {
        const PrintedItem& item = model.printed_items[i];
        if (!item.functions.is_valid() || item.same_as) continue;
        Sought sought = make_sought(SoughtKind::Item, i);
        sought.condition = item.functions;
        sought.clauses = item.clauses;
        if (model.terms.is_false(item.functions)) sought.excluded = FactKind::NothingHasIt;
        result.push_back(std::move(sought));
    }
}

void seek_premise(const Model& model, std::size_t claim, std::vector<Sought>& result) {
    if (model.asked.claims[claim].kind == ClaimKind::After) {
        result.push_back(make_sought(SoughtKind::Event, claim));
        return;
    }
    const Claim& asked = model.asked.claims[claim];
    const TermId premise = asked.kind == ClaimKind::Eventually ? asked.condition : premise_of(model, asked);
    if (!premise.is_valid()) return;
    Sought sought = make_sought(SoughtKind::Premise, claim);
    sought.condition = premise;
    if (model.terms.is_false(premise)) sought.excluded = FactKind::FalseByDefinition;
    result.push_back(std::move(sought));
}

void seek_state(const Model& model, std::size_t number, std::vector<Sought>& result) {
    const Claim& claim = model.asked.claims[number];
    if (claim.kind != ClaimKind::Reachable) return;
    Sought sought = make_sought(SoughtKind::State, number);
    sought.condition = claim.condition;
    if (model.terms.is_false(claim.condition)) sought.excluded = FactKind::ConditionFalse;
    result.push_back(std::move(sought));
}

// Of each item that another one stands for, the clauses: what is met of the other would be met of it.
std::set<std::size_t> clauses_stood_for(const Model& model) {
    std::set<std::size_t> result;
    for (const PrintedItem& item : model.printed_items) {
        if (!item.same_as) continue;
        for (const ClauseId clause : item.clauses) result.insert(clause.index);
    }
    return result;
}

void seek_abilities(const Model& model, const LiveCode& live, const Effects& effects,
                    std::vector<Sought>& result) {
    const std::set<std::size_t> stood_for = clauses_stood_for(model);
    for (std::size_t i = 0; i < model.clauses.size(); ++i) {
        if (!effects.of(ClauseId(i)).is_ability || is_place_for_abilities(model.clauses[i].kind) ||
            stood_for.contains(i))
            continue;
        Sought sought = make_sought(SoughtKind::Ability, i);
        if (!live.clauses[i]) sought.excluded = FactKind::NothingLeadsThere;
        result.push_back(std::move(sought));
    }
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i) {
        const Trigger& trigger = model.rules.triggers[i];
        if (trigger.put_off.empty() || stood_for.contains(trigger.clause.index)) continue;
        result.push_back(make_sought(SoughtKind::PutOff, i));
    }
}

void seek_options(const Model& model, std::vector<Sought>& result) {
    const std::set<std::size_t> stood_for = clauses_stood_for(model);
    for (WrittenOption& option : written_options(model)) {
        if (option.clause.is_valid() && stood_for.contains(option.clause.index)) continue;
        Sought sought = make_sought(SoughtKind::Option, 0);
        if (option.clause.is_valid()) sought.clauses = {option.clause};
        sought.places = std::move(option.places);
        result.push_back(std::move(sought));
    }
}

}  // namespace

std::vector<Sought> things_sought(const Model& model) {
    const LiveCode live = find_live_code(model);
    const Effects effects(model);
    std::vector<Sought> result;
    seek_endings(model, live, effects, result);
    seek_items(model, result);
    for (std::size_t i = 0; i < model.asked.claims.size(); ++i) {
        seek_premise(model, i, result);
        seek_state(model, i, result);
    }
    seek_abilities(model, live, effects, result);
    seek_options(model, result);
    return result;
}

}  // namespace errata::checker
