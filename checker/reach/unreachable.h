// Things that should occur in some play: endings, printed items, abilities and what they put off, states
// declared reachable, premises of claims. Listed once, so that both engines look for the same things and
// write the same findings; an engine says which occur.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/option_at.h"
#include "checker/search/completeness.h"
#include "checker/search/task.h"

namespace errata::checker {

// Event: what a ruling speaks of that begins with `after`.
// PutOff: what an ability puts off (`later`), where the ability itself is used.
// Option: one of several to choose from, where somebody stands before the choice.
enum class SoughtKind { Ending, Item, Ability, PutOff, Option, State, Premise, Event };

struct Sought {
    SoughtKind kind = SoughtKind::Ending;
    std::size_t index = 0;            // of the ending, printed item, clause, trigger or claim
    compiler::TermId condition = {};  // Item, State, Premise: what must hold in some state
    // Ending, Item: reported with it, and not again if they are never used. Option: whose text it is
    std::vector<compiler::ClauseId> clauses = {};
    std::optional<FactKind> excluded = {};  // why no play of any scope can show it
    bool is_undecided = false;          // what must hold has no value in some state, for several would fit
    std::vector<OptionAt> places = {};  // Option: where its text stands
    bool is_asked = false;              // Option: somebody stands before the choice
    bool occurs = false;
    std::size_t steps = 0;              // if it occurs: of the play that shows it
    std::optional<Status> absent = {};  // Proved or Complete: no play shows it
};

// That it occurs; of abilities, that each is used.
ClaimId claim_of(const Sought& one);

// Of the finding that such a thing does not occur.
compiler::FindingCode code_of(SoughtKind kind);

// In the order endings, items, states and premises, abilities, options; with what the text of the model alone
// excludes.
std::vector<Sought> things_sought(const compiler::Model& model);

// Marks what occurs in a searched graph; each with a replayed play.
void mark_occurring(Task& task, const Reach& reach, std::vector<Sought>& sought);

// Findings and verdicts. What neither occurs nor is known to be absent is a verdict with `open`.
void report_sought(Task& task, const std::vector<Sought>& sought, const Completeness& open);

}  // namespace errata::checker
