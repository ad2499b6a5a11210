#include "reports/explain/deciding.h"

#include <algorithm>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::reports {

using namespace compiler;

namespace {

// The course of the game: what it does in the play is shown there. An action that a finding names is not only
// that: what it was about to do may be just what cannot be.
bool is_course(ClauseKind kind) {
    return kind == ClauseKind::Window || kind == ClauseKind::Turn || kind == ClauseKind::Phase;
}

}  // namespace

std::vector<bool> read_by(const Model& model, const std::vector<ClauseId>& clauses,
                          std::vector<TermId> terms) {
    const auto speaks_for_them = [&](TermId id) {
        const Term& term = model.terms[id];
        return term.kind == TermKind::Enabled &&
               std::ranges::count(clauses, ClauseId(static_cast<std::size_t>(term.payload))) > 0;
    };
    const auto is_quoted = [&](ClauseId clause) { return std::ranges::count(clauses, clause) > 0; };
    const auto add = [&](ClauseId clause, TermId term) {
        if (term.is_valid() && is_quoted(clause)) terms.push_back(term);
    };
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        if (term.kind == TermKind::And && std::ranges::any_of(term.children, speaks_for_them))
            terms.emplace_back(i);
    }
    for (const Claim& claim : model.asked.claims) {
        add(claim.clause, claim.premise);
        add(claim.clause, claim.condition);
    }
    for (const StateCheck& check : model.rules.state_checks) add(check.clause, check.condition);
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        if (!node.clause.is_valid() || is_course(model.clause(node.clause).kind)) continue;
        for (const TermId term : node.terms) add(node.clause, term);
    }
    return variables_read(model, std::move(terms));
}

}  // namespace errata::reports
