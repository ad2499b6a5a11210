// Statements to code: a body is cut at its stops (choices, `settle`, loops) into points and labels; what lies
// between two stops becomes one structured piece of code. Written in continuation-passing style: `tail` makes
// the code of a body followed by whatever the continuation makes. Actions are inlined where they are
// performed, with the prohibitions and replacements that concern them and the triggers that listen.
//   statements.cpp       bodies, assignments
//   loops.cpp            for each, repeat, phases
//   unordered_loops.cpp  for each, in no order
//   choices.cpp          choose, secretly
//   objects.cpp          create, lives, marks
//   perform.cpp          actions
//   parts.cpp            as
//   pending.cpp          what listens to events
//   delayed.cpp          later
//   windows.cpp          windows, plays
//   replacements.cpp     instead of
//   indivisible.cpp      instead of, without a stop
//   agenda_items.cpp     what is done in the name of an ability
//   solve.cpp            solve
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
    // Makes the code of what follows; it ends the code (Goto, Stop, Return, ...). May be called more than
    // once.
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

    // What a phase sets off goes into the pending bag.
    CodeId pend_hooks(const std::string& phase, const Scope& scope);
    // What waits for an event through `later`, each instance in its slot. `awaiting`: as `watch` has found.
    CodeId fire_delayed(const std::string& event, const std::vector<Typed>& roles,
                        std::optional<TermId> awaiting, const Scope& scope);
    TermId awaiting(const std::string& event, const std::vector<Typed>& roles, const Scope& scope);
    // The initial value for every entry of the variables.
    CodeId reset(const std::vector<VarId>& variables, const Scope& scope);

    // The points and code of an agenda item: `scope` has its arguments. Targets are chosen when it is put
    // there if it `announces`; then come responses, if the game has them, and what its ability says, if the
    // targets are still right. Behind the body: `finish`.
    void lower_item(TriggerId trigger, const PlacedAbility& placed, Scope scope, bool announces,
                    const Continuation& finish);
    void lower_window(const WindowItem& item);
    // The arguments of a trigger as names in sight of its item.
    Scope item_scope(TriggerId trigger, const PlacedAbility& placed);
    Continuation returns();
    // `as soon as`: goes to the pending bag and is under way until it is done.
    CodeId catch_state_trigger(const ActionTrigger& made, const Scope& scope);
    CodeId end_state_trigger(const ActionTrigger& made);

    // That the player who chooses among replacements means something for some event that has any.
    void check_replacement_order();

    // What may come between where the rules stop and go on by themselves.
    enum class Between {
        // a stop that the rules do not speak of: the effect, or the turn, is in the middle of something
        Nothing,
        Others,    // state checks are carried out, and what is pending is placed
        Reactions  // likewise, and all that was placed is done: the game has come to rest
    };
    // A stop of the rules: the one way on is `next`.
    CodeId pause(const std::string& name, const Scope& scope, Between between, const Continuation& next);
    CodeId settle(const std::string& name, const Scope& scope, const Continuation& next) {
        return pause(name, scope, Between::Reactions, next);
    }
    CodeId come_to_rest(const std::string& name, const Scope& scope, const Continuation& next);

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
    bool is_unordered(const ast::Stmt& stmt, TypeId domain) const;
    CodeId for_each_straight(const ast::Stmt& stmt, const Scope& scope);
    CodeId for_each_stopping(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId for_each_unordered(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    // Every way round a loop must stop; a round that may run through gets a stop of its own.
    static bool always_stops(const std::vector<ast::Stmt>& round);
    // What is done in an order that nobody decides; children as code.h says. `question`: "which token comes
    // first".
    CodeId any_order(std::vector<CodeId> instances, const std::string& question, ClauseId clause);
    std::vector<std::string> outcomes_of(const std::vector<CodeId>& instances, ClauseId asking) const;
    // Can a loop remember which objects of this kind it has still to go to?
    bool remembers(TypeId domain) const;
    // Objects of a kind that come and go: those that were there when the loop began, in a register. Nothing
    // for other kinds.
    std::optional<std::uint32_t> claim_to_come(const ast::Stmt& stmt, TypeId domain, Scope& scope);
    TermId to_come_term(std::uint32_t reg, TypeId domain);
    CodeId fill_to_come(std::uint32_t reg, TypeId domain, const Scope& scope);
    // The object has left: no loop of this frame goes to it.
    CodeId no_more_to_come(TermId object, TypeId kind, const Scope& scope);
    CodeId loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId phase(const ast::Stmt& stmt, Scope scope, const Continuation& next);
    CodeId unreplaced_phase(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);

    // Choices.
    std::optional<Point> choice_point(const ast::Stmt& stmt, const Scope& scope);
    // An option with its binders as registers of `inner`; nothing after an error.
    std::optional<PointOption> offer(const ast::Option& written, const Scope& scope, Scope& inner);
    // What the names in its label show.
    void show(PointOption& option, dsl::Span span, const Scope& scope);
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
    CodeId forget(TermId object, TypeId kind, bool for_good, const Scope& scope);
    CodeId lose(VarId var, TermId object, TypeId kind, bool elsewhere, const Scope& scope);
    TermId is_about(TermId object, TypeId kind, VarId var, const std::vector<TermId>& args);
    // The bit of an object in a set over its kind.
    std::string disagreement(CodeId block) const;
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
    CodeId solve(const ast::Stmt& stmt, const Scope& scope);

    // Delayed triggers.
    CodeId later(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    std::vector<Local> captured_by(const ast::Ability& ability, const Scope& scope);
    std::size_t declare_delayed(const ast::Ability& ability, const Scope& scope);

    // Events.
    struct Caught {
        TermId
            // of triggers that look back: held before the event. With a bearer to be found: the set of those
            condition;
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
    CodeId pend_delayed(const std::string& event, const std::vector<Typed>& roles,
                        std::optional<TermId> awaiting, const Scope& scope);
    // Which instances wait for this very event, asked before it happens: what they speak of may leave by it.
    // A set.
    std::optional<TermId> watch(const std::string& action, const std::vector<Typed>& roles, Fixed& fixed);
    void keep_counted(Expressions::Counted& other, Fixed& known);
    CodeId perform(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    // The two ways an event can go; each may be made more than once.
    struct Ways {
        Continuation act;
        Continuation skip;
    };
    CodeId act(const Action& action, const std::vector<Typed>& roles, const Scope& scope,
               const Continuation* next);
    CodeId unreplaced(const Action& action, const std::vector<Typed>& roles, bool attempt, const Scope& scope,
                      const Ways& ways);

    // Replacements. What may be replaced: an action, or a phase (then without roles).
    struct Event {
        std::string name;
        ClauseId clause;
        const std::vector<PlacedAbility>& replacements;
        std::vector<std::pair<std::string, TypeId>> params;
        std::vector<Typed> roles;
        const Action* action = nullptr;  // null: a phase
    };
    // How far the orders of replacements are written out: these abilities and bearers of the next one were
    // passed over.
    struct WrittenOut {
        std::size_t ability = 0;
        std::size_t bearers = 0;
        TermId after = {};     // the last bearer passed over
        bool skipped = false;  // something applies that was passed over: the event itself does not happen
    };
    static bool bearer_is_role(const PlacedAbility& placed, std::size_t roles);
    // Is it clear which instance replaces the event, and that it does so once?
    bool is_decided(const std::vector<PlacedAbility>& replacements, std::size_t roles) const;
    // An event that nothing forbids: what replaces it, or `ways.act`. Behind it, if it may stop: `next`, in
    // `outside`.
    CodeId replaced(const Event& event, const Scope& scope, const Scope& outside, const Ways& ways,
                    const Continuation* next);
    TermId is_used_up(const PlacedAbility& placed, const Scope& scope);
    std::vector<TermId> used_up_with(const PlacedAbility& placed, const Scope& scope);
    std::optional<TermId> replaces(const Event& event, const PlacedAbility& placed, Scope& inner);
    TermId some_replaces(const Event& event, std::size_t from, const Scope& scope);
    std::vector<TermId> event_arguments(const Event& event, const Scope& scope);
    CodeId become(const Event& event, const Scope& scope);
    CodeId call_event(const Event& event, const Scope& scope, const Scope& outside, const Continuation& next);
    TriggerId event_item(const Event& event);
    void lower_event(const Event& event, const Scope& scope, PointId entry);
    std::optional<PointOption> replacing_option(const Event& event, const PlacedAbility& placed,
                                                const Scope& scope);
    static Event event_of(const Action& action, std::vector<Typed> roles);
    // With the roles of the event as names, and `affected`.
    Scope chooser_scope(const Event& event, const Scope& scope);
    std::optional<TermId> chooser(const Event& event, const Scope& scope);
    CodeId written_out(const Event& event, const WrittenOut& so_far, const Scope& scope, const Ways& ways,
                       bool stops);
    CodeId one_of_the_bearers(const Event& event, const WrittenOut& so_far, const Scope& scope,
                              const Ways& ways, bool stops);
    CodeId replacing_body(const Event& event, const PlacedAbility& placed, Scope inner, const Ways& ways,
                          bool stops);
    CodeId either(const Event& event, const PlacedAbility& placed, TermId others, CodeId body,
                  CodeId without);

    CodeId fork(IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause);
    bool overrules(ClauseId prohibition, ClauseId demand) const;
    IncidentId must_cannot(const Action& action, ClauseId demand, ClauseId prohibition);
    CodeId insert(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    CodeId parts(const Action& action, const std::vector<Typed>& roles, const Scope& scope,
                 const Continuation* next);
    struct Part;
    std::optional<Part> part(const Action& action, const PlacedAbility& placed,
                             const std::vector<Typed>& roles, const Scope& scope);
    // A child of an AnyOrder.
    CodeId instance(const Part& part);
    CodeId in_any_order(const std::vector<CodeId>& instances, const Action& action);
    TermId some_applies(const std::vector<CodeId>& instances);
    struct StraightParts;
    CodeId stopping_parts(const Action& action, const std::vector<Typed>& roles, std::size_t stopping,
                          const StraightParts& others, const Scope& scope, const Continuation& next);
    CodeId only_or_stop(const std::vector<PointOption>& units, PointId head, const Continuation& after);
    CodeId rulings(const Action& action, const std::vector<Typed>& roles, const Scope& scope);

    // Code that only bodies need.
    CodeId go(LabelId label);
    CodeId stop(PointId point);
    CodeId set_register(std::uint32_t reg, TermId value);
    CodeId leaf(CodeKind kind);
    // Set, Increase, Gain and Lose.
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
