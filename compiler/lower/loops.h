// Loops, for those who do not write them: what is done in an order that nobody decides, and what loops that
// stop remember, namely which objects of a kind that comes and goes they have still to go to. The statements
// themselves are in body.h.
#pragma once

#include "compiler/lower/code.h"

namespace errata::compiler {

// Can a loop remember which objects of this kind it has still to go to?
bool remembers(const Lowering& l, TypeId domain);
// The object has left: no loop of this frame goes to it.
CodeId no_more_to_come(const Lowering& l, TermId object, TypeId kind, const Place& place);

// What is done in an order that nobody decides, or that is left to whoever chose what to do; children as
// code.h says.
struct AnyOrder {
    OrderKind kind = OrderKind::Objects;
    IncidentKind what{};
    std::string about = {};       // the kind of object, or the action
    std::vector<Phrase> names{};  // of the instances, where neither objects nor clauses have some
};
// The outcome that nothing more is taken, for it had its turn when its condition did not hold.
constexpr const char* no_more_to_do = "those left had their turn before, and did nothing";
// The other outcomes, each an instance that is taken next ("Tax next"; the first of what was chosen, of which
// all have a turn), by the numbers that code.h gives the instances; where no clause but that which asks is
// theirs, by object.
std::vector<Phrase> who_is_next(const Lowering& l, const std::vector<CodeId>& instances,
                                bool is_chosen = false, ClauseId asking = {});
CodeId any_order(const Lowering& l, std::vector<CodeId> instances, const AnyOrder& asked, ClauseId clause);

}  // namespace errata::compiler
