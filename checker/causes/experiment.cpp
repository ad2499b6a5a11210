#include "checker/causes/experiment.h"

#include <algorithm>

#include "checker/plays/steps.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

bool Allowance::take(std::size_t expansions) {
    is_used_up_ = is_used_up_ || expansions > left_ || is_over(stop_);
    left_ -= is_used_up_ ? left_ : expansions;
    return !is_used_up_;
}

Expansion Game::expand(const State& state) const {
    return allowance_->take() ? rules_.expand(state) : Expansion();
}

std::vector<Successor> Game::same_choice(const State& state, const Move& move) const {
    if (!allowance_->take()) return {};
    std::vector<Successor> result = rules_.follow(state, move);
    std::erase_if(result, [&](const Successor& other) { return !is_same_choice(other.move, move); });
    return result;
}

Game Experiment::without(const Clauses& left_out) const {
    allowance_.take(expansions_of_a_game);
    return {Evaluator(evaluator_.model(), all_but(evaluator_, left_out)), allowance_};
}

std::vector<bool> clauses_that_can_go(const Model& model) {
    std::vector<bool> can_go(model.clauses.size());
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        if (term.kind == TermKind::Enabled) can_go[static_cast<std::size_t>(term.payload)] = true;
    }
    for (const OpenFunction& open : model.functions.open) {
        for (const Statement& statement : open.statements) can_go[statement.clause.index] = true;
    }
    return can_go;
}

std::vector<bool> clauses_that_hinder(const Model& model) {
    std::vector<bool> hinder = clauses_that_can_go(model);
    for (const Trigger& trigger : model.rules.triggers) {
        if (trigger.clause.is_valid()) hinder[trigger.clause.index] = false;
    }
    for (const StateCheck& check : model.rules.state_checks) {
        if (check.clause.is_valid()) hinder[check.clause.index] = false;
    }
    return hinder;
}

Clauses listed(const std::vector<bool>& clauses, const Clauses& but) {
    Clauses result;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        if (clauses[i] && !has_clause(but, ClauseId(i))) result.emplace_back(i);
    }
    return result;
}

EnabledClauses all_but(const Evaluator& evaluator, const Clauses& without) {
    EnabledClauses enabled = evaluator.enabled();
    enabled.resize(evaluator.model().clauses.size(), true);
    for (const ClauseId clause : without) enabled[clause.index] = false;
    return enabled;
}

namespace {

// Which part of the turn it is stays everybody's to say.
bool acts(const Model& model, const Code& node) {
    return node.kind == CodeKind::Pend || (is_write(node.kind) && !model.variable(node.var).is_phase);
}

// The label, and those that code goes on to from there.
void add_reached(const Model& model, LabelId label, std::vector<bool>& reached) {
    if (reached[label.index]) return;
    reached[label.index] = true;
    const CodeId roots[] = {model.flow.labels[label.index].code};
    walk_code(model.flow.code, roots, [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Goto) add_reached(model, node.label, reached);
    });
}

// By label: only options of these clauses lead there.
std::vector<bool> labels_of(const Model& model, const Clauses& clauses) {
    std::vector<bool> theirs(model.flow.labels.size());
    std::vector<bool> others(model.flow.labels.size());
    for (const Point& point : model.flow.points) {
        for (const PointOption& option : point.options)
            add_reached(model, option.target, has_clause(clauses, option.clause) ? theirs : others);
    }
    for (std::size_t i = 0; i < theirs.size(); ++i) theirs[i] = theirs[i] && !others[i];
    return theirs;
}

}  // namespace

const Model& IdleRules::where_idle(const Clauses& clauses) {
    for (auto& [id, node] : replaced_) model_.flow.code.replace(id, std::move(node));
    replaced_.clear();
    const std::vector<bool> theirs = labels_of(model_, clauses);
    for (std::size_t i = 0; i < model_.flow.labels.size(); ++i)
        make_idle(model_.flow.labels[i].code, {}, clauses, theirs[i]);
    for (const StateCheck& check : model_.rules.state_checks)
        make_idle(check.body, check.clause, clauses, has_clause(clauses, check.clause));
    return model_;
}

// Nodes that name no clause speak for the one around them. `all`: whatever acts is theirs.
void IdleRules::make_idle(CodeId id, ClauseId outer, const Clauses& clauses, bool all) {
    const Code& node = model_.flow.code[id];
    const ClauseId clause = node.clause.is_valid() ? node.clause : outer;
    if (acts(model_, node) && (all || has_clause(clauses, clause))) {
        replaced_.emplace_back(id, node);
        Code nothing;
        nothing.clause = clause;
        return model_.flow.code.replace(id, std::move(nothing));
    }
    for (const CodeId child : node.children) make_idle(child, clause, clauses, all);
}

}  // namespace errata::checker
