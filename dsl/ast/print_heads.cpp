#include "dsl/ast/print_heads.h"

#include "dsl/ast/print.h"
#include "dsl/ast/print_expr.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
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

std::string settings_text(const std::vector<Setting>& settings) {
    return settings.empty() ? "{ }" : "{ " + join(mapped(settings, setting_text), ", ") + " }";
}

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

// The condition of a step, behind who takes it.
static std::string step_condition_text(const Stmt& stmt) {
    return guard_text("with", {stmt.exprs.begin() + 1, stmt.exprs.end()});
}

static std::string take_text(const Stmt& stmt) {
    return "take " + quoted(stmt.name) + " by " + expr_text(stmt.exprs[0], Follower::Other) +
           step_condition_text(stmt);
}

// `Ann "orders" Plains with n = 2`
static std::string does_text(const Stmt& stmt) {
    std::string result = expr_text(stmt.exprs[0], Follower::Other) + " " + quoted(stmt.name);
    for (std::size_t i = 0; i < stmt.args.size(); ++i)
        result += (i == 0 ? " " : " on ") + expr_text(stmt.args[i], Follower::Other);
    return result + step_condition_text(stmt);
}

static std::string deal_text(const Stmt& stmt) {
    const Binder& dealt = stmt.binders[0];
    std::string result = type_text(dealt.type) + " " + dealt.name + ":";
    for (std::size_t i = 0; i < stmt.args.size(); ++i)
        result += (i == 0 ? "" : ",") + std::string(1, break_mark) + expr_text(stmt.args[i]);
    return result;
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
        case StmtKind::Deal:
            return deal_text(stmt);
        case StmtKind::Does:
            return does_text(stmt);
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
    std::string result = "may " + quoted(ability.title) + " in " + join(ability.play.windows.all, " or ");
    if (ability.play.side != Side::Alone)
        result += break_mark + spelling(ability.play.side) + " " + call_text(ability.name, ability.params);
    result += guard_text("by", ability.owner);
    if (!ability.play.each.empty())
        result += break_mark + std::string("by each ") + binders_text(ability.play.each);
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
            return rows + (ability.at_end ? "when " + ability.name + " ends" : "at " + ability.name) +
                   timed_text(ability);
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
            return rows + subject_text(ability) + condition_text(ability.exprs) + limit_text(ability) +
                   exceptions_text(ability);
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
        case AbilityKind::Under:
            return rows + condition_text(ability.exprs).substr(1);
        case AbilityKind::Insert:
            return rows + ability.name + limit_text(ability) + exceptions_text(ability);
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
        case AbilityKind::StateTrigger:
            return true;
        case AbilityKind::Effects:
        case AbilityKind::Under:
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

bool has_parts(AbilityKind kind) { return kind == AbilityKind::Effects || kind == AbilityKind::Under; }

std::string case_text(const Item& item, std::size_t i) {
    return quoted(item.names.all[i]) + ": " + expr_text(item.exprs[i + 1]);
}

static std::string renames_text(const Item& import) {
    if (import.links.empty()) return "";
    const auto link_text = [](const Link& link) {
        const auto words = [&](const std::string& name) {
            return link.is_quoted ? quoted(name) : name_text(name);
        };
        return words(link.from) + " = " + words(link.to);
    };
    return std::string(1, break_mark) + "with { " + join(mapped(import.links, link_text), ", ") + " }";
}

static std::string names_text(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names)
        result += (result.empty() ? "" : std::string(",") + break_mark) + name_text(name);
    return result;
}

static std::string zones_text(const Item& item) {
    std::string result;
    const ItemNames& names = item.names;
    auto next = names.hidden.begin();  // in the order of the names
    auto life = names.lives.begin();
    for (std::size_t i = 0; i < names.all.size(); ++i) {
        if (i > 0) result += std::string(",") + break_mark;
        if (life != names.lives.end() && life->first == i) result += name_text(life->name) + " (";
        const bool hidden = next != names.hidden.end() && *next == names.all[i];
        if (hidden) ++next;
        result += name_text(names.all[i]) + (hidden ? " hidden" : "");
        if (life == names.lives.end() || life->first + life->count != i + 1) continue;
        result += ")";
        ++life;
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
    std::string result = spelling(item.sort.check);
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

static std::string brackets(const std::vector<Binder>& binders) { return "(" + binders_text(binders) + ")"; }

// What has no type stands in brackets.
static std::string handed_text(const std::vector<Binder>& binders) {
    return binders.back().type.kind == TypeKind::Missing ? brackets(binders) : binders_text(binders);
}

static std::string phrase_text(const Item& item) {
    std::string result = "phrase " + item.name + " " + quoted(item.title) + rows_text(item.rows);
    if (!item.binders.empty())
        result += std::string(1, break_mark) + "introduces " + binders_text(item.binders);
    if (!item.refers.empty()) result += std::string(1, break_mark) + "refers to " + handed_text(item.refers);
    result += " =";
    if (!item.contents.things.empty()) {
        const std::vector<Binder>& things = item.contents.things;
        result += break_mark + things[0].name + ": " +
                  join(mapped(things, [](const Binder& thing) { return type_text(thing.type); }), " or ");
        return result + with_text(item.exprs[0]);
    }
    if (item.sort.is_moment) {
        const std::string phase = item.exprs[0].name;
        return result + break_mark + (item.sort.is_at_end ? phase + " ends" : "at " + phase);
    }
    if (item.exprs.empty()) return item.body.empty() ? result : result + " do";
    const std::string meaning = expr_text(item.exprs[0]);
    // '{' would open abilities
    result += break_mark + (meaning[0] == '{' ? "(" + meaning + ")" : meaning);
    return item.exprs.size() > 1 ? result + with_text(item.exprs[1]) : result;
}

static std::string sort_text(const Item& item) {
    std::string sort =
        item.sort.category == CategorySort::Expression ? type_text(item.type) : spelling(item.sort.category);
    if (item.binders.empty()) return sort;
    return sort + " given " + handed_text(item.binders);
}

std::string equation_text(const Equation& equation) {
    std::string result = equation.name + (equation.binders.empty() ? "" : brackets(equation.binders)) + ": " +
                         type_text(equation.type) + " =" + break_mark + expr_text(equation.exprs[0]);
    if (equation.exprs.size() > 1)
        result += break_mark + std::string("otherwise ") + expr_text(equation.exprs[1]);
    return result;
}

static std::string value_text(const Item& item) {
    return item.exprs.empty() ? "" : " =" + std::string(1, break_mark) + expr_text(item.exprs[0]);
}

static std::string typed_text(const Item& item) {
    return item.type.kind == TypeKind::Missing ? "" : ": " + type_text(item.type);
}

static std::string params_text(const Item& item) {
    return item.binders.empty() ? "" : brackets(item.binders);
}

static std::string kind_text(const Item& item) {
    return "kind " + item.name +
           (item.names.all.empty() ? " of " + std::to_string(item.number)
                                   : ": " + names_text(item.names.all)) +
           (item.dealt.all.empty() ? "" : " (" + join(item.dealt.all, ", ") + ")");
}

static std::string from_text(const Item& item) {
    return item.names.all.empty() ? "" : " from " + quoted(item.names.all[0]);
}

static std::string grid_text(const Item& item) {
    return "grid " + item.name + " " + std::to_string(item.grid.width) + " x " +
           std::to_string(item.grid.height) + (shape_text(item).empty() ? "" : " " + shape_text(item));
}

static std::string window_text(const Item& item) {
    const bool once = item.sort.participants == Participants::FromOnce;
    return "window " + item.name + " " + spelling(item.sort.participants) + " " + expr_text(item.exprs[0]) +
           (once ? " once" : "");
}

static std::string derived_text(const Item& item) {
    std::string ends;
    for (const Setting& end : item.contents.settings) ends += " at " + end.name + " " + value_text(end.value);
    return "derived " + item.name + params_text(item) + typed_text(item) +
           (item.number == 0 ? "" : " layer " + std::to_string(item.number)) +
           (item.title.empty() ? "" : " latest " + item.title) + ends + rows_text(item.rows) +
           value_text(item);
}

static std::string card_text(const Item& item) {
    // Of a rulebook the name is a title.
    std::string result =
        item.title + " " + (item.title == "rules" ? quoted(item.name) : name_text(item.name));
    for (const Setting& setting : item.contents.settings) result += ", " + setting_text(setting);
    return unbroken(result) + rows_text(item.rows);  // a header is one line
}

static std::string screen_text(const Item& item) {
    std::string result = "screen " + quoted(item.title) + " of " + item.name + rows_text(item.rows);
    for (const Setting& setting : item.contents.settings) result += ", " + setting_text(setting);
    return result;
}

std::string column_text(const Column& column) { return column.field + ": " + quoted(column.heading); }

std::string columns_text(const std::vector<Column>& columns) {
    std::string result;
    for (const Column& column : columns) result += (result.empty() ? "" : ", ") + column_text(column);
    return "{ " + result + " }";
}

static std::string partition_text(const Item& item) {
    return (item.binders.empty() ? "" : std::string(1, break_mark) + "for " + binders_text(item.binders)) +
           with_text(item.exprs[0]);
}

static std::string accepting_text(const Accepting& accepting) {
    return (accepting.by.empty() ? "" : " by " + quoted(accepting.by)) +
           (accepting.until.empty() ? "" : " until " + accepting.until);
}

std::string accepted_text(const Item& item) {
    if (item.accepting.code.empty()) return item.title;
    if (item.names.all.empty()) return item.accepting.code + " " + std::to_string(item.number);
    return item.accepting.code + " about " + join(mapped(item.names.all, quoted), ", ");
}

static std::string assume_text(const Item& item) {
    if (item.sort.stance == Stance::Tried) return "reading " + item.name;
    const bool is_denied = item.sort.stance == Stance::Denied;
    const std::string named = item.name.empty() ? "" : item.name + " ";
    return std::string("assume ") + (is_denied ? "not " : "") + named + quoted(item.title) +
           rows_text(item.rows);
}

static std::string expect_text(const Item& item) {
    return "expect " + item.name + (item.title.empty() ? "" : " " + item.title) +
           (item.names.all.empty() ? "" : " about " + quoted(item.names.all[0]));
}

// The item up to its block, if it has one.
std::string head(const Item& item) {
    const std::string rows = rows_text(item.rows);
    const std::string titled = " " + quoted(item.title) + rows;
    switch (item.kind) {
        case ItemKind::Game:
            return "game" + titled;
        case ItemKind::Import:
            return "import" + titled + renames_text(item);
        case ItemKind::Player:
            return "player " + names_text(item.names.all);
        case ItemKind::Enum:
            return "enum " + item.name + ": " + names_text(item.names.all);
        case ItemKind::Zone:
            return "zone " + item.name + ": " + zones_text(item);
        case ItemKind::Kind:
            return kind_text(item);
        case ItemKind::Grid:
            return grid_text(item);
        case ItemKind::Sites:
            return "sites " + item.name + ": " + names_text(item.names.all) + links_text(item.links);
        case ItemKind::Window:
            return window_text(item);
        case ItemKind::State:
            return "state";
        case ItemKind::Relation:
            return "relation " + item.name + brackets(item.binders) + typed_text(item) + value_text(item);
        case ItemKind::Define:
            return "define " + item.name + params_text(item) + typed_text(item) + rows + value_text(item);
        case ItemKind::Open:
            return "open " + item.name + brackets(item.binders) + typed_text(item) +
                   guard_text("default", item.exprs) + rows;
        case ItemKind::Derived:
            return derived_text(item);
        case ItemKind::Inductive:
            return "inductive " + item.name + params_text(item) + rows + guard_text("if", item.exprs);
        case ItemKind::Equations:
            return "equations " + item.name + rows;
        case ItemKind::Action:
            return "action " + item.name + brackets(item.binders) + rows;
        case ItemKind::Rule:
            return "rule" + titled;
        case ItemKind::Printed:
            return "printed " + item.name + " on " + type_text(item.type) + guard_text("if", item.exprs);
        case ItemKind::Card:
        case ItemKind::Rules:
            return card_text(item);
        case ItemKind::Cards:
            return "cards" + titled + " as " + item.names.all[0];
        case ItemKind::Category:
            return "category " + item.name + " is " + sort_text(item);
        case ItemKind::Phrase:
            return phrase_text(item);
        case ItemKind::Turn:
            return "turn";
        case ItemKind::Setup:
            return "setup" + titled + from_text(item);
        case ItemKind::Screen:
            return screen_text(item);
        case ItemKind::Scope:
            return "scope " + item.name;
        case ItemKind::Meta:
            return "meta" + rows;
        case ItemKind::Scenario:
            return "scenario" + titled + from_text(item) +
                   (item.contents.settings.empty() ? "" : " scope " + settings_text(item.contents.settings));
        case ItemKind::Check:
            return "check" + titled + " " + check_text(item);
        case ItemKind::Partition:
            return "partition" + titled + partition_text(item);
        case ItemKind::Ruling:
            return "ruling" + titled + ruling_text(item);
        case ItemKind::Reading:
            return (item.sort.is_version ? "version" : "reading") + titled;
        case ItemKind::Assume:
            return assume_text(item);
        case ItemKind::Accept:
            return "accept " + (item.accepting.code.empty() ? quoted(item.title) : accepted_text(item)) +
                   (item.accepting.digest.empty() ? "" : " as " + quoted(item.accepting.digest)) +
                   " because " + quoted(item.name) + accepting_text(item.accepting);
        case ItemKind::Expect:
            return expect_text(item);
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
        case ItemKind::Cards:
            return BlockKind::Columns;
        case ItemKind::Scope:
        case ItemKind::Meta:
            return BlockKind::Settings;
        case ItemKind::Action:
        case ItemKind::Turn:
        case ItemKind::Setup:
        case ItemKind::Screen:
        case ItemKind::Scenario:
            return BlockKind::Statements;
        case ItemKind::Rule:
            return BlockKind::Abilities;
        case ItemKind::Assume:
            return item.contents.abilities.empty() ? BlockKind::None : BlockKind::Abilities;
        case ItemKind::Partition:
            return BlockKind::Cases;
        case ItemKind::Phrase:
            if (!item.exprs.empty()) return BlockKind::None;
            return item.body.empty() ? BlockKind::Abilities : BlockKind::Statements;
        case ItemKind::Reading:
            return BlockKind::Readings;
        case ItemKind::Equations:
            return BlockKind::Equations;
        case ItemKind::Game:
        case ItemKind::Import:
        case ItemKind::Player:
        case ItemKind::Enum:
        case ItemKind::Zone:
        case ItemKind::Window:
        case ItemKind::Relation:
        case ItemKind::Define:
        case ItemKind::Open:
        case ItemKind::Derived:
        case ItemKind::Inductive:
        case ItemKind::Card:
        case ItemKind::Rules:
        case ItemKind::Category:
        case ItemKind::Check:
        case ItemKind::Ruling:
        case ItemKind::Accept:
        case ItemKind::Expect:
        case ItemKind::Omit:
        case ItemKind::Error:
            return BlockKind::None;
    }
    return BlockKind::None;
}

// The cases of a partition on one line.
static std::string cases_text(const Item& item) {
    std::string result;
    for (std::size_t i = 0; i < item.names.all.size(); ++i)
        result += (i == 0 ? "" : "  ") + case_text(item, i);
    return "{ " + result + " }";
}

Flat flat_block(const std::vector<Stmt>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Stmt& stmt) {
    const bool chooses = stmt.kind == StmtKind::Choose || stmt.kind == StmtKind::Distribute;
    if (stmt.kind == StmtKind::Error || (chooses && !is_short_choice(stmt))) return std::nullopt;
    if (stmt.kind == StmtKind::Later) {
        const Flat ability = flat(stmt.abilities[0]);
        return ability ? Flat("later " + *ability) : std::nullopt;
    }
    std::string result = head(stmt);
    if (chooses) {
        const Flat body = flat_block(stmt.options[0].body);
        if (!body) return std::nullopt;
        result += " " + *body;
    }
    if (stmt.kind == StmtKind::Solve && !stmt.options.empty()) return std::nullopt;
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
        if (chooses) result += " otherwise";
        if (stmt.kind == StmtKind::DoThen && i > 0) result += i == 1 ? " then" : " otherwise";
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
    std::string result = head(ability);
    if (has_parts(ability.kind)) {
        const Flat parts = flat_block(ability.parts);
        return parts ? Flat(result + " " + *parts) : std::nullopt;
    }
    if (!has_body(ability.kind)) return result;
    for (std::size_t i = 0; i < ability.play.costs.size(); ++i) {
        const Flat cost = flat_block(ability.play.costs[i]);
        if (!cost) return std::nullopt;
        result += (i == 0 ? " cost " : " or cost ") + *cost;
    }
    if (ability.play.at_once) result += " at once";
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
            return item.contents.lines.empty() ? Flat(front) : std::nullopt;
        case BlockKind::Fields:
            return behind(item.fields.empty() ? "{ }" : "{ " + binders_text(item.fields) + " }");
        case BlockKind::Columns:
            return behind(columns_text(item.contents.columns));
        case BlockKind::Settings:
            return behind(settings_text(item.contents.settings));
        case BlockKind::Cases:
            return behind(cases_text(item));
        case BlockKind::Statements:
            return behind(flat_block(item.body));
        case BlockKind::Abilities:
            return behind(flat_block(item.contents.abilities));
        case BlockKind::Readings:
        case BlockKind::Equations:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace errata::dsl::ast
