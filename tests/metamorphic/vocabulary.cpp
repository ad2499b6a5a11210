#include "tests/metamorphic/vocabulary.h"

#include <algorithm>
#include <cctype>

#include "tests/metamorphic/everywhere.h"

namespace errata::metamorphic {

using ast::Item;
using ast::ItemKind;
using ast::TypeKind;

namespace {

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

void declare(Vocabulary& known, const std::string& name) {
    if (!known.values.insert(name).second) known.twice.insert(name);
}

// The type whose values an item names, or "".
std::string type_of_names(const Item& item) {
    if (item.kind == ItemKind::Player) return "player";
    const bool names = item.kind == ItemKind::Enum || item.kind == ItemKind::Zone ||
                       item.kind == ItemKind::Kind || item.kind == ItemKind::Sites;
    return names ? item.name : "";
}

void declare_values(Vocabulary& known, const Item& item) {
    if (const std::string type = type_of_names(item); !type.empty()) {
        for (const std::string& name : item.names.all) {
            declare(known, name);
            known.enum_of[name] = type;
        }
    }
    if (item.kind == ItemKind::Card) {
        declare(known, item.name);
        known.enum_of[item.name] = item.title;
    }
    if (item.kind == ItemKind::State) {
        for (const ast::Binder& field : item.fields) declare(known, field.name);
    }
    for (const ast::Binder& field : item.fields) known.cells[field.name].push_back(field.type);
}

void declare_called(Vocabulary& known, const Item& item) {
    if (item.kind == ItemKind::Define) {
        if (item.binders.empty()) declare(known, item.name);
        if (item.type.kind != TypeKind::Missing) known.results.emplace(item.name, item.type);
    }
    if (item.kind == ItemKind::Relation) known.cells[item.name].push_back(item.type);
    if (item.kind == ItemKind::Action) known.actions[item.name] = item.binders;
    const bool is_called = item.kind == ItemKind::Define || item.kind == ItemKind::Relation ||
                           item.kind == ItemKind::Open || item.kind == ItemKind::Derived ||
                           item.kind == ItemKind::Inductive;
    if (is_called) known.called[item.name] = item.binders;
    for (const ast::Equation& equation : item.contents.equations)
        known.called[equation.name] = equation.binders;
}

// Every name that is written anywhere, in whatever meaning.
void collect_words(Vocabulary& known, Spec spec) {
    std::set<std::string>& words = known.others;
    Everywhere everywhere;
    everywhere.item = [&](Item& node) {
        words.insert({node.name, node.title});
        words.insert(node.names.all.begin(), node.names.all.end());
        for (const ast::Setting& setting : node.contents.settings) words.insert(setting.name);
        for (const ast::Equation& equation : node.contents.equations) words.insert(equation.name);
    };
    everywhere.ability = [&](ast::Ability& node) {
        words.insert({node.name, node.as.name, node.title});
        words.insert(node.play.windows.all.begin(), node.play.windows.all.end());
        for (const ast::Given& given : node.given) words.insert(given.name);
    };
    everywhere.expr = [&](ast::Expr& node) { words.insert(node.name); };
    everywhere.type = [&](ast::TypeExpr& node) { words.insert(node.name); };
    everywhere.binder = [&](ast::Binder& node) { words.insert(node.name); };
    everywhere.stmt = [&](ast::Stmt& node) {
        words.insert(node.name);
        if (node.kind == ast::StmtKind::Phase) known.values.insert(node.name);
    };
    everywhere.go(spec);
}

}  // namespace

Vocabulary vocabulary_of(const Spec& spec) {
    Vocabulary known;
    for (const ast::Module& module : spec.modules) {
        for (const Item& item : module.items) {
            declare_values(known, item);
            declare_called(known, item);
        }
    }
    known.values.insert("phase");
    for (const char* name :
         {"north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"}) {
        known.values.insert(name);
        known.enum_of.emplace(name, "direction");
    }
    for (const char* name : {"column", "row"}) known.cells[name].emplace_back().kind = TypeKind::Number;
    collect_words(known, spec);
    return known;
}

// Objects of pools and squares are called after their numbers.
bool Vocabulary::is_value(const std::string& name) const {
    return values.contains(name) || (!name.empty() && is_digit(name.back()));
}

bool Vocabulary::is_known_call(const std::string& name) const {
    static const std::set<std::string> built_in = {"step",     "adjacent", "distance", "direction", "between",
                                                   "opposite", "min",      "max",      "size"};
    return called.contains(name) || built_in.contains(name);
}

bool Vocabulary::is_taken(const std::string& name) const {
    return is_value(name) || is_known_call(name) || cells.contains(name) || others.contains(name) ||
           actions.contains(name);
}

std::string Vocabulary::fresh(const std::string& stem) {
    std::string name = stem;
    for (int i = 0; is_taken(name); ++i)
        name =
            stem + "_" + std::string(static_cast<std::size_t>(i / 26), 'z') + static_cast<char>('a' + i % 26);
    others.insert(name);
    return name;
}

bool Vocabulary::is_number_cell(const std::string& name) const {
    const auto found = cells.find(name);
    return found != cells.end() && std::ranges::all_of(found->second, [](const ast::TypeExpr& type) {
               return type.kind == TypeKind::Range || type.kind == TypeKind::Counter ||
                      type.kind == TypeKind::Number;
           });
}

}  // namespace errata::metamorphic
