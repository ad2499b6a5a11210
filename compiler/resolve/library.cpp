#include "compiler/resolve/library.h"

#include <algorithm>
#include <array>
#include <optional>

#include "dsl/ast/dump.h"
#include "dsl/ast/fields.h"
#include "dsl/ast/own_names.h"
#include "dsl/base/text.h"
#include "dsl/phrases/template.h"

namespace errata::compiler {

using ast::ItemKind;

namespace {

// Names that every game has.
constexpr std::array<const char*, 12> built_in{"this", "it",   "chance", "nobody",  "min",   "max",
                                               "size", "bool", "number", "counter", "order", "line"};
// Names that come with a board.
constexpr std::array<const char*, 16> of_boards{
    "adjacent", "distance", "orthogonal", "diagonal", "step", "direction", "column", "row",
    "between",  "turned",   "opposite",   "north",    "east", "south",     "west",   "northeast"};

using NameSet = std::set<std::string>;

struct DeclaredVisit {
    NameSet& names;
    void operator()(const ast::Stmt& stmt) const {
        if (stmt.kind == ast::StmtKind::Phase) names.insert({"phase", stmt.name});
    }
};

// The names that an item declares for others.
void add_declared(const ast::Item& item, NameSet& names) {
    const bool declares_nothing = item.kind == ItemKind::Phrase || item.kind == ItemKind::Screen ||
                                  item.kind == ItemKind::Check || item.kind == ItemKind::Error;
    if (declares_nothing) return;
    if (item.kind == ItemKind::Turn) {
        dsl::ast::walk(item, DeclaredVisit{names});
        return;
    }
    const bool is_board = item.kind == ItemKind::Grid || item.kind == ItemKind::Sites;
    if (is_board) names.insert(of_boards.begin(), of_boards.end());
    if (item.kind == ItemKind::Player) names.insert("player");
    names.insert(item.name);
    names.insert(item.names.all.begin(), item.names.all.end());
    for (const ast::OneLife& life : item.names.lives) names.insert(life.name);
    for (const ast::Binder& field : item.fields) names.insert(field.name);
    for (const ast::Equation& equation : item.contents.equations) names.insert(equation.name);
    if (item.kind == ItemKind::Scope) {
        for (const ast::Setting& setting : item.contents.settings) names.insert(setting.name);
    }
}

// The names that an item takes from others.
class Needs {
public:
    // `given`: what a category hands over to its phrases.
    Needs(const ast::Item& item, const std::map<std::string, NameSet>& given) : own_(ast::own_names(item)) {
        if (item.kind == ItemKind::Phrase) {
            if (const auto handed = given.find(item.name); handed != given.end())
                own_.insert(handed->second.begin(), handed->second.end());
            needed_.push_back(item.name);
            for (const dsl::TemplateHole& hole : dsl::template_holes(item.title)) {
                if (hole.category != "number") needed_.push_back(hole.category);
            }
            const bool is_event = !item.exprs.empty() && item.exprs[0].kind == ast::ExprKind::Call;
            if (is_event) bind(item.exprs[0].args);
        }
        dsl::ast::walk(item, Visit{*this});
    }

    // The first that is not among these.
    std::optional<std::string> lacking(const NameSet& declared) const {
        for (const std::string& name : needed_) {
            if (!name.empty() && own_.count(name) == 0 && declared.count(name) == 0) return name;
        }
        return std::nullopt;
    }

private:
    struct Visit {
        Needs& needs;
        void operator()(const ast::TypeExpr& type) const {
            if (type.kind == ast::TypeKind::Named) needs.needed_.push_back(type.name);
        }
        void operator()(const ast::Binder& binder) const {
            needs.needed_.push_back(binder.while_field);
            if (binder.per != "turn") needs.needed_.push_back(binder.per);
        }
        void operator()(const ast::Expr& expr) const {
            if (expr.kind != ast::ExprKind::Quoted && expr.name != "_") needs.needed_.push_back(expr.name);
        }
        void operator()(const ast::Stmt& stmt) const {
            if (stmt.kind != ast::StmtKind::End && stmt.kind != ast::StmtKind::Take)
                needs.needed_.push_back(stmt.name);
        }
        void operator()(const ast::Ability& ability) const {
            needs.bind(ability.params);
            needs.bind(ability.as.params);
            if (ability.kind != ast::AbilityKind::Ending) needs.needed_.push_back(ability.name);
            needs.needed_.push_back(ability.as.name);
            std::ranges::copy(ability.play.windows.all, std::back_inserter(needs.needed_));
            needs.needed_.push_back(ability.limit.phase);
        }
    };

    // Names in the brackets of an event that nobody declares stand for what happens to be there.
    void bind(const std::vector<ast::Expr>& params) {
        for (const ast::Expr& param : params) {
            if (param.kind == ast::ExprKind::Name) own_.insert(param.name);
        }
    }

    NameSet own_;
    std::vector<std::string> needed_;
};

// What is there or not by what the game has; other items say what they want of a game, and are errors where
// it does not have that.
bool is_conditional(ItemKind kind) {
    constexpr std::array conditional{ItemKind::Phrase, ItemKind::Category, ItemKind::Action,
                                     ItemKind::Define, ItemKind::Derived,  ItemKind::Inductive,
                                     ItemKind::Open,   ItemKind::Rule};
    return std::ranges::find(conditional, kind) != conditional.end();
}

// Items that are the same in meaning: the game has it, or the library was imported twice.
std::string identity(const ast::Item& item) {
    if (item.kind == ItemKind::Phrase) return "phrase " + item.name + " " + dsl::lower(item.title);
    return std::string(ast::spelling(item.kind)) + " " + item.name + item.title;
}

class Choosing {
public:
    explicit Choosing(const Modules& modules) {
        for_items(modules, ItemKind::Category, [&](const ast::Item& item) {
            for (const ast::Binder& given : item.binders) given_[item.name].insert(given.name);
        });
        for (const ast::Module& module : modules) {
            if (module.is_library) continue;
            for (const ast::Item& item : module.items) {
                add_declared(item, of_game_);
                if (item.kind != ItemKind::Import && item.kind != ItemKind::Game)
                    in_game_.insert(identity(item));
            }
        }
        of_game_.insert(built_in.begin(), built_in.end());
        for (const ast::Module& module : modules) {
            if (!module.is_library) continue;
            for (const ast::Item& item : module.items) consider(item);
        }
        set_aside();
    }

    bool keeps(const ast::Item& item) const { return kept_.count(&item) > 0; }

    std::vector<LackingPhrase> lacking;
    std::map<std::string, std::string> lacks;

private:
    void consider(const ast::Item& item) {
        if (item.kind == ItemKind::Import || item.kind == ItemKind::Game) return;
        if (!is_conditional(item.kind)) {
            kept_.insert(&item);
            return;
        }
        // Which of two phrases with the same words counts is decided where they are read.
        if (item.kind != ItemKind::Phrase && in_game_.count(identity(item)) > 0) return;
        std::vector<const ast::Item*>& alike = seen_[identity(item)];
        for (const ast::Item* const other : alike) {
            if (ast::dump(*other) == ast::dump(item)) return;
        }
        alike.push_back(&item);
        open_.emplace_back(&item, Needs(item, given_));
    }

    void set_aside() {
        while (true) {
            NameSet declared = of_game_;
            for (const ast::Item* const item : kept_) add_declared(*item, declared);
            for (const auto& [item, needs] : open_) add_declared(*item, declared);
            const auto is_lacking = [&](const auto& one) {
                const std::optional<std::string> name = one.second.lacking(declared);
                if (name && one.first->kind == ItemKind::Phrase)
                    lacking.push_back({*one.first, *name});
                else if (name)
                    lacks.emplace(one.first->name, *name);
                return name.has_value();
            };
            if (std::erase_if(open_, is_lacking) == 0) break;
        }
        for (const auto& [item, needs] : open_) kept_.insert(item);
        // What a phrase lacks may be an item that was set aside itself: the name behind it is to be told.
        const auto first_of = [&](std::string name) {
            for (std::size_t i = 0; i <= lacks.size() && lacks.count(name) > 0; ++i) name = lacks.at(name);
            return name;
        };
        for (LackingPhrase& phrase : lacking) phrase.lacks = first_of(phrase.lacks);
    }

    std::map<std::string, NameSet> given_;  // by category
    NameSet of_game_;
    std::set<std::string> in_game_;
    std::map<std::string, std::vector<const ast::Item*>> seen_;
    std::vector<std::pair<const ast::Item*, Needs>> open_;
    std::set<const ast::Item*> kept_;
};

}  // namespace

std::optional<UsableModules> without_lacking(const Modules& modules) {
    const bool has_library =
        std::ranges::any_of(modules, [](const ast::Module& module) { return module.is_library; });
    if (!has_library) return std::nullopt;
    Choosing choosing(modules);
    UsableModules result;
    for (const ast::Module& module : modules) {
        ast::Module& kept = result.modules.emplace_back(module);
        if (!module.is_library) continue;
        kept.items.clear();
        for (const ast::Item& item : module.items) {
            if (choosing.keeps(item) || item.kind == ItemKind::Import) kept.items.push_back(item);
        }
    }
    result.lacking = std::move(choosing.lacking);
    result.lacks = std::move(choosing.lacks);
    return result;
}

}  // namespace errata::compiler
