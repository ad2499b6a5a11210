#include "checker/plays/clause_lists.h"

#include <algorithm>

namespace errata::checker {

using namespace compiler;

bool is_frame(ClauseKind kind) {
    return kind == ClauseKind::Turn || kind == ClauseKind::Phase || kind == ClauseKind::Action ||
           kind == ClauseKind::Window;
}

bool is_question(ClauseKind kind) {
    using enum ClauseKind;
    return kind == Scenario || kind == Check || kind == Partition || kind == Ruling || kind == Setup;
}

bool has_clause(const Clauses& clauses, ClauseId clause) {
    return std::ranges::find(clauses, clause) != clauses.end();
}

void add_clause(Clauses& clauses, ClauseId clause) {
    if (clause.is_valid() && !has_clause(clauses, clause)) clauses.push_back(clause);
}

void add_clauses(Clauses& clauses, const Clauses& more) {
    for (const ClauseId clause : more) add_clause(clauses, clause);
}

void add_helping(Finding& finding, const Clauses& clauses) {
    for (const ClauseId clause : clauses) {
        if (has_clause(finding.clauses, clause)) continue;
        finding.clauses.push_back(clause);
        finding.helping.push_back(clause);
    }
}

}  // namespace errata::checker
