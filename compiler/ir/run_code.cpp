#include "compiler/ir/run_code.h"

#include <algorithm>
#include <utility>

#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

// Which children can do anything in the state as it is, none of them changes.
void sequence(Transition& t, CodeId id, const Code& node) {
    const CaseList* const cases = t.shortcuts == nullptr ? nullptr : t.shortcuts->cases.code(id);
    each_entry(cases, t.terms.cells, node.children.size(), [&](std::uint32_t child) {
        run(t, node.children[child]);
        return !t.failed() && t.end == RunEnd::None;
    });
}

// A prohibition or replacement that applies speaks, though it may write nothing; so do those of bearers.
void branch(Transition& t, const Code& node, ClauseId outer) {
    const bool condition = t.terms.evaluate(node.terms[0]) != 0;
    if (t.failed()) return;
    if (condition && t.clause != outer) t.journal.use(t.clause);
    if (condition) return run(t, node.children[0]);
    if (node.children.size() > 1) run(t, node.children[1]);
}

void branch_at_rest(Transition& t, const Code& node) {
    const bool rests = is_at_rest(t);
    if (!t.failed()) run(t, node.children[rests ? 0 : 1]);
}

void let(Transition& t, const Code& node) {
    const Value value = t.terms.evaluate(node.terms[0]);
    if (t.failed()) return;
    const std::size_t outside = t.terms.binders.bind(node.level, value);
    run(t, node.children[0]);
    t.terms.binders.unbind(outside);
}

void set_register(Transition& t, const Code& node) {
    const Value value = t.terms.evaluate(node.terms[0]);
    if (!t.failed()) t.registers()[node.level] = value;
}

void for_each(Transition& t, const Code& node, ClauseId outer) {
    const Type& domain = t.model.type(node.domain);
    for (Value value = domain.first(); value <= domain.hi; ++value) {
        const std::size_t outside = t.terms.binders.bind(node.level, value);
        const bool holds = t.terms.evaluate(node.terms[0]) != 0;
        if (t.failed()) return;
        if (holds && t.clause != outer) t.journal.use(t.clause);
        if (holds) run(t, node.children[0]);
        if (t.failed()) return;
        t.terms.binders.unbind(outside);
    }
}

void simultaneously(Transition& t, const Code& node) {
    open_block(t, node.incident);
    run(t, node.children[0]);
    if (t.failed()) return;
    close_block(t, node.sets_last);
    if (t.moment.open == 0 && !t.failed()) run_deferred(t, node.incident, node.sets_last);
}

void fork(Transition& t, const Code& node) {
    const std::uint32_t outcome = t.decisions.decide(static_cast<std::uint32_t>(node.children.size()));
    t.journal.meet(node.incident, t.clause);
    t.journal.use(t.clause);
    t.journal.outcomes.emplace_back(node.incident, outcome);
    run(t, node.children[outcome]);
}

void run_holding(Transition& t, const Code& node, const Assignment& values) {
    std::optional<Assignment> outside = hold(t.terms, node.equations, values);
    run(t, node.children[0]);
    if (!t.failed()) hold(t.terms, node.equations, std::move(outside));
}

// Nobody decides between several solutions, as with a Fork; what was taken elsewhere in the transition does
// not count.
void solve(Transition& t, const Code& node) {
    const Solved& solved = solve(t.terms, node.equations);
    if (t.failed()) return;
    const Equations& equations = t.model.functions.equations[node.equations.index];
    const std::vector<Assignment>& solutions = solved.solutions;
    if (solutions.empty() && !solved.backups) {
        if (node.children.size() > 1) return run(t, node.children[1]);
        t.journal.use(t.clause);
        return t.journal.meet(equations.none, t.clause);
    }
    if (solutions.empty()) return run_holding(t, node, *solved.backups);
    if (solutions.size() == 1) return run_holding(t, node, solutions[0]);
    if (node.children.size() > 2) return run(t, node.children[2]);
    const std::uint32_t outcome = t.decisions.decide(static_cast<std::uint32_t>(solutions.size()));
    t.journal.meet(equations.several, t.clause);
    t.journal.use(t.clause);
    t.journal.outcomes.emplace_back(equations.several, outcome);
    run_holding(t, node, solutions[outcome]);
}

void finish(Transition& t, const Code& node) {
    t.journal.use(t.clause);
    t.state[t.model.layout.over] = Value{node.ending.index} + 1;
    t.end = RunEnd::Finish;
}

// What cannot be told fails nothing.
void report(Transition& t, const Code& node) {
    t.journal.meet(node.incident, t.clause);
    t.journal.use(t.clause);
    const bool is_told =
        std::ranges::find(t.journal.reported, node.incident, &Reported::incident) != t.journal.reported.end();
    if (node.terms.empty() || is_told) return;
    Reported reported{node.incident, {}};
    for (const TermId term : node.terms) reported.about.push_back(tried(t.terms, term).value_or(none_value));
    t.journal.reported.push_back(std::move(reported));
}

void run_node(Transition& t, CodeId id, const Code& node, ClauseId outer) {
    switch (node.kind) {
        case CodeKind::Sequence:
            return sequence(t, id, node);
        case CodeKind::If:
            return branch(t, node, outer);
        case CodeKind::IfAtRest:
            return branch_at_rest(t, node);
        case CodeKind::Let:
            return let(t, node);
        case CodeKind::ForEach:
            return for_each(t, node, outer);
        case CodeKind::AnyOrder:
            return any_order(t, node);
        case CodeKind::Rounds:
            return rounds(t, node);
        case CodeKind::Again:
            return again(t, node);
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return write(t, node);
        case CodeKind::SetRegister:
            return set_register(t, node);
        case CodeKind::Simultaneously:
            return simultaneously(t, node);
        case CodeKind::Defer:
            return defer(t, node);
        case CodeKind::Fork:
            return fork(t, node);
        case CodeKind::Solve:
            return solve(t, node);
        case CodeKind::Report:
            return report(t, node);
        case CodeKind::Pend:
            return pend(t, node);
        case CodeKind::Forget:
            return forget(t, node);
        case CodeKind::Goto:
            return run(t, t.model.flow.labels[node.label.index].code);
        case CodeKind::Call:
            return call(t, node);
        case CodeKind::Stop:
            return stop(t, node);
        case CodeKind::Return:
            return leave(t);
        case CodeKind::Finish:
            return finish(t, node);
        case CodeKind::Cut:
            t.cut = node.level == cut_ways ? RunCut::Ways : RunCut::Room;
            t.end = RunEnd::Cut;
    }
}

}  // namespace

void Transition::begin(const State& from) {
    state = from;
    changes.clear();
    parts.clear();
    part = {};
    moment.open = 0;
    moment.deferred.clear();
    settling = false;
    end = RunEnd::None;
    cut = RunCut::No;
    terms.look_at(state.data(), registers());
}

void Transition::carry_on(PartId next) {
    part = next;
    if (part.is_valid() && (parts.empty() || parts.back().part != part)) parts.push_back({part});
}

void Transition::note_write(const Code& node, std::size_t cell, Value before, Value after) {
    if (!part.is_valid() || begins_life(node)) return;
    const auto carried = std::ranges::find(parts.rbegin(), parts.rend(), part, &CarriedPart::part);
    carried->writes.push_back({cell, before, after, clause});
    carried->adds_nothing |= node.kind == CodeKind::Increase && before == after;
}

void run(Transition& t, LabelId label, ClauseId clause) {
    t.clause = clause;
    t.terms.speak_for(clause);
    run(t, t.model.flow.labels[label.index].code);
    ERRATA_CHECK(t.failed() || t.end != RunEnd::None);
}

// The first check that finishes the game decides how it ends; the others still do what they do.
void settle(Transition& t, const std::vector<std::size_t>& checks) {
    std::optional<Value> over;
    t.settling = true;
    open_block(t, t.model.incidents.settle_conflict);
    for (const std::size_t check : checks) {
        t.clause = t.model.rules.state_checks[check].clause;
        t.terms.speak_for(t.clause);
        t.journal.use(t.clause);
        t.end = RunEnd::None;
        run(t, t.model.rules.state_checks[check].body);
        if (t.failed()) return;
        if (t.end == RunEnd::Finish && !over) over = t.state[t.model.layout.over];
    }
    t.end = RunEnd::None;
    order_changes(t);
    close_block(t, t.model.policies.sets_last);
    if (!t.failed()) run_deferred(t, t.model.incidents.settle_conflict, t.model.policies.sets_last);
    if (over) t.state[t.model.layout.over] = *over;
}

void run(Transition& t, CodeId id) {
    const Code& node = t.model.flow.code[id];
    const ClauseId outer = t.clause;
    const PartId part = t.part;
    if (node.clause.is_valid()) {
        t.clause = node.clause;
        t.terms.speak_for(t.clause);
    }
    if (t.by_parts) t.carry_on(node.part);
    run_node(t, id, node, outer);
    t.part = part;
    t.clause = outer;
    t.terms.speak_for(outer);
}

void run_bound(Transition& t, const Code& node, Value value) {
    if (node.kind != CodeKind::ForEach) return run(t, node.children[0]);
    const std::size_t outside = t.terms.binders.bind(node.level, value);
    run(t, node.children[0]);
    if (!t.failed()) t.terms.binders.unbind(outside);
}

Successor Transition::result(Move move) const {
    Successor successor;
    successor.move = std::move(move);
    successor.move.outcomes = journal.outcomes;
    successor.incidents = journal.incidents;
    successor.used = journal.used;
    successor.open_values = journal.open_values;
    successor.reported = journal.reported;
    successor.clashes = journal.clashes;
    successor.changes = changes;
    successor.parts = parts;
    if (terms.failed()) {
        successor.given_up = terms.failure == Failure::TooLarge;
        successor.too_many_orders = terms.failure == Failure::TooManyOrders;
        successor.cut = successor.given_up || successor.too_many_orders;
        return successor;
    }
    successor.cut = cut != RunCut::No;
    successor.too_many_ways = cut == RunCut::Ways;
    if (successor.cut) return successor;
    State next = state;
    if (next[model.layout.over] != 0) {
        const auto at = [&](std::size_t cell) { return next.begin() + static_cast<std::ptrdiff_t>(cell); };
        std::fill(at(model.layout.frame(0)), at(model.layout.frame(model.layout.frames)), 0);
        std::fill(at(model.layout.slot(0)), at(model.layout.slot(model.layout.pending)), 0);
    }
    successor.next = canonical(model, std::move(next));
    return successor;
}

}  // namespace errata::compiler
