// Values that are fixed before something happens: in registers where it stops on the way, else in binders. `around` puts the
// code that fixes them before the code that reads them.
#pragma once

#include <string>
#include <vector>

#include "compiler/elaborate/statements.h"

namespace errata::compiler {

struct Statements::Fixed {
    Statements& statements;
    Scope& scope;  // gets the names
    bool stops = false;
    std::vector<CodeId> before = {};
    std::vector<Code> lets = {};

    // What is fixed already (a constant, binder or register) is only given the name.
    Typed keep(const std::string& name, const Typed& value, TypeId type);
    CodeId around(CodeId code);
};

}  // namespace errata::compiler
