#include "reports/explain/state_graph.h"

#include <algorithm>

#include "checker/claims/claims.h"
#include "checker/headline.h"
#include "checker/plays/describe.h"
#include "checker/search/workbench.h"
#include "reports/explain/names.h"
#include "reports/explain/position.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Exploration;
using checker::StateId;
using compiler::Model;
using compiler::MoveKind;
using compiler::State;
using compiler::Successor;
using compiler::Variable;

namespace {

void add_once(std::vector<std::string>& lines, std::string line) {
    if (std::ranges::find(lines, line) == lines.end()) lines.push_back(std::move(line));
}

// What the spec declares, and the phase.
bool is_of_the_spec(const Variable& variable) {
    return !variable.is_kept && (variable.span.is_valid() || variable.is_phase);
}

std::vector<std::string> value_lines(const Model& model, const State& state) {
    std::vector<std::string> lines;
    for (const Variable& variable : model.variables) {
        if (!is_of_the_spec(variable)) continue;
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            if (state[cell] == variable.initial) continue;
            lines.push_back(
                (checker::cell_name(model, cell) + " = " + checker::cell_value_text(model, cell, state[cell]))
                    .text());
        }
    }
    return lines;
}

std::string clause_words(const Model& model, compiler::ClauseId id) {
    const compiler::Clause& clause = model.clause(id);
    return std::string(compiler::kind_word(clause)) + " " + clause.name;
}

// What waits there, by the ability it is from.
std::vector<std::string> agenda_lines(const Model& model, const State& state) {
    std::vector<std::string> lines;
    for (std::size_t frame = 0; frame + 1 < model.layout.frames; ++frame) {
        if (state[model.layout.frame(frame + 1)] == 0) break;
        const auto point = static_cast<std::size_t>(state[model.layout.frame(frame)] - 1);
        const compiler::ClauseId clause = model.flow.points[point].clause;
        lines.push_back(clause.is_valid() ? clause_words(model, clause) : model.flow.points[point].name);
    }
    return lines;
}

std::vector<std::string> incident_lines(const Model& model,
                                        const std::vector<compiler::Occurrence>& occurrences) {
    std::vector<std::string> lines;
    for (const compiler::Occurrence& occurrence : occurrences) {
        const compiler::Incident& incident = model.incidents.all[occurrence.incident.index];
        add_once(lines, std::string(compiler::code_name(incident.code)) + ": " +
                            said(checker::headline(model, incident)));
    }
    return lines;
}

std::vector<std::string> broken_claims(const compiler::Evaluator& evaluator, const State& state) {
    std::vector<std::string> lines;
    for (const compiler::Claim& claim : evaluator.model().asked.claims) {
        if (claim.kind != compiler::ClaimKind::Always && claim.kind != compiler::ClaimKind::Never) continue;
        if (checker::breach(evaluator, claim, state)) add_once(lines, checker::claim_name(claim));
    }
    return lines;
}

std::string move_words(const Model& model, const State& before, const compiler::Move& move) {
    const compiler::Phrase text =
        move.kind == MoveKind::Otherwise ? "otherwise" : checker::move_text(model, before, move);
    return ((text.empty() ? "goes on" : text) + undecided_words(model, move)).text();
}

std::string target_words(const Exploration& exploration, const Successor& successor) {
    if (successor.next) {
        const std::optional<StateId> target = exploration.find(*successor.next);
        return target ? std::to_string(target->index) : "not looked at";
    }
    if (successor.too_many_orders) return "cut (too many orders)";
    if (successor.too_many_ways) return "cut (too many ways)";
    if (successor.given_up) return "cut (too large)";
    return successor.cut ? "cut" : "error";
}

StateLines state_lines(const compiler::Evaluator& evaluator, const Exploration& exploration, StateId id) {
    const Model& model = evaluator.model();
    const State state = exploration.state(id);
    const compiler::Expansion expansion = evaluator.expand(state);
    StateLines lines;
    if (!expansion.over) lines.who = actor_name(model, expansion.owner);
    lines.values = value_lines(model, state);
    lines.agenda = agenda_lines(model, state);
    lines.pending = pending_names(model, state);
    lines.ending = ending_name(model, state);
    lines.broken = broken_claims(evaluator, state);
    lines.incidents = incident_lines(model, expansion.incidents);
    for (const Successor& successor : expansion.successors) {
        EdgeLines& edge = lines.edges.emplace_back();
        edge.target = target_words(exploration, successor);
        edge.move = move_words(model, state, successor.move);
        for (const compiler::ClauseId clause : successor.used)
            add_once(edge.used, clause_words(model, clause));
        edge.incidents = incident_lines(model, successor.incidents);
    }
    return lines;
}

}  // namespace

StateGraph explain_graph(const Model& model, std::size_t setup, std::size_t most_states) {
    checker::Workbench::Limits limits;
    limits.budget.states = most_states;
    limits.reductions = checker::no_reductions;
    limits.reductions.readings = true;
    checker::Workbench workbench(compiler::Evaluator(model), limits);
    StateGraph graph;
    graph.setup = setup_name(model, setup);
    const checker::Reach* reach = workbench.reach(setup);
    graph.listed = reach != nullptr;
    if (reach == nullptr) return graph;
    const Exploration& exploration = reach->exploration();
    graph.begins = reach->initial_states();
    graph.reached = exploration.size();
    for (std::size_t i = 0; i < exploration.outcome().expanded; ++i)
        graph.states.push_back(state_lines(workbench.evaluator(), exploration, StateId(i)));
    return graph;
}

}  // namespace errata::reports
