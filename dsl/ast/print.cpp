#include "dsl/ast/print.h"

#include <algorithm>
#include <optional>

#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_lines.h"
#include "dsl/base/text.h"
#include "dsl/grammar/words.h"

namespace errata::dsl::ast {

namespace {

using grammar::quoted;

std::string rows_text(const std::vector<std::string>& rows) { return rows.empty() ? "" : " [" + join(rows, ", ") + "]"; }

std::string call_text(const std::string& name, const std::vector<Expr>& args) { return name + "(" + exprs_text(args) + ")"; }

std::string guard_text(const char* word, const std::vector<Expr>& exprs) {
    return exprs.empty() ? "" : std::string(1, break_mark) + word + " " + expr_text(exprs[0]);
}

std::string setting_text(const Setting& setting) { return setting.name + ": " + value_text(setting.value); }

std::string settings_text(const std::vector<Setting>& settings) {
    std::vector<std::string> parts;
    for (const Setting& setting : settings) parts.push_back(setting_text(setting));
    return parts.empty() ? "{ }" : "{ " + join(parts, ", ") + " }";
}

// The part of a choice that stands in front of its body when there is one option with binders.
bool is_short_choice(const Stmt& stmt) { return stmt.options.size() == 1 && !stmt.options[0].binders.empty(); }

std::string option_text(const Option& option) {
    std::string result = "option " + quoted(option.label);
    if (option.binders.empty()) return result + guard_text("if", option.condition);
    result += " for " + binders_text(option.binders);
    return option.condition.empty() ? result : result + with_text(option.condition[0]);
}

std::string choice_text(const Stmt& stmt) {
    const std::string owner = "by " + expr_text(stmt.exprs[0]);
    if (!is_short_choice(stmt)) return "choose " + owner;
    const Option& option = stmt.options[0];
    std::string result = "choose " + binders_text(option.binders);
    if (!option.condition.empty()) result += with_text(option.condition[0]);
    result += std::string(1, break_mark) + owner;
    return option.label.empty() ? result : result + " " + quoted(option.label);
}

// The statement up to its first block.
std::string head(const Stmt& stmt) {
    const auto expr = [&](std::size_t i) { return expr_text(stmt.exprs[i]); };
    switch (stmt.kind) {
        case StmtKind::Assign: return expr(0) + " := " + expr(1);
        case StmtKind::Increase: return expr(0) + " += " + expr(1);
        case StmtKind::Decrease: return expr(0) + " -= " + expr(1);
        case StmtKind::Let: return "let " + stmt.name + " = " + expr(0);
        case StmtKind::If: return "if " + expr(0);
        case StmtKind::ForEach: return "for each " + binders_text(stmt.binders) + with_text(stmt.exprs[0]);
        case StmtKind::Simultaneously: return "simultaneously";
        case StmtKind::Repeat: return "repeat";
        case StmtKind::While: return "repeat while " + expr(0);
        case StmtKind::Choose: return choice_text(stmt);
        case StmtKind::Perform: return call_text(stmt.name, stmt.exprs);
        case StmtKind::Try: return "try " + call_text(stmt.name, stmt.exprs);
        case StmtKind::Phase: return "phase " + stmt.name;
        case StmtKind::Settle: return "settle";
        case StmtKind::End: return "end " + quoted(stmt.name);
        case StmtKind::Create: return "create " + binders_text(stmt.binders);
        case StmtKind::Destroy: return "destroy " + expr(0);
        case StmtKind::Nothing: return "nothing";
        case StmtKind::Insert: return stmt.name;
        case StmtKind::Require: return "require " + expr(0);
        case StmtKind::Take: {
            const std::string result = "take " + quoted(stmt.name) + " by " + expr_text(stmt.exprs[0], Follower::Other);
            return stmt.exprs.size() < 2 ? result : result + std::string(1, break_mark) + "with " + expr(1);
        }
        case StmtKind::Until: return "until " + expr(0);
        case StmtKind::Then: return "then " + expr(0);
        case StmtKind::Error: return "";
    }
    return "";
}

// The ability up to its body.
std::string head(const Ability& ability) {
    const std::string rows = ability.rows.empty() ? "" : rows_text(ability.rows).substr(1) + " ";
    const std::string event = call_text(ability.name, ability.params);
    switch (ability.kind) {
        case AbilityKind::Trigger: return rows + "when " + event + guard_text("if", ability.exprs);
        case AbilityKind::PhaseHook: return rows + "at " + ability.name + guard_text("if", ability.exprs);
        case AbilityKind::Prohibition: return rows + "cannot " + event + guard_text("if", ability.exprs);
        case AbilityKind::During: return rows + "as " + event + guard_text("if", ability.exprs);
        case AbilityKind::Replacement: return rows + "instead of " + event + guard_text("if", ability.exprs);
        case AbilityKind::StateCheck: return rows + "whenever " + expr_text(ability.exprs[0]);
        case AbilityKind::Ending: return rows + "ending " + quoted(ability.name) + guard_text("if", ability.exprs);
        case AbilityKind::If: return rows + event + guard_text("if", ability.exprs);
        case AbilityKind::OnlyIf: return rows + event + guard_text("only if", ability.exprs);
        case AbilityKind::Iff: return rows + event + guard_text("iff", ability.exprs);
        case AbilityKind::NotIf: return rows + "not " + event + guard_text("if", ability.exprs);
        case AbilityKind::Insert: return rows + ability.name;
        case AbilityKind::Error: return "";
    }
    return "";
}

bool has_body(AbilityKind kind) {
    return kind == AbilityKind::Trigger || kind == AbilityKind::During || kind == AbilityKind::PhaseHook || kind == AbilityKind::Replacement ||
           kind == AbilityKind::StateCheck;
}

std::string names_text(const std::vector<std::string>& names) {
    std::string result;
    for (const std::string& name : names) result += (result.empty() ? "" : std::string(",") + break_mark) + name_text(name);
    return result;
}

std::string check_text(const Item& item) {
    std::string result = item.name;
    if (!item.exprs.empty()) result += " " + expr_text(item.exprs[0]);
    return item.exprs.size() < 2 ? result : result + std::string(1, break_mark) + "after " + expr_text(item.exprs[1]);
}

std::string ruling_text(const Item& item) {
    std::string result;
    if (!item.name.empty()) result = " after " + call_text(item.name, item.params);
    if (item.exprs.size() > 1) result += std::string(1, break_mark) + "if " + expr_text(item.exprs[1]);
    return result + ":" + break_mark + expr_text(item.exprs[0]);
}

std::string phrase_text(const Item& item) {
    std::string result = "phrase " + item.name + " " + quoted(item.title) + " =";
    if (item.exprs.empty()) return item.body.empty() ? result : result + " do";
    const std::string meaning = expr_text(item.exprs[0]);
    return result + break_mark + (meaning[0] == '{' ? "(" + meaning + ")" : meaning);  // '{' would open abilities
}

std::string sort_text(const Item& item) {
    const std::string sort = item.title.empty() ? type_text(item.type) : item.title;
    return item.binders.empty() ? sort : sort + " given " + binders_text(item.binders);
}

std::string brackets(const std::vector<Binder>& binders) { return "(" + binders_text(binders) + ")"; }

// The item up to its block, if it has one.
std::string head(const Item& item) {
    const std::string rows = rows_text(item.rows);
    const std::string titled = " " + quoted(item.title) + rows;
    const auto value = [&] { return item.exprs.empty() ? "" : " =" + std::string(1, break_mark) + expr_text(item.exprs[0]); };
    const std::string type = item.type.kind == TypeKind::Missing ? "" : ": " + type_text(item.type);
    switch (item.kind) {
        case ItemKind::Game: return "game" + titled;
        case ItemKind::Import: return "import" + titled;
        case ItemKind::Player: return "player " + names_text(item.names);
        case ItemKind::Enum: return "enum " + item.name + ": " + names_text(item.names);
        case ItemKind::Kind:
            return "kind " + item.name + (item.names.empty() ? " of " + std::to_string(item.number) : ": " + names_text(item.names));
        case ItemKind::Grid:
            return "grid " + item.name + " " + std::to_string(item.number) + " x " + std::to_string(item.number2) +
                   (item.title.empty() ? "" : " " + item.title);
        case ItemKind::State: return "state";
        case ItemKind::Relation: return "relation " + item.name + brackets(item.binders) + type + value();
        case ItemKind::Define: return "define " + item.name + (item.binders.empty() ? "" : brackets(item.binders)) + type + rows + value();
        case ItemKind::Open:
            return "open " + item.name + brackets(item.binders) + (item.title.empty() ? "" : " default " + item.title) + rows;
        case ItemKind::Action: return "action " + item.name + brackets(item.binders) + rows;
        case ItemKind::Rule: return "rule" + titled;
        case ItemKind::Printed: return "printed " + item.name + " on " + type_text(item.type) + guard_text("if", item.exprs);
        case ItemKind::Card: {
            std::string result = item.title + " " + name_text(item.name);
            for (const Setting& setting : item.settings) result += ", " + setting_text(setting);
            return result + rows;
        }
        case ItemKind::Category: return "category " + item.name + " is " + sort_text(item);
        case ItemKind::Phrase: return phrase_text(item);
        case ItemKind::Turn: return "turn";
        case ItemKind::Setup: return "setup" + titled;
        case ItemKind::Scope: return "scope " + item.name;
        case ItemKind::Meta: return "meta";
        case ItemKind::Scenario: return "scenario" + titled + (item.settings.empty() ? "" : " scope " + settings_text(item.settings));
        case ItemKind::Check: return "check" + titled + " " + check_text(item);
        case ItemKind::Ruling: return "ruling" + titled + ruling_text(item);
        case ItemKind::Reading: return "reading" + titled;
        case ItemKind::Accept: return "accept" + titled + " because " + quoted(item.name);
        case ItemKind::Expect:
            return "expect " + item.name + (item.title.empty() ? "" : " " + item.title) +
                   (item.names.empty() ? "" : " about " + quoted(item.names[0]));
        case ItemKind::Error: return "";
    }
    return "";
}

enum class BlockKind { None, Fields, OptionalFields, Settings, Statements, Abilities, Readings };

BlockKind block_of(const Item& item) {
    switch (item.kind) {
        case ItemKind::State: return BlockKind::Fields;
        case ItemKind::Kind:
        case ItemKind::Grid:
        case ItemKind::Printed: return item.fields.empty() ? BlockKind::None : BlockKind::Fields;
        case ItemKind::Scope:
        case ItemKind::Meta: return BlockKind::Settings;
        case ItemKind::Action:
        case ItemKind::Turn:
        case ItemKind::Setup:
        case ItemKind::Scenario: return BlockKind::Statements;
        case ItemKind::Rule: return BlockKind::Abilities;
        case ItemKind::Phrase:
            if (!item.exprs.empty()) return BlockKind::None;
            return item.body.empty() ? BlockKind::Abilities : BlockKind::Statements;
        case ItemKind::Reading: return BlockKind::Readings;
        default: return BlockKind::None;
    }
}

// One-line forms, or nothing where a block holds more than one thing.
using Flat = std::optional<std::string>;

Flat flat(const Stmt& stmt);

Flat flat_block(const std::vector<Stmt>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Stmt& stmt) {
    if (stmt.kind == StmtKind::Error || (stmt.kind == StmtKind::Choose && !is_short_choice(stmt))) return std::nullopt;
    std::string result = head(stmt);
    if (stmt.kind == StmtKind::Choose) {
        const Flat body = flat_block(stmt.options[0].body);
        if (!body) return std::nullopt;
        result += " " + *body;
    }
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
        if (stmt.kind == StmtKind::Choose) result += " otherwise";
        if (stmt.kind == StmtKind::If && i == 1) result += " else";
        const bool else_if = stmt.kind == StmtKind::If && i == 1 && stmt.blocks[1].size() == 1 && stmt.blocks[1][0].kind == StmtKind::If;
        const Flat block = else_if ? flat(stmt.blocks[1][0]) : flat_block(stmt.blocks[i]);
        if (!block) return std::nullopt;
        result += " " + *block;
    }
    return result;
}

Flat flat(const Ability& ability) {
    if (ability.kind == AbilityKind::Error) return std::nullopt;
    if (!has_body(ability.kind)) return head(ability);
    const Flat body = flat_block(ability.body);
    return body ? Flat(head(ability) + " " + *body) : std::nullopt;
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
        case BlockKind::None: return item.lines.empty() ? Flat(front) : std::nullopt;
        case BlockKind::Fields: return behind(item.fields.empty() ? "{ }" : "{ " + binders_text(item.fields) + " }");
        case BlockKind::Settings: return behind(settings_text(item.settings));
        case BlockKind::Statements: return behind(flat_block(item.body));
        case BlockKind::Abilities: return behind(flat_block(item.abilities));
        default: return std::nullopt;
    }
}

class Printer {
public:
    Printer(const Module& module, std::string_view source) : module_(module), page_(source, module.comments) {}

    std::string run() {
        for (std::size_t i = 0; i < module_.items.size(); ++i) {
            const std::size_t begin = page_.size();
            const std::size_t length = top_item(module_.items[i]);
            const bool single = length == 1;
            const bool joined = i > 0 && single && previous_single_ && module_.items[i].kind == module_.items[i - 1].kind;
            if (begin > 0 && !joined && !page_.is_blank_line(begin)) page_.insert_blank(begin);
            previous_single_ = single;
        }
        page_.before(Span::no_file);
        return page_.text();
    }

private:
    // Returns how many lines the item itself takes.
    std::size_t top_item(const Item& node) {
        page_.before(node.span.begin);
        const std::size_t begin = page_.size();
        item(node);
        page_.behind_end(node.span.end);
        return page_.size() - begin;
    }

    void item(const Item& node) {
        if (node.kind == ItemKind::Error) return copy(node.span);
        if (one_line(node, node.span)) return;
        const BlockKind kind = block_of(node);
        if (kind == BlockKind::None) {
            if (node.lines.empty()) page_.comments_before(node.span.end);
            page_.line(head(node));
            if (!node.lines.empty()) text_lines(node);
            return;
        }
        page_.line(head(node) + " {");
        open(first_in(node));
        fields(node.fields);
        if (kind == BlockKind::Settings) settings(node.settings);
        statements(node.body);
        abilities(node.abilities);
        for (const Alternative& reading : node.alternatives) alternative(reading);
        close(node.span.end, "}");
    }

    // Where the first part of the item's block begins, or its end if it is empty.
    static std::uint32_t first_in(const Item& node) {
        if (!node.fields.empty()) return node.fields[0].span.begin;
        if (!node.body.empty()) return node.body[0].span.begin;
        if (!node.abilities.empty()) return node.abilities[0].span.begin;
        if (!node.alternatives.empty()) return node.alternatives[0].span.begin;
        if (!node.settings.empty() && block_of(node) == BlockKind::Settings) return node.settings[0].span.begin;
        return node.span.end;
    }

    void text_lines(const Item& node) {
        page_.behind(node.lines[0].span.begin);
        page_.indent(2);
        page_.fresh_block();
        for (const TextLine& text : node.lines) {
            page_.before(text.span.begin);
            page_.line(text.text + rows_text(text.rows));
            page_.behind_text(text.span.end);
        }
        page_.outdent(2);
    }

    void fields(const std::vector<Binder>& list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
            std::vector<Binder> group = {list[i]};
            while (i + 1 < list.size() && shares_type(list[i], list[i + 1])) group.push_back(list[++i]);
            const Binder& last = group.back();
            const std::uint32_t end = last.initial.empty() ? last.type.span.end : last.initial[0].span.end;
            page_.before(group[0].span.begin);
            page_.comments_before(end);
            page_.line(binders_text(group));
            page_.behind_end(end);
        }
    }

    void settings(const std::vector<Setting>& list) {
        for (const Setting& setting : list) {
            page_.before(setting.span.begin);
            page_.comments_before(setting.span.end);
            page_.line(setting_text(setting));
            page_.behind_end(setting.span.end);
        }
    }

    void alternative(const Alternative& node) {
        page_.before(node.span.begin);
        const std::string front = node.name + " " + quoted(node.title) + " ";
        const Flat block = flat_block(node.abilities);
        if (block && page_.is_one_line(node.span) && page_.fits(front + *block)) {
            page_.line(front + *block);
        } else {
            page_.line(front + "{");
            open(node.abilities.empty() ? node.span.end : node.abilities[0].span.begin);
            abilities(node.abilities);
            close(node.span.end, "}");
        }
        page_.behind_end(node.span.end);
    }

    void abilities(const std::vector<Ability>& list) {
        for (const Ability& node : list) {
            page_.before(node.span.begin);
            ability(node);
            page_.behind_end(node.span.end);
        }
    }

    void ability(const Ability& node) {
        if (node.kind == AbilityKind::Error) return copy(node.span);
        if (one_line(node, node.span)) return;
        if (!has_body(node.kind)) {
            page_.comments_before(node.span.end);
            page_.line(head(node));
            return;
        }
        page_.line(head(node) + " {");
        block(node.body, node.span.end, "}");
    }

    void statements(const std::vector<Stmt>& list) {
        for (const Stmt& node : list) {
            page_.before(node.span.begin);
            statement(node);
            page_.behind_end(node.span.end);
        }
    }

    void statement(const Stmt& node) {
        if (node.kind == StmtKind::Error) return copy(node.span);
        if (one_line(node, node.span)) return;
        if (node.kind == StmtKind::Choose) return choice(node);
        if (node.blocks.empty()) {
            page_.comments_before(node.span.end);
            page_.line(head(node));
            return;
        }
        page_.line(head(node) + " {");
        rest_of(node);
    }

    // The blocks of a statement whose head is written.
    void rest_of(const Stmt& node) {
        if (node.kind != StmtKind::If || node.blocks.size() < 2) return block(node.blocks[0], end_of(node, 0), "}");
        const std::vector<Stmt>& other = node.blocks[1];
        if (other.size() == 1 && other[0].kind == StmtKind::If) {
            block(node.blocks[0], end_of(node, 0), "} else " + head(other[0]) + " {");
            return rest_of(other[0]);
        }
        block(node.blocks[0], end_of(node, 0), "} else {");
        block(other, end_of(node, 1), "}");
    }

    void choice(const Stmt& node) {
        const bool has_otherwise = !node.blocks.empty();
        page_.line(head(node) + " {");
        if (is_short_choice(node)) {
            const bool known = has_otherwise && !node.block_spans.empty();
            block(node.options[0].body, known ? node.block_spans[0].begin : node.span.end, has_otherwise ? "} otherwise {" : "}");
            if (has_otherwise) block(node.blocks[0], end_of(node, 0), "}");
            return;
        }
        open(node.options.empty() ? node.span.end : node.options[0].span.begin);
        for (const Option& entry : node.options) option(entry);
        if (has_otherwise) {
            const Flat inside = flat_block(node.blocks[0]);
            page_.before(node.block_spans.empty() ? 0 : node.block_spans[0].begin);
            if (inside && !node.block_spans.empty() && page_.is_one_line(node.block_spans[0]) && page_.fits("otherwise " + *inside)) {
                page_.line("otherwise " + *inside);
            } else {
                page_.line("otherwise {");
                block(node.blocks[0], end_of(node, 0), "}");
            }
            page_.behind_end(end_of(node, 0));
        }
        close(node.span.end, "}");
    }

    void option(const Option& node) {
        page_.before(node.span.begin);
        const Flat body = flat_block(node.body);
        if (body && page_.is_one_line(node.span) && page_.fits(option_text(node) + " " + *body)) {
            page_.line(option_text(node) + " " + *body);
        } else {
            page_.line(option_text(node) + " {");
            block(node.body, node.span.end, "}");
        }
        page_.behind_end(node.span.end);
    }

    static std::uint32_t end_of(const Stmt& node, std::size_t i) {
        return i < node.block_spans.size() ? node.block_spans[i].end : node.span.end;
    }

    void block(const std::vector<Stmt>& list, std::uint32_t end, const std::string& closing) {
        open(list.empty() ? end : list[0].span.begin);
        statements(list);
        close(end, closing);
    }

    // Inside a block, after its brace was written; `first` is where its first part begins.
    void open(std::uint32_t first) {
        page_.behind(first);
        page_.indent(4);
        page_.fresh_block();
    }
    void close(std::uint32_t end, const std::string& closing) {
        page_.comments_before(end);
        page_.outdent(4);
        page_.line(closing);
    }

    // Writes a node on one line if the author did and it can be.
    template <class Node>
    bool one_line(const Node& node, Span span) {
        if (!page_.is_one_line(span)) return false;
        const Flat text = flat(node);
        if (!text || (!page_.fits(*text) && text->find('{') != std::string::npos)) return false;
        page_.line(*text);
        return true;
    }

    void copy(Span span) {
        page_.verbatim(span);
        page_.skip_comments(span.end);
    }

    const Module& module_;
    Page page_;
    bool previous_single_ = false;
};

}  // namespace

std::string print(const Module& module, const SourceSet& sources) {
    const std::string_view source = module.file < sources.size() ? std::string_view(sources.file(module.file).text()) : std::string_view();
    return Printer(module, source).run();
}

namespace {
std::string on_one_line(std::string text) {
    std::replace(text.begin(), text.end(), break_mark, ' ');
    return text;
}
}  // namespace

std::string print(const Expr& expr) { return on_one_line(expr_text(expr)); }
std::string print(const TypeExpr& type) { return on_one_line(type_text(type)); }
std::string print(const std::vector<Binder>& binders) { return on_one_line(binders_text(binders)); }

}  // namespace errata::dsl::ast
