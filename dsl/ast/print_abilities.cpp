#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

using grammar::quoted;

// ` if c`, or ` unless c` where it was written so.
static std::string condition_text(const std::vector<Expr>& exprs) {
    const bool is_unless = !exprs.empty() && exprs[0].unless;
    return is_unless ? guard_text("unless", exprs[0].args) : guard_text("if", exprs);
}

static std::string targets_text(const Ability& ability) {
    std::string result;
    for (const Targets& targets : ability.targets) {
        const std::string count = targets.quantity == Quantity::One
                                      ? ""
                                      : spelling(targets.quantity) + " " + count_text(targets.count[0]) + " ";
        result += std::string(1, break_mark) + "targeting " + count + binders_text(targets.binders) +
                  guard_text("with", targets.condition);
    }
    return result;
}

static std::string limit_text(const Ability& ability) {
    return ability.limit.uses.empty()
               ? ""
               : guard_text("limit", ability.limit.uses) + " per " + limit_moment(ability);
}

// What stands behind the event or phase of a `when` or `at`.
static std::string timed_text(const Ability& ability) {
    std::string result = (ability.looking_back ? " looking back" : "") + condition_text(ability.exprs);
    for (std::size_t i = 0; i < ability.given.size(); ++i) {
        const Given& given = ability.given[i];
        result += i == 0 ? break_mark + std::string("given ") : std::string(",") + break_mark;
        result += given.name + " = " + expr_text(given.value);
    }
    result += targets_text(ability);
    if (!ability.targets.empty()) result += guard_text("by", ability.owner);
    return result + limit_text(ability);
}

static std::string may_text(const Ability& ability) {
    std::string result = "may " + quoted(ability.title) + " in " + ability.play.window;
    if (ability.play.side != Side::Alone)
        result += break_mark + spelling(ability.play.side) + " " + call_text(ability.name, ability.params);
    result += guard_text("by", ability.owner);
    if (!ability.binders.empty()) {
        result += std::string(1, break_mark) + "for " + binders_text(ability.binders) +
                  guard_text("with", ability.play.condition);
    }
    return result + targets_text(ability) + condition_text(ability.exprs) + limit_text(ability);
}

static std::string exceptions_text(const Ability& ability) {
    std::string result;
    for (const std::string& id : ability.except_to.all) {
        result += result.empty() ? break_mark + std::string("except to ") : ", ";
        result += grammar::is_row(id) ? "[" + id + "]" : name_text(id);
    }
    return result;
}

// What an open statement is about.
static std::string subject_text(const Ability& ability) {
    const std::string call = call_text(ability.name, ability.params);
    if (ability.value.empty()) return (ability.kind == AbilityKind::NotIf ? "not " : "") + call;
    return call + (ability.kind == AbilityKind::NotIf ? " != " : " = ") + expr_text(ability.value[0]);
}

static std::string counted_text(const Ability& ability) {
    const std::string denied = ability.as.says == AbilityKind::NotIf ? "not " : "";
    const std::string said = denied + call_text(ability.name, ability.params) + std::string(1, break_mark) +
                             "counts as " + call_text(ability.as.name, ability.as.params);
    return said + (ability.as.says == AbilityKind::OnlyIf ? guard_text("only if", ability.exprs)
                                                          : condition_text(ability.exprs));
}

// The ability up to its costs and its body.
std::string head(const Ability& ability) {
    const std::string rows = ability.rows.empty() ? "" : rows_text(ability.rows).substr(1) + " ";
    const std::string event = call_text(ability.name, ability.params);
    switch (ability.kind) {
        case AbilityKind::Trigger:
            return rows + "when " + event + timed_text(ability);
        case AbilityKind::PhaseHook:
            return rows + "at " + ability.name + timed_text(ability);
        case AbilityKind::Prohibition:
            return rows + "cannot " + event + condition_text(ability.exprs) + exceptions_text(ability);
        case AbilityKind::During:
            return rows + "as " + event + condition_text(ability.exprs);
        case AbilityKind::Replacement:
            return rows + "instead of " + (ability.of_phase ? "phase " + ability.name : event) +
                   condition_text(ability.exprs);
        case AbilityKind::StateCheck:
            return rows + "whenever " + expr_text(ability.exprs[0]);
        case AbilityKind::StateTrigger:
            return rows + "as soon as " + expr_text(ability.exprs[0]);
        case AbilityKind::Ending:
            return rows + "ending " + quoted(ability.name) + guard_text("for", ability.value) +
                   condition_text(ability.exprs);
        case AbilityKind::If:
        case AbilityKind::NotIf:
            return rows + subject_text(ability) + condition_text(ability.exprs) + exceptions_text(ability);
        case AbilityKind::OnlyIf:
            return rows + subject_text(ability) + guard_text("only if", ability.exprs) +
                   exceptions_text(ability);
        case AbilityKind::Iff:
            return rows + subject_text(ability) + guard_text("iff", ability.exprs) + exceptions_text(ability);
        case AbilityKind::CountsAs:
            return rows + counted_text(ability) + exceptions_text(ability);
        case AbilityKind::May:
            return rows + may_text(ability);
        case AbilityKind::Ignores:
            return rows + "ignores " + name_text(ability.title) + " in " + event +
                   condition_text(ability.exprs);
        case AbilityKind::Effect:
            return rows + event + " " + spelling(ability.change) + " " + expr_text(ability.exprs[0]) +
                   condition_text({ability.exprs.begin() + 1, ability.exprs.end()});
        case AbilityKind::Effects:
            return rows + "for each " + binders_text(ability.binders) + with_text(ability.exprs[0]);
        case AbilityKind::Insert:
            return rows + ability.name + exceptions_text(ability);
        case AbilityKind::Error:
            return "";
    }
    return "";
}

bool has_body(AbilityKind kind) {
    switch (kind) {
        case AbilityKind::Trigger:
        case AbilityKind::During:
        case AbilityKind::PhaseHook:
        case AbilityKind::Replacement:
        case AbilityKind::StateCheck:
        case AbilityKind::May:
        case AbilityKind::Effects:
        case AbilityKind::StateTrigger:
            return true;
        case AbilityKind::Prohibition:
        case AbilityKind::Ending:
        case AbilityKind::If:
        case AbilityKind::OnlyIf:
        case AbilityKind::Iff:
        case AbilityKind::NotIf:
        case AbilityKind::CountsAs:
        case AbilityKind::Ignores:
        case AbilityKind::Effect:
        case AbilityKind::Insert:
        case AbilityKind::Error:
            return false;
    }
    return false;
}

}  // namespace errata::dsl::ast
