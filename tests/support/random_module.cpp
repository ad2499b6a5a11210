#include "tests/support/random_module.h"

namespace errata::dsl {

using namespace ast;

std::string RandomModule::name() {
    static const char* const names[] = {
        "a",       "b",      "m",    "Ann",    "square2",  "o'neill", "first", "phase", "at",   "end",
        "take",    "option", "x_y",  "open",   "mark",     "later",   "path",  "from",  "to",   "up",
        "exactly", "limit",  "cost", "cancel", "secretly", "may",     "per",   "once",  "order"};
    return names[below(std::size(names))];
}

std::string RandomModule::title() {
    static const char* const titles[] = {
        "Flight", "Will o' the Wisp", "say \"no\"", "back\\slash", "{s: spell} -- {t}", "", "}{", "\xc3\xa9"};
    return titles[below(std::size(titles))];
}

std::vector<std::string> RandomModule::rows() {
    if (chance(60)) return {};
    return chance(50) ? std::vector<std::string>{"SAN-TER-118"}
                      : std::vector<std::string>{"X-1a", "AB-C2-33"};
}

Expr RandomModule::expr(int depth) {
    Expr e;
    if (depth <= 0 || chance(25)) {
        static const ExprKind leaves[] = {ExprKind::Number, ExprKind::Bool, ExprKind::None,  ExprKind::Any,
                                          ExprKind::Name,   ExprKind::Name, ExprKind::Quoted};
        e.kind = leaves[below(std::size(leaves))];
        if (e.kind == ExprKind::Number) e.number = below(100);
        if (e.kind == ExprKind::Bool) e.number = below(2);
        if (e.kind == ExprKind::Name) e.name = name();
        if (e.kind == ExprKind::Quoted) e.name = title();
        return e;
    }
    e.kind =
        static_cast<ExprKind>(static_cast<int>(ExprKind::Field) +
                              below(static_cast<int>(ExprKind::Error) - static_cast<int>(ExprKind::Field)));
    switch (e.kind) {
        case ExprKind::Field:
            e.args = {expr(depth - 1)};
            e.name = name();
            break;
        case ExprKind::Call:
        case ExprKind::Can:
            e.name = name();
            e.args = exprs(depth - 1, 3);
            break;
        case ExprKind::SetLiteral:
            e.args = exprs(depth - 1, 3);
            break;
        case ExprKind::Not:
        case ExprKind::Negate:
            e.args = {expr(depth - 1)};
            break;
        case ExprKind::If:
            e.args = {expr(depth - 1), expr(depth - 1), expr(depth - 1)};
            break;
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::NumberOf:
        case ExprKind::First:
            e.binders = binders(depth - 2);
            e.args = {condition(depth - 1)};
            break;
        case ExprKind::Every:
        case ExprKind::Sum:
            e.binders = binders(depth - 2);
            e.args = {condition(depth - 1), expr(depth - 1)};
            break;
        case ExprKind::Solutions:
            e.name = name();
            break;
        case ExprKind::Path:
            e.binders = {binder(depth - 2)};
            e.args = {expr(depth - 1), expr(depth - 1), condition(depth - 1)};
            break;
        default:
            e.args = {expr(depth - 1), expr(depth - 1)};
            break;
    }
    return e;
}

Expr RandomModule::condition(int depth) {
    if (chance(70)) return expr(depth);
    Expr yes;
    yes.kind = ExprKind::Bool;
    yes.number = 1;
    return yes;
}

std::vector<Expr> RandomModule::exprs(int depth, int most) {
    std::vector<Expr> result;
    for (int i = below(most + 1); i > 0; --i) result.push_back(expr(depth));
    return result;
}

TypeExpr RandomModule::type(int depth) {
    TypeExpr t;
    static const TypeKind kinds[] = {TypeKind::Named, TypeKind::Named, TypeKind::Number,   TypeKind::Counter,
                                     TypeKind::Bool,  TypeKind::Range, TypeKind::Optional, TypeKind::Set};
    t.kind = kinds[below(std::size(kinds))];
    if (t.kind == TypeKind::Named) t.name = "t" + name();
    if (t.kind == TypeKind::Range) t.bounds = {expr(depth), expr(depth)};
    if (t.kind == TypeKind::Set) t.args = {type(depth)};
    if (t.kind == TypeKind::Optional) {
        TypeExpr inner;
        inner.kind = TypeKind::Named;
        inner.name = "kind";
        t.args = {inner};
    }
    return t;
}

Binder RandomModule::binder(int depth) {
    Binder b;
    b.name = name();
    b.type = type(depth);
    return b;
}

std::vector<Binder> RandomModule::binders(int depth, int least) {
    std::vector<Binder> result;
    for (int i = least + below(2); i > 0; --i) result.push_back(binder(depth));
    return result;
}

std::vector<Binder> RandomModule::fields(int least) {
    std::vector<Binder> result;
    for (int i = least + below(3); i > 0; --i) {
        result.push_back(binder(2));
        Binder& field = result.back();
        if (chance(15)) {
            field.type = TypeExpr();
            field.type.kind = TypeKind::Order;
        }
        if (chance(50)) field.initial = {expr(expr_depth)};
        if (chance(20))
            field.while_field = name();
        else if (chance(20))
            field.per = chance(50) ? "turn" : name();
    }
    return result;
}

std::vector<Stmt> RandomModule::block(int depth) {
    std::vector<Stmt> result;
    for (int i = below(depth > 0 ? 4 : 1); i > 0; --i) result.push_back(stmt(depth - 1));
    return result;
}

Stmt RandomModule::choice(int depth) {
    Stmt s;
    s.kind = StmtKind::Choose;
    s.exprs = {expr(2)};
    if (chance(30)) {
        static const Quantity counts[] = {Quantity::Exactly, Quantity::UpTo, Quantity::AsManyAs};
        s.quantity = counts[below(std::size(counts))];
        s.exprs.push_back(expr(3));
        Option o;
        o.label = chance(50) ? "" : title();
        o.binders = {binder(1)};
        o.condition = {condition(expr_depth)};
        o.body = block(depth);
        s.options = {o};
        if (chance(40)) s.blocks = {block(depth)};
        return s;
    }
    for (int i = 1 + below(3); i > 0; --i) {
        Option o;
        o.label = title();
        if (chance(60)) {
            o.binders = binders(1);
            o.condition = {condition(expr_depth)};
        } else if (chance(50)) {
            o.condition = {expr(expr_depth)};
        }
        o.body = block(depth);
        s.options.push_back(o);
    }
    if (chance(40)) s.blocks = {block(depth)};
    return s;
}

Stmt RandomModule::distribution(int depth) {
    Stmt s;
    s.kind = StmtKind::Distribute;
    s.name = name();
    s.label = chance(50) ? "" : title();
    s.quantity = static_cast<Quantity>(below(4));
    Expr amount;  // it begins with a name, a number or a bracket
    amount.kind = ExprKind::Number;
    amount.number = below(100);
    s.exprs = {expr(2), amount};
    for (int i = 1 + below(2); i > 0; --i) {
        Option o;
        o.binders = {binder(1)};
        o.condition = {condition(expr_depth)};
        if (chance(50)) o.most = {expr(expr_depth)};
        if (chance(30)) o.only_if = {expr(expr_depth)};
        o.body = block(depth);
        s.options.push_back(o);
    }
    if (chance(40)) s.blocks = {block(depth)};
    return s;
}

// A kind that is new gets a case below, or the compiler says so.
static constexpr StmtKind all_statements[] = {
#define ERRATA_STATEMENT(kind, opening, dumped) StmtKind::kind,
#include "dsl/ast/statements.def"
#undef ERRATA_STATEMENT
};
static constexpr int statement_count = static_cast<int>(std::size(all_statements));

Stmt RandomModule::stmt(int depth) {
    Stmt s;
    while (s.kind == StmtKind::Error)
        s.kind = all_statements[static_cast<std::size_t>(below(statement_count))];
    switch (s.kind) {
        case StmtKind::Assign:
        case StmtKind::Increase:
        case StmtKind::Decrease: {
            Expr target;
            target.kind = ExprKind::Name;
            target.name = "g";
            if (chance(50)) {
                Expr field;
                field.kind = ExprKind::Field;
                field.name = name();
                field.args = {target};
                target = field;
            }
            s.exprs = {target, expr(expr_depth)};
            break;
        }
        case StmtKind::If:
            s.exprs = {expr(expr_depth)};
            s.blocks = {block(depth)};
            if (chance(50)) s.blocks.push_back(block(depth));
            break;
        case StmtKind::ForEach:
            s.binders = binders(1);
            s.order = static_cast<LoopOrder>(chance(50) ? 0 : below(5));
            s.exprs = {condition(expr_depth)};
            if (s.order > LoopOrder::ByNumber) s.exprs.push_back(expr(expr_depth));
            if (s.order > LoopOrder::ByNumber && chance(50)) s.exprs.push_back(expr(expr_depth));
            s.blocks = {block(depth)};
            break;
        case StmtKind::Simultaneously:
        case StmtKind::Repeat:
            s.blocks = {block(depth)};
            break;
        case StmtKind::While:
            s.exprs = {expr(expr_depth)};
            s.blocks = {block(depth)};
            break;
        case StmtKind::Choose:
            return choice(depth);
        case StmtKind::Distribute:
            return distribution(depth);
        case StmtKind::Secretly:
            s.blocks = {{}};
            for (int i = depth > 0 ? below(3) : 0; i > 0; --i) s.blocks[0].push_back(choice(depth - 1));
            break;
        case StmtKind::Later: {
            Ability a;
            a.kind = chance(50) ? AbilityKind::Trigger : AbilityKind::PhaseHook;
            timed(a, false, depth);
            s.abilities = {a};
            break;
        }
        case StmtKind::Solve:
            s.name = name();
            s.blocks = {block(depth)};
            for (const SolveCase part : {SolveCase::None, SolveCase::Several}) {
                if (chance(50)) continue;
                s.options.emplace_back();
                s.options.back().solve_case = part;
                s.options.back().body = block(depth);
            }
            break;
        case StmtKind::OpenWindow:
            s.name = name();
            break;
        case StmtKind::Cancel:
            break;
        case StmtKind::Mark:
        case StmtKind::MarkFirst:
        case StmtKind::Unmark: {
            Expr target;
            target.kind = ExprKind::Name;
            target.name = name();
            Expr field;
            field.kind = ExprKind::Field;
            field.name = name();
            field.args = {target};
            s.exprs = {field};
            break;
        }
        case StmtKind::Perform:
        case StmtKind::Try:
            s.name = name();
            s.exprs = exprs(expr_depth, 3);
            break;
        case StmtKind::Phase:
            s.name = name();
            s.blocks = {block(depth)};
            break;
        case StmtKind::End:
            s.name = title();
            break;
        case StmtKind::Create:
            s.binders = {binder(1)};
            s.blocks = {block(depth)};
            break;
        case StmtKind::Place:
            s.binders = {binder(1)};
            s.exprs = {expr(expr_depth)};
            s.blocks = {block(depth)};
            break;
        case StmtKind::DoThen:
            s.blocks = {block(depth), block(depth)};
            if (chance(50)) s.blocks.push_back(block(depth));
            break;
        case StmtKind::Deal:
            s.binders.emplace_back();
            s.binders[0].name = name();
            s.binders[0].type.kind = TypeKind::Named;
            s.binders[0].type.name = "copy";  // a word of a statement would begin that
            s.args = {expr(2)};
            if (chance(50)) s.args.push_back(expr(expr_depth));
            break;
        case StmtKind::Does: {
            s.name = title();
            Expr who;
            who.kind = ExprKind::Name;
            who.name = "Ann";  // likewise
            s.exprs = {who};
            if (chance(50)) s.exprs.push_back(expr(expr_depth));
            for (int n = below(3); n > 0; --n) s.args.push_back(expr(2));
            break;
        }
        case StmtKind::Take:
            s.name = title();
            s.exprs = {expr(2)};
            if (chance(50)) s.exprs.push_back(expr(expr_depth));
            break;
        case StmtKind::Insert:
            s.name = "hole";
            break;
        case StmtKind::Settle:
        case StmtKind::Nothing:
            break;
        case StmtKind::Let:
            s.name = name();
            s.exprs = {expr(expr_depth)};
            break;
        case StmtKind::Destroy:
        case StmtKind::Require:
        case StmtKind::Until:
        case StmtKind::Then:
            s.exprs = {expr(expr_depth)};
            break;
        case StmtKind::Error:
            break;
    }
    return s;
}

std::vector<Setting> RandomModule::settings(int least) {
    std::vector<Setting> result;
    for (int i = least + below(3); i > 0; --i) {
        Setting s;
        s.name = chance(50) ? name() : "square.width";
        s.value = expr(expr_depth);
        if (chance(20)) {
            s.value = Expr();
            s.value.kind = ExprKind::Name;
            s.value.name = "cannot";
        }
        result.push_back(s);
    }
    return result;
}

Item RandomModule::item() {
    Item i;
    i.kind = static_cast<ItemKind>(below(static_cast<int>(ItemKind::Error)));
    const auto names = [&] {
        i.names.all = chance(50) ? std::vector<std::string>{"A"}
                                 : std::vector<std::string>{"A", "Will o' the Wisp", "with"};
    };
    switch (i.kind) {
        case ItemKind::Game:
        case ItemKind::Import:
            i.title = title();
            break;
        case ItemKind::Player:
            names();
            break;
        case ItemKind::Enum:
            i.name = name();
            names();
            break;
        case ItemKind::Kind:
            i.name = name();
            if (chance(50))
                names();
            else
                i.number = 1 + below(9);
            for (int n = below(3); n > 0; --n) i.dealt.all.push_back(name());
            i.fields = fields(0);
            break;
        case ItemKind::Grid:
            i.name = name();
            i.grid.width = 1 + below(9);
            i.grid.height = 1 + below(9);
            for (bool Grid::*const shape : {&Grid::diagonal, &Grid::hex, &Grid::ring})
                i.grid.*shape = chance(30);
            i.fields = fields(0);
            break;
        case ItemKind::Zone:
            i.name = name();
            names();
            for (const std::string& each : i.names.all) {
                if (chance(40)) i.names.hidden.push_back(each);
            }
            if (chance(40)) i.names.lives.push_back({name(), {}, 0, i.names.all.size()});
            break;
        case ItemKind::Sites:
            i.name = name();
            names();
            for (int n = below(3); n > 0; --n)
                i.links.push_back({Span(), i.names.all.front(), i.names.all.back()});
            i.fields = fields(0);
            break;
        case ItemKind::Window: {
            static const Participants all[] = {Participants::From, Participants::For, Participants::FromOnce};
            i.name = name();
            i.sort.participants = all[below(std::size(all))];
            i.exprs = {expr(2)};
            break;
        }
        case ItemKind::State:
            i.fields = fields(0);
            break;
        case ItemKind::Relation:
            i.name = name();
            i.binders = binders(1, 0);
            i.type = type(1);
            if (chance(50)) i.exprs = {expr(expr_depth)};
            break;
        case ItemKind::Define:
            i.name = name();
            i.binders = binders(1, 0);
            if (chance(50)) i.type = type(1);
            i.rows = rows();
            i.exprs = {expr(expr_depth + 2)};
            break;
        case ItemKind::Open:
            i.name = name();
            i.binders = binders(1, 0);
            if (chance(50)) i.type = type(1);
            if (chance(50)) i.exprs = {expr(2)};
            i.rows = rows();
            break;
        case ItemKind::Derived:
            i.name = name();
            i.binders = binders(1, 0);
            i.type = type(1);
            if (chance(50)) i.number = 1 + below(9);
            if (chance(30)) i.title = name();
            if (chance(30)) {
                Setting end;
                end.name = chance(50) ? "least" : "most";
                end.value.kind = ExprKind::Number;
                end.value.number = below(9);
                i.contents.settings.push_back(end);
            }
            i.rows = rows();
            i.exprs = {expr(expr_depth)};
            break;
        case ItemKind::Inductive:
            i.name = name();
            i.binders = binders(1, 0);
            i.rows = rows();
            i.exprs = {expr(expr_depth)};
            break;
        case ItemKind::Equations:
            i.name = name();
            i.rows = rows();
            for (int n = below(3); n > 0; --n) {
                Equation e;
                e.name = name();
                e.binders = binders(1, 0);
                e.type = type(1);
                e.exprs = {expr(expr_depth)};
                if (chance(30)) e.exprs.push_back(expr(expr_depth));
                i.contents.equations.push_back(e);
            }
            if (chance(40)) {
                i.sort.preference = chance(50) ? Preference::Most : Preference::Least;
                i.exprs = {expr(expr_depth)};
            }
            break;
        case ItemKind::Action:
            i.name = name();
            i.binders = binders(1, 0);
            for (Binder& b : i.binders) {
                if (chance(30)) b.initial = {expr(2)};
            }
            i.rows = rows();
            i.body = block(3);
            break;
        case ItemKind::Rule:
            i.title = title();
            i.rows = rows();
            i.contents.abilities = abilities(2);
            break;
        case ItemKind::Printed:
            i.name = name();
            i.type = type(1);
            i.exprs = {expr(expr_depth)};
            i.fields = fields(0);
            break;
        case ItemKind::Card:
            i.title = "terrain";
            i.name = chance(50) ? name() : "Will o' the Wisp";
            i.contents.settings = settings(0);
            i.rows = rows();
            for (int n = below(3); n > 0; --n) {
                TextLine line;
                line.text = chance(50) ? "Before movement: remove \"it\" [N]." : "} Text, with (brackets";
                line.rows = rows();
                if (chance(40)) {
                    line.version = chance(50) ? "Second printing" : "the \"blue\" box";
                    line.alternative = name();
                }
                i.contents.lines.push_back(line);
            }
            break;
        case ItemKind::Cards:
            i.title = chance(50) ? "cards.csv" : "sets/Will o' \"the\" Wisp.tsv";
            i.names.all = {"terrain"};
            for (int n = 1 + below(3); n > 0; --n)
                i.contents.columns.push_back({Span(), name(), title(), Span()});
            break;
        case ItemKind::Category: {
            static const CategorySort sorts[] = {CategorySort::Condition, CategorySort::Statements,
                                                 CategorySort::Things, CategorySort::Event};
            i.name = name();
            if (chance(50))
                i.type = type(1);
            else
                i.sort.category = sorts[below(std::size(sorts))];
            if (chance(50)) i.binders = binders(1);
            break;
        }
        case ItemKind::Phrase:
            i.name = name();
            i.title = title();
            i.rows = rows();
            if (chance(20)) i.binders = binders(1);
            if (chance(20)) i.refers = binders(1);
            switch (below(6)) {
                case 0:
                    i.exprs = {expr(expr_depth)};
                    break;
                case 1:
                    for (int n = 0; n < 2; ++n)
                        i.exprs.push_back(Expr{ExprKind::Call, {}, name(), 0, exprs(1, 2), {}, false});
                    break;
                case 2:
                    i.contents.things = binders(1);
                    for (Binder& thing : i.contents.things) thing.name = i.contents.things[0].name;
                    i.exprs = {condition(expr_depth)};
                    break;
                case 3:
                    i.sort.is_moment = true;
                    i.sort.is_at_end = chance(50);
                    i.exprs.emplace_back().kind = ExprKind::Name;
                    i.exprs[0].name = "dusk";
                    break;
                case 4:
                    i.body = block(2);
                    break;
                default:
                    i.contents.abilities = abilities(1);
                    break;
            }
            break;
        case ItemKind::Turn:
            i.body = block(3);
            break;
        case ItemKind::Setup:
            i.title = title();
            i.rows = rows();
            if (chance(30)) i.names.all = {title()};
            i.body = block(2);
            break;
        case ItemKind::Screen:
            i.title = title();
            i.name = name();
            i.rows = rows();
            i.contents.settings = settings(0);
            i.body = block(2);
            break;
        case ItemKind::Scope:
            i.name = name();
            i.contents.settings = settings(0);
            break;
        case ItemKind::Meta:
            i.rows = rows();
            i.contents.settings = settings(0);
            break;
        case ItemKind::Scenario:
            i.title = title();
            i.rows = rows();
            if (chance(30)) i.names.all = {title()};
            i.contents.settings = settings(0);
            i.body = block(2);
            break;
        case ItemKind::Check: {
            static const CheckMode modes[] = {
                CheckMode::Always,     CheckMode::Never,      CheckMode::Reachable,  CheckMode::Possible,
                CheckMode::Eventually, CheckMode::Eventually, CheckMode::Terminates, CheckMode::Unique};
            const int mode = below(std::size(modes));
            i.title = title();
            i.rows = rows();
            i.sort.check = modes[mode];
            if (mode < 6) i.exprs = {expr(expr_depth)};
            if (mode == 5) i.exprs.push_back(expr(expr_depth));
            break;
        }
        case ItemKind::Partition:
            i.title = title();
            i.rows = rows();
            if (chance(70)) i.binders = binders(1, 0);
            i.exprs = {condition(expr_depth)};
            for (int n = 1 + below(3); n > 0; --n) {
                i.names.all.push_back(title());
                i.exprs.push_back(expr(expr_depth));
            }
            break;
        case ItemKind::Ruling:
            i.title = title();
            i.rows = rows();
            i.exprs = {expr(expr_depth)};
            if (chance(60)) {
                i.name = name();
                i.params = exprs(2, 3);
                if (chance(50)) i.exprs.push_back(expr(expr_depth));
            }
            break;
        case ItemKind::Reading:
            i.title = title();
            i.rows = rows();
            i.sort.is_version = chance(30);
            for (int n = 1 + below(2); n > 0; --n) {
                Alternative a;
                a.name = name();
                a.title = title();
                if (!i.sort.is_version || chance(50)) a.abilities = abilities(1);
                i.contents.alternatives.push_back(a);
            }
            break;
        case ItemKind::Assume:
            i.sort.stance = static_cast<Stance>(below(3));
            if (i.sort.stance != Stance::Assumed || chance(50)) i.name = name();
            if (i.sort.stance == Stance::Tried) break;
            i.title = title();
            if (i.sort.stance == Stance::Denied) break;
            i.rows = rows();
            if (chance(50)) i.contents.abilities = abilities(1);
            break;
        case ItemKind::Accept:
            if (chance(50)) {
                i.accepting.code = chance(50) ? "loop.mandatory" : "dead-text";
                if (chance(50))
                    i.names.all = {title(), title()};
                else
                    i.number = static_cast<std::int64_t>(below(9));
            } else {
                i.title = title();
            }
            if (chance(50)) i.accepting.digest = title();
            i.name = "since " + title();  // a reason says something
            break;
        case ItemKind::Expect:
            i.name = chance(50) ? "loop.mandatory" : "contradiction.must-cannot";
            if (chance(50)) i.title = "refuted";
            if (chance(50)) i.names.all = {title()};
            break;
        case ItemKind::Rules:  // its lines have meanings, which follow as items
            return item();
        case ItemKind::Omit:
            i.rows = {"SAN-TER-7"};
            if (chance(50)) i.rows.push_back("HOP-12");
            i.name = title();
            break;
        case ItemKind::Error:
            break;
    }
    return i;
}

Module RandomModule::module() {
    Module result;
    for (int i = 1 + below(6); i > 0; --i) result.items.push_back(item());
    return result;
}

}  // namespace errata::dsl
