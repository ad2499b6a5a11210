// What listens to events: triggers that go to the pending bag, rulings that are held against the state after
// an event, and what waits through `later`.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Values that are fixed before something happens: in registers where it stops on the way, else in binders.
// `around` puts the code that fixes them before the code that reads them.
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

// Of a trigger that looks back, asked before the event.
struct Caught {
    // What held before the event. With a bearer to be found: the set of those
    TermId condition;
    std::vector<std::vector<TypedTerm>> given;  // once, or for each object that may be the bearer
};

// Triggers that look back are asked before the event; what they were given is fixed then, too.
std::vector<Caught> look_back(const Lowering& l, const std::vector<Listener>& listeners,
                              const std::vector<TypedTerm>& roles, Fixed& fixed);
CodeId pend(const Lowering& l, const std::vector<Listener>& listeners, const std::vector<TypedTerm>& roles,
            const std::vector<Caught>& before, const Place& place);
// The triggers of a phase that begins or ends go to the pending bag, and so does what waits for it.
CodeId pend_hooks(const Lowering& l, PhaseMoment moment, const Place& place);

// `as soon as`: goes to the pending bag and is under way until it is done.
CodeId catch_state_trigger(const Lowering& l, const Listener& listener, const Place& place);
CodeId end_state_trigger(const Lowering& l, const Listener& listener);

// Rulings about what is being carried out when the game ends in the middle of it.
CodeId rulings_at_the_end(const Lowering& l, const Place& place);

// Rulings about an action are held against the state right after it.
CodeId rulings(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles, const Place& place);

// A place for the instances of `later` that wait for this event, filled when all of them are known.
CodeId pend_waiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                    std::optional<TermId> awaiting, const Place& place);
// Which instances wait for this very event, asked before it happens: what they speak of may leave by it. A
// set, filled when all of them are known.
std::optional<TermId> watch(const Lowering& l, ActionId action, const std::vector<TypedTerm>& roles,
                            Fixed& fixed);

// The contents of those places.
TermId awaiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                const Place& place);
CodeId fire_waiting(const Lowering& l, AwaitedEvent event, const std::vector<TypedTerm>& roles,
                    std::optional<TermId> awaited, const Place& place);

}  // namespace errata::compiler
