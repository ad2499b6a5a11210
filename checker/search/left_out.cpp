#include "checker/search/left_out.h"

#include <bit>

#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

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

std::vector<ClauseId> listed(const std::vector<bool>& clauses) {
    std::vector<ClauseId> result;
    for (std::size_t i = 0; i < clauses.size(); ++i) {
        if (clauses[i]) result.emplace_back(i);
    }
    return result;
}

std::size_t usual_questions(std::size_t clauses) {
    constexpr std::size_t few = 8;
    return std::min(clauses, 2 * few * static_cast<std::size_t>(std::bit_width(clauses))) + 1;
}

EnabledClauses all_but(const Evaluator& evaluator, const std::vector<ClauseId>& without) {
    EnabledClauses enabled = evaluator.enabled();
    enabled.resize(evaluator.model().clauses.size(), true);
    for (const ClauseId clause : without) enabled[clause.index] = false;
    return enabled;
}

}  // namespace errata::checker
