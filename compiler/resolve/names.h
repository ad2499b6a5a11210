// What every name of a spec means: the first value that crosses a border in the compiler, made by `resolve`
// from the parsed modules, immutable from then on. Heads only: types, what is stored, what can be called, how
// printed items and phrases are called. Bodies stay where they are written (the modules outlive the Names)
// and are typed by `typed`. Three spaces of names cannot be mistaken for each other: types; values, which may
// share a name across types (the terrain Void and the spell Void); and things that are called.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/ir/type_pool.h"
#include "dsl/ast/ast.h"
#include "dsl/phrases/grammar.h"

namespace errata::compiler {

namespace ast = dsl::ast;
using Modules = std::vector<ast::Module>;

struct Define;
struct Action;
struct Computed;
struct Window;
struct Printed;
using DefineId = dsl::Id<Define>;
using ActionId = dsl::Id<Action>;
using ComputedId = dsl::Id<Computed>;
using WindowId = dsl::Id<Window>;
using PrintedId = dsl::Id<Printed>;

// Types and the names of their values.
struct Vocabulary {
    TypePool types;
    TypeId bool_type, number_type, counter_type;
    TypeId player_type, direction_type, phase_type;  // invalid: the game has none
    std::map<std::string, TypeId> named;
    std::map<std::string, std::vector<std::pair<TypeId, Value>>> constants;
    // Settings of the scope in force; those that bound nothing are constants.
    std::map<std::string, Value> scope;
    // Pools whose objects no rule names: they have no order of their own.
    std::set<TypeId> unordered;

    // The value of this type that has the name.
    std::optional<Value> constant(const std::string& name, TypeId type) const;
};

struct GridShape {
    Value width = 0;
    Value height = 0;
    bool diagonal = false;
    bool hex = false;   // columns side by side, every second one half a field lower
    bool ring = false;  // the last column is next to the first
};

// What ends with a stay in a zone.
struct Stay {
    std::optional<VarId> zone;    // the field of a zone type
    std::vector<VarId> fleeting;  // fields `while` it
};

// Everything that a state of the game keeps by a name of the spec, and the constant tables.
struct Store {
    std::vector<Variable> variables;
    std::vector<Table> tables;
    std::map<std::string, VarId> named;  // globals and relations
    std::map<std::string, const ast::Item*> relations;
    std::map<std::pair<TypeId, std::string>, VarId> fields;
    std::map<std::pair<TypeId, std::string>, TableId> attributes;  // printed ones and those of boards
    std::map<TypeId, const ast::Item*> kinds;                      // as they are declared
    std::map<TypeId, VarId> exists;                                // of kinds whose objects come and go
    std::map<TypeId, Stay> stays;                                  // by kind
    std::set<TypeId> zones;                                        // enums whose change ends a stay
    std::map<TypeId, std::vector<std::vector<Value>>> lives;       // by zone type: zones of one life
    std::set<TypeId> orders;                                       // types of fields that are marked
    std::map<TypeId, GridShape> grids;                             // by site type
    VarId phase;
    std::optional<VarId> cancelled;  // whether the event under way is, where some statement cancels one
    std::vector<VarId> reset_by_turn;
    std::map<Value, std::vector<VarId>> reset_by_phase;

    bool stays_end(TypeId kind) const {
        const auto found = stays.find(kind);
        return found != stays.end() && found->second.zone.has_value();
    }
};

struct Define {
    const ast::Item* item = nullptr;
    std::vector<TypeId> params;
    TypeId type;  // invalid: that of the body
};

struct Action {
    const ast::Item* item = nullptr;
    std::vector<TypeId> params;
};

enum class ComputedKind { Derived, Inductive, Unknown };

// A value that is computed and never stored.
struct Computed {
    ComputedKind kind = ComputedKind::Derived;
    const ast::Item* item = nullptr;
    std::string name;
    const ast::Expr* definition = nullptr;
    const ast::Expr* backup = nullptr;  // of an unknown, if any
    const std::vector<ast::Binder>* binders = nullptr;
    std::vector<TypeId> params;
    TypeId type;
};

struct Window {
    const ast::Item* item = nullptr;
};

// What can be asked or done by name.
struct Callables {
    std::vector<Define> defines;
    std::vector<OpenFunction> opens;  // without statements
    std::vector<const ast::Item*> open_items;
    std::vector<Computed> computed;
    std::vector<Action> actions;
    std::vector<Window> windows;
    std::map<std::string, DefineId> define_named;
    std::map<std::string, OpenId> open_named;
    std::map<std::string, ComputedId> computed_named;
    std::map<std::string, ActionId> action_named;
    std::map<std::string, WindowId> window_named;
    // Actions that some `later when` waits for; whether there is any `later`.
    std::set<ActionId> awaited;
    bool has_later = false;
};

// A kind of printed item, and its items.
struct Printed {
    const ast::Item* item = nullptr;
    TypeId type;  // whose values are the items
    TypeId on;    // of the objects that bear them; invalid after an error
};

struct Card {
    const ast::Item* item = nullptr;
    PrintedId printed;
    Value identity = 0;
};

struct Category {
    std::string name;
    ast::CategorySort sort = ast::CategorySort::Expression;
    TypeId type;  // of conditions and expressions
    std::vector<ast::Binder> given;
    std::vector<TypeId> given_types;  // invalid: none was written, it may be anything
    dsl::CategoryId id;

    // Some of what is handed over may be of any type.
    bool takes_any_type() const {
        return std::ranges::any_of(given_types, [](TypeId one) { return !one.is_valid(); });
    }
};

// The printed items of a game and the phrases that read their text.
struct Texts {
    std::vector<Printed> printed;
    std::map<std::string, PrintedId> printed_named;  // by kind word
    std::vector<Card> cards;
    std::vector<Category> categories;
    std::map<std::string, std::size_t> category_named;
    std::vector<const ast::Item*> phrases;  // by tag
    dsl::PhraseGrammar grammar;
    std::set<std::uint32_t> libraries;  // files whose phrases need not fit this game
    // Phrases of a library that this game cannot use, by tag: the name that nobody declares.
    std::map<std::size_t, std::string> lacks;
    bool lacks_phrases = false;  // some are wrong and left out: what no phrase reads may be theirs

    const Category& category(dsl::CategoryId id) const {
        return categories[category_named.at(grammar.category_name(id))];
    }
};

enum class Precedence { Unstated, Cannot, Must };

struct MetaRules {
    Precedence precedence = Precedence::Unstated;
    Agenda agenda = Agenda::Stack;
    bool immediate = false;  // agenda: sequence
    const ast::Expr* trigger_order = nullptr;
    const ast::Expr* trigger_turns = nullptr;  // the player who is the first to place triggers
    const ast::Expr* replacement_order = nullptr;
    std::string effect_order;  // the field by which effects of a layer are applied; or empty
    std::string trigger_rank;  // the field by which triggers of bearers are placed; or empty
    // Of a thing that is set and added to at one moment: which comes first. Nothing: it is unstated.
    std::optional<bool> sets_first;
    bool replaces_again = false;  // an instance may apply again to the event as changed
    // Of several targets: an illegal one cancels its own part alone. Nothing: it is unstated.
    std::optional<bool> targets_each;
    WindowId responses;  // opens before an agenda item resolves; or invalid
    LoopPolicy loop_policy = LoopPolicy::Unstated;
    Value loop_cap = 0;
};

// A `reading` or `version` of the source and the variable that says which alternative is in force.
struct SourceReading {
    const ast::Item* item = nullptr;
    VarId variable;
};

// By which its type and variable go.
inline std::string reading_name(const ast::Item& item) {
    return (item.sort.is_version ? "version " : "reading ") + item.title;
}

// What an `assume` is called in the spec: its name, or its words where it has none.
inline const std::string& assumption_name(const ast::Item& item) {
    return item.name.empty() ? item.title : item.name;
}

// An `assume`, and what the game and the run make of it.
struct SourceAssumption {
    const ast::Item* item = nullptr;
    ast::Stance stance = ast::Stance::Assumed;
    VarId variable;  // whether it is in force; invalid: nothing asks that

    const std::string& name() const { return assumption_name(*item); }
};

struct Names {
    std::string title;
    Vocabulary vocabulary;
    Store store;
    Callables callables;
    Texts texts;
    MetaRules meta;
    std::vector<SourceReading> readings;
    std::vector<SourceAssumption> assumptions;
    // What rules, actions, windows and printed items are called, and their rows: what can be an exception to
    // something, or be ignored.
    std::set<std::string> rules;
    std::vector<const ast::Item*> turns;                 // one, but for errors
    std::vector<std::pair<TypeId, Value>> hidden_zones;  // not seen into by everybody

    const Type& type(TypeId id) const { return vocabulary.types[id]; }
    // Null: nothing of that name is assumed.
    const SourceAssumption* assumption(const std::string& name) const {
        const auto found = std::ranges::find(assumptions, name, &SourceAssumption::name);
        return found == assumptions.end() ? nullptr : &*found;
    }
    // Can references to objects of this kind (a type without `none`) die, because they leave a zone or the
    // game?
    bool is_mortal(TypeId kind) const { return store.exists.count(kind) > 0 || store.stays_end(kind); }
};

// What a field begins with where its declaration does not say: none, else 0, else the smallest number.
inline Value initial_value(const Type& type) {
    if (type.optional) return none_value;
    return !type.is_finite() || (type.lo <= 0 && type.hi >= 0) ? 0 : type.lo;
}

// Calls `visit(item)` for every item of a kind, in order.
template <class Visit>
void for_items(const Modules& modules, ast::ItemKind kind, Visit visit) {
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            if (item.kind == kind) visit(item);
        }
    }
}

}  // namespace errata::compiler
