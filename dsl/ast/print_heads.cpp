#include "dsl/ast/print_heads.h"

#include "dsl/ast/print_expr.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

using grammar::quoted;

std::string rows_text(const std::vector<std::string>& rows) {
    return rows.empty() ? "" : " [" + join(rows, ", ") + "]";
}

std::string call_text(const std::string& name, const std::vector<Expr>& args) {
    return name + "(" + exprs_text(args) + ")";
}

std::string guard_text(const char* word, const std::vector<Expr>& exprs) {
    return exprs.empty() ? "" : std::string(1, break_mark) + word + " " + expr_text(exprs[0]);
}

std::string setting_text(const Setting& setting) { return setting.name + ": " + value_text(setting.value); }

static std::string settings_text(const std::vector<Setting>& settings) {
    std::vector<std::string> parts;
    for (const Setting& setting : settings) parts.push_back(setting_text(setting));
    return parts.empty() ? "{ }" : "{ " + join(parts, ", ") + " }";
}

// The part of a choice that stands in front of its body when there is one option with binders.
bool is_short_choice(const Stmt& stmt) {
    return stmt.options.size() == 1 && !stmt.options[0].binders.empty();
}

std::string option_text(const Option& option) {
    std::string result = "option " + quoted(option.label);
    if (option.binders.empty()) return result + guard_text("if", option.condition);
    result += " for " + binders_text(option.binders);
    return option.condition.empty() ? result : result + with_text(option.condition[0]);
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
            return "for each " + binders_text(stmt.binders) + (stmt.in_order ? " in order" : "") +
                   with_text(stmt.exprs[0]);
        case StmtKind::Simultaneously:
            return "simultaneously";
        case StmtKind::Repeat:
            return "repeat";
        case StmtKind::While:
            return "repeat while " + expr(0);
        case StmtKind::Choose:
            return choice_text(stmt);
        case StmtKind::Secretly:
            return "secretly";
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
        case StmtKind::Perform:
            return call_text(stmt.name, stmt.exprs);
        case StmtKind::Try:
            return "try " + call_text(stmt.name, stmt.exprs);
        case StmtKind::Phase:
            return "phase " + stmt.name;
        case StmtKind::Settle:
            return "settle";
        case StmtKind::End:
            return "end " + quoted(stmt.name);
        case StmtKind::Create:
            return "create " + binders_text(stmt.binders);
        case StmtKind::Destroy:
            return "destroy " + expr(0);
        case StmtKind::Nothing:
            return "nothing";
        case StmtKind::Insert:
            return stmt.name;
        case StmtKind::Require:
            return "require " + expr(0);
        case StmtKind::Take: {
            const std::string result =
                "take " + quoted(stmt.name) + " by " + expr_text(stmt.exprs[0], Follower::Other);
            return stmt.exprs.size() < 2 ? result : result + std::string(1, break_mark) + "with " + expr(1);
        }
        case StmtKind::Until:
            return "until " + expr(0);
        case StmtKind::Then:
            return "then " + expr(0);
        case StmtKind::Error:
            return "";
    }
    return "";
}

std::string case_text(const Item& item, std::size_t i) {
    return quoted(item.names[i]) + ": " + expr_text(item.exprs[i + 1]);
}

// The cases of a partition on one line.
static std::string cases_text(const Item& item) {
    std::string result;
    for (std::size_t i = 0; i < item.names.size(); ++i) result += (i == 0 ? "" : "  ") + case_text(item, i);
    return "{ " + result + " }";
}

static std::string names_text(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : std::string(",") + break_mark) + name_text(name);
    return result;
}

static std::string zones_text(const Item& item) {
    std::string result;
    auto next = item.hidden.begin();  // in the order of the names
    for (const std::string& name : item.names) {
        const bool hidden = next != item.hidden.end() && *next == name;
        if (hidden) ++next;
        result += (result.empty() ? "" : std::string(",") + break_mark) + name_text(name) +
                  (hidden ? " hidden" : "");
    }
    return result;
}

static std::string links_text(const std::vector<Link>& links) {
    std::string result;
    for (const Link& link : links) {
        result += result.empty() ? break_mark + std::string("links ") : std::string(",") + break_mark;
        result += name_text(link.from) + " - " + name_text(link.to);
    }
    return result;
}

static std::string check_text(const Item& item) {
    std::string result = spelling(item.mode);
    if (!item.exprs.empty()) result += " " + expr_text(item.exprs[0]);
    return item.exprs.size() < 2 ? result
                                 : result + std::string(1, break_mark) + "after " + expr_text(item.exprs[1]);
}

static std::string ruling_text(const Item& item) {
    if (item.name.empty() && item.exprs.size() > 1) {
        return " when " + expr_text(item.exprs[1]) + std::string(1, break_mark) + "then " +
               expr_text(item.exprs[0]);
    }
    std::string result;
    if (!item.name.empty()) result = " after " + call_text(item.name, item.params);
    if (item.exprs.size() > 1) result += std::string(1, break_mark) + "if " + expr_text(item.exprs[1]);
    return result + ":" + break_mark + expr_text(item.exprs[0]);
}

static std::string phrase_text(const Item& item) {
    std::string result = "phrase " + item.name + " " + quoted(item.title) + rows_text(item.rows);
    if (!item.binders.empty())
        result += std::string(1, break_mark) + "introduces " + binders_text(item.binders);
    if (!item.refers.empty()) result += std::string(1, break_mark) + "refers to " + binders_text(item.refers);
    result += " =";
    if (item.exprs.empty()) return item.body.empty() ? result : result + " do";
    const std::string meaning = expr_text(item.exprs[0]);
    // '{' would open abilities
    return result + break_mark + (meaning[0] == '{' ? "(" + meaning + ")" : meaning);
}

static std::string brackets(const std::vector<Binder>& binders) { return "(" + binders_text(binders) + ")"; }

static std::string sort_text(const Item& item) {
    const std::string sort =
        item.sort == CategorySort::Expression ? type_text(item.type) : spelling(item.sort);
    if (item.binders.empty()) return sort;
    const bool untyped = item.binders.back().type.kind == TypeKind::Missing;  // only in brackets
    return sort + " given " + (untyped ? brackets(item.binders) : binders_text(item.binders));
}

std::string equation_text(const Equation& equation) {
    std::string result = equation.name + (equation.binders.empty() ? "" : brackets(equation.binders)) + ": " +
                         type_text(equation.type) + " =" + break_mark + expr_text(equation.exprs[0]);
    if (equation.exprs.size() > 1)
        result += break_mark + std::string("otherwise ") + expr_text(equation.exprs[1]);
    return result;
}

// The item up to its block, if it has one.
std::string head(const Item& item) {
    const std::string rows = rows_text(item.rows);
    const std::string titled = " " + quoted(item.title) + rows;
    const auto value = [&] {
        return item.exprs.empty() ? "" : " =" + std::string(1, break_mark) + expr_text(item.exprs[0]);
    };
    const std::string type = item.type.kind == TypeKind::Missing ? "" : ": " + type_text(item.type);
    switch (item.kind) {
        case ItemKind::Game:
            return "game" + titled;
        case ItemKind::Import:
            return "import" + titled;
        case ItemKind::Player:
            return "player " + names_text(item.names);
        case ItemKind::Enum:
            return "enum " + item.name + ": " + names_text(item.names);
        case ItemKind::Zone:
            return "zone " + item.name + ": " + zones_text(item);
        case ItemKind::Kind:
            return "kind " + item.name +
                   (item.names.empty() ? " of " + std::to_string(item.number)
                                       : ": " + names_text(item.names));
        case ItemKind::Grid:
            return "grid " + item.name + " " + std::to_string(item.number) + " x " +
                   std::to_string(item.number2) + (shape_text(item).empty() ? "" : " " + shape_text(item));
        case ItemKind::Sites:
            return "sites " + item.name + ": " + names_text(item.names) + links_text(item.links);
        case ItemKind::Window: {
            const bool once = item.participants == Participants::FromOnce;
            return "window " + item.name + " " + spelling(item.participants) + " " +
                   expr_text(item.exprs[0]) + (once ? " once" : "");
        }
        case ItemKind::State:
            return "state";
        case ItemKind::Relation:
            return "relation " + item.name + brackets(item.binders) + type + value();
        case ItemKind::Define:
            return "define " + item.name + (item.binders.empty() ? "" : brackets(item.binders)) + type +
                   rows + value();
        case ItemKind::Open:
            return "open " + item.name + brackets(item.binders) + type + guard_text("default", item.exprs) +
                   rows;
        case ItemKind::Derived:
            return "derived " + item.name + (item.binders.empty() ? "" : brackets(item.binders)) + type +
                   (item.number == 0 ? "" : " layer " + std::to_string(item.number)) +
                   (item.title.empty() ? "" : " latest " + item.title) + rows + value();
        case ItemKind::Inductive:
            return "inductive " + item.name + (item.binders.empty() ? "" : brackets(item.binders)) + rows +
                   guard_text("if", item.exprs);
        case ItemKind::Equations:
            return "equations " + item.name + rows;
        case ItemKind::Action:
            return "action " + item.name + brackets(item.binders) + rows;
        case ItemKind::Rule:
            return "rule" + titled;
        case ItemKind::Printed:
            return "printed " + item.name + " on " + type_text(item.type) + guard_text("if", item.exprs);
        case ItemKind::Card: {
            std::string result = item.title + " " + name_text(item.name);
            for (const Setting& setting : item.settings) result += ", " + setting_text(setting);
            return unbroken(result) + rows;  // a header is one line
        }
        case ItemKind::Category:
            return "category " + item.name + " is " + sort_text(item);
        case ItemKind::Phrase:
            return phrase_text(item);
        case ItemKind::Turn:
            return "turn";
        case ItemKind::Setup:
            return "setup" + titled;
        case ItemKind::Scope:
            return "scope " + item.name;
        case ItemKind::Meta:
            return "meta" + rows;
        case ItemKind::Scenario:
            return "scenario" + titled +
                   (item.settings.empty() ? "" : " scope " + settings_text(item.settings));
        case ItemKind::Check:
            return "check" + titled + " " + check_text(item);
        case ItemKind::Partition:
            return "partition" + titled +
                   (item.binders.empty() ? ""
                                         : std::string(1, break_mark) + "for " + binders_text(item.binders)) +
                   with_text(item.exprs[0]);
        case ItemKind::Ruling:
            return "ruling" + titled + ruling_text(item);
        case ItemKind::Reading:
            return "reading" + titled;
        case ItemKind::Accept:
            return "accept" + titled + " because " + quoted(item.name);
        case ItemKind::Expect:
            return "expect " + item.name + (item.title.empty() ? "" : " " + item.title) +
                   (item.names.empty() ? "" : " about " + quoted(item.names[0]));
        case ItemKind::Omit:
            return "omit" + rows + " because " + quoted(item.name);
        case ItemKind::Error:
            return "";
    }
    return "";
}

BlockKind block_of(const Item& item) {
    switch (item.kind) {
        case ItemKind::State:
            return BlockKind::Fields;
        case ItemKind::Kind:
        case ItemKind::Grid:
        case ItemKind::Sites:
        case ItemKind::Printed:
            return item.fields.empty() ? BlockKind::None : BlockKind::Fields;
        case ItemKind::Scope:
        case ItemKind::Meta:
            return BlockKind::Settings;
        case ItemKind::Action:
        case ItemKind::Turn:
        case ItemKind::Setup:
        case ItemKind::Scenario:
            return BlockKind::Statements;
        case ItemKind::Rule:
            return BlockKind::Abilities;
        case ItemKind::Partition:
            return BlockKind::Cases;
        case ItemKind::Phrase:
            if (!item.exprs.empty()) return BlockKind::None;
            return item.body.empty() ? BlockKind::Abilities : BlockKind::Statements;
        case ItemKind::Reading:
            return BlockKind::Readings;
        case ItemKind::Equations:
            return BlockKind::Equations;
        default:
            return BlockKind::None;
    }
}

Flat flat_block(const std::vector<Stmt>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Stmt& stmt) {
    if (stmt.kind == StmtKind::Error || (stmt.kind == StmtKind::Choose && !is_short_choice(stmt)))
        return std::nullopt;
    if (stmt.kind == StmtKind::Later) {
        const Flat ability = flat(stmt.abilities[0]);
        return ability ? Flat("later " + *ability) : std::nullopt;
    }
    std::string result = head(stmt);
    if (stmt.kind == StmtKind::Choose) {
        const Flat body = flat_block(stmt.options[0].body);
        if (!body) return std::nullopt;
        result += " " + *body;
    }
    if (stmt.kind == StmtKind::Solve && !stmt.options.empty()) return std::nullopt;
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
        if (stmt.kind == StmtKind::Choose) result += " otherwise";
        if (stmt.kind == StmtKind::If && i == 1) result += " else";
        const bool else_if = stmt.kind == StmtKind::If && i == 1 && stmt.blocks[1].size() == 1 &&
                             stmt.blocks[1][0].kind == StmtKind::If;
        const Flat block = else_if ? flat(stmt.blocks[1][0]) : flat_block(stmt.blocks[i]);
        if (!block) return std::nullopt;
        result += " " + *block;
    }
    return result;
}

Flat flat(const Ability& ability) {
    if (ability.kind == AbilityKind::Error) return std::nullopt;
    if (!has_body(ability.kind)) return head(ability);
    std::string result = head(ability);
    for (std::size_t i = 0; i < ability.costs.size(); ++i) {
        const Flat cost = flat_block(ability.costs[i]);
        if (!cost) return std::nullopt;
        result += (i == 0 ? " cost " : " or cost ") + *cost;
    }
    if (ability.at_once) result += " at once";
    const Flat body = flat_block(ability.body);
    return body ? Flat(result + " " + *body) : std::nullopt;
}

Flat flat_block(const std::vector<Ability>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Item& item) {
    const std::string front = head(item);
    const auto behind = [&](const Flat& block) { return block ? Flat(front + " " + *block) : std::nullopt; };
    switch (block_of(item)) {
        case BlockKind::None:
            return item.lines.empty() ? Flat(front) : std::nullopt;
        case BlockKind::Fields:
            return behind(item.fields.empty() ? "{ }" : "{ " + binders_text(item.fields) + " }");
        case BlockKind::Settings:
            return behind(settings_text(item.settings));
        case BlockKind::Cases:
            return behind(cases_text(item));
        case BlockKind::Statements:
            return behind(flat_block(item.body));
        case BlockKind::Abilities:
            return behind(flat_block(item.abilities));
        default:
            return std::nullopt;
    }
}

}  // namespace errata::dsl::ast
