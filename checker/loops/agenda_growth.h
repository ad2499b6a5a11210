// Forced play after which there is more to be done than before, and everything that the round could read is
// as it was. The argument that it repeats for ever needs no bound on agenda and bag: see forced_play.h.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct AgendaGrowth {
    std::size_t start = 0;  // the state numbers of a round
    std::size_t end = 0;
    std::size_t more = 0;  // items that are left over
};

// `states` follow one another by the only transition that each of them has. The round that ends first.
std::optional<AgendaGrowth> find_agenda_growth(const compiler::Model& model,
                                               const std::vector<compiler::State>& states);

}  // namespace errata::checker
