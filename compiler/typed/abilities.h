// Abilities: events, patterns, guards and bodies typed, for a bearer or without one.
#pragma once

#include <set>

#include "compiler/typed/statements.h"

namespace errata::compiler::typed {

class Abilities {
public:
    explicit Abilities(const Typing& typing)
        : typing_(typing),
          names_(typing.names),
          reporter_(typing.reporter),
          statements_(typing),
          expressions_(statements_.expressions()) {}

    // An ability of a rule (nothing is in sight) or of printed text (`this`, `it` and the phrase are).
    // Nothing after an error.
    std::optional<Ability> ability(const ast::Ability& written, const Scope& scope);
    // What `later` waits for: a Trigger or PhaseHook, with everything around it in sight.
    std::optional<Ability> waiting(const ast::Ability& written, const Scope& scope);

private:
    bool is_rule(const std::string& id, dsl::Span span);
    bool of_action(Ability& ability, const ast::Ability& written, Scope& scope);
    bool of_event(Ability& ability, const ast::Ability& written, dsl::Span place, Scope& scope);
    bool guarded(Ability& ability, const ast::Ability& written, const Scope& scope);
    bool limited(Ability& ability, const ast::Ability& written);
    bool given(Ability& ability, const ast::Ability& written, Scope& scope);
    bool targeting(Ability& ability, const ast::Ability& written, Scope& scope);
    void ordered(Ability& ability, const Scope& scope);
    bool trigger(Ability& ability, const ast::Ability& written, Scope scope);
    bool may(Ability& ability, const ast::Ability& written, Scope scope);
    bool prohibition(Ability& ability, const ast::Ability& written, Scope scope);
    bool replacement(Ability& ability, const ast::Ability& written, Scope scope);
    bool ignores(Ability& ability, const ast::Ability& written, Scope scope);
    bool statement(Ability& ability, const ast::Ability& written, const Scope& scope);
    bool stated_value(Ability& ability, const ast::Ability& written, const Scope& scope);
    bool counting(Ability& ability, const ast::Ability& written, const Scope& scope);
    bool action_counting(Ability& ability, const ast::Ability& written, Scope scope);
    bool predicate_counting(Ability& ability, const ast::Ability& written, const std::vector<TypeId>& of,
                            OpenId open, const Scope& scope);
    std::optional<std::vector<TypeId>> predicate(const std::string& name) const;
    bool effect(Ability& ability, const ast::Ability& written, Scope scope);
    bool effects(Ability& ability, const ast::Ability& written, const Scope& scope);
    bool is_insert(const ast::Ability& written, const Scope& scope);
    std::optional<ComputedId> derived(const std::string& name, dsl::Span span);

    const Typing& typing_;
    const Names& names_;
    const Reporter& reporter_;
    Statements statements_;
    Expressions& expressions_;
};

// The locals that an ability speaks of, its own included.
std::set<LocalId> locals_of(const Ability& ability);

}  // namespace errata::compiler::typed
