// The typed tree of a whole spec: every item typed once, used or not; every error has been found. The second
// value that crosses a border in the compiler, immutable once `type_program` has returned it. Phrases are
// typed for the bearers that they are used by (phrases.h), by whoever reads texts.
#pragma once

#include <deque>
#include <map>

#include "compiler/typed/ability.h"

namespace errata::compiler::typed {

struct Definition {
    enum class State { Unseen, Underway, Typed };
    State state = State::Unseen;
    std::vector<Binder> params;
    std::vector<Expr> body;  // one, but for errors
    TypeId type;             // of what it says
};

struct ComputedBody {
    std::vector<Binder> params;
    std::vector<Expr> definition;  // one, but for errors
    std::vector<Expr> backup;      // none or one
};

struct OpenBody {
    std::vector<Binder> params;
    std::vector<Expr> fallback;  // none or one
};

struct ActionBody {
    std::vector<Binder> params;
    std::vector<std::vector<Expr>> defaults;  // by parameter: none or one, over those before it
    Block block;
    // Who chooses among its replacements, where the game says so and it can be said of this event: none or
    // one; over the parameters and `affected`, the first of them.
    std::vector<Expr> replacement_chooser;
    LocalId affected;
};

// An ability of a rule, or of an alternative of a reading.
struct RuleAbility {
    const ast::Item* item = nullptr;
    std::optional<std::size_t> alternative;
    Ability ability;
};

// `ruling "x" after enter(g, q) if c: d`
struct Ruling {
    const ast::Item* item = nullptr;
    ActionId action;
    std::vector<Param> params;
    std::vector<Expr> premise;  // none or one
    Expr holds;
};

// A `check`, or a `ruling` about states.
struct Check {
    const ast::Item* item = nullptr;
    std::vector<Expr> condition;  // none or one
    std::vector<Expr> premise;    // none or one
};

struct Partition {
    const ast::Item* item = nullptr;
    std::vector<Binder> binders;
    Expr condition;
    std::vector<Expr> cases;
};

// What is said to hold.
struct Claims {
    std::vector<Ruling> rulings;
    std::vector<Check> checks;
    std::vector<Partition> partitions;
};

struct Setup {
    const ast::Item* item = nullptr;
    Block body;
};

// A table on which sets of printed items are laid out.
struct Screen {
    const ast::Item* item = nullptr;
    PrintedId printed;
    VarId holder;          // the field that says which item an object bears
    std::size_t size = 2;  // of the largest sets
    bool is_size_written = false;
    std::size_t turns = 1;  // after which play ends; 0: it does not
    Block body;
};

struct Step {
    StepKind kind = StepKind::Then;
    dsl::Span span;
    std::string label;
    Chooser chooser;
    std::vector<Expr> condition;          // Until, Then: one
    const ast::Expr* taken_if = nullptr;  // Take: over the names of the option, typed where those are known
    const std::vector<ast::Expr>* filled = nullptr;  // Take: what stands in the holes of the label, in order
};

struct InSight {
    std::string name;
    LocalId local;
    TypeId type;
};

struct Scenario {
    const ast::Item* item = nullptr;
    Block position;
    std::vector<InSight> names;  // that the position gives to things, for the steps
    std::vector<Step> steps;
};

struct Program {
    const Names* names = nullptr;
    TypePool types;                         // those of the names, and what bodies added
    std::vector<Variable> variables;        // of the store, with their initial values
    std::vector<Expr> first_to_place = {};  // the player who places triggers before all others: none or one
    std::vector<Table> tables;              // of the store, with printed values
    std::map<TypeId, TableId> tables_between;  // by board: which points lie between two
    std::vector<Definition> definitions;
    std::vector<ComputedBody> computed;
    std::vector<OpenBody> opens;
    std::vector<ActionBody> actions;
    std::vector<std::vector<Expr>> window_first;  // by window: who is asked first; none or one
    std::vector<std::vector<Expr>> functions;     // by printed kind: when it is in function; none or one
    std::vector<std::vector<Expr>> preferences;   // by computed value: of its equations; none or one
    std::vector<Expr> phase_replacement_chooser;  // none or one
    Block turn;
    std::vector<RuleAbility> abilities;
    Claims claims;
    std::vector<Setup> setups;
    std::vector<Screen> screens;
    std::vector<Scenario> scenarios;
    std::size_t locals = 2;  // handed out: `this`, `it` and those behind them
};

// The value that an expression has whatever happens, if that can be seen.
std::optional<Value> constant_of(const Program& program, const Expr& expr);

}  // namespace errata::compiler::typed
