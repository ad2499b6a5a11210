#include "checker/claims/asked_about.h"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/causes/incident.h"
#include "checker/claims/said.h"
#include "checker/near/near_option.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/place_in.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

const OpenFunction* function_of(const Model& model, IncidentId id) {
    const auto is_about = [&](const OpenFunction& open) {
        return open.contradiction == id || open.gap == id;
    };
    const auto found = std::ranges::find_if(model.functions.open, is_about);
    return found == model.functions.open.end() ? nullptr : &*found;
}

// The questions that meet the incident, and the state in whose expansion they are asked.
struct Questions {
    State state;
    std::vector<OpenValue> asked = {};
};

void add(Questions& questions, IncidentId incident, const std::vector<OpenValue>& values) {
    std::ranges::copy_if(values, std::back_inserter(questions.asked),
                         [&](const OpenValue& value) { return value.incident == incident; });
}

// In the last step of the play; else in the position that it leads to.
Questions questions_of(const Evaluator& evaluator, IncidentId incident, const Trace& play) {
    if (!play.steps.empty()) {
        Questions in_step{state_before_last(play)};
        for (const Successor& successor : evaluator.expand(in_step.state).successors) {
            if (successor.move == play.steps.back().move) add(in_step, incident, successor.open_values);
        }
        if (!in_step.asked.empty() || !play.steps.back().next) return in_step;
    }
    Questions here{last_state(play)};
    const Expansion expansion = evaluator.expand(here.state);
    for (const Successor& successor : expansion.successors) add(here, incident, successor.open_values);
    add(here, incident, expansion.open_values);
    return here;
}

// Does each of these clauses that speaks of the function say something of this tuple?
bool is_spoken_of(const OpenFunction& open, const std::vector<Spoken>& said,
                  const std::vector<ClauseId>& clauses) {
    const auto is_one_of_these = [&](const Statement& statement) {
        return std::ranges::find(clauses, statement.clause) != clauses.end();
    };
    std::set<ClauseId> heard;
    for (const Spoken& spoken : said) {
        if (is_one_of_these(*spoken.statement)) heard.insert(spoken.statement->clause);
    }
    return !heard.empty() && std::ranges::all_of(open.statements, [&](const Statement& statement) {
        return !is_one_of_these(statement) || heard.contains(statement.clause);
    });
}

}  // namespace

namespace {

// The question that the finding is about; nothing: not found.
struct OpenQuestion {
    const OpenFunction* open = nullptr;
    OpenValue asked;
    State state;
};

std::optional<OpenQuestion> question_of(const Evaluator& evaluator, IncidentId incident,
                                        const Finding& finding) {
    const OpenFunction* open = function_of(evaluator.model(), incident);
    // What the game could settle is asked by nobody's words.
    const bool is_of_meta = !evaluator.model().incidents.all[incident.index].settings.empty();
    if (open == nullptr || !finding.witness || is_of_meta) return std::nullopt;
    const Questions questions = questions_of(evaluator, incident, *finding.witness);
    if (questions.asked.empty()) return std::nullopt;
    Said said(evaluator, *open, questions.state);
    const auto is_theirs = [&](const OpenValue& asked) {
        return is_spoken_of(*open, said.about(asked.position), finding.clauses);
    };
    const auto theirs = std::ranges::find_if(questions.asked, is_theirs);
    return OpenQuestion{open, theirs == questions.asked.end() ? questions.asked.front() : *theirs,
                        questions.state};
}

// What the question needs beside those that speak about it: who asks it, and what makes these apply.
struct NeededHere {
    std::vector<ClauseId> asking;
    std::vector<ClauseId> beside;
};

NeededHere needed_for(const Evaluator& evaluator, IncidentId incident, const OpenQuestion& question,
                      const Finding& finding) {
    std::vector<ClauseId> own;
    for (const Statement& statement : question.open->statements) own.push_back(statement.clause);
    const Effects& effects = evaluator.facts().get<Effects>();
    const OpenId open(dsl::place_in(evaluator.model().functions.open, *question.open));
    NeededHere needed;
    for (const ClauseId clause : needed_elsewhere(evaluator, incident, *finding.witness, own))
        (effects.asks(clause, open) ? needed.asking : needed.beside).push_back(clause);
    if (needed.asking.empty() && question.asked.asker.is_valid())
        needed.asking.push_back(question.asked.asker);
    return needed;
}

}  // namespace

std::vector<ClauseId> who_asks(const Evaluator& evaluator, const Finding& finding) {
    if (finding.about.sort != AboutSort::Incident) return {};
    const IncidentId incident(finding.about.number);
    const auto question = question_of(evaluator, incident, finding);
    return question ? needed_for(evaluator, incident, *question, finding).asking : std::vector<ClauseId>();
}

// The question of which this incident is what the finding is about.
static const OpenFunction* question_with(const Model& model, const Finding& finding,
                                         IncidentId OpenFunction::*incident) {
    if (finding.about.sort != AboutSort::Incident) return nullptr;
    const IncidentId met(finding.about.number);
    const auto is_it = [&](const OpenFunction& open) { return open.*incident == met; };
    const auto found = std::ranges::find_if(model.functions.open, is_it);
    return found == model.functions.open.end() ? nullptr : &*found;
}

bool says(const OpenFunction& open, ClauseId clause, bool positive) {
    return std::ranges::any_of(open.statements, [&](const Statement& statement) {
        return statement.clause == clause && statement.positive == positive;
    });
}

const OpenFunction* left_open(const Model& model, const Finding& finding) {
    return question_with(model, finding, &OpenFunction::gap);
}

const OpenFunction* contradicted(const Model& model, const Finding& finding) {
    return question_with(model, finding, &OpenFunction::contradiction);
}

namespace {

// What the finding's clauses are met for; invalid: nothing that statements contradict each other about.
IncidentId contradiction_met(const Model& model, const Finding& finding) {
    if (!finding.witness || finding.witness->steps.empty()) return {};
    const std::vector<Occurrence>& incidents = finding.witness->steps.back().incidents;
    const auto is_its = [&](const Occurrence& met) {
        return model.incidents.all[met.incident.index].code == FindingCode::ContradictionDefinition &&
               std::ranges::find(finding.clauses, met.clause) != finding.clauses.end();
    };
    const auto met = std::ranges::find_if(incidents, is_its);
    return met == incidents.end() ? IncidentId() : met->incident;
}

bool contradict(const Spoken& a, const Spoken& b) {
    const bool is_same = a.value == b.value;
    return a.statement->positive && b.statement->positive
               ? !is_same
               : is_same && a.statement->positive != b.statement->positive;
}

}  // namespace

std::vector<ClauseId> who_says_otherwise(const Evaluator& evaluator, const Finding& finding,
                                         ClauseId clause) {
    std::vector<ClauseId> others = finding.clauses;
    std::erase(others, clause);
    const IncidentId incident = contradiction_met(evaluator.model(), finding);
    if (!incident.is_valid()) return others;
    const auto question = question_of(evaluator, incident, finding);
    if (!question) return others;
    const std::vector<Spoken> all =
        Said(evaluator, *question->open, question->state).about(question->asked.position);
    std::vector<ClauseId> otherwise;
    for (const Spoken& own : all) {
        if (own.statement->clause != clause) continue;
        for (const Spoken& other : all) {
            if (contradict(own, other)) add_clause(otherwise, other.statement->clause);
        }
    }
    std::erase(otherwise, clause);
    return otherwise.empty() ? others : otherwise;
}

std::vector<ClauseId> who_speaks(const Model& model, const Finding& finding) {
    std::vector<ClauseId> result;
    const bool is_gap = finding.code == FindingCode::GapUndefined;
    const OpenFunction* const open = is_gap ? left_open(model, finding) : nullptr;
    if (open == nullptr) return result;
    for (const Statement& statement : open->statements) add_clause(result, statement.clause);
    return result;
}

// The position before the step says nothing of what the step changes.
static bool reads_what_changes(const Model& model, TermId condition, const Trace& play) {
    const std::vector<bool> read = variables_read(model, {condition});
    return !play.steps.empty() && std::ranges::any_of(play.steps.back().changes, [&](const Change& change) {
        const auto variable = variable_of(model, change.cell);
        return variable && read[variable->index];
    });
}

// What the first few that speak about it lack to speak of what is asked.
static Phrase what_statements_lack(const Evaluator& evaluator, const OpenQuestion& question,
                                   const Trace& play) {
    constexpr std::size_t most_told = 3;
    const Model& model = evaluator.model();
    const OpenFunction& open = *question.open;
    const std::vector<Value> arguments = arguments_at(model, open, question.asked.position);
    std::vector<Phrase> told;
    for (const Statement& statement : open.statements) {
        if (told.size() == most_told) break;
        if (reads_what_changes(model, statement.condition, play)) continue;
        const Phrase missing =
            missing_in(evaluator, question.state, statement.condition, open.params, arguments);
        if (!missing.empty())
            told.push_back(named_and_quoted(model.clause(statement.clause)) + " lacks " + missing);
    }
    return worked_out_once(join(told, "; "));
}

AskedAbout asked_about(const Evaluator& evaluator, IncidentId incident, const Finding& finding) {
    const Model& model = evaluator.model();
    const auto question = question_of(evaluator, incident, finding);
    if (!question) return {};
    const auto name = [&](ClauseId id) {
        const Clause& asker = model.clause(id);
        return is_frame(asker.kind) ? asker.name : named_and_quoted(asker);
    };
    NeededHere needed = needed_for(evaluator, incident, *question, finding);
    const std::string by =
        needed.asking.empty() ? "" : ", asked by " + list_text(dsl::mapped(needed.asking, name));
    const OpenFunction& open = *question->open;
    Phrase words;
    if (!open.params.empty()) words = question_text(model, open, question->asked.position) + by;
    if (open.params.empty() && !by.empty()) words = open.name + by;
    const bool is_gap = open.gap == incident;
    return {std::move(words),
            is_gap ? what_statements_lack(evaluator, *question, *finding.witness) : Phrase(),
            std::move(needed.asking), std::move(needed.beside)};
}

}  // namespace errata::checker
