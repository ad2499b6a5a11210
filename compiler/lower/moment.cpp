// What happens at one moment: a block that is carried out together, and what a state check does as a part of
// the moment of all of them. Where one thing is set and added to, the game says which comes first, or nobody
// does.
#include <algorithm>
#include <array>

#include "compiler/ir/walk.h"
#include "compiler/lower/body.h"

namespace errata::compiler {

namespace {

// What it is called when the writes of a block contradict each other.
std::string disagreement(const Lowering& l, CodeId block) {
    bool gains = false, loses = false, sets = false;
    walk_code(l.model.flow.code, std::array{block}, [&](CodeId, const Code& node) {
        gains = gains || node.kind == CodeKind::Gain;
        loses = loses || node.kind == CodeKind::Lose;
        sets = sets || node.kind == CodeKind::Set;
    });
    std::string values = "one thing is set to different values";
    const std::string members = "a set gains and loses the same";
    if (!gains || !loses) return values;
    return sets ? values + ", or " + members : members;
}

// May the two write one cell? Only constants tell them apart for sure.
bool may_meet(const Lowering& l, const Code& one, const Code& other) {
    if (one.var != other.var) return false;
    for (std::size_t i = 0; i + 1 < one.terms.size(); ++i) {
        const bool are_known = l.pool().is_constant(one.terms[i]) && l.pool().is_constant(other.terms[i]);
        if (are_known && one.terms[i] != other.terms[i]) return false;
    }
    return true;
}

// The clauses that, at one moment, set what others, or they themselves, add to.
std::vector<ClauseId> who_sets_and_adds(const Lowering& l, CodeId block, ClauseId around) {
    std::vector<Code> sets;
    std::vector<Code> adds;
    walk_code(l.model.flow.code, std::array{block}, [&](CodeId, const Code& node) {
        const bool is_of_set =
            node.var.is_valid() && l.type(l.model.variable(node.var).type).form == TypeForm::Set;
        if (node.kind == CodeKind::Set) sets.push_back(node);
        if (node.kind == CodeKind::Increase || node.kind == CodeKind::Gain ||
            (node.kind == CodeKind::Lose && is_of_set))
            adds.push_back(node);
    });
    std::vector<ClauseId> result;
    const auto add = [&](ClauseId clause) {
        if (!clause.is_valid()) clause = around;
        if (std::ranges::find(result, clause) == result.end()) result.push_back(clause);
    };
    for (const Code& one : sets) {
        for (const Code& other : adds) {
            if (!may_meet(l, one, other)) continue;
            add(one.clause);
            add(other.clause);
        }
    }
    return result;
}

// What is set and what is added at one moment: the game says which comes first, or nobody does.
CodeId sets_and_adds(const Lowering& l, Code block, std::vector<ClauseId> clauses, dsl::Span span) {
    block.sets_last = !clauses.empty() && l.names.meta.sets_first == false;
    if (clauses.empty() || l.names.meta.sets_first) return l.model.flow.code.add(std::move(block));
    Incident order;
    order.code = FindingCode::OrderUnowned;
    order.title = l.clause_name(block.clause) + ": what is set and added to at once";
    order.subject =
        "At the same moment one thing is set and added to, no rule says which comes first, and "
        "what comes of it differs: " +
        l.reporter.excerpt(span);
    order.clauses = std::move(clauses);
    order.outcomes = {"what is set first", "what is added first"};
    order.span = span;
    const ClauseId clause = block.clause;
    const CodeId sets_first = l.model.flow.code.add(block);
    block.sets_last = true;
    const CodeId adds_first = l.model.flow.code.add(std::move(block));
    return fork(l, add_incident(l, std::move(order)), {sets_first, adds_first}, clause);
}

}  // namespace

CodeId simultaneously(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    Code node;
    node.kind = CodeKind::Simultaneously;
    node.children = {straight(l, stmt.blocks[0], place)};
    node.clause = place.clause;
    Incident incident;
    incident.code = FindingCode::ContradictionSetSet;
    incident.title = l.clause_name(place.clause) + ": simultaneous changes";
    incident.subject =
        "At the same moment " + disagreement(l, node.children[0]) + ": " + l.reporter.excerpt(stmt.span);
    incident.clauses = {place.clause};
    incident.span = stmt.span;
    node.incident = add_incident(l, std::move(incident));
    std::vector<ClauseId> clauses = who_sets_and_adds(l, node.children[0], node.clause);
    return sets_and_adds(l, std::move(node), std::move(clauses), stmt.span);
}

CodeId within_moment(const Lowering& l, CodeId body, ClauseId clause, dsl::Span span) {
    std::vector<ClauseId> clauses = who_sets_and_adds(l, body, clause);
    if (clauses.empty()) return body;
    Code block;
    block.kind = CodeKind::Simultaneously;
    block.children = {body};
    block.clause = clause;
    block.incident = l.model.incidents.settle_conflict;
    return sets_and_adds(l, std::move(block), std::move(clauses), span);
}

}  // namespace errata::compiler
