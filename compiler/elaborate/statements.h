// Statements to code: a body is cut at its stops (choices, `settle`, loops) into points and labels; what lies between two
// stops becomes one structured piece of code. Written in continuation-passing style: `tail` makes the code of a body
// followed by whatever the continuation makes. Actions are inlined where they are performed, with the prohibitions and
// replacements that concern them and the triggers that listen.
#pragma once

#include <functional>
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
    CodeId straight(const std::vector<ast::Stmt>& body, Scope scope) { return straight_from(body, 0, std::move(scope)); }

    // Does running this body involve a stop or an end, so that it cannot be part of something indivisible?
    bool has_stop(const std::vector<ast::Stmt>& body, const Scope& scope);
    bool has_stop(const ast::Stmt& stmt, const Scope& scope);

    // May something that this body caused still wait for its reactions (triggers, state checks) when it ends?
    bool leaves_unsettled(const std::vector<ast::Stmt>& body, const Scope& scope, bool before = false);

    // Puts instances of the triggers into the pending bag. `roles` are the values of the action's parameters.
    CodeId pend(const std::vector<ActionTrigger>& triggers, const std::vector<Typed>& roles, const Scope& scope);
    // Whether `pend` would put in any, for phase hooks.
    TermId any_hook(const std::vector<ActionTrigger>& triggers, const Scope& scope);

    // A stop of the rules: the one way on is `next`.
    CodeId settle(const std::string& name, const Scope& scope, const Continuation& next);

    Expressions& expressions() { return expressions_; }

private:
    CodeId tail_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope, const Continuation& next);
    CodeId straight_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope);
    CodeId straight_one(const ast::Stmt& stmt, const Scope& scope);
    CodeId stopping_one(const ast::Stmt& stmt, Scope scope, const Continuation& next);

    CodeId assign(const ast::Stmt& stmt, const Scope& scope);
    CodeId for_each_straight(const ast::Stmt& stmt, const Scope& scope);
    CodeId for_each_stopping(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId choose(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next);
    CodeId phase(const ast::Stmt& stmt, Scope scope, const Continuation& next);
    CodeId create(const ast::Stmt& stmt, Scope scope, const Continuation& next);
    CodeId destroy(const ast::Stmt& stmt, const Scope& scope);

    CodeId perform(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    // The two ways an event can go; each may be made more than once.
    struct Ways {
        Continuation act;
        Continuation skip;
    };
    CodeId replaced(const Action& action, std::vector<PlacedAbility> replacements, const std::vector<Typed>& roles,
                    bool attempt, const Scope& scope, const Ways& ways, bool stops);
    CodeId unreplaced(const Action& action, const std::vector<Typed>& roles, bool attempt, const Scope& scope,
                      const Ways& ways);
    CodeId fork(IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause);
    IncidentId must_cannot(const Action& action, ClauseId demand, ClauseId prohibition);
    CodeId insert(const ast::Stmt& stmt, const Scope& scope, const Continuation* next);
    CodeId parts_from(const Action& action, std::size_t from, const std::vector<Typed>& roles, const Scope& scope,
                      const Continuation* next);
    CodeId rulings(const Action& action, const std::vector<Typed>& roles, const Scope& scope);

    // Building blocks.
    CodeId sequence(std::vector<CodeId> parts);
    CodeId nothing() { return sequence({}); }
    CodeId if_else(TermId condition, CodeId then, CodeId otherwise, ClauseId clause);
    CodeId go(LabelId label);
    CodeId stop(PointId point);
    CodeId set_register(std::uint32_t reg, TermId value);
    CodeId leaf(CodeKind kind);
    // A continuation that makes its code once, behind a label.
    Continuation shared(const std::string& name, const Continuation& next);
    std::uint32_t claim_register(Scope& scope, const std::string& name, TypeId type);
    TypeId storable(const Typed& typed);
    bool is_fixed_value(TermId term) const;

    World& world_;
    Expressions expressions_;
};

}  // namespace errata::compiler
