// What elaboration knows: the declared names of all modules, the Model under construction and the sink.
// Filled by `declare`, read by everything behind it. Names live in three spaces that cannot be mistaken for
// each other: types, values (constants may share a name across types: the terrain Void and the spell Void),
// and things that are called.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "compiler/ir/model.h"
#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/phrases/derivation.h"
#include "dsl/phrases/grammar.h"

namespace errata::compiler {

namespace ast = dsl::ast;

struct Typed {
    TermId term;
    TypeId type;
};

// What a name means at some place.
struct Local {
    std::string name;
    Typed value;
};

// What the holes of a phrase stand for while its body is elaborated. A phrase filler brings the holes of its
// own.
struct Holes;

struct Hole {
    const dsl::Derivation* filler = nullptr;
    std::shared_ptr<const Holes> holes;  // Phrase fillers: their own
};

struct Holes {
    std::map<std::string, Hole> by_name;
    // Names of the phrase that stand for something a text refers back to, as positions in World::antecedents;
    // nothing for what the phrase introduces and no later word refers to.
    std::map<std::string, std::optional<std::size_t>> antecedents;
};

// An object that carries printed text, and which printed item it is: `this` and `it` of a card's line.
struct Bearer {
    const ast::Item* printed = nullptr;  // the `printed` declaration
    TypeId on;                           // type of `this`
    Typed identity;                      // `it`
};

// An ability where it stands: with its clause and, for text, its bearer and holes.
struct PlacedAbility {
    const ast::Ability* ability = nullptr;
    ClauseId clause;
    std::optional<Bearer> bearer;
    std::shared_ptr<const Holes> holes;
    TermId reading;  // invalid, or: the alternative of a reading that it belongs to is in force
    std::vector<std::size_t> antecedents;  // of its line, in World::antecedents
};

// A trigger's arguments: its bearer (if any), then roles of the event, then what was given.
struct ActionTrigger {
    TriggerId trigger;
    PlacedAbility placed;
    std::vector<std::size_t> roles;  // positions of the action's parameters that are arguments of the trigger
    std::optional<VarId>
        limit;       // how often it was caught; a field of the bearer's kind where there is a bearer
    Value most = 0;  // of `limit`
};

// A `may` ability where it can be played. The arguments of its effect: bearer, named roles of the event,
// `for` binders, targets.
struct Play {
    PlacedAbility placed;
    TriggerId effect;  // invalid: carried out at once
    std::vector<std::size_t> roles;
    std::optional<VarId> limit;
    Value most = 0;
};

// A window as an agenda item: before or after an event (whose roles are its first arguments), or by itself.
// Then: who is asked.
struct WindowItem {
    const ast::Item* window = nullptr;
    std::string action;
    ast::Side side = ast::Side::Alone;
    TriggerId trigger;
    std::vector<Play> plays;
};

// `later at dusk { }`: waiting instances, each in a slot of these variables (whose parameter is the slot).
struct DelayedTrigger {
    const ast::Ability* ability = nullptr;
    std::shared_ptr<const Holes> holes;
    ClauseId clause;
    TriggerId trigger;
    TypeId slots;
    VarId waiting;
    std::vector<Local> captured;  // what was in sight: name and type
    std::vector<VarId> values;    // of `captured`
    std::vector<std::size_t>
        roles;  // of the event that are arguments of the trigger, behind the captured ones
};

// What tells one `later` from another: where it is written, and what it speaks about there (a constant, or
// the type of what it keeps).
struct DelayedKey {
    const ast::Ability* ability = nullptr;
    const Holes* holes = nullptr;
    std::vector<std::pair<TermId, TypeId>> captured;

    auto operator<=>(const DelayedKey&) const = default;
};

struct GridShape {
    std::int64_t width = 0;
    std::int64_t height = 0;
    bool diagonal = false;
    bool hex = false;   // columns side by side, every second one half a field lower
    bool ring = false;  // the last column is next to the first
};

// What ends with a stay in a zone.
struct Stay {
    std::optional<VarId> zone;    // the field of a zone type
    std::vector<VarId> fleeting;  // fields `while` it
};

struct AfterRuling {
    const ast::Item* item = nullptr;
    ClauseId clause;
    IncidentId incident;
};

// A statement about an open function is an exception to a rule: where it applies, what that rule says about
// it does not count.
struct OpenException {
    OpenId open;
    std::size_t statement = 0;  // of the function
    std::string to;             // a name or row
};

struct Action {
    const ast::Item* item = nullptr;
    ClauseId clause;
    std::vector<TypeId> params;
    std::vector<PlacedAbility> prohibitions;
    std::vector<PlacedAbility> replacements;
    std::vector<PlacedAbility> parts;     // `as action(...)`: done with the action's own body
    std::vector<PlacedAbility> ignoring;  // `ignores X in action(...)`
    std::optional<std::size_t> before;    // windows of the event, in World::window_items
    std::optional<std::size_t> after;
    std::vector<ActionTrigger> triggers;
    std::vector<AfterRuling> rulings;
    std::vector<PlacedAbility> counts;  // `action(...) counts as ...`
};

struct Define {
    const ast::Item* item = nullptr;
    std::vector<TypeId> params;
    TypeId type;  // invalid: that of the body
};

// An effect of a bearer that a computed value is asked without.
struct Unapplied {
    const ast::Ability* whole = nullptr;  // with all its parts
    ClauseId clause;
    std::optional<Typed> bearer;
};

// A continuous effect on a computed value: `power(u) += 1 if c` with its clause and bearer. `ability` is an
// Effect.
struct Effect {
    PlacedAbility placed;
    const ast::Ability* whole = nullptr;  // as written; of `for each` with all its parts
    std::int64_t layer = 0;  // in which its condition is asked: the first one of all that it does
};

// A value that is computed and never stored: `derived`, `inductive`, or an unknown of `equations`.
struct Computed {
    const ast::Item* item = nullptr;
    const ast::Expr* definition = nullptr;
    const ast::Expr* backup = nullptr;  // of an unknown, if any
    const std::vector<ast::Binder>* binders = nullptr;
    std::vector<TypeId> params;
    TypeId type;
    std::vector<Effect> effects;       // of a derived value
    std::optional<OpenId> settled;     // a derived value on which several effects may set different values
    std::optional<UnknownId> unknown;  // asked by way of equations; else written out where it is asked
    // A value without one effect of a bearer: the bearer is a parameter behind the others.
    std::optional<Unapplied> unapplied;

    bool is_without(const Effect& effect) const {
        return unapplied && unapplied->whole == effect.whole && unapplied->clause == effect.placed.clause;
    }
};

// A line of a card and what it was found to say, for the lints on wording.
struct ReadLine {
    const ast::Item* card = nullptr;
    const ast::TextLine* line = nullptr;
    std::string meaning;    // equal for lines with the same meaning; empty if it has several
    std::string structure;  // equal for lines that use the same phrases, in whatever wording
};

struct Category {
    std::string name;
    ast::CategorySort sort = ast::CategorySort::Expression;
    TypeId type;  // Expression
    std::vector<ast::Binder> given;
    dsl::CategoryId id;
};

// What a field begins with where its declaration does not say: none, else 0, else the smallest number.
inline Value initial_value(const Type& type) {
    if (type.optional) return none_value;
    return !type.is_finite() || (type.lo <= 0 && type.hi >= 0) ? 0 : type.lo;
}

enum class Precedence { Unstated, Cannot, Must };

// What is being written out, outermost first. To enter it a second time would be recursion.
class Underway {
public:
    bool enter(const void* what) {
        if (std::find(open_.begin(), open_.end(), what) != open_.end()) return false;
        open_.push_back(what);
        return true;
    }
    // Whether it was there.
    bool leave(const void* what) { return std::erase(open_, what) > 0; }
    std::size_t depth() const { return open_.size(); }
    // From the one named on: what recursion to it goes through.
    std::vector<const void*> since(const void* what) const {
        return {std::find(open_.begin(), open_.end(), what), open_.end()};
    }

private:
    std::vector<const void*> open_;
};

struct World {
    World(const dsl::SourceSet& sources_, dsl::Sink& sink_);

    const dsl::SourceSet& sources;
    dsl::Sink* sink;  // a pointer, so that a trial can report elsewhere
    Model model;

    // Types.
    std::map<std::string, TypeId> types;
    std::map<TypeId, TypeId> optional_of;
    std::map<TypeId, TypeId> base_of;  // of optional types
    std::map<TypeId, TypeId> set_of;
    TypeId bool_type, number_type, counter_type;
    TypeId player_type, direction_type, phase_type;
    VarId phase;

    // Values.
    std::map<std::string, std::vector<std::pair<TypeId, Value>>> constants;
    std::map<std::string, std::int64_t>
        scope;  // settings of the scope in force; those that bound nothing are constants

    // Things with arguments.
    std::map<std::string, VarId> variables;  // globals and relations
    std::map<std::pair<TypeId, std::string>, VarId> fields;
    std::map<std::pair<TypeId, std::string>, TableId> attributes;  // printed attributes and grid tables
    std::map<TypeId, VarId> exists;                                // of kinds whose objects come and go
    std::map<std::string, Define> defines;
    std::map<std::string, OpenId> opens;
    std::map<std::string, Computed> computed;
    std::map<std::string, EquationsId> systems;  // by item
    // While definitions are tried: the computed values and open functions asked.
    std::set<std::string>* asked = nullptr;
    std::vector<OpenException> exceptions;
    std::map<ClauseId, std::vector<std::string>> excepted;  // by prohibition: what it is an exception to
    std::map<std::string, Action> actions;
    std::map<std::string, const ast::Item*> printed;  // by kind word
    std::map<std::string, EndingId> endings;
    std::map<std::string, std::vector<ActionTrigger>> hook_triggers;  // by phase
    std::vector<PlacedAbility> state_checks;
    std::map<std::string, const ast::Item*> windows;
    std::vector<WindowItem> window_items;
    std::vector<std::pair<PlacedAbility, ActionTrigger>>
        state_triggers;                 // `as soon as`; limit: whether it is under way
    bool eight_directions = false;      // some grid of the spec has more than four
    std::map<TypeId, GridShape> grids;  // by site type
    std::map<TypeId, TableId> bits;     // by kind: the bit of each object in a set
    std::map<TypeId, Stay> stays;       // by kind
    std::set<TypeId> zones;             // enums whose change ends a stay
    std::set<TypeId> orders;            // types of fields that are marked
    std::vector<VarId> reset_by_turn;
    std::map<std::string, std::vector<VarId>> reset_by_phase;
    std::optional<VarId> cancelled;
    bool has_later = false;         // some statement of the spec is `later`
    std::set<std::string> awaited;  // by some `later when`: actions
    std::map<std::string, std::vector<std::size_t>> delayed_by_event;  // "at dusk", "when die": in `delayed`
    std::vector<DelayedTrigger> delayed;
    std::map<DelayedKey, std::size_t> delayed_known;
    // Code that can only be made when everything is lowered: what listens to an event from `later`.
    std::vector<std::function<void()>> unfinished;
    // Before that: the items of events, which may bring more of them.
    std::vector<std::function<void()>> events_to_lower;
    // Kinds whose objects have names that rules use, or an order that they go by.
    std::set<TypeId> told_apart;
    // Pools whose objects no rule names: they have no order of their own.
    std::set<TypeId> unordered;
    bool is_unordered(TypeId id) const { return unordered.count(base(id)) > 0; }
    // What nobody orders: one incident for each clause and question, however often the code is written out.
    std::map<std::pair<ClauseId, std::string>, IncidentId> orders_by_nobody;
    bool in_setup = false;

    // Text.
    std::vector<Category> categories;
    std::map<std::string, std::size_t> category_of;
    std::vector<const ast::Item*> phrases;  // by tag
    dsl::PhraseGrammar grammar;
    // Line abilities that texts were read into, kept alive while the placed abilities point into them.
    std::vector<std::shared_ptr<dsl::Derivation>> derivations;
    std::vector<TypeId> antecedents;  // what some line refers back to: its type
    std::vector<ReadLine> read_lines;
    std::set<std::size_t> used_phrases;  // by tag: some reading of some text has them
    std::size_t text_readings = 1;       // combinations of the readings of all ambiguous lines
    bool comparing = false;              // terms are only compared; prohibitions are not all known yet

    // Meta-rules.
    Precedence precedence = Precedence::Unstated;
    const ast::Expr* trigger_order = nullptr;
    const ast::Expr* replacement_order = nullptr;
    bool replaces_again = false;           // an instance may apply again to the event as changed
    bool immediate = false;                // agenda: sequence
    const ast::Item* responses = nullptr;  // the window that opens before an agenda item resolves

    // Replacements, by phase for those of phases; those whose bodies may lead to an event that they replace
    // themselves; the agenda item of each event that needs one; one incident for each pair that nobody
    // orders.
    std::map<std::string, std::vector<PlacedAbility>> phase_replacements;
    std::vector<const PlacedAbility*> recurring;
    std::map<std::string, TriggerId> event_items;
    std::map<std::tuple<std::string, ClauseId, ClauseId>, IncidentId> replaced_first;
    std::size_t written_out = 0;  // replacing bodies in indivisible code

    // One incident per demanding clause, action and forbidding clause, however often the action is written
    // out.
    std::map<std::tuple<ClauseId, std::string, ClauseId>, IncidentId> must_cannot;

    std::map<const ast::Stmt*, ClauseId> phase_clauses;
    // Statements made while lowering; what is made of them may refer to their parts for as long as the world
    // lasts.
    std::vector<std::unique_ptr<ast::Stmt>> made_statements;
    std::vector<std::unique_ptr<ast::Ability>> made_abilities;
    const ast::Ability& keep(ast::Ability ability) {
        made_abilities.push_back(std::make_unique<ast::Ability>(std::move(ability)));
        return *made_abilities.back();
    }
    const ast::Stmt& keep(ast::Stmt stmt) {
        made_statements.push_back(std::make_unique<ast::Stmt>(std::move(stmt)));
        return *made_statements.back();
    }

    Underway underway;                // definitions, actions, computed values, prohibitions
    std::set<const void*> recursive;  // of those: said to be so already
    dsl::Span at;                     // the expression or statement at hand
    dsl::Span outermost;              // the one around it that stands in no definition or action
    // for so many expressions and statements, counted each time they are written out
    std::size_t room = 0;
    // items are tried for parameters that are not known: only names and types count
    bool trying = false;

    // What definitions were written out to, by arguments and level: nothing where that failed.
    struct Inlined {
        const ast::Item* item = nullptr;
        std::uint32_t level = 0;
        std::vector<std::pair<TermId, TypeId>> arguments;
        friend auto operator<=>(const Inlined&, const Inlined&) = default;
    };
    std::map<Inlined, std::optional<Typed>> inlined;
    bool knows_prohibitions = false;  // from then on the meaning of a definition does not change any more

    // Of actions, known from looking once: whether they stop (when asked as part of something indivisible).
    std::map<std::pair<const ast::Item*, bool>, bool> stops;

    std::vector<dsl::Span> unread_items;  // items with an error inside, whose names may be missing

    // --- small services
    // -------------------------------------------------------------------------------------------
    void error(dsl::DiagnosticKind kind, dsl::Span span, std::string message, std::string hint = "") {
        sink->report(kind, span, std::move(message), std::move(hint));
    }
    void unknown(dsl::Span span, const std::string& what, const std::string& name,
                 const std::vector<std::string>& known);
    // Says that this leads to itself, once for each circle.
    void report_recursion(const void* what, dsl::Span span, std::string message, std::string hint);
    // Counts what is written out. False, after saying so once, if there is more than anybody waits for.
    bool has_room(dsl::Span span);
    // What has this name; null after reporting that nothing has.
    Action* find_action(const std::string& name, dsl::Span span);
    // Does anything listen to the action, or to one that it counts as? Does a window open before or after?
    bool is_heard(const Action& action) const;
    bool opens_window(const Action& action) const;
    const ast::Item* find_window(const std::string& name, dsl::Span span);
    bool find_phase(const std::string& name, dsl::Span span);
    // The item of a window that belongs to no event; null after an error: there are no players to ask.
    const WindowItem* item_of(const ast::Item& window) const;
    // Returns to its initial value when a turn ("turn") or a phase begins.
    void reset_per(const std::string& moment, VarId var, dsl::Span span);
    // A parameter of a trigger, kept as the agenda keeps it.
    void add_parameter(Trigger& trigger, const std::string& name, TypeId type);

    TypeId add_type(Type type);
    TypeId optional(TypeId base);
    TypeId base(TypeId type) const;
    TypeId set_type(TypeId element);
    TypeId range_type(Value lo, Value hi);
    const Type& type(TypeId id) const { return model.type(id); }
    std::string name(TypeId id) const { return id.is_valid() ? type(id).name : "?"; }
    // Can references to objects of this kind die (because they leave a zone or the game)?
    bool is_mortal(TypeId kind) const { return exists.count(base(kind)) > 0 || stays_end(kind); }
    bool stays_end(TypeId kind) const {
        const auto found = stays.find(base(kind));
        return found != stays.end() && found->second.zone.has_value();
    }
    // The type in which the agenda keeps a value: of a mortal kind, with `none`.
    TypeId kept(TypeId id) {
        if (id == number_type) return counter_type;
        return is_mortal(id) ? optional(id) : id;
    }
    bool is_numeric(TypeId id) const {
        return type(id).form == TypeForm::Range || type(id).form == TypeForm::Counter;
    }
    // May a value of type `from` stand where `to` is wanted? `none` is a matter of values, not of types.
    bool fits(TypeId from, TypeId to) const;

    VarId add_variable(std::string name, std::vector<TypeId> params, TypeId type, Value initial,
                       bool is_field, dsl::Span span);
    // One that an ability keeps for itself.
    VarId add_kept(std::string name, std::vector<TypeId> params, TypeId type, Value initial, dsl::Span span);
    // The variable says which way of understanding the clause is in force.
    void add_reading(VarId var, ClauseId clause, bool of_text);
    TableId add_table(std::string name, std::vector<TypeId> params, TypeId type, std::vector<Value> values);
    void add_constant(const std::string& name, TypeId type, Value value) {
        constants[name].emplace_back(type, value);
    }
    ClauseId add_clause(std::string name, std::string kind, std::string text, std::vector<std::string> rows,
                        dsl::Span span);
    ClauseId phase_clause(const ast::Stmt& stmt);
    IncidentId add_incident(Incident incident);
    LabelId add_label(std::string name, CodeId code);
    PointId add_point(Point point);
    TriggerId add_trigger(Trigger trigger);
    EndingId ending(const std::string& name, dsl::Span span);

    // The source text of a span on one line, shortened.
    std::string excerpt(dsl::Span span) const;
};

// While it lasts errors are kept apart: something is only tried.
class Aside {
public:
    explicit Aside(World& world) : world_(world), heard_(world.sink) {
        world.sink = &said_;
        world.inlined.clear();  // what failed before says so again
    }
    ~Aside() {
        world_.sink = heard_;
        world_.inlined.clear();
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    const dsl::Sink& said() const { return said_; }

private:
    World& world_;
    dsl::Sink* heard_;
    dsl::Sink said_;
};

}  // namespace errata::compiler
