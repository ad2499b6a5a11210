// Values that are fixed before something happens: in registers where it stops on the way, else in binders.
// `around` puts the code that fixes them before the code that reads them.
#pragma once

#include <functional>
#include <map>
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
    std::map<std::size_t, std::function<TermId()>> open_lets = {};  // by position in `lets`

    // What is fixed already (a constant, binder or register) is only given the name.
    Typed keep(const std::string& name, const Typed& value, TypeId type);
    // What the value is can be said only when everything is lowered.
    Typed keep_later(const std::string& name, TypeId type, const std::function<TermId()>& value);
    CodeId around(CodeId code);
    void complete(CodeId place, const std::function<TermId()>& value);
};

}  // namespace errata::compiler
