// What happens at one moment: a block that is carried out together, and all state checks whose conditions
// hold. Where one thing is set and added to, the game says which comes first, or nobody does.
#include <algorithm>
#include <array>
#include <map>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/walk.h"
#include "compiler/lower/body.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

// What is done at one moment, with the clause that does it.
struct Written {
    CodeId code;
    ClauseId clause;
};

struct Write {
    const Code* node = nullptr;
    ClauseId clause;
    std::uint32_t stage = 0;  // 0: of the moment itself; else of what is put off, counted from 1
};

// By node that is put off until the moment is over: its stage, counted from 1.
std::map<CodeId, std::uint32_t> put_off(const Lowering& l, CodeId code) {
    std::map<CodeId, std::uint32_t> result;
    walk_code(l.model.flow.code, std::array{code}, [&](CodeId, const Code& defer) {
        if (defer.kind != CodeKind::Defer) return;
        walk_code(l.model.flow.code, defer.children,
                  [&](CodeId id, const Code&) { result[id] = std::max(result[id], defer.level + 1); });
    });
    return result;
}

std::vector<Write> writes_of(const Lowering& l, const std::vector<Written>& moment) {
    std::vector<Write> result;
    for (const Written& part : moment) {
        const std::map<CodeId, std::uint32_t> stages = put_off(l, part.code);
        walk_code(l.model.flow.code, std::array{part.code}, [&](CodeId id, const Code& node) {
            if (!is_write(node.kind) || node.is_reset) return;
            const auto stage = stages.find(id);
            result.push_back({&node, node.clause.is_valid() ? node.clause : part.clause,
                              stage == stages.end() ? 0 : stage->second});
        });
    }
    return result;
}

// May the two write one cell? Only constants tell them apart for sure.
bool may_meet(const Lowering& l, const Write& a, const Write& b) {
    const Code& one = *a.node;
    const Code& other = *b.node;
    if (a.stage != b.stage || one.var != other.var) return false;
    for (std::size_t i = 0; i + 1 < one.terms.size(); ++i) {
        const bool are_known = l.pool().is_constant(one.terms[i]) && l.pool().is_constant(other.terms[i]);
        if (are_known && one.terms[i] != other.terms[i]) return false;
    }
    return true;
}

bool adds(const Lowering& l, const Code& node) {
    if (node.kind == CodeKind::Increase || node.kind == CodeKind::Gain) return true;
    return node.kind == CodeKind::Lose && l.type(l.model.variable(node.var).type).form == TypeForm::Set;
}

// By variable: the clauses that, at one moment, set what others, or they themselves, add to.
std::map<VarId, std::vector<ClauseId>> who_sets_and_adds(const Lowering& l,
                                                         const std::vector<Written>& moment) {
    const std::vector<Write> writes = writes_of(l, moment);
    std::map<VarId, std::vector<ClauseId>> result;
    for (const Write& one : writes) {
        if (one.node->kind != CodeKind::Set) continue;
        for (const Write& other : writes) {
            if (!adds(l, *other.node) || !may_meet(l, one, other)) continue;
            add_once(result[one.node->var], one.clause);
            add_once(result[one.node->var], other.clause);
        }
    }
    return result;
}

// Those who may write against each other inside the block; the block itself where nobody does.
std::vector<ClauseId> who_disagrees(const Lowering& l, const Written& block) {
    std::vector<Write> writes = writes_of(l, {block});
    std::erase_if(writes, [](const Write& write) { return write.node->kind == CodeKind::Increase; });
    std::vector<ClauseId> result;
    for (const Write& one : writes) {
        const auto meets = [&](const Write& other) {
            return other.node != one.node && may_meet(l, one, other);
        };
        if (std::ranges::any_of(writes, meets)) add_once(result, one.clause);
    }
    if (result.empty()) result.push_back(block.clause);
    return result;
}

// Nobody says which counts last. `where`: what is done at the moment, or empty.
IncidentId which_first(const Lowering& l, std::vector<std::string> names, std::string where,
                       std::vector<ClauseId> clauses, dsl::Span span) {
    Incident order;
    order.code = FindingCode::OrderUnowned;
    order.order = OrderKind::Changes;
    order.kind = IncidentKind::SetAndAdded;
    order.names = std::move(names);
    order.detail = std::move(where);
    order.clauses = std::move(clauses);
    order.outcomes = {"what is set first", "what is added first"};
    order.span = span;
    order.settings = {"changes: set_first", "changes: add_first"};
    return add_incident(l, std::move(order));
}

}  // namespace

// Inside another moment that one decides.
CodeId simultaneously(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    Place inner = place;
    inner.at_once = true;
    Code node;
    node.kind = CodeKind::Simultaneously;
    node.children = {straight(l, stmt.blocks[0], inner)};
    node.clause = place.clause;
    node.sets_last = l.names.meta.sets_first == false;
    Incident incident;
    incident.code = FindingCode::ContradictionSetSet;
    incident.kind = IncidentKind::BlockDisagrees;
    incident.detail = l.reporter.excerpt(stmt.span);
    incident.clauses = who_disagrees(l, {node.children[0], place.clause});
    incident.span = stmt.span;
    node.incident = add_incident(l, std::move(incident));
    std::vector<ClauseId> clauses;
    for (const auto& [variable, both] : who_sets_and_adds(l, {{node.children[0], place.clause}})) {
        for (const ClauseId clause : both) add_once(clauses, clause);
    }
    const CodeId stated = l.model.flow.code.add(node);
    if (clauses.empty() || l.names.meta.sets_first || place.at_once) return stated;
    const IncidentId order = which_first(l, {}, l.reporter.excerpt(stmt.span), clauses, stmt.span);
    node.sets_last = true;
    return fork(l, order, {stated, l.model.flow.code.add(std::move(node))}, place.clause);
}

void order_state_checks(const Lowering& l) {
    l.model.policies.sets_last = l.names.meta.sets_first == false;
    if (l.names.meta.sets_first) return;
    std::vector<Written> moment;
    for (const StateCheck& check : l.model.rules.state_checks) moment.push_back({check.body, check.clause});
    for (auto& [variable, clauses] : who_sets_and_adds(l, moment)) {
        const ClauseId first = clauses.front();
        const IncidentId order = which_first(l, {l.model.variable(variable).name}, "", std::move(clauses),
                                             l.model.clause(first).span);
        l.model.rules.moment_orders.push_back({variable, order, first});
    }
}

}  // namespace errata::compiler
