// The items of a spec, each typed into its place in the Program.
#pragma once

#include "compiler/typed/abilities.h"

namespace errata::compiler::typed {

class Items {
public:
    Items(const Typing& typing, const Modules& modules)
        : typing_(typing),
          names_(typing.names),
          program_(typing.program),
          reporter_(typing.reporter),
          modules_(modules),
          expressions_(typing),
          statements_(typing),
          abilities_(typing) {}

    // What is known before anything happens: initial values, printed values.
    void constants();
    void definitions();
    void computed_values();
    void open_functions();
    void actions();
    void windows();
    void printed_kinds();
    void rules();
    void turn();
    // What meta-rules say about players must mean something somewhere.
    void meta_rules();
    void setups();
    void scenarios(const std::string& only);
    // What is said about actions holds in every play, also in those of a scenario.
    void rulings();
    // Checks, rulings about states, partitions.
    void claims();

private:
    std::optional<Value> constant(const ast::Expr& written, TypeId type, dsl::Span span,
                                  const std::string& what);
    void initial_values(const std::vector<ast::Binder>& fields, TypeId of);
    void printed_values(const Card& card);
    std::vector<Binder> parameters(const std::vector<ast::Binder>& written, const std::vector<TypeId>& types,
                                   Scope& scope);
    void action(const Action& about);
    std::vector<Expr> replacement_chooser(const ActionBody& body, Scope scope, LocalId affected);
    void ability(const ast::Item& item, std::optional<std::size_t> alternative, const ast::Ability& written);
    void scenario(const ast::Item& item);
    void check(const ast::Item& item);
    void ruling(const ast::Item& item);
    void partition(const ast::Item& item);

    const Typing& typing_;
    const Names& names_;
    Program& program_;
    const Reporter& reporter_;
    const Modules& modules_;
    Expressions expressions_;
    Statements statements_;
    Abilities abilities_;
};

}  // namespace errata::compiler::typed
