#include "dsl/ast/dump.h"

#include "dsl/ast/spelling.h"

namespace errata::dsl::ast {

namespace {

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
        case ExprKind::And:
            return "and";
        case ExprKind::Or:
            return "or";
        case ExprKind::Implies:
            return "implies";
        case ExprKind::Equal:
            return "=";
        case ExprKind::NotEqual:
            return "!=";
        case ExprKind::Is:
            return "is";
        case ExprKind::IsNot:
            return "is-not";
        case ExprKind::Less:
            return "<";
        case ExprKind::LessEqual:
            return "<=";
        case ExprKind::Greater:
            return ">";
        case ExprKind::GreaterEqual:
            return ">=";
        case ExprKind::In:
            return "in";
        case ExprKind::NotIn:
            return "not-in";
        case ExprKind::Add:
            return "+";
        case ExprKind::Subtract:
            return "-";
        case ExprKind::Multiply:
            return "*";
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
    switch (kind) {
        case StmtKind::Assign:
            return "assign";
        case StmtKind::Increase:
            return "increase";
        case StmtKind::Decrease:
            return "decrease";
        case StmtKind::Let:
            return "let";
        case StmtKind::If:
            return "if";
        case StmtKind::ForEach:
            return "for-each";
        case StmtKind::Simultaneously:
            return "simultaneously";
        case StmtKind::Repeat:
            return "repeat";
        case StmtKind::While:
            return "while";
        case StmtKind::Choose:
            return "choose";
        case StmtKind::Secretly:
            return "secretly";
        case StmtKind::Later:
            return "later";
        case StmtKind::OpenWindow:
            return "open-window";
        case StmtKind::Cancel:
            return "cancel";
        case StmtKind::Solve:
            return "solve";
        case StmtKind::Mark:
            return "mark";
        case StmtKind::Perform:
            return "perform";
        case StmtKind::Try:
            return "try";
        case StmtKind::Phase:
            return "phase";
        case StmtKind::Settle:
            return "settle";
        case StmtKind::End:
            return "end";
        case StmtKind::Create:
            return "create";
        case StmtKind::Destroy:
            return "destroy";
        case StmtKind::Nothing:
            return "nothing";
        case StmtKind::Insert:
            return "insert";
        case StmtKind::Require:
            return "require";
        case StmtKind::Take:
            return "take";
        case StmtKind::Until:
            return "until";
        case StmtKind::Then:
            return "then";
        case StmtKind::Error:
            return "error";
    }
    return "";
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
        case ItemKind::Category:
            return "category";
        case ItemKind::Phrase:
            return "phrase";
        case ItemKind::Turn:
            return "turn";
        case ItemKind::Setup:
            return "setup";
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
    return node.kind == ItemKind::Check ? spelling(node.mode) : node.name;
}
std::string title_of(const Item& node) {
    if (node.kind == ItemKind::Grid) return shape_text(node);
    if (node.kind == ItemKind::Category) return spelling(node.sort);
    if (node.kind == ItemKind::Equations && !node.exprs.empty()) return spelling(node.preference);
    if (node.kind != ItemKind::Window) return node.title;
    const bool once = node.participants == Participants::FromOnce;
    return spelling(node.participants) + std::string(once ? " once" : "");
}
std::string name_of(const Stmt& node) {
    if (node.kind == StmtKind::Choose) return spelling(node.quantity);
    return node.in_order ? "in order" : node.name;
}
std::string label_of(const Stmt& node, const Option& option) {
    return node.kind == StmtKind::Solve ? spelling(option.solve_case) : option.label;
}

// Builds "(head part part ...)"; parts that hold blocks begin lines of their own.
class Writer {
public:
    std::string take() { return std::move(out_); }

    void item(const Item& node) {
        open(word(node.kind));
        text("name", name_of(node));
        text("title", title_of(node));
        texts("names", node.names);
        texts("hidden", node.hidden);
        for (const Link& link : node.links) out_ += " (link " + quote(link.from) + " " + quote(link.to) + ")";
        texts("rows", node.rows);
        if (node.number != 0) out_ += " (number " + std::to_string(node.number) + ")";
        if (node.number2 != 0) out_ += " (number2 " + std::to_string(node.number2) + ")";
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
        for (const Setting& setting : node.settings) {
            begin("setting " + setting.name + " ");
            expr(setting.value);
            close();
        }
        for (const TextLine& text_line : node.lines) {
            begin("line " + quote(text_line.text));
            texts("rows", text_line.rows);
            close();
        }
        for (const Equation& equation : node.equations) {
            begin("equation " + equation.name);
            binders("binders", equation.binders);
            out_ += " (type ";
            type(equation.type);
            out_ += ")";
            exprs("exprs", equation.exprs);
            close();
        }
        body(node.body);
        abilities(node.abilities);
        for (const Alternative& alternative : node.alternatives) {
            begin("alternative " + alternative.name + " " + quote(alternative.title));
            abilities(alternative.abilities);
            close();
        }
        close();
    }

    void stmt(const Stmt& node) {
        begin(word(node.kind));
        text("name", name_of(node));
        binders("binders", node.binders);
        exprs("exprs", node.exprs);
        for (const Option& option : node.options) {
            begin("option " + quote(label_of(node, option)));
            binders("binders", option.binders);
            exprs("condition", option.condition);
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
        text("window", node.window);
        text("side", node.of_phase ? "phase" : spelling(node.side));
        text("name", node.name);
        texts("rows", node.rows);
        exprs("params", node.params);
        exprs("value", node.value);
        text("as", node.as_name);
        exprs("as-params", node.as_params);
        texts("except-to", node.except_to);
        if (node.looking_back) out_ += " looking-back";
        exprs("exprs", node.exprs);
        exprs("owner", node.owner);
        binders("binders", node.binders);
        exprs("binder-condition", node.binder_condition);
        for (const Given& given : node.given) {
            out_ += " (given " + given.name + " ";
            expr(given.value);
            out_ += ")";
        }
        binders("targets", node.targets);
        exprs("target-condition", node.target_condition);
        exprs("limit", node.limit);
        if (!node.limit.empty()) text("per", limit_moment(node));
        for (const std::vector<Stmt>& cost : node.costs) {
            begin("cost");
            body(cost);
            close();
        }
        if (node.at_once) out_ += " at-once";
        body(node.body);
        close();
    }

    void expr(const Expr& node) {
        switch (node.kind) {
            case ExprKind::Number:
                out_ += std::to_string(node.number);
                return;
            case ExprKind::Bool:
                out_ += node.number != 0 ? "yes" : "no";
                return;
            case ExprKind::None:
                out_ += "none";
                return;
            case ExprKind::Any:
                out_ += "any";
                return;
            case ExprKind::Name:
                out_ += node.name;
                return;
            case ExprKind::Quoted:
                out_ += quote(node.name);
                return;
            default:
                break;
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
