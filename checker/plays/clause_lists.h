// Lists of clauses in which each stands once, as findings name them, and the kinds of clauses that no finding
// blames.
#pragma once

#include <vector>

#include "checker/verdict.h"
#include "compiler/ir/clause.h"

namespace errata::checker {

using Clauses = std::vector<compiler::ClauseId>;

// The turn, its parts, windows and actions: what everything happens in.
bool is_frame(compiler::ClauseKind kind);
// What is asked of play, and no part of it.
bool is_question(compiler::ClauseKind kind);

bool has_clause(const Clauses& clauses, compiler::ClauseId clause);

// Adds a clause that is valid and is not there yet.
void add_clause(Clauses& clauses, compiler::ClauseId clause);
void add_clauses(Clauses& clauses, const Clauses& more);
// Adds them to the finding's clauses as those that help (Finding::helping), but for those that it has.
void add_helping(Finding& finding, const Clauses& clauses);

}  // namespace errata::checker
