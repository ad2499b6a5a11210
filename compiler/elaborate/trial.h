// Every item is elaborated once for roles and parameters that nobody knows, so that what is wrong in it is
// said whether the game comes to it or not. The Model is finished by then: what is made here is thrown away,
// and only errors that were not said yet remain.
//   trial.cpp          actions, definitions, computed values, windows, meta-rules
//   trial_phrases.cpp  phrases that no text uses
//   trial_setups.cpp   the branches that setups and scenarios do not take
#pragma once

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/statements.h"
#include "compiler/elaborate/world.h"

namespace errata::compiler {

void try_items(World& world, const Modules& modules);

// The parts of it.
class Trial {
public:
    explicit Trial(World& world) : world_(world), expressions_(world), statements_(world) {}

    // Somebody performs the action: with it come all abilities that concern it.
    void action(const Action& action);
    void define(const Define& define);
    // With the effects on it.
    void computed(const std::string& name);
    void phase(const std::string& name);
    void window(const ast::Item& window);
    void orders();
    // Abilities in a world that has no others.
    void ability(const PlacedAbility& placed);
    // What `later` abilities from this one on (in World::delayed) are waiting for.
    void awaited(std::size_t first);
    // A body with these names in sight, besides those of the scope.
    void body(const std::vector<ast::Stmt>& body, Scope scope);

    // Where anything can be done, in the name of a clause of its own.
    Scope place(const std::string& name, dsl::Span span);
    // A value that is not known, with a name or without.
    Typed unknown(Scope& scope, const std::string& name, TypeId type);

    // Code that could only be made when all else was there.
    void finish();

private:
    World& world_;
    Expressions expressions_;
    Statements statements_;
};

// Phrases without a text: each for every bearer and type that it might be made for. What is wrong for all of
// them is wrong.
void try_phrases(World& world, const Modules& modules);

// Setups and scenarios, without carrying anything out: those of the game, or of a scenario with pools of its
// own.
void try_setups(World& world, const Modules& modules, const std::string& scenario);

// Errors that were found while something was tried, but for those of whose kind one is known at the same
// place.
void keep_new_errors(World& world, const std::vector<dsl::Diagnostic>& found);

}  // namespace errata::compiler
