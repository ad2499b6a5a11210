#include "checker/order/needed.h"

#include "checker/search/findings.h"
#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_states = 20'000;  // visited for one finding

}  // namespace

void name_what_parting_needs(const Evaluator& evaluator, const Parts& parts, std::size_t states,
                             Finding& finding) {
    std::vector<bool> can_go = clauses_that_can_go(evaluator.model());
    for (const ClauseId clause : finding.clauses) can_go[clause.index] = false;
    const std::vector<ClauseId> all = listed(can_go);
    const std::size_t most_questions = most_states / std::max<std::size_t>(states, 1);
    if (usual_questions(all.size()) > most_questions) return;
    const auto part_without = [&](const std::vector<ClauseId>& left_out) {
        return parts(Evaluator(evaluator.model(), all_but(evaluator, left_out)));
    };
    for (const ClauseId clause : needed_beside_others(all, part_without, most_questions))
        add_clause(finding.clauses, clause);
}

}  // namespace errata::checker
