#include "checker/claims/unasked.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "checker/claims/minimal_clauses.h"
#include "checker/explicit/traces.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/first_states.h"
#include "checker/search/incident_list.h"
#include "checker/search/left_out.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// More arguments, times statements, than this are not gone over in every state.
constexpr std::size_t most_looks = 20'000;

// What is said of one function in one state.
class Said {
public:
    Said(const Evaluator& evaluator, const OpenFunction& open, const State& state)
        : model_(evaluator.model()),
          enabled_(evaluator.enabled()),
          open_(open),
          state_(state),
          terms_{model_, enabled_, journal_, &decisions_} {
        terms_.look_at(state_.data(), state_.data() + model_.layout.frame(0) + 1);
    }

    // The first arguments for which no value is left, by their position. What has no value says nothing.
    std::optional<std::size_t> contradiction() {
        for (std::size_t position = 0; position < tuples(model_, open_.params); ++position) {
            if (leaves_nothing(position)) return position;
        }
        return std::nullopt;
    }

private:
    bool leaves_nothing(std::size_t position) {
        std::set<Value> asked;
        std::set<Value> denied;
        decisions_.rewind();
        for (const Statement& statement : open_.statements) {
            const BinderRange outside = enter(terms_, open_.params, position);
            const bool holds = terms_.evaluate(statement.condition) != 0 && !terms_.failed();
            const Value value = holds ? terms_.evaluate(statement.value) : 0;
            const bool speaks = holds && !terms_.failed();
            terms_.binders.leave(outside);
            forgive(terms_);
            if (speaks) (statement.positive ? asked : denied).insert(value);
        }
        if (asked.empty()) return denied.size() == static_cast<std::size_t>(model_.type(open_.type).size());
        return asked.size() > 1 || denied.contains(*asked.begin());
    }

    const Model& model_;
    const EnabledClauses& enabled_;
    const OpenFunction& open_;
    const State& state_;
    Journal journal_;
    Decisions decisions_;
    TermEvaluator terms_;
};

// By function: is it asked by what play and claims evaluate?
std::vector<bool> asked_functions(const Model& model) {
    std::vector<bool> asked(model.functions.open.size());
    walk_terms(model.terms, evaluated_terms(model), [&](TermId, const Term& term) {
        if (term.kind == TermKind::Open) asked[static_cast<std::size_t>(term.payload)] = true;
    });
    return asked;
}

// Derived values have one value at any time. Of a predicate that somebody asks, who asks decides of what and
// when it is to say something.
std::vector<const OpenFunction*> never_asked(const Model& model, const Exploration& exploration) {
    const std::vector<bool> asked = asked_functions(model);
    std::vector<const OpenFunction*> result;
    for (std::size_t i = 0; i < asked.size(); ++i) {
        const OpenFunction& open = model.functions.open[i];
        if (!open.contradiction.is_valid() || is_met(exploration, open.contradiction)) continue;
        const FindingCode code = model.incidents.all[open.contradiction.index].code;
        if (asked[i] && code != FindingCode::ContradictionSetSet) continue;
        if (open.statements.size() > 1) result.push_back(&open);
    }
    return result;
}

// Those that there is time for; of the others it is said that they were not looked at.
std::vector<const OpenFunction*> looked_at(Task& task, const Reach& reach) {
    const Model& model = task.model();
    std::vector<const OpenFunction*> result = never_asked(model, reach.exploration());
    std::erase_if(result, [&](const OpenFunction* open) {
        const bool is_over = task.workbench().clock().is_over();
        const bool is_too_much = tuples(model, open->params) * open->statements.size() > most_looks;
        if (is_over || is_too_much)
            task.not_analysed("whether what is said of '" + open->name +
                              "' contradicts itself where nobody asks: " +
                              (is_over ? "time is up (--budget)" : "too many arguments (a smaller scope)"));
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
std::vector<ClauseId> who_speaks(const Evaluator& evaluator, const OpenFunction& open, const State& state) {
    const std::vector<bool> can_go = clauses_that_can_go(evaluator.model());
    std::vector<ClauseId> clauses;
    for (const Statement& statement : open.statements) {
        if (std::ranges::find(clauses, statement.clause) == clauses.end())
            clauses.push_back(statement.clause);
    }
    std::vector<ClauseId> candidates;
    std::ranges::copy_if(clauses, std::back_inserter(candidates),
                         [&](ClauseId clause) { return can_go[clause.index]; });
    return pared_down(clauses, candidates, [&](const std::vector<ClauseId>& without) {
        const Evaluator left(evaluator.model(), all_but(evaluator, without));
        return Said(left, open, state).contradiction().has_value();
    });
}

Finding finding_of(const Evaluator& evaluator, const OpenFunction& open, Trace play) {
    const State there = last_state(play);
    Finding finding = incident_finding(evaluator, {open.contradiction, {}}, std::move(play));
    finding.clauses = who_speaks(evaluator, open, there);
    name_values(evaluator.model(), open, finding);
    const std::size_t position = *Said(evaluator, open, there).contradiction();
    finding.explanation += (finding.explanation.empty() ? "" : " ") + std::string("Here it is ") +
                           question_text(evaluator.model(), open, position) +
                           ". Play comes to this board, though nothing asks there.";
    finding.minimal_proved = true;
    return finding;
}

}  // namespace

std::vector<Finding> unasked_contradictions(Task& task, const Reach& reach) {
    const Evaluator& evaluator = reach.evaluator();
    const Exploration& exploration = reach.exploration();
    const std::vector<const OpenFunction*> functions = looked_at(task, reach);
    if (functions.empty()) return {};
    const auto contradicts_itself = [&](const OpenFunction* open) {
        return [&evaluator, open](const State& state) {
            return Said(evaluator, *open, state).contradiction().has_value();
        };
    };
    const auto condition = [&](const OpenFunction* open) {
        return StateCondition{contradicts_itself(open), variables_read(evaluator.model(), terms_of(*open))};
    };
    const std::vector<std::optional<StateId>> first = first_states(reach, dsl::mapped(functions, condition));
    std::vector<Finding> result;
    for (std::size_t i = 0; i < functions.size(); ++i) {
        if (!first[i]) continue;
        if (const auto state = first_of_player(reach, *first[i], contradicts_itself(functions[i])))
            result.push_back(finding_of(evaluator, *functions[i], trace_to(exploration, *state)));
    }
    return result;
}

}  // namespace errata::checker
