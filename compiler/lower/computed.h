// Computed values: what they are without and with the continuous effects on them.
//
// Effects that set a value come first, then those that add to it. Where several may set different values, an
// open function holds what each of them says, and what it means that they disagree is what it means for open
// functions. In the condition of an effect that belongs to a layer, values of later layers are as printed,
// and those of its own layer are as they are without it: it has not been applied yet. So an effect that began
// to apply goes on applying.
#pragma once

#include "compiler/lower/events.h"
#include "compiler/lower/place.h"

namespace errata::compiler {

// A computed value, or the same without one effect of a bearer (the bearer is a parameter behind the others).
struct ComputedCase {
    ComputedId of;
    std::optional<std::size_t> without;  // the first of its effects that belongs to it
    bool has_bearer = false;

    auto operator<=>(const ComputedCase&) const = default;
};

// How such a value is asked.
struct ComputedAnswer {
    std::string name;
    std::vector<TypeId> params;
    std::optional<OpenId> settled;     // several effects may set different values
    std::optional<UnknownId> unknown;  // asked by way of equations; else written out where it is asked
};

// By case; made on the way to the equations (equations.h).
using ComputedAnswers = std::map<ComputedCase, ComputedAnswer>;

// What is declared of it.
inline const Computed& declared(const Lowering& l, ComputedId what) {
    return l.names.callables.computed[what.index];
}

// The case that is asked for in a scope: in the condition of an effect of its own layer, without that effect.
ComputedCase case_asked(const Lowering& l, ComputedId what, const Scope& scope);
// In the condition of an effect of an earlier layer a value is as printed.
bool is_as_printed(const Lowering& l, ComputedId what, const Scope& scope);
std::int64_t layer_of(const Lowering& l, ComputedId what);
std::string name_of(const Lowering& l, const ComputedCase& of);
std::vector<TypeId> params_of(const Lowering& l, const ComputedCase& of, TypeId bearer);

// What its declaration says, without effects and wherever it stops.
TermId declared_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                      const Scope& scope);

// The value where its declaration says that it stops (`at least`, `at most`); none outside its range.
TermId held(const Lowering& l, ComputedId what, TermId value);
// What its declaration says, without effects.
TermId printed_value(const Lowering& l, ComputedId what, const std::vector<TypedTerm>& args,
                     const Scope& scope);
// The same with effects. `settled`: the open function that holds what several effects set.
TermId present_value(const Lowering& l, const ComputedCase& of, std::optional<OpenId> settled,
                     const std::vector<TypedTerm>& args, const Scope& scope);
// Statements "value if condition" for everything that sets the value.
std::vector<Statement> settings(const Lowering& l, const ComputedCase& of, const std::vector<TypedTerm>& args,
                                const Scope& scope);

// A continuous effect on the arguments of the value that it changes: when it applies, and to what it sets or
// by how much it changes it. For one bearer, or for each that there may be. Who goes first among several
// stands in layer_order.h.
struct Applied {
    TermId condition;
    TermId value;
    TermId since;                // invalid: nothing is `latest`
    std::vector<Sought> sought;  // its bearer and who lends it, as far as they have to be looked for
};

// An effect's turn in a layer that has an order: the instances first..first+count-1 are its own, one for each
// bearer, and `instance` says whose turn it is.
struct Turn {
    TermId instance;
    Value first = 0;
    Value count = 1;
    LayerMoment moment;
};

Applied apply(const Lowering& l, const ComputedCase& of, const ContinuousEffect& effect,
              const std::vector<TypedTerm>& args, const Scope& scope, const Turn* turn = nullptr);

bool sets(const ContinuousEffect& effect);
// The field by which the latest of several effects that set the value is known; empty: none.
const std::string& latest_by(const Lowering& l, ComputedId what);
// When the bearer was marked in that field; 0 if it has none.
TermId marked(const Lowering& l, const std::string& field, TypeId on, TermId self);

}  // namespace errata::compiler
