#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

using grammar::quoted;

// The part of a choice that stands in front of its body when there is one option with binders.
bool is_short_choice(const Stmt& stmt) {
    return stmt.options.size() == 1 && !stmt.options[0].binders.empty();
}

std::string option_text(const Option& option) {
    std::string result = "option " + quoted(option.label);
    if (option.binders.empty()) {
        result += guard_text("if", option.condition);
    } else {
        result += " for " + binders_text(option.binders);
        if (!option.condition.empty()) result += with_text(option.condition[0]);
    }
    return option.complete ? result + " when possible" : result;
}

static std::string choice_text(const Stmt& stmt) {
    const std::string owner = "by " + expr_text(stmt.exprs[0]);
    if (!is_short_choice(stmt)) return "choose " + owner;
    const Option& option = stmt.options[0];
    const std::string count =
        stmt.quantity == Quantity::One ? "" : spelling(stmt.quantity) + " " + count_text(stmt.exprs[1]) + " ";
    std::string result = "choose " + count + binders_text(option.binders);
    if (!option.condition.empty()) result += with_text(option.condition[0]);
    result += std::string(1, break_mark) + owner;
    return option.label.empty() ? result : result + " " + quoted(option.label);
}

std::string share_text(const Option& option) {
    std::string result = "over " + binders_text(option.binders);
    if (!option.condition.empty()) result += with_text(option.condition[0]);
    return result + guard_text("up to", option.most) + guard_text("only if", option.only_if);
}

static std::string distribution_text(const Stmt& stmt) {
    const std::string count = stmt.quantity == Quantity::One ? "" : spelling(stmt.quantity) + " ";
    std::string result =
        "distribute " + count + expr_text(stmt.exprs[1], Follower::Other) + " as " + stmt.name;
    if (is_short_choice(stmt)) result += std::string(1, break_mark) + share_text(stmt.options[0]);
    result += std::string(1, break_mark) + "by " + expr_text(stmt.exprs[0]);
    return stmt.label.empty() ? result : result + " " + quoted(stmt.label);
}

std::string take_text(const Stmt& stmt) {
    const std::string result =
        "take " + quoted(stmt.name) + " by " + expr_text(stmt.exprs[0], Follower::Other);
    return stmt.exprs.size() < 2 ? result
                                 : result + std::string(1, break_mark) + "with " + expr_text(stmt.exprs[1]);
}

static std::string loop_text(const Stmt& stmt) {
    const std::string whom = "for each " + binders_text(stmt.binders);
    const std::string with = with_text(stmt.exprs[0]);
    if (stmt.order == LoopOrder::Unstated) return whom + with;
    if (stmt.order == LoopOrder::ByNumber) return whom + " in order" + with;
    const std::string first = expr_text(stmt.exprs[1], Follower::Other);
    std::string result = whom + with + break_mark + spelling(stmt.order) + " " + first;
    if (stmt.exprs.size() < 3) return result;
    const std::string second = expr_text(stmt.exprs[2], Follower::Other);
    return result + "," + break_mark +
           (stmt.order == LoopOrder::Chosen ? second + " last" : "ties by " + second);
}

// The statement up to its first block.
std::string head(const Stmt& stmt) {
    const auto expr = [&](std::size_t i) { return expr_text(stmt.exprs[i]); };
    switch (stmt.kind) {
        case StmtKind::Assign:
            return expr(0) + " := " + expr(1);
        case StmtKind::Increase:
            return expr(0) + " += " + expr(1);
        case StmtKind::Decrease:
            return expr(0) + " -= " + expr(1);
        case StmtKind::Let:
            return "let " + stmt.name + " = " + expr(0);
        case StmtKind::If:
            return "if " + expr(0);
        case StmtKind::ForEach:
            return loop_text(stmt);
        case StmtKind::Simultaneously:
            return "simultaneously";
        case StmtKind::Repeat:
            return "repeat";
        case StmtKind::While:
            return "repeat while " + expr(0);
        case StmtKind::Choose:
            return choice_text(stmt);
        case StmtKind::Distribute:
            return distribution_text(stmt);
        case StmtKind::Secretly:
            return stmt.order == LoopOrder::ByNumber ? "secretly in order" : "secretly";
        case StmtKind::Later:
            return "later " + head(stmt.abilities[0]);
        case StmtKind::OpenWindow:
            return "open " + stmt.name;
        case StmtKind::Cancel:
            return "cancel";
        case StmtKind::Solve:
            return "solve " + stmt.name;
        case StmtKind::Mark:
            return "mark " + expr(0);
        case StmtKind::MarkFirst:
            return "mark " + expr(0) + " first";
        case StmtKind::Unmark:
            return "unmark " + expr(0);
        case StmtKind::Perform:
            return call_text(stmt.name, stmt.exprs);
        case StmtKind::Try:
            return "try " + call_text(stmt.name, stmt.exprs);
        case StmtKind::Phase:
            return "phase " + stmt.name;
        case StmtKind::Settle:
            return "settle";
        case StmtKind::End:
            return "end " + quoted(stmt.name) +
                   (stmt.exprs.empty() ? "" : " for " + expr_text(stmt.exprs[0]));
        case StmtKind::Create:
            return "create " + binders_text(stmt.binders);
        case StmtKind::DoThen:
            return "do";
        case StmtKind::Destroy:
            return "destroy " + expr(0);
        case StmtKind::Nothing:
            return "nothing";
        case StmtKind::Insert:
            return stmt.name;
        case StmtKind::Require:
            return "require " + expr(0);
        case StmtKind::Place:
            return "place " + binders_text(stmt.binders) + with_text(stmt.exprs[0]);
        case StmtKind::Take:
            return take_text(stmt);
        case StmtKind::Until:
            return "until " + expr(0);
        case StmtKind::Then:
            return "then " + expr(0);
        case StmtKind::Error:
            return "";
    }
    return "";
}

}  // namespace errata::dsl::ast
