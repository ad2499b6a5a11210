#include "dsl/ast/print.h"

#include <map>

#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"
#include "dsl/ast/print_page.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

namespace {

// Where the first part of the item's block begins, or its end if it is empty.
std::uint32_t first_in(const Item& node) {
    if (!node.fields.empty()) return node.fields[0].span.begin;
    if (!node.contents.columns.empty()) return node.contents.columns[0].span.begin;
    if (!node.body.empty()) return node.body[0].span.begin;
    if (!node.contents.abilities.empty()) return node.contents.abilities[0].span.begin;
    if (!node.contents.alternatives.empty()) return node.contents.alternatives[0].span.begin;
    if (block_of(node) == BlockKind::Cases && !node.names.spans.empty()) return node.names.spans[0].begin;
    if (!node.contents.equations.empty()) return node.contents.equations[0].span.begin;
    if (!node.contents.settings.empty() && block_of(node) == BlockKind::Settings)
        return node.contents.settings[0].span.begin;
    return node.span.end;
}

void ability(Page& page, const Ability& node, const std::string& in_front = "");

// Below a line of printed text.
void meaning(Page& page, const std::vector<Ability>& list) {
    page.lines.indent(2);
    for (const Ability& one : list) {
        page.before(one.span.begin);
        ability(page, one, "= ");
        page.behind_end(one.span.end);
    }
    page.lines.outdent(2);
}

// The meanings below lines of text. The key is where the line begins.
using Meanings = std::map<std::uint32_t, const Item*>;

void text_lines(Page& page, const Item& node, const Meanings& meanings) {
    page.behind(node.contents.lines[0].span.begin);
    page.lines.indent(2);
    page.lines.fresh_block();
    const std::string* version = nullptr;
    for (const TextLine& text : node.contents.lines) {
        const bool goes_on = version != nullptr && *version == text.version;
        if (version != nullptr && !goes_on) page.lines.outdent(2);
        page.before(text.version.empty() ? text.span.begin
                                         : (goes_on ? text.alternative_span : text.version_span).begin);
        if (!text.version.empty() && !goes_on) {
            page.lines.add("version " + grammar::quoted(text.version));
            page.lines.indent(2);
        }
        version = text.version.empty() ? nullptr : &text.version;
        const std::string under = text.version.empty() ? "" : text.alternative + ": ";
        page.lines.add(under + text.text + rows_text(text.rows));
        page.behind_text(text.span.end);
        if (const auto below = meanings.find(text.span.begin); below != meanings.end())
            meaning(page, below->second->contents.abilities);
    }
    if (version != nullptr) page.lines.outdent(2);
    page.lines.outdent(2);
}

std::uint32_t end_of(Page& page, const Binder& field) {
    const std::uint32_t end = field.initial.empty() ? field.type.span.end : field.initial[0].span.end;
    if (!field.while_field.empty()) return page.written.end_of_words(end, {"while", field.while_field});
    return field.per.empty() ? end : page.written.end_of_words(end, {"per", field.per});
}

std::uint32_t end_of(const Stmt& node, std::size_t i) {
    return i < node.block_spans.size() ? node.block_spans[i].end : node.span.end;
}

void fields(Page& page, const std::vector<Binder>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        std::vector<Binder> group = {list[i]};
        while (i + 1 < list.size() && shares_type(list[i], list[i + 1])) group.push_back(list[++i]);
        const Binder& last = group.back();
        const std::uint32_t end = end_of(page, last);
        page.before(group[0].span.begin);
        page.comments_before(end);
        page.lines.add(binders_text(group));
        page.behind_end(end);
    }
}

void columns(Page& page, const std::vector<Column>& list) {
    for (const Column& column : list) {
        page.before(column.span.begin);
        page.comments_before(column.span.end);
        page.lines.add(column_text(column));
        page.behind_end(column.span.end);
    }
}

void settings(Page& page, const std::vector<Setting>& list) {
    for (const Setting& setting : list) {
        page.before(setting.span.begin);
        page.comments_before(setting.span.end);
        page.lines.add(setting_text(setting));
        page.behind_end(setting.span.end);
    }
}

void cases(Page& page, const Item& node) {
    for (std::size_t i = 0; i < node.names.all.size(); ++i) {
        const std::uint32_t end = node.exprs[i + 1].span.end;
        page.before(i < node.names.spans.size() ? node.names.spans[i].begin : end);
        page.comments_before(end);
        page.lines.add(case_text(node, i));
        page.behind_end(end);
    }
}

void equations(Page& page, const Item& node) {
    for (const Equation& equation : node.contents.equations) {
        if (equation.exprs.empty()) {
            page.copy(equation.span);
            continue;
        }
        page.before(equation.span.begin);
        page.comments_before(equation.span.end);
        page.lines.add(equation_text(equation));
        page.behind_end(equation.span.end);
    }
    if (node.exprs.empty()) return;
    page.before(node.exprs[0].span.begin);
    page.lines.add("prefer " + spelling(node.sort.preference) + " " + expr_text(node.exprs[0]));
    page.behind_end(node.exprs[0].span.end);
}

void block(Page& page, const std::vector<Stmt>& list, std::uint32_t end, const std::string& closing);

void solve(Page& page, const Stmt& node) {
    const auto closing = [&](std::size_t next) {
        if (next == node.options.size()) return std::string("}");
        return "} if " + spelling(node.options[next].solve_case) + " {";
    };
    block(page, node.blocks[0], end_of(node, 0), closing(0));
    for (std::size_t i = 0; i < node.options.size(); ++i)
        block(page, node.options[i].body, node.options[i].span.end, closing(i + 1));
}

void do_then(Page& page, const Stmt& node) {
    const bool has_otherwise = node.blocks.size() > 2;
    block(page, node.blocks[0], end_of(node, 0), "} then {");
    block(page, node.blocks[1], end_of(node, 1), has_otherwise ? "} otherwise {" : "}");
    if (has_otherwise) block(page, node.blocks[2], end_of(node, 2), "}");
}

// The blocks of a statement whose head is written.
void rest_of(Page& page, const Stmt& node) {
    if (node.kind == StmtKind::Solve) return solve(page, node);
    if (node.kind == StmtKind::DoThen) return do_then(page, node);
    if (node.kind != StmtKind::If || node.blocks.size() < 2)
        return block(page, node.blocks[0], end_of(node, 0), "}");
    const std::vector<Stmt>& other = node.blocks[1];
    if (other.size() == 1 && other[0].kind == StmtKind::If) {
        block(page, node.blocks[0], end_of(node, 0), "} else " + head(other[0]) + " {");
        return rest_of(page, other[0]);
    }
    block(page, node.blocks[0], end_of(node, 0), "} else {");
    block(page, other, end_of(node, 1), "}");
}

void option(Page& page, const Option& node, const std::string& text) {
    page.before(node.span.begin);
    const Flat body = flat_block(node.body);
    if (body && page.written.is_one_line(node.span) && page.lines.fits(text + " " + *body)) {
        page.lines.add(text + " " + *body);
    } else {
        page.lines.add(text + " {");
        block(page, node.body, node.span.end, "}");
    }
    page.behind_end(node.span.end);
}

// Inside a block, after its brace was written; `first` is where its first part begins.
void open(Page& page, std::uint32_t first) {
    page.behind(first);
    page.lines.indent(4);
    page.lines.fresh_block();
}

void close(Page& page, std::uint32_t end, const std::string& closing) {
    page.comments_before(end);
    page.lines.outdent(4);
    page.lines.add(closing);
}

void choice(Page& page, const Stmt& node) {
    const bool has_otherwise = !node.blocks.empty();
    page.lines.add(head(node) + " {");
    if (is_short_choice(node)) {
        const bool known = has_otherwise && !node.block_spans.empty();
        block(page, node.options[0].body, known ? node.block_spans[0].begin : node.span.end,
              has_otherwise ? "} otherwise {" : "}");
        if (has_otherwise) block(page, node.blocks[0], end_of(node, 0), "}");
        return;
    }
    open(page, node.options.empty() ? node.span.end : node.options[0].span.begin);
    for (const Option& entry : node.options)
        option(page, entry, node.kind == StmtKind::Distribute ? share_text(entry) : option_text(entry));
    if (has_otherwise) {
        const Flat inside = flat_block(node.blocks[0]);
        page.before(node.block_spans.empty() ? 0 : node.block_spans[0].begin);
        if (inside && !node.block_spans.empty() && page.written.is_one_line(node.block_spans[0]) &&
            page.lines.fits("otherwise " + *inside)) {
            page.lines.add("otherwise " + *inside);
        } else {
            page.lines.add("otherwise {");
            block(page, node.blocks[0], end_of(node, 0), "}");
        }
        page.behind_end(end_of(node, 0));
    }
    close(page, node.span.end, "}");
}

// Writes a node on one line if the author did and it can be.
template <class Node>
bool one_line(Page& page, const Node& node, Span span, const std::string& in_front = "") {
    if (!page.written.is_one_line(span)) return false;
    const Flat text = flat(node);
    if (!text || (!page.lines.fits(in_front + *text) && text->find('{') != std::string::npos)) return false;
    page.lines.add(in_front + *text);
    return true;
}

void statement(Page& page, const Stmt& node) {
    if (node.kind == StmtKind::Error) return page.copy(node.span);
    if (one_line(page, node, node.span)) return;
    if (node.kind == StmtKind::Choose || node.kind == StmtKind::Distribute) return choice(page, node);
    if (node.kind == StmtKind::Later) {
        page.lines.add(head(node) + " {");
        return block(page, node.abilities[0].body, node.span.end, "}");
    }
    if (node.blocks.empty()) {
        page.comments_before(node.span.end);
        page.lines.add(head(node));
        return;
    }
    page.lines.add(head(node) + " {");
    rest_of(page, node);
}

void statements(Page& page, const std::vector<Stmt>& list) {
    for (const Stmt& node : list) {
        page.before(node.span.begin);
        statement(page, node);
        page.behind_end(node.span.end);
    }
}

void block(Page& page, const std::vector<Stmt>& list, std::uint32_t end, const std::string& closing) {
    open(page, list.empty() ? end : list[0].span.begin);
    statements(page, list);
    close(page, end, closing);
}

// The costs of an ability behind its head, those of one statement on the same line. Gives the line that
// goes on with the body, not yet written.
std::string costs(Page& page, const Ability& node, std::string front) {
    for (std::size_t i = 0; i < node.play.costs.size(); ++i) {
        const std::vector<Stmt>& cost = node.play.costs[i];
        front += break_mark + std::string(i == 0 ? "cost " : "or cost ");
        const Flat inside = flat_block(cost);
        if (inside && page.lines.fits(*inside) &&
            (cost.empty() || !page.written.has_comment_before(cost[0].span.end))) {
            front += unbroken(*inside);
            continue;
        }
        page.lines.add(front + "{");
        block(page, cost, cost.back().span.end, "}");
        front = page.lines.take_last();
    }
    return front;
}

void abilities(Page& page, const std::vector<Ability>& list);

void ability(Page& page, const Ability& node, const std::string& in_front) {
    if (node.kind == AbilityKind::Error) return page.copy(node.span);
    if (one_line(page, node, node.span, in_front)) return;
    if (has_parts(node.kind)) {
        page.lines.add(in_front + head(node) + " {");
        open(page, node.parts.empty() ? node.span.end : node.parts[0].span.begin);
        abilities(page, node.parts);
        return close(page, node.span.end, "}");
    }
    if (!has_body(node.kind)) {
        page.comments_before(node.span.end);
        page.lines.add(in_front + head(node));
        return;
    }
    const std::string front = costs(page, node, in_front + head(node));
    page.lines.add(front + (node.play.at_once ? " at once {" : " {"));
    block(page, node.body, node.span.end, "}");
}

void abilities(Page& page, const std::vector<Ability>& list) {
    for (const Ability& node : list) {
        page.before(node.span.begin);
        ability(page, node);
        page.behind_end(node.span.end);
    }
}

void alternative(Page& page, const Alternative& node, bool of_version) {
    page.before(node.span.begin);
    const std::string name = node.name + " " + grammar::quoted(node.title);
    const std::string front = name + " ";
    const Flat block = flat_block(node.abilities);
    if (of_version && node.abilities.empty()) {
        page.lines.add(name);
    } else if (block && page.written.is_one_line(node.span) && page.lines.fits(front + *block)) {
        page.lines.add(front + *block);
    } else {
        page.lines.add(front + "{");
        open(page, node.abilities.empty() ? node.span.end : node.abilities[0].span.begin);
        abilities(page, node.abilities);
        close(page, node.span.end, "}");
    }
    page.behind_end(node.span.end);
}

void item(Page& page, const Item& node, const Meanings& meanings) {
    if (node.kind == ItemKind::Error) return page.copy(node.span);
    if (one_line(page, node, node.span)) return;
    const BlockKind kind = block_of(node);
    if (kind == BlockKind::None) {
        if (node.contents.lines.empty()) page.comments_before(node.span.end);
        page.lines.add(head(node));
        if (!node.contents.lines.empty()) text_lines(page, node, meanings);
        return;
    }
    page.lines.add(head(node) + " {");
    open(page, first_in(node));
    fields(page, node.fields);
    columns(page, node.contents.columns);
    if (kind == BlockKind::Cases) cases(page, node);
    if (kind == BlockKind::Settings) settings(page, node.contents.settings);
    statements(page, node.body);
    abilities(page, node.contents.abilities);
    for (const Alternative& reading : node.contents.alternatives)
        alternative(page, reading, node.sort.is_version);
    if (kind == BlockKind::Equations) equations(page, node);
    close(page, node.span.end, "}");
}

// Returns how many lines the item itself takes.
std::size_t top_item(Page& page, const Item& node, const Meanings& meanings) {
    page.before(node.span.begin);
    const std::size_t begin = page.lines.size();
    item(page, node, meanings);
    page.behind_end(node.span.end);
    return page.lines.size() - begin;
}

std::string text_of(const Module& module, Page page) {
    const Item* previous_single = nullptr;
    Meanings meanings;
    for (const Item& one : module.items) {
        if (one.sort.is_of_line) meanings[one.span.begin] = &one;
    }
    for (const Item& one : module.items) {
        // From a table, or below a line: it is written there.
        if ((one.span.is_valid() && one.span.file != module.file) || one.sort.is_of_line) continue;
        const std::size_t begin = page.lines.size();
        const std::size_t length = top_item(page, one, meanings);
        const bool single = length == 1;
        const bool joined = single && previous_single && one.kind == previous_single->kind;
        if (begin > 0 && !joined && !page.lines.is_blank_line(begin)) page.lines.insert_blank(begin);
        previous_single = single ? &one : nullptr;
    }
    page.before(Span::no_file);
    return page.lines.text();
}

}  // namespace

std::string print(const Module& module, const SourceSet& sources) {
    const std::string_view source = module.file < sources.size()
                                        ? std::string_view(sources.file(module.file).text())
                                        : std::string_view();
    return text_of(module, Page(source, module.comments));
}

std::string print(const Expr& expr) { return unbroken(expr_text(expr)); }

}  // namespace errata::dsl::ast
