#include "checker/claims/unasked.h"

#include <algorithm>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/claims/incident_findings.h"
#include "checker/claims/said.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/search/findings.h"
#include "checker/search/first_states.h"
#include "checker/search/incident_list.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// More arguments, times statements, than this are not gone over in every state.
constexpr std::size_t most_looks = 20'000;

// What has no value says nothing.
bool leaves_nothing(const Type& type, const std::vector<Spoken>& said) {
    std::set<Value> asked;
    std::set<Value> denied;
    for (const Spoken& spoken : said) {
        if (spoken.value) (spoken.statement->positive ? asked : denied).insert(*spoken.value);
    }
    if (asked.empty()) return denied.size() == static_cast<std::size_t>(type.size());
    return asked.size() > 1 || denied.contains(*asked.begin());
}

// The first arguments for which no value is left, by their position.
std::optional<std::size_t> contradiction(const Evaluator& evaluator, const OpenFunction& open,
                                         const State& state) {
    Said said(evaluator, open, state);
    for (std::size_t position = 0; position < said.size(); ++position) {
        if (leaves_nothing(evaluator.model().type(open.type), said.about(position))) return position;
    }
    return std::nullopt;
}

// A fact of the model (ModelFacts). By open function: do play or claims ask it?
struct AskedFunctions {
    explicit AskedFunctions(const Model& model) : asked(model.functions.open.size()) {
        walk_terms(model.terms, evaluated_terms(model), [&](TermId, const Term& term) {
            if (term.kind == TermKind::Open) asked[static_cast<std::size_t>(term.payload)] = true;
        });
    }

    std::vector<bool> asked;
};

FindingCode code_of(const Model& model, const OpenFunction& open) {
    return model.incidents.all[open.contradiction.index].code;
}

// Derived values have one value at any time. Of a predicate that somebody asks, who asks decides of what and
// when it is to say something.
std::vector<const OpenFunction*> never_asked(const Task& task) {
    const Model& model = task.model();
    const AskedFunctions& functions = task.workbench().evaluator().facts().get<AskedFunctions>();
    std::vector<const OpenFunction*> result;
    for (std::size_t i = 0; i < model.functions.open.size(); ++i) {
        const OpenFunction& open = model.functions.open[i];
        if (!open.contradiction.is_valid() || open.statements.size() < 2) continue;
        const FindingCode code = code_of(model, open);
        const bool is_asked = code != FindingCode::ContradictionSetSet && functions.asked[i];
        if (task.wants(code) && !is_asked) result.push_back(&open);
    }
    return result;
}

// Those that there is time for.
std::vector<const OpenFunction*> looked_at(const Task& task, const Reach& reach, Unasked& unasked) {
    const Model& model = task.model();
    std::vector<const OpenFunction*> result = never_asked(task);
    std::erase_if(result,
                  [&](const OpenFunction* open) { return is_met(reach.exploration(), open->contradiction); });
    std::erase_if(result, [&](const OpenFunction* open) {
        const bool is_over = task.workbench().clock().is_over();
        const bool is_too_much = tuples(model, open->params) * open->statements.size() > most_looks;
        if (is_over || is_too_much)
            unasked.passed[code_of(model, *open)] = {
                FactKind::UnaskedPassed,
                {open->name, Fact{is_over ? FactKind::TimeIsUp : FactKind::TooManyArguments}}};
        return is_over || is_too_much;
    });
    return result;
}

std::vector<TermId> terms_of(const OpenFunction& open) {
    std::vector<TermId> terms;
    for (const Statement& statement : open.statements) {
        terms.push_back(statement.condition);
        terms.push_back(statement.value);
    }
    return terms;
}

// The clauses without which there would be no contradiction.
std::vector<ClauseId> who_contradicts(const Evaluator& evaluator, const OpenFunction& open,
                                      const State& state) {
    std::vector<ClauseId> clauses;
    for (const Statement& statement : open.statements) {
        if (std::ranges::find(clauses, statement.clause) == clauses.end())
            clauses.push_back(statement.clause);
    }
    Allowance allowance;
    return Experiment(evaluator, allowance).pared(clauses, [&](const Game& left) {
        return contradiction(left.rules(), open, state).has_value();
    });
}

Finding unasked_finding(const Evaluator& evaluator, const OpenFunction& open, Trace play) {
    const State there = last_state(play);
    Finding finding = incident_finding(evaluator, {open.contradiction, {}}, std::move(play));
    finding.clauses = who_contradicts(evaluator, open, there);
    name_values(evaluator.model(), open, finding);
    const std::size_t position = *contradiction(evaluator, open, there);
    finding.facts.push_back({FactKind::HereItIs, {question_text(evaluator.model(), open, position)}});
    finding.facts.push_back({FactKind::PlayComesUnasked});
    finding.minimal_proved = true;
    return finding;
}

}  // namespace

std::set<FindingCode> codes_that_nobody_asks_for(const Task& task) {
    std::set<FindingCode> codes;
    for (const OpenFunction* open : never_asked(task)) codes.insert(code_of(task.model(), *open));
    return codes;
}

Unasked unasked_contradictions(const Task& task, const Reach& reach) {
    const Evaluator& evaluator = reach.evaluator();
    const Exploration& exploration = reach.exploration();
    Unasked result;
    const std::vector<const OpenFunction*> functions = looked_at(task, reach, result);
    if (functions.empty()) return result;
    const auto contradicts_itself = [&](const OpenFunction* open) {
        return [&evaluator, open](const State& state) {
            return contradiction(evaluator, *open, state).has_value();
        };
    };
    const auto condition = [&](const OpenFunction* open) {
        return StateCondition{contradicts_itself(open), variables_read(evaluator.model(), terms_of(*open))};
    };
    const std::vector<std::optional<StateId>> first = first_states(reach, dsl::mapped(functions, condition));
    for (std::size_t i = 0; i < functions.size(); ++i) {
        if (!first[i]) continue;
        if (const auto state = first_of_player(reach, *first[i], contradicts_itself(functions[i])))
            result.findings.push_back(
                unasked_finding(evaluator, *functions[i], trace_to(exploration, *state)));
    }
    return result;
}

}  // namespace errata::checker
