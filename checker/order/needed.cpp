#include "checker/order/needed.h"

#include "checker/search/findings.h"
#include "checker/search/left_out.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_states_of_finding = 20'000;  // visited for one finding
constexpr std::size_t states_of_a_game = 20;  // as much work as it is to make a game without some clauses

class Questions {
public:
    Questions(const Workbench& workbench, const Parts& parts) : workbench_(workbench), parts_(parts) {}

    bool part_without(const std::vector<ClauseId>& left_out) {
        is_known_ = is_known_ && left_ > 0 && !workbench_.clock().is_over();
        if (!is_known_) return true;
        const Evaluator& evaluator = workbench_.evaluator();
        const Parting parting = parts_(Evaluator(evaluator.model(), all_but(evaluator, left_out)));
        left_ -= std::min(left_, parting.states + states_of_a_game);
        is_known_ = parting.is_known;
        return parting.parts;
    }
    bool is_known() const { return is_known_; }

private:
    const Workbench& workbench_;
    const Parts& parts_;
    std::size_t left_ = most_states_of_finding;
    bool is_known_ = true;
};

}  // namespace

void name_what_parting_needs(const Workbench& workbench, const Parts& parts, Finding& finding) {
    std::vector<bool> can_go = clauses_that_can_go(workbench.model());
    for (const ClauseId clause : finding.clauses) can_go[clause.index] = false;
    Questions questions(workbench, parts);
    const std::vector<ClauseId> needed = needed_beside_others(
        listed(can_go), [&](const auto& left_out) { return questions.part_without(left_out); });
    if (!questions.is_known()) return;
    for (const ClauseId clause : needed) add_clause(finding.clauses, clause);
    finding.helping = needed;
}

}  // namespace errata::checker
