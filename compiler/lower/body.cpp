#include "compiler/lower/body.h"

#include <algorithm>
#include <array>

#include "compiler/ir/walk.h"
#include "compiler/lower/endings.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/lower/targets.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Stmt;
using typed::StmtKind;

// --- which bodies stop

namespace {

// An action stops where its body, something that is done with it or in its place, or a window around it does.
bool action_stops(const Lowering& l, ActionId action, const Place& place, bool indivisible) {
    const ActionRules& rules = l.arranged.actions[action.index];
    if (l.arranged.opens_window(action)) return true;
    if (l.names.meta.immediate && (l.names.callables.has_later || l.arranged.is_heard(action))) return true;
    // Several replacements have to be chosen from where there is room for it.
    if (!indivisible && !rules.replacements.empty() && !is_decided(l, rules.replacements)) return true;
    const auto known = l.memory.stops.find({action, indivisible});
    if (known != l.memory.stops.end()) return known->second;
    auto& underway = l.memory.underway.seeing;
    if (std::find(underway.begin(), underway.end(), action) != underway.end()) return false;
    underway.push_back(action);
    bool stops = has_stop(l, l.program.actions[action.index].block, inside(place), indivisible);
    for (const auto* added : {&rules.replacements, &rules.parts}) {
        for (const PlacedAbility& placed : *added)
            stops = stops || has_stop(l, placed.ability->body, at_ability(placed, place), indivisible);
    }
    underway.pop_back();
    l.memory.stops[{action, indivisible}] = stops;
    return stops;
}

// A hole: the phrase that fills it decides.
bool hole_stops(const Lowering& l, const Stmt& stmt, const Place& place, bool indivisible) {
    const Hole& hole = place.holes->by_name.at(stmt.name);
    const typed::PhraseBody* const phrase = l.terms.filler(hole, stmt.exprs, place);
    return phrase && has_stop(l, phrase->block, inside_hole(hole, place), indivisible);
}

}  // namespace

bool has_stop(const Lowering& l, const typed::Block& body, const Place& place, bool indivisible) {
    return std::any_of(body.begin(), body.end(),
                       [&](const Stmt& stmt) { return has_stop(l, stmt, place, indivisible); });
}

bool has_stop(const Lowering& l, const Stmt& stmt, const Place& place, bool indivisible) {
    const typed::StmtFacts& facts = typed::facts(stmt.kind);
    switch (facts.stops) {
        case typed::Stops::Always:
            return true;
        case typed::Stops::Never:
            return false;
        case typed::Stops::Inside: {
            const bool whole = indivisible || facts.extent == typed::Extent::Whole;
            return std::any_of(stmt.blocks.begin(), stmt.blocks.end(),
                               [&](const typed::Block& block) { return has_stop(l, block, place, whole); });
        }
        case typed::Stops::Asked:
            return stmt.kind == StmtKind::Perform ? action_stops(l, stmt.action, place, indivisible)
                                                  : hole_stops(l, stmt, place, indivisible);
    }
    return false;
}

// --- bodies

namespace {

CodeId straight_from(const Lowering& l, const typed::Block& body, std::size_t from, Place place);

CodeId straight_if(const Lowering& l, const Stmt& stmt, const Place& place) {
    const TermId test = l.terms.term(stmt.exprs[0], place);
    const CodeId then = straight(l, stmt.blocks[0], place);
    const CodeId otherwise = stmt.blocks.size() > 1 ? straight(l, stmt.blocks[1], place) : nothing(l);
    return if_else(l, test, then, otherwise, place.clause);
}

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

CodeId simultaneously(const Lowering& l, const Stmt& stmt, const Place& place) {
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

CodeId cancel(const Lowering& l, const Stmt& stmt, const Place& place) {
    if (!place.may_cancel) {
        l.reporter.error(DiagnosticKind::misplaced_statement, stmt.span, "there is no event here to cancel",
                         "'cancel' stands in the effect of 'may \"...\" in WINDOW before ACTION(...)'");
        return nothing(l);
    }
    return set(l, *l.names.store.cancelled, {}, l.pool().truth(true), place.clause);
}

CodeId straight_one(const Lowering& l, const Stmt& stmt, const Place& place) {
    if (!l.effort.has_room(stmt.span)) return nothing(l);
    switch (stmt.kind) {
        case StmtKind::Change:
            return change(l, stmt, place);
        case StmtKind::Introduce:
            return introduce(l, stmt, place);
        case StmtKind::If:
            return straight_if(l, stmt, place);
        case StmtKind::ForEach:
            return for_each_straight(l, stmt, place);
        case StmtKind::Simultaneously:
            return simultaneously(l, stmt, place);
        case StmtKind::Perform:
            return perform(l, stmt, place, nullptr);
        case StmtKind::Insert:
            return insert(l, stmt, place, nullptr);
        case StmtKind::Destroy:
            return destroy(l, stmt, place);
        case StmtKind::Mark:
        case StmtKind::MarkFirst:
        case StmtKind::Unmark:
            return mark(l, stmt, place);
        case StmtKind::Cancel:
            return cancel(l, stmt, place);
        case StmtKind::Solve:
            return solve(l, stmt, place);
        case StmtKind::Nothing:
        case StmtKind::Require:
        case StmtKind::Place:
        case StmtKind::Let:
            return nothing(l);
        case StmtKind::InTurn:
        case StmtKind::Repeat:
        case StmtKind::Choose:
        case StmtKind::ChooseSeveral:
        case StmtKind::Distribute:
        case StmtKind::Secretly:
        case StmtKind::Later:
        case StmtKind::OpenWindow:
        case StmtKind::Phase:
        case StmtKind::Settle:
        case StmtKind::End:
        case StmtKind::Create:
            break;
    }
    // A stop inside something indivisible.
    l.reporter.error(
        DiagnosticKind::choice_in_simultaneous, stmt.span,
        "a choice, loop or end cannot be part of something indivisible",
        "take it out of the 'simultaneously', 'whenever' or setup it stands in; 'as soon as' is a "
        "'whenever' that may choose");
    return nothing(l);
}

// The value of a `let`. What it says of an illegal target is not asked, and what speaks of it is not done.
TypedTerm let_value(const Lowering& l, const Stmt& stmt, Place& place) {
    TypedTerm value = l.terms.value(stmt.exprs[0], place);
    const std::optional<TermId> legal = speaks_of_legal(l, stmt, place);
    if (!legal) return value;
    value.type = storable(l, value);
    const TermId otherwise = l.pool().constant(initial_value(l.type(value.type)));
    value.term = l.pool().make(TermKind::Ite, {*legal, value.term, otherwise});
    place.aimed.push_back({{stmt.local}, *legal});
    return value;
}

// Only if what it speaks of is legal.
CodeId straight_if_legal(const Lowering& l, const Stmt& stmt, const Place& place) {
    const CodeId code = straight_one(l, stmt, place);
    const std::optional<TermId> legal = speaks_of_legal(l, stmt, place);
    return legal ? if_else(l, *legal, code, nothing(l), place.clause) : code;
}

CodeId straight_from(const Lowering& l, const typed::Block& body, std::size_t from, Place place) {
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const Stmt& stmt = body[i];
        if (stmt.kind != StmtKind::Let) {
            parts.push_back(straight_if_legal(l, stmt, place));
            continue;
        }
        const TypedTerm value = let_value(l, stmt, place);
        const std::uint32_t level = place.level;
        l.terms.bind(place, stmt.local, stmt.name, storable(l, value));
        parts.push_back(let(l, level, value.term, straight_from(l, body, i + 1, place)));
        break;
    }
    return sequence(l, std::move(parts));
}

CodeId stopping_if(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const TermId test = l.terms.term(stmt.exprs[0], place);
    const Continuation after = shared(l, place.name + ": after if", next);
    const CodeId then = tail(l, stmt.blocks[0], place, after);
    const CodeId otherwise = stmt.blocks.size() > 1 ? tail(l, stmt.blocks[1], place, after) : after();
    return if_else(l, test, then, otherwise, place.clause);
}

CodeId end(const Lowering& l, const Stmt& stmt, const Place& place) {
    const WrittenEnding written{stmt.name, stmt.exprs, stmt.span, place.clause};
    return sequence(l, {tell_winner(l, written, place), rulings_at_the_end(l, place), finish(l, written)});
}

CodeId stopping_one(const Lowering& l, const Stmt& stmt, Place place, const Continuation& next) {
    if (!l.effort.has_room(stmt.span)) return nothing(l);
    switch (stmt.kind) {
        case StmtKind::If:
            return stopping_if(l, stmt, place, next);
        case StmtKind::ForEach:
            return for_each_stopping(l, stmt, place, next);
        case StmtKind::InTurn:
            return for_each_in_turn(l, stmt, place, next);
        case StmtKind::Simultaneously:
            straight(l, stmt.blocks[0], place);  // reports what cannot stand there
            return next();
        case StmtKind::Repeat:
            return repeat(l, stmt, place, next);
        case StmtKind::Choose:
            return choose(l, stmt, place, next);
        case StmtKind::ChooseSeveral:
            return choose_several(l, stmt, place, next);
        case StmtKind::Distribute:
            return distribute(l, stmt, place, next);
        case StmtKind::Phase:
            return phase(l, stmt, std::move(place), next);
        case StmtKind::Settle:
            return settle(l, place.name, place, next);
        case StmtKind::End:
            return end(l, stmt, place);
        case StmtKind::Create:
            return create(l, stmt, place, next);
        case StmtKind::Secretly:
            return secretly(l, stmt, place, next);
        case StmtKind::Later:
            return later(l, stmt, place, next);
        case StmtKind::OpenWindow:
            return open_window(l, stmt, place, next);
        case StmtKind::Perform:
            return perform(l, stmt, place, &next);
        case StmtKind::Insert:
            return insert(l, stmt, place, &next);
        case StmtKind::Change:
        case StmtKind::Introduce:
        case StmtKind::Let:
        case StmtKind::Cancel:
        case StmtKind::Solve:
        case StmtKind::Mark:
        case StmtKind::MarkFirst:
        case StmtKind::Unmark:
        case StmtKind::Destroy:
        case StmtKind::Nothing:
        case StmtKind::Require:
        case StmtKind::Place:
            break;
    }
    ERRATA_CHECK(false && "stmt_kinds.def and stopping_one disagree");
    return nothing(l);
}

// Does nothing follow inside such a statement on what it does last?
bool is_last_act(const Stmt& stmt) { return typed::facts(stmt.kind).ending == typed::Ending::Last; }

CodeId tail_from(const Lowering& l, const typed::Block& body, std::size_t from, Place place,
                 const Continuation& next) {
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const Stmt& stmt = body[i];
        if (stmt.kind == StmtKind::Let) {
            const bool rest_stops =
                std::any_of(body.begin() + static_cast<std::ptrdiff_t>(i) + 1, body.end(),
                            [&](const Stmt& following) { return has_stop(l, following, place, false); });
            if (!rest_stops) {
                parts.push_back(straight_from(l, body, i, place));
                break;
            }
            const TypedTerm value = let_value(l, stmt, place);
            const std::uint32_t reg = claim_register(l, place, stmt.local, stmt.name, storable(l, value));
            parts.push_back(set_register(l, reg, value.term));
            continue;
        }
        if (!has_stop(l, stmt, place, false)) {
            parts.push_back(straight_if_legal(l, stmt, place));
            continue;
        }
        const std::optional<TermId> legal = speaks_of_legal(l, stmt, place);
        Continuation rest = [&l, &body, i, place, &next]() { return tail_from(l, body, i + 1, place, next); };
        if (legal) rest = shared(l, place.name + ": goes on", rest);
        Place here = place;
        here.ends_event = place.ends_event && i + 1 == body.size() && is_last_act(stmt);
        const CodeId code = stopping_one(l, stmt, std::move(here), rest);
        parts.push_back(legal ? if_else(l, *legal, code, rest(), place.clause) : code);
        return sequence(l, std::move(parts));
    }
    parts.push_back(next());
    return sequence(l, std::move(parts));
}

}  // namespace

CodeId tail(const Lowering& l, const typed::Block& body, Place place, const Continuation& next) {
    return tail_from(l, body, 0, std::move(place), next);
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

CodeId straight(const Lowering& l, const typed::Block& body, Place place) {
    return straight_from(l, body, 0, std::move(place));
}

}  // namespace errata::compiler
