#include "checker/claims/asked_about.h"

#include <algorithm>
#include <set>

#include "checker/claims/said.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"

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

std::string asked_about(const Evaluator& evaluator, IncidentId incident, const Finding& finding) {
    const Model& model = evaluator.model();
    const OpenFunction* open = function_of(model, incident);
    if (open == nullptr || !finding.witness) return "";
    const Questions questions = questions_of(evaluator, incident, *finding.witness);
    if (questions.asked.empty()) return "";
    Said said(evaluator, *open, questions.state);
    const auto is_theirs = [&](const OpenValue& asked) {
        return is_spoken_of(*open, said.about(asked.position), finding.clauses);
    };
    const auto theirs = std::ranges::find_if(questions.asked, is_theirs);
    const OpenValue& asked = theirs == questions.asked.end() ? questions.asked.front() : *theirs;
    std::string by;
    if (asked.asker.is_valid()) {
        const Clause& asker = model.clause(asked.asker);
        by = ", asked by " + (is_frame(asker.kind) ? asker.name : named_and_quoted(asker));
    }
    if (open->params.empty()) return by.empty() ? "" : open->name + by;
    return question_text(model, *open, asked.position) + by;
}

}  // namespace errata::checker
