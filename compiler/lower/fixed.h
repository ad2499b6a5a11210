// Values that are fixed before something happens: in registers where it stops on the way, else in binders.
// `around` puts the code that fixes them before the code that reads them.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

class Fixed {
public:
    // `place` gets the names.
    Fixed(const Lowering& l, Place& place, bool stops) : l_(l), place_(place), stops_(stops) {}

    // What is fixed already (a constant, binder or register) is only given the name.
    TypedTerm keep(typed::LocalId local, const std::string& name, const TypedTerm& value, TypeId type);
    // What the value is can be said only when everything is lowered: which instances wait for the event.
    TypedTerm keep_awaiting(AwaitedEvent event, const std::vector<TypedTerm>& roles, TypeId type);
    CodeId around(CodeId code);
    const Place& place() const { return place_; }

private:
    struct Let {
        std::uint32_t level = 0;
        TermId value;
        std::optional<ToDo::Await> awaits;
    };

    const Lowering& l_;
    Place& place_;
    bool stops_;
    std::vector<CodeId> before_;
    std::vector<Let> lets_;
};

}  // namespace errata::compiler
