#include "compiler/lower/body.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/code.h"
#include "compiler/lower/parts.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/lower/success.h"
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

// Does nothing follow inside such a statement on what it does last?
bool is_last_act(const Stmt& stmt) { return typed::facts(stmt.kind).ending == typed::Ending::Last; }

CodeId straight_from(const Lowering& l, const typed::Block& body, std::size_t from, Place place);

CodeId straight_if(const Lowering& l, const Stmt& stmt, const Place& place) {
    const TermId test = l.terms.term(stmt.exprs[0], place);
    const Place inner = under_condition(l, stmt, test, place);
    const CodeId then = straight(l, stmt.blocks[0], inner);
    const CodeId otherwise = stmt.blocks.size() > 1 ? straight(l, stmt.blocks[1], inner) : nothing(l);
    return if_else(l, test, then, otherwise, place.clause);
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
        case StmtKind::DoThen:
            return straight_do(l, stmt, place);
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
        case StmtKind::Deal:
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
    const InPart part(l, part_of(l, stmt, place));
    const CodeId code = straight_one(l, stmt, place);
    const std::optional<TermId> legal = speaks_of_legal(l, stmt, place);
    return legal ? if_else(l, *legal, code, nothing(l), place.clause) : code;
}

CodeId straight_from(const Lowering& l, const typed::Block& body, std::size_t from, Place place) {
    // Only behind the last act nothing is left of the round.
    const std::vector<EventRound> again = std::exchange(place.again, {});
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const Stmt& stmt = body[i];
        if (stmt.kind != StmtKind::Let) {
            if (i + 1 == body.size() && is_last_act(stmt)) place.again = again;
            parts.push_back(straight_if_legal(l, stmt, place));
            continue;
        }
        const TypedTerm value = let_value(l, stmt, place);
        const std::uint32_t level = place.level;
        l.terms.bind(place, stmt.local, stmt.name, storable(l, value));
        place.again = again;
        parts.push_back(let(l, level, value.term, straight_from(l, body, i + 1, place)));
        break;
    }
    return sequence(l, std::move(parts));
}

CodeId stopping_if(const Lowering& l, const Stmt& stmt, const Place& place, const Continuation& next) {
    const TermId test = l.terms.term(stmt.exprs[0], place);
    const Continuation after = shared(l, place.name + ": after if", next);
    const Place inner = under_condition(l, stmt, test, place);
    const CodeId then = tail(l, stmt.blocks[0], inner, after);
    const CodeId otherwise = stmt.blocks.size() > 1 ? tail(l, stmt.blocks[1], inner, after) : after();
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
        case StmtKind::DoThen:
            return stopping_do(l, stmt, place, next);
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
        case StmtKind::Deal:
            break;
    }
    ERRATA_CHECK(false && "stmt_kinds.def and stopping_one disagree");
    return nothing(l);
}

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
        Continuation rest = [&l, &body, i, place, &next, around = l.model.flow.code.part()]() {
            const InPart behind(l, around);
            return tail_from(l, body, i + 1, place, next);
        };
        if (legal) rest = shared(l, place.name + ": goes on", rest);
        Place here = place;
        here.ends_event = place.ends_event && i + 1 == body.size() && is_last_act(stmt);
        const InPart part(l, part_of(l, stmt, place));
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

CodeId straight(const Lowering& l, const typed::Block& body, Place place) {
    return straight_from(l, body, 0, std::move(place));
}

namespace {

// --- how the game ends

EndingId ending_of(const Lowering& l, const WrittenEnding& written) {
    const auto [found, is_new] =
        l.memory.endings.try_emplace(written.name, EndingId(l.model.rules.endings.size()));
    if (is_new) l.model.rules.endings.push_back(Ending{written.name, {}, written.span});
    return found->second;
}

}  // namespace

CodeId tell_winner(const Lowering& l, const WrittenEnding& written, const Place& place) {
    if (written.winner.empty()) return nothing(l);
    Ending& ending = l.model.rules.endings[ending_of(l, written).index];
    if (!ending.winner.is_valid()) {
        const TypeId type = l.model.types.optional(l.names.vocabulary.player_type);
        ending.winner = add_kept(l, "winner of \"" + written.name + "\"", {}, type, none_value, written.span);
    }
    return set(l, ending.winner, {}, l.terms.term(written.winner[0], place), written.clause);
}

CodeId finish(const Lowering& l, const WrittenEnding& written) {
    Code node;
    node.kind = CodeKind::Finish;
    node.ending = ending_of(l, written);
    node.clause = written.clause;
    return l.model.flow.code.add(std::move(node));
}

}  // namespace errata::compiler
