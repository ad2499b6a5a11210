#include "checker/screen/made_tables.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>

#include "dsl/ast/fields.h"
#include "dsl/ast/print_expr.h"
#include "dsl/base/text.h"

namespace errata::checker {

namespace ast = dsl::ast;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;
using ast::TypeExpr;
using ast::TypeKind;

namespace {

using Modules = std::vector<ast::Module>;

constexpr const char* bearer = "x";
constexpr std::size_t usual_size = 2;  // of the largest sets

void for_items(const Modules& modules, const std::function<void(const Item&)>& visit) {
    for (const ast::Module& module : modules) {
        for (const Item& item : module.items) visit(item);
    }
}

bool names(const TypeExpr& type, const std::string& name) {
    if (type.kind == TypeKind::Optional) return names(type.args[0], name);
    return type.kind == TypeKind::Named && type.name == name;
}

// Or nobody's.
bool is_player(const TypeExpr& type) { return names(type, "player"); }

bool is_this_field(const Expr& expr) {
    return expr.kind == ExprKind::Field && expr.args[0].kind == ExprKind::Name && expr.args[0].name == "this";
}

// `this` and `it` as the words of a screen: of the object that bears the item, or that such a word names.
Expr about(Expr expr, const std::string& object, const std::string& holder) {
    if (expr.kind == ExprKind::Name && expr.name == "this") expr.name = object;
    if (expr.kind == ExprKind::Name && expr.name == "it") {
        Expr bearing = expr;
        bearing.name = object;
        expr.kind = ExprKind::Field;
        expr.name = holder;
        expr.args = {std::move(bearing)};
        return expr;
    }
    for (Expr& arg : expr.args) arg = about(std::move(arg), object, holder);
    return expr;
}

// Without `this.card = it`: whoever is dealt an item bears it.
std::optional<Expr> without_bearing(const Expr& expr, const std::string& holder) {
    if (expr.kind == ExprKind::And) {
        const auto left = without_bearing(expr.args[0], holder);
        const auto right = without_bearing(expr.args[1], holder);
        if (!left || !right) return left ? left : right;
        Expr both = expr;
        both.args = {*left, *right};
        return both;
    }
    const auto is_it = [](const Expr& side) { return side.kind == ExprKind::Name && side.name == "it"; };
    const auto is_holder = [&](const Expr& side) { return is_this_field(side) && side.name == holder; };
    const bool is_bearing =
        expr.kind == ExprKind::Equal && ((is_it(expr.args[0]) && is_holder(expr.args[1])) ||
                                         (is_it(expr.args[1]) && is_holder(expr.args[0])));
    if (is_bearing) return std::nullopt;
    return expr;
}

std::string text_of(const Expr& expr) { return ast::unbroken(ast::expr_text(expr)); }

bool mentions(const Expr& expr, const std::set<std::string>& words) {
    bool found = false;
    ast::walk(expr, [&](const Expr& part) { found = found || words.contains(part.name); });
    return found;
}

// Where play begins, but for who bears which text: what a setup of the spec says of everything else.
struct Beginning {
    std::string title;                   // empty: there is no setup
    std::string text;                    // its statements
    std::set<std::string> sets;          // fields that they give values
    std::set<std::string> has_its_part;  // objects that they give values, and no item with text
    std::vector<std::string> dealt;      // likewise: names of those that lines deal, the first that are free
};

// One that leaves values open is many positions; each set on each of them would be too much.
bool leaves_open(const std::vector<ast::Stmt>& body) {
    return std::ranges::any_of(body, [](const ast::Stmt& stmt) {
        const auto is_open = [](const Expr& expr) { return expr.kind == ExprKind::Any; };
        return std::ranges::any_of(stmt.exprs, is_open) || std::ranges::any_of(stmt.blocks, leaves_open);
    });
}

// Items without text stay. An object that bears one with text is left out with it.
class WithoutTexts {
public:
    // `kind`: of what bears items, in the field `holder`. `open`: the fields that the tables leave open.
    // `plain`: the items without text.
    WithoutTexts(const dsl::SourceSet& sources, const Item& kind, const ast::Binder& holder,
                 const std::set<std::string>& open, const std::set<std::string>& plain)
        : sources_(sources),
          kind_(kind),
          holder_(holder),
          open_(open),
          plain_(plain),
          left_out_{holder.name} {}

    // `parts`: the setup behind those that it begins with.
    Beginning of(const std::vector<const Item*>& parts) {
        beginning_.title = parts.back()->title;
        std::vector<ast::Stmt> body;
        for (const Item* part : parts) body.insert(body.end(), part->body.begin(), part->body.end());
        for (const ast::Stmt& stmt : body) see_bearers(stmt);
        for (const ast::Stmt& stmt : body) {
            cuts_.clear();
            read(stmt);
            std::string text(sources_.text(stmt.span));
            for (auto cut = cuts_.rbegin(); cut != cuts_.rend(); ++cut)
                text.erase(cut->begin - stmt.span.begin, cut->end - cut->begin);
            if (!text.empty()) beginning_.text += "    " + text + "\n";
        }
        for (const std::string& object : bearing_text_) beginning_.has_its_part.erase(object);
        return std::move(beginning_);
    }

private:
    static bool is_field_of_object(const ast::Stmt& stmt) {
        return stmt.kind == ast::StmtKind::Assign && stmt.exprs[0].kind == ExprKind::Field &&
               stmt.exprs[0].args[0].kind == ExprKind::Name;
    }
    static const std::string& object_of(const ast::Stmt& stmt) { return stmt.exprs[0].args[0].name; }

    bool gives_plain_item(const ast::Stmt& stmt) const {
        return is_field_of_object(stmt) && stmt.exprs[0].name == holder_.name &&
               plain_.contains(stmt.exprs[1].name);
    }

    // The item that a line deals to what it names; null: it deals none.
    const Expr* item_dealt(const ast::Stmt& stmt) const {
        if (stmt.kind != ast::StmtKind::Deal || stmt.binders[0].type.name != kind_.name) return nullptr;
        const auto field = std::ranges::find(kind_.dealt.all, holder_.name);
        const auto place = static_cast<std::size_t>(field - kind_.dealt.all.begin());
        return place < stmt.args.size() ? &stmt.args[place] : nullptr;
    }
    bool deals_text(const ast::Stmt& stmt) const {
        const Expr* const item = item_dealt(stmt);
        return item != nullptr && item->kind != ExprKind::None && !plain_.contains(item->name);
    }

    void see_bearers(const ast::Stmt& stmt) {
        if (is_field_of_object(stmt) && stmt.exprs[0].name == holder_.name && !gives_plain_item(stmt))
            bearing_text_.insert(object_of(stmt));
        for (const std::vector<ast::Stmt>& block : stmt.blocks) {
            for (const ast::Stmt& inner : block) see_bearers(inner);
        }
    }

    void read(const ast::Stmt& stmt) {
        if (is_field_of_object(stmt)) beginning_.has_its_part.insert(object_of(stmt));
        if (stmt.kind == ast::StmtKind::Assign && stmt.exprs[0].kind == ExprKind::Field)
            beginning_.sets.insert(stmt.exprs[0].name);
        const bool deals = stmt.kind == ast::StmtKind::Deal;
        if (is_left_out(stmt)) {
            cuts_.push_back(stmt.span);
            if (stmt.kind == ast::StmtKind::Let) left_out_.insert(stmt.name);
            if (deals) left_out_.insert(stmt.binders[0].name);
            return;
        }
        if (deals && stmt.binders[0].type.name == kind_.name) see_dealt(stmt.binders[0].name);
        for (const std::vector<ast::Stmt>& block : stmt.blocks) {
            for (const ast::Stmt& inner : block) read(inner);
        }
    }

    void see_dealt(const std::string& name) {
        const std::vector<std::string>& objects = kind_.names.all;
        if (std::ranges::find(objects, name) == objects.end()) {
            beginning_.dealt.push_back(name);
        } else {
            beginning_.has_its_part.insert(name);
        }
    }

    // A requirement about an open field was meant for the items of the setup, and these are left out.
    bool is_left_out(const ast::Stmt& stmt) const {
        if (gives_plain_item(stmt)) return false;
        if (deals_text(stmt)) return true;
        const bool is_bare = is_field_of_object(stmt) && holder_.type.kind == TypeKind::Optional &&
                             bearing_text_.contains(object_of(stmt));
        const auto is_of_what_is_left_out = [&](const Expr& expr) { return mentions(expr, left_out_); };
        return is_bare || std::ranges::any_of(stmt.exprs, is_of_what_is_left_out) ||
               std::ranges::any_of(stmt.args, is_of_what_is_left_out) ||
               (stmt.kind == ast::StmtKind::Require &&
                std::ranges::any_of(stmt.exprs, [&](const Expr& expr) { return mentions(expr, open_); }));
    }

    const dsl::SourceSet& sources_;
    const Item& kind_;
    const ast::Binder& holder_;
    const std::set<std::string>& open_;
    const std::set<std::string>& plain_;
    std::set<std::string> left_out_;
    std::set<std::string> bearing_text_;  // objects
    std::vector<dsl::Span> cuts_;         // of the statement under way
    Beginning beginning_;
};

// Statements that make a condition about `this` true of an object. Nothing: the condition is not plain
// enough.
std::optional<std::string> statements_for(const Expr& condition, const std::string& object) {
    const auto sets = [&](const Expr& field, const std::string& value) {
        return "    " + object + "." + field.name + " := " + value + "\n";
    };
    if (condition.kind == ExprKind::And) {
        const auto left = statements_for(condition.args[0], object);
        const auto right = statements_for(condition.args[1], object);
        return left && right ? std::optional(*left + *right) : std::nullopt;
    }
    if (condition.kind == ExprKind::Or) {
        const auto left = statements_for(condition.args[0], object);
        return left ? left : statements_for(condition.args[1], object);
    }
    if (condition.kind == ExprKind::Field && is_this_field(condition)) return sets(condition, "yes");
    if (condition.kind == ExprKind::Not && is_this_field(condition.args[0]))
        return sets(condition.args[0], "no");
    if (condition.kind == ExprKind::Equal && is_this_field(condition.args[0])) {
        const Expr& value = condition.args[1];
        const bool is_constant = value.kind == ExprKind::Name || value.kind == ExprKind::Bool;
        if (is_constant) return sets(condition.args[0], text_of(value));
    }
    return std::nullopt;
}

class Tables {
public:
    Tables(const Modules& modules, const dsl::SourceSet& sources, const compiler::CompileOptions& options)
        : modules_(modules), sources_(sources), options_(options) {
        for_items(modules, [&](const Item& item) {
            dsl::ast::walk(item, [&](const ast::Ability& ability) { note_costs(ability); });
        });
    }

    std::string text() {
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::Printed && has_text(item.name)) make(item);
        });
        return std::move(text_);
    }

private:
    bool has_text(const std::string& kind) const {
        bool found = false;
        for_items(modules_, [&](const Item& item) {
            found =
                found || (item.kind == ItemKind::Card && item.title == kind && !item.contents.lines.empty());
        });
        return found;
    }

    // What costs take from: fields by their names, and state.
    void note_costs(const ast::Ability& ability) {
        for (const std::vector<ast::Stmt>& cost : ability.play.costs) {
            for (const ast::Stmt& stmt : cost) {
                if (stmt.kind != ast::StmtKind::Decrease) continue;
                const Expr& target = stmt.exprs[0];
                if (target.kind == ExprKind::Field || target.kind == ExprKind::Name)
                    paid_.insert(target.name);
            }
        }
    }

    const Item* bearing(const std::string& kind) const {
        const Item* found = nullptr;
        for_items(modules_, [&](const Item& item) {
            const bool is_kind =
                item.kind == ItemKind::Kind || item.kind == ItemKind::Grid || item.kind == ItemKind::Sites;
            if (is_kind && item.name == kind) found = &item;
        });
        return found;
    }

    void make(const Item& printed) {
        const Item* kind = bearing(printed.type.name);
        if (kind == nullptr) return;
        const auto holder = std::ranges::find_if(
            kind->fields, [&](const ast::Binder& field) { return names(field.type, printed.name); });
        if (holder == kind->fields.end()) return;
        const auto open =
            printed.exprs.empty() ? std::optional<Expr>() : without_bearing(printed.exprs[0], holder->name);
        Table table{printed, *kind, *holder, open};
        open_fields(table);
        const std::vector<Beginning> all = beginnings(table);
        // The cheap ones first, and sets of several items on one beginning.
        for (const Beginning& beginning : all) screen(table, beginning, "in effect", all);
        for (const Beginning& beginning : all) {
            if (open) screen(table, beginning, "in effect or waiting", all);
        }
    }

    struct Table {
        const Item& printed;
        const Item& kind;
        const ast::Binder& holder;
        const std::optional<Expr>& open;  // what brings an item into effect, beside that an object bears it
        std::vector<const ast::Binder*> opened = {};  // fields of the bearer
        std::set<const ast::Binder*> somebodys = {};  // of these: a player's, and never nobody's

        std::string condition(const std::string& object) const {
            return text_of(about(*open, object, holder.name));
        }
    };

    // The setup behind that which it begins with, and so on; the first one begins with none.
    std::vector<const Item*> with_those_before(const Item& setup) const {
        std::vector<const Item*> parts = {&setup};
        while (!parts.front()->names.all.empty()) {
            const Item* before = nullptr;
            for_items(modules_, [&](const Item& item) {
                if (item.kind == ItemKind::Setup && item.title == parts.front()->names.all.front())
                    before = &item;
            });
            if (before == nullptr || std::ranges::find(parts, before) != parts.end()) break;
            parts.insert(parts.begin(), before);
        }
        return parts;
    }

    // Setups that differ in the items alone are one.
    std::vector<Beginning> beginnings(const Table& table) const {
        std::set<std::string> open;
        for (const ast::Binder* field : table.opened) open.insert(field->name);
        std::set<std::string> plain;
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::Card && item.title == table.printed.name &&
                item.contents.lines.empty())
                plain.insert(item.name);
        });
        std::vector<Beginning> result;
        for_items(modules_, [&](const Item& item) {
            if (item.kind != ItemKind::Setup) return;
            const std::vector<const Item*> parts = with_those_before(item);
            if (std::ranges::any_of(parts, [](const Item* part) { return leaves_open(part->body); })) return;
            Beginning one = WithoutTexts(sources_, table.kind, table.holder, open, plain).of(parts);
            if (std::ranges::find(result, one.text, &Beginning::text) == result.end())
                result.push_back(std::move(one));
        });
        if (result.empty()) result.emplace_back();
        return result;
    }

    void screen(const Table& table, const Beginning& beginning, const std::string& how,
                const std::vector<Beginning>& all) {
        const std::size_t size = &beginning == all.data() ? usual_size : 1;
        const bool is_mixed = how != "in effect";
        text_ += "screen \"" + table.printed.name + ": " + how +
                 (all.size() > 1 ? ", " + beginning.title : "") + "\" of " + table.printed.name +
                 ", size: " + std::to_string(size) + ", turns: 1 {\n" + plain_elsewhere(table) +
                 beginning.text + figure_on(table.kind, beginning);
        const std::string company = is_mixed ? bystanders(table, beginning) : "";
        text_ += company;
        text_ +=
            "    place " + std::string(bearer) + ": " + table.kind.name + placed(table, beginning) + " {\n";
        for (const ast::Binder* field : table.opened) {
            const std::string value = std::string(bearer) + "." + field->name;
            text_ += "        " + value + " := any\n" + host(table, *field);
            if (table.somebodys.contains(field)) text_ += "        require " + value + " is not none\n";
        }
        if (table.open && !is_mixed) text_ += "        require " + table.condition(bearer) + "\n";
        text_ += "    }\n" + (is_mixed && company.empty() ? some_waits(table, beginning) : "") +
                 surroundings() + "}\n\n";
    }

    // The fields that decide whether an item is in effect, and the owner. Where nothing decides that, the
    // place is open, too. The place stays closed where it would make too many beginnings, and an owner who
    // may be nobody is somebody then: what belongs to nobody does nothing.
    void open_fields(Table& table) const {
        std::vector<const ast::Binder*>& open = table.opened;
        std::size_t beginnings = 1;
        const auto add = [&](const auto& is_it, std::size_t most) {
            for (const ast::Binder& field : table.kind.fields) {
                const bool is_known = std::ranges::find(open, &field) != open.end();
                if (is_known || field.name == table.holder.name || !is_it(field)) continue;
                const std::size_t values = number_of_values(field.type);
                if (beginnings * values > most) continue;
                beginnings *= values;
                open.push_back(&field);
            }
        };
        constexpr std::size_t any_number = std::numeric_limits<std::size_t>::max() / 1'000'000;
        add([&](const ast::Binder& field) { return is_read(table.printed, field); }, any_number);
        add(
            [&](const ast::Binder& field) {
                return field.type.kind == TypeKind::Named && is_player(field.type);
            },
            any_number);
        add([&](const ast::Binder& field) { return is_player(field.type); }, most_for_an_item(table.printed));
        for (const ast::Binder& field : table.kind.fields) {
            const bool is_known = std::ranges::find(open, &field) != open.end();
            if (is_known || !is_player(field.type)) continue;
            open.push_back(&field);
            table.somebodys.insert(&field);
            beginnings *= number_of_values(field.type) - 1;
        }
        add([&](const ast::Binder& field) { return !table.open && is_place(field.type); },
            most_for_an_item(table.printed));
        std::ranges::sort(open);  // as they are declared
    }

    static bool is_read(const Item& printed, const ast::Binder& field) {
        return std::ranges::any_of(printed.exprs, [&](const Expr& condition) {
            bool found = false;
            ast::walk(condition, [&](const Expr& expr) {
                found = found || (is_this_field(expr) && expr.name == field.name);
            });
            return found;
        });
    }

    // In how many ways one item may lie so that all pairs have some ten thousand beginnings.
    std::size_t most_for_an_item(const Item& printed) const {
        std::size_t items = 0;
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::Card && item.title == printed.name) ++items;
        });
        constexpr double most = 50'000;
        return static_cast<std::size_t>(std::sqrt(2 * most) / static_cast<double>(items));
    }

    std::size_t number_of_values(const TypeExpr& type) const {
        constexpr std::size_t of_a_number = 10;
        if (type.kind == TypeKind::Bool) return 2;
        if (type.kind == TypeKind::Optional) return number_of_values(type.args[0]) + 1;
        std::size_t result = type.kind == TypeKind::Named ? 1 : of_a_number;
        for_items(modules_, [&](const Item& item) {
            const bool is_it = item.kind == ItemKind::Player ? type.name == "player" : type.name == item.name;
            if (type.kind != TypeKind::Named || !is_it) return;
            if (item.kind == ItemKind::Grid)
                result = static_cast<std::size_t>(item.grid.width * item.grid.height);
            else if (!item.names.all.empty())
                result = item.names.all.size();
            else if (item.kind == ItemKind::Kind && item.name != "player")
                result = static_cast<std::size_t>(std::max<std::int64_t>(item.number, 1));
        });
        return result;
    }

    // A zone, or an enumeration that stands for zones; or a place on a board.
    bool is_place(const TypeExpr& type) const {
        constexpr std::array kinds{ItemKind::Zone, ItemKind::Enum, ItemKind::Grid, ItemKind::Sites};
        bool found = false;
        for_items(modules_, [&](const Item& item) {
            found = found || (std::ranges::find(kinds, item.kind) != kinds.end() && names(type, item.name));
        });
        return found;
    }

    // An item is attached to something in play.
    std::string host(const Table& table, const ast::Binder& field) const {
        if (!names(field.type, table.kind.name) || !table.open) return "";
        const std::string other = std::string(bearer) + "." + field.name;
        const std::string attached = other + " != " + bearer + " and (" + table.condition(other) + ")";
        return "        require " +
               (field.type.kind == TypeKind::Optional ? other + " is none or (" + attached + ")" : attached) +
               "\n";
    }

    // Objects that have their part already bear none, where others are left.
    std::string placed(const Table& table, const Beginning& beginning) const {
        std::string result;
        std::size_t left = 0;
        for (const std::string& object : objects_of(table.kind)) {
            if (!beginning.has_its_part.contains(object))
                ++left;
            else
                result += (result.empty() ? " with " : " and ") + std::string(bearer) + " != " + object;
        }
        for (const std::string& object : beginning.dealt)
            result += (result.empty() ? " with " : " and ") + std::string(bearer) + " != " + object;
        return left < usual_size + beginning.dealt.size() ? "" : result;
    }

    // Without bystanders, sets that are all in effect are laid out on the other table.
    std::string some_waits(const Table& table, const Beginning& beginning) const {
        if (table.holder.type.kind != TypeKind::Optional) return "";
        std::string others;
        for (const std::string& object : objects_of(table.kind)) {
            if (beginning.has_its_part.contains(object)) others += " and y != " + object;
        }
        for (const std::string& object : beginning.dealt) others += " and y != " + object;
        return "    require some y: " + table.kind.name + " with y." + table.holder.name + " is not none" +
               others + " and not (" + table.condition("y") + ")\n";
    }

    // How many objects of a pool there are: as asked for, else as the scope says, else as declared.
    std::int64_t number_of(const Item& kind) const {
        if (const auto asked = options_.overrides.find(kind.name); asked != options_.overrides.end())
            return asked->second;
        const Item* scope = nullptr;
        for_items(modules_, [&](const Item& item) {
            const bool is_meant = options_.scope.empty() ? scope == nullptr : item.name == options_.scope;
            if (item.kind == ItemKind::Scope && is_meant) scope = &item;
        });
        if (scope == nullptr) return kind.number;
        const std::vector<ast::Setting>& settings = scope->contents.settings;
        const auto size = std::ranges::find(settings, kind.name, &ast::Setting::name);
        return size == settings.end() ? kind.number : size->value.number;
    }

    std::vector<std::string> objects_of(const Item& kind) const {
        if (kind.kind != ItemKind::Kind || !kind.names.all.empty()) return kind.names.all;
        std::vector<std::string> result;
        for (std::int64_t i = 1; i <= number_of(kind); ++i) result.push_back(kind.name + std::to_string(i));
        return result;
    }

    // For each player one object that bears nothing of note and is where items are in effect, so that what
    // needs somebody else, or something to be attached to, finds it.
    std::string bystanders(const Table& table, const Beginning& beginning) const {
        const Item* plain = plain_item(table.printed);
        if (table.holder.type.kind != TypeKind::Optional && !plain->contents.lines.empty()) return "";
        std::vector<std::string> free = objects_of(table.kind);
        std::erase_if(free,
                      [&](const std::string& object) { return beginning.has_its_part.contains(object); });
        free.erase(free.begin(),
                   free.begin() + static_cast<std::ptrdiff_t>(std::min(free.size(), beginning.dealt.size())));
        std::string result;
        for_items(modules_, [&](const Item& item) {
            if (item.kind != ItemKind::Player) return;
            for (const std::string& player : item.names.all) {
                if (free.size() <= usual_size) return;
                const auto in_play = statements_for(*table.open, free.back());
                if (!in_play) return;
                result += *in_play;
                for (const ast::Binder& field : table.kind.fields) {
                    if (is_player(field.type))
                        result += "    " + free.back() + "." + field.name + " := " + player + "\n";
                }
                free.pop_back();
            }
        });
        return result;
    }

    // The one that says least.
    const Item* plain_item(const Item& printed) const {
        const auto words = [](const Item& card) {
            std::size_t sum = 0;
            for (const ast::TextLine& line : card.contents.lines) sum += line.text.size();
            return sum;
        };
        const Item* plain = nullptr;
        for_items(modules_, [&](const Item& item) {
            if (item.kind != ItemKind::Card || item.title != printed.name) return;
            if (plain == nullptr || words(item) < words(*plain)) plain = &item;
        });
        return plain;
    }

    // Where every object bears some item, those that get none of the set bear that one.
    std::string plain_elsewhere(const Table& table) const {
        if (table.holder.type.kind == TypeKind::Optional) return "";
        return "    for each y: " + table.kind.name + " { y." + table.holder.name +
               " := " + ast::name_text(plain_item(table.printed)->name) + " }\n";
    }

    // On a board, whoever can stand on it: the first of the first kind, anywhere, unless a setup puts one
    // there.
    std::string figure_on(const Item& board, const Beginning& beginning) const {
        if (board.kind != ItemKind::Grid && board.kind != ItemKind::Sites) return "";
        std::string figure;
        for_items(modules_, [&](const Item& item) {
            if (!figure.empty() || item.kind != ItemKind::Kind || !item.names.all.empty()) return;
            const auto place = std::ranges::find_if(
                item.fields, [&](const ast::Binder& field) { return names(field.type, board.name); });
            if (place == item.fields.end() || beginning.sets.contains(place->name)) return;
            figure = "    " + item.name + "1." + place->name + " := any\n";
        });
        return figure;
    }

    // Whose turn it is, and what there is to pay with.
    std::string surroundings() const {
        std::string result;
        for_items(modules_, [&](const Item& item) {
            if (item.kind == ItemKind::State) {
                for (const ast::Binder& field : item.fields) {
                    if (is_player(field.type)) result += "    " + field.name + " := any\n";
                    if (const std::string most = most_of(field); !most.empty())
                        result += "    " + field.name + " := " + most + "\n";
                }
            }
            if (item.kind != ItemKind::Kind) return;
            for (const ast::Binder& field : item.fields) {
                const std::string most = most_of(field);
                if (most.empty()) continue;
                result += "    for each y: " + item.name + " { y." + field.name + " := " + most + " }\n";
            }
        });
        return result;
    }

    // Of a number that costs take from.
    std::string most_of(const ast::Binder& field) const {
        const bool is_bounded = field.type.kind == TypeKind::Range && field.type.bounds.size() == 2;
        return paid_.contains(field.name) && is_bounded ? text_of(field.type.bounds[1]) : "";
    }

    const Modules& modules_;
    const dsl::SourceSet& sources_;
    const compiler::CompileOptions& options_;
    std::set<std::string> paid_;
    std::string text_;
};

}  // namespace

std::string made_tables(const Modules& modules, const dsl::SourceSet& sources,
                        const compiler::CompileOptions& options) {
    return Tables(modules, sources, options).text();
}

}  // namespace errata::checker
