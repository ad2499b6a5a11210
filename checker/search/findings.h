// Turns evidence into findings, the same way for both engines: an engine brings a play, these write down what
// it shows. Status, severity and fingerprint are set elsewhere (Task::finding); the play is the shortest the
// engine has.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of findings with equal code and clauses the one with the shortest play, the first of equals; in the order
// of codes.
class NearestFindings {
public:
    using Key = std::pair<std::string_view, std::vector<compiler::ClauseId>>;

    // Would a play of so many steps for the finding's code and clauses be kept?
    bool is_nearer(const Finding& finding, std::size_t steps) const;
    void add(Finding finding);  // with its play
    std::vector<Finding> take();

    std::map<Key, Finding>& all() { return findings_; }

private:
    std::map<Key, Finding> findings_;
};

// The state after the last step; the initial one for a play without steps. Requires that the last step leads
// to a state.
const compiler::State& last_state(const Trace& trace);

// Requires that the step before this one leads to a state.
const compiler::State& state_before(const Trace& trace, std::size_t step);
const compiler::State& state_before_last(const Trace& trace);

// The same move, however what nobody decides goes.
bool is_same_choice(compiler::Move a, compiler::Move b);

// The turn, its parts, windows and actions: what everything happens in.
bool is_frame(compiler::ClauseKind kind);
// What is asked of play, and no part of it.
bool is_question(compiler::ClauseKind kind);

// Of the outcome of this number: who takes part on the way to its end, and on the way to no other outcome's.
std::vector<compiler::ClauseId> acting_only_in(const compiler::Model& model,
                                               const std::vector<Outcome>& outcomes, std::size_t number);

// Adds a clause that is one and is not there yet.
void add_clause(std::vector<compiler::ClauseId>& clauses, compiler::ClauseId clause);
void add_clauses(std::vector<compiler::ClauseId>& clauses, const std::vector<compiler::ClauseId>& more);
// To the finding's clauses as those that help (Finding::helping), but for those that it has.
void add_helping(Finding& finding, const std::vector<compiler::ClauseId>& clauses);

// The clauses that changed something in the last step, and then the others it used, each once.
std::vector<compiler::ClauseId> clauses_of_last_step(const Trace& trace);

// Of a clash and of a value that leaves its range: whose writes make it, each once, in the order of the
// model.
std::vector<compiler::ClauseId> writers_of(const compiler::Occurrence& occurrence);

// `play` ends with the step (or in the state) that meets the incident. Without outcomes: claims/ways.h has
// them.
Finding incident_finding(const compiler::Evaluator& evaluator, const compiler::Occurrence& occurrence,
                         Trace play);

// Is this one of the model's own incidents (undefined, overflow), which say nothing without the clause that
// met them?
bool is_generic(const compiler::Model& model, compiler::IncidentId incident);

// `play` ends in a state without successor.
Finding deadlock_finding(const compiler::Model& model, Trace play);

// What a breach of the claim is reported as.
FindingCode code_of(const compiler::Claim& claim);

// `play` ends in a state that breaks the claim.
Finding claim_finding(const compiler::Evaluator& evaluator, const compiler::Claim& claim, Trace play,
                      Facts why);

// A ruling `after an action` that fails; `play` ends with the step that meets its incident.
Finding ruling_finding(const compiler::Evaluator& evaluator, const compiler::Claim& claim, Trace play);

// "after 3 transitions", "in the initial state".
std::string when_text(const Trace& play);

// Of a finding about a claim that is broken where its play ends: that it is, in whatever position. Empty: it
// is about no such claim.
std::function<bool(const compiler::State&)> breach_shown(const compiler::Evaluator& evaluator,
                                                         const Finding& finding);

}  // namespace errata::checker
