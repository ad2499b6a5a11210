#include "dsl/ast/dump.h"

#include <optional>

#include "dsl/ast/spelling.h"

namespace errata::dsl::ast {

namespace {

// The first word of each node: what a dump calls its kind.

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

// The nodes.

std::string quote(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

// A word of the language that stands where other nodes have a name or a title is shown as one.
std::string name_of(const Item& node) {
    return node.kind == ItemKind::Check ? spelling(node.sort.check) : node.name;
}
std::string title_of(const Item& node) {
    if (node.kind == ItemKind::Grid) return shape_text(node);
    if (node.kind == ItemKind::Reading && node.sort.is_version) return "version " + node.title;
    if (node.kind == ItemKind::Category) return spelling(node.sort.category);
    if (node.kind == ItemKind::Equations && !node.exprs.empty()) return spelling(node.sort.preference);
    if (node.kind != ItemKind::Window) return node.title;
    const bool once = node.sort.participants == Participants::FromOnce;
    return spelling(node.sort.participants) + std::string(once ? " once" : "");
}
std::string name_of(const Stmt& node) {
    if (node.kind == StmtKind::Choose) return spelling(node.quantity);
    return node.order == LoopOrder::Unstated ? node.name : spelling(node.order);
}
std::string label_of(const Stmt& node, const Option& option) {
    return node.kind == StmtKind::Solve ? spelling(option.solve_case) : option.label;
}

// An expression that is dumped without brackets.
std::optional<std::string> leaf(const Expr& node) {
    switch (node.kind) {
        case ExprKind::Number:
            return std::to_string(node.number);
        case ExprKind::Bool:
            return node.number != 0 ? "yes" : "no";
        case ExprKind::None:
            return "none";
        case ExprKind::Any:
            return "any";
        case ExprKind::Name:
            return node.name;
        case ExprKind::Quoted:
            return quote(node.name);
        case ExprKind::Field:
        case ExprKind::Call:
        case ExprKind::Can:
        case ExprKind::SetLiteral:
        case ExprKind::Not:
        case ExprKind::Negate:
#define ERRATA_INFIX(kind, text, level, dumped) case ExprKind::kind:
#include "dsl/ast/infix.def"
#undef ERRATA_INFIX
        case ExprKind::If:
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
        case ExprKind::Path:
        case ExprKind::Solutions:
        case ExprKind::Error:
            return std::nullopt;
    }
    return std::nullopt;
}

// Builds "(head part part ...)"; parts that hold blocks begin lines of their own.
class Writer {
public:
    std::string take() { return std::move(out_); }

    void item(const Item& node) {
        open(word(node.kind));
        text("name", name_of(node));
        text("title", title_of(node));
        text("code", node.accepting.code);
        text("digest", node.accepting.digest);
        text("by", node.accepting.by);
        text("until", node.accepting.until);
        texts("names", node.names.all);
        texts("hidden", node.names.hidden);
        lives(node.names);
        for (const Link& link : node.links) out_ += " (link " + quote(link.from) + " " + quote(link.to) + ")";
        texts("rows", node.rows);
        if (node.number != 0) out_ += " (number " + std::to_string(node.number) + ")";
        if (node.grid.height != 0)
            out_ += " (width " + std::to_string(node.grid.width) + ") (height " +
                    std::to_string(node.grid.height) + ")";
        if (node.type.kind != TypeKind::Missing) {
            out_ += " (type ";
            type(node.type);
            out_ += ")";
        }
        binders("binders", node.binders);
        binders("refers", node.refers);
        binders("fields", node.fields);
        exprs("params", node.params);
        exprs("exprs", node.exprs);
        for (const Column& column : node.contents.columns) {
            begin("column " + column.field + " " + quote(column.heading));
            close();
        }
        for (const Setting& setting : node.contents.settings) {
            begin("setting " + setting.name + " ");
            expr(setting.value);
            close();
        }
        for (const TextLine& text_line : node.contents.lines) {
            begin("line " + quote(text_line.text));
            text("version", text_line.version);
            text("alternative", text_line.alternative);
            texts("rows", text_line.rows);
            close();
        }
        for (const Equation& equation : node.contents.equations) {
            begin("equation " + equation.name);
            binders("binders", equation.binders);
            out_ += " (type ";
            type(equation.type);
            out_ += ")";
            exprs("exprs", equation.exprs);
            close();
        }
        body(node.body);
        abilities(node.contents.abilities);
        for (const Alternative& alternative : node.contents.alternatives) {
            begin("alternative " + alternative.name + " " + quote(alternative.title));
            abilities(alternative.abilities);
            close();
        }
        close();
    }

    void stmt(const Stmt& node) {
        begin(word(node.kind));
        text("name", name_of(node));
        if (node.kind == StmtKind::Distribute) text("quantity", spelling(node.quantity));
        text("label", node.label);
        binders("binders", node.binders);
        exprs("exprs", node.exprs);
        for (const Option& option : node.options) {
            begin("option " + quote(label_of(node, option)));
            binders("binders", option.binders);
            exprs("condition", option.condition);
            exprs("most", option.most);
            exprs("only-if", option.only_if);
            body(option.body);
            close();
        }
        for (const std::vector<Stmt>& block : node.blocks) {
            begin("block");
            body(block);
            close();
        }
        abilities(node.abilities);
        close();
    }

    void ability(const Ability& node) {
        begin(std::string("ability ") + word(node.kind));
        text("title", node.kind == AbilityKind::Effect ? spelling(node.change) : node.title);
        text("window", node.play.window);
        text("side", node.of_phase ? "phase" : spelling(node.play.side));
        text("name", node.name);
        texts("rows", node.rows);
        exprs("params", node.params);
        exprs("value", node.value);
        text("as", node.as.name);
        if (node.as.says != AbilityKind::If) text("says", word(node.as.says));
        exprs("as-params", node.as.params);
        texts("except-to", node.except_to.all);
        if (node.looking_back) out_ += " looking-back";
        exprs("exprs", node.exprs);
        exprs("owner", node.owner);
        binders("binders", node.binders);
        exprs("binder-condition", node.play.condition);
        for (const Given& given : node.given) {
            out_ += " (given " + given.name + " ";
            expr(given.value);
            out_ += ")";
        }
        for (const Targets& targets : node.targets) {
            exprs(spelling(targets.quantity).c_str(), targets.count);
            binders("targets", targets.binders);
            exprs("target-condition", targets.condition);
        }
        exprs("limit", node.limit.uses);
        if (!node.limit.uses.empty()) text("per", limit_moment(node));
        for (const std::vector<Stmt>& cost : node.play.costs) {
            begin("cost");
            body(cost);
            close();
        }
        if (node.play.at_once) out_ += " at-once";
        body(node.body);
        close();
    }

    void expr(const Expr& node) {
        if (const std::optional<std::string> whole = leaf(node)) {
            out_ += *whole;
            return;
        }
        out_ += std::string("(") + word(node.kind);
        if (!node.name.empty()) out_ += " " + node.name;
        if (node.unless) out_ += " unless";
        binders("binders", node.binders);
        for (const Expr& arg : node.args) {
            out_ += " ";
            expr(arg);
        }
        out_ += ")";
    }

private:
    void open(const std::string& head) {
        out_ += "(" + head;
        ++depth_;
    }
    void begin(const std::string& head) {
        out_ += "\n" + std::string(depth_ * 2, ' ');
        open(head);
    }
    void close() {
        out_ += ")";
        --depth_;
    }

    void text(const char* label, const std::string& value) {
        if (!value.empty()) out_ += std::string(" (") + label + " " + quote(value) + ")";
    }
    void texts(const char* label, const std::vector<std::string>& values) {
        if (values.empty()) return;
        out_ += std::string(" (") + label;
        for (const std::string& value : values) out_ += " " + quote(value);
        out_ += ")";
    }
    void lives(const ItemNames& names) {
        for (const OneLife& life : names.lives) {
            const auto first = names.all.begin() + static_cast<std::ptrdiff_t>(life.first);
            texts(("one-life " + quote(life.name)).c_str(),
                  {first, first + static_cast<std::ptrdiff_t>(life.count)});
        }
    }
    void exprs(const char* label, const std::vector<Expr>& values) {
        if (values.empty()) return;
        out_ += std::string(" (") + label;
        for (const Expr& value : values) {
            out_ += " ";
            expr(value);
        }
        out_ += ")";
    }
    void type(const TypeExpr& node) {
        if (node.kind == TypeKind::Named) {
            out_ += node.name;
            return;
        }
        out_ += std::string("(") + word(node.kind);
        for (const TypeExpr& arg : node.args) {
            out_ += " ";
            type(arg);
        }
        for (const Expr& bound : node.bounds) {
            out_ += " ";
            expr(bound);
        }
        out_ += ")";
    }
    void binders(const char* label, const std::vector<Binder>& list) {
        if (list.empty()) return;
        out_ += std::string(" (") + label;
        for (const Binder& binder : list) {
            out_ += " (" + binder.name;
            if (binder.type.kind != TypeKind::Missing) {
                out_ += " ";
                type(binder.type);
            }
            for (const Expr& initial : binder.initial) {
                out_ += " = ";
                expr(initial);
            }
            if (!binder.while_field.empty()) out_ += " while " + binder.while_field;
            if (!binder.per.empty()) out_ += " per " + binder.per;
            out_ += ")";
        }
        out_ += ")";
    }

    // A block in the middle of a node: its statements on lines of their own, one level deeper.
    void body(const std::vector<Stmt>& statements) {
        for (const Stmt& statement : statements) stmt(statement);
    }
    void abilities(const std::vector<Ability>& list) {
        for (const Ability& node : list) ability(node);
    }

    std::string out_;
    std::size_t depth_ = 0;
};

}  // namespace

std::string dump(const Module& module) {
    std::string result;
    for (const Item& item : module.items) result += dump(item) + "\n";
    return result;
}

std::string dump(const Item& item) {
    Writer writer;
    writer.item(item);
    return writer.take();
}

std::string dump(const Expr& expr) {
    Writer writer;
    writer.expr(expr);
    return writer.take();
}

std::string dump(const Stmt& stmt) {
    Writer writer;
    writer.stmt(stmt);
    return writer.take();
}

std::string dump(const Ability& ability) {
    Writer writer;
    writer.ability(ability);
    return writer.take();
}

}  // namespace errata::dsl::ast
