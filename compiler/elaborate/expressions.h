// Expressions to terms: names are resolved, types checked, definitions and phrase holes inlined, quantifiers
// bound. Reports every error and returns nothing for what has one; callers go on with the rest.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "compiler/elaborate/scope.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Binders within each other (the encoding knows levels up to 62). The highest is left to terms that are made
// to be looked at only.
inline constexpr std::uint32_t most_levels = 60;
inline constexpr Value spare_level = 62;

class Expressions {
public:
    explicit Expressions(World& world) : world_(world) {}

    // `expected` decides between constants of one name; a mismatch is left to the caller (see `as`).
    std::optional<Typed> elaborate(const ast::Expr& expr, const Scope& scope, TypeId expected = {});

    // Elaborates and insists on the type.
    std::optional<TermId> as(const ast::Expr& expr, const Scope& scope, TypeId type);
    std::optional<TermId> condition(const ast::Expr& expr, const Scope& scope) {
        return as(expr, scope, world_.bool_type);
    }
    // A player; an error in a game that has none.
    std::optional<TermId> player(const ast::Expr& expr, const Scope& scope);
    // What a phrase of the text introduced under this name.
    std::optional<Typed> antecedent(const ast::Expr& expr, const Scope& scope);
    // All conditions of an optional list, conjoined.
    std::optional<TermId> conditions(const std::vector<ast::Expr>& exprs, const Scope& scope);

    // A type as written; invalid after an error. Range bounds must be constant.
    TypeId type_of(const ast::TypeExpr& type, const Scope& scope);
    // The same, and it must be one that a quantifier or choice can range over.
    TypeId domain_of(const ast::TypeExpr& type, const Scope& scope);

    // Objects of kinds that come and go count only while they exist.
    TermId existing(TypeId domain, TermId object);

    // Binds an object to a new binder level of `scope`.
    TermId bind(Scope& scope, const std::string& name, TypeId type);

    TermId cell(VarId var, std::vector<TermId> arguments);
    TermId quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level, TypeId domain) {
        return world_.model.terms.make_quantifier(kind, level, std::move(children), domain,
                                                  world_.type(domain));
    }
    // The disjunction of what prohibits `action` on the arguments, one term per prohibition.
    std::vector<std::pair<TermId, ClauseId>> prohibitions(const Action& action,
                                                          const std::vector<Typed>& arguments,
                                                          const Scope& scope);

    // What else the event is, by `counts as`: another action with its roles, where the condition holds.
    struct Counted {
        const Action* action = nullptr;
        std::vector<Typed> roles;
        TermId condition;
        ClauseId clause;
    };
    std::vector<Counted> counted(const Action& action, const std::vector<Typed>& arguments,
                                 const Scope& scope);

    // Is a prohibition or replacement of the event ignored by something?
    TermId ignored(const Action& action, const PlacedAbility& what, const std::vector<Typed>& arguments,
                   const Scope& scope);

    // Does this word in an ability's brackets give a role a name? Otherwise it is a value that the role must
    // be equal to.
    bool binds(const ast::Expr& param, TypeId type, const Scope& scope) const;

    // Matches the parameters of an ability against given arguments: names bind, anything else becomes an
    // equality. Afterwards `scope` knows the names; the result is the conjunction of the equalities.
    std::optional<TermId> match(const ast::Ability& ability, const std::vector<Typed>& arguments,
                                Scope& scope);

    // That the ability's pattern fits and its condition holds (with `negated`: does not); `scope` knows the
    // names afterwards.
    std::optional<TermId> applies(const ast::Ability& ability, const std::vector<Typed>& arguments,
                                  Scope& scope, bool negated = false);

    // The condition under which a bearer's text is in function for `this`.
    std::optional<TermId> functioning(const Bearer& bearer, TermId self, const Scope& scope);

    // The clause takes part, and so does its reading.
    TermId enabling(const PlacedAbility& placed);

    // The bearer itself where it is one of the event's roles (`when enter(this)`): then nobody has to be
    // looked for.
    static std::optional<Typed> bearer_among(const PlacedAbility& placed, const std::vector<Typed>& roles);

    // Elaborates `body` for each possible `this` and joins with Exists, or directly when there is no bearer
    // or `roles` has it. `body` gets the scope with `this` and `it` bound.
    template <class Body>
    std::optional<TermId> for_some_bearer(const PlacedAbility& placed, const Scope& scope,
                                          const std::vector<Typed>& roles, Body body) {
        Scope inner = scope.inside();
        inner.holes = placed.holes;
        inner.clause = placed.clause;
        const TermId enabled = enabling(placed);
        if (!placed.bearer) {
            const auto term = body(inner);
            if (!term) return std::nullopt;
            return world_.model.terms.land({enabled, *term});
        }
        const std::uint32_t level = inner.level;
        const auto known = bearer_among(placed, roles);
        TermId self;
        if (known) {
            self = known->term;
            inner.add("this", {self, placed.bearer->on});
        } else {
            self = bind(inner, "this", placed.bearer->on);
        }
        inner.add("it", placed.bearer->identity);
        const auto active = functioning(*placed.bearer, self, inner);
        const auto term = body(inner);
        if (!active || !term) return std::nullopt;
        if (known) return world_.model.terms.land({enabled, *active, *term});
        const TermId both = world_.model.terms.land({enabled, *active, *term});
        return quantified(TermKind::Exists, {both}, level, placed.bearer->on);
    }

    // The values of an action's roles, those left out at the end by their defaults.
    std::optional<std::vector<Typed>> roles(const Action& action, const std::vector<ast::Expr>& args,
                                            dsl::Span span, const Scope& scope);

    // A computed value: written out, or an unknown of its equations.
    std::optional<Typed> computed(const std::string& name, const std::vector<Typed>& args,
                                  const Scope& scope);
    // The name of the same value without an effect; its own if the effect does not concern it.
    std::string without(const std::string& name, const Unapplied& effect);
    // What its declaration says, without effects.
    std::optional<TermId> printed_value(const Computed& what, const std::vector<Typed>& args,
                                        const Scope& scope);
    // The same with effects.
    std::optional<TermId> present_value(const Computed& what, const std::vector<Typed>& args,
                                        const Scope& scope);
    // Statements "value if condition" for everything that sets the value.
    std::vector<Statement> settings(const Computed& what, const std::vector<Typed>& args, const Scope& scope);

    // A definition for these arguments. `span`: where it is asked.
    std::optional<Typed> written_out(const Define& define, const std::vector<Typed>& values, dsl::Span span,
                                     const Scope& scope);

    // The values of a call's arguments, all of the parameters' types.
    std::optional<std::vector<Typed>> arguments(const std::vector<ast::Expr>& args,
                                                const std::vector<TypeId>& params, const std::string& what,
                                                dsl::Span span, const Scope& scope);

private:
    // A continuous effect on these arguments, for one bearer.
    struct Applied {
        TermId condition;
        TermId value;
        TermId since;                        // invalid: nothing is `latest`
        std::optional<std::uint32_t> level;  // of the bearer, if one has to be looked for
        TypeId on;
    };
    std::optional<Applied> apply(const Computed& what, const Effect& effect, const std::vector<Typed>& args,
                                 const Scope& scope);
    TermId somebody(const Applied& applied, TermId condition);
    std::optional<Typed> literal(Value value, dsl::Span span);
    std::optional<Typed> meaning(const ast::Expr& expr, const Scope& scope, TypeId expected);
    TermId in_range(TypeId type, TermId term);
    std::optional<Typed> name(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Typed> constant(const std::string& name, dsl::Span span, TypeId expected, bool quoted);
    std::optional<Typed> hole(const Hole& hole, const std::vector<ast::Expr>& args, dsl::Span span,
                              const Scope& scope, TypeId expected);
    std::optional<Typed> field(const ast::Expr& expr, const Scope& scope);
    std::optional<Typed> call(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Typed> builtin(const ast::Expr& expr, const Scope& scope);
    std::optional<Typed> inline_define(const Define& define, const std::vector<ast::Expr>& args,
                                       dsl::Span span, const Scope& scope);
    std::vector<Typed> lifted(const std::vector<Typed>& values, const Scope& scope,
                              const std::function<std::optional<Typed>(const std::vector<Typed>&)>& body);
    std::optional<Typed> binary(const ast::Expr& expr, const Scope& scope);
    std::optional<Typed> comparison(const ast::Expr& expr, const Scope& scope);
    std::optional<Typed> membership(const ast::Expr& expr, const Scope& scope);
    std::optional<Typed> set_literal(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Typed> quantifier(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::optional<Typed> path(const ast::Expr& expr, const Scope& scope);
    Typed named(TypeId type, Value value);
    std::optional<Typed> conditional(const ast::Expr& expr, const Scope& scope, TypeId expected);
    std::vector<std::pair<TermId, ClauseId>> own_prohibitions(const Action& action,
                                                              const std::vector<Typed>& arguments,
                                                              const Scope& scope);
    std::optional<Typed> can(const ast::Expr& expr, const Scope& scope);
    bool needs_context(const ast::Expr& expr, const Scope& scope) const;
    Typed number(TermId term) const { return {term, world_.number_type}; }
    Typed truth(TermId term) const { return {term, world_.bool_type}; }

    World& world_;
};

}  // namespace errata::compiler
