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
    constants(typing, modules);
    definitions(typing);
    computed_values(typing);
    open_functions(typing);
    actions(typing);
    windows(typing);
    printed_kinds(typing);
    rules(typing, modules);
    turn(typing);
    rulings(typing, modules);
    meta_rules(typing, modules);
    find_circles(typing);
    // A scenario with pools of its own is a world of its own: the setups and claims of the search do not fit
    // it.
    if (options.scenario.empty()) {
        setups(typing, modules);
        screens(typing, modules);
        claims(typing, modules);
    }
    scenarios(typing, modules, options.scenario);
    return program;
}

}  // namespace errata::compiler::typed
