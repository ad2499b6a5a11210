#include "compiler/typed/type_program.h"

#include <algorithm>

#include "compiler/typed/circles.h"
#include "compiler/typed/items.h"

namespace errata::compiler::typed {

Program type_program(const Names& names, const Modules& modules, const CompileOptions& options,
                     const Reporter& reporter) {
    Program program;
    program.names = &names;
    program.types = names.vocabulary.types;
    program.variables = names.store.variables;
    program.tables = names.store.tables;
    program.definitions.resize(names.callables.defines.size());
    const Typing typing{names, program, reporter};
    Items items(typing, modules);
    items.constants();
    items.definitions();
    items.computed_values();
    items.open_functions();
    items.actions();
    items.windows();
    items.printed_kinds();
    items.rules();
    items.turn();
    items.rulings();
    items.meta_rules();
    find_circles(typing);
    // A scenario with pools of its own is a world of its own: the setups and claims of the search do not fit
    // it.
    if (options.scenario.empty()) {
        items.setups();
        items.claims();
    }
    items.scenarios(options.scenario);
    return program;
}

}  // namespace errata::compiler::typed
