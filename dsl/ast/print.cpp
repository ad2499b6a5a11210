#include "dsl/ast/print.h"

#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"
#include "dsl/ast/print_lines.h"
#include "dsl/ast/spelling.h"
#include "dsl/ast/words.h"

namespace errata::dsl::ast {

namespace {

class Printer {
public:
    Printer(const Module& module, std::string_view source)
        : module_(module), page_(source, module.comments) {}

    std::string run() {
        for (std::size_t i = 0; i < module_.items.size(); ++i) {
            const std::size_t begin = page_.size();
            const std::size_t length = top_item(module_.items[i]);
            const bool single = length == 1;
            const bool joined =
                i > 0 && single && previous_single_ && module_.items[i].kind == module_.items[i - 1].kind;
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
        if (kind == BlockKind::Cases) cases(node);
        if (kind == BlockKind::Settings) settings(node.settings);
        statements(node.body);
        abilities(node.abilities);
        for (const Alternative& reading : node.alternatives) alternative(reading);
        if (kind == BlockKind::Equations) equations(node);
        close(node.span.end, "}");
    }

    // Where the first part of the item's block begins, or its end if it is empty.
    static std::uint32_t first_in(const Item& node) {
        if (!node.fields.empty()) return node.fields[0].span.begin;
        if (!node.body.empty()) return node.body[0].span.begin;
        if (!node.abilities.empty()) return node.abilities[0].span.begin;
        if (!node.alternatives.empty()) return node.alternatives[0].span.begin;
        if (block_of(node) == BlockKind::Cases && !node.name_spans.empty()) return node.name_spans[0].begin;
        if (!node.equations.empty()) return node.equations[0].span.begin;
        if (!node.settings.empty() && block_of(node) == BlockKind::Settings)
            return node.settings[0].span.begin;
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
            const std::uint32_t end = end_of(last);
            page_.before(group[0].span.begin);
            page_.comments_before(end);
            page_.line(binders_text(group));
            page_.behind_end(end);
        }
    }

    std::uint32_t end_of(const Binder& field) const {
        const std::uint32_t end = field.initial.empty() ? field.type.span.end : field.initial[0].span.end;
        if (!field.while_field.empty()) return page_.end_of_words(end, {"while", field.while_field});
        return field.per.empty() ? end : page_.end_of_words(end, {"per", field.per});
    }

    void settings(const std::vector<Setting>& list) {
        for (const Setting& setting : list) {
            page_.before(setting.span.begin);
            page_.comments_before(setting.span.end);
            page_.line(setting_text(setting));
            page_.behind_end(setting.span.end);
        }
    }

    void cases(const Item& node) {
        for (std::size_t i = 0; i < node.names.size(); ++i) {
            const std::uint32_t end = node.exprs[i + 1].span.end;
            page_.before(i < node.name_spans.size() ? node.name_spans[i].begin : end);
            page_.comments_before(end);
            page_.line(case_text(node, i));
            page_.behind_end(end);
        }
    }

    void equations(const Item& node) {
        for (const Equation& equation : node.equations) {
            if (equation.exprs.empty()) {
                copy(equation.span);
                continue;
            }
            page_.before(equation.span.begin);
            page_.comments_before(equation.span.end);
            page_.line(equation_text(equation));
            page_.behind_end(equation.span.end);
        }
        if (node.exprs.empty()) return;
        page_.before(node.exprs[0].span.begin);
        page_.line("prefer " + spelling(node.preference) + " " + expr_text(node.exprs[0]));
        page_.behind_end(node.exprs[0].span.end);
    }

    void alternative(const Alternative& node) {
        page_.before(node.span.begin);
        const std::string front = node.name + " " + grammar::quoted(node.title) + " ";
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
        const std::string front = costs(node, head(node));
        page_.line(front + (node.at_once ? " at once {" : " {"));
        block(node.body, node.span.end, "}");
    }

    // The costs of an ability behind its head, those of one statement on the same line. Gives the line that
    // goes on with the body, not yet written.
    std::string costs(const Ability& node, std::string front) {
        for (std::size_t i = 0; i < node.costs.size(); ++i) {
            const std::vector<Stmt>& cost = node.costs[i];
            front += break_mark + std::string(i == 0 ? "cost " : "or cost ");
            const Flat inside = flat_block(cost);
            if (inside && page_.fits(*inside) &&
                (cost.empty() || !page_.has_comment_before(cost[0].span.end))) {
                front += unbroken(*inside);
                continue;
            }
            page_.line(front + "{");
            block(cost, cost.back().span.end, "}");
            front = page_.take_line();
        }
        return front;
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
        if (node.kind == StmtKind::Later) {
            page_.line(head(node) + " {");
            return block(node.abilities[0].body, node.span.end, "}");
        }
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
        if (node.kind == StmtKind::Solve) return solve(node);
        if (node.kind != StmtKind::If || node.blocks.size() < 2)
            return block(node.blocks[0], end_of(node, 0), "}");
        const std::vector<Stmt>& other = node.blocks[1];
        if (other.size() == 1 && other[0].kind == StmtKind::If) {
            block(node.blocks[0], end_of(node, 0), "} else " + head(other[0]) + " {");
            return rest_of(other[0]);
        }
        block(node.blocks[0], end_of(node, 0), "} else {");
        block(other, end_of(node, 1), "}");
    }

    void solve(const Stmt& node) {
        const auto closing = [&](std::size_t next) {
            if (next == node.options.size()) return std::string("}");
            return "} if " + spelling(node.options[next].solve_case) + " {";
        };
        block(node.blocks[0], end_of(node, 0), closing(0));
        for (std::size_t i = 0; i < node.options.size(); ++i)
            block(node.options[i].body, node.options[i].span.end, closing(i + 1));
    }

    void choice(const Stmt& node) {
        const bool has_otherwise = !node.blocks.empty();
        page_.line(head(node) + " {");
        if (is_short_choice(node)) {
            const bool known = has_otherwise && !node.block_spans.empty();
            block(node.options[0].body, known ? node.block_spans[0].begin : node.span.end,
                  has_otherwise ? "} otherwise {" : "}");
            if (has_otherwise) block(node.blocks[0], end_of(node, 0), "}");
            return;
        }
        open(node.options.empty() ? node.span.end : node.options[0].span.begin);
        for (const Option& entry : node.options) option(entry);
        if (has_otherwise) {
            const Flat inside = flat_block(node.blocks[0]);
            page_.before(node.block_spans.empty() ? 0 : node.block_spans[0].begin);
            if (inside && !node.block_spans.empty() && page_.is_one_line(node.block_spans[0]) &&
                page_.fits("otherwise " + *inside)) {
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
    const std::string_view source = module.file < sources.size()
                                        ? std::string_view(sources.file(module.file).text())
                                        : std::string_view();
    return Printer(module, source).run();
}

std::string print(const Expr& expr) { return unbroken(expr_text(expr)); }
std::string print(const TypeExpr& type) { return unbroken(type_text(type)); }
std::string print(const std::vector<Binder>& binders) { return unbroken(binders_text(binders)); }

}  // namespace errata::dsl::ast
