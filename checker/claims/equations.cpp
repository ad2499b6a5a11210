// Existence and uniqueness: has every system of equations whose unknowns depend on one another in a circle
// exactly one solution on every well-formed board? A board that no play is known to lead to is `unconfirmed`;
// what play meets is an incident and found as any other.
#include "checker/search/analysis.h"
#include "checker/symbolic/equations_query.h"

#include <algorithm>
#include <set>

#include "checker/claims/second_look.h"
#include "compiler/ir/definitions.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

namespace {

// The unknowns of the system that a term mentions, also by way of open functions.
std::set<UnknownId> mentioned(const Model& model, EquationsId system, TermId root) {
    std::set<UnknownId> unknowns;
    std::set<TermId> seen;
    std::vector<TermId> open = {root};
    while (!open.empty()) {
        const TermId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& term = model.terms[id];
        open.insert(open.end(), term.children.begin(), term.children.end());
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Unknown && system_of(model, UnknownId(number)) == system)
            unknowns.insert(UnknownId(number));
        if (term.kind == TermKind::Open)
            for_each_definition(model.functions.open[number], [&](TermId inner) { open.push_back(inner); });
    }
    return unknowns;
}

bool is_cyclic(const Model& model, EquationsId system) {
    const Equations& equations = model.functions.equations[system.index];
    std::set<UnknownId> left;  // not shown to depend on nothing but what is shown before
    for (std::size_t i = 0; i < equations.count; ++i) left.insert(UnknownId(equations.first + i));
    for (bool progress = true; progress && !left.empty();) {
        const std::set<UnknownId> before = left;
        std::erase_if(left, [&](UnknownId unknown) {
            const auto needs = mentioned(model, system, model.functions.unknowns[unknown.index].definition);
            return std::none_of(needs.begin(), needs.end(), [&](UnknownId n) { return before.contains(n); });
        });
        progress = left.size() < before.size();
    }
    return !left.empty();
}

// What the evaluator says of the same board; nothing if there is too much for it to look through.
std::optional<Value> count_again(const Model& model, EquationsId system, const State& board) {
    Model asking = model;
    const TermId number = asking.terms.make(TermKind::Solutions, {}, static_cast<Value>(system.index));
    const Evaluator evaluator(asking);
    ERRATA_CHECK(evaluator.is_well_formed(board));
    return evaluator.value(number, board);
}

Finding finding_of(const Task& task, IncidentId incident, const State& board) {
    const Incident& about = task.model().incidents.all[incident.index];
    Finding finding;
    finding.code = about.code;
    finding.status = Status::Unconfirmed;
    finding.title = about.title.empty() ? std::string(code_name(about.code)) : about.title;
    finding.explanation = about.subject;
    if (!finding.explanation.empty()) finding.explanation += " ";
    finding.explanation += "Whether play can come to this board is not known.";
    finding.clauses = about.clauses;
    finding.witness = Trace{task.obligation().setup, board, {}, std::nullopt};
    return finding;
}

void report(Task& task, EquationsId system, const BoardAnswer& answer, bool several) {
    const Equations& equations = task.model().functions.equations[system.index];
    const ClaimId question{several ? ClaimSort::OneSolution : ClaimSort::Solution, system.index};
    switch (answer.answer) {
        case Answer::Unsat:
            task.verdict(question, Status::Proved, "on every well-formed board of the scope");
            break;
        case Answer::Unknown:
            task.verdict(question, Status::Unknown, answer.reason);
            break;
        case Answer::Sat: {
            const std::optional<Value> solutions = count_again(task.model(), system, *answer.state);
            if (!solutions) {
                task.verdict(question, Status::Unknown,
                             "a board was found with too many values to look through");
                break;
            }
            ERRATA_CHECK(several ? *solutions > 1 : *solutions == 0);
            task.verdict(question, Status::Unconfirmed, "not on a board that no play is known to lead to");
            task.finding(finding_of(task, several ? equations.several : equations.none, *answer.state));
            break;
        }
    }
}

}  // namespace

static bool has_cyclic_equations(const Model& model) {
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        if (is_cyclic(model, EquationsId(i))) return true;
    }
    return false;
}

static void check_equations(Task& task) {
    const Model& model = task.model();
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        const EquationsId system(i);
        if (!is_cyclic(model, system)) continue;
        EquationsQueryOptions options;
        options.encoder = encoder_options(task.workbench());
        options.seconds = task.workbench().clock().seconds_left();
        if (const std::size_t units = task.obligation().budget.solver_units; units > 0)
            options.resources = std::min(options.resources, static_cast<unsigned>(units));
        const EquationsAnswer answer = equations_query(model, system, options);
        if (task.wants(model.incidents.all[model.functions.equations[i].several.index].code))
            report(task, system, answer.several, true);
        if (task.wants(model.incidents.all[model.functions.equations[i].none.index].code))
            report(task, system, answer.none, false);
    }
}

Analysis rows::Equations() {
    return {.claim = "simultaneous equations have one solution on every board",
            .codes = {FindingCode::ContradictionNoFixpoint, FindingCode::ContradictionManyFixpoints},
            .extent = Extent::Setups,
            .applies = has_cyclic_equations,
            .run_explicit = check_equations,
            .run_symbolic = check_equations,
            .certify = nullptr,
            .screens = false};
}

}  // namespace errata::checker
