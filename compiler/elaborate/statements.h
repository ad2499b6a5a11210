// Statements to code: a body is cut at its stops (choices, `settle`, loops) into points and labels; what lies between two
// stops becomes one structured piece of code. Written in continuation-passing style: `tail` makes the code of a body
// followed by whatever the continuation makes. Actions are inlined where they are performed, with the prohibitions and
// replacements that concern them and the triggers that listen.
//   statements.cpp  bodies, assignments      loops.cpp    for each, repeat, phases     choices.cpp  choose, secretly
//   objects.cpp     create, lives, marks     perform.cpp  actions                      pending.cpp  what listens to events
//   delayed.cpp     later                    windows.cpp  windows, plays               agenda_items.cpp
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/scope.h"

namespace errata::compiler {

class Statements {
public:
    // Makes the code of what follows; it ends the code (Goto, Stop, Return, ...). May be called more than once.
    using Continuation = std::function<CodeId()>;

    explicit Statements(World& world) : world_(world), expressions_(world) {}

    // The body of the turn or of an agenda item, followed by `next`.
    CodeId tail(const std::vector<ast::Stmt>& body, Scope scope, const Continuation& next) {
        return tail_from(body, 0, std::move(scope), next);
    }
    // A body without stops that lets the code go on behind it.
    CodeId straight(const std::vector<ast::Stmt>& body, Scope scope) {
        return straight_from(body, 0, std::move(scope));
    }

    // Does running this body involve a stop or an end, so that it cannot be part of something indivisible?
    bool has_stop(const std::vector<ast::Stmt>& body, const Scope& scope);
    bool has_stop(const ast::Stmt& stmt, const Scope& scope);

    // May something that this body caused still wait for its reactions (triggers, state checks) when it ends?
    bool leaves_unsettled(const std::vector<ast::Stmt>& body, const Scope& scope, bool before = false);

    // What a phase sets off goes into the pending bag.
    CodeId pend_hooks(const std::string& phase, const Scope& scope);
    // What waits for an event through `later`, each instance in its slot.
    CodeId fire_delayed(const std::string& event, const std::vector<Typed>& roles, const Scope& scope);
    // The initial value for every entry of the variables.
    CodeId reset(const std::vector<VarId>& variables, const Scope& scope);
    // Whether `pend_hooks` would put in any.
    TermId any_hook(const std::string& phase, const Scope& scope);

    // The points and code of an agenda item: `scope` has its arguments. Targets are chosen when it is put there if it `announces`;
    // then come responses, if the game has them, and what its ability says, if the targets are still right. Behind the body: `finish`.
    void lower_item(TriggerId trigger, const PlacedAbility& placed, Scope scope, bool announces,
                    const Continuation& finish);
    void lower_window(const WindowItem& item);
    // The arguments of a trigger as names in sight of its item.
    Scope item_scope(TriggerId trigger, const PlacedAbility& placed);
    Continuation returns();
    // `as soon as`: goes to the pending bag and is under way until it is done.
    CodeId catch_state_trigger(const ActionTrigger& made, const Scope& scope);
    CodeId end_state_trigger(const ActionTrigger& made);

    // A stop of the rules: the one way on is `next`.
    CodeId settle(const std::string& name, const Scope& scope, const Continuation& next);

    // Building blocks.
    CodeId sequence(std::vector<CodeId> parts);
    CodeId nothing() { return sequence({}); }
    CodeId if_else(TermId condition, CodeId then, CodeId otherwise, ClauseId clause);
    CodeId for_each(std::uint32_t level, TypeId domain, TermId condition, CodeId body, ClauseId clause);
    CodeId report(IncidentId incident, ClauseId clause);

    Expressions& expressions() { return expressions_; }

private:
    CodeId tail_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope,
                     const Continuation& next);
    CodeId straight_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope);
    CodeId straight_one(const ast::Stmt& stmt, const Scope& scope);
    CodeId stopping_one(const ast::Stmt& stmt, Scope scope, const Continuation& next);

    CodeId assign(const ast::Stmt& stmt, const Scope& scope);
    CodeId introduce(const ast::Stmt& stmt, const Scope& scope);
    std::vector<CodeId> claim_antecedents(const PlacedAbility& placed, Scope& scope);

    // Loops.
    CodeId for_each_straight(const ast::Stmt& stmt, const Scope& scope);
    CodeId for_each_stopping(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId phase(const ast::Stmt& stmt, Scope scope, const Continuation& next);

    // Choices.
    std::optional<Point> choice_point(const ast::Stmt& stmt, const Scope& scope);
    // An option with its binders as registers of `inner`; nothing after an error.
    std::optional<PointOption> offer(const ast::Option& written, const Scope& scope, Scope& inner);
    CodeId choose(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId choose_several(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId secretly(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);

    // Objects.
    CodeId create(const ast::Stmt& stmt, Scope scope, const Continuation& next);
    CodeId destroy(const ast::Stmt& stmt, const Scope& scope);
    CodeId mark(const ast::Stmt& stmt, const Scope& scope);
    // Sets the zone of an object: its stay ends if that is another zone.
    CodeId move(VarId zone_field, TermId mover, TermId goal, const Scope& scope);
    CodeId leave(TermId object, TypeId kind, bool for_good, const Scope& scope);
    // The bit of an object in a set over its kind.
    TermId bit_of(TermId object, TypeId kind);
    CodeId for_all_entries(VarId var, const Scope& scope,
                           const std::function<CodeId(const std::vector<TermId>&)>& body);
    // Back to the initial value.
    CodeId clear(VarId var, const std::vector<TermId>& arguments, ClauseId clause);
    CodeId reset_about(TermId object, TypeId kind, VarId var, const Scope& scope);

    // Windows.
    CodeId open_window(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    // Waits, with the window on top of the agenda; then `next`.
    CodeId call_window(const WindowItem& item, const std::vector<Typed>& roles, const Scope& scope,
                       const Continuation& next);
    std::optional<TermId> play_guard(const Play& play, const std::vector<Typed>& roles,
                                     std::optional<TermId> asked, Scope& inner,
                                     const std::function<TermId(const std::string&, TypeId)>& bind);
    TermId playable(const WindowItem& item, const Scope& scope);
    struct Asking;
    PointId ask_next(const Asking& asking, Point point);
    std::vector<PointOption> play_options(const Asking& asking, const Play& play,
                                          std::optional<std::uint32_t> used);
    CodeId played(const Asking& asking, const Play& play, const Scope& inner);
    PointOption pass_option(const Asking& asking, ClauseId clause);
    CodeId cancel(const ast::Stmt& stmt, const Scope& scope);

    // Delayed triggers.
    CodeId later(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    std::size_t declare_delayed(const ast::Ability& ability, const Scope& scope);

    // Events.
    struct Caught {
        TermId
            condition;  // of triggers that look back: held before the event. With a bearer to be found: the set of those
        std::vector<std::vector<Typed>> given;  // once, or for each object that may be the bearer
    };
    // Values fixed before the event, and the code that fixes them.
    struct Fixed;
    std::vector<Caught> look_back(const std::vector<ActionTrigger>& triggers, const std::vector<Typed>& roles,
                                  Fixed& fixed);
    CodeId pend(const std::vector<ActionTrigger>& triggers, const std::vector<Typed>& roles,
                const std::vector<Caught>& before, const Scope& scope);
    TermId alive(TermId object, TypeId type);
    // Is the limit of an ability not reached yet?
    TermId is_below(VarId limit, const std::vector<TermId>& whose, Value most);
    // A place for the instances of `later` that wait for this event, filled when all of them are known.
    CodeId pend_delayed(const std::string& event, const std::vector<Typed>& roles, const Scope& scope);
    CodeId perform(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    // The two ways an event can go; each may be made more than once.
    struct Ways {
        Continuation act;
        Continuation skip;
    };
    CodeId replaced(const Action& action, std::vector<PlacedAbility> replacements,
                    const std::vector<Typed>& roles, bool attempt, const Scope& scope, const Ways& ways,
                    bool stops);
    CodeId unreplaced(const Action& action, const std::vector<Typed>& roles, bool attempt, const Scope& scope,
                      const Ways& ways);
    CodeId fork(IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause);
    IncidentId must_cannot(const Action& action, ClauseId demand, ClauseId prohibition);
    CodeId insert(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    CodeId parts_from(const Action& action, std::size_t from, const std::vector<Typed>& roles,
                      const Scope& scope, const Continuation* next);
    CodeId rulings(const Action& action, const std::vector<Typed>& roles, const Scope& scope);

    // Code that only bodies need.
    CodeId go(LabelId label);
    CodeId stop(PointId point);
    CodeId set_register(std::uint32_t reg, TermId value);
    CodeId leaf(CodeKind kind);
    // Set and Increase.
    CodeId write(CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value, ClauseId clause);
    CodeId set(VarId var, std::vector<TermId> arguments, TermId value, ClauseId clause) {
        return write(CodeKind::Set, var, std::move(arguments), value, clause);
    }
    CodeId increase(VarId var, std::vector<TermId> arguments, TermId amount, ClauseId clause) {
        return write(CodeKind::Increase, var, std::move(arguments), amount, clause);
    }
    // `body` may speak of the binder of this level.
    CodeId let(std::uint32_t level, TermId value, CodeId body);
    // A point where the rules go on by themselves; `goes_on` says how, once that is known.
    PointId rules_point(const std::string& name, const Scope& scope);
    void goes_on(PointId point, const std::string& name, CodeId code);
    // A continuation that makes its code once, behind a label.
    Continuation shared(const std::string& name, const Continuation& next);
    std::uint32_t claim_register(Scope& scope, const std::string& name, TypeId type);
    TypeId storable(const Typed& typed);
    bool is_fixed_value(TermId term) const;

    World& world_;
    Expressions expressions_;
};

}  // namespace errata::compiler
