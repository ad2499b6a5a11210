#include "dsl/ast/dump_words.h"

namespace errata::dsl::ast {

const char* word(TypeKind kind) {
    switch (kind) {
        case TypeKind::Named:
            return "named";
        case TypeKind::Optional:
            return "optional";
        case TypeKind::Set:
            return "set";
        case TypeKind::Range:
            return "range";
        case TypeKind::Number:
            return "number";
        case TypeKind::Counter:
            return "counter";
        case TypeKind::Order:
            return "order";
        case TypeKind::Bool:
            return "bool";
        case TypeKind::Missing:
            return "missing";
    }
    return "";
}

const char* word(ExprKind kind) {
    switch (kind) {
        case ExprKind::Number:
            return "number";
        case ExprKind::Bool:
            return "bool";
        case ExprKind::None:
            return "none";
        case ExprKind::Any:
            return "any";
        case ExprKind::Name:
            return "name";
        case ExprKind::Quoted:
            return "quoted";
        case ExprKind::Field:
            return "field";
        case ExprKind::Call:
            return "call";
        case ExprKind::Can:
            return "can";
        case ExprKind::SetLiteral:
            return "set";
        case ExprKind::Not:
            return "not";
        case ExprKind::Negate:
            return "negate";
#define ERRATA_INFIX(kind, text, level, dumped) \
    case ExprKind::kind:                        \
        return dumped;
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
        case ExprKind::If:
            return "if";
        case ExprKind::Some:
            return "some";
        case ExprKind::No:
            return "no";
        case ExprKind::Every:
            return "every";
        case ExprKind::NumberOf:
            return "number-of";
        case ExprKind::Sum:
            return "sum";
        case ExprKind::First:
            return "first";
        case ExprKind::Path:
            return "path";
        case ExprKind::Solutions:
            return "solutions";
        case ExprKind::Error:
            return "error";
    }
    return "";
}

const char* word(StmtKind kind) {
    static constexpr const char* words[] = {
#define ERRATA_STATEMENT(kind, opening, dumped) dumped,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
    };
    return words[static_cast<std::size_t>(kind)];
}

const char* word(AbilityKind kind) {
    switch (kind) {
        case AbilityKind::Trigger:
            return "when";
        case AbilityKind::PhaseHook:
            return "at";
        case AbilityKind::Prohibition:
            return "cannot";
        case AbilityKind::During:
            return "as";
        case AbilityKind::Replacement:
            return "instead-of";
        case AbilityKind::StateCheck:
            return "whenever";
        case AbilityKind::Ending:
            return "ending";
        case AbilityKind::If:
            return "if";
        case AbilityKind::OnlyIf:
            return "only-if";
        case AbilityKind::Iff:
            return "iff";
        case AbilityKind::NotIf:
            return "not-if";
        case AbilityKind::CountsAs:
            return "counts-as";
        case AbilityKind::May:
            return "may";
        case AbilityKind::StateTrigger:
            return "as-soon-as";
        case AbilityKind::Ignores:
            return "ignores";
        case AbilityKind::Effect:
            return "effect";
        case AbilityKind::Effects:
            return "effects";
        case AbilityKind::Insert:
            return "insert";
        case AbilityKind::Error:
            return "error";
    }
    return "";
}

const char* word(ItemKind kind) {
    switch (kind) {
        case ItemKind::Game:
            return "game";
        case ItemKind::Import:
            return "import";
        case ItemKind::Player:
            return "player";
        case ItemKind::Enum:
            return "enum";
        case ItemKind::Zone:
            return "zone";
        case ItemKind::Kind:
            return "kind";
        case ItemKind::Grid:
            return "grid";
        case ItemKind::Sites:
            return "sites";
        case ItemKind::Window:
            return "window";
        case ItemKind::State:
            return "state";
        case ItemKind::Relation:
            return "relation";
        case ItemKind::Define:
            return "define";
        case ItemKind::Open:
            return "open";
        case ItemKind::Derived:
            return "derived";
        case ItemKind::Inductive:
            return "inductive";
        case ItemKind::Equations:
            return "equations";
        case ItemKind::Action:
            return "action";
        case ItemKind::Rule:
            return "rule";
        case ItemKind::Printed:
            return "printed";
        case ItemKind::Card:
            return "card";
        case ItemKind::Cards:
            return "cards";
        case ItemKind::Category:
            return "category";
        case ItemKind::Phrase:
            return "phrase";
        case ItemKind::Turn:
            return "turn";
        case ItemKind::Setup:
            return "setup";
        case ItemKind::Screen:
            return "screen";
        case ItemKind::Scope:
            return "scope";
        case ItemKind::Meta:
            return "meta";
        case ItemKind::Scenario:
            return "scenario";
        case ItemKind::Check:
            return "check";
        case ItemKind::Partition:
            return "partition";
        case ItemKind::Ruling:
            return "ruling";
        case ItemKind::Reading:
            return "reading";
        case ItemKind::Accept:
            return "accept";
        case ItemKind::Expect:
            return "expect";
        case ItemKind::Omit:
            return "omit";
        case ItemKind::Error:
            return "error";
    }
    return "";
}

}  // namespace errata::dsl::ast
