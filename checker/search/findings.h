// Turns evidence into findings, the same way for both engines: an engine brings a play, these write down what
// it shows. Status, severity and fingerprint are set elsewhere (Task::finding); the play is the shortest the
// engine has.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "checker/causes/same_play.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of findings with equal keys the one with the shortest play, the first of equals; in the order of codes.
class NearestFindings {
public:
    // Its code, whether the play comes back to where its loop begins, and its clauses.
    using Key = std::tuple<std::string_view, bool, std::vector<compiler::ClauseId>>;

    // Would a play of so many steps for the finding's code and clauses be kept? `returns`: a play that comes
    // back to where its loop begins.
    bool is_nearer(const Finding& finding, std::size_t steps, bool returns = false) const;
    void add(Finding finding);  // with its play
    std::vector<Finding> take();

    std::map<Key, Finding>& all() { return findings_; }

private:
    static Key key_of(const Finding& finding, bool returns);

    std::map<Key, Finding> findings_;
};

// Of the outcome of this number: who takes part on the way to its end, and on the way to no other outcome's.
std::vector<compiler::ClauseId> acting_only_in(const compiler::Model& model,
                                               const std::vector<Outcome>& outcomes, std::size_t number);

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

// Of a finding about a claim that is broken where its play ends: that it is, in whatever position. Empty: it
// is about no such claim. The model must outlive it.
IsShown breach_shown(const compiler::Model& model, const Finding& finding);

}  // namespace errata::checker
