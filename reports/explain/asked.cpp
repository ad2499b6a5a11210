#include "reports/explain/asked.h"

#include <algorithm>
#include <set>

#include "checker/claims/asked_about.h"
#include "checker/plays/steps.h"
#include "compiler/ir/finding_codes.h"
#include "reports/explain/names.h"

namespace errata::reports {

using checker::FindingCode;
using compiler::ClauseId;
using compiler::ClauseKind;
using compiler::Model;

namespace {

bool is_claim_or_scenario(const Model& model, ClauseId id) {
    using enum ClauseKind;
    const ClauseKind kind = model.clause(id).kind;
    return kind == Check || kind == Ruling || kind == Scenario || kind == Partition;
}

// A choice that the spec leaves to nobody in so many words, not an order that no rule speaks of.
bool is_choice_by_nobody(const Model& model, const checker::Finding& finding) {
    if (finding.code != FindingCode::OrderUnowned || !finding.witness) return false;
    const compiler::PointId top = top_point(model, checker::last_state(*finding.witness));
    if (!top.is_valid()) return false;
    const compiler::Point& point = model.flow.points[top.index];
    return point.owner == compiler::OwnerKind::Nobody && !point.orders && !point.to_come;
}

// What is left open by the only one that speaks of it.
bool is_open_to_one(const Model& model, const checker::Finding& finding) {
    if (finding.code != FindingCode::GapUndefined) return false;
    // What no statement can speak of is a rule of rules that is unstated: nobody has asked.
    const compiler::OpenFunction* const open = checker::left_open(model, finding);
    const bool is_open = open != nullptr && open->gap != open->contradiction;
    std::set<std::string> items;
    std::set<std::string> rows;
    const std::vector<ClauseId> speaking = checker::who_speaks(model, finding);
    for (const ClauseId id : speaking.empty() ? finding.clauses : speaking) {
        items.insert(model.clause(id).name);
        rows.insert(model.clause(id).rows.begin(), model.clause(id).rows.end());
    }
    return is_open && (items.size() < 2 || rows.size() == 1);
}

}  // namespace

bool is_asked(const Model& model, const checker::Finding& finding) {
    if (compiler::info(finding.code).question == compiler::Question::Claims) return true;
    if (finding.breaks_claim || finding.code == FindingCode::AmbiguousReading) return true;
    if (std::ranges::any_of(finding.clauses, [&](ClauseId id) { return is_claim_or_scenario(model, id); }))
        return true;
    return is_choice_by_nobody(model, finding) || is_open_to_one(model, finding);
}

}  // namespace errata::reports
