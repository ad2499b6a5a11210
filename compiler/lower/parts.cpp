#include "compiler/lower/parts.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

using typed::Stmt;
using typed::StmtKind;

namespace {

// What others are made of is no part: its statements are.
bool does_something_itself(StmtKind kind) {
    switch (kind) {
        case StmtKind::Change:
        case StmtKind::Mark:
        case StmtKind::MarkFirst:
        case StmtKind::Unmark:
        case StmtKind::Perform:
        case StmtKind::Create:
        case StmtKind::Destroy:
        case StmtKind::Later:
            return true;
        case StmtKind::Introduce:
        case StmtKind::Let:
        case StmtKind::If:
        case StmtKind::DoThen:
        case StmtKind::ForEach:
        case StmtKind::InTurn:
        case StmtKind::Simultaneously:
        case StmtKind::Repeat:
        case StmtKind::Choose:
        case StmtKind::ChooseSeveral:
        case StmtKind::Distribute:
        case StmtKind::Secretly:
        case StmtKind::OpenWindow:
        case StmtKind::Cancel:
        case StmtKind::Solve:
        case StmtKind::Phase:
        case StmtKind::Settle:
        case StmtKind::End:
        case StmtKind::Nothing:
        case StmtKind::Insert:
        case StmtKind::Require:
        case StmtKind::Place:
        case StmtKind::Deal:
            return false;
    }
    return false;
}

// "g is not none": without it what follows could not be said at all.
bool asks_whether_there_is(const Lowering& l, TermId condition) {
    const Term& term = l.pool()[condition];
    if (term.kind != TermKind::Not) return false;
    const Term& equal = l.pool()[term.children[0]];
    return equal.kind == TermKind::Equal && std::ranges::any_of(equal.children, [&](TermId side) {
               return l.pool().is_constant(side) && l.pool()[side].payload == none_value;
           });
}

}  // namespace

PartId part_of(const Lowering& l, const Stmt& stmt, const Place& place) {
    const PartId around = l.model.flow.code.part();
    // A replacement stands for an event that somebody else has brought about.
    const bool replaces = place.ability != nullptr && place.ability->kind == typed::AbilityKind::Replacement;
    if (around.is_valid() || replaces || place.is_cost || !place.clause.is_valid() ||
        !does_something_itself(stmt.kind))
        return around;
    const ClauseKind kind = l.model.clause(place.clause).kind;
    if (kind != ClauseKind::Rule && kind != ClauseKind::Printed && kind != ClauseKind::Action) return around;
    const auto [known, is_new] =
        l.memory.parts.try_emplace({place.clause, &stmt, place.holes.get()}, PartId(l.model.parts.size()));
    if (is_new) {
        const std::size_t ability =
            l.memory.abilities.try_emplace({place.clause, place.ability}, l.memory.abilities.size())
                .first->second;
        l.model.parts.push_back({place.clause, ability, place.is_conditional, place.speaks_of_object});
    }
    return known->second;
}

Place under_condition(const Lowering& l, const Stmt& stmt, TermId condition, Place place) {
    if (!place.clause.is_valid()) return place;
    if (asks_whether_there_is(l, condition)) {
        place.speaks_of_object = true;
        return place;
    }
    const dsl::Span& whole = l.model.clause(place.clause).span;
    if (stmt.span.file == whole.file && stmt.span.begin >= whole.begin && stmt.span.end <= whole.end)
        place.is_conditional = true;
    return place;
}

}  // namespace errata::compiler
