// The declarations of a spec, in the order in which meanings depend on each other. Each reports its own
// errors and goes on with the rest.
#pragma once

#include "compiler/resolve/library.h"
#include "compiler/resolve/names.h"
#include "compiler/resolve/options.h"
#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// Types and the names of their values; boards; kinds of printed items.
void declare_types(Names& names, const Modules& modules, const Reporter& reporter);
// Fields, state, phases, readings, and relations one by one: whatever a state keeps.
void declare_store(Names& names, const Modules& modules, Reporter& reporter);
void declare_relation(Names& names, const Modules& modules, Reporter& reporter, const ast::Item& item);
// Relations, definitions, open functions, computed values, actions, windows.
void declare_callables(Names& names, const Modules& modules, Reporter& reporter);
// Printed items; their values are the business of `typed`.
void declare_cards(Names& names, const Modules& modules, const Reporter& reporter);
// The versions and their texts that lines of printed items name.
void check_versions(const Names& names, const Modules& modules, const Reporter& reporter);
// Categories and phrases; seals the grammar.
// `lacking`: phrases that nothing is read by, but whose words tell what a text would need.
void declare_phrases(Names& names, const Modules& modules, const std::vector<LackingPhrase>& lacking,
                     const Reporter& reporter);
// Assumptions of authors and libraries, and what the game and the run decide about them. Everything else that
// has a name comes before.
void declare_assumptions(Names& names, const Modules& modules, const CompileOptions& options,
                         const Reporter& reporter);
void declare_meta_rules(Names& names, const Modules& modules, const Reporter& reporter);
// What findings, plays and saved results are named by.
void declare_titles(const Modules& modules, const Reporter& reporter, bool of_scenarios);
// Which pools have objects without an order: those of which no rule names an object. What a setup, a scenario
// or a claim names does not count: it says where play begins and what is asked of it, not what the rules do.
void find_unordered(Names& names, const Modules& modules, const Reporter& reporter);

}  // namespace errata::compiler
